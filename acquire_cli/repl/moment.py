"""A game at one point, as a value: undo is going back to an earlier one."""

from typing import NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.state import State
from acquire_cli.notation.turn import Turn

Log = tuple[tuple[int, ...], ...]


class Moment(NamedTuple):
    """Nothing in it is ever changed: a step makes new states, and a new moment of them.

    - ``base``: the position as the turn under way began; ``state``: the position now.
    - ``log``: what the engine logged in the turn under way.
    - ``turn``: the words of the turn under way that the log does not hold: marks, a comment, and
      a purchase or an end that was announced before others had decided.
    - ``lines``: the finished turns as they stand in the record, with the comments between them.
    - ``number``: the number of the turn under way.
    """

    base: State
    state: State
    log: Log
    turn: Turn
    lines: tuple[str, ...]
    number: int

    @property
    def over(self) -> bool:
        return self.state.phase == c.OVER


class Point(NamedTuple):
    """Where undo can go back to.

    ``shown`` is whether the step after it showed something hidden (a tile of the bag, or of a hand
    that is not the undoing player's); ``human`` whether a person made it.
    """

    moment: Moment
    shown: bool
    human: bool
