"""What is done with players does what tests/cases/players.toml says, and leaves the rest alone."""

import json
from datetime import timedelta
from itertools import count
from string import ascii_lowercase

import pytest
from sqlalchemy import select

from scorekeeper import clock
from scorekeeper.rules import Setup, load_game
from scorekeeper.scorebook import changes, history, match_bin, matches, player_changes
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.database.models import ChangeRow, MatchRow
from scorekeeper.scorebook.figures.page_figures import player_figures, season_table
from scorekeeper.scorebook.figures.queries import Figures
from scorekeeper.scorebook.people import players
from scorekeeper.scorebook.people.logged_players import joins_of
from scorekeeper.scorebook.player_changes import ALL, Scope
from tests.interchange import match_factory
from tests.support.cases import ANSWER, Line, Unreadable, cases, compare, reading
from tests.support.rows import rows

pytestmark = pytest.mark.usefixtures("in_checked_app")


class Story:
    """A scorebook to which a story happens; `scope` is what the device may see and change."""

    def __init__(self, app):
        self.app, self.scope, self._numbers = app, ALL, count(1)
        # Who is called so, or was last; each player by the order in which they sat down.
        self.known, self.seated, self._opened = dict[str, int](), list[int](), 0
        self._last = self._key = ""

    def goes_on(self, line, *facts):
        """Do what a line says, and answer it."""
        refused = self.happens(line, is_refused="refused" in " ".join(facts))
        yield line
        if refused:
            yield f"{ANSWER}refused {refused}"
        for fact in facts:
            if "refused" not in fact:
                with reading(fact):
                    yield f"{ANSWER}{self.told(fact.strip())}"

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
        except match_factory.REFUSED as refusal:
            db.session.rollback()
            assert rows(self.app) == before
            return type(refusal).__name__
        self._look()
        return ""

    def _do(self, line, key):
        (what, _, rest), sent, scope = line.partition(" "), match_factory.sent(key), self.scope
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
                match_factory.rename(int(number), *names.split(", "))
            case "swap":
                number, _, seats = rest.partition(": ")
                one, another = ids(seats)
                match_factory.swap(int(number), one - 1, another - 1)
            case "round":
                match_factory.record(int(rest), key)
            case "undo":
                match_factory.take_back(int(rest))
            case "redo":
                history.redo(int(rest), matches.version_of(int(rest)), sent)
            case "bin":
                match_bin.move_to_bin(int(rest), sent)
            case "unbin":
                match_bin.restore_match(int(rest), sent)
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
                raise Unreadable(f"`{what}` is nothing that is done.")

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
            case _ if what.isdecimal():
                found = [*matches.find_match(int(what)).names]
            case _:
                raise Unreadable(f"`{what}` is nothing that is looked at.")
        by = " " if what in ("who", "colours", "sides") else ", "
        return f"{about}: {by.join(map(str, found))}".rstrip()

    def _open(self, names, key, owner, *, partners):
        setup = Setup.of(load_game("hoyle") if partners else match_factory.LONG, len(names))
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


@pytest.mark.parametrize(
    ("told", "answer", "said"),
    [
        ("mach Ana, Bea", "players: Ana, Bea", "`mach` is nothing that is done."),
        ("match Ana, Bea", "playrs: Ana, Bea", "`playrs` is nothing that is looked at."),
    ],
)
def test_a_story_that_cannot_be_read_says_what_of_it(app, told, answer, said):
    with pytest.raises(Unreadable, match=said):
        compare([Line(told), Line(f"{ANSWER}{answer}")], Story(app).goes_on)


@pytest.mark.parametrize("lines", cases("players"))
def test_what_is_done_with_players_is_so_then(app, lines):
    compare(lines, Story(app).goes_on)


def logged():
    """Return what the log has of each change, but for those that say a player changed."""
    rows = db.session.scalars(select(ChangeRow).where(ChangeRow.kind != "player"))
    return {(row.match_id, row.version): (row.before, row.after, row.state) for row in rows}


def test_a_forgotten_player_is_a_number_in_every_match_log_and_export():
    # One match that Ana left for Eva, one in which she stays, and one in which she was Anna.
    one = match_factory.start("one", match_factory.FOUR)
    other = match_factory.start("other", ("Ciro", "Ana"))
    match_factory.rename(one, "Eva", *match_factory.FOUR[1:])
    match_factory.start("third", ("Anna", "Eva"))
    ana = match_factory.id_of("Ana")
    player_changes.join(match_factory.id_of("Anna"), ana, match_factory.sent("join"))
    match_factory.record(other, "a")
    before, match = logged(), matches.find_match(other)
    player_changes.rename(ana, "Zoë", match_factory.sent("rename"))
    assert player_changes.forget(ana, "Player {}".format, match_factory.sent()) == ana
    db.session.rollback()
    # The log has numbers of players, and the match was played when it was.
    after = matches.find_match(other)
    assert logged() == before
    assert (after.changed_at, after.standing) == (match.changed_at, match.standing)
    assert match_factory.names(hidden=True) == ["Player 1"]
    match_factory.take_back(one)
    assert match_factory.seated(one)[0] == "Player 1"
    exported = match_factory.everything().decode()
    told = json.dumps([[each.before, each.after] for each in history.changes_of(one)])
    assert not any(name in text for text in (exported, told) for name in ("Ana", "Anna", "Zoë"))
    assert joins_of(ana) == []


def test_figures_are_counted_for_each_of_the_two():
    won = [match_factory.start(key) for key in ("one", "two", "three")]
    for match_id in won:
        match_factory.record(match_id, *(f"round {number}" for number in range(9)))
        # So that the match is over.
        match_factory.edit(match_id, lambda match: changes.goal_changed(match.record, 100))
    ana, before = match_factory.id_of("Ana"), season_table()
    made = player_changes.split(ana, "Ana B", won[:1], match_factory.sent())
    assert player_figures(ana).total.sums.matches == 2
    assert player_figures(made).total.sums.matches == 1
    assert Figures().ratings()[made].matches == 1
    player_changes.join(made, ana, match_factory.sent("join"))
    assert season_table() == before


def test_matches_of_a_player_are_chosen_by_when_they_were_started():
    one, two, three = (match_factory.start(key) for key in ("one", "two", "three"))
    ana, moment = match_factory.id_of("Ana"), clock.now()
    db.session.get_one(MatchRow, one).created_at = moment - timedelta(days=9)
    db.session.commit()
    assert players.matches_of_player(ana) == (three, two, one)
    assert players.matches_of_player(ana, until=moment - timedelta(days=8)) == (one,)
    assert players.matches_of_player(ana, since=moment - timedelta(days=8)) == (three, two)
    assert players.matches_of_player(ana, most=1) == (three,)
    assert players.matches_of_player(ana, (one,)) == (one,)
