"""The end of a turn: dead tiles, draws, the end of the game in each of its ways."""

from __future__ import annotations

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine import irregular
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.state import State
from acquire_cli.engine.turn import dead_tiles
from tests.engine.support import (
    END,
    GO_ON,
    NO_TILE,
    NOTHING,
    Deal,
    aside,
    deal,
    place,
    position,
    random_game,
    rules,
    square,
    squares,
    take,
)

SAFE = "LLLLLLLLLLL/12/TTTTTTTTTTT"


def three_rows(tiles: str, bag: str, tile: str = "12B", **words: str) -> State:
    """Two safe chains with dead squares between them, and a tile at the edge to play first."""
    table = rules(board="3x12", **words)
    row = ["x"] * 12
    for t in squares(table, f"{tiles},{bag},{tile}"):
        row[t - 12] = "."
    board = f"LLLLLLLLLLLx/{''.join(row)}/TTTTTTTTTTTx"
    s = position(table, board, f"6000::{tiles},{tile}", "6000::", bag=bag)
    take(s, place(tile, table), NOTHING)
    s.log = []
    assert s.phase == c.END
    return s


def gone(s: State) -> list[str]:
    """The tiles set aside in row B that were empty before."""
    assert s.log is not None
    return [f"{event[2] - 11}B" for event in s.log if event[0] == c.E_ASIDE]


@pytest.mark.parametrize(
    ("dead", "draw", "left", "hand", "bag_left"),
    [
        # The tile just drawn is looked at too.
        ("once", "before-dead", "1B,2B,3B", "4B,5B,6B", 2),
        # The new ones are not looked at.
        ("once", "after-dead", "1B,2B", "3B,4B,5B", 3),
        ("repeat", "before-dead", "1B,2B,3B,4B,5B,6B,7B,8B", "", 0),
        ("repeat", "after-dead", "1B,2B,3B,4B,5B,6B,7B,8B", "", 0),
        ("never", "before-dead", "", "1B,2B,3B", 5),
        ("whole-hand", "before-dead", "", "1B,2B,3B", 5),
    ],
)
def test_dead_tiles(dead: str, draw: str, left: str, hand: str, bag_left: int) -> None:
    s = three_rows("1B,2B", "3B,4B,5B,6B,7B,8B", dead=dead, draw=draw, hand="3")
    take(s, GO_ON)
    assert s.phase == (c.PLACE if hand else c.OVER)
    assert ",".join(gone(s)) == left
    assert s.hands[0] == squares(s.rules, hand)
    assert s.bag_left == bag_left


def test_dead_tiles_leave_though_the_bag_is_empty() -> None:
    s = three_rows("2B,1B", "", dead="once", hand="3")
    take(s, GO_ON)
    assert gone(s) == ["1B", "2B"]
    assert s.hands == [[], []]
    assert s.reason == c.EXHAUSTED


def test_a_choice_of_dead_tiles() -> None:
    """One pass, in reading order, over the tile just drawn as well; what is kept is kept."""
    s = three_rows("2B,1B", "3B,4B,5B", dead="optional", hand="3")
    assert play(s, aside("1B")) == c.R_PHASE
    take(s, GO_ON)
    assert s.phase == c.ASIDE
    assert legal(s) == sorted([c.A_DONE, aside("1B"), aside("2B"), aside("3B")])
    take(s, aside("2B"))
    assert legal(s) == sorted([c.A_DONE, aside("3B")])
    assert play(s, aside("2B")) == c.R_ASIDE_ORDER
    assert play(s, aside("1B")) == c.R_ASIDE_ORDER
    take(s, c.A_DONE)
    assert gone(s) == ["2B"]
    assert s.hands[0] == squares(s.rules, "1B,3B,4B")
    assert (s.turn, s.phase) == (1, c.PLACE)


def test_a_choice_after_dead() -> None:
    s = three_rows("2B,1B", "3B,4B,5B", dead="optional", draw="after-dead", hand="3")
    take(s, GO_ON)
    assert legal(s) == sorted([c.A_DONE, aside("1B"), aside("2B")])
    take(s, aside("1B"), aside("2B"), c.A_DONE)
    assert s.hands[0] == squares(s.rules, "3B,4B,5B")


def test_nothing_dead_asks_nothing() -> None:
    table = rules(dead="optional", hand="2")
    s = position(table, "LLLLLLLLLLL/12/TTTTTTTTTTT", "6000::12I", "6000::", bag="1E,2E,+")
    take(s, place("12I"), NOTHING, GO_ON)
    assert s.turn == 1


