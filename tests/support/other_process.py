"""Another process that writes to the same scorebook."""

import subprocess
import sys
from contextlib import contextmanager

HOLD = """
import sys
from pathlib import Path
from scorekeeper.scorebook.database.sqlite_file import WriteQueue
with WriteQueue(Path(sys.argv[1]), 0).turn():
    print("taken", flush=True)
    sys.stdin.read()
"""


@contextmanager
def turn_elsewhere(database):
    """Take a turn in another process until the block ends."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, database],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "taken\n"
        yield holder
        holder.kill()
