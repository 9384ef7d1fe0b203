"""Mergers: who survives, the order of the defunct chains, dispositions, the bank's tile."""

from __future__ import annotations

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.merger import most_traded
from acquire_cli.engine.state import State
from tests.engine.support import (
    NOTHING,
    bank_tile,
    cells,
    dispose,
    following,
    found,
    held,
    place,
    position,
    rules,
    square,
    survivor,
    take,
)

CROSS = "4L/4L/4L/4L/TTTT1AAAA/4F/4F/4F/4F"
"""Four chains of four around 5E."""


def four_ways(**words: str) -> State:
    return position(
        rules(**words), CROSS, "6000:L2T1A2:5E,12I", "6000:L3F4:", "6000:T1F4:", "6000::"
    )


def test_four_ways_with_every_choice() -> None:
    """Equal chains: the mergemaker picks the survivor, then which goes next, each time."""
    s = four_ways()
    s.log = []
    take(s, place("5E"))
    assert s.phase == c.SURVIVOR
    assert legal(s) == [survivor(s.rules, letter) for letter in "LTAF"]
    take(s, survivor(s.rules, "T"))
    assert s.phase == c.NEXT
    assert legal(s) == [following(s.rules, letter) for letter in "LAF"]
    take(s, following(s.rules, "F"))
    # 002's words: each is resolved whole before the next. Bob and cid share 5000 + 2500, 3750 each
    # is 3800; ann holds none and is not asked.
    assert s.cash == [6000, 9800, 9800, 6000]
    assert (s.phase, s.actor, s.defunct) == (c.DISPOSE, 1, 3)
    take(s, dispose(sold=4))
    assert s.actor == 2
    take(s, dispose(sold=1, traded=2))
    assert s.cash == [6000, 11800, 10300, 6000]
    assert held(s, 2, "T") == 2
    assert held(s, 2, "F") == 1
    assert (s.phase, s.actor) == (c.NEXT, 0)
    assert legal(s) == [following(s.rules, letter) for letter in "LA"]
    take(s, following(s.rules, "L"))
    assert s.cash == [8000, 15800, 10300, 6000]
    assert s.actor == 0
    take(s, dispose())
    assert s.actor == 1
    take(s, dispose(sold=1, traded=2))
    # American goes last without a choice; ann alone holds it and has both bonuses.
    assert s.cash == [15500, 16200, 10300, 6000]
    assert (s.phase, s.actor, s.defunct) == (c.DISPOSE, 0, 2)
    take(s, dispose(traded=2))
    assert s.phase == c.BUY
    assert s.size == [0, 17, 0, 0, 0, 0, 0]
    assert list(s.cells) == cells(s.rules, "4T/4T/4T/4T/TTTTTTTTT/4T/4T/4T/4T")
    assert [held(s, 0, x) for x in "LTAF"] == [2, 2, 0, 0]
    merged = [event for event in s.log if event[0] == c.E_MERGED]
    assert merged == [(c.E_MERGED, 1, 0b1101)]


def test_only_the_largest_may_survive() -> None:
    s = position(rules(), "5C/5C/5C/5C/1AAAA1FF", "6000::6E", "6000::")
    take(s, place("6E"))
    assert legal(s) == [survivor(s.rules, "A"), survivor(s.rules, "C")]
    assert play(s, survivor(s.rules, "F")) == c.R_NOT_LARGEST
    assert play(s, survivor(s.rules, "L")) == c.R_NOT_MERGING
    take(s, survivor(s.rules, "A"))
    assert s.size[2] == 4 + 4 + 2 + 1


def test_the_larger_defunct_chain_goes_first() -> None:
    s = position(rules(), "4L/4L/4L/4L/TTTT1AAA/4F/4F", "6000:A1F1:5E", "6000:T1:")
    take(s, place("5E"), survivor(s.rules, "L"))
    assert (s.phase, s.defunct) == (c.DISPOSE, 1)
    take(s, dispose())
    assert (s.actor, s.defunct) == (0, 2)
    take(s, dispose())
    assert s.defunct == 3
    s = four_ways()
    take(s, place("5E"), survivor(s.rules, "T"))
    assert play(s, following(s.rules, "T")) == c.R_NOT_MERGING
    assert play(s, following(s.rules, "W")) == c.R_NOT_MERGING


