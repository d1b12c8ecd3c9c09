"""What Lighthouse says of the pages of a match.

Run it by hand, `python -m tests.bench.lighthouse`, in a folder where `npm install lighthouse` was
run, with CHROME_PATH naming a browser; it prints a table in Markdown, and what falls short.
"""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import tempfile
from typing import Any

from scorekeeper import create_app
from scorekeeper.scorebook.database.db import upgrade
from tests.bench.pages import played_match
from tests.browser.live import live

CATEGORIES = ("performance", "accessibility", "best-practices")
PRESETS = {"phone": (), "desktop": ("--preset=desktop",)}
FULL = 1


def main() -> None:
    # The table is all that is to be read.
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder, "STREAMS": 100, "ACCESS": "house"})
        upgrade(app)
        table = f"/matches/{played_match(app, rounds=12)}"
        with live(app) as home:
            report(home, {"table": table, "record": f"{table}/rounds/new", "new": "/matches/new"})


def report(home: str, pages: dict[str, str]) -> None:
    """Print what each page is given, then what it loses points for."""
    print(f"| page | {' | '.join(CATEGORIES)} |")
    print(f"|---|{'---|' * len(CATEGORIES)}")
    lacking = []
    for name, path in pages.items():
        for preset, options in PRESETS.items():
            found = looked_at(home + path, options)
            print(f"| {name}, {preset} | {' | '.join(given(found))} |", flush=True)
            lacking += [f"{name}, {preset}: {each}" for each in shortcomings(found)]
    print("", *lacking, sep="\n")


def given(found: dict[str, Any]) -> list[str]:
    """Read what a page was given in each category, of 100."""
    return [f"{found['categories'][each]['score'] * 100:.0f}" for each in CATEGORIES]


def looked_at(address: str, options: tuple[str, ...]) -> dict[str, Any]:
    """Let Lighthouse look at a page."""
    flags = "--headless=new" + (" --no-sandbox" if os.geteuid() == 0 else "")
    npx = shutil.which("npx") or "npx"
    command = [npx, "--no-install", "lighthouse", address, "--quiet", "--output=json"]
    command += [f"--only-categories={','.join(CATEGORIES)}", f"--chrome-flags={flags}", *options]
    done = subprocess.run(command, check=True, capture_output=True)
    return dict(json.loads(done.stdout))


def shortcomings(found: dict[str, Any]) -> list[str]:
    """Name what weighs in a category and was not given its full points."""
    weighing = {
        audit["id"]
        for category in found["categories"].values()
        for audit in category["auditRefs"]
        if audit["weight"]
    }
    audits = [found["audits"][each] for each in sorted(weighing)]
    short = [each for each in audits if each["score"] is not None and each["score"] < FULL]
    return [f"{each['title']} {each.get('displayValue', '')}".strip() for each in short]


if __name__ == "__main__":
    main()