@pytest.mark.parametrize("dead", ["once", "repeat"])
def test_dead_tiles_of_a_hand_known_in_part_are_told(dead: str) -> None:
    table = rules(dead=dead, hand="3")
    s = position(table, "LLLLLLLLLLL/12/TTTTTTTTTTT", "6000::12I,5B,?", "6000::?,4B,?", bag="?,+")
    take(s, place("12I"), NOTHING, GO_ON)
    assert s.phase == c.ASIDE
    assert s.aside == squares(table, "5B"), "what is known to be dead goes anyway"
    assert aside("4B") not in legal(s)
    for name, number in [
        ("5B", c.R_ASIDE_ORDER),
        ("4B", c.R_NOT_IN_HAND),
        ("12B", c.R_NOT_DEAD),
        ("1A", c.R_OCCUPIED),
    ]:
        assert play(s, aside(name)) == number
    assert play(s, -1 << 4 | c.A_ASIDE) == c.R_NO_SQUARE
    take(s, aside("3B"))
    assert play(s, aside("2B")) == c.R_ASIDE_ORDER
    take(s, aside("6B"))
    assert legal(s) == [c.A_DONE]
    assert play(s, aside("7B")) == c.R_NOT_IN_HAND, "no unknown tile is left"
    before = s.bag_left
    take(s, c.A_DONE)
    assert s.gone == (squares(table, "3B,5B,6B") if dead == "repeat" else [])
    assert s.bag_left == before - 3
    if dead == "repeat":
        assert s.phase == c.ASIDE
        assert play(s, aside("3B")) == c.R_GONE
        take(s, c.A_DONE)
    assert (s.turn, s.unknown) == (1, [3, 2])


def test_a_very_long_run_of_replacements() -> None:
    """Two safe chains like combs on the largest board, and hundreds of dead tiles between them."""
    table = rules(board="26x40", hand="1", dead="repeat")
    rows = []
    for r in range(26):
        middle = {0: "L" * 37 + ".", 2: "." + "T" * 37}.get(r % 4, "." * 38)
        rows.append(f"L{middle}T")
    board = "/".join(rows)
    s = position(table, board, "6000::2Z", "6000::", bag="+")
    empty = [t for t, code in enumerate(s.cells) if code == c.EMPTY and t != s.hands[0][0]]
    dead = [t for t in empty if s.kind[s.touch[t]] == c.DEAD]
    s.bag = tuple(dead + [t for t in empty if t not in dead])
    assert len(dead) > 400
    s.log = []
    take(s, place("2Z", table), NOTHING, GO_ON)
    assert s.turn == 1
    assert [event[2] for event in s.log if event[0] == c.E_ASIDE] == dead
    assert s.hands[0] == [s.bag[len(dead)]]


@pytest.mark.parametrize(
    ("words", "board", "ends"),
    [
        ({}, "", False),
        ({}, "LL", False),
        ({}, "LLLLLLLLLL", False),
        ({}, "LLLLLLLLLLL", True),
        ({}, "LLLLLLLLLLL/12/TT", False),
        ({}, "LLLLLLLLLLL/12/TTTTTTTTTTT", True),
        ({}, "LLLLLLLLLLLL/LLLLLLLLLLLL/LLLLLLLLLLLL/LLLL/12/TT", False),
        ({}, "LLLLLLLLLLLL/LLLLLLLLLLLL/LLLLLLLLLLLL/LLLLL/12/TT", True),
        ({"all_safe_end": "never"}, "LLLLLLLLLLL", False),
        ({"all_safe_end": "never", "end": "11"}, "LLLLLLLLLLL", True),
        ({"all_safe_end": "seven"}, "LLLLLLLLLLL", False),
        ({"all_safe_end": "seven", "safe": "2"}, "LL1TT1AA1FF/12/WW1CC1II", True),
        ({"all_safe_end": "seven", "safe": "2"}, "LL1TT1AA1FF/12/WW1CC", False),
        ({"end": "3", "safe": "9"}, "LLL", True),
        ({"end": "3", "safe": "9"}, "LL", False),
    ],
)
def test_when_the_end_may_be_declared(words: dict[str, str], board: str, ends: bool) -> None:
    """Edge case 16: no chain on the board is not "every chain safe"."""
    s = position(rules(**words), board, "6000::12I", "6000::")
    take(s, place("12I"))
    assert s.can_end == ends
    assert play(s, END) == (c.R_PHASE if ends else c.R_NO_END)
    take(s, NOTHING)
    assert (s.phase == c.END) == ends


