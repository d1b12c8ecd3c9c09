"""A forgotten name is in no file, while devices play on and after the program has ended."""

from __future__ import annotations

import time
from pathlib import Path

from tests.faults.player import PATIENCE_SECONDS, Player, playing, seated, wait_until
from tests.http_device import MATCH, Device
from tests.running_server import RUN, scorekeeper, serving
from tests.scorebook.test_wiping import NAME, files_with

GONE = "The old name of this player is gone."


def test_a_name_is_in_no_file_while_others_play_and_after_the_program_has_ended(
    tmp_path: Path,
) -> None:
    # A backup of before has the name.
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_BACKUPS": "0"}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        players = [seated(served.url) for _player in range(2)]
        hers = with_name(Device(served.url))
        with playing([*players, hers]):
            wait_until(players, 3)
            assert files_with(tmp_path)
            forget(hers.device)
            assert files_with(tmp_path) == []
            wait_until([*players, hers], 3)
        assert files_with(tmp_path) == []
        assert served.stop()[0] == 0
    assert (tmp_path / "scorekeeper.db").is_file()
    assert files_with(tmp_path) == []


def with_name(device: Device) -> Player:
    """Start a match in which the name is to be forgotten."""
    form = {**device.get("/matches/new").hidden, **MATCH, "names-0": NAME}
    return Player(device, device.post("/matches/new", form).location)


def forget(device: Device) -> None:
    """Forget the name, and wait until the page says that it is gone."""
    asked = "/players/3/forget"
    page = device.get(asked)
    assert NAME in page.text
    done = device.post(asked, page.hidden).location
    deadline = time.monotonic() + PATIENCE_SECONDS
    while GONE not in device.get(done).text:
        assert time.monotonic() < deadline, "The name is not gone."
        time.sleep(0.1)
