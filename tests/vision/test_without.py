"""Without the extra `photo` the program starts as ever."""

import subprocess
import sys

from scorekeeper.vision import NEEDED

PROGRAM = """
import sys
for name in {missing}:
    sys.modules[name] = None
from scorekeeper import create_app, vision
if {missing}:
    create_app({{"INSTANCE": sys.argv[1]}})
print(vision.is_there(), sorted(name for name in {needed} if sys.modules.get(name)))
"""


def started(folder, missing):
    program = PROGRAM.format(missing=missing, needed=NEEDED)
    ran = [sys.executable, "-c", program, str(folder)]
    return subprocess.run(ran, capture_output=True, text=True, check=True).stdout


def test_the_program_starts_without_the_extra(tmp_path):
    assert started(tmp_path, missing=NEEDED) == "False []\n"


def test_nothing_heavy_is_loaded_before_a_photo_is_read(tmp_path):
    assert started(tmp_path, missing=()) == "True []\n"
