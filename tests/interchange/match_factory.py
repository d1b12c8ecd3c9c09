"""Matches in every state, their players, and the files in which they are carried elsewhere."""

import json

from scorekeeper.cli import main
from scorekeeper.interchange import import_export, import_reader
from scorekeeper.interchange.named_json import unique_keys
from scorekeeper.maintenance import integrity
from scorekeeper.rules import Round, RuleError, Setup, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook import changes, history, matches
from scorekeeper.scorebook.match_log import Submission
from scorekeeper.scorebook.people import players
from scorekeeper.scorebook.people.logged_players import SameTable
from scorekeeper.scorebook.people.players import NoSuchPlayer
from scorekeeper.scorebook.permissions.rights import NoSuchMatch, Stale
from scorekeeper.scorebook.player_changes import EveryMatch, NameOfAnother, NotTheirs, NotYours
from scorekeeper.scorebook.scored_match import ReplayError
from tests.cli.json_cli import BASE
from tests.unit.rules.example import leaving
from tests.unit.rules.lines import example
from tests.web.visitor import TEN

NAMES = ("Ana", "Bea")
FOUR = (*NAMES, "Ciro", "Dani")
LONG = with_house_rules(load_game("block"), {"match": {"goal": 10_000}})
left = leaving
ANA_WINS_12 = left("", "66")
# Matches of one round as tests/cases/rounds.toml has them, and who plays them.
ONE_ROUND = {
    "dominican-patio pairs : - / 6-6 / 17 of 3 from 1-2 / 4 : opener Ciro; blocker Bea; ends 3 5;"
    " corrected Bea -5 misread “=1+1”": FOUR,
    "all-fives 2 : - / 6-6 : tally 15 / -": ("Zoë", "Ана"),
    "italian 3 : plays Ana 6-6, Bea 5-6, Ciro 5-5": FOUR[:3],
    "puerto-rico-500 pairs : - / 6-6 / 5-5 / 4-4 : claims capicú by Ana": FOUR,
    "mexican-train 10 : 0 / 1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 9": TEN,
}
MATCH = BASE["A file"]
# How a change of players or matches may be refused: then nothing is changed.
REFUSED = (
    *(EveryMatch, NameOfAnother, NoSuchMatch, NoSuchPlayer, NotTheirs, NotYours),
    *(ReplayError, RuleError, SameTable, Stale),
)


def start(key, names=NAMES):
    """Open a match to a goal that is far away."""
    return matches.open_match(Setup.of(LONG, len(names)), names, key)


def record(match_id, *keys):
    """Record a round for each entry key: Ana wins 12 points in each."""
    for key in keys:
        number = matches.find_match(match_id).next_number
        matches.record_round(match_id, number, key, ANA_WINS_12)


def take_back(match_id):
    version = matches.version_of(match_id)
    history.undo(match_id, version, Submission(f"undo {version}"))


def rename(match_id, *names):
    edit(match_id, lambda match: changes.players_renamed(match.record, names))


def swap(match_id, one, other):
    edit(match_id, lambda _match: changes.players_swapped(one, other))


def many_matches():
    """Fill a scorebook with matches that have everything a match can have."""
    record(plain := start("plain"), "a", "b")
    for number, points in ((3, (27, 0)), (4, (None, 0)), (5, (None, None))):
        matches.record_round(plain, number, f"points {number}", Round(points=points))
    for told, names in ONE_ROUND.items():
        setup, played, _moment = example(told)
        match_id = matches.open_match(setup, names, setup.game.id, opening_seat=setup.players - 1)
        matches.record_round(match_id, 1, "a", played)
    block = Setup.of(load_game("block"), 2)
    ended = matches.open_match(block, ("אנה", "👩‍👩‍👧"), "ended")
    on = matches.open_match(block, NAMES, "on")
    for each, goal in ((ended, 24), (on, 30)):
        record(each, "a", "b", "c")
        edit(each, lambda match, goal=goal: changes.goal_changed(match.record, goal))
    edit(on, lambda match: changes.play_on_allowed(match.record))
    # One that its players ended, and one of which nothing is left then.
    for key in ("stopped", "empty"):
        record(stopped := start(key), "a")
        edit(stopped, lambda match: changes.match_stopped(match.record))
    edit(stopped, lambda match: changes.round_removed(match.record, 1))
    undone = start("undone")
    record(undone, "a", "b")
    take_back(undone)
    rename(undone, "Ana", "Dani")


def edit(match_id, build):
    version = matches.version_of(match_id)
    history.edit_match(match_id, version, Submission(f"edited {version}"), build)


def colours(match_id):
    return matches.find_match(match_id).seat_colours


def id_of(name):
    return next(player.id for player in players.list_players() if player.name == name)


def names(*, hidden=False):
    return [player.name for player in players.list_players(hidden=hidden)]


def sent(key="sent"):
    return Submission(key, "iPad")


def seated(match_id):
    return matches.find_match(match_id).names


def everything(damaged=()):
    """Return the file of all matches, none of which may be damaged but those that are named."""
    found: list[str] = []
    content = b"".join(import_export.export_all(found))
    assert found == [*damaged]
    return content


def taken(app, match_id=None):
    with app.app_context():
        if match_id is None:
            return everything()
        return import_export.export_match(match_id).content


def brought(app, file):
    """Import a file into a scorebook, which is in order afterwards."""
    table = json.loads(file, object_pairs_hook=unique_keys) if isinstance(file, bytes) else file
    with app.app_context():
        imported = import_export.import_read(import_reader.read_file(table))
        assert integrity.check().faults == ()
    return imported


def exported(terminal, *words):
    result = terminal.invoke(main, ["export", *words])
    assert result.exit_code == 0, result.output
    return result.stdout_bytes


def imports(terminal, content):
    return terminal.invoke(main, ["import", "-"], input=content)
