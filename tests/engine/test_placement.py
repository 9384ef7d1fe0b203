"""Placing: alone, founding, growing, dead, blocked, no placement, the redraw of a whole hand."""

from __future__ import annotations

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.squares import names
from acquire_cli.engine.state import State
from tests.engine.support import (
    GO_ON,
    NO_TILE,
    NOTHING,
    aside,
    found,
    held,
    place,
    position,
    rules,
    square,
    squares,
    take,
)

FULL = "LL1TT1AA1FF/12/WW1CC1II"
"""Every chain on the board."""


@pytest.mark.parametrize(
    ("board", "tile", "number"),
    [
        ("o", "3A", c.OK),
        ("o", "2A", c.OK),
        ("LLLLLLLLLLL1/12/TTTTTTTTTTT", "1B", c.R_DEAD),
        ("LLLLLLLLLLL1/12/TTTTTTTTTT", "1B", c.OK),
        ("LLLLLLLLLLL1/12/TTTTTTTTTTT", "12B", c.OK),
        # Two safe chains and an unsafe one: dead all the same (edge case 2).
        ("4L/4L/4LLLLLLLL/4LL/AAAA1/4TT/4T/4T/4TTTTTTTT", "5E", c.R_DEAD),
        (FULL + "/12/12/o", "1G", c.R_BLOCKED),
        (FULL + "/12/12/o", "2F", c.R_BLOCKED),
        (FULL + "/12/12/o", "3A", c.OK),
        (FULL + "/12/12/o", "12H", c.OK),
    ],
)
def test_what_may_be_placed(board: str, tile: str, number: int) -> None:
    s = position(rules(), board, f"6000::{tile}", "6000::")
    assert (place(tile) in legal(s)) == (number == c.OK)
    assert play(s, place(tile)) == number


def test_a_blocked_tile_is_playable_once_a_chain_is_gone() -> None:
    """Edge case 5; and the merger does not found with the name that it frees."""
    s = position(rules(), FULL + "/12/12/o", "6000::3A,2F", "6000::1I")
    assert legal(s) == [place("3A")]
    take(s, place("3A"))
    take(s, legal(s)[0])
    assert s.phase == c.BUY
    take(s, NOTHING, place("1I"), NOTHING, place("2F"))
    assert s.phase == c.FOUND
    assert len(legal(s)) == 1


def test_the_founders_share_is_free_and_not_bought() -> None:
    s = position(rules(), "o", "6000::2A", "6000::")
    s.log = []
    take(s, place("2A"), found(s.rules, "I"))
    assert held(s, 0, "I") == 1
    assert s.cash[0] == 6000
    assert (c.E_FOUNDED, 0, 6, 2, 1, 0) in s.log
    take(s, 3 << 18 << 4 | c.A_BUY)
    assert held(s, 0, "I") == 4
    assert s.cash[0] == 6000 - 3 * 400


@pytest.mark.parametrize(("name", "cash"), [("classic", 6000), ("founder-cash", 6500)])
def test_no_share_left_for_the_founder(name: str, cash: int) -> None:
    """The price is that of the size after founding (edge case 6): three tiles of a medium chain
    cost 400, four cost 500."""
    s = position(rules(name), "oo1o", "6000::3A", "6000:A25:")
    s.log = []
    take(s, place("3A"), found(s.rules, "A"))
    assert s.cash[0] == cash
    assert held(s, 0, "A") == 0
    assert (c.E_FOUNDED, 0, 2, 4, 0, cash - 6000) in s.log


def test_who_can_play_nothing_may_still_buy_and_declare() -> None:
    """Edge case 8."""
    s = position(rules(), "LLLLLLLLLLL1/12/TTTTTTTTTTT", "6000::1B", "6000::12I")
    assert legal(s) == [NO_TILE]
    s.log = []
    take(s, NO_TILE, 3 << 4 | c.A_BUY)
    assert s.log == [(c.E_PASSED, 0), (c.E_BOUGHT, 0, 3, 2100)]
    assert s.phase == c.END


