"""How a game begins: who plays first and after him, what is dealt, what does not agree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.bag import shuffled
from acquire_cli.engine.refusals import Refusal
from acquire_cli.engine.setup import Start, begin, seat_order
from acquire_cli.engine.tables import Rules, rules_for
from acquire_cli.rulesets.load import load, override
from tests.engine.support import place, rules, squares


def good(table: Rules, players: int, **rest: Any) -> Start:
    start = begin(table, players, **rest)
    assert isinstance(start, Start), start
    return start


def bad(table: Rules, players: int, **rest: Any) -> str:
    refusal = begin(table, players, **rest)
    assert isinstance(refusal, Refusal)
    assert len(refusal.text) > 10
    return refusal.code


@pytest.mark.parametrize(
    ("start", "turn", "tiles", "order"),
    [
        # Row by row: 12A lies before 1B; column by column: 1I before 2A.
        ("rows", "seats", "1B,12A,2A,1C", (2, 3, 0, 1)),
        ("columns", "seats", "2A,12A,1I,1C", (3, 0, 1, 2)),
        ("rows", "closeness", "1B,12A,2A,1C", (2, 1, 0, 3)),
        ("columns", "closeness", "2A,12A,1I,1C", (3, 2, 0, 1)),
        ("rows", "closeness", "3C", (0,)),
    ],
)
def test_who_plays_when(start: str, turn: str, tiles: str, order: tuple[int, ...]) -> None:
    table = rules(start_order=start, turn_order=turn)
    assert seat_order(table, squares(table, tiles)) == order


def test_without_start_tiles_the_seats_follow() -> None:
    start = good(rules(), 4, first=2)
    assert start.order == (2, 3, 0, 1)
    assert good(rules(), 3).order == (0, 1, 2)
    assert start.state.bag_left == 108 - 24
    assert start.state.unknown == [6, 6, 6, 6]


def test_ten_by_ten_columns() -> None:
    table = rules(board="10x10", start_order="columns")
    assert seat_order(table, squares(table, "2A,1J")) == (1, 0)


def test_a_deal_in_turn_order() -> None:
    """Start tiles by seat, then six tiles at once each, in turn order."""
    table = rules()
    bag = squares(table, "3A,2A,1A") + list(range(12, 108)) + squares(table, "4A,5A,6A,7A")
    bag += [t for t in range(108) if t not in bag]
    start = good(table, 3, bag=bag)
    assert start.order == (2, 0, 1)
    assert start.state.hands == [bag[3:9], bag[9:15], bag[15:21]]
    assert (start.state.bag_at, start.state.bag_left) == (21, 87)
    assert start.state.cells.count(c.LOOSE) == 3
    assert start.state.touch[3] == c.LOOSE_BIT
    assert start.state.phase == c.PLACE


def test_a_tiny_board_deals_what_there_is() -> None:
    table = rules(board="3x3", hand="4")
    start = good(table, 3, bag=list(range(9)))
    assert [len(hand) for hand in start.state.hands] == [4, 2, 0]
    assert start.state.bag_left == 0
    assert bad(rules(board="2x2"), 5, bag=range(4)) == "E-players"


BAG = list(shuffled("x", 108))


@pytest.mark.parametrize(
    ("players", "rest", "code"),
    [
        (1, {"bag": BAG}, "E-players"),
        (7, {"bag": BAG}, "E-players"),
        (2, {"bag": [*BAG, 3]}, "E-bag"),
        (2, {"bag": [*BAG[:50], BAG[7], *BAG[51:]]}, "E-tile-twice"),
        (2, {"bag": [*BAG[:50], BAG[60], *BAG[51:]]}, "E-tile-twice"),
        (2, {"bag": [-1, *BAG[1:]]}, "E-start"),
        (2, {"bag": BAG[:1]}, "E-start"),
        (2, {"bag": BAG, "starts": BAG[1:3]}, "E-start"),
        (2, {"bag": BAG, "starts": [BAG[1], BAG[0]]}, "E-start"),
        (2, {"bag": [-1, *BAG[1:]], "starts": [BAG[1], BAG[0]]}, "E-start"),
        (2, {"starts": [3]}, "E-start"),
        (2, {"starts": [3, -1]}, "E-start"),
        (2, {"starts": [3, 4, 5]}, "E-start"),
        (2, {"starts": [3, 3]}, "E-tile-twice"),
        (2, {"starts": [3, 4], "first": 1}, "E-first"),
        (2, {"starts": [3, 4], "hands": {0: [3, 5, 6, 7, 8, 9]}}, "E-tile-twice"),
        (2, {"starts": [3, 4], "hands": {0: [5, 6, 7, 8, 9, 9]}}, "E-tile-twice"),
        (2, {"starts": [3, 4], "hands": {0: [5, -1, -1, -1, -1, -1], 1: [5] * 6}}, "E-tile-twice"),
        (2, {"starts": [3, 4], "hands": {0: [5, 6]}}, "E-hand"),
        (2, {"bag": BAG, "hands": {0: BAG[20:26]}}, "E-hand"),
        (2, {"bag": [*BAG[:2], *[-1] * 12, *BAG[14:]], "hands": {0: BAG[14:20]}}, "E-tile-twice"),
    ],
)
def test_what_does_not_agree(players: int, rest: Mapping[str, Any], code: str) -> None:
    assert bad(rules(), players, **rest) == code


@pytest.mark.parametrize("bag", [[-1, *BAG[1:]], [BAG[0], -1, *BAG[2:]], BAG[:1]])
def test_a_bag_that_leaves_the_start_tiles_open_says_so(bag: list[int]) -> None:
    refusal = begin(rules(), 2, bag=bag)
    assert isinstance(refusal, Refusal)
    assert refusal.text == "the start tiles are not known: the bag leaves them open"


def test_the_first_tile_of_the_board_is_a_tile_like_any_other() -> None:
    bag = [0, *[t for t in BAG if t != 0]]
    assert bad(rules(), 2, bag=bag, starts=[bag[2], bag[1]]) == "E-start"
    dealt = [1, 2, 0, -1, -1, -1, -1, -1]
    assert good(rules(), 2, bag=dealt, hands={0: [0, 3, 4, 5, 6, 7]}).state.hands[0][0] == 0
    assert bad(rules(), 2, bag=dealt, hands={0: [3, 4, 5, 6, 7, 8]}) == "E-hand"


@pytest.mark.parametrize(
    ("known", "told", "hand", "unknown"),
    [
        ("5A,6A,7A", "7A,6A,5A", "5A,6A,7A", 0),
        ("5A,?,7A", "7A,6A,5A", "5A,7A,6A", 0),
        ("5A,?,7A", "?,?,6A", "5A,7A,6A", 0),
        ("?,?,?", "?,?,6A", "6A", 2),
        ("", "?,8A,6A", "8A,6A", 1),
        ("5A,?,?", None, "5A", 2),
    ],
)
def test_a_hand_from_two_lists(known: str, told: str | None, hand: str, unknown: int) -> None:
    table = rules(hand="3")
    bag: Sequence[int] = squares(table, "1A,2A," + known)
    hands = None if told is None else {0: squares(table, told)}
    s = good(table, 2, bag=bag, hands=hands).state
    assert s.hands[0] == squares(table, hand)
    assert s.unknown[0] == unknown
    assert s.bag_at == len(bag)
    assert s.bag_left == 108 - 2 - 6


def test_start_tiles_told_beside_a_bag_that_leaves_them_open() -> None:
    s = good(rules(), 2, bag=[-1, BAG[1], *BAG[2:]], starts=BAG[:2])
    assert s.state.cells[BAG[0]] == c.LOOSE


def test_tables_are_built_once_and_forgotten_when_many() -> None:
    first = rules_for(load("classic"))
    assert rules_for(load("classic")) is first
    for cash in range(70):
        rules_for(override(load("classic"), {"cash": str(100 * cash)}))
    assert rules_for(load("classic")) is not first
    assert place("1A", first) == 0
