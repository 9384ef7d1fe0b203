"""Each refusal: an action that brings it about, its code, and words of its sentence."""

from __future__ import annotations

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.refusals import CODES, explain
from acquire_cli.engine.state import State
from tests.engine.support import (
    END,
    GO_ON,
    NO_TILE,
    NOTHING,
    aside,
    bank_tile,
    buy,
    dispose,
    following,
    found,
    place,
    position,
    rules,
    slots,
    square,
    survivor,
    take,
)

CLASSIC = rules()
WHOLE = rules("whole-hand", hand="2")
TINY = rules("whole-hand", board="2x6", safe="2")
BANK = rules("grand-hotel")
CHOICE = rules("founder-cash")
FULL = "LL1TT1AA1FF/12/WW1CC1II/12/o"
SAFE = "LLLLLLLLLLL/12/TTTTTTTTTTT"
CROSS = "4L/4L/4L/4L/1TTT1AAA/4F/4F"


def at(board: str, *seats: str, **rest: object) -> State:
    seats = seats or ("6000::12I,?", "6000::?")
    return position(rest.pop("table", CLASSIC), board, *seats, **rest)  # type: ignore[arg-type]


def over() -> State:
    return take(at(SAFE, phase=c.BUY), NOTHING, END)


def merging() -> State:
    return take(at(CROSS, "6000:T3L24:5E,12I", "6000:T2:"), place("5E"))


def told(hand: str) -> State:
    return at(SAFE, f"6000::{hand}", "6000::?,?", table=WHOLE)


def choosing() -> State:
    return at(SAFE, "6000::1B,3B,12I", "6000::?", table=CHOICE, phase=c.ASIDE)


