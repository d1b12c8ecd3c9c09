"""A forgotten name is in no file, while devices play on and after the program has ended."""

import time

from tests.faults.player import PATIENCE_SECONDS, playing, seated, wait_until
from tests.running_server import RUN, scorekeeper, serving
from tests.scorebook.test_wiping import NAME, files_with

GONE = "The old name of this player is gone."


def test_a_name_is_in_no_file_while_others_play_and_after_the_program_has_ended(tmp_path):
    # A backup of before has the name.
    environment = {"SCOREKEEPER_INSTANCE": str(tmp_path), "SCOREKEEPER_BACKUPS": "0"}
    with serving(*scorekeeper(*RUN), environment=environment) as served:
        players = [*(seated(served.url) for _ in range(2)), seated(served.url, **{"names-0": NAME})]
        with playing(players):
            wait_until(players, 3)
            assert files_with(tmp_path)
            forget(players[-1].device)
            assert files_with(tmp_path) == []
            wait_until(players, 3)
        assert files_with(tmp_path) == []
        assert served.stop()[0] == 0
    assert (tmp_path / "scorekeeper.db").is_file()
    assert files_with(tmp_path) == []


def forget(device):
    """Forget the name, and wait until the page says that it is gone."""
    asked = "/players/3/forget"
    page = device.get(asked)
    assert NAME in page.text
    done = device.post(asked, page.hidden).location
    deadline = time.monotonic() + PATIENCE_SECONDS
    while GONE not in device.get(done).text:
        assert time.monotonic() < deadline, "The name is not gone."
        time.sleep(0.1)
