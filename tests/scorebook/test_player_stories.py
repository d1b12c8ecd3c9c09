"""What is done with players does what tests/cases/players.toml says."""

import pytest

from tests.scorebook.player_stories import Story
from tests.unit.rules.lines import cases
from tests.web.round.test_entries import blocks

pytestmark = pytest.mark.usefixtures("in_checked_app")


@pytest.mark.parametrize("lines", cases("players"))
def test_what_is_done_with_players_is_so_then(app, lines):
    story, found = Story(app), list[str]()
    for line, *facts in blocks(lines):
        refused = story.happens(line)
        found += [line, f"  refused {refused}"] if refused else [line]
        found += [f"  {story.told(each.strip())}" for each in facts if "refused" not in each]
    assert found == lines
