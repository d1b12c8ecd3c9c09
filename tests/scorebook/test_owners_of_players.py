"""Whose players sit in a match: everybody's in a house, and on a site of links its owner's."""

import json
from collections import defaultdict
from typing import NamedTuple

import pytest
from flask import current_app
from sqlalchemy import select, update

from scorekeeper.interchange import import_export, import_reader
from scorekeeper.maintenance import integrity
from scorekeeper.rules import Setup, load_game
from scorekeeper.scorebook import matches, owner_of_matches, player_changes
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, writing
from scorekeeper.scorebook.figures.recounting import are_kept, settle_figures
from scorekeeper.scorebook.history import changes_of
from scorekeeper.scorebook.people.logged_players import joins_of
from scorekeeper.scorebook.people.players import players_of
from scorekeeper.scorebook.permissions.rights import plays_for
from tests.interchange.match_factory import colours, everything, record, rename, seated, sent
from tests.support.rows import rows

pytestmark = pytest.mark.usefixtures("in_checked_app")

TABLET, PHONE, GUEST, NOBODY = "tablet", "phone", "guest", ""
# What stays as it is, whoever the players are.
KEPT = ("rounds", "owners", "drafts", "rule_sets")


@pytest.fixture
def app(app):
    app.config["ACCESS"] = "links"
    return app


def start(owner, *names, of=""):
    setup, key = Setup.of(load_game("block"), len(names)), f"{owner} {names}"
    return matches.open_match(setup, names, key, owner=owner, players_of=of)


def win(match_id):
    record(match_id, *"abcdefghi")
    assert matches.find_match(match_id).standing.over


def shown():
    """Return the names, the colours and the log of each match."""

    def names_in(table):
        return (table or {}).get("names")

    found = [
        (
            *(match.names, match.seat_colours),
            [
                (each.version, *map(names_in, (each.before, each.after)))
                for each in changes_of(match.id)
            ],
        )
        for match in map(matches.find_match, db.session.scalars(select(models.MatchRow.id)).all())
    ]
    db.session.rollback()
    return found


def become(access):
    """Start the program with the other way of access."""
    db.session.rollback()
    current_app.config["ACCESS"] = access
    owner_of_matches.settle()
    settle_figures()
    db.session.rollback()


class Book(NamedTuple):
    """Matches that a tablet, a phone and nobody started, with the same names in them."""

    tablet: tuple[int, ...]
    phone: tuple[int, ...]
    nobody: tuple[int, ...]

    @property
    def people(self):
        """The seats of each player, by match and place."""
        found = defaultdict[int | None, set[tuple[int, int]]](set)
        for match_id, players in players_of(sum(self, ())).items():
            for position, player in enumerate(players):
                found[player].add((match_id, position))
        return {*map(frozenset, found.values())}


@pytest.fixture
def book(in_checked_app):  # noqa: ARG001 # what it enters
    """Return a house in which much was done with those who are called Ana."""
    current_app.config["ACCESS"] = "house"
    tablet = (
        start(TABLET, "Ana", "Bea"),
        start(TABLET, "Anna", "Ciro"),
        start(TABLET, "Eva", "Ana"),
    )
    phone = start(PHONE, "Bea", "ANA"), start(PHONE, "Anna", "Dani"), start(PHONE, "Ana", "Ciro")
    nobody = start(NOBODY, "Ana", "Ciro"), start(NOBODY, "Ana", "Eva")
    for match_id in (tablet[0], phone[0], nobody[0]):
        win(match_id)
    again, _new = matches.open_rematch(phone[0], owner=GUEST)
    rename(tablet[2], "Dani", "Ana")
    player_changes.join(player(tablet[1]), player(tablet[0]), sent("join"))
    player_changes.hide(player(tablet[1], 1))
    settle_figures()
    return Book(tablet, (*phone, again), nobody)


def player(match_id, seat=0):
    return players_of([match_id])[match_id][seat] or 0


def named(owner):
    """Return the players of an owner who sit in a match by their names."""
    sits = select(models.SeatRow.player_id)
    of_owner = select(models.PlayerRow).filter_by(owner=owner)
    found = db.session.scalars(of_owner.where(models.PlayerRow.id.in_(sits)))
    return {row.name: row for row in found}


def all_rows():
    found = rows(current_app._get_current_object())  # type: ignore[attr-defined] # Flask's own
    db.session.rollback()
    return {table: sorted(each, key=repr) for table, each in found.items()}