def test_next_is_only_among_the_largest() -> None:
    s = position(rules(), "4L/4L/4L/4L/1TTT1AAA/4F/4F", "6000::5E", "6000::")
    take(s, place("5E"))
    assert s.phase == c.NEXT
    assert play(s, following(s.rules, "F")) == c.R_NOT_NEXT
    assert legal(s) == [following(s.rules, "T"), following(s.rules, "A")]


def test_sizes_and_safety_are_judged_before_the_tile() -> None:
    """Edge case 1: a chain of ten meets one of twelve and is absorbed at the price of ten, though
    the tile and the loose one beside it would make it safe."""
    twelve = "10T/10T/10T/10T/10TT/10TT/10TT/10TT"
    s = position(rules(), f"LLLLLLLLLL1o/{twelve}", "6000:L1:11A", "6000::")
    take(s, place("11A"))
    assert s.cash[0] == 6000 + 6000 + 3000
    take(s, dispose(sold=1))
    assert s.cash[0] == 15000 + 600
    assert s.size == [0, 24, 0, 0, 0, 0, 0]


def test_a_safe_chain_takes_in_unsafe_ones() -> None:
    s = position(rules(), "AAAAAAAAAAA1/11L/11L/11L", "6000::12A", "6000::")
    take(s, place("12A"))
    assert s.size[2] == 15


def test_holders_from_the_mergemaker_on() -> None:
    """Edge case 10, with the mergemaker in the middle of the table; who holds none is passed by."""
    s = position(
        rules(), "AA1CCC", "6000:A1:", "6000::", "6000:A2:3A", "6000:A3:", "6000:A1:", turn=2
    )
    take(s, place("3A"))
    asked = []
    while s.phase == c.DISPOSE:
        asked.append(s.actor)
        take(s, dispose())
    assert asked == [2, 3, 4, 0]
    assert (s.phase, s.actor) == (c.BUY, 2)


@pytest.mark.parametrize(
    ("sold", "traded", "number"),
    [
        (0, 0, c.OK),
        (5, 0, c.OK),
        (1, 4, c.OK),
        (6, 0, c.R_HELD),
        (2, 4, c.R_HELD),
        (0, 6, c.R_HELD),
        (-1, 2, c.R_HELD),
        (0, 1, c.R_ODD_TRADE),
        (2, 3, c.R_ODD_TRADE),
    ],
)
def test_dispositions(sold: int, traded: int, number: int) -> None:
    s = position(rules(), "AA1CCC", "6000:A5:3A", "6000::")
    take(s, place("3A"))
    action = dispose(sold, traded)
    assert play(s, action) == number
    if number == c.OK:
        assert held(s, 0, "A") == 5 - sold - traded
        assert held(s, 0, "C") == traded // 2
        assert s.bank[2] == 25 - 5 + sold + traded
        assert s.bank[5] == 25 - traded // 2
        assert s.cash[0] == 6000 + 4500 + 300 * sold


@pytest.mark.parametrize(("held", "bank", "most"), [(5, 25, 4), (4, 25, 4), (1, 25, 0), (5, 1, 2)])
def test_an_even_number_may_be_given_up_to_twice_the_supply(
    held: int, bank: int, most: int
) -> None:
    s = position(rules(), "AA1CCC", f"6000:A{held}:3A", f"6000:C{25 - bank}:")
    take(s, place("3A"))
    assert most_traded(s) == most


def test_a_trade_needs_the_survivor_in_the_bank_at_that_moment() -> None:
    """Edge case 11: what one holder takes the next no longer finds."""
    s = position(rules(), "AA1CCC", "6000:A4C22:3A", "6000:A4:")
    take(s, place("3A"))
    assert dispose(0, 4) in legal(s)
    take(s, dispose(0, 4))
    assert s.bank[5] == 1
    assert dispose(0, 2) in legal(s)
    assert play(s, dispose(0, 4)) == c.R_TRADE_SUPPLY
    take(s, dispose(0, 2))
    assert s.bank[5] == 0