def test_a_player_with_a_legal_tile_must_place_one() -> None:
    s = position(rules(), "o", "6000::12I,2A", "6000::")
    assert play(s, NO_TILE) == c.R_MUST_PLACE


# ---- whole-hand ----

TWO_SAFE = "LLLLLLLLLLL/12/TTTTTTTTTTT"


def whole(held: str, drawn: str, hand: int) -> State:
    """Three rows, two safe chains, and between them no tile but those named."""
    table = rules("whole-hand", board="3x12", hand=str(hand))
    row = ["x"] * 12
    for t in squares(table, f"{held},{drawn}"):
        row[t - 12] = "."
    board = f"LLLLLLLLLLLx/{''.join(row)}/TTTTTTTTTTTx"
    return position(table, board, f"6000::{held}", "6000::", bag=drawn)


def test_the_redraw_is_forced_and_looked_at_again() -> None:
    """Edge case 7: again while nothing in the new hand can be played and the bag lasts."""
    s = whole("1B,2B", "3B,4B,5B,6B,7B,12B", hand=2)
    assert legal(s) == [c.A_REDRAW]
    assert play(s, NO_TILE) == c.R_MUST_REDRAW
    assert play(s, place("1B")) == c.R_DEAD
    s.log = []
    take(s, c.A_REDRAW)
    assert s.hands[0] == squares(s.rules, "3B,4B")
    assert s.log == [
        (c.E_ASIDE, 0, 12),
        (c.E_ASIDE, 0, 13),
        (c.E_DREW, 0, 14),
        (c.E_DREW, 0, 15),
    ]
    assert legal(s) == [c.A_REDRAW]
    take(s, c.A_REDRAW, c.A_REDRAW)
    assert s.gone == squares(s.rules, "1B,2B,3B,4B,5B,6B")
    assert legal(s) == [place("12B")]


def test_a_redraw_takes_what_the_bag_has_and_an_empty_bag_keeps_the_hand() -> None:
    s = whole("1B,2B,3B,4B", "5B,6B", hand=4)
    take(s, c.A_REDRAW)
    assert s.hands[0] == squares(s.rules, "5B,6B")
    assert s.bag_left == 0
    assert legal(s) == [NO_TILE]
    assert play(s, c.A_REDRAW) == c.R_BAG_EMPTY
    take(s, NO_TILE, NOTHING, GO_ON)
    assert s.hands[0] == squares(s.rules, "5B,6B"), "no dead tile leaves otherwise"


def test_a_blocked_tile_counts_as_one_that_cannot_be_played() -> None:
    s = position(
        rules("whole-hand", hand="1"), FULL + "/12/12/o", "6000::2F", "6000::12I", bag="1I,+"
    )
    assert legal(s) == [c.A_REDRAW]
    take(s, c.A_REDRAW)
    assert legal(s) == [place("1I")]


def test_an_uncounted_bag_leaves_open_whether_there_is_a_redraw() -> None:
    table = rules("whole-hand")
    s = position(table, TWO_SAFE, "6000::1B,2B", "6000::*")
    assert s.bag_left == -1
    assert legal(s) == [NO_TILE, c.A_REDRAW]
    take(s.copy(), NO_TILE)
    take(s, c.A_REDRAW)
    assert s.unknown == [6, -1]


