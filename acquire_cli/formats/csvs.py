"""CSV: the same names as in JSON, one head, a row an event or a row a player and game.

What is a list or an object in JSON is a word here: shares as in a position (``L3T2``), money by
chain as ``T=1500 L=300``, chains as letters; yes and no are ``true`` and ``false``, null is empty.
"""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any, TextIO

from acquire_cli.formats.escape import escaped

EVENT_HEAD = (
    "file",
    "game",
    "turn",
    "event",
    "player",
    "tile",
    "effect",
    "chain",
    "survivor",
    "defunct",
    "before",
    "size",
    "price",
    "free",
    "held",
    "sold",
    "traded",
    "received",
    "kept",
    "aside",
    "shares",
    "bonuses",
    "sales",
    "reason",
    "money",
    "total",
    "rank",
    "what",
)
_MONEY = ("bonuses", "sales")


class Writer:
    """Rows of dictionaries under one head, which is written at once, or stands elsewhere."""

    def __init__(self, out: TextIO, head: Sequence[str], headed: bool = True) -> None:
        self.head = head
        self._writer = csv.writer(out, lineterminator="\n")
        if headed:
            self._writer.writerow(head)

    def write(self, rows: Iterable[dict[str, Any]]) -> None:
        """Write rows; what the head does not have is left out."""
        self._writer.writerows([_cell(row.get(name), name) for name in self.head] for row in rows)


def _cell(value: Any, name: str) -> Any:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        if name in _MONEY:
            return " ".join(f"{letter}={amount}" for letter, amount in value.items())
        return "".join(f"{letter}{count}" for letter, count in value.items())
    if isinstance(value, list | tuple):
        return "".join(map(str, value))
    return escaped(value) if isinstance(value, str) else value


def rows_text(head: Sequence[str], rows: Iterable[dict[str, Any]]) -> str:
    """The text of rows whose head stands elsewhere."""
    out = StringIO()
    Writer(out, head, headed=False).write(rows)
    return out.getvalue()
