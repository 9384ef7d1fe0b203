"""Positions that somebody claims, at each phase: those that can be, and what is wrong else."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from acquire_cli.engine import codes as c
from acquire_cli.engine.claim import Claim, Seat, from_claim
from acquire_cli.engine.game import legal
from acquire_cli.engine.state import State
from tests.engine.support import (
    NOTHING,
    Deal,
    claim,
    deals,
    dispose,
    examples,
    position,
    random_game,
    rules,
    slots,
    squares,
    take,
    wrong,
)

FORGOTTEN = {"bag", "bag_at", "drawn", "gone", "bank_drew", "log", "can_end", "kind"}
FORGOTTEN |= {"merging", "survivor"}  # kept until the next turn
"""What a claim does not say: what has happened in this turn, and how the bag is counted."""


def claimed(s: State) -> Claim:
    """All of a position, said anew."""
    chains = s.rules.chains
    seats = []
    for p in range(s.players):
        seats.append(Seat(s.cash[p], s.shares[p * chains : (p + 1) * chains], s.hands[p]))
    told = Claim(list(s.cells), seats)
    told.bag = list(s.bag[s.bag_at :])
    told.phase, told.actor, told.turn, told.idle = s.phase, s.actor, s.turn, s.idle
    told.tile, told.survivor = s.tile, s.survivor
    pending = sorted(s.rules.mask_chains[s.pending], key=lambda chain: -s.size[chain])
    told.queue = ([s.defunct] if s.defunct >= 0 else []) + pending
    told.bank_tiles, told.aside = s.bank_tiles, s.aside
    return told


@examples(40)
@given(deals())
def test_every_position_can_be_claimed(deal: Deal) -> None:
    """At every phase a game goes on from the claim as it would have gone on."""
    s = deal.begin()
    for count, _ in enumerate(random_game(s, deal.seed)):
        if count % 7 and s.phase in (c.PLACE, c.BUY):
            continue
        if s.phase == c.PLACE and s.idle < 0:
            continue  # after a redraw: a position at "place" is that before it
        again = from_claim(s.rules, claimed(s))
        assert isinstance(again, State), again
        want, got = slots(s), slots(again)
        for name in want.keys() - FORGOTTEN:
            assert got[name] == want[name], name
        if s.phase in (c.SURVIVOR, c.NEXT, c.BANK, c.DISPOSE):
            assert (again.merging, again.survivor) == (s.merging, s.survivor)
        assert again.kind == s.kind
        assert list(legal(again)) == list(legal(s))


TWO = ("6000::", "6000::")


@pytest.mark.parametrize(
    ("board", "seats", "said"),
    [
        ("LL1TT", ("6000:L20:", "6000:L6:"), "bank short of L: 26 of 25 shares are held"),
        ("LL", ("-100::", "6000::"), "cash below zero"),
        ("LL", ("6000::1B,2B,3B,4B,5B,6B,7B", "6000::"), "7 tiles in a hand, at most 6 may be"),
        ("LLTT", TWO, "L and T touch at 2A"),
        ("LL/TT", TWO, "L and T touch at 1A; L and T touch at 2A"),
        ("LLo", TWO, "L and o touch at 2A"),
        ("oLL", TWO, "L and o touch at 1A"),
        ("LL1L", TWO, "L lies in two places"),
        ("LL1LL", TWO, "L lies in two places"),
        ("LL1LL1T", TWO, "L lies in two places; L lies in two places; T has one tile"),
        ("L", TWO, "L has one tile, a chain has two"),
        ("LL", ("6000::1A", "6000::"), "1A is on the board and elsewhere"),
        ("x", ("6000::1A", "6000::"), "1A is on the board and elsewhere"),
        ("LL", ("6000::1B", "6000::1B"), "1B stands there twice"),
        ("LL", ("6000::?,1B", "6000::1B"), "1B stands there twice"),
        ("LL", ("6000::",), "1 players: this ruleset is for 2 to 6"),
    ],
)
def test_what_cannot_be(board: str, seats: tuple[str, ...], said: str) -> None:
    assert said in wrong(rules(), board, *seats)


def test_shares_below_zero() -> None:
    told = claim(rules(), "LL", *TWO)
    told.seats = [Seat(0, [-1] + [0] * 6, []), Seat(0, [0] * 7, [])]
    problems = from_claim(rules(), told)
    assert isinstance(problems, list)
    assert [problem.text for problem in problems] == ["shares below zero"]


def test_numbers_that_mean_nothing() -> None:
    table = rules()
    told = claim(table, "LL", *TWO)
    told.cells = told.cells[:-1]
    problems = from_claim(table, told)
    assert isinstance(problems, list)
    assert problems[0].text == "the board has 108 squares"
    assert wrong(table, "LL", *TWO, turn=2) == "who acts is none of the players"
    assert wrong(table, "LL", *TWO, actor=-1) == "who acts is none of the players"
    assert "not named" in wrong(table, "oo", *TWO, phase=c.FOUND)
    assert wrong(table, "LL", *TWO, turn=2, actor=0) == "who acts is none of the players"
    assert wrong(table, "LL", *TWO, turn=0, actor=2) == "who acts is none of the players"
    assert "whose turn it is" in wrong(table, "LL", *TWO, turn=0, actor=1)
    told = claim(table, "oo", *TWO, phase=c.FOUND)
    told.tile = 108
    problems = from_claim(table, told)
    assert isinstance(problems, list)
    assert "not named" in problems[0].text


def test_of_what_nobody_says_more_the_first_player_is_to_place() -> None:
    table = rules()
    s = from_claim(table, Claim([c.EMPTY] * 108, [Seat(0, [0] * 7, None)] * 2))
    assert isinstance(s, State)
    assert (s.turn, s.actor, s.phase, s.tile, s.survivor, s.idle) == (0, 0, c.PLACE, -1, -1, 0)
    told = Claim([c.EMPTY] * 108, [Seat(0, [0] * 7, None)] * 2)
    told.phase = c.BUY
    s = from_claim(table, told)
    assert isinstance(s, State)
    assert s.idle == -1, "a tile has been placed"


def test_a_tile_that_is_not_being_placed_says_nothing() -> None:
    assert isinstance(position(rules(), "oo", *TWO, phase=c.PLACE, tile="9I"), State)


def test_tiles_have_to_be_somewhere() -> None:
    table = rules(board="2x3", hand="2")
    assert wrong(table, "LL", "0::3A", "0::", bag="1B") == "2 tiles are nowhere"
    assert wrong(table, "LL", "0::3A", "0::", bag="") == "3 tiles are nowhere"
    assert "5 tiles in hands and bag, 4 are left" in wrong(table, "LL", "0::?,?", "0::?,?", bag="?")
    assert "1 hands that hold 2" in wrong(table, "LL", "0::?", "0::*", bag="")
    assert position(table, "LL", "0::?", "0::").bag_left == 3


@pytest.mark.parametrize(
    ("hands", "bag", "unknown", "bag_left"),
    [
        (("?,?", "*"), "?,?", [2, 0], 2),
        (("?,?", "*"), "?", [2, 1], 1),
        (("*", "*"), "?,?,?,?", [0, 0], 4),
        (("*", "*"), "", [2, 2], 0),
        (("*", "*"), "?", [-1, -1], 1),
        (("*", "?"), None, [-1, 1], -1),
        (("1B", "*"), "?,?", [0, 1], 2),
    ],
)
def test_hands_that_nobody_counted(
    hands: tuple[str, str], bag: str | None, unknown: list[int], bag_left: int
) -> None:
    """They are counted where the number of tiles that are left says it."""
    table = rules(board="2x3", hand="2")
    s = position(table, "LL", *[f"0::{hand}" for hand in hands], bag=bag)
    assert (s.unknown, s.bag_left) == (unknown, bag_left)


def test_nothing_is_left_to_count() -> None:
    s = position(rules(board="2x3"), "LLL/LLL", "0::*", "0::*")
    assert (s.unknown, s.bag_left) == ([0, 0], 0)


def test_a_founding_under_way() -> None:
    s = position(rules(), "oo", *TWO, phase=c.FOUND, tile="1A", idle=3)
    assert s.idle == -1, "a tile has been placed in this turn"
    take(s, c.A_FOUND)
    assert s.size[0] == 2
    for board, tile, said in [
        ("o", "1A", "founds no chain"),
        ("oLL", "1A", "founds no chain"),
        ("LL", "1A", "1A is being placed, it must lie there as o"),
        ("o1", "2A", "2A is being placed, it must lie there as o"),
        ("LL1TT1AA1FF/12/WW1CC1II/12/oo", "1E", "every chain is on the board"),
    ]:
        assert said in wrong(rules(), board, *TWO, phase=c.FOUND, tile=tile)


MERGER = "LLLo1/3A/3A/3A"
"""Four and three: 4A joins."""
CROSS = "4L/4L/4L/4L/TTTToAAAA/4F/4F"
HELD = ("6000:T1F1A1L1:", "6000:T1F1A1L1:")


def merging(board: str = CROSS, seats: tuple[str, ...] = HELD, **rest: Any) -> State:
    return position(rules(), board, *seats, tile="5E", **rest)


def not_merging(board: str = CROSS, seats: tuple[str, ...] = HELD, **rest: Any) -> str:
    return wrong(rules(), board, *seats, tile="5E", **rest)


def test_a_merger_under_way() -> None:
    s = merging(phase=c.SURVIVOR)
    assert [action >> 4 for action in legal(s)] == [0, 1, 2]
    s = merging(phase=c.NEXT, survivor="L", queue="TAF")
    assert [action >> 4 for action in legal(s)] == [1, 2]
    s = merging(phase=c.DISPOSE, survivor="L", queue="TAF", actor=1)
    take(s, dispose())
    assert (s.defunct, s.actor) == (2, 0)
    s = merging(phase=c.DISPOSE, survivor="L", queue="FA"[:1])
    take(s, dispose(), dispose())
    assert s.phase == c.BUY
    assert s.size[0] == 4 + 4 + 4 + 2 + 1


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ({"phase": c.NEXT}, "the survivor is not among the largest"),
        ({"phase": c.NEXT, "survivor": "F"}, "the survivor is not among the largest"),
        ({"phase": c.NEXT, "survivor": "L"}, "not those that the tile touches"),
        ({"phase": c.NEXT, "survivor": "L", "queue": "TW"}, "not those that the tile touches"),
        ({"phase": c.NEXT, "survivor": "L", "queue": "LT"}, "not those that the tile touches"),
        ({"phase": c.NEXT, "survivor": "T", "queue": "LT"}, "not those that the tile touches"),
        ({"phase": c.NEXT, "survivor": "L", "queue": "AF"}, "no choice here"),
        ({"phase": c.NEXT, "survivor": "T", "queue": "LF"}, "no choice here"),
        ({"phase": c.NEXT, "survivor": "L", "queue": "TA"}, "a larger defunct chain goes first"),
        ({"phase": c.DISPOSE, "survivor": "L", "queue": "FTA"}, "a larger defunct chain"),
        ({"phase": c.DISPOSE, "survivor": "L", "queue": "TF"}, ""),
        ({"phase": c.BANK, "survivor": "L", "queue": "T"}, "a larger defunct chain"),
        ({"phase": c.BANK, "survivor": "L", "queue": "TAF"}, "draws no tile in this game"),
        ({"phase": c.DISPOSE, "survivor": "L", "queue": "F", "bank_tiles": "9I"}, "more tiles"),
    ],
)
def test_a_merger_that_cannot_be(rest: dict[str, Any], said: str) -> None:
    if said:
        assert said in not_merging(**rest)
    else:
        merging(**rest)


def test_a_disposition_needs_a_holder() -> None:
    said = not_merging(seats=("6000::", "6000:T1:"), phase=c.DISPOSE, survivor="L", queue="TAF")
    assert "holds none" in said


def test_a_merger_needs_chains_to_merge() -> None:
    assert "merges nothing" in not_merging("4L/4L/4L/4L/4o", phase=c.SURVIVOR)
    eleven = "4L/4L/4L/4L/TTTToLLL"
    assert "lies in two places" in not_merging(eleven, phase=c.SURVIVOR)
    safe = "4L/4LLLLLLLL/4L/4L/TTTTo/T/TTTTTT"
    assert "two safe chains" in not_merging(safe, phase=c.SURVIVOR)
    assert "no choice" in not_merging("4L/4L/4L/4L/TTT1o/4FF", phase=c.SURVIVOR)


def test_the_banks_tile_is_open() -> None:
    table = rules("grand-hotel")
    seats = ("6000:A1:?", "6000:L1:?")

    def bank(**rest: Any) -> Any:
        told = {"phase": c.BANK, "tile": "5E", "survivor": "L", "queue": "TAF"} | rest
        return from_claim(table, claim(table, CROSS, *seats, **told))

    assert isinstance(bank(), State)
    assert isinstance(bank(bag="?,+"), State)
    assert "is known" in bank(bag="1I,+")[0].text
    assert "is known" in bank(bag="1A,+")[0].text
    assert "more tiles" in bank(bank_tiles="1I")[0].text
    assert "after the survivor" in bank(phase=c.SURVIVOR, bank_tiles="1I")[0].text
    s = bank(queue="F", bank_tiles="1I,2I")
    assert isinstance(s, State)
    assert list(s.bank_tiles) == squares(table, "1I,2I")
    assert isinstance(bank(phase=c.DISPOSE, queue="AF", bank_tiles="1I,2I"), State)
    assert "laid by the end" in wrong(table, "LL", *seats, phase=c.BUY, bank_tiles="2I")
    s = position(table, CROSS, *seats, phase=c.NEXT, tile="5E", survivor="L", queue="TAF")
    assert s.bag_left > 0
    tiny = rules("grand-hotel", board="2x4", safe="9")
    told = claim(tiny, "LLoT/LL1T", "0:T1:?", "0::", phase=c.BANK, tile="3A")
    told.survivor, told.queue = 0, [1]
    problems = from_claim(tiny, told)
    assert isinstance(problems, list)
    assert "is known" in problems[0].text


def test_the_end_of_a_turn() -> None:
    table = rules()
    safe = "LLLLLLLLLLL/12/TTTTTTTTTTT"
    assert position(table, safe, *TWO, phase=c.END).can_end
    assert position(table, safe, *TWO, phase=c.PLACE).can_end
    assert "cannot be declared" in wrong(table, "LL", *TWO, phase=c.END)
    s = position(table, safe, *TWO, phase=c.BUY)
    assert s.idle == -1, "unless it says otherwise a tile has been placed"
    take(s, NOTHING, c.A_END, c.A_DONE)
    assert s.idle == 0
    assert position(table, safe, *TWO, phase=c.BUY, idle=1).idle == 1
    assert position(table, safe, *TWO, idle=1).idle == 1
    over = position(table, safe, *TWO, phase=c.OVER)
    assert (over.reason, legal(over), over.idle) == (c.NOT_OVER, (), 0)


@pytest.mark.parametrize("phase", [c.PLACE, c.BUY, c.END, c.ASIDE])
def test_a_game_that_had_stalled_goes_on_nowhere(phase: int) -> None:
    """As many idle turns as there are players ended it; one fewer did not."""
    seats = ("6000::1B,?", "6000::")
    assert position(rules(), SAFE, *seats, phase=phase, idle=1).phase == phase
    for idle in (2, 3):
        said = wrong(rules(), SAFE, *seats, phase=phase, idle=idle)
        assert said == f"{idle} turns in a row changed nothing: the game was over before"
    assert position(rules(), SAFE, *seats, phase=c.OVER, idle=2).phase == c.OVER


SAFE = "LLLLLLLLLLL/12/TTTTTTTTTTT"


@pytest.mark.parametrize(
    ("word", "board", "hand", "said"),
    [
        ("optional", SAFE, "1B,12I", ""),
        ("optional", SAFE, "12B,?", ""),
        ("optional", SAFE, "12B,12I", "no choice of dead tiles"),
        ("optional", "LLLLLLLLLLL", "1B,?", "no choice of dead tiles"),
        ("once", SAFE, "1B,?", ""),
        ("once", SAFE, "1B,12I", "no choice of dead tiles"),
        ("never", SAFE, "1B,?", "no choice of dead tiles"),
        ("whole-hand", SAFE, "1B,?", "no choice of dead tiles"),
    ],
)
def test_where_dead_tiles_are_chosen(word: str, board: str, hand: str, said: str) -> None:
    table = rules(dead=word)
    seats = (f"6000::{hand}", "6000::")
    if said:
        assert said in wrong(table, board, *seats, phase=c.ASIDE)
    else:
        position(table, board, *seats, phase=c.ASIDE)


@pytest.mark.parametrize(
    ("word", "aside", "lies"),
    [
        ("optional", "1B,2B", "1B,2B"),
        ("optional", "2B", "2B"),
        ("optional", "2B,1B", None),
        ("optional", "12B", None),
        ("optional", "3B,4B", None),
        ("once", "", "1B,2B"),
        ("once", "3B", "1B,2B,3B"),
        ("once", "1B,2B,3B", "1B,2B,3B"),
        ("once", "3B,4B", None),
    ],
)
def test_dead_tiles_chosen_so_far(word: str, aside: str, lies: str | None) -> None:
    table = rules(dead=word)
    seats = ("6000::1B,2B,?", "6000::")
    if lies is None:
        assert "in reading order" in wrong(table, SAFE, *seats, phase=c.ASIDE, aside=aside)
    else:
        s = position(table, SAFE, *seats, phase=c.ASIDE, aside=aside)
        assert s.aside == squares(table, lies)