def test_the_end_is_never_automatic_and_nothing_is_drawn_after_it() -> None:
    s = position(rules(), "LLLLLLLLLLL", "6000::12I", "6000::1I", bag="1G,2G,+")
    take(s, place("12I"), 3 << 4 | c.A_BUY)
    assert legal(s) == (GO_ON, END)
    assert play(s, 2 << 4 | c.A_END) == c.R_PHASE
    assert play(s, -1 << 4 | c.A_END) == c.R_PHASE
    on = take(s.copy(), GO_ON)
    assert (on.phase, on.turn, on.hands[0]) == (c.PLACE, 1, squares(s.rules, "1G,2G"))
    s.log = []
    take(s, END)
    assert s.log == [(c.E_DECLARED, 0), (c.E_OVER, c.DECLARED)]
    assert (s.reason, s.hands[0], s.shares[0]) == (c.DECLARED, [], 3)
    assert legal(s) == ()
    for action in (NO_TILE, NOTHING, place("1I"), END, GO_ON, 15):
        assert play(s, action) == c.R_OVER


def test_before_the_first_tile_the_end_cannot_be_declared() -> None:
    assert play(deal(rules(), 2, "x"), END) == c.R_NO_END


def test_the_condition_is_that_of_the_buying() -> None:
    """Nobody may declare for the board as it was a turn ago."""
    s = position(rules(), "LLLLLLLLLLL//3o", "6000::5C", "6000::")
    take(s, place("5C"), c.A_FOUND | 1 << 4, NOTHING)
    assert (s.turn, s.phase) == (1, c.PLACE)


@pytest.mark.parametrize("board", ["LL", SAFE])
def test_who_is_asked_against_the_rules_is_the_only_one(board: str) -> None:
    s = position(rules(all_safe_end="never", draw="after-dead"), board, "6000::12I", "6000::12G")
    take(s, place("12I"))
    irregular.ask_anyway(s)
    take(s, NOTHING, GO_ON, place("12G"))
    assert not s.can_end
    take(s, NOTHING)
    assert s.phase == c.PLACE


# ---- the ends nobody declares ----


def stuck(dead: str, stall: str, hands: tuple[str, ...], bag: str, hand: int = 2) -> State:
    table = rules(board="3x12", dead=dead, stall=stall, hand=str(hand), all_safe_end="never")
    row = ["x"] * 12
    for t in squares(table, ",".join([*hands, bag])):
        row[t - 12] = "."
    board = f"LLLLLLLLLLLx/{''.join(row)}/TTTTTTTTTTTx"
    return position(table, board, *[f"6000::{hand}" for hand in hands], bag=bag)


def test_exhausted_when_every_hand_is_empty() -> None:
    s = stuck("once", "no-change", ("1B", "2B", ""), "")
    take(s, NO_TILE, NOTHING)
    assert s.phase == c.PLACE
    take(s, NO_TILE, NOTHING)
    assert (s.phase, s.reason) == (c.OVER, c.EXHAUSTED)


def test_a_hand_that_is_left_goes_on() -> None:
    s = stuck("never", "no-change", ("12B", "2B"), "")
    take(s, place("12B", s.rules), NOTHING)
    assert (s.phase, s.hands[0], s.idle) == (c.PLACE, [], 0)


def test_stalled_when_a_round_changes_nothing() -> None:
    s = stuck("never", "no-change", ("1B", "2B", "3B"), "")
    for idle in (1, 2):
        take(s, NO_TILE, NOTHING)
        assert (s.phase, s.idle) == (c.PLACE, idle)
    s.log = []
    take(s, NO_TILE, NOTHING)
    assert (s.phase, s.reason, s.turn) == (c.OVER, c.STALLED, 2)
    assert s.log[-1] == (c.E_OVER, c.STALLED)


@pytest.mark.parametrize("stall", ["no-change", "no-placement"])
def test_a_draw_is_a_change_but_no_placement(stall: str) -> None:
    s = stuck("never", stall, ("1B", "2B,3B"), "4B,5B,6B")
    take(s, NO_TILE, NOTHING)
    assert s.idle == (stall == "no-placement")
    take(s, NO_TILE, NOTHING)
    assert s.reason == (c.STALLED if stall == "no-placement" else c.NOT_OVER)


@pytest.mark.parametrize("stall", ["no-change", "no-placement"])
def test_setting_aside_is_a_change_but_no_placement(stall: str) -> None:
    """Also with an empty bag, by choice."""
    s = stuck("optional", stall, ("1B,2B", "3B,4B"), "")
    take(s, NO_TILE, NOTHING, aside("1B"), c.A_DONE)
    assert s.idle == (stall == "no-placement")
    take(s, NO_TILE, NOTHING, c.A_DONE)
    assert s.reason == (c.STALLED if stall == "no-placement" else c.NOT_OVER)
    if stall == "no-change":
        assert s.idle == 1
        take(s, NO_TILE, NOTHING, c.A_DONE)
        assert s.reason == c.STALLED


