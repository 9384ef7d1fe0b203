"""Buying: three shares in all, from supply and cash, judged over the whole basket."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.purchase import basket_cost
from acquire_cli.engine.tables import MOST_KEPT, Rules
from acquire_cli.rulesets.load import load
from tests.engine import slow
from tests.engine.support import (
    NOTHING,
    buy,
    examples,
    held,
    position,
    rules,
    slots,
    take,
)

BOARD = "LLL1AA1CCCC"
"""Prices 300, 300 and 600."""


@pytest.mark.parametrize(
    ("cash", "basket", "number"),
    [
        (900, "LLL", c.OK),
        (1200, "LAC", c.OK),
        (1199, "LAC", c.R_CASH),
        (0, "", c.OK),
        (0, "L", c.R_CASH),
        (6000, "LLLA", c.R_TOO_MANY),
        (0, "LLLLLLL", c.R_TOO_MANY),
        (6000, "W", c.R_NOT_ON_BOARD),
        (6000, "LLLW", c.R_NOT_ON_BOARD),
        (6000, "I", c.R_NOT_ON_BOARD),
    ],
)
def test_baskets(cash: int, basket: str, number: int) -> None:
    s = position(rules(), BOARD, f"{cash}::12I", "6000::", phase=c.BUY)
    before = slots(s)
    assert play(s, buy(s.rules, basket)) == number
    if number:
        assert slots(s) == before
    else:
        assert sum(s.shares) == len(basket)
        assert s.cash[0] == cash - {"": 0, "LLL": 900, "LAC": 1200}[basket]


def test_the_supply_of_each_chain() -> None:
    s = position(rules(), BOARD, "6000:L24:", "6000:A23C25:", phase=c.BUY)
    assert play(s, buy(s.rules, "LL")) == c.R_SUPPLY
    assert play(s, buy(s.rules, "AAA")) == c.R_SUPPLY
    assert play(s, buy(s.rules, "C")) == c.R_SUPPLY
    assert play(s, buy(s.rules, "LAA")) == c.OK
    assert s.bank[:3] == [0, 25, 0]


def test_numbers_that_are_no_basket() -> None:
    s = position(rules(), BOARD, "6000::", "6000::", phase=c.BUY)
    for basket in (-1, 1 << 21, 1 << 90):
        assert play(s, basket << 4 | c.A_BUY) == c.R_NO_CHAIN
    assert play(s, 0o7770000 << 4 | c.A_BUY) == c.R_NOT_ON_BOARD
    assert basket_cost(s, -1) > 0, "even of nonsense"


@examples(60)
@given(
    st.lists(st.integers(0, 25), min_size=7, max_size=7),
    st.integers(0, 70),
    st.integers(0, 7),
    st.sampled_from(["LL1TT1AA1FF/12/WW1CC1II", "LLL1TTTT1AAA/12/WWWWWW1C/7C/II/I", "L/L", ""]),
)
def test_every_basket(sold: list[int], hundreds: int, most: int, board: str) -> None:
    if most > 4:
        hundreds = hundreds % 20
    shares = "".join(f"{x}{n}" for x, n in zip("LTAFWCI", sold, strict=True))
    table = rules(max_buys=str(most))
    s = position(table, board, f"{hundreds * 100}::", f"0:{shares}:", phase=c.BUY)
    actions = list(legal(s))
    assert {action >> 4 for action in actions} == slow.baskets(s, slow.sizes(s))
    assert actions[0] == NOTHING
    written = [
        [chain for chain in range(7) for _ in range(action >> 4 + 3 * chain & 7)]
        for action in actions
    ]
    assert written == sorted(written), "in the order of the letters of a chart"


def test_seven_shares_of_one_chain() -> None:
    s = position(rules(max_buys="7"), "II", "6000::", "6000::", phase=c.BUY)
    take(s, buy(s.rules, "IIIIIII"))
    assert held(s, 0, "I") == 7
    assert s.cash[0] == 6000 - 7 * 400


def test_without_purchases() -> None:
    s = position(rules(max_buys="0"), "II", "6000::", "6000::", phase=c.BUY)
    assert list(legal(s)) == [NOTHING]
    assert play(s, buy(s.rules, "I")) == c.R_TOO_MANY


def test_figures_reach_from_no_tile_to_the_whole_board_and_are_none_below_two() -> None:
    table = rules("grand-hotel")
    for figures in (*table.price, *table.first, *table.second, *table.third):
        assert len(figures) == table.squares + 1
        assert figures[:2] == (0, 0)


def test_of_an_odd_number_the_last_share_is_not_given_in_trade() -> None:
    assert rules().disposals(5, 3) == rules().disposals(5, 2)


def test_tables_are_forgotten_before_they_fill_the_memory() -> None:
    table = Rules(load("classic"))
    for held_ in range(99):
        for most in range(0, held_ + 1, 2):
            assert len(table.disposals(held_, most)) > 0
            assert table._disposals_kept <= MOST_KEPT
        assert sum(map(len, table._disposals.values())) <= MOST_KEPT


def test_more_cash_than_a_machine_counts() -> None:
    """All that the bank has can be bought, whether it has much of it or little."""
    s = position(rules(), "II3TT", "6000:I24:", "6000::", phase=c.BUY)
    s.cash[0] = 10**40
    assert {action >> 4 for action in legal(s)} == slow.baskets(s, slow.sizes(s))
    take(s, buy(s.rules, "ITT"))
    assert s.cash[0] == 10**40 - 400 - 2 * 200
