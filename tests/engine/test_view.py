"""Games known in part: what the table sees, what one player sees, hands nobody has counted."""

from __future__ import annotations

from itertools import groupby
from random import Random

import pytest
from hypothesis import given

from acquire_cli.engine import codes as c
from acquire_cli.engine.claim import Claim, Seat, from_claim
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.refusals import explain
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.state import State
from acquire_cli.engine.view import seen_by
from tests.engine.support import (
    GO_ON,
    NOTHING,
    Deal,
    buy,
    deal,
    deals,
    examples,
    place,
    position,
    random_game,
    rules,
    slots,
    square,
    squares,
    take,
)

PUBLIC = [
    "cells",
    "touch",
    "size",
    "bank",
    "cash",
    "shares",
    "active",
    "safe",
    "kind",
    "bank_plays",
    "turn",
    "actor",
    "phase",
    "tile",
    "merging",
    "survivor",
    "pending",
    "defunct",
    "bank_tiles",
    "bank_drew",
    "can_end",
    "reason",
]
COUNTED = ("bag_left", "idle")


class Follower:
    """A position known in part, kept in step with the whole one by what a record would tell."""

    def __init__(self, state: State, told: bool, counted: bool = True) -> None:
        self.state = state
        self.told = told
        self.counted = counted

    def follow(
        self, action: int, hand: list[int], log: list[tuple[int, ...]], whole: State
    ) -> None:
        """Do what was done: ``hand`` was the actor's before it, ``whole`` is the game after it."""
        s = self.state
        player = s.turn
        if self.told:
            s.told = [event[2] for event in log if event[0] == c.E_DREW]
        passes = [
            [event[2] for event in events]
            for kind, events in groupby(log, key=lambda event: event[0])
            if kind == c.E_ASIDE
        ]
        if action == c.A_REDRAW:
            for tile in sorted(hand):
                if tile not in s.hands[player]:
                    self.take(tile << 4 | c.A_ASIDE)
            passes = []
        self.take(action)
        drawn = [event[2] for event in log if event[0] == c.E_BANK]
        while s.phase == c.BANK:
            self.take((drawn.pop(0) + 1) << 4 | c.A_BANK)
        while s.phase == c.ASIDE and s.turn == player and whole.phase != c.ASIDE:
            for tile in passes.pop(0) if passes else []:
                if tile not in s.aside:
                    self.take(tile << 4 | c.A_ASIDE)
            self.take(c.A_DONE)
        s.told = []

    def take(self, action: int) -> None:
        assert action in legal(self.state)
        assert play(self.state, action) == c.OK

    def agrees(self, whole: State) -> None:
        s = self.state
        for name in PUBLIC:
            assert getattr(s, name) == getattr(whole, name), name
        if not self.counted:
            return
        for name in COUNTED:
            assert getattr(s, name) == getattr(whole, name), name
        for player in range(s.players):
            assert len(whole.hands[player]) == len(s.hands[player]) + s.unknown[player]
            assert set(s.hands[player]) <= set(whole.hands[player])


def public_start(deal: Deal, hands: dict[int, list[int]] | None = None) -> State:
    """The start as a record without a bag has it: the start tiles, perhaps some hands."""
    whole = deal.begin()
    bag = list(whole.bag)
    start = begin(whole.rules, deal.players, starts=bag[: deal.players])
    assert isinstance(start, Start)
    if hands is not None:
        by_seat = {start.order[player]: hand for player, hand in hands.items()}
        start = begin(whole.rules, deal.players, starts=bag[: deal.players], hands=by_seat)
        assert isinstance(start, Start)
    return start.state


def follow_game(deal: Deal, whole: State, followers: list[Follower]) -> None:
    whole.log = []
    for action in random_game(whole, deal.seed):
        after(whole, followers)
        last = action, whole.hands[whole.turn][:]
        whole.log = [(-1, *last[:1], *last[1])]
    after(whole, followers)