CASES: list[tuple[int, State, int, str]] = [
    (c.R_OVER, over(), NOTHING, "over"),
    (c.R_OVER, over(), 15, "over"),
    (c.R_PHASE, at("oo"), NOTHING, "a tile is to be placed"),
    (c.R_PHASE, at("oo"), 15, "a tile is to be placed"),
    (c.R_PHASE, at("oo"), NO_TILE | 5 << 4, "a tile is to be placed"),
    (c.R_PHASE, at("oo"), GO_ON, "a tile is to be placed"),
    (c.R_PHASE, at("oo"), dispose(), "a tile is to be placed"),
    (c.R_PHASE, at("oo"), found(CLASSIC, "L"), "a tile is to be placed"),
    (c.R_PHASE, at("oo"), survivor(CLASSIC, "L"), "a tile is to be placed"),
    (c.R_PHASE, at("oo"), following(CLASSIC, "L"), "a tile is to be placed"),
    (c.R_PHASE, at("oo"), c.A_DONE, "a tile is to be placed"),
    (c.R_PHASE, at("oo"), aside("12I"), "a tile is to be placed"),
    (c.R_PHASE, at("oo", phase=c.BUY), place("12I"), "may be bought"),
    (c.R_PHASE, at("oo", phase=c.BUY), NO_TILE, "may be bought"),
    (c.R_PHASE, at("oo", phase=c.BUY), c.A_REDRAW, "may be bought"),
    (c.R_PHASE, at("oo", phase=c.BUY), aside("12I"), "may be bought"),
    (c.R_PHASE, at("oo", phase=c.BUY), c.A_BANK, "may be bought"),
    (c.R_PHASE, at("oo", phase=c.FOUND, tile="1A"), NOTHING, "chain is to be named"),
    (c.R_PHASE, at(SAFE, phase=c.END), NOTHING, "the end may be declared"),
    (c.R_PHASE, merging(), NOTHING, "the next defunct chain"),
    (c.R_NO_SQUARE, at("oo"), 108 << 4, "9 rows and 12 columns"),
    (c.R_NO_SQUARE, at("oo"), -1 << 4, "no such square"),
    (c.R_NO_SQUARE, choosing(), 108 << 4 | c.A_ASIDE, "no such square"),
    (c.R_NO_SQUARE, told("1B,?"), 108 << 4 | c.A_ASIDE, "no such square"),
    (c.R_OCCUPIED, at("oo"), place("2A"), "2A is on the board"),
    (c.R_OCCUPIED, choosing(), aside("1A"), "1A is on the board"),
    (c.R_GONE, at("ox"), place("2A"), "2A has been set aside"),
    (c.R_NOT_IN_HAND, at("oo", "0::5A", "0::"), place("6A"), "6A is not in the hand"),
    (c.R_NOT_IN_HAND, choosing(), aside("5B"), "5B is not in the hand"),
    (c.R_DEAD, at(SAFE), place("5B"), "5B joins two safe chains (L, T)"),
    (c.R_DEAD, at(SAFE, "0::5B", "0::"), place("5B"), "5B joins two safe chains (L, T)"),
    (c.R_BLOCKED, at(FULL), place("2E"), "2E would found a chain, but all 7"),
    (c.R_BLOCKED, at(FULL, "0::2E", "0::"), place("2E"), "2E would found a chain"),
    (c.R_MUST_PLACE, at("oo", "0::5A,4A,?", "0::"), NO_TILE, "(4A 5A can)"),
    (c.R_MUST_PLACE, at("oo"), NO_TILE, "(12I can)"),
    (c.R_MUST_PLACE, at("oo", "0::?", "0::"), NO_TILE, "unknown tiles of the hand"),
    (c.R_MUST_REDRAW, told("1B,2B"), NO_TILE, "set aside and drawn anew"),
    (c.R_NO_REDRAW, at("oo"), c.A_REDRAW, "in this ruleset no hand"),
    (c.R_NO_REDRAW, told("12I,1B"), c.A_REDRAW, "(12I can)"),
    (c.R_NO_REDRAW, told("1B,?"), c.A_REDRAW, "has to be named"),
    (c.R_NO_REDRAW, told(""), c.A_REDRAW, "no hand to set aside"),
    (c.R_NO_CHAIN, at("oo", phase=c.FOUND, tile="1A"), 7 << 4 | c.A_FOUND, "no such chain"),
    (c.R_NO_CHAIN, at("oo", phase=c.FOUND, tile="1A"), -1 << 4 | c.A_FOUND, "no such chain"),
    (c.R_NO_CHAIN, at("LL", phase=c.BUY), 1 << 21 << 4 | c.A_BUY, "no such chain"),
    (
        c.R_ON_BOARD,
        at("oo/12/LL", phase=c.FOUND, tile="1A"),
        found(CLASSIC, "L"),
        "L cannot be founded",
    ),
    (
        c.R_NOT_LARGEST,
        at("TTToAAA/3L/3L", phase=c.SURVIVOR, tile="4A"),
        survivor(CLASSIC, "L"),
        "L is not among the largest chains; T, A are",
    ),
    (c.R_NOT_MERGING, merging(), following(CLASSIC, "W"), "W takes no part"),
    (
        c.R_NOT_MERGING,
        at("TTToAAA", phase=c.SURVIVOR, tile="4A"),
        9 << 4 | c.A_SURVIVOR,
        "9 takes no part",
    ),
    (c.R_NOT_NEXT, merging(), following(CLASSIC, "F"), "T, A before F"),
    (c.R_BANK_TILE, at("oo"), bank_tile("9I"), "draws no tile here"),
    (
        c.R_BANK_TILE,
        take(at("AA1CCC", "0::3A", "0::?", table=BANK), place("3A")),
        bank_tile("1A"),
        "1A cannot be the bank's tile",
    ),
    (
        c.R_BANK_NONE,
        take(at("AA1CCC", "0::3A", "0::?", table=BANK), place("3A")),
        c.A_BANK,
        "draws a tile for A: the bag still holds 101",
    ),
    (c.R_HELD, take(merging(), following(CLASSIC, "T")), dispose(4), "3 shares of T are held, 4"),
    (
        c.R_HELD,
        take(merging(), following(CLASSIC, "T")),
        dispose(2, 2),
        "3 shares of T are held, 4 are disposed of",
    ),
    (c.R_ODD_TRADE, take(merging(), following(CLASSIC, "T")), dispose(0, 3), "3 is odd"),
    (
        c.R_TRADE_SUPPLY,
        take(at(CROSS, "0:T4L24:5E", "0::"), place("5E"), following(CLASSIC, "T")),
        dispose(0, 4),
        "the bank has 1 of L, a trade of 4 T asks for 2",
    ),
    (c.R_TOO_MANY, at("LL", phase=c.BUY), buy(CLASSIC, "LLLL"), "at most 3 shares"),
    (
        c.R_NOT_ON_BOARD,
        at("LL", phase=c.BUY),
        buy(CLASSIC, "LT"),
        "T is not on the board, its shares",
    ),
    (
        c.R_NOT_ON_BOARD,
        at("LL", phase=c.BUY),
        buy(CLASSIC, "LTI"),
        "T, I are not on the board, their",
    ),
    (
        c.R_SUPPLY,
        at("LL1TT", "9000:L25T24:", "0::", phase=c.BUY),
        buy(CLASSIC, "LTT"),
        "the bank has 0 of L, not 1; the bank has 1 of T, not 2",
    ),
    (c.R_CASH, at("LL", "300::", "0::", phase=c.BUY), buy(CLASSIC, "LL"), "cost 400, cash is 300"),
    (c.R_NO_END, at("LL", phase=c.BUY), END, "the largest has 2), L is not safe"),
    (c.R_NO_END, at("LL1TT", phase=c.BUY), END, "L, T are not safe"),
    (c.R_NO_END, at("oo", phase=c.BUY), END, "no chain is on the board"),
    (
        c.R_NO_END,
        at(SAFE, table=BANK, phase=c.BUY),
        END,
        "not all 7 chains are safe (A, F, W, C, I)",
    ),
    (
        c.R_NO_END,
        at(SAFE, table=rules(all_safe_end="never"), phase=c.BUY),
        END,
        "no chain has 41 tiles (the largest has 11)",
    ),
    (c.R_NOT_DEAD, choosing(), aside("12I"), "12I does not join two safe chains"),
    (c.R_ASIDE_ORDER, take(choosing(), aside("3B")), aside("1B"), "1B is set aside already"),
    (c.R_PLAYABLE, told("1B,?"), aside("12I"), "12I can be played"),
    (
        c.R_BAG_EMPTY,
        at("LL.TTx/LLxTTx", "0::?", "0::", table=TINY, bag=""),
        c.A_REDRAW,
        "the bag is empty",
    ),
]