def test_a_hand_that_is_told_to_be_set_aside() -> None:
    """Reading order, as many tiles as the hand has, and never so that too few could follow."""
    table = rules("whole-hand", hand="3")
    s = position(table, TWO_SAFE, "6000::1B,?,?", "6000::?,?,?")
    assert play(s, NO_TILE) == c.R_MUST_REDRAW
    assert play(s, c.A_REDRAW) == c.R_NO_REDRAW
    assert play(s, aside("11B")) == c.R_ASIDE_ORDER, "no tile could follow"
    assert aside("11B") not in legal(s)
    assert play(s, aside("1B")) == c.R_ASIDE_ORDER, "a known tile goes by itself"
    assert play(s, aside("1A")) == c.R_OCCUPIED
    assert play(s, aside("12B")) == c.R_PLAYABLE
    take(s, aside("5B"))
    assert play(s, aside("5B")) == c.R_ASIDE_ORDER
    assert play(s, aside("4B")) == c.R_ASIDE_ORDER
    assert play(s, place("12I")) == c.R_MUST_REDRAW
    assert play(s, NO_TILE) == c.R_MUST_REDRAW
    assert play(s, c.A_REDRAW) == c.R_NO_REDRAW
    assert legal(s) == [aside(f"{k}B") for k in range(6, 12)]
    take(s, aside("11B"))
    assert legal(s) == [c.A_REDRAW]
    assert play(s, aside("12B")) == c.R_PLAYABLE
    take(s, c.A_REDRAW)
    assert s.gone == squares(table, "1B,5B,11B")
    assert s.unknown[0] == 3
    assert play(s, aside("5B")) == c.R_GONE


def test_a_hand_nobody_counted_may_be_set_aside_tile_by_tile() -> None:
    table = rules("whole-hand")
    s = position(table, TWO_SAFE, "6000::*", "6000::*")
    assert NO_TILE in legal(s)
    assert c.A_REDRAW not in legal(s), "there is no tile of it yet"
    take(s, aside("11B"), c.A_REDRAW)
    assert s.gone == [square("11B")]
    assert s.unknown[0] == -1
    s = position(table, TWO_SAFE, "6000::*", "6000::*")
    s.hands[0] = [square("1B")]
    s.bag_left = 5
    assert play(s, NO_TILE) == c.R_MUST_REDRAW, "it has a tile, and the bag too"
    take(s, c.A_REDRAW)


def test_a_hand_with_a_tile_that_can_be_played_is_not_set_aside() -> None:
    table = rules("whole-hand", hand="3")
    s = position(table, TWO_SAFE, "6000::1B,12B,?", "6000::?,?,?")
    assert play(s, aside("3B")) == c.R_NO_REDRAW
    assert play(s, c.A_REDRAW) == c.R_NO_REDRAW
    assert place("12I") in legal(s)
    assert c.A_REDRAW not in legal(s)


def test_an_empty_bag_has_nothing_for_a_hand_that_is_told() -> None:
    table = rules("whole-hand", board="2x6", safe="2")
    s = position(table, "LL1TT1/LL1TT1", "6000::?", "6000::?,?,?")
    assert s.bag_left == 0
    assert play(s, squares(table, "3A")[0] << 4 | c.A_ASIDE) == c.R_BAG_EMPTY
    assert play(s, c.A_REDRAW) == c.R_BAG_EMPTY
    assert {action & 15 for action in legal(s)} == {c.A_PLACE, c.A_PASS}
    take(s, NO_TILE)


def test_the_last_tile_of_the_bag_is_drawn_anew_for() -> None:
    s = whole("1B,2B", "3B", hand=2)
    assert legal(s) == [c.A_REDRAW]
    assert play(s, NO_TILE) == c.R_MUST_REDRAW
    s = position(s.rules, "LLLLLLLLLLLx/3xxxxxxxxx/TTTTTTTTTTTx", "6000::?,?", "6000::", bag="?")
    assert aside_names(s) == ["1B", "2B"]


def aside_names(s: State) -> list[str]:
    name = names(s.rules.rows, s.rules.cols)
    return [name[action >> 4] for action in legal(s) if action & 15 == c.A_ASIDE]


def test_no_tile_is_told_where_too_few_are_left_to_make_up_the_hand() -> None:
    """Nobody has seen 1B, which is dead, and 12A and 12B, which are not."""
    board = f"{'L' * 11}1/1{'x' * 10}1/{'T' * 11}x"
    s = position(rules("whole-hand", board="3x12", hand="2"), board, "0::?,?", "0::", bag="?")
    assert aside_names(s) == []


def test_a_tile_that_merges_is_not_told() -> None:
    s = position(rules("whole-hand", hand="1"), "LLL1TTT", "6000::?", "6000::?")
    assert aside_names(s) == []


