"""What is done with players does what tests/cases/players.toml says."""

from itertools import count
from string import ascii_lowercase

import pytest

from scorekeeper.rules import Setup, load_game
from scorekeeper.scorebook import history, matches, player_changes, trash
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.log import Submission
from scorekeeper.scorebook.people import players
from scorekeeper.scorebook.people.numbers import joins_of
from scorekeeper.scorebook.player_changes import ALL, Scope
from tests.interchange.match_factory import LONG, REFUSED, record, rename, swap, take_back
from tests.unchanged import rows
from tests.unit.rules.lines import cases
from tests.web.round.test_entries import blocks

pytestmark = pytest.mark.usefixtures("in_checked_app")


class Story:
    """A scorebook to which a story happens; `scope` is what the device may see and change."""

    def __init__(self, app):
        self.app, self.scope, self._numbers = app, ALL, count(1)
        # Who is called so, or was last; each player by the order in which they sat down.
        self.known, self.seated, self._opened = dict[str, int](), list[int](), 0
        self._last = self._key = ""

    def happens(self, line, *, is_refused):
        """Do what a line says; return how it was refused, or ""."""
        before = rows(self.app) if is_refused or line == "again" else {}
        if line == "again":
            # The form arrives a second time.
            self._do(self._last, self._key)
            assert rows(self.app) == before
            return ""
        self._last, self._key = line, f"key {next(self._numbers)}"
        try:
            self._do(line, self._key)
        except REFUSED as refusal:
            db.session.rollback()
            assert rows(self.app) == before
            return type(refusal).__name__
        self._look()
        return ""

    def _do(self, line, key):
        (what, _, rest), sent, scope = line.partition(" "), Submission(key, "iPad"), self.scope
        match what:
            case "match" | "partners":
                owner, _, names = rest.rpartition(": ")
                self._open(tuple(names.split(", ")), key, owner, partners=what == "partners")
            case "by":
                self.app.config["ACCESS"] = rest
            case "device":
                seen, _, owned = rest.removesuffix(" !").partition(" / ")
                now = (lambda: ()) if rest.endswith("!") else None
                self.scope = Scope(ids(seen), ids(owned), now)
            case "names":
                number, _, names = rest.partition(" to ")
                rename(int(number), *names.split(", "))
            case "swap":
                number, _, seats = rest.partition(": ")
                one, another = ids(seats)
                swap(int(number), one - 1, another - 1)
            case "round":
                record(int(rest), key)
            case "undo":
                take_back(int(rest))
            case "redo":
                history.redo(int(rest), matches.version_of(int(rest)), sent)
            case "bin":
                trash.move_to_trash(int(rest), sent)
            case "unbin":
                trash.restore_match(int(rest), sent)
            case "rename":
                who, _, name = rest.partition(" to ")
                player_changes.rename(self._player(who), name, sent, scope)
            case "forget":
                player_changes.forget(self._player(rest), "Player {}".format, sent, scope)
            case "hide" | "show":
                player_changes.hide(self._player(rest), scope, hidden=what == "hide")
            case "join":
                who, _, other = rest.partition(" with ")
                player_changes.join(self._player(who), self._player(other), sent, scope)
            case "part":
                player_changes.undo_join(self._join(rest), sent, scope)
            case "split":
                names, _, numbers = rest.partition(": ")
                who, name = names.split(", ")
                chosen = ids(numbers)
                if player_changes.split_before(name, sent) is None:
                    player_changes.split(self._player(who), name, chosen, sent, scope)
            case _:
                raise ValueError(line)

    def told(self, fact):
        """Return what is so of what a fact is about, as the fact says it."""
        about = fact.partition(":")[0]
        what, _, of = about.partition(" ")
        seen, found = self.scope.seen, list[object]()
        match what:
            case "players":
                found = [each.name for each in players.list_players(seen)]
            case "hidden":
                found = [each.name for each in players.list_players(seen, hidden=True)]
            case "beside":
                found = [each.name for each in players.list_players(seen, beside=self._player(of))]
            case "offered":
                found = [each.name for each in players.recent_players(seen)]
            case "typed":
                found = [*players.named_alike(tuple(of.split(", ")), seen)]
            case "joined":
                found = [each.name for each in joins_of(self._player(of), self.scope.owned)]
            case "who":
                found = [
                    ascii_lowercase[self.seated.index(each)] for each in self._sitting(int(of))
                ]
            case "colours":
                found = [*matches.find_match(int(of)).seat_colours]
            case "sides":
                found = [*matches.find_match(int(of)).side_colours]
            case "version":
                found = [matches.version_of(int(of))]
            case "rounds":
                found = [len(matches.find_match(int(of)).rounds)]
            case _:
                found = [*matches.find_match(int(what)).names]
        by = " " if what in ("who", "colours", "sides") else ", "
        return f"{about}: {by.join(map(str, found))}".rstrip()

    def _open(self, names, key, owner, *, partners):
        setup = Setup.of(load_game("hoyle") if partners else LONG, len(names))
        self._opened = matches.open_match(setup, names, key, owner=owner)

    def _sitting(self, match_id):
        return players.players_of([match_id])[match_id]

    def _look(self):
        """Remember who is called how, and who sat down."""
        self.known |= {each.name: each.id for each in players.players_by_id().values()}
        for match_id in range(1, self._opened + 1):
            self.seated += [each for each in self._sitting(match_id) if each not in self.seated]

    def _player(self, who):
        """Return a player by the name, the letter or the number."""
        if len(who) == 1:
            return self.seated[ascii_lowercase.index(who)]
        return int(who) if who.isdecimal() else self.known[who]

    def _join(self, name):
        """Return the join of a player of a name; without one, the number of whoever has it."""
        joins = (join for player in players.players_by_id() for join in joins_of(player))
        return next((join.id for join in joins if join.name == name), self._player(name))


def ids(text):
    return () if text == "-" else tuple(map(int, text.split()))


@pytest.mark.parametrize("lines", cases("players"))
def test_what_is_done_with_players_is_so_then(app, lines):
    story, found = Story(app), list[str]()
    for line, *facts in blocks(lines):
        refused = story.happens(line, is_refused="refused" in " ".join(facts))
        found += [line, f"  refused {refused}"] if refused else [line]
        found += [f"  {story.told(each.strip())}" for each in facts if "refused" not in each]
    assert found == lines