def after(whole: State, followers: list[Follower]) -> None:
    """Let the followers do the action noted in front of its events."""
    if not whole.log:
        return
    note, *log = whole.log
    for follower in followers:
        follower.follow(note[1], list(note[2:]), log, whole)
        follower.agrees(whole)


@examples(40)
@given(deals())
def test_the_table_and_each_player_come_to_the_same(deal: Deal) -> None:
    whole = deal.begin()
    player = deal.seed % deal.players
    followers = [
        Follower(public_start(deal), told=False),
        Follower(public_start(deal), told=True),
        Follower(public_start(deal, dict(enumerate(whole.hands))), told=True),
        Follower(public_start(deal, {player: whole.hands[player]}), told=False),
        Follower(seen_by(whole, player), told=False),
    ]
    for follower in followers:
        follower.agrees(whole)
    follow_game(deal, whole, followers)


def uncounted(s: State) -> State:
    """The same position with hands and bag of which nothing is known."""
    chains = s.rules.chains
    claim = Claim(
        list(s.cells),
        [Seat(s.cash[p], s.shares[p * chains : (p + 1) * chains], None) for p in range(s.players)],
    )
    claim.turn = claim.actor = s.turn
    claim.idle = s.idle
    state = from_claim(s.rules, claim)
    assert isinstance(state, State)
    state.bank_drew = s.bank_drew[:]  # of an earlier turn, which a claim does not tell
    return state


@examples(30)
@given(deals())
def test_hands_that_nobody_has_counted(deal: Deal) -> None:
    """Of those neither the bag nor an idle round can be counted, all else agrees."""
    whole = deal.begin()
    rng = Random(deal.seed)
    for _ in random_game(whole, deal.seed):
        if whole.phase == c.PLACE and rng.random() < 0.1:
            break
    if whole.phase != c.PLACE:
        return
    for told in (False, True):
        game = whole.copy()
        follower = Follower(uncounted(game), told, counted=False)
        game.log = []
        for action in random_game(game, deal.seed + 1):
            after_uncounted(game, follower)
            game.log = [(-1, action, *game.hands[game.turn])]
        after_uncounted(game, follower)


def after_uncounted(whole: State, follower: Follower) -> None:
    if not whole.log:
        return
    note, *log = whole.log
    hand = list(note[2:])
    if note[1] == c.A_REDRAW and not hand:
        return
    follower.follow(note[1], hand, log, whole)
    if whole.phase == c.OVER and whole.reason != c.DECLARED:
        return
    follower.agrees(whole)


@examples(20)
@given(deals())
def test_a_view_allows_what_the_whole_allows(deal: Deal) -> None:
    """One's own turn looks the same from one's own seat; no view refuses what is legal."""
    whole = deal.begin()
    rng = Random(deal.seed)
    for _ in random_game(whole, deal.seed):
        if rng.random() > 0.1:
            continue
        before = slots(whole)
        view = seen_by(whole, whole.actor)
        if whole.turn == whole.actor:
            assert set(legal(view)) == set(legal(whole))
        table = seen_by(whole, -1)
        redraw = whole.phase == c.PLACE and c.A_REDRAW in legal(whole)
        assert redraw or set(legal(whole)) <= set(legal(table))
        for hand in table.hands:
            assert hand == []
        view.cash[0] += 100
        assert slots(whole) == before


def test_a_view_hides_other_hands_and_the_bag() -> None:
    s = position(
        rules(),
        "/AAAAA",
        "6000:A3:1A,2A,3A,4A,5A",
        "6000::1D,2D,3D,?,?,?",
        "6000:A2:9A,9C,9D,9E,9F,9G",
        phase=c.BUY,
        bag="1I,2I,+",
    )
    s.told = [square("9I")]
    mine = seen_by(s, 0)
    assert mine.hands == [[0, 1, 2, 3, 4], [], []]
    assert mine.unknown == [0, 6, 6]
    assert (mine.bag, mine.bag_at, mine.bag_left, mine.told) == ((), 0, s.bag_left, [])
    theirs = seen_by(s, 1)
    assert theirs.unknown == [5, 3, 6]
    s.unknown[2] = -1
    assert seen_by(s, 0).unknown == [0, 6, -1], "what is not counted stays so"


