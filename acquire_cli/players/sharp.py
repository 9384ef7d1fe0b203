"""The player that looks ahead: it deals what it cannot see, many times over, and plays on.

Every candidate is tried on the same deals, so that luck falls on all of them alike. The budget is
a number of playouts, not of seconds, so that a game is the same on every machine.
"""

from collections.abc import Sequence
from random import Random

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import play
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.state import State
from acquire_cli.players.deal import deal
from acquire_cli.players.light import run
from acquire_cli.players.luck import luck
from acquire_cli.players.reasons import sentence
from acquire_cli.players.steady import PLAIN, rate
from acquire_cli.players.words import action_words
from acquire_cli.players.worth import Book, Taste, book_for, promises, stage_of, weigh, weights
from acquire_cli.rulesets.money import money

WIDTH = 6
"""How many candidates are looked at, by what ``steady`` makes of them."""

PLAYOUTS = 300
"""Positions played on, a decision: some 0.15 s on one core, never near 2 s."""

TURNS = 8
"""How many turns a playout goes on, two rounds at least."""

LATE = 2
"""From this stage on playouts go on to the end of the game, and count real money."""

TO_THE_END = 10**6

LEVEL = 50.0
"""Two actions are called about as good as each other where fewer dollars part them."""


class Sharp:
    """``sharp``: the action that leads furthest, on average over the deals."""

    def __init__(
        self,
        seed: str,
        seat: int,
        taste: Taste = PLAIN,
        playouts: int = PLAYOUTS,
        turns: int = TURNS,
        width: int = WIDTH,
    ) -> None:
        self._seed = seed
        self._seat = seat
        self._taste = taste
        self._playouts = playouts
        self._turns = turns
        self._width = width
        self._why = "I have not moved yet."

    def choose(self, view: State, actions: Sequence[int]) -> int:
        """The best of a short list; the worse half leaves it after each part of the budget."""
        if len(actions) == 1 or view.phase == c.ASIDE:
            choice = rate(book_for(view.rules, self._taste), view, actions)[-1][0]
            self._why = sentence(view, choice)
            return choice
        if view.phase == c.END:
            return self._close(view, actions)
        field = self.shortlist(view, actions)
        rng = luck(self._seed, self._seat, view)
        sums = dict.fromkeys(field, 0.0)
        each = self._playouts // max(1, (len(field) - 1).bit_length())
        deals = 0
        while True:
            for row in self._deals(view, field, max(1, each // len(field)), rng):
                deals += 1
                for action, amount in zip(field, row, strict=True):
                    sums[action] += amount
            field.sort(key=lambda action: -sums[action])
            if len(field) <= 2:
                break
            field = field[: (len(field) + 1) // 2]
        self._explain(view, field, [sums[action] / deals for action in field])
        return field[0]

    def _close(self, view: State, actions: Sequence[int]) -> int:
        """Declare the end when that wins, else when it wins as often as going on does (tip 10)."""
        me = view.turn
        won = _win(totals(view), me)
        if won < 1.0:
            book = book_for(view.rules, self._taste)
            rng = luck(self._seed, self._seat, view)
            count = max(1, self._playouts // 4)
            later = 0.0
            for _ in range(count):
                s = deal(view, rng)
                play(s, c.A_END)
                run(book, s, TO_THE_END)
                later += _win(totals(s), me)
            won -= later / count
        choice = 1 << 4 | c.A_END if won > 0.0 else c.A_END
        self._why = sentence(view, choice)
        return choice

    def why(self) -> str:
        """One sentence on the last choice."""
        return self._why

    def shortlist(self, view: State, actions: Sequence[int]) -> list[int]:
        """The actions worth a closer look, by the plain judgement of ``steady``, best first."""
        rated = rate(book_for(view.rules, self._taste), view, actions)
        rated.sort(key=lambda entry: -entry[1])
        return [action for action, _ in rated[: self._width]]

    def judge(self, view: State, actions: Sequence[int]) -> list[tuple[int, float]]:
        """Each of ``actions`` with its lead over the others, in dollars on average, best first.

        All are tried on the same deals, and none leaves early.
        """
        rng = luck(self._seed, self._seat, view)
        count = max(1, self._playouts // len(actions))
        rows = self._deals(view, actions, count, rng)
        means = [sum(column) / count for column in zip(*rows, strict=True)]
        return sorted(zip(actions, means, strict=True), key=lambda entry: -entry[1])

    def compare(self, view: State, one: int, other: int) -> tuple[float, float]:
        """By how many dollars ``one`` leads further than ``other``, and two standard errors of it.

        A tutor speaks up where the first is well above the second.
        """
        rng = luck(self._seed, self._seat, view)
        rows = self._deals(view, (one, other), max(2, self._playouts // 2), rng)
        apart = [row[0] - row[1] for row in rows]
        mean = sum(apart) / len(apart)
        spread = sum((x - mean) ** 2 for x in apart) / (len(apart) - 1)
        return mean, 2.0 * (spread / len(apart)) ** 0.5

    def _deals(
        self, view: State, actions: Sequence[int], count: int, rng: Random
    ) -> list[list[float]]:
        """For each deal the balance that every action leads to."""
        book = book_for(view.rules, self._taste)
        turns = max(self._turns, 2 * view.players)
        if stage_of(view) <= LATE:
            turns = TO_THE_END
        me = view.actor
        out: list[list[float]] = []
        for _ in range(count):
            world = deal(view, rng)
            out.append([_try(book, world, action, me, turns) for action in actions])
        return out

    def _explain(self, view: State, field: list[int], means: list[float]) -> None:
        over = ""
        if len(field) > 1:
            apart = means[0] - means[1]
            than = f"{money(apart)} better than" if apart >= LEVEL else "about as good as"
            over = f", {than} to {action_words(view, field[1])}"
        side = "ahead" if means[0] >= 0 else "behind"
        more = f"played on, it leaves me {money(abs(means[0]))} {side} on average{over}"
        self._why = sentence(view, field[0], more)


def _win(money: list[int], player: int) -> float:
    """A player's share of the win: those level at the top share it."""
    top = max(money)
    return 1.0 / money.count(top) if money[player] == top else 0.0


def _try(book: Book, world: State, action: int, me: int, turns: int) -> float:
    """Play an action and on from it: what it leaves ``me`` over the others, in dollars."""
    s = world.copy()
    play(s, action)
    run(book, s, turns)
    if s.phase == c.OVER:
        amounts = [float(money) for money in totals(s)]
    else:
        amounts = promises(book, s)
    return weigh(weights(book, amounts, me), amounts)
