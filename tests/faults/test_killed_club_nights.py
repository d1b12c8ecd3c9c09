"""A server that is killed while officials draw, open tables, enter results, set clocks and undo."""

import re
import sqlite3
import sys
import time
from collections import Counter
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from random import Random

import pytest
from sqlalchemy import select

from scorekeeper.maintenance import integrity
from scorekeeper.scorebook.cache import match_at
from scorekeeper.scorebook.club.with_matches import night_with_matches
from scorekeeper.scorebook.database import models
from scorekeeper.scorebook.database.db import db
from scorekeeper.scorebook.matches import version_of
from tests.databases import opened
from tests.faults.site import Player, playing, wait_until
from tests.interchange.match_factory import everything
from tests.support.http_device import Device
from tests.support.running_server import RUN, free_port, running

pytest.importorskip("resource", reason="Windows has no kill -9. Run it on Linux.")

KILLS, KILLS_THOROUGH = 3, 40
# Seconds from the first answers to the kill, at the most.
MOST = 0.5
# Seconds that the clocks of two tables may differ by: fewer than a button adds.
APART = 60
PEOPLE = "Ana & Bea\nCiro & Dani\nEva\nFil\nGus\nHugo\nIns"
FRIDAY = {
    "name": "Friday",
    "how": "changing partners",
    "game": "block",
    "minutes": "30",
    "order": "effectiveness",
    "season": "10 8 6 5",
}
# Killed so often, officials start more matches than anybody may in an hour.
BEGIN = (
    "from scorekeeper.access import attempt_limits; "
    "attempt_limits.NEW_MATCHES = attempt_limits.NEW_MATCHES_FROM_ONE_ADDRESS ="
    " attempt_limits.NEW_MATCHES_OF_STRANGERS = attempt_limits.Rate(10**6, 60); "
)
# What officials call the kinds of changes.
SAID = {"drawn": "draw", "opened": "open"}
TABLES = re.compile(r"/rounds/(\d+)/tables/(\d+)")


@dataclass
class Official(Player):
    """Does what the page of a night asks for, or undoes it; sends again what was not answered.

    The match of a player is the address of the night; what is acknowledged are kinds of changes,
    and of results the points of the first side, which no other result has.
    """

    random: Random = field(default_factory=Random)

    def record(self, pips):
        page = self.insist((200,), self.device.get, self.match)
        tables = TABLES.findall(page.text)
        if self.random.random() < 0.07 and "Undo: who came" not in page.text:
            self.send("undo", page.hidden)
        elif f'{self.match}/clocks/more"' in page.text and self.random.random() < 0.2:
            change = self.random.choice(["pause", "go_on", "more", "more"])
            self.send(f"clocks/{change}", page.hidden, "clocks")
        elif f'{self.match}/open"' in page.text:
            self.send("open", page.hidden)
        elif tables and (self.random.random() < 0.5 or f'{self.match}/draw"' not in page.text):
            number, table = self.random.choice(tables)
            address = f"rounds/{number}/tables/{table}"
            asked = self.insist((200, 404), self.device.get, f"{self.match}/{address}")
            points = self.first + len(self.acknowledged)
            filled = {"one": str(points), "other": "7"}
            # Somebody else may have closed it meanwhile.
            if asked.status == 200:
                self.send(address, asked.hidden | filled, points)
        else:
            self.send("draw", page.hidden)

    def send(self, what, form, said=None):
        """Send a form until it is answered, also where somebody else was quicker."""
        statuses = (303, 404, 409, 422)
        answer = self.insist(statuses, self.device.post, f"{self.match}/{what}", form)
        if answer.status == 303:
            self.acknowledged.append(said or what)


def official_of_a_night(url, random):
    device = Device(url)
    form = device.get("/club?new").hidden
    started = device.post("/club", form | FRIDAY)
    assert started.status == 303, started.text
    night = started.location.removesuffix("/people")
    form = device.get(f"{night}/people").hidden | {"names": PEOPLE}
    assert device.post(f"{night}/people", form).status == 303
    return Official(device, night, 1_000, random=random)


def beside(official):
    """Return another official of the same night, by the code for officials."""
    codes = official.device.get(f"{official.match}/codes").text
    (address,) = {*re.findall(rf"{official.match}/official/[\w.-]+", codes)}
    device = Device(official.device.url)
    assert device.get(address).status == 303
    return Official(device, official.match, 5_000, random=Random(official.random.random()))


