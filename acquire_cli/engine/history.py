"""Undo and redo, action by action: the position before each, kept as it was.

For whoever plays on the engine alone. The prompt takes back whole lines, and with them words that
no position holds (marks, comments, what was announced): it goes back to a moment of its own.
"""

from acquire_cli.engine.game import play
from acquire_cli.engine.state import State


class History:
    """A position with the way it came about.

    ``state`` is the position now; undo puts an earlier ``State`` in its place, so that nobody
    should hold on to it. The log, where there is one, is shortened and goes on with it.
    """

    __slots__ = ("_before", "_done", "_marks", "_undone", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self._before: list[State] = []
        self._marks: list[int] = []
        self._done: list[int] = []
        self._undone: list[int] = []

    def __len__(self) -> int:
        """How many actions can be undone."""
        return len(self._done)

    def play(self, action: int) -> int:
        """Take an action as ``game.play`` does; what had been undone is forgotten."""
        refusal = self._play(action)
        if refusal == 0:
            self._undone.clear()
        return refusal

    def undo(self) -> bool:
        """Take the last action back; False where there is none."""
        if not self._done:
            return False
        log = self.state.log
        self.state = self._before.pop()
        mark = self._marks.pop()
        if log is not None:
            del log[mark:]
            self.state.log = log
        self._undone.append(self._done.pop())
        return True

    def redo(self) -> bool:
        """Take the action undone last once more; False where there is none."""
        if not self._undone:
            return False
        self._play(self._undone.pop())
        return True

    def _play(self, action: int) -> int:
        before = self.state.copy()
        mark = len(self.state.log or ())
        refusal = play(self.state, action)
        if refusal == 0:
            self._before.append(before)
            self._marks.append(mark)
            self._done.append(action)
        return refusal