def test_a_name_is_another_player_of_each_owner_and_one_to_everybody_in_a_house():
    one, other = start(TABLET, "Ana", "Bea"), start(PHONE, "Bea", "Ciro", "ANA")
    assert len({*players_of([one])[one], *players_of([other])[other]}) == 5
    assert all(number > 1000 for number in players_of([one])[one] if number)
    # As for anybody who sits down for the first time.
    assert colours(one) == (1, 2)
    assert colours(other) == (1, 2, 3)
    current_app.config["ACCESS"] = "house"
    third, fourth = start(TABLET, "Dani", "Eva"), start(PHONE, "Eva", "DANI")
    assert players_of([third])[third] == players_of([fourth])[fourth][::-1]


def test_who_plays_on_plays_with_the_players_of_the_first_match():
    first = start(TABLET, "Ana", "Bea")
    win(first)
    start(GUEST, "Ana", "Bea")
    rematch, _new = matches.open_rematch(first, owner=GUEST)
    again = matches.open_again(first, "again", owner=GUEST)
    of_all = players_of([first, rematch, again])
    assert {*of_all[first]} == {*of_all[rematch]} == {*of_all[again]}
    rename(rematch, "Ciro", "Ana")
    assert player(rematch, 1) == player(first)


PLAYS_FOR = (
    (TABLET, (), TABLET),
    ("new", (), "new"),
    ("new", (TABLET,), TABLET),
    ("new", (NOBODY,), "new"),
    ("new", (NOBODY, PHONE, TABLET), PHONE),
    (TABLET, (PHONE,), TABLET),
    # Whoever opened no more than a rematch has started nothing of their own.
    (GUEST, (PHONE,), PHONE),
)


def test_who_has_full_control_and_started_nothing_plays_for_the_owner():
    started = {owner: start(owner, "Ana", "Bea") for owner in (PHONE, TABLET, NOBODY)}
    win(started[PHONE])
    matches.open_rematch(started[PHONE], owner=GUEST)
    for device, controlled, owner in PLAYS_FOR:
        assert plays_for(device, [started[each] for each in controlled]) == owner, controlled


def test_a_house_that_becomes_a_site_has_a_player_of_each_owner_and_loses_nothing(book):
    before, numbers = all_rows(), {row.id for row in named("").values()}
    told = shown()
    become("links")
    after = all_rows()
    assert {name: after[name] for name in KEPT} == {name: before[name] for name in KEPT}
    assert shown() == told
    for table in ("matches", "seats", "changes", "match_results"):
        assert len(after[table]) == len(before[table])
    assert {owner: sorted(named(owner)) for owner in (TABLET, PHONE, NOBODY, GUEST)} == {
        TABLET: ["Ana", "Bea", "Ciro", "Dani"],
        PHONE: ["Ana", "Bea", "Ciro", "Dani"],
        NOBODY: ["Ana", "Ciro", "Eva"],
        GUEST: [],
    }
    assert named(PHONE)["Ciro"].hidden
    assert numbers.isdisjoint(row.id for owner in (TABLET, PHONE) for row in named(owner).values())
    # A file of a site is one that can be imported.
    content = json.loads(everything())
    assert [each["name"] for each in content["players"]] == ["Ana", "Bea", "Ciro", "Dani", "Eva"]
    assert import_export.import_read(import_reader.read_file(content)).new == 0
    assert integrity.check().faults == ()
    # A join can be undone by each owner.
    for matches_of in (book.tablet, book.phone):
        ana = player(matches_of[1])
        (made,) = joins_of(ana, matches_of)
        scope = player_changes.Scope(matches_of, matches_of)
        anna = player_changes.undo_join(made.id, sent(f"undo {made.id}"), scope)
        assert (player(matches_of[1]), seated(matches_of[1])[0]) == (anna, "Anna")
        assert anna != ana
    assert joins_of(player(book.nobody[0])) == []


def test_a_site_that_becomes_a_house_and_a_site_again_has_the_same_people_as_before(
    book, monkeypatch
):
    one_house = book.people
    become("links")
    site = book.people
    become("house")
    assert book.people == one_house
    assert named("")["Ciro"].hidden
    start(GUEST, "Zoe", "Ana")
    # In small parts they are divided alike.
    monkeypatch.setattr(owner_of_matches, "PART", 2)
    become("links")
    assert book.people == site
    assert are_kept()


def test_a_player_of_another_owner_is_found_by_check_and_seated_again():
    one, other = start(TABLET, "Ana", "Bea"), start(PHONE, "Ana", "Bea")
    ana = player(one)
    seats = update(models.SeatRow).filter_by(match_id=one, position=0)
    with writing() as session:
        # As a program of the version before may do, to which they are one.
        session.execute(seats.values(player_id=player(other)))
    faults = integrity.check().faults
    assert faults[0] == f"Match {one}: its Ana is a player of another owner."
    db.session.rollback()
    owner_of_matches.settle()
    assert player(one) == ana