def test_drawn_tiles_of_others_stay_hidden() -> None:
    s = position(
        rules(dead="optional"),
        "/AAAAAAAAAAA//CCCCCCCCCCC",
        "6000::1A,2A,3A,4A,1C,2C",
        "6000::?,?,?,?,?,?",
        bag="1I,2I,3I,+",
    )
    take(s, place("1A"), NOTHING, GO_ON)
    assert s.phase == c.ASIDE
    assert s.drawn == [square("1I")]
    assert seen_by(s, 0).drawn == [square("1I")]
    assert seen_by(s, 1).drawn == [-1]


@pytest.mark.parametrize("told", [[], ["2I"], ["2I", "?"]])
def test_what_the_bag_does_not_know_the_record_tells(told: list[str]) -> None:
    """Both lists run side by side, a tile of each for every draw."""
    table = rules(hand="3")
    s = position(table, "/AAA", "6000::1A,?", "6000::?,?,?", bag="?,1H,+", phase=c.BUY)
    before = s.bag_left
    s.told = [square(t) if t != "?" else -1 for t in told]
    take(s, buy(table, "A"))
    assert s.hands[0] == [0, *([square("2I")] if told else [])]
    assert s.told == ([-1] if len(told) > 1 else [])
    assert s.bag_left == before - 1
    assert s.bag_at == 1


def test_a_known_bag_knows_better_than_the_record() -> None:
    table = rules(hand="3")
    s = position(table, "/AAA", "6000::1A", "6000::?,?,?", bag="1H,?,+", phase=c.BUY)
    s.told = [square("2I"), square("3I")]
    take(s, NOTHING)
    assert s.hands[0] == [0, square("1H"), square("3I")]


def test_a_copy_is_told_what_the_record_tells() -> None:
    table = rules(hand="3")
    s = position(table, "/AAA", "6000::1A,?", "6000::?,?,?", phase=c.BUY)
    s.told = squares(table, "2I,3I")
    for one in (s.copy(), s):
        take(one, NOTHING)
        assert one.hands[0] == squares(table, "1A,2I")
        assert one.told == squares(table, "3I")


def test_a_hand_nobody_counted_draws_what_is_told() -> None:
    table = rules(hand="2")
    s = position(table, "/AAA", "6000::*", "6000::*", phase=c.BUY)
    assert (s.unknown, s.bag_left) == ([-1, -1], -1)
    s.log = []
    s.told = [square("2I"), -1, square("3I"), square("4I")]
    take(s, NOTHING)
    assert s.hands[0] == [square("2I")], "two tiles fill it, whether or not they are known"
    assert s.told == [square("3I"), square("4I")]
    assert s.log == [(c.E_DREW, 0, square("2I")), (c.E_DREW, 0, -1)]
    assert (s.unknown[0], s.idle) == (-1, 0)


@pytest.mark.parametrize(("idle", "left"), [(-1, "1B,2B"), (0, "1B")])
def test_what_replaces_dead_tiles_is_not_looked_at(idle: int, left: str) -> None:
    """One tile takes the place of the one that was placed, if one was; the last of those told
    replaces a dead one, and that it is dead too is not seen in this turn."""
    table = rules()
    safe = "LLLLLLLLLLL/12/TTTTTTTTTTT"
    s = position(table, safe, "6000::1B", "6000::*", phase=c.BUY, idle=idle)
    s.unknown[0] = -1
    s.told = squares(table, "2B,3B,4B" if idle < 0 else "3B")
    take(s, NOTHING, GO_ON)
    assert s.phase == c.ASIDE
    assert s.aside == squares(table, left)
    take(s, c.A_DONE)
    assert s.hands[0] == squares(table, "3B,4B" if idle < 0 else "3B")


