"""Laying tiles: groups taken in whole, chains taken over, what beside them is remembered."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from acquire_cli.engine import codes as c
from acquire_cli.engine.board import (
    count_hands,
    extend,
    is_unseen,
    lay_loose,
    take_over,
    unaccounted,
    unseen,
)
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import rules_for
from acquire_cli.rulesets.load import load
from tests.engine import slow
from tests.engine.support import (
    cells,
    deal,
    examples,
    place,
    position,
    rules,
    square,
    squares,
    take,
)
from tests.engine.test_laws import check, check_classes


@examples(150)
@given(st.lists(st.tuples(st.integers(0, 29), st.integers(0, 6)), max_size=30), st.data())
def test_any_order_of_tiles(steps: list[tuple[int, int]], data: st.DataObject) -> None:
    """Tiles laid one by one, chains founded and taken over, counted anew after each."""
    s = State(rules(board="5x6"), 2)
    for spot, wanted in steps:
        if s.cells[spot] != c.EMPTY:
            continue
        around = {s.cells[n] for n in slow.near(5, 6, spot)}
        chains = sorted(code for code in around if code < c.LOOSE)
        if not chains and c.LOOSE in around and not s.active >> wanted & 1:
            lay_loose(s, spot)
            extend(s, spot, wanted)
        elif chains:
            into = data.draw(st.sampled_from(chains))
            for gone in chains:
                if gone != into:
                    take_over(s, gone, into, spot)
            extend(s, spot, into)
        elif c.LOOSE in around:
            continue
        else:
            lay_loose(s, spot)
        s.kind = s.rules.kinds(s.safe, s.active)
        s.bag = tuple(t for t in range(30) if s.cells[t] == c.EMPTY)
        s.bag_left = len(s.bag)
        check(s)
        check_classes(s)


def test_the_whole_connected_group_joins() -> None:
    """Start tiles may lie side by side; the next tile beside them takes in all (edge case 4)."""
    s = position(rules(), "ooo1oo/2o", "6000::4A,12I", "6000::")
    take(s, place("4A"))
    assert s.phase == c.FOUND
    take(s, c.A_FOUND)
    assert s.size[0] == 7
    assert list(s.cells) == cells(rules(), "LLLLLL/2L")


def test_a_chain_touched_on_several_sides_grows() -> None:
    """Edge case 3: chains are counted, not sides."""
    s = position(rules(), "LLL/L1L/LLL", "6000::2B,12I", "6000::")
    take(s, place("2B"))
    assert s.phase == c.BUY
    assert s.size[0] == 9


def test_what_nobody_has_seen() -> None:
    s = position(rules(board="2x6"), "oo", "6000::3A,?", "6000::?", bag="4A,?,+", phase=c.PLACE)
    s.told = squares(s.rules, "5A")
    s.bank_tiles = squares(s.rules, "6A")
    names = "1B,2B,3B,4B,5B,6B"
    assert unseen(s) == squares(s.rules, names)
    assert unseen(s) == [t for t in range(12) if is_unseen(s, t)]
    assert unaccounted(s) == 12 - 2 - 2 - 1 - 1


def test_what_is_known_of_a_hand_that_nobody_counted_is_not_counted_again() -> None:
    table = rules(board="2x3", hand="2")
    s = position(table, "LL", "0::*", "0::*")
    s.hands[1] = squares(table, "3B")
    s.bag_left = 0
    count_hands(s)
    assert s.unknown == [2, 1], "the three tiles that are left fill both hands"


def test_the_dearest_share_is_cheaper_once_its_chain_is_gone() -> None:
    board = "LLLLLLLLLLL1" + "/11C" * 6
    s = position(rules(), board, "6000::12A", "6000::")
    assert s.dearest == 800
    take(s, place("12A"))
    assert s.price == [700, 0, 0, 0, 0, 0, 0]
    assert s.dearest == 700


def test_where_every_share_is_free_so_is_the_dearest() -> None:
    ruleset = load("classic")
    free = tuple(tuple(replace(one, price=0) for one in column) for column in ruleset.chart)
    s = position(rules_for(replace(ruleset, chart=free)), "LLL1CC", "6000::4A", "6000::")
    take(s, place("4A"))
    assert s.dearest == 0


def test_a_chain_that_is_taken_over_is_not_safe_any_more() -> None:
    s = position(rules(), "LLLLLLLLLLL1/11C/11C", "6000::12A", "6000::")
    assert s.safe == 1
    take_over(s, 0, 5, square("12A"))
    assert (s.active, s.safe) == (1 << 5, 0)


@examples(20)
@given(st.text(max_size=4))
def test_in_a_dealt_game_nothing_is_unseen(seed: str) -> None:
    s = deal(rules(), 3, seed)
    assert unseen(s) == []
    assert not any(is_unseen(s, t) for t in range(108))
    assert unaccounted(s) == s.bag_left == 108 - 3 - 18


def test_squares_have_names() -> None:
    table = rules(board="26x40")
    assert square("40Z", table) == 1039
    assert square("1B", table) == 40
    assert square("12I") == 107