def test_a_hand_of_one_unknown_tile_is_told_with_one_tile() -> None:
    s = position(rules("whole-hand", hand="1"), TWO_SAFE, "6000::?", "6000::?")
    assert play(s, NO_TILE) == c.R_MUST_REDRAW
    take(s, aside("5B"))
    assert legal(s) == [c.A_REDRAW]
    assert play(s, aside("6B")) == c.R_NOT_IN_HAND


def test_no_more_is_told_than_the_hand_holds() -> None:
    s = position(rules("whole-hand", hand="2"), TWO_SAFE, "6000::?,?", "6000::?,?")
    take(s, aside("5B"), aside("6B"))
    assert legal(s) == [c.A_REDRAW]


def test_who_holds_nothing_goes_without_a_tile() -> None:
    s = position(rules("whole-hand", hand="2"), TWO_SAFE, "6000::", "6000::?,?")
    assert NO_TILE in legal(s)
    assert play(s, c.A_REDRAW) == c.R_NO_REDRAW
    take(s, NO_TILE)


def test_a_tile_that_merges_can_be_played() -> None:
    table = rules("whole-hand", hand="2")
    s = position(table, "LLL1TTT/12/8WW", "6000::4A,9I", "6000::?,?")
    assert play(s, c.A_REDRAW) == c.R_NO_REDRAW
    s = position(table, "LLL1TTT", "6000::4A", "6000::?,?")
    assert play(s, NO_TILE) == c.R_MUST_PLACE
    s = position(table, "LLL1TTT", "6000::?,?", "6000::?,?")
    assert play(s, aside("4A")) == c.R_PLAYABLE


def test_an_unknown_tile_that_can_only_merge_has_to_be_placed() -> None:
    board = f"LLL1TTT{'x' * 5}/{'x' * 12}/{'x' * 12}"
    s = position(rules(board="3x12"), board, "6000::?", "6000::")
    assert legal(s) == [place("4A")]
    assert play(s, NO_TILE) == c.R_MUST_PLACE


def test_a_loose_tile_is_in_no_hand_that_is_told() -> None:
    s = position(rules("whole-hand", hand="2"), TWO_SAFE + "/12/o", "6000::?,?", "6000::?,?")
    assert play(s, aside("1E")) == c.R_OCCUPIED


@pytest.mark.parametrize(("unknown", "passes"), [("?", True), ("?,?", True), ("?,?,?", False)])
def test_nobody_goes_without_a_tile_whose_hand_cannot_be_all_dead(
    unknown: str, passes: bool
) -> None:
    """Nobody has seen 1B and 2B, which are dead, and 12B, which is not."""
    s = position(
        rules(board="3x12"), f"{'L' * 11}x/2{'x' * 9}1/{'T' * 11}x", f"0::{unknown}", "0::"
    )
    assert (NO_TILE in legal(s)) is passes
    assert (play(s, NO_TILE) == c.OK) is passes


def test_where_no_hand_is_drawn_anew_none_is_told() -> None:
    s = position(rules(), TWO_SAFE, "6000::?,?", "6000::?,?")
    assert {action & 15 for action in legal(s)} == {c.A_PLACE, c.A_PASS}


def test_a_tile_known_to_lie_elsewhere_is_not_told() -> None:
    table = rules("whole-hand", hand="2")
    s = position(table, TWO_SAFE, "6000::?,?", "6000::3B,4B")
    assert play(s, aside("3B")) == c.R_NOT_IN_HAND
    s = position(table, TWO_SAFE, "6000::1B,2B", "6000::3B,4B")
    assert play(s, aside("5B")) == c.R_NOT_IN_HAND


@pytest.mark.parametrize("word", ["once", "optional", "repeat", "never"])
def test_other_rulesets_redraw_no_hand(word: str) -> None:
    s = position(rules(dead=word), TWO_SAFE, "6000::1B", "6000::12I")
    assert legal(s) == [NO_TILE]
    assert play(s, c.A_REDRAW) == c.R_NO_REDRAW
    assert play(s, aside("1B")) == c.R_PHASE