@pytest.mark.parametrize(("number", "s", "action", "words"), CASES)
def test_refused(number: int, s: State, action: int, words: str) -> None:
    """Refused, for that reason and in those words, and nothing has changed."""
    trial = s.copy()
    before = slots(trial)
    assert action not in legal(trial)
    assert play(trial, action) == number
    assert slots(trial) == before
    refusal = explain(s, action, number)
    assert refusal.code == CODES[number]
    assert words in refusal.text


FIRST_DEAD = "1LLLLLLLLLLL/T/TTTTTTTTTTT"
LAST_DEAD = "12/12/12/12/12/12/1LLLLLLLLLLL/11L/TTTTTTTTTTT"


def banking(seats: tuple[str, str] = ("0::3A", "0::?"), taken: str = "3A") -> State:
    return take(at("AA1CCC", *seats, table=BANK), place(taken))


SENTENCES: list[tuple[int, State, int, str]] = [
    (
        c.R_NOT_LARGEST,
        take(at("LLLL1AAA", "0:A1:5A", "0::"), place("5A")),
        survivor(CLASSIC, "A"),
        "A is not among the largest chains; L is",
    ),
    (
        c.R_HELD,
        take(at("LLL1AAAA", "0:L2:4A", "0::"), place("4A")),
        dispose(3),
        "2 shares of L are held, 3 are disposed of",
    ),
    (
        c.R_NOT_LARGEST,
        take(at("TTTT1AAA", "0:A1:5A", "0::"), place("5A")),
        survivor(CLASSIC, "A"),
        "A is not among the largest chains; T is",
    ),
    (
        c.R_BANK_TILE,
        banking(),
        108 << 4 | c.A_BANK,
        "12I cannot be the bank's tile, it has been seen",
    ),
    (
        c.R_BANK_TILE,
        banking(),
        109 << 4 | c.A_BANK,
        "109 cannot be the bank's tile, it has been seen",
    ),
    (c.R_BANK_TILE, banking(), c.A_BANK, "0 cannot be the bank's tile, it has been seen"),
    (
        c.R_BANK_NONE,
        banking(("0::3A", "0::*")),
        c.A_BANK,
        "the bank draws a tile for A: the hands cannot hold all that are left",
    ),
    (
        c.R_HELD,
        take(at(CROSS, "0:T1:5E", "0::"), place("5E"), following(CLASSIC, "T")),
        dispose(1, 2),
        "1 share of T is held, 3 are disposed of",
    ),
    (
        c.R_ODD_TRADE,
        take(at(CROSS, "0:T4:5E", "0::"), place("5E"), following(CLASSIC, "T")),
        dispose(1, 3),
        "shares are traded two for one: 3 is odd",
    ),
    (
        c.R_NOT_ON_BOARD,
        at("TT", phase=c.BUY),
        buy(CLASSIC, "LTA"),
        "L, A are not on the board, their shares cannot be bought",
    ),
    (
        c.R_SUPPLY,
        at("LL1TT1AA", "9000:L25T24:", "0::", phase=c.BUY),
        buy(CLASSIC, "LT"),
        "the bank has 0 of L, not 1",
    ),
    (
        c.R_DEAD,
        at(FIRST_DEAD),
        place("1A"),
        "1A joins two safe chains (L, T); it can never be played",
    ),
    (
        c.R_DEAD,
        at(LAST_DEAD),
        place("12I"),
        "12I joins two safe chains (L, T); it can never be played",
    ),
    (c.R_DEAD, at(LAST_DEAD), 108 << 4, "108 joins two safe chains (?); it can never be played"),
    (c.R_MUST_PLACE, at(CROSS, "0::5E", "0::"), NO_TILE, "place one (5E can)"),
]


