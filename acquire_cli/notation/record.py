"""A record as it is read: headers, turns, comments and a result, nothing judged yet."""

import re
from collections.abc import Iterator

from acquire_cli.notation.findings import Finding
from acquire_cli.notation.turn import Turn


def listed_handles(value: str) -> "Iterator[re.Match[str]]":
    """The words of a list of players: between blanks, or between commas where there is one.

    With commas a blank belongs to its word, which then is no handle: ``Ann Lee, Bob`` are two.
    """
    return re.finditer(r"[^ \t,](?:[^,]*[^ \t,])?" if "," in value else r"[^ \t]+", value)


class Header:
    """A line ``key: value`` with its place, and the comment lines that stand above it.

    ``plain`` says that the value was found to be as it is written canonically.
    """

    __slots__ = ("above", "column", "key", "line", "plain", "text", "value")

    def __init__(
        self, key: str, value: str, line: int = 0, column: int = 1, text: str = ""
    ) -> None:
        self.key = key
        self.value = value
        self.line = line
        self.column = column
        self.text = text
        self.above: list[str] = []
        self.plain = False


class Record:
    """One game of a file.

    ``preface`` are comment lines above the magic line, ``opening`` those between the last header
    and the first turn, ``closing`` those below the result. ``findings`` are what reading found;
    ``above`` and ``raw`` the lines above the magic line and from it on, as they stood, a carriage
    return at their end included; ``lost`` says that some are not held, being too long or too many.
    ``number`` counts the games of a file from 1. ``broken`` is how many turns stand before the
    first line that could not be read as one (-1: all could).
    """

    def __init__(self, file: str, number: int, line: int) -> None:
        self.file = file
        self.number = number
        self.line = line
        self.headers: list[Header] = []
        self.turns: list[Turn] = []
        self.result: Header | None = None
        self.preface: list[str] = []
        self.opening: list[str] = []
        self.closing: list[str] = []
        self.findings: list[Finding] = []
        self.above: list[str] = []
        self.raw: list[str] = []
        self.handles: list[str] = []
        self.broken = -1
        self.lost = False

    def get(self, key: str) -> Header | None:
        """The header of a key, if the record has it."""
        for header in self.headers:
            if header.key == key:
                return header
        return None

    def value(self, key: str, otherwise: str = "") -> str:
        """The value of a header, or ``otherwise``."""
        header = self.get(key)
        return otherwise if header is None else header.value