def officiate(folder, kills, chance):
    """Let two officials lead each of two nights while the server is killed and started again."""
    # Under one address, to which whoever got no answer sends again.
    program = f"from scorekeeper import cli; {BEGIN}cli.main()"
    command = (sys.executable, "-c", program, *RUN[:-1], str(free_port()))
    with ExitStack() as until_stopped:

        def start():
            return until_stopped.enter_context(running(folder, command=command))

        served = start()
        officials = [official_of_a_night(served.url, Random(chance.random())) for _ in range(2)]
        officials += [beside(each) for each in officials]
        with playing(officials):
            for _ in range(kills):
                wait_until(officials, 1)
                time.sleep(chance.uniform(0, MOST))
                served.kill()
                served = start()
            wait_until(officials, 1)
    return officials


def results_of(change):
    """Return the points of the first sides in a change of results."""
    rounds = [value for key, value in (change.after or {}).items() if key.startswith("round ")]
    was = [value for key, value in (change.before or {}).items() if key.startswith("round ")]
    typed = [
        (old, new)
        for one, other in zip(was, rounds, strict=True)
        for old, new in zip(one["typed"], other["typed"], strict=True)
    ]
    return [new["points"][0] for old, new in typed if new and new != old]


def hold(key, acknowledged):
    """Hold that all that was acknowledged is in the log, once, and nothing is half done."""
    seen, log = night_with_matches(key), models.ClubChangeRow
    rows = db.session.scalars(
        select(log).filter_by(night_id=seen.night.id).order_by(log.version)
    ).all()
    assert [row.version for row in rows] == [*range(seen.night.version + 1)]
    made = [row for row in rows if row.kind not in ("started", "came")]
    done = Counter("undo" if row.undoes else SAID.get(row.kind, row.kind) for row in made)
    said = Counter("result" if type(each) is int else each for own in acknowledged for each in own)
    assert done == said
    points = [
        each for row in made if row.kind == "result" and not row.undoes for each in results_of(row)
    ]
    assert len({*points}) == len(points)
    for own in acknowledged:
        # Each once, in the order of whoever entered it.
        assert [each for each in points if each in {*own}] == [x for x in own if type(x) is int]
    # A match for each table that was ever opened, and of each result one that is over.
    for match_id, typed in seen.night.record.results.items():
        match = match_at(match_id, version_of(match_id))
        assert match.binned_at is None
        assert match.standing.over is (typed is not None)
        assert typed is None or match.standing.totals == typed.points
    # A form sets the clocks of all tables that still play, or none.
    playing = [match for match in seen.matches.values() if not match.standing.over]
    clocks = [match.record.timer for match in playing if match.record.timer]
    assert len(clocks) == len(playing)
    assert len({each.paused for each in clocks}) <= 1
    # They began one after the other, and are paused by whole seconds.
    left = [each.ends_at.timestamp() if each.ends_at else each.left for each in clocks]
    assert not left or max(left) - min(left) < APART
    return {
        match_id
        for row in rows
        if row.kind == "opened" and not row.undoes
        for value in (row.after or {}).values()
        for match_id in value["matches"]
    }


def test_what_officials_were_told_is_done_outlives_every_kill(tmp_path, tried, thorough, seed):
    kills = KILLS_THOROUGH if thorough else KILLS
    officials = officiate(tmp_path, kills, Random(seed))
    database = tmp_path / "scorekeeper.db"
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with opened(f"sqlite:///{database}", tmp_path) as app, app.app_context():
        of_nights = set[int]()
        for night in {each.match for each in officials}:
            acknowledged = [each.acknowledged for each in officials if each.match == night]
            of_nights |= hold(night.rpartition("/")[2], acknowledged)
            tried["changes"] += sum(map(len, acknowledged))
        # No table has a match that its night knows nothing of.
        assert {*db.session.scalars(select(models.MatchRow.id))} == of_nights
        everything()
        assert integrity.check().faults == ()
    assert any(type(each) is int for own in officials for each in own.acknowledged)
    statuses = {status for each in officials for status in each.statuses}
    assert statuses <= {200, 303, 404, 409, 422, 502, 503}
    tried["kills"] += kills