def test_a_hand_nobody_counted_loses_the_count_of_the_bag() -> None:
    """How many tiles it draws is not known, so neither is which tile comes after them."""
    table = rules(hand="2", stall="no-placement")
    s = position(table, "/AAA", "6000::*", "6000::*", "6000::?", phase=c.BUY, bag="1I,+", idle=0)
    assert s.unknown == [2, 2, 1], "the tiles that are left fill both hands"
    s.unknown[0] = -1
    s.log = []
    told = s.copy()
    take(s, NOTHING)
    assert (s.bag, s.bag_at, s.bag_left, s.idle) == ((), 0, -1, 1)
    told.log = []
    told.told = [square("2I")]
    take(told, NOTHING)
    assert told.hands[0] == [square("1I")], "the bag knows better"
    assert told.bag_left == len(told.bag) - 1
    assert (c.E_DREW, 0, square("1I")) in told.log


def test_an_empty_bag_gives_nothing_to_a_hand_nobody_counted() -> None:
    table = rules(board="2x3", hand="2")
    s = position(table, "AA1", "6000::*", "6000::*", phase=c.BUY, bag="", idle=0)
    assert s.unknown == [2, 2]
    s.unknown = [-1, -1]
    take(s, NOTHING)
    assert (s.bag_left, s.idle, s.phase) == (0, 1, c.PLACE)


def test_an_uncounted_bag_gives_no_more_than_there_can_be() -> None:
    table = rules(board="2x3", hand="6")
    s = position(table, "AA", "6000::1B", "6000::*", phase=c.BUY)
    assert s.bag_left == -1
    take(s, NOTHING)
    assert s.unknown == [3, -1]


def test_hands_nobody_counted_are_empty_when_every_tile_is_seen() -> None:
    table = rules(board="2x2", hand="6")
    s = position(table, "AA", "6000::*", "6000::*")
    assert s.unknown == [-1, -1]
    take(s, place("1B", table), NOTHING)
    assert s.phase == c.PLACE
    take(s, place("2B", table), NOTHING)
    assert s.reason == c.EXHAUSTED


def test_at_the_first_turn_nobody_goes_without_a_tile() -> None:
    """Every tile can be played then, so a hand without one that can be is impossible."""
    start = begin(rules(), 3, starts=[0, 40, 80])
    assert isinstance(start, Start)
    s = start.state
    assert c.A_PASS not in legal(s)
    assert play(s, c.A_PASS) == c.R_MUST_PLACE
    assert "unknown tiles of the hand" in explain(s, c.A_PASS, c.R_MUST_PLACE).text


def test_dead_tiles_that_are_not_laid_open_stay_hidden() -> None:
    s = position(
        rules("classic"),
        "CCCCCCCCCCC1/12/AAAAAAAAAAA1/12/12/12/12/12/12",
        "6000::1B,2B,1E,3E,5E,?",
        "6000::?",
    )
    take(s, place("1E"), NOTHING, GO_ON)
    assert s.phase == c.ASIDE
    assert s.aside
    assert seen_by(s, 1).aside == []
    assert seen_by(s, -1).aside == []
    assert seen_by(s, 0).aside == s.aside


@pytest.mark.parametrize("player", [-1, 0, 1])
def test_how_far_the_bag_has_been_drawn_is_not_kept_without_the_bag(player: int) -> None:
    """A bag that somebody supposes for the look (players do) is drawn from its first tile."""
    whole = deal(rules(), 2, "friday-42")
    assert whole.bag_at == 14
    view = seen_by(whole, player)
    assert (list(view.bag), view.bag_at, view.bag_left) == ([], 0, 108 - 14)