def test_shares_that_are_kept_count_again() -> None:
    """Edge case 12: the bank stays short by them, and they are worth something anew."""
    s = position(rules(), "AA1CCC//o", "6000:A3:3A,2C", "6000:A2:12I")
    take(s, place("3A"), dispose(), dispose())
    assert s.bank[2] == 20
    take(s, NOTHING, place("12I"), NOTHING, place("2C"), found(s.rules, "A"))
    assert held(s, 0, "A") == 4
    assert s.bank[2] == 19


def test_nobody_holds_the_defunct_chain() -> None:
    """Edge case 13."""
    s = position(rules(), "AA1CCC", "6000::3A", "6000:C1:")
    s.log = []
    take(s, place("3A"))
    assert s.phase == c.BUY
    assert not [event for event in s.log if event[0] in (c.E_BONUS, c.E_DISPOSED)]


# ---- the bank as a shareholder ----


def banked(board: str, ann: str, bob: str, bag: str | None) -> State:
    return position(rules("grand-hotel"), board, ann, bob, bag=bag)


@pytest.mark.parametrize(
    ("tile", "ann", "bob", "cash"),
    [
        # A medium chain of two: 3000 and 1500.
        ("1I", "A3", "", [9000, 6000]),
        ("3I", "A3", "", [6000 + 2300, 6000]),
        ("5I", "A3", "", [7500, 6000]),
        ("5I", "A3", "A2", [7500, 6000]),
        ("2I", "A3", "A2", [9000, 6000 + 800]),
        ("3I", "A3", "A3", [6000 + 1500, 6000 + 1500]),
        ("5I", "", "", [6000, 6000]),
    ],
)
def test_the_banks_holding(tile: str, ann: str, bob: str, cash: list[int]) -> None:
    """The number of the tile ranks and ties like shares (edge case 14)."""
    s = banked("AA1CCC", f"6000:{ann}:3A,?,?,?,?,?", f"6000:{bob}:?,?,?,?,?,?", bag=None)
    s.log = []
    take(s, place("3A"))
    assert (s.phase, s.actor) == (c.BANK, 0)
    take(s, bank_tile(tile))
    assert s.cash == cash
    while s.phase == c.DISPOSE:
        take(s, dispose())
    assert s.cells[square(tile)] == c.LOOSE
    assert sum(s.shares[2::7]) + s.bank[2] == 25
    assert (c.E_BANK, 2, square(tile), int(tile[:-1])) in s.log
    bonuses = [event for event in s.log if event[0] == c.E_BONUS]
    assert sum(event[3] for event in bonuses) >= 4500


@pytest.mark.parametrize(
    ("board", "tile", "lies"),
    [
        ("AA1CCC", "9I", c.LOOSE),
        ("AA1CCC/8o", "10B", c.LOOSE),
        ("AA1CCC", "7A", 5),
        ("AA1CCC", "1B", 5),
        ("AA1LLL", "7A", 0),
        ("AA1CCC1FF", "7A", c.ASIDE_SQUARE),
        ("AA1CCC/6o", "7A", 5),
    ],
)
def test_where_the_banks_tile_comes_to_lie(board: str, tile: str, lies: int) -> None:
    s = banked(board, "6000::3A", "6000::12I", bag=f"{tile},1I,+")
    s.log = []
    take(s, place("3A"))
    assert s.phase == c.BUY
    assert s.cells[square(tile)] == lies
    assert s.bank_tiles == []
    assert (c.E_LAID, square(tile), lies) in s.log
    if "6o" in board:
        assert s.cells[square("7B")] == 5, "the loose tile it connects joins too"


@pytest.mark.parametrize(
    ("bag", "laid"),
    [
        ("9A,8A,+", [("9A", c.LOOSE), ("8A", 5)]),
        ("8A,9A,+", [("8A", 5), ("9A", 5)]),
    ],
)
def test_tiles_are_laid_in_the_order_drawn(bag: str, laid: list[tuple[str, int]]) -> None:
    """One a defunct chain; the second takes the first in where that lies loose beside it."""
    s = banked("AA1CCCC/2L/2L/2L", "6000::3A", "6000::12I", bag=bag)
    s.log = []
    take(s, place("3A"))
    assert s.phase == c.BUY
    assert [event[1:] for event in s.log if event[0] == c.E_LAID] == [
        (square(tile), lies) for tile, lies in laid
    ]
    assert s.size[5] == 4 + 3 + 2 + 1 + 2


