"""The measuring of many tables measures something."""

import re

import pytest

from tests.bench import scale

SMALL = "--tables 12 --played 2 --watchers 3 --every 1 --seconds 3 --visits 5 --crowded 1"


def test_a_small_crowd_is_measured_without_an_error(capsys, thorough, monkeypatch):
    if not thorough:
        pytest.skip("What measures many tables is tried by --thorough only.")
    monkeypatch.setattr(scale, "server", lambda: None)
    scale.main(SMALL.split())
    printed = capsys.readouterr().out
    rows = dict(re.findall(r"^\| (.+) \| (.+) \|$", printed, re.M))
    assert rows["who watch: by streams / by asking"] == "7 / 0"
    assert rows["answers that were errors"] == "0"
    assert rows["pages sent for it to those who watch other tables"] == "0"
    assert int(rows["rounds recorded"]) >= 4