@pytest.mark.parametrize("stall", ["no-change", "no-placement"])
def test_a_redraw_is_a_change_but_no_placement(stall: str) -> None:
    s = stuck("whole-hand", stall, ("1B,2B", "3B,4B"), "5B,6B")
    take(s, c.A_REDRAW, NO_TILE, NOTHING)
    assert s.idle == (stall == "no-placement")


def test_a_placement_starts_the_count_anew() -> None:
    s = stuck("never", "no-placement", ("1B", "12B", "3B"), "")
    take(s, NO_TILE, NOTHING)
    assert s.idle == 1
    take(s, place("12B", s.rules), NOTHING)
    assert s.idle == 0


def test_exhausted_goes_before_stalled() -> None:
    s = stuck("once", "no-placement", ("", "2B"), "")
    take(s, NO_TILE, NOTHING, NO_TILE, NOTHING)
    assert s.reason == c.EXHAUSTED


def test_playing_alone_stalls_at_the_first_idle_turn() -> None:
    table = rules(min_players="1", board="3x12", dead="never", all_safe_end="never")
    s = position(table, "LLLLLLLLLLLx/....xxxxxxxx/TTTTTTTTTTTx", "6000::1B,2B,3B,4B", bag="")
    take(s, NO_TILE, NOTHING)
    assert s.reason == c.STALLED


def test_six_on_a_tiny_board() -> None:
    """Six start tiles fill it: nobody has a tile, the game is over with the first turn."""
    s = Deal("classic", (("board", "2x3"),), 6, 1).begin()
    assert s.hands == [[]] * 6
    take(s, NO_TILE, NOTHING)
    assert s.reason == c.EXHAUSTED


def test_every_reason_comes_up_by_chance() -> None:
    reasons = set()
    for seed in range(20):
        for safe in ("3", "9999"):
            words = (("board", "5x5"), ("safe", safe), ("dead", "never"))
            s = Deal("classic", words, 3, seed).begin()
            for _ in random_game(s, seed):
                pass
            reasons.add(s.reason)
    assert reasons == {c.DECLARED, c.EXHAUSTED, c.STALLED}


def test_the_bag_running_empty_ends_nothing() -> None:
    s = position(
        rules(),
        "o" + "x" * 11 + "/xxxxxxxxxxxx" * 7,
        "6000::1I,3I",
        "6000::5I,7I",
        bag="2I,4I,6I,8I,9I,10I,11I,12I",
    )
    for name in ("1I", "5I", "3I", "7I"):
        take(s, place(name))
        take(s, *([legal(s)[0]] if s.phase == c.FOUND else []), NOTHING)
    assert s.bag_left == 0
    assert s.reason == c.NOT_OVER
    assert s.hands[0] == [square(t) for t in ("2I", "4I", "6I", "8I")] + [square("9I")]


def test_what_was_drawn_is_that_of_one_turn() -> None:
    """A turn's list is kept by whoever holds it, and the next turn begins another."""
    s = deal(rules(), 3, "drawn")
    s.log = []
    for _ in range(30):
        held, mover = s.drawn, s.turn
        while s.turn == mover and s.phase != c.OVER:
            play(s, legal(s)[0])
        assert held == [event[2] for event in s.log if event[0] == c.E_DREW]
        assert s.drawn == []
        assert s.drawn is not held
        s.log.clear()


def test_dead_tiles_are_looked_at_in_reading_order() -> None:
    s = position(rules(), SAFE, "6000::12I,3B,1B", "6000::?")
    assert dead_tiles(s, 0) == squares(s.rules, "1B,3B")


def test_a_tile_on_the_board_is_not_set_aside() -> None:
    s = position(rules(dead="optional"), SAFE + "/12/o", "6000::1B,?", "6000::?", phase=c.ASIDE)
    assert play(s, aside("1E")) == c.R_OCCUPIED
    assert play(s, aside("1A")) == c.R_OCCUPIED


def test_a_hand_that_nobody_has_counted_draws_the_last_tile_of_the_bag_and_no_more() -> None:
    board = "xxxxxxxxxxxx/" * 8 + "9xxx"
    s = position(rules(), board, "6000::*", "6000::*", bag="?")
    s.told = squares(s.rules, "5I,7I")
    take(s, place("1I"), NOTHING)
    assert s.hands[0] == squares(s.rules, "5I")
    assert s.bag_left == 0