@pytest.mark.parametrize(
    ("more", "tile", "ends"), [("", "4E", False), ("/3C", "1I", False), ("/3C", "5E", True)]
)
def test_the_end_is_judged_with_the_banks_tiles_on_the_board(
    more: str, tile: str, ends: bool
) -> None:
    """Thirty-six or thirty-seven, two, the tile, and that of the bank."""
    board = "AA1CCCCCCCCC" + "/3CCCCCCCCC" * 3 + more
    s = banked(board, "6000::3A", "6000::12I", bag=f"{tile},+")
    take(s, place("3A"))
    assert s.phase == c.BUY
    assert s.can_end == ends


def test_what_the_bank_drew_is_that_of_the_last_merger() -> None:
    """Also where it is the first tile of the board."""
    board = "2AA1CCC/12/12/12/LL1TTT"
    s = banked(board, "6000::5A", "6000::3E", bag="1A,9I,12I,+")
    take(s, place("5A"))
    assert s.bank_drew == [2, square("1A")]
    take(s, NOTHING, place("3E"), bank_tile("1I"))
    assert s.bank_drew == [0, square("1I")]


def test_a_tile_told_of_an_unknown_bag_leaves_it_where_it_was() -> None:
    s = banked("AA1CCC", "6000::3A,?,?,?,?,?", "6000::?,?,?,?,?,?", bag=None)
    left = s.bag_left
    take(s, place("3A"), bank_tile("9I"))
    assert (s.bag_at, s.bag_left) == (0, left - 1)
    s = banked("AA1CCC", "6000::3A", "6000::*", bag=None)
    take(s, place("3A"), bank_tile("9I"))
    assert (s.bag_at, s.bag_left) == (0, -1)


def test_the_first_square_is_a_tile_of_the_bank_like_any_other() -> None:
    s = banked("2AA1CCC", "6000:A1:5A", "6000::12I", bag="1A,+")
    s.log = []
    take(s, place("5A"))
    assert (c.E_BANK, 2, square("1A"), 1) in s.log
    assert (c.E_LAID, square("1A"), c.LOOSE) not in s.log
    assert [event[2:] for event in s.log if event[0] == c.E_BONUS] == [(0, 2300), (-1, 2300)]
    take(s, dispose())
    assert (c.E_LAID, square("1A"), c.LOOSE) in s.log
    assert s.cells[square("1A")] == c.LOOSE


def test_the_mergemaker_tells_what_the_bank_drew_whoever_decided_last() -> None:
    unseen = "?,?,?,?,?"
    s = banked("AA1CCCC/2L/2L/2L", f"6000::3A,{unseen}", f"6000:L1:{unseen}", bag=None)
    take(s, place("3A"), bank_tile("9I"))
    assert (s.phase, s.actor) == (c.DISPOSE, 1)
    take(s, dispose())
    assert (s.phase, s.actor) == (c.BANK, 0)


def test_a_copy_lays_the_banks_tile_as_the_position_does_it_was_made_of() -> None:
    s = banked("AA1CCC", "6000:A1:3A", "6000::12I", bag="9I,1I,+")
    take(s, place("3A"))
    assert s.phase == c.DISPOSE
    for one in (s.copy(), s):
        take(one, dispose())
        assert one.cells[square("9I")] == c.LOOSE


def test_the_next_turn_knows_of_no_merger() -> None:
    s = position(rules(), "AA1CCC", "6000::3A,9I", "6000::12I")
    take(s, place("3A"))
    assert s.survivor == 5
    take(s, NOTHING)
    assert (s.turn, s.merging, s.survivor, s.defunct) == (1, 0, -1, -1)


def test_an_empty_bag_makes_no_shareholder() -> None:
    s = banked("AA1CCC" + "xxxxxx" + "/xxxxxxxxxxxx" * 8, "6000:A1:3A", "6000::", bag="")
    s.log = []
    take(s, place("3A"))
    assert s.cash[0] == 6000 + 4500
    assert (c.E_BANK, 2, -1, 0) in s.log
    assert s.bank_drew == [2, -1]


