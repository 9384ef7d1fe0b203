"""The plain strategy of a good family player, without looking at what others may do next.

Found early, take second place where it is cheap, keep some cash, make the mergers that pay, do
not make a chain safe for somebody else, trade into a strong survivor, concentrate, and close the
market when ahead.
"""

from collections.abc import Sequence

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.state import State
from acquire_cli.players.luck import luck
from acquire_cli.players.reasons import sentence
from acquire_cli.players.worth import (
    Book,
    Taste,
    book_for,
    gains,
    holders,
    promises,
    stage_of,
    stakes,
    weigh,
    weights,
)

PLAIN = Taste()


class Steady:
    """``steady``: every choice by what the position after it promises."""

    def __init__(self, seed: str, seat: int, taste: Taste = PLAIN) -> None:
        self._seed = seed
        self._seat = seat
        self._taste = taste
        self._why = "I have not moved yet."

    def choose(self, view: State, actions: Sequence[int]) -> int:
        """The action that promises most; among equals, by lot."""
        scored = rate(book_for(view.rules, self._taste), view, actions)
        best = max(score for _, score in scored)
        level = [action for action, score in scored if score >= best - 0.5]
        choice = level[0]
        if len(level) > 1:
            choice = luck(self._seed, self._seat, view).choice(level)
        self._why = sentence(view, choice)
        return choice

    def why(self) -> str:
        """One sentence on the last choice."""
        return self._why


def rate(book: Book, view: State, actions: Sequence[int]) -> list[tuple[int, float]]:
    """Each action with what it promises ``view.actor`` over the others, in dollars."""
    phase = view.phase
    if phase == c.END:
        return _rate_end(view, actions)
    if phase == c.ASIDE:
        # A dead tile never comes alive again: as many as may be leave the hand.
        return [(a, 1.0 if a & 15 == c.A_ASIDE else 0.0) for a in actions]
    if len(actions) == 1:
        return [(actions[0], 0.0)]
    amounts = promises(book, view)
    weight = weights(book, amounts, view.actor)
    if phase == c.BUY:
        return rate_baskets(book, weight, view, actions)
    if phase == c.DISPOSE:
        return rate_disposals(book, weight, view, actions)
    return [(action, _look(book, weight, view, action)) for action in actions]


def _look(book: Book, weight: tuple[float, ...], view: State, action: int) -> float:
    """The margin once a placement is settled and the best basket bought."""
    trial = view.copy()
    # What the bank draws is not known, and it is not looked at.
    trial.bank_plays = False
    play(trial, action)
    while trial.phase in (c.FOUND, c.SURVIVOR, c.NEXT, c.DISPOSE):
        actions = legal(trial)
        if trial.phase == c.DISPOSE:
            theirs = weight
            if trial.actor != trial.turn:
                theirs = weights(book, promises(book, trial), trial.actor)
            play(trial, best(rate_disposals(book, theirs, trial, actions)))
        elif len(actions) == 1 or trial.phase == c.NEXT:
            play(trial, actions[0])
        else:
            return max(_look(book, weight, trial, action) for action in actions)
    lead = weigh(weight, promises(book, trial))
    if trial.phase == c.BUY:
        lead += max((max(row) for row in gains(book, weight, trial)), default=0.0)
    return lead


def best(scored: list[tuple[int, float]]) -> int:
    """The action with the highest figure, the first of equals."""
    return max(scored, key=lambda entry: entry[1])[0]


def rate_baskets(
    book: Book, weight: tuple[float, ...], view: State, actions: Sequence[int]
) -> list[tuple[int, float]]:
    """What each basket adds, counted against keeping the money."""
    rules = view.rules
    rows = gains(book, weight, view)
    cash = view.cash[view.turn]
    reserve = book.reserve[stage_of(view)]
    thirst = book.taste.thirst
    prices = [rules.price[chain][view.size[chain]] for chain in range(rules.chains)]
    dry = thirst * max(0.0, reserve - cash)
    out: list[tuple[int, float]] = []
    for action in actions:
        basket = action >> 4
        chain = 0
        gain = 0.0
        money_left = cash
        while basket:
            count = basket & 7
            if count:
                gain += rows[chain][count]
                money_left -= count * prices[chain]
            basket >>= 3
            chain += 1
        if money_left < reserve:
            gain -= thirst * (reserve - money_left) - dry
        out.append((action, gain))
    return out


def rate_disposals(
    book: Book, weight: tuple[float, ...], view: State, actions: Sequence[int]
) -> list[tuple[int, float]]:
    """Sell, trade or keep: against the survivor at its size after the merger (tip 6)."""
    me = view.actor
    rules = view.rules
    gone = view.defunct
    into = view.survivor
    merged = sum(view.size[chain] for chain in rules.mask_chains[view.merging])
    size = min(merged + 1, rules.squares)
    stage = stage_of(view)
    held = holders(view, into)
    mine = held[me]
    have = view.shares[me * rules.chains + gone]
    price = rules.price[gone][view.size[gone]]
    cash = view.cash[me]
    reserve = book.reserve[stage]
    thirst = book.taste.thirst
    kept = book.kept[stage]
    traded_for: dict[int, float] = {}
    out: list[tuple[int, float]] = []
    for action in actions:
        sold = action >> 4 + c.DISPOSE_SHIFT
        traded = action >> 4 & c.DISPOSE_MASK
        if traded not in traded_for:
            held[me] = mine + traded // 2
            traded_for[traded] = weigh(weight, stakes(book, stage, into, size, held))
        gain = traded_for[traded] - traded_for[0] + sold * price + (have - sold - traded) * kept
        short = reserve - cash - sold * price
        if short > 0:
            gain -= thirst * short
        out.append((action, gain))
    return out


def _rate_end(view: State, actions: Sequence[int]) -> list[tuple[int, float]]:
    """Close the market when ahead (tip 10), or when waiting can change nothing."""
    me = view.turn
    now = totals(view)
    ahead = now[me] - max((now[p] for p in range(view.players) if p != me), default=0)
    return [(a, float(ahead) if a >> 4 else 0.0) for a in actions]
