"""What breaks a rule and was played all the same has its place in the turn, and no other."""

from collections.abc import Callable

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine import irregular
from acquire_cli.engine.game import play
from acquire_cli.engine.state import State
from tests.engine.support import deal, place, position, rules, slots, square, take

STEPS: dict[str, tuple[int, Callable[[State], int]]] = {
    "no placement": (c.PLACE, irregular.pass_over),
    "money": (c.BUY, lambda s: irregular.adjust(s, 0, 100, 0, 1)),
    "shares too many": (c.BUY, lambda s: irregular.buy_beyond(s, 4 << 6)),
    "a tile aside": (c.BUY, lambda s: irregular.put_aside(s, s.hands[s.turn][0])),
    "the end": (c.END, irregular.declare),
    "dead tiles kept": (c.END, irregular.keep_dead),
}


def at_phase(phase: int) -> State:
    """A position in a phase of the turn, with one chain on the board."""
    table = rules()
    seats = ("6000:A1:1A,1B,1C,1D,1E,1F", "6000::?,?,?,?,?,?")
    s = position(table, "5AAAAAAA/12", *seats, phase=c.PLACE)
    if phase >= c.BUY:
        s = take(s, place("1B"))
    if phase == c.END:
        irregular.ask_anyway(s)
        assert play(s, c.A_BUY) == c.OK
    assert s.phase == phase
    return s


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("phase", [c.PLACE, c.BUY, c.END])
def test_each_has_its_phase(name: str, phase: int) -> None:
    wanted, step = STEPS[name]
    s = at_phase(phase)
    before = slots(s)
    number = step(s)
    if phase == wanted:
        assert number == c.OK
        assert slots(s) != before
    else:
        assert number in (c.R_PHASE, c.R_NO_END)
        assert slots(s) == before


def test_a_hand_set_aside_is_drawn_anew_before_the_turn_can_go_on() -> None:
    s = deal(rules(dead="whole-hand"), 2, "x")
    s.aside = [0]
    assert irregular.pass_over(s) == c.R_MUST_REDRAW


LUXOR = 1  # a share, three bits a chain


def buying(cash: int = 500, mine: int = 3, theirs: int = 20, hand: str = "1B,?") -> State:
    """Somebody buys; Luxor has five tiles, a share is 500, two are with the bank."""
    seats = (f"{cash}:L{mine}:{hand}", f"0:L{theirs}:9I,?")
    return position(rules(hand="2", max_buys="1"), "5LLLLL/12/12/o1AA", *seats, phase=c.BUY)


@pytest.mark.parametrize(
    ("money", "basket", "sign", "number"),
    [
        (500, 0, -1, c.OK),
        (501, 0, -1, c.R_CASH),
        (10**12, 0, 1, c.OK),
        (0, 2 * LUXOR, 1, c.OK),
        (0, 3 * LUXOR, 1, c.R_SUPPLY),
        (0, 3 * LUXOR, -1, c.OK),
        (0, 4 * LUXOR, -1, c.R_HELD),
    ],
)
def test_no_more_moves_than_there_is(money: int, basket: int, sign: int, number: int) -> None:
    s = buying()
    assert irregular.adjust(s, 0, money, basket, sign) == number
    moved = number == c.OK
    assert s.cash[0] == 500 + moved * sign * money
    assert (s.shares[0], s.bank[0]) == (3 + moved * sign * basket, 2 - moved * sign * basket)


@pytest.mark.parametrize(
    ("cash", "basket", "number"),
    [
        (1000, 2 * LUXOR, c.OK),
        (999, 2 * LUXOR, c.R_CASH),
        (9000, 3 * LUXOR, c.R_SUPPLY),
        (9000, 2 << 3, c.R_NOT_ON_BOARD),
    ],
)
def test_more_is_bought_than_a_turn_allows_if_it_is_there_and_paid(
    cash: int, basket: int, number: int
) -> None:
    s = buying(cash)
    turn = s.turn
    assert irregular.buy_beyond(s, basket) == number
    assert s.turn == (turn if number else 1)
    assert s.cash[0] == (cash if number else 0)


@pytest.mark.parametrize(
    ("hand", "tile", "number"),
    [
        ("1B,1A", "1A", c.OK),
        ("1B,?", "2B", c.OK),
        ("1B,?", "9I", c.R_NOT_IN_HAND),
        ("1B,2B", "3B", c.R_NOT_IN_HAND),
        ("1B,?", "6A", c.R_OCCUPIED),
        ("1B,?", "1D", c.R_OCCUPIED),
    ],
)
def test_what_is_set_aside_was_in_the_hand(hand: str, tile: str, number: int) -> None:
    s = buying(hand=hand)
    assert irregular.put_aside(s, square(tile)) == number
    assert (s.cells[square(tile)] == c.ASIDE_SQUARE) == (number == c.OK)


def test_what_is_set_aside_is_a_square_and_goes_once() -> None:
    s = buying()
    assert irregular.put_aside(s, -1) == c.R_NO_SQUARE
    assert irregular.put_aside(s, 108) == c.R_NO_SQUARE
    assert irregular.put_aside(s, square("9H")) == c.OK
    assert irregular.put_aside(s, square("9H")) == c.R_GONE
