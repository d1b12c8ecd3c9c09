"""The table of docs/games.md says what the files of the games say."""

from pathlib import Path

import pytest

from scorekeeper.rules import game_ids, load_game
from scorekeeper.rules.options import Ends
from scorekeeper.wording.rules import rules_in_words

DOCUMENT = Path(__file__).parents[2] / "docs/games.md"
NOTHING = ("nothing", "score nothing")


def written():
    """Return the rows of the table, by id."""
    text = DOCUMENT.read_text("utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line[:1] == "|"]
    return {row[0].strip("`"): [cell.strip() for cell in row[1:]] for row in rows[2:]}


def expected(game_id):
    """Return the row of a game, as its file has it."""
    game, words = load_game(game_id), rules_in_words(load_game(game_id))
    dealt = f"{words['deal']}, {words['table.sides']}"
    rounds = game.match.ends is Ends.ROUNDS
    ends = f"{words['match.best']} win" if rounds else words["match.ends"]
    match = f"{words['match.goal']}: {ends}"
    if game.plays.marks:
        return [game.name, dealt, "–", words["plays"], "–", match]
    won = f"{words['blocked.rank']}; tie: {words['blocked.tie']}"
    if not game.blocked.rank:
        won = words["blocked.tie"]
    paid = [_paid(words[f"{how}.winner"], words[f"{how}.losers"]) for how in ("out", "blocked")]
    return [game.name, dealt, won, *paid, match]


def _paid(winner, losers):
    said = {winner: winner, losers: f"the others {losers}"}
    return "; ".join(words for key, words in said.items() if key not in NOTHING) or "–"


def test_every_game_is_in_the_table_and_nothing_else():
    assert [*written()] == [*game_ids()]


@pytest.mark.parametrize("game_id", game_ids())
def test_the_table_says_of_a_game_what_its_file_says(game_id):
    row = expected(game_id)
    assert written().get(game_id) == row, f"| `{game_id}` | {' | '.join(row)} |"
