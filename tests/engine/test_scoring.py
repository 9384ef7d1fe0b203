"""Bonuses by rank and tie, rounding, what everybody is worth."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_cli.engine.scoring import bonuses, ranks, split, totals
from acquire_cli.engine.tables import Rules
from acquire_cli.notation.reader import read_games
from acquire_cli.records.game import open_game
from acquire_cli.records.replay import steps
from tests.engine.support import chain, examples, position, rules


@pytest.mark.parametrize(
    ("total", "among", "up", "nearest"),
    [
        (1500, 1, 1500, 1500),
        (1550, 1, 1550, 1550),
        (4500, 3, 1500, 1500),
        (4500, 2, 2300, 2300),
        (9000, 4, 2300, 2300),
        (3000, 2, 1500, 1500),
        (1000, 3, 400, 300),
        (2000, 3, 700, 700),
        (1500, 6, 300, 300),
        (1500, 4, 400, 400),
        (4900, 2, 2500, 2500),
        (4899, 2, 2500, 2400),
        (0, 3, 0, 0),
    ],
)
def test_splitting(total: int, among: int, up: int, nearest: int) -> None:
    """Edge case 19: up to the hundred, or to the nearest with an exact fifty going up."""
    assert split(total, among, True) == up
    assert split(total, among, False) == nearest


# A medium chain of four: 5000, 2500; with three bonuses 5000, 3700, 2500.
TWO = [
    ([3], [7500]),
    ([3, 0], [7500, 0]),
    ([3, 2, 1], [5000, 2500, 0]),
    ([3, 2, 2], [5000, 1300, 1300]),
    ([3, 2, 2, 2], [5000, 900, 900, 900]),
    ([3, 3, 2], [3800, 3800, 0]),
    ([3, 3, 3], [2500, 2500, 2500]),
    ([1, 1, 1, 1], [1900, 1900, 1900, 1900]),
    ([0, 1, 2], [0, 2500, 5000]),
    ([0, 0, 0], [0, 0, 0]),
]
THREE = [
    ([3], [7500]),
    ([3, 2], [5000, 3700]),
    ([3, 2, 1], [5000, 3700, 2500]),
    ([4, 3, 2, 1], [5000, 3700, 2500, 0]),
    ([4, 3, 1, 1], [5000, 3700, 1300, 1300]),
    ([4, 3, 1, 1, 1, 0], [5000, 3700, 900, 900, 900, 0]),
    ([3, 2, 2], [5000, 3100, 3100]),
    ([3, 2, 2, 1], [5000, 3100, 3100, 0]),
    ([4, 3, 3, 3], [5000, 2100, 2100, 2100]),
    ([3, 3], [4400, 4400]),
    ([3, 3, 2], [4400, 4400, 2500]),
    ([3, 3, 2, 2], [4400, 4400, 1300, 1300]),
    ([3, 3, 3], [2900, 2900, 2900]),
    ([3, 3, 3, 1], [2900, 2900, 2900, 2500]),
]


@pytest.mark.parametrize(("held", "paid"), TWO)
def test_two_bonuses(held: list[int], paid: list[int]) -> None:
    table = rules()
    assert bonuses(table, held, chain(table, "A"), 4) == paid


@pytest.mark.parametrize(("held", "paid"), THREE)
def test_three_bonuses(held: list[int], paid: list[int]) -> None:
    table = rules("three-bonus")
    assert bonuses(table, held, chain(table, "A"), 4) == paid


def test_a_sole_holder() -> None:
    """First and third in text 000, first and second elsewhere, whatever the table."""
    for name, paid in (("three-bonus", 7500), ("tycoon", 8700), ("classic", 7500)):
        table = rules(name)
        assert bonuses(table, [0, 5, 0], chain(table, "A"), 4) == [0, paid, 0]


def test_rounding_to_the_nearest() -> None:
    table = rules("whole-hand")
    american = chain(table, "A")
    assert bonuses(table, [3, 3, 1], american, 4) == [3800, 3800, 0]
    assert bonuses(table, [3, 2, 2, 2], american, 4) == [5000, 800, 800, 800]
    assert bonuses(table, [2, 2, 2, 2, 2, 2], american, 4) == [1300] * 6


def by_ranks(table: Rules, held: list[int], which: int, size: int) -> list[int]:
    """The same from the words: each rank takes the bonuses of the places it covers."""
    ruleset = table.ruleset
    bracket = next(b for b in ruleset.chart[which] if b.low <= size <= b.high)
    first, second, third = bracket.first, bracket.second, bracket.third
    levels = sorted({count for count in held if count}, reverse=True)
    pay: dict[int, int] = {}
    at = [held.count(level) for level in levels]
    if not levels:
        return [0] * len(held)
    if len(levels) == 1 and at[0] == 1:
        pay[levels[0]] = first + (third if ruleset.sole_holder == "first+third" else second)
    elif at[0] > 1:
        pay[levels[0]] = split(first + second, at[0], table.round_up)
        if len(levels) > 1:
            pay[levels[1]] = split(third, at[1], table.round_up)
    else:
        pay[levels[0]] = first
        if at[1] > 1:
            pay[levels[1]] = split(second + third, at[1], table.round_up)
        else:
            pay[levels[1]] = second
            if len(levels) > 2:
                pay[levels[2]] = split(third, at[2], table.round_up)
    return [pay.get(count, 0) for count in held]


@examples(300)
@given(
    st.sampled_from(["three-bonus", "tycoon", "classic", "whole-hand"]),
    st.lists(st.integers(0, 4), min_size=1, max_size=7),
    st.integers(0, 6),
    st.integers(2, 108),
)
def test_any_holding(name: str, held: list[int], which: int, size: int) -> None:
    table = rules(name)
    paid = bonuses(table, held, which, size)
    assert paid == by_ranks(table, held, which, size)


@pytest.mark.parametrize(
    ("letter", "size", "price"),
    [
        ("L", 2, 200),
        ("T", 5, 500),
        ("L", 6, 600),
        ("L", 10, 600),
        ("L", 11, 700),
        ("A", 20, 800),
        ("F", 21, 900),
        ("W", 31, 1000),
        ("C", 40, 1100),
        ("I", 41, 1200),
        ("I", 108, 1200),
    ],
)
def test_prices_by_size(letter: str, size: int, price: int) -> None:
    table = rules()
    which = chain(table, letter)
    assert table.price[which][size] == price
    assert table.first[which][size] == 10 * price
    assert table.second[which][size] == 5 * price
    assert table.price[which][:2] == (0, 0)


def test_what_everybody_is_worth() -> None:
    """Edge case 18; shares of a chain that is off the board are worth nothing (12)."""
    s = position(rules(), "AAAA1CC", "100:A3W9:", "200:A3C1:", "0:W2:")
    # A: 7500 shared, 3800 each, 500 a share; C alone: 6000, 400 a share.
    assert totals(s) == [100 + 3800 + 1500, 200 + 3800 + 1500 + 6000 + 400, 0]
    assert totals(position(rules(), "", "100:A3:", "200::")) == [100, 200]


def test_the_bank_is_no_holder_in_the_end() -> None:
    s = position(rules("grand-hotel"), "AAAA", "0:A1:", "0::")
    assert totals(s) == [7500 + 500, 0]


def test_ranks() -> None:
    assert ranks([300, 500, 500, 100]) == [3, 1, 1, 4]
    assert ranks([5]) == [1]


@pytest.mark.parametrize(("survivor", "taken"), [("L", "T"), ("I", "T")])
def test_a_bonus_that_was_paid_is_not_paid_again(survivor: str, taken: str) -> None:
    """In the middle of a merger the defunct chain is still on the board (Luxor is chain 0)."""
    text = (
        f"acquire 1\nruleset: classic@1\nplayers: ann bob\nposition: "
        f"12/12/{survivor * 3}1{taken}{taken}6/12/12/12/12/12/12 ann place "
        f"ann:0:{taken}1:4C,?,?,?,?,? bob:0:{taken}2:? bag:?\n"
        f"1 ann 4C {survivor}x{taken} ..\n"
    )
    [record] = read_games(BytesIO(text.encode()))
    game, found = open_game(record)
    assert game is not None
    before = totals(game.state)
    assert list(steps(game, found))
    assert found == []
    assert game.state.cash == [1000, 2000]
    assert totals(game.state) == before == [1200, 2400]