def test_the_first_square_is_told_like_any_other() -> None:
    s = position(rules(), "", "6000::*", "6000::*", phase=c.BUY)
    s.told = squares(s.rules, "1A")
    take(s, NOTHING)
    assert s.hands[0] == squares(s.rules, "1A")


def test_what_is_known_of_a_hand_that_nobody_has_counted_takes_room_in_it() -> None:
    s = position(rules(hand="2"), "", "6000::*", "6000::*", phase=c.BUY)
    s.told = squares(s.rules, "1A")
    take(s, NOTHING, place("9I"), NOTHING, place("9G"))
    s.told = squares(s.rules, "2A,3A")
    take(s, NOTHING)
    assert s.hands[0] == squares(s.rules, "1A,2A")
    assert s.told == squares(s.rules, "3A")


def test_a_bag_that_is_lost_count_of_begins_anew() -> None:
    s = deal(rules(), 2, "x")
    assert s.bag_at == 14
    s.unknown[0] = -1
    take(s, legal(s)[0], NOTHING)
    assert (s.bag, s.bag_at, s.bag_left) == ((), 0, -1)


def test_a_tile_that_is_drawn_and_not_known_is_noted_as_such() -> None:
    s = position(rules(), "", "6000::9I,?,?,?,?,?", "6000::?,?,?,?,?,?")
    s.log = []
    take(s, place("9I"), NOTHING)
    assert s.log[-1] == (c.E_DREW, 0, -1)


def looked_at(told: str, idle: int = -1, **words: str) -> State:
    """Whoever has a hand that nobody has counted looks at it for dead tiles, having placed one."""
    table = rules(draw="after-dead", **words)
    s = position(table, SAFE, "6000::*", "6000::*", phase=c.BUY, bag="+", idle=idle)
    s.unknown = [-1, -1]
    s.told = squares(table, told)
    s.log = []
    take(s, NOTHING, GO_ON)
    assert s.phase == c.ASIDE
    return s


def test_after_the_first_look_as_many_are_drawn_as_have_left_the_hand() -> None:
    """The tile that was placed counts once; what more is told comes after the last look."""
    s = looked_at("5I,6B,7I,8B", dead="repeat")
    take(s, aside("3B"), c.A_DONE)
    assert s.hands[0] == squares(s.rules, "5I,6B")
    assert s.aside == squares(s.rules, "6B")
    take(s, c.A_DONE)
    assert s.hands[0] == squares(s.rules, "5I,7I")
    take(s, c.A_DONE)
    assert s.hands[0] == squares(s.rules, "5I,7I,8B")
    assert gone(s) == ["3B", "6B"]


def test_all_that_is_told_is_drawn_after_the_only_look() -> None:
    s = looked_at("5I,6B", dead="once")
    take(s, c.A_DONE)
    assert s.hands[0] == squares(s.rules, "5I,6B")


def test_a_hand_of_which_no_draw_is_told_may_have_drawn_after_the_look() -> None:
    s = looked_at("", idle=0, dead="once")
    assert s.bag_left > 0
    take(s, c.A_DONE)
    assert (s.bag_left, s.turn, s.idle) == (-1, 1, 0)


def test_dead_tiles_leave_in_reading_order_whether_known_or_told() -> None:
    s = position(rules(), SAFE, "6000::*", "6000::*", phase=c.BUY)
    s.told = squares(s.rules, "5B")
    s.log = []
    take(s, NOTHING, GO_ON)
    assert s.aside == squares(s.rules, "5B")
    take(s, aside("3B"), c.A_DONE)
    assert gone(s) == ["3B", "5B"]


def test_what_may_be_set_aside_comes_in_reading_order_after_the_last_one() -> None:
    s = position(rules(dead="optional"), SAFE, "6000::5B,?,?", "6000::?", phase=c.ASIDE)
    between = [aside(f"{n}B") for n in range(1, 12)]
    assert legal(s) == [c.A_DONE, *between]
    take(s, aside("3B"))
    assert legal(s) == [c.A_DONE, *between[3:]]


@pytest.mark.parametrize("dead", ["once", "optional"])
def test_the_last_square_of_the_board_is_set_aside_as_itself(dead: str) -> None:
    board = "8TTTT" + "/11T" * 7 + "/LLLLLLLLLLL1"
    s = position(rules(dead=dead), board, "6000::?", "6000::?", phase=c.ASIDE)
    assert legal(s) == [c.A_DONE, aside("11H"), aside("12I")]
