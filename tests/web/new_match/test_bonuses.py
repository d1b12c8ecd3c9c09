"""The bonuses of a match, as house rules agree on them."""

import pytest

from scorekeeper.pages.new_match.house_rules_form import HouseRulesForm
from scorekeeper.rules import load_game
from scorekeeper.rules.games import with_house_rules
from tests.web.new_match.house_rules_form import TWO, started
from tests.web.visitor import Visitor, seated

FOUR = ("Ana", "Bea", "Ciro", "Dani")


def test_a_bonus_is_claimed_where_it_was_agreed(visitor: Visitor) -> None:
    game = started(visitor, TWO, bonus_0_points="25")
    assert "Capicúa" in visitor.open_round(game).text
    plain = visitor.start("Ana", "Bea")
    assert "Capicúa" not in visitor.open_round(plain).text


def test_a_bonus_of_0_is_not_played(visitor: Visitor) -> None:
    table = started(
        visitor,
        seated(*FOUR) | {"game": "dominican-patio"},
        bonus_0_points="0",
        bonus_1_points="30",
    )
    page = visitor.open_round(table).text
    assert "Capicúa" not in page
    assert "Chuchazo" in page


@pytest.mark.parametrize(
    ("game", "filled", "bonuses"),
    [
        (
            "puerto-rico-500",
            {"bonus-0-by-round-1": "80", "bonus-2-points": "0"},
            [
                {"name": "premio", "by_round": [100, 80, 50, 25]},
                {
                    "name": "capicú",
                    "points": 100,
                    "ending": "went out",
                    "same_ends": True,
                    "last_tile": "not a double",
                },
            ],
        ),
        (
            "brazil-to-six",
            {"bonus-0-times": "1", "bonus-1-times": "4"},
            [{"name": "lá-e-lô", "times": 4, "ending": "went out", "same_ends": True}],
        ),
        (
            "brazil-to-six",
            {"bonus-2-times": "4"},
            [
                {"name": "carroça", "times": 2, "ending": "went out", "last_tile": "double"},
                {"name": "lá-e-lô", "times": 3, "ending": "went out", "same_ends": True},
                {"name": "cruzada", "times": 4, "instead_of": ["carroça", "lá-e-lô"]},
            ],
        ),
        (
            "dominican-patio",
            {"bonus-0-points": "0", "bonus-1-points": "0", "bonus-2-points": "0"},
            [],
        ),
        (
            "block",
            {"bonus-2-points": "30"},
            [{"name": "paso corrido", "points": 30, "to": "claimer"}],
        ),
    ],
)
def test_bonuses_are_worth_what_was_agreed(
    game: str, filled: dict[str, str], bonuses: list[dict[str, object]]
) -> None:
    form = HouseRulesForm(load_game(game))
    for name, worth in filled.items():
        form[name].data = int(worth)
    assert form.changes == {"bonus": bonuses}
    assert len(with_house_rules(load_game(game), form.changes).bonus) == len(bonuses)
