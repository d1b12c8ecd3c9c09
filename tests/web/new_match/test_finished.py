"""A match that is entered once it is over, and matches of another day than this."""

from datetime import timedelta

import pytest

from scorekeeper import clock
from scorekeeper.maintenance import integrity
from scorekeeper.pages.shared.dates_and_figures import day_name
from scorekeeper.scorebook.figures.page_figures import player_figures
from scorekeeper.scorebook.matches import find_match
from tests.web.visitor import FOUR, seated

FINISHED, ENTER = "/matches/finished", "Enter match"


def days_ago(days):
    return clock.today() - timedelta(days=days)


def match_of(visitor, table):
    with visitor.app.app_context():
        assert integrity.check().faults == ()
        return find_match(int(table.address.rpartition("/")[2]))


def score_page(visitor, *names, **chosen):
    """Say who has played what; return the page that asks for the score."""
    who = visitor.open(f"{FINISHED}?who=y").pressing("Enter score")
    return visitor.send(who, seated(*names) | chosen)


def entered(visitor, page, *points, **more):
    filled = {f"points-{side}": each for side, each in enumerate(points)} | more
    return visitor.send(page.pressing(ENTER), filled)


def test_a_finished_match_counts_as_any_other_on_its_day(visitor):
    page = score_page(visitor, *FOUR, partners="y", game="partnership")
    assert "Ana & Ciro" in page.text
    day = days_ago(40)
    sent = entered(visitor, page, "58+46", "58", played_on=day.isoformat(), note="at the club")
    table = visitor.follow(sent)
    match = match_of(visitor, table)
    assert (match.standing.totals, match.standing.over) == ((104, 58), True)
    assert clock.local(match.last_at).date() == day
    home = visitor.open("/")
    assert "Ana & Ciro" in home.text
    season = visitor.open("/players").text
    assert "Ana" in season
    assert "at the club" in visitor.open(f"{table.address}/rounds/1").text
    assert "The match was entered after it had ended." in visitor.open(f"{table.address}/edit").text
    assert entered(
        visitor, page, "58+46", "58", played_on=day.isoformat(), note="at the club"
    ).leads_to
    assert visitor.open("/matches.csv").answer.text.count("Ana & Ciro") == 2


def test_no_round_of_a_finished_match_is_counted(visitor):
    names = ("Ana", "Bea")
    entered(visitor, score_page(visitor, *names), "104", "58")
    assert "rounds won of" not in visitor.open("/players/1").text
    assert "0 rounds" not in visitor.open(f"/evenings/{clock.today()}").text
    visitor.play(visitor.start(*names, goal="10"), "", "66")
    page = visitor.open("/players/1")
    # 12 points in the only round that is known, which is the biggest.
    for fact in ("2 matches", "12.0 points per round", "1 rounds won of 1", "12 points in the"):
        assert fact in page.text
    assert "1 round " in visitor.open(f"/evenings/{clock.today()}").text
    assert "Ana 104 · Bea 58" in visitor.open("/players/1/matches").text
    with visitor.app.app_context():
        found = player_figures(1).total.sums
    assert (found.rounds, found.out, found.by_points) == (1, 1, 0)


def test_who_played_last_is_asked_for_first_and_the_day_is_today(visitor):
    visitor.start("Ana", "Bea", goal="150")
    page = visitor.open(FINISHED)
    assert page.form["played_on"] == clock.today().isoformat()
    table = visitor.follow(entered(visitor, page, "40", "95"))
    match = match_of(visitor, table)
    assert match.setup.game.match.goal == 150
    assert (match.names, match.standing.winner, match.standing.ended_early) == (
        ("Ana", "Bea"),
        1,
        True,
    )
    assert clock.local(match.last_at).date() == clock.today()


