"""Every way a turn can go on from here, as whole turn lines."""

from collections.abc import Iterator

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.state import State
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.writer import tells_draws, turn_text


def turn_lines(
    s: State, names: Names, number: int, log: list[tuple[int, ...]], draws: bool
) -> Iterator[str]:
    """The canonical line of each way to play the current turn to its end.

    ``log`` is what has happened in the turn already. Where part of a hand is unknown, a tile that
    nobody has seen counts as possible. The order is that of the engine's legal actions.
    """
    player = s.turn
    state = s.copy()
    state.log = list(log)
    first = sorted(legal(state), reverse=True) if state.phase == c.PLACE else legal(state)[::-1]
    stack: list[tuple[State, int]] = [(state, action) for action in first]
    while stack:
        before, action = stack.pop()
        after = before.copy()
        after.log = list(before.log or ())
        play(after, action)
        if after.phase == c.OVER or after.turn != player or after.phase == c.PLACE != before.phase:
            told = draws and tells_draws(after.log, after, player)
            yield turn_text(number, player, after.log, names, draws=told)
            continue
        stack += [(after, a) for a in reversed(legal(after))]
