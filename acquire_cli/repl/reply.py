"""What the session answers to a line."""

from typing import NamedTuple


class Reply(NamedTuple):
    """The answer to one line.

    - ``lines``: text for whoever typed it.
    - ``refused``: why the line was refused, "" where it was not; a refused line changes nothing.
      ``hint`` says what would be legal.
    - ``changed``: whether the record is another one now and is to be saved.
    - ``wish``: what only the surroundings can do: "quit", or "save" to ``path`` (``firm``: also
      over a file that exists).
    - ``thinking``: the tutor's objection; the same line again, or ``anyway``, plays it.
    """

    lines: tuple[str, ...] = ()
    refused: str = ""
    hint: str = ""
    changed: bool = False
    wish: str = ""
    path: str = ""
    firm: bool = False
    thinking: bool = False


def refusal(why: str, hint: str = "") -> Reply:
    """A line that was not accepted."""
    return Reply(refused=why, hint=hint)