@pytest.mark.parametrize(("number", "s", "action", "words"), SENTENCES)
def test_what_a_sentence_names(number: int, s: State, action: int, words: str) -> None:
    assert explain(s, action, number).text.endswith(words)


def test_every_refusal_is_brought_about() -> None:
    numbers = {getattr(c, name) for name in dir(c) if name.startswith("R_")}
    assert {case[0] for case in CASES} == numbers
    assert numbers == set(range(1, len(CODES)))
    assert len(set(CODES)) == len(CODES)


@pytest.mark.parametrize("action", [0, -1, 1 << 80, -(1 << 80), *range(16, 4000, 77)])
def test_no_sentence_is_impossible(action: int) -> None:
    """Also where number and action do not belong together there is a sentence."""
    for s in (at("oo"), over(), merging(), choosing(), told("1B,?")):
        for number, code in enumerate(CODES):
            assert explain(s, action, number).code == code


def test_where_nothing_merges_no_chain_is_named() -> None:
    s = at("oo")
    assert explain(s, dispose(1), c.R_HELD).text == "0 shares of ? are held, 1 are disposed of"
    assert " of ?, " in explain(s, dispose(0, 2), c.R_TRADE_SUPPLY).text


def test_where_safety_ends_no_game_nothing_is_said_of_it() -> None:
    s = at("LL", table=rules(all_safe_end="never"), phase=c.BUY)
    said = explain(s, END, c.R_NO_END).text
    assert said == "the end cannot be declared: no chain has 41 tiles (the largest has 2)"


def test_squares_are_named() -> None:
    s = at("oo")
    assert explain(s, square("7C") << 4, c.R_NOT_IN_HAND).text == "7C is not in the hand"
