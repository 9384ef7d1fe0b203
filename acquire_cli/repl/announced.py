"""What a player has decided before he was asked: it stands in the comment of the open turn."""

import re
from collections.abc import Sequence

from acquire_cli.engine import codes as c
from acquire_cli.engine.state import State
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.turn import Turn
from acquire_cli.notation.writer import comment_text, marks, turn_text

WENT_ON = " the end was not declared"
"""The comment of an open turn whose player has decided to go on."""

THEN = " then "
"""So begins the comment with what is to be done once others have decided: `` then +IIL end``."""

_ADDED = re.compile(
    rf"(?:^|;)(?:({WENT_ON})|{THEN}\+([A-Z]*)( end)?( x[0-9A-Z]+(?:,[0-9A-Z]+)*)?)$"
)


def open_line(
    names: Names, base: State, s: State, log: Sequence[tuple[int, ...]], turn: Turn, number: int
) -> str:
    """The line of an open turn.

    What its player has decided and no word of a turn can say yet stands in the comment: who takes
    the game up again shall not be asked twice.
    """
    text = turn_text(number, base.turn, log, names, None, s).removesuffix(" ..")
    words = [text, *marks(turn, names.handles[base.turn]), ".."]
    said = [] if turn.comment is None else [turn.comment]
    if s.phase == c.ASIDE and s.can_end:
        said.append(WENT_ON)
    elif announces(turn):
        then = THEN + "+" + (turn.buys or "")
        then += " end" if turn.declared else ""
        said.append(then + (" x" + ",".join(turn.aside) if turn.aside else ""))
    if said:
        words.append(comment_text(";".join(said)))
    return " ".join(words)


def unsaid(turn: Turn) -> tuple[Turn, bool]:
    """The words of an open turn without what ``open_line`` adds; whether its player went on."""
    said = turn.comment
    if said is None:
        return turn, False
    found = _ADDED.search(said)
    if found is None:
        return turn, False
    turn = changed(turn, comment=said[: found.start()] if found.start() else None)
    if found.group(1):
        return turn, True
    buys, end, aside = found.group(2, 3, 4)
    tiles = aside[2:].split(",") if aside else []
    return changed(turn, buys=buys, declared=bool(end), aside=tiles), False


def announces(turn: Turn) -> bool:
    """Whether something is decided that comes after what is asked now."""
    return turn.buys is not None or turn.declared or len(turn.aside) > 0


def changed(turn: Turn, **slots: object) -> Turn:
    """The same turn but for some of it; turns in a moment are never changed in place."""
    new = turn.copy()
    for slot, value in slots.items():
        setattr(new, slot, value)
    return new
