"""What is always true, after every action, in every ruleset and under every knob."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.history import History
from acquire_cli.engine.refusals import CODES, explain
from acquire_cli.engine.state import State
from tests.engine import slow
from tests.engine.support import (
    LONG,
    SLOTS,
    Deal,
    choose,
    deals,
    examples,
    moved,
    random_game,
    slots,
    undone,
)

MERGING = (c.FOUND, c.SURVIVOR, c.NEXT, c.BANK, c.DISPOSE)


def check(s: State) -> None:
    """Everything under "always true" but the money, from a position alone."""
    table = s.rules
    tiles = Counter(t for t, code in enumerate(s.cells) if code != c.EMPTY)
    for hand in s.hands:
        tiles.update(hand)
    tiles.update(s.bag[s.bag_at :])
    tiles.update(s.bank_tiles)
    assert tiles == Counter(range(table.squares))
    assert s.bag_left == len(s.bag) - s.bag_at
    for chain in range(table.chains):
        assert s.bank[chain] + sum(s.shares[chain :: table.chains]) == table.ruleset.shares
    assert min(*s.bank, *s.cash, *s.shares, 0) == 0
    assert all(len(hand) <= table.hand for hand in s.hands)
    size = slow.sizes(s)
    assert s.size == size
    assert all(count != 1 for count in size)
    on_board = sum(1 << chain for chain, count in enumerate(size) if count)
    assert s.active == on_board
    assert s.safe == sum(1 << i for i, count in enumerate(size) if count >= table.ruleset.safe)
    assert s.price == [slow.price(s, i, n) if n else 0 for i, n in enumerate(size)]
    assert s.dearest == max(s.price)
    assert s.offered == on_board & sum(1 << i for i, left in enumerate(s.bank) if left)
    assert s.scarce == s.offered & sum(
        1 << i for i, left in enumerate(s.bank) if left < table.ruleset.max_buys
    )
    for t in range(table.squares):
        around = [s.cells[n] for n in slow.near(table.rows, table.cols, t)]
        touch = {1 << code for code in around if code <= c.LOOSE}
        assert s.touch[t] == sum(touch)
        settled = s.phase not in MERGING or t != s.tile
        if settled and s.cells[t] <= c.LOOSE:
            # Between turns different chains do not touch, and loose tiles touch none.
            for n, code in zip(slow.near(table.rows, table.cols, t), around, strict=True):
                if code <= c.LOOSE and (s.phase not in MERGING or n != s.tile):
                    assert code == s.cells[t]


def check_classes(s: State) -> None:
    for t in range(s.rules.squares):
        if s.cells[t] == c.EMPTY:
            assert s.kind[s.touch[t]] == slow.class_of(s, t)


@examples(40)
@given(deals())
def test_always_true(deal: Deal) -> None:
    s = deal.begin()
    check(s)
    cash = s.cash[:]
    s.log = []
    for count, _ in enumerate(random_game(s, deal.seed)):
        if s.log:
            moves = moved(s.log, s.players)
            assert [a + b for a, b in zip(cash, moves, strict=True)] == s.cash
            s.log.clear()
        cash = s.cash[:]
        if count % 3 == 0 or s.phase in MERGING or LONG:
            check(s)
        if count % 29 == 0:
            check_classes(s)
        if s.phase in (c.BUY, c.END):
            assert s.can_end == slow.end_may_be_declared(s)
    check(s)
    assert s.reason in (c.DECLARED, c.EXHAUSTED, c.STALLED)


@examples(40)
@given(deals())
def test_legal_as_the_slow_rules_have_it(deal: Deal) -> None:
    s = deal.begin()
    for count, _ in enumerate(random_game(s, deal.seed)):
        if count % 5 == 0 or s.phase not in (c.PLACE, c.BUY):
            actions = legal(s)
            assert len(actions) == len(set(actions))
            assert set(actions) == slow.legal(s)


def every_action(s: State, rng: Random) -> set[int]:
    """All that is legal anywhere near, and nonsense: negative, huge, of no kind."""
    out: set[int] = set()
    small = [*range(-3, s.rules.squares + 3), 1 << 20, -(1 << 20), 1 << 70]
    for kind in range(16):
        if kind not in (c.A_DISPOSE, c.A_BUY):
            out.update(payload << 4 | kind for payload in small)
    payloads = [0, -1, 1 << 21, -(1 << 30), 1 << 70]
    payloads += [rng.getrandbits(21) for _ in range(50)]
    payloads += [a << 10 | b for a in range(9) for b in range(9)]
    payloads += [1 << 10 * k | 3 for k in range(3)]
    units = [1 << 3 * chain for chain in range(7)]
    payloads += [rng.choice(units) + rng.choice(units) + rng.choice(units) for _ in range(60)]
    for payload in payloads:
        out.add(payload << 4 | c.A_DISPOSE)
        out.add(payload << 4 | c.A_BUY)
    out.update(legal(s))
    return out


@examples(30)
@given(deals())
def test_legal_is_what_is_accepted(deal: Deal) -> None:
    s = deal.begin()
    rng = Random(deal.seed)
    for _ in random_game(s, deal.seed):
        if rng.random() < 0.02 or (s.phase not in (c.PLACE, c.BUY) and rng.random() < 0.1):
            accepted_is_legal(s, rng)
    accepted_is_legal(s, rng)


def accepted_is_legal(s: State, rng: Random) -> None:
    before = slots(s)
    actions = set(legal(s))
    trial = s.copy()
    for action in every_action(s, rng):
        number = play(trial, action)
        assert (number == c.OK) == (action in actions), (s.phase, action & 15, action >> 4, number)
        if number:
            refusal = explain(s, action, number)
            assert refusal.code == CODES[number]
            assert len(refusal.text) > 10
            assert "refused (" not in refusal.text
        else:
            trial = s.copy()
    trial = s.copy()
    refused = slots(trial)
    for action in every_action(s, rng) - actions:
        play(trial, action)
    assert slots(trial) == refused, "a refused action changed something"
    assert slots(s) == before, "a copy is not independent"


@examples(15)
@given(deals())
def test_undo_is_identity(deal: Deal) -> None:
    s = deal.begin()
    rng = Random(deal.seed)
    for _ in random_game(s, deal.seed):
        if rng.random() > 0.05:
            continue
        for action in legal(s):
            undone(s, action)


def test_the_slots_that_are_compared() -> None:
    s = Deal("classic", (), 2, 1).begin()
    assert set(slots(s)) == set(getattr(State, "__slots__", SLOTS))
    assert len(SLOTS) > 30


def test_undo_a_whole_game() -> None:
    deal = Deal("classic", (), 4, 7)
    s = deal.begin()
    s.log = []
    history = History(s)
    rng = Random(3)
    passed = [slots(s)]
    while legal(history.state):
        assert history.play(choose(rng, history.state, legal(history.state))) == c.OK
        passed.append(slots(history.state))
    assert history.play(c.A_PASS) == c.R_OVER
    assert len(history) == len(passed) - 1
    for before in reversed(passed[:-1]):
        assert history.undo()
        assert slots(history.state) == before
    assert not history.undo()
    for after in passed[1:]:
        assert history.redo()
        assert slots(history.state) == after
    assert not history.redo()
    history.undo()
    history.undo()
    assert history.play(legal(history.state)[0]) == c.OK
    assert not history.redo(), "a new action forgets what was undone"
