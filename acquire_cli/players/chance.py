"""The player that takes any legal action, each as likely as the next."""

from collections.abc import Sequence

from acquire_cli.engine.state import State
from acquire_cli.players.luck import luck
from acquire_cli.players.words import action_words


class Chance:
    """``random``: uniform among the legal actions."""

    def __init__(self, seed: str, seat: int) -> None:
        self._seed = seed
        self._seat = seat
        self._why = "I have not moved yet."

    def choose(self, view: State, actions: Sequence[int]) -> int:
        """Any of ``actions``."""
        choice = luck(self._seed, self._seat, view).choice(actions)
        said = action_words(view, choice)
        left = len(actions)
        self._why = f"I {said}, drawn by lot from {left} choices." if left > 1 else f"I {said}."
        return choice

    def why(self) -> str:
        """One sentence on the last choice."""
        return self._why
