"""A mistake of an earlier round is mended by touch, and can be undone."""

import re

from flask import Flask
from playwright.sync_api import expect

from scorekeeper.rules import Hand, Round, Setup, load_game, parse_tiles
from scorekeeper.rules.games import with_house_rules
from scorekeeper.scorebook import matches
from tests.browser.scorer import Scorer


def score(scorer: Scorer, *points: int) -> None:
    """Expect how the sides stand, on the table page."""
    shown = scorer.page.locator(".score")
    expect(shown).to_have_text([re.compile(rf"^\s*{each}\s") for each in points])


def test_who_is_out_earlier_is_taken_out_of_the_later_rounds(app: Flask, scorer: Scorer) -> None:
    # French to 40: Ana has 11, 21, 39 and 41 after four rounds, and is out of the fifth.
    game = with_house_rules(load_game("french"), {"match": {"goal": 40}})
    rounds = (
        ("5-6", "", "1-2", "0-4"),
        ("4-6", "0-1", "", "2-3"),
        ("3-6 4-5", "", "1-2", "0-4"),
        ("0-5", "0-1", "", "2-3"),
        ("", "", "1-2", "0-4"),
    )
    with app.app_context():
        match_id = matches.open_match(Setup.of(game, 4), ("Ana", "Bea", "Ciro", "Dani"), "opened")
        for number, hands in enumerate(rounds, start=1):
            left = Round(tuple(Hand(parse_tiles(hand)) for hand in hands))
            matches.record_round(match_id, number, f"round {number}", left)
    scorer.open(f"/matches/{match_id}/rounds/2/amend")
    scorer.seat("Ana").tap()
    scorer.tap("5-6")
    scorer.tap("3-6")
    expect(scorer.live).to_contain_text("Rounds 3 and 4 no longer fit")
    scorer.press("Go on to round 3")
    scorer.sees("Edit round 3", "the hand 3-6 4-5 is left out.")
    scorer.press("Cancel")
    # What was tapped is kept, and nothing is saved yet.
    expect(scorer.live).to_contain_text("Ana would be out of the match after round 2.")
    scorer.press("Go on to round 3")
    scorer.press("Go on to round 4")
    scorer.sees("Edit round 4", "the hand 0-5 is left out.")
    scorer.press("Save changes")
    scorer.sees("Rounds 2 to 4 edited")
    score(scorer, 41, 2, 9, 22)
    scorer.press("Undo")
    score(scorer, 44, 2, 9, 22)
