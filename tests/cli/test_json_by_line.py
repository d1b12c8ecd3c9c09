"""What a round or a match as JSON comes to, by the lines of tests/cases/json.toml."""

import pytest

from scorekeeper.interchange.replay import InvalidRequest, replay, score
from scorekeeper.scorebook.round_json import InvalidJson
from tests.cli.json_cli import BASE, begins, json_lines


def said(answer, request, tell):
    """Return what a request comes to, in the words of the lines."""
    try:
        return tell(answer(request))
    except InvalidRequest as refused:
        error = refused.reply["error"]
        where = [f"in round {error['round']}"] if "round" in error else []
        words = ["refused", *where, error["code"], *error["seats"], *error["tiles"]]
        return f"{' '.join(words)}: {error['message']}"
    except InvalidJson as unreadable:
        return f"unreadable: {unreadable}"


@pytest.mark.parametrize(
    ("request_", "outcome"), [*json_lines("A round of two"), *json_lines("A round of four")]
)
def test_a_round_comes_to_what_its_line_says(request_, outcome):
    def tell(reply):
        if outcome == "same":
            return outcome if reply == score(BASE["A round of two"]) else str(reply)
        if outcome.startswith("says "):
            return outcome if outcome.removeprefix("says ") in reply["reasons"] else str(reply)
        if outcome.startswith("doubts"):
            doubts = [
                f"{each['code']} {each['numbers']} {each['tiles']}: {each['message']}"
                for each in reply["warnings"]
            ]
            assert sum(side["points"] for side in reply["sides"]) > 0
            return " ".join(["doubts", *doubts])
        points = ", ".join(str(side["points"]) for side in reply["sides"])
        return f"{' & '.join(reply['winner'])} wins {points}"

    found = said(score, request_, tell)
    assert begins(found, outcome), found


@pytest.mark.parametrize(("request_", "outcome"), json_lines("A match"))
def test_a_match_comes_to_what_its_line_says(request_, outcome):
    def tell(reply):
        totals = ", ".join(map(str, reply["totals"].values()))
        assert reply["over"] == (reply["winner"] is not None)
        won = f": {' & '.join(reply['winner'])} won" if reply["over"] else ""
        lost = "".join(f", {' & '.join(side)} lost" for side in reply["losers"])
        return f"{totals}{won}{lost}"

    found = said(replay, request_, tell)
    assert begins(found, outcome), found
