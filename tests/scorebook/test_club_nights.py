"""Whatever officials do, and in whatever order: nobody sits twice, and all that is kept agrees."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from itertools import chain, islice, permutations
from random import Random
from typing import Any

import pytest
from flask import current_app
from sqlalchemy import event, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.club.draw import CannotDraw, How
from scorekeeper.club.standings import By
from scorekeeper.interchange.import_export import export_all, import_read
from scorekeeper.interchange.import_reader import read_file
from scorekeeper.maintenance import integrity
from scorekeeper.rules import Hand, PipsHand, Round, load_game
from scorekeeper.rules.game_files import with_house_rules
from scorekeeper.scorebook import cache, player_changes
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.club import night_log, nights
from scorekeeper.scorebook.club.night import Settings
from scorekeeper.scorebook.club.night_log import HasBegun
from scorekeeper.scorebook.club.night_record import Sanction, Typed
from scorekeeper.scorebook.club.night_rows import find_night
from scorekeeper.scorebook.club.night_state import NoSuchNight
from scorekeeper.scorebook.club.nights import HereTwice, StillPlayed
from scorekeeper.scorebook.club.with_matches import night_with_matches
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.matches import record_round, version_of
from scorekeeper.scorebook.owner_of_matches import settle
from scorekeeper.scorebook.permissions.rights import Stale
from tests.effort import THOROUGH
from tests.interchange.match_factory import everything, sent

pytestmark = pytest.mark.usefixtures("in_app")
NAMES = ("Ana", "Bea", "Ciro", "Dani", "Eva", "Fil", "Gus", "Hugo", "Ines", "Juan")
STEPS = 60
SEEDS = [1, *(pytest.param(seed, marks=THOROUGH) for seed in range(2, 20))]
REFUSED = (Stale, HasBegun, StillPlayed, CannotDraw, HereTwice)
# How people meet, how many sit at a table, each alone, and how many matches they play there.
WAYS = [
    *((how, 0, 1) for how in How),
    (How.WINNER_STAYS, 4, 1),
    (How.SWISS, 2, 3),
    *(pytest.param(how, 2, 1, marks=THOROUGH) for how in How),
    *(pytest.param(how, 4, 1, marks=THOROUGH) for how in (How.CHANGING, How.SWISS)),
    *(pytest.param(How.GROUPS, alone, 3, marks=THOROUGH) for alone in (0, 2)),
]


def chosen_act(night, random, sending):
    """Choose something that officials could do, whether it makes sense now or not."""
    people, at = night.record.people, (night.key, night.version, sent(sending))
    one, other = random.sample([*people, *people, 1, 2], 2)
    sides = night.settings.alone or 2
    tables = len(night.record.played[-1].drawn.tables) if night.record.played else 1
    table = (len(night.record.played), random.randrange(tables) + 1)
    if night.record.played:
        sides = len(night.record.played[-1].drawn.tables[table[1] - 1].sides)
    points = tuple(random.randrange(0, 150) for _side in range(sides))
    typed = Typed(points, By.GOAL, points.index(max(points)))
    actions = {
        "come": lambda: nights.add_people(
            *at, [(random.choice(NAMES),), (random.choice(NAMES),)][:1]
        ),
        "come as a pair": lambda: nights.add_people(*at, [tuple(random.sample(NAMES, 2))]),
        "leave": lambda: nights.act(*at, "leave", one),
        "back": lambda: nights.act(*at, "back", one),
        "pair": lambda: nights.act(*at, "pair", one, other),
        "split": lambda: nights.act(*at, "split", one),
        "correct": lambda: nights.correct(*at, one, random.choice(NAMES)),
        "draw": lambda: nights.draw_next(*at, seed=night.version),
        "swap": lambda: nights.swap(*at, one, other),
        "open": lambda: nights.open_round(*at),
        "decide": lambda: nights.decide(*at, random.choice([0, one]), night.version),
        "another": lambda: nights.open_another(*at, random.randrange(1, 4)),
        "clocks": lambda: nights.set_clocks(*at, random.choice(["pause", "go_on", "more", "stop"])),
        "undo": lambda: night_log.undo(*at),
        "redo": lambda: night_log.redo(*at),
    }
    if night.record.played:
        chosen = random.choice([typed, typed, None, Typed((0,) * sides, By.ABSENT, 1)])
        actions["result"] = lambda: nights.enter_result(*at, *table, chosen)
        # Also of a table that is none, or of a match that is lost to nobody: refused.
        sanctions = [
            Sanction(random.randrange(4), random.randrange(3), random.choice([0, 20]), "late")
            for _sanction in range(random.randrange(3))
        ]
        actions["sanction"] = lambda: nights.act(*at, "sanction", table[0], sanctions)
    weights = {"draw": 4, "open": 4, "result": 6}
    names = [*actions]
    name = random.choices(names, [weights.get(each, 1) for each in names])[0]
    return name, actions[name]


def act(key, random, step):
    """Let an official do something, and another at once, who saw the night as it was before."""
    night = find_night(key)
    name, first = chosen_act(night, random, f"step {step}")
    _name, late = chosen_act(night, random, f"late {step}")
    # The same form twice does once what it does.
    for each in (first, first):
        with suppress(*REFUSED):
            each()
    if find_night(key).version == night.version:
        return ""
    with pytest.raises(REFUSED):
        late()
    assert find_night(key).version == night.version + 1
    return name


def hold(key, name):
    """Hold the law: everybody here sits once or sits out, and all that is kept agrees."""
    seen = night_with_matches(key)
    record = seen.night.record
    assert record.is_fair
    if name == "draw" and record.drawn:
        drawn = record.drawn.people
        # Who stays in a pair and has none now waits for one, but for those of a bracket.
        loose = {*record.alone} - {*drawn} if seen.night.in_pairs else set()
        # Only in the last match of a knockout somebody sits who has left, and where one is left.
        left = {*drawn} - {*record.here}
        stay = [side for side in record.drawn.bracket if side and not left & {*side}]
        assert not left or record.drawn.is_final or len(stay) < 2
        assert sorted({*drawn, *loose} - left) == sorted(record.here)
        assert len(drawn) == len({*drawn})
    rows = seen.rows
    assert len({row.side for row in rows}) == len(rows)
    for match in seen.matches.values():
        assert len({*match.names}) == len(match.names)


@pytest.mark.parametrize(("how", "alone", "best_of"), WAYS)
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_officials_do_nobody_sits_twice_and_all_that_is_kept_agrees(
    how, alone, best_of, seed, thorough
):
    random = Random(seed)  # no secret
    settings = Settings(how=how, alone=alone, best_of=best_of)
    key = nights.start("Friday", load_game("block"), settings, "night", "owner")
    nights.add_people(key, 0, sent("come"), [("Ana", "Bea"), ("Ciro", "Dani"), ("Eva",), ("Fil",)])
    for step in range(STEPS):
        hold(key, act(key, random, step))
        if thorough or step % 20 == 19:
            everything()
            assert integrity.check().faults == ()


def test_two_officials_at_once_leave_a_night_in_which_everybody_sits_once(app):
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    nights.add_people(key, 0, sent("come"), [("Ana", "Bea"), ("Ciro", "Dani"), ("Eva",), ("Fil",)])
    randoms = [Random(1), Random(2)]  # no secret

    def officiate(who, step):
        with app.app_context(), suppress(*REFUSED):
            chosen_act(find_night(key), randoms[who], f"{who} {step}")[1]()

    with ThreadPoolExecutor(2) as pool:
        for step in range(STEPS):
            before = find_night(key).version
            db.session.rollback()
            for done in [pool.submit(officiate, who, step) for who in range(2)]:
                done.result()
            db.session.rollback()
            assert find_night(key).version <= before + 2
            hold(key, "")
            db.session.rollback()
    everything()
    assert integrity.check().faults == ()


def test_two_who_are_one_by_now_are_never_drawn_against_themselves():
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    nights.add_people(key, 0, sent("come"), [(name,) for name in (*NAMES[:5], "Ana B")])
    of_name = {name: person for person, name in find_night(key).names.items()}
    player_changes.join(of_name["Ana B"], of_name["Ana"], sent("join"))
    nights.draw_next(key, 1, sent("draw"), seed=1)
    drawn = find_night(key).record.rounds[0].drawn
    assert len(drawn.tables[0].people) + len(drawn.sit_out) == 5
    # Whom somebody lets sit there twice does not.
    out = (of_name["Ana B"], next(person for person in drawn.tables[0].people))
    with suppress(Stale):
        nights.swap(key, 2, sent("swap"), *out)
    assert find_night(key).is_once(find_night(key).record.rounds[0].drawn.tables[0].people)


def test_people_of_a_house_are_those_of_the_owner_of_their_night_on_a_site_of_links(app):
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    nights.add_people(key, 0, sent("come"), [("Ana", "Bea"), ("Ciro",), ("Dani",)])
    nights.draw_next(key, 1, sent("draw"), seed=1)
    nights.open_round(key, 2, sent("open"))
    for access in ("links", "house", "links"):
        app.config["ACCESS"] = access
        settle()
        nights.add_people(key, find_night(key).version, sent(access), [("ana",), ("Eva",)])
        night = find_night(key)
        assert [*night.names.values()] == ["Ana", "Bea", "Ciro", "Dani", "Eva"]
        assert integrity.check().faults == ()


def test_a_night_goes_into_another_scorebook_with_its_log_and_back_into_its_own_only_once(
    elsewhere,
):
    key = nights.start("Friday", load_game("block"), Settings(rounds=2), "night", "owner")
    people = [("Ana", "Bea"), ("Ciro",), ("Dani",), ("Eva",), ("Ana B",)]
    one, other = Typed((100, 60), By.GOAL, 0), Typed((20, 100), By.GOAL, 1)
    actions: Any = nights
    steps: Any = (
        partial(actions.add_people, people=people),
        partial(actions.draw_next, seed=1),
        lambda *at: actions.swap(*at, find_night(key).record.people[0], out(key)),
        actions.open_round,
        partial(actions.enter_result, number=1, table=1, typed=one),
        partial(actions.enter_result, number=1, table=1, typed=None),
        lambda *at: actions.correct(*at, fifth(key), "Eve"),
        partial(actions.act, what="links"),
        partial(actions.enter_result, number=1, table=1, typed=other),
        partial(actions.enter_result, number=1, table=1, typed=one),
        lambda *at: actions.act(*at, "sanction", 1, SANCTIONS[:1]),
        lambda *at: actions.act(*at, "sanction", 1, SANCTIONS),
        lambda *at: actions.act(*at, "leave", fifth(key)),
        night_log.undo,
        night_log.undo,
    )
    for version, step in enumerate(steps):
        step(key, version, sent(f"step {version}"))
    # Two who are one by now are two in the file, in which people are names.
    of_name = {name: person for person, name in find_night(key).names.items()}
    player_changes.join(of_name["Ana B"], of_name["Ana"], sent("join"))
    file = json.loads(everything())
    was = undone_and_redone(key)
    import_read(read_file(file))
    assert len(nights.nights(None)) == 1
    with elsewhere.app_context():
        import_read(read_file(file))
        (there,) = nights.nights(None)
        now = undone_and_redone(there.key)
        assert [renamed(each) for each in was] == [renamed(each) for each in now]
        assert len(now) > 12
        assert integrity.check().faults == ()
        # What was done since is in the next file: nothing of the first is another.
        again = json.loads(everything())["club_nights"][0]
        first = file["club_nights"][0]
        before = first["log"]["changes"]
        assert again["log"]["changes"][: len(before)] == before
        assert {**again, "log": 0, "record": 0} == {**first, "log": 0, "record": 0}


def test_a_night_that_cannot_be_read_is_named_and_all_others_are_exported():
    nights.start("Empty", load_game("block"), Settings(), "empty", "owner")
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    db.session.execute(update(models.ClubNightRow).filter_by(key=key).values(record={"people": 7}))
    db.session.commit()
    damaged: list[str] = []
    file = b"".join(export_all(damaged))
    assert [each["name"] for each in json.loads(file)["club_nights"]] == ["Empty"]
    assert len(damaged) == 1
    assert damaged[0].startswith("Club night 2 cannot be read: ")


SANCTIONS = (Sanction(1, 0, 20, "late"), Sanction(1, 1, 5, "left"))


def fifth(key):
    return find_night(key).record.people[4]


def out(key):
    (record,) = find_night(key).record.rounds
    return record.drawn.sit_out[0]


def undone_and_redone(key):
    """Tell how a night is after each step back, and after each step forward again."""
    told_all = [told(key)]
    for turn in (night_log.undo, night_log.redo):
        with suppress(Stale):
            while True:
                version = find_night(key).version
                turn(key, version, sent(f"{turn.__name__} {version}"))
                told_all.append(told(key))
    return told_all


def renamed(telling):
    """Leave out by which name the second of two is told from the first, who are one by now."""
    return json.loads(json.dumps(telling).replace("Ana (2)", "Ana"))


def test_a_night_in_the_bin_is_gone_for_good_after_30_days_and_its_names_with_it(clock):
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    nights.add_people(key, 0, sent("come"), [("Ana",), ("Bea",)])
    nights.act(key, 1, sent("away"), "bin")
    (night,) = nights.in_bin()
    for days, left in ((29, 2), (2, 0)):
        clock.now += timedelta(days=days)
        nights.empty_bin([night])
        assert db.session.scalar(select(func.count()).select_from(models.PlayerRow)) == left
    with pytest.raises(NoSuchNight):
        find_night(key)
    assert integrity.check().faults == ()


NOBODY_CAME, NOTHING_PLAYED = Typed((0, 0), By.ABSENT, 1), Typed((0, 0), By.TIME, None)


@pytest.mark.parametrize("begun", [False, True])
@pytest.mark.parametrize(
    ("game", "won", "other"),
    [("block", (100, 60), (20, 90)), ("brazil-to-six", (6, 3), (1, 4))],
)
def test_a_result_makes_its_match_what_it_says_and_undone_leaves_it_as_it_was(
    clock, game, won, other, begun
):
    timed = with_house_rules(load_game(game), {"match": {"minutes": 40}})
    key = nights.start("Friday", timed, Settings(), "night", "owner")
    nights.add_people(key, 0, sent("come"), [(name,) for name in NAMES[:4]])
    nights.draw_next(key, 1, sent("draw"), seed=1)
    nights.open_round(key, 2, sent("open"))
    (match_id,) = find_night(key).record.matches
    if begun:
        first = Round((Hand(), *(PipsHand(pips) for pips in (1, 2, 3))))
        record_round(match_id, 1, "first round", first)
    # A slip comes when the time is over.
    clock.now += timedelta(minutes=50)
    of_paper = (Typed(won, By.GOAL, 0), Typed(other, By.TIME, 1))
    orders = permutations((*of_paper, NOBODY_CAME, NOTHING_PLAYED, None))
    was = [state(match_id)]
    for step, typed in enumerate(chain(*islice(orders, 0, None, 23)), start=3):
        nights.enter_result(key, step, sent(f"step {step}"), 1, 1, typed)
        binned, over, totals, _timer = now = state(match_id)
        if not begun:
            assert binned is (typed in (NOBODY_CAME, NOTHING_PLAYED)), typed
            assert over is (typed in of_paper), typed
            assert totals == (typed.points if typed and over else (0, 0)), typed
        was.append(now)
    for turn, states in ((night_log.undo, was[-2::-1]), (night_log.redo, was[1:])):
        for then in states:
            version = find_night(key).version
            turn(key, version, sent(f"{turn.__name__} {version}"))
            assert state(match_id) == then
    assert integrity.check().faults == ()


def test_what_was_never_committed_is_in_no_match():
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    nights.add_people(key, 0, sent("come"), [(name,) for name in NAMES[:4]])
    nights.draw_next(key, 1, sent("draw"), seed=1)
    nights.open_round(key, 2, sent("open"))
    (match_id,) = find_night(key).record.matches
    nights.enter_result(key, 3, sent("a slip"), 1, 1, Typed((100, 60), By.GOAL, 0))
    event.listen(Session, "before_commit", refuse)
    with pytest.raises(OSError, match="full"):
        nights.enter_result(key, 4, sent("nobody"), 1, 1, NOBODY_CAME)
    event.remove(Session, "before_commit", refuse)
    # Another process, with a cache of its own, makes the next change.
    here = current_app.extensions["match_cache"]
    cache.init_app(current_app)
    nights.enter_result(key, 4, sent("another"), 1, 1, Typed((20, 90), By.GOAL, 1))
    current_app.extensions["match_cache"] = here
    assert state(match_id)[2] == (20, 90)


def refuse(_session):
    raise OSError("The disk is full.")


def state(match_id):
    """Return what somebody sees of a match: in the bin, over, its points and its clock."""
    match = match_at(match_id, version_of(match_id))
    standing = match.standing
    return match.binned_at is not None, standing.over, standing.totals, match.record.timer


def told(key):
    """Tell who is here, who is at which table, what came of it, and what its matches say."""
    seen = night_with_matches(key)
    night, record = seen.night, seen.night.record
    rows = [(night.side_name(row.side), row.place, row.points) for row in seen.rows]
    tables = [[*map(night.seats_of, each.drawn.tables)] for each in record.rounds]
    played = [
        (match.names, match.standing.totals, match.binned_at is None)
        for match in seen.matches.values()
    ]
    named = [[night.names[person] for person in people] for people in (record.gone, record.people)]
    typed = [(each.typed, each.sanctions) for each in record.rounds]
    return rows, named, [night.side_name(pair) for pair in record.pairs], tables, typed, played
