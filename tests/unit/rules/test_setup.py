"""Numbers of players, partners and the deal."""

import pytest

from scorekeeper.rules import Code, RuleError, Setup, game_ids, load_game
from scorekeeper.rules.setup import counts_wins
from tests.unit.rules.example import ANA, BEA, CIRO, DANI, pairs, table

EVERY_TABLE = [(game_id, players) for game_id in game_ids() for players in load_game(game_id).deal]


@pytest.mark.parametrize(("game_id", "players"), EVERY_TABLE)
def test_every_game_can_be_set_up_for_the_players_it_names(game_id: str, players: int) -> None:
    setup = table(game_id, players)
    assert setup.dealt == load_game(game_id).deal[players]
    assert sorted(seat for side in setup.sides for seat in side) == list(range(players))


def test_partners_sit_across() -> None:
    setup = pairs()
    assert setup.sides == ((ANA, CIRO), (BEA, DANI))
    assert [setup.side_of(seat) for seat in (ANA, BEA, CIRO, DANI)] == [0, 1, 0, 1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_without_partners_every_seat_is_a_side(players: int) -> None:
    setup = table(players=players, partners=False)
    assert setup.sides == tuple((seat,) for seat in range(players))
    assert [setup.side_of(seat) for seat in range(players)] == list(range(players))


@pytest.mark.parametrize(
    ("game_id", "players", "partners"),
    [
        ("block", 4, False),
        ("hoyle", 2, False),
        ("hoyle", 4, True),
        ("mexican-partners", 4, True),
        ("eight-minus-players", 4, False),
        ("block", 2, False),
    ],
)
def test_people_play_as_partners_unasked_only_where_the_game_requires_it(
    game_id: str, players: int, partners: bool
) -> None:
    assert table(game_id, players).partners is partners


def test_block_is_played_by_four_with_or_without_partners() -> None:
    assert table(players=4, partners=True).partners
    assert not table(players=4, partners=False).partners


@pytest.mark.parametrize(
    ("game_id", "players", "allowed"),
    [
        ("block", 1, (2, 3, 4)),
        ("block", 5, (2, 3, 4)),
        ("hoyle", 3, (2, 4)),
        ("mexican-partners", 2, (4,)),
        ("eight-minus-players", 0, (2, 3, 4)),
    ],
)
def test_other_numbers_of_players_are_refused(
    game_id: str, players: int, allowed: tuple[int, ...]
) -> None:
    for partners in (None, False, True):
        with pytest.raises(RuleError) as refused:
            table(game_id, players, partners=partners)
        assert refused.value.code is Code.PLAYERS_NOT_ALLOWED
        assert refused.value.detail["allowed"] == allowed


@pytest.mark.parametrize(
    ("game_id", "players"), [("block", 2), ("block", 3), ("hoyle", 2), ("eight-minus-players", 4)]
)
def test_partners_are_refused_where_everybody_plays_alone(game_id: str, players: int) -> None:
    with pytest.raises(RuleError) as refused:
        Setup(load_game(game_id), players, partners=True)
    assert refused.value.code is Code.PARTNERS_NOT_ALLOWED
    assert refused.value.detail == {"players": players}


@pytest.mark.parametrize("game_id", ["hoyle", "mexican-partners"])
def test_four_alone_are_refused_where_the_game_is_for_partners(game_id: str) -> None:
    with pytest.raises(RuleError) as refused:
        table(game_id, 4, partners=False)
    assert refused.value.code is Code.PARTNERS_REQUIRED
    assert refused.value.detail == {"players": 4}


def test_a_hand_holds_at_most_what_was_dealt() -> None:
    assert table(players=2).most_in_hand == 7
    assert table(players=4).most_in_hand == 5


def test_where_players_draw_a_hand_holds_at_most_what_the_others_were_not_dealt() -> None:
    assert table(players=3, table={"boneyard": "drawn"}).most_in_hand == 28 - 2 * 5


def test_every_tile_is_dealt_when_the_hands_fill_the_box() -> None:
    assert pairs("mexican-partners").every_tile_dealt
    assert table(deal={"2": 14}).every_tile_dealt
    assert not table().every_tile_dealt


def test_a_match_to_a_few_rounds_that_all_pay_one_counts_wins() -> None:
    assert counts_wins(load_game("brazil-to-six"))
    assert counts_wins(load_game("martinique"))
    assert not counts_wins(load_game("block"))
