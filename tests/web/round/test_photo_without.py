"""The program without what reads photos: as it starts where the extra `photo` is not installed."""

import subprocess
import sys
from pathlib import Path

from scorekeeper.vision import NEEDED

ROOT = Path(__file__).parents[3]
PROGRAM = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.modules.update(dict.fromkeys({NEEDED}))
from scorekeeper import create_app
from scorekeeper.scorebook.database.db import upgrade
from tests.web.visitor import Visitor
app = create_app({{"INSTANCE": sys.argv[1]}})
upgrade(app)
visitor = Visitor(app)
table = visitor.start("Ana", "Bea")
pages = [visitor.open(f"{{table.address}}/rounds/new{{query}}") for query in ("", "?entry=pips")]
print(["hoto" in page.answer.text for page in pages])
sent = [f"{{table.address}}/rounds/{{to}}" for to in ("photo", "new/photo", "1/amend/photo")]
print([visitor.post(address, {{}}).status for address in sent])
print(visitor.play(table, "", "66").status)
"""


def test_without_the_extra_there_is_no_photo_and_a_round_is_recorded(tmp_path: Path) -> None:
    ran = [sys.executable, "-c", PROGRAM, str(tmp_path)]
    printed = subprocess.run(ran, capture_output=True, text=True, check=True).stdout
    assert printed.splitlines() == ["[False, False]", "[404, 404, 404]", "303"]