@pytest.mark.parametrize(
    ("points", "more", "said"),
    [
        (("104", ""), {}, "Enter the score of Bea, up to 9999."),
        (("104", "many"), {}, "Enter a whole number, such as 17."),
        (("104", "10000"), {}, "Enter the score of Bea, up to 9999."),
        (("0", "0"), {}, "In this game no match can end like this."),
        (("104", "58"), {"played_on": "31/2/2026"}, "Enter a day such as"),
        (("104", "58"), {"played_on": "2999-01-01"}, "This day is still to come."),
        (("104", "58"), {"note": "x" * 81}, "A note has at most 80 characters."),
    ],
)
def test_what_cannot_be_entered_is_said_and_everything_typed_is_kept(
    visitor, unchanged, points, more, said
):
    page = score_page(visitor, "Ana", "Bea")
    with unchanged():
        refused = entered(visitor, page, *points, **more)
    assert refused.status == 422
    assert said in "".join(refused.problems)
    assert refused.form["points-0"] == points[0]
    assert refused.form["names-1"] == "Bea"


def test_a_match_that_is_started_for_another_day_has_its_rounds_on_that_day(visitor, new_match):
    day = days_ago(40)
    table = visitor.follow(visitor.send(new_match, seated("Ana", "Bea") | {"day": day.isoformat()}))
    visitor.play(table, "", "66")
    visitor.play(table, "", "66")
    match = match_of(visitor, table)
    assert {clock.local(each.recorded_at).date() for each in match.record.entries} == {day}
    assert "Continue" in visitor.open("/").text


def test_the_day_of_a_match_is_changed_once_somebody_was_sure_and_undone(visitor, table):
    visitor.play(table, "", "66")
    page = visitor.open(f"{table.address}/edit").pressing("Change the day")
    asked = visitor.send(page, {"day": days_ago(3).isoformat()})
    assert asked.heading == "Change the day?"
    visitor.send(asked)
    assert clock.local(match_of(visitor, table).last_at).date() == days_ago(3)
    visitor.play(table, "", "11")
    assert clock.local(match_of(visitor, table).last_at).date() == days_ago(3)
    log = visitor.open(f"{table.address}/edit")
    assert f"(it was {day_name(clock.now())})" in log.text
    for _times in range(2):
        visitor.send(visitor.open(f"{table.address}/undo"))
    assert clock.local(match_of(visitor, table).last_at).date() == clock.today()
    visitor.play(table, "", "11")
    assert clock.local(match_of(visitor, table).last_at).date() == clock.today()
    again = visitor.send(log.pressing("Change the day"), {"day": clock.today().isoformat()})
    assert again.status in (200, 422)


def test_the_day_of_a_match_without_rounds_is_that_of_the_rounds_to_come(visitor, table):
    page = visitor.open(f"{table.address}/edit").pressing("Change the day")
    assert page.form["day"] == clock.today().isoformat()
    visitor.send(visitor.send(page, {"day": days_ago(40).isoformat()}))
    edit = visitor.open(f"{table.address}/edit")
    assert edit.pressing("Change the day").form["day"] == days_ago(40).isoformat()
    assert f"(it was {day_name(clock.now())})" in edit.text
    visitor.play(table, "", "66")
    assert clock.local(match_of(visitor, table).last_at).date() == days_ago(40)
    with visitor.client.application.app_context():
        assert integrity.check().faults == ()
    for _times in range(2):
        visitor.send(visitor.open(f"{table.address}/undo"))
    visitor.play(table, "", "66")
    assert clock.local(match_of(visitor, table).last_at).date() == clock.today()


def test_no_page_of_a_finished_match_speaks_of_a_round_that_nobody_knows(visitor):
    page = score_page(visitor, *FOUR, partners="y", game="partnership")
    address = visitor.follow(entered(visitor, page, "104", "58", note="at the club")).address
    assert "only the result is known" in visitor.open(address).text
    assert "only the result is known" in visitor.open("/").texts("span", "played")
    for where in ("", "/rounds", "/rounds/1", "/winner", "/wall"):
        said = visitor.open(address + where).text
        for told in (
            "Bonus / penalty",
            "Recorded anyway",
            "the round",
            "1 round",
            "Best round",
            "Deal 7 tiles",
        ):
            assert told not in said, (where, told)
    told = visitor.open(f"{address}/rounds/1").text
    assert "Only the result of this match is known." in told
    assert "at the club" in told
