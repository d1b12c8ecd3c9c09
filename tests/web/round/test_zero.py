"""A hand of 0 means the same on the page, to the API and on the command line."""

import pytest

from scorekeeper.interchange.replay import InvalidRequest, score
from scorekeeper.rules import game_ids, load_game
from scorekeeper.rules.game_keys import Entry
from scorekeeper.rules.game_setup import Setup
from scorekeeper.scorebook import matches
from tests.api.program import Program
from tests.web.visitor import CHECK, RECORD, Visitor

NAMES = ("Ana", "Bea", "Ciro", "Dani", "Eva")
COUNTED = [
    each for each in game_ids() if load_game(each).table.entry in (Entry.TILES, Entry.TOTALS)
]
# What is left, and how what a 0 is may be said of the first hand.
LEFT = ((0, 9, 30, 5), (0, 15, 36, 9), (0, 27, 13, 4), (0, 0, 16, 17), (9, 4, 12, 0))
SAID = ("nothing", "out", "blank")
ASKED, REFUSED = "asked", "refused"


def by_command(game, names, left, said):
    asked = {"game": game, "seats": [*names], **as_json(names, left, said)}
    try:
        reply = score(asked)
    except InvalidRequest as refused:
        return answered(refused.reply["error"]["code"])
    return [side["points"] for side in reply["sides"]]


def by_program(app, match, names, left, said):
    sent = {"round_no": match.next_number, **as_json(names, left, said)}
    answer = Program(app).post(f"/matches/{match.id}/rounds", sent)
    if answer.status_code == 422 and answer.get_json()["code"] == "doubts":
        sent["overruled"] = [each["fingerprint"] for each in answer.get_json()["errors"]]
        answer = Program(app).post(f"/matches/{match.id}/rounds", sent)
    if answer.status_code == 422:
        return answered(answer.get_json()["code"])
    return recorded(app, match.id)


def by_page(app, match, left, said):
    visitor, address = Visitor(app), f"/matches/{match.id}/rounds/new"
    form = visitor.open(f"{address}?entry=pips")
    typed = {f"hands-{seat}-pips": str(pips) for seat, pips in enumerate(left)}
    if said == "out":
        typed["hands-0-out"] = "y"
    if said == "blank":
        typed["hands-0-count"] = "1"
    typed = {name: text for name, text in typed.items() if name in form.fields}
    page = visitor.send(form, typed | RECORD)
    if page.status == 422 and not page.problems:
        page = visitor.send(page, RECORD)
    if page.status == 422:
        return ASKED if "hold only the double blank?" in page.text else REFUSED
    return recorded(app, match.id)


def as_json(names, left, said):
    hands = dict(zip(names, left, strict=False))
    if said == "blank":
        hands["Ana"] = {"pips": 0, "count": 1}
    # Said on the page, too, it may be that others went out.
    if said == "out":
        hands["Ana"] = []
    return {"hands": hands}


def answered(code):
    return ASKED if code == "out_needed" else REFUSED


def recorded(app, match_id):
    with app.app_context():
        return [*matches.find_match(match_id).rounds[-1].score.points]


def three_ways(app, game, left, said):
    setup = Setup.of(load_game(game), min(4, max(load_game(game).deal)))
    names, left = NAMES[: setup.players], left[: setup.players]
    found = []
    for way in (by_page, by_program):
        with app.app_context():
            match = matches.find_match(matches.open_match(setup, names, f"{way} {said} {left}"))
        told = (left, said) if way is by_page else (names, left, said)
        found.append(way(app, match, *told))
    return [*found, by_command(game, names, left, said)]


@pytest.mark.parametrize("game", COUNTED)
def test_it_means_the_same_at_every_door(app, game):
    for left in LEFT:
        for said in SAID if left[0] == 0 else SAID[:1]:
            by_totals = load_game(game).table.entry is Entry.TOTALS
            if by_totals and said == "blank":
                continue
            page, program, command = three_ways(app, game, left, said)
            assert page == program == command, (left, said)


@pytest.mark.parametrize(
    ("game", "left", "out", "blank"),
    [
        ("partnership", (0, 5, 30, 5), [10, 0], [0, 30]),
        ("venezuelan-partners", (0, 15, 36, 9), [24, 0], [0, 36]),
        ("mexican-train", (0, 27, 113, 4), [0, 27, 113, 4], [0, 27, 113, 4]),
    ],
)
def test_it_is_asked_for_unless_it_is_said(app, game, left, out, blank):
    for said, points in zip(SAID, (ASKED, out, blank), strict=True):
        assert three_ways(app, game, left, said) == [points] * 3


def test_without_scripts_its_answer_is_checked_where_the_round_was_checked(
    visitor, table, unchanged
):
    form = visitor.open(f"{table.address}/rounds/new?entry=pips")
    counted = {"hands-0-pips": "0", "hands-1-pips": "15"}
    with unchanged():
        checked = visitor.send(form, counted | CHECK)
        out, blank = (visitor.send(checked.pressing(answer)) for answer in ("Went out", "0-0"))
    assert [page.status for page in (checked, out, blank)] == [200, 200, 200]
    assert out.texts("p", "say") == ["Ana went out and wins the round."]
    assert blank.texts("p", "say") == ["Blocked: 0 · 15. Ana wins."]
