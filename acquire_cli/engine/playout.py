"""Random playouts: a position played on to the end, each decision uniform among the legal ones.

The yardstick for speed, and the plainest way to sample what may come of a position. Nothing is
left to a hidden source of chance: the same position and dice give the same game everywhere.
"""

from typing import TYPE_CHECKING, Final

from acquire_cli.engine.game import legal, play
from acquire_cli.engine.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64

MULTIPLIER: Final = 48271
MODULUS: Final = 2147483647


class Dice:
    """Numbers by chance from a seed: the generator of Park and Miller, as they set it in 1993.

    Good enough to choose among actions, and so cheap that the time goes to the rules. Bags that
    players are dealt from are shuffled by ``notation`` with ``sha256-1``, never with this.
    """

    __slots__ = ("_at",)

    def __init__(self, seed: int) -> None:
        """Any integer is a seed; those that differ by a multiple of 2**31 - 2 are the same."""
        self._at: i64 = seed % (MODULUS - 1) + 1

    def below(self, count: int) -> int:
        """A number from 0 to ``count`` - 1; ``count`` is small beside 2**31."""
        at: i64 = self._at
        at = at * MULTIPLIER % MODULUS
        self._at = at
        return at * count >> 31


def shuffled(count: int, dice: Dice) -> list[int]:
    """The numbers below ``count`` in an order by chance, which the state of the dice decides.

    The dice have 2**31 - 2 states, so that at most as many orders can come, of the 108! that a bag
    has. That is enough for measurements, and no bag that people are dealt from is made so.
    """
    out = list(range(count))
    for last in range(count - 1, 0, -1):
        at = dice.below(last + 1)
        kept = out[at]
        out[at] = out[last]
        out[last] = kept
    return out


def play_out(s: State, dice: Dice) -> int:
    """Play ``s`` on until the game is over; how many decisions that took.

    Every tile must be known, or be such as ``legal`` can offer: what nobody can decide is taken
    from what may be told, like any other decision.
    """
    decisions = 0
    while True:
        actions = legal(s)
        count = len(actions)
        if count == 0:
            return decisions
        play(s, actions[dice.below(count)])
        decisions += 1
