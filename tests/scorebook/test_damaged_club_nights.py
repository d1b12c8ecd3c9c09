"""A file of club nights whose logs cannot be is refused whole."""

import json

import pytest

from scorekeeper.interchange.import_export import import_read
from scorekeeper.interchange.import_reader import read_file
from scorekeeper.rules import load_game
from scorekeeper.scorebook.club import nights
from scorekeeper.scorebook.club.night import Settings
from scorekeeper.scorebook.round_json import InvalidJson
from tests.interchange.match_factory import everything, sent
from tests.web.visitor import FOUR

pytestmark = pytest.mark.usefixtures("in_app")

DAMAGES = (
    lambda changes: changes.pop(1),
    lambda changes: changes.insert(0, changes[0]),
    lambda changes: changes[1]["after"].update(people=[1, 1, 2, 3]),
    lambda changes: changes[1]["after"].update(people=["Ana", 2, 3, 4]),
    lambda changes: changes[1]["after"].update(x=1),
    lambda changes: changes[1].update(kind="x"),
    lambda changes: changes[2].update(undoes=7),
    lambda changes: changes.clear(),
    *(
        lambda changes, wrong=wrong: changes[3]["after"]["round 1"].update(sanctions=[wrong])
        for wrong in (
            {"table": 2, "side": 0, "points": 5, "reason": ""},
            {"table": 1, "side": 2, "points": 5, "reason": ""},
            {"table": 1, "side": 0, "points": "5", "reason": ""},
            {"table": 1, "side": 0, "points": 5, "reason": "x" * 81},
            {"table": 1, "side": 0, "points": 5},
        )
    ),
)


def test_a_log_that_cannot_be_is_refused_whole(elsewhere):
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    nights.add_people(key, 0, sent("come"), [(name,) for name in FOUR])
    nights.draw_next(key, 1, sent("draw"), seed=1)
    nights.open_round(key, 2, sent("open"))
    content = everything()
    with elsewhere.app_context():
        for damage in DAMAGES:
            file = json.loads(content)
            damage(file["club_nights"][0]["log"]["changes"])
            with pytest.raises(InvalidJson):
                import_read(read_file(file))
        assert nights.nights(None) == []
