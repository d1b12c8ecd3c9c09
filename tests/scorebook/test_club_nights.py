"""Whatever officials do, and in whatever order: nobody sits twice, and all that is kept agrees."""

import json
from contextlib import suppress
from datetime import timedelta
from random import Random

import pytest
from sqlalchemy import func, select

from scorekeeper.club.draw import CannotDraw, How
from scorekeeper.club.standings import By
from scorekeeper.interchange.import_export import export_all, import_matches
from scorekeeper.maintenance import integrity
from scorekeeper.rules import load_game
from scorekeeper.scorebook import player_changes
from scorekeeper.scorebook.club import log, nights
from scorekeeper.scorebook.club.log import HasBegun
from scorekeeper.scorebook.club.night import Settings
from scorekeeper.scorebook.club.nights import HereTwice, StillPlayed
from scorekeeper.scorebook.club.record import Typed
from scorekeeper.scorebook.club.states import NoSuchNight
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db, upgrade
from scorekeeper.scorebook.locking import Stale
from scorekeeper.scorebook.settling import settle
from tests.databases import opened
from tests.effort import THOROUGH
from tests.interchange.match_factory import sent

pytestmark = pytest.mark.usefixtures("in_app")
NAMES = ("Ana", "Bea", "Ciro", "Dani", "Eva", "Fil", "Gus", "Hugo", "Ines", "Juan")
STEPS = 60
SEEDS = [1, *(pytest.param(seed, marks=THOROUGH) for seed in range(2, 20))]
REFUSED = (Stale, HasBegun, StillPlayed, CannotDraw, HereTwice)


def act(key, random, step):
    """Do something that officials could do, whether it makes sense now or not."""
    night = nights.find(key)
    people, at = night.record.people, (key, night.version, sent(f"step {step}"))
    one, other = random.sample([*people, *people, 1, 2], 2)
    points = (random.randrange(0, 150), random.randrange(0, 150))
    typed = Typed(points, By.GOAL, points.index(max(points)))
    table = (len(night.record.played), random.randrange(1, 3))
    acts = {
        "come": lambda: nights.come(*at, [(random.choice(NAMES),), (random.choice(NAMES),)][:1]),
        "come as a pair": lambda: nights.come(*at, [tuple(random.sample(NAMES, 2))]),
        "leave": lambda: nights.act(*at, "leave", one),
        "back": lambda: nights.act(*at, "back", one),
        "pair": lambda: nights.act(*at, "pair", one, other),
        "split": lambda: nights.act(*at, "split", one),
        "correct": lambda: nights.correct(*at, one, random.choice(NAMES)),
        "draw": lambda: nights.draw_next(*at, seed=step),
        "swap": lambda: nights.swap(*at, one, other),
        "open": lambda: nights.open_round(*at),
        "clocks": lambda: nights.set_clocks(*at, random.choice(["pause", "go_on", "more", "stop"])),
        "undo": lambda: log.undo(*at),
        "redo": lambda: log.redo(*at),
    }
    if night.record.played:
        chosen = random.choice([typed, typed, None, Typed((0, 0), By.ABSENT, 1)])
        tables = len(night.record.played[-1].matches)
        acts["result"] = lambda: nights.enter_result(*at, table[0], min(table[1], tables), chosen)
    weights = {"draw": 4, "open": 4, "result": 6}
    names = [*acts]
    name = random.choices(names, [weights.get(each, 1) for each in names])[0]
    # The same form twice does once what it does.
    for _twice in range(2):
        with suppress(*REFUSED):
            acts[name]()
    return name if nights.find(key).version > night.version else ""


def hold(key, name):
    """Hold the law: everybody here sits once or sits out, and all that is kept agrees."""
    seen = nights.see(key)
    record = seen.night.record
    assert record.is_fair
    if name == "draw" and record.drawn:
        drawn = [person for table in record.drawn.tables for person in table.people]
        assert sorted([*drawn, *record.drawn.sit_out]) == sorted(
            {*record.here}
            if not seen.night.in_pairs
            else {p for pair in record.pairs_here for p in pair}
        )
    rows = seen.standings()
    assert len({row.side for row in rows}) == len(rows)
    for match in seen.matches.values():
        assert len({*match.names}) == len(match.names)