def test_an_uncounted_bag_may_have_been_empty() -> None:
    """Where the hand that nobody has counted can hold every tile that is left."""
    full = "AA1CCC" + "xxxxxx" + "/xxxxxxxxxxxx" * 7
    s = position(rules("grand-hotel"), full + "/5xxxxxxx", "6000:A1:3A,?", "6000::*")
    take(s, place("3A"))
    assert c.A_BANK in legal(s)
    take(s, c.A_BANK)
    assert s.bag_left == 0
    assert s.cash[0] == 6000 + 4500


def test_a_bag_that_is_told_to_have_been_empty_gave_no_tile() -> None:
    full = "AA1CCC" + "xxxxxx" + "/xxxxxxxxxxxx" * 7
    s = position(rules("grand-hotel"), full + "/5xxxxxxx", "6000:A1:3A,?", "6000::*")
    s.log = []
    take(s, place("3A"), c.A_BANK)
    assert (c.E_BANK, 2, -1, 0) in s.log
    assert s.bank_drew == [2, -1]


def test_a_hand_that_is_known_has_no_room_for_what_nobody_has_seen() -> None:
    full = "AA1CCC" + "xxxxxx" + "/xxxxxxxxxxxx" * 7
    s = position(rules("grand-hotel"), full + "/8xxxx", "6000:A1:3A", "6000::*")
    take(s, place("3A"))
    assert c.A_BANK not in legal(s)


def test_a_tile_known_to_be_in_a_hand_that_nobody_has_counted_takes_room_in_it() -> None:
    full = "AA1CCC" + "xxxxxx" + "/xxxxxxxxxxxx" * 7 + "/8xxxx"
    for more, empty in ("", False), (",2I", True):
        s = position(rules("grand-hotel"), full, f"6000:A1:3A,?{more}", "6000::*")
        s.hands[1] = [square("1I")]
        take(s, place("3A"))
        assert (c.A_BANK in legal(s)) is empty


def test_the_last_tile_of_the_bag_is_the_banks() -> None:
    full = "AA1CCC" + "xxxxxx" + "/xxxxxxxxxxxx" * 7 + "/2xxxxxxxxxx"
    s = position(rules("grand-hotel"), full, "6000:A1:3A", "6000::1I", bag="?")
    take(s, place("3A"))
    assert c.A_BANK not in legal(s)
    assert play(s, c.A_BANK) == c.R_BANK_NONE
    take(s, bank_tile("2I"))
    assert s.bag_left == 0


def test_an_uncounted_bag_was_not_empty_with_more_tiles_than_a_hand_holds() -> None:
    s = position(rules("grand-hotel"), "AA1CCC", "6000:A1:3A,?", "6000::*")
    take(s, place("3A"))
    assert c.A_BANK not in legal(s)
    assert play(s, c.A_BANK) == c.R_BANK_NONE


def test_what_the_bank_cannot_have_drawn() -> None:
    s = banked("AA1CCC", "6000:A1:3A,5I,?", "6000::?", bag="?,+")
    assert play(s, bank_tile("9I")) == c.R_BANK_TILE
    assert play(s, c.A_BANK) == c.R_PHASE
    take(s, place("3A"))
    assert play(s, c.A_BANK) == c.R_BANK_NONE
    assert play(s, bank_tile("5I")) == c.R_BANK_TILE
    assert play(s, bank_tile("1A")) == c.R_BANK_TILE
    assert play(s, 109 << 4 | c.A_BANK) == c.R_NO_SQUARE
    assert play(s, -1 << 4 | c.A_BANK) == c.R_NO_SQUARE
    left = s.bag_left
    take(s, bank_tile("9I"))
    assert (s.bag_left, s.bag_at) == (left - 1, 1)


@pytest.mark.parametrize(
    ("word", "players", "plays"),
    [("never", 2, False), ("two-players", 2, True), ("two-players", 3, False), ("always", 6, True)],
)
def test_when_the_bank_plays(word: str, players: int, plays: bool) -> None:
    seats = ["6000::?"] * players
    s = position(rules(bank_holder=word), "AA1CCC", "6000::3A,?", *seats[1:])
    assert s.bank_plays == plays
    take(s, place("3A"))
    assert (s.phase == c.BANK) == plays