@pytest.mark.parametrize("how", [How.CHANGING, How.SWISS])
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_officials_do_nobody_sits_twice_and_all_that_is_kept_agrees(how, seed):
    random = Random(seed)  # no secret
    key = nights.start("Friday", load_game("block"), Settings(how=how), "night", "owner")
    nights.come(key, 0, sent("come"), [("Ana", "Bea"), ("Ciro", "Dani"), ("Eva",), ("Fil",)])
    for step in range(STEPS):
        hold(key, act(key, random, step))
    assert export_all().damaged == ()
    assert integrity.check().faults == ()


def test_two_who_are_one_by_now_are_never_drawn_against_themselves():
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    nights.come(key, 0, sent("come"), [(name,) for name in (*NAMES[:5], "Ana B")])
    of_name = {name: person for person, name in nights.find(key).names.items()}
    player_changes.join(of_name["Ana B"], of_name["Ana"], sent("join"))
    nights.draw_next(key, 1, sent("draw"), seed=1)
    drawn = nights.find(key).record.rounds[0].drawn
    assert len(drawn.tables[0].people) + len(drawn.sit_out) == 5
    # Whom somebody lets sit there twice does not.
    out = (of_name["Ana B"], next(person for person in drawn.tables[0].people))
    with suppress(Stale):
        nights.swap(key, 2, sent("swap"), *out)
    assert nights.find(key).is_once(nights.find(key).record.rounds[0].drawn.tables[0].people)


def test_people_of_a_house_are_those_of_the_owner_of_their_night_on_a_site_of_links(app):
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    nights.come(key, 0, sent("come"), [("Ana", "Bea"), ("Ciro",), ("Dani",)])
    nights.draw_next(key, 1, sent("draw"), seed=1)
    nights.open_round(key, 2, sent("open"))
    for access in ("links", "house", "links"):
        app.config["ACCESS"] = access
        settle()
        nights.come(key, nights.find(key).version, sent(access), [("ana",), ("Eva",)])
        night = nights.find(key)
        assert [*night.names.values()] == ["Ana", "Bea", "Ciro", "Dani", "Eva"]
        assert integrity.check().faults == ()


def test_a_night_goes_into_another_scorebook_and_back_into_its_own_only_once(tmp_path):
    key = nights.start("Friday", load_game("block"), Settings(rounds=2), "night", "owner")
    nights.come(key, 0, sent("come"), [("Ana", "Bea"), ("Ciro",), ("Dani",), ("Eva",)])
    nights.draw_next(key, 1, sent("draw"), seed=1)
    nights.open_round(key, 2, sent("open"))
    nights.enter_result(key, 3, sent("result"), 1, 1, Typed((100, 60), By.GOAL, 0))
    nights.act(key, 4, sent("leave"), "leave", nights.find(key).record.people[4])
    file = json.loads(export_all().content)
    before = told(key)
    import_matches(file)
    assert len(nights.nights(None)) == 1
    with opened(f"sqlite:///{tmp_path / 'other.db'}", tmp_path) as other, other.app_context():
        upgrade(other)
        import_matches(file)
        (there,) = nights.nights(None)
        assert told(there.key) == before
        assert integrity.check().faults == ()
        assert json.loads(export_all().content)["club_nights"] == file["club_nights"]


def test_a_night_in_the_bin_is_gone_for_good_after_30_days_and_its_names_with_it(clock):
    key = nights.start("Friday", load_game("block"), Settings(), "night", "owner")
    nights.come(key, 0, sent("come"), [("Ana",), ("Bea",)])
    nights.act(key, 1, sent("away"), "bin")
    (night,) = nights.in_bin()
    for days, left in ((29, 2), (2, 0)):
        clock.now += timedelta(days=days)
        nights.empty_bin([night])
        assert db.session.scalar(select(func.count()).select_from(models.PlayerRow)) == left
    with pytest.raises(NoSuchNight):
        nights.find(key)
    assert integrity.check().faults == ()


def told(key):
    seen = nights.see(key)
    rows = [(seen.night.side_name(row.side), row.place, row.points) for row in seen.standings()]
    gone = [seen.night.names[person] for person in seen.night.record.gone]
    return rows, gone, [seen.night.side_name(pair) for pair in seen.night.record.pairs]
