"""Patterns for positions: a piece of the board, or the whole of it, and words of the position.

See ``GRAMMAR`` in ``filter_fields``. A pattern is read once and made into regular expressions once
a board; those have no choice to come back to, so their time is bounded by board times pattern.
"""

import re
from collections.abc import Callable, Sequence

from acquire_cli.engine import codes as c
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules
from acquire_cli.notation.position import position_text

MAX_ROWS = 64
MAX_MADE = 64
_SIGN = re.compile(r"([0-9]{1,2})|([A-Za-z?.#@*])")
_CHAIN = rb"[\x00-\x06]"
_SIGNS = {
    "?": b".",
    ".": b"\\x%02x" % c.EMPTY,
    "#": _CHAIN,
    "@": rb"[\x00-\x07]",
    "O": b"\\x%02x" % c.LOOSE,
    "X": b"\\x%02x" % c.ASIDE_SQUARE,
}
_NEVER = rb"(?!)"


class PatternError(Exception):
    """What is wrong with a pattern: a sentence, and where in it."""

    def __init__(self, message: str, start: int, length: int) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.length = length


class Pattern:
    """A pattern read from text; ``whole`` where it has to be the whole board."""

    def __init__(self, text: str, whole: bool) -> None:
        words = [(found.group(), found.start()) for found in re.finditer(r"[^ \t]+", text)]
        if not words:
            raise PatternError("the pattern is empty", 0, 1)
        board, at = words[0]
        self.whole = whole
        self.any = board == "*"
        self.rows = [] if self.any else self._rows(board, at)
        self.words = [glob(word) for word, _ in words[1:]]
        self._made: dict[int, tuple[Rules, Callable[[bytes], bool]]] = {}

    def _rows(self, board: str, at: int) -> list[list[str]]:
        rows: list[list[str]] = []
        for row in board.split("/"):
            signs: list[str] = []
            spot = 0
            while spot < len(row):
                found = _SIGN.match(row, spot)
                if found is None:
                    raise PatternError(
                        f"{row[spot]!r} stands for nothing in a position's pattern", at + spot, 1
                    )
                if found.group(1):
                    signs += ["."] * int(found.group(1))
                elif found.group(2) != "*":
                    signs.append(found.group(2).upper())
                elif not self.whole:
                    raise PatternError(
                        "a piece of the board has no '*'; write '?' for a square, "
                        "or = in place of ~ for the whole board",
                        at + spot,
                        1,
                    )
                elif signs[-1:] != ["*"]:
                    signs.append("*")
                spot = found.end()
            if not signs:
                raise PatternError("a row of the pattern is empty", at, max(1, len(row)))
            rows.append(signs)
            at += len(row) + 1
        if len(rows) > MAX_ROWS:
            raise PatternError("the pattern has more rows than any board", 0, len(board))
        return rows

    def __call__(self, state: State, handles: Sequence[str]) -> bool:
        """Whether a position fits; ``handles`` are in turn order."""
        if not self.any:
            made = self._made.get(id(state.rules))
            if made is None:
                if len(self._made) >= MAX_MADE:
                    self._made.clear()
                made = self._made[id(state.rules)] = (state.rules, self._fitting(state.rules))
            if not made[1](bytes(state.cells)):
                return False
        if not self.words:
            return True
        words = position_text(state, handles).split()[1:]
        return all(any(map(pattern.fullmatch, words)) for pattern in self.words)

    def _fitting(self, rules: Rules) -> Callable[[bytes], bool]:
        letters = [chain.letter for chain in rules.ruleset.chains]
        signs = _SIGNS | {x: b"\\x%02x" % at for at, x in enumerate(letters)}
        rows = [[signs.get(sign, _NEVER) if sign != "*" else b"*" for sign in r] for r in self.rows]
        return _whole(rows, rules) if self.whole else _piece(rows, rules)


def _whole(rows: list[list[bytes]], rules: Rules) -> Callable[[bytes], bool]:
    if len(rows) != rules.rows:
        return lambda cells: False
    patterns = [re.compile(_row(signs), re.DOTALL) for signs in rows]
    cols = rules.cols

    def fits(cells: bytes) -> bool:
        return all(
            pattern.fullmatch(cells, at * cols, (at + 1) * cols) is not None
            for at, pattern in enumerate(patterns)
        )

    return fits


def _row(signs: list[bytes]) -> bytes:
    """A row with ``*``: each part between two of them is looked for once, as far left as it is."""
    parts: list[list[bytes]] = [[]]
    for sign in signs:
        if sign == b"*":
            parts.append([])
        else:
            parts[-1].append(sign)
    first, *rest = [b"".join(part) for part in parts]
    if not rest:
        return first
    middle = b"".join(b"(?>.*?" + part + b")" for part in rest[:-1])
    return first + middle + b".*" + rest[-1]


def _piece(rows: list[list[bytes]], rules: Rules) -> Callable[[bytes], bool]:
    cols = rules.cols
    width = max(map(len, rows))
    if width > cols or len(rows) > rules.rows:
        return lambda cells: False
    text = b""
    for at, signs in enumerate(rows):
        text += b"".join(signs)
        if at + 1 < len(rows):
            text += b".{%d}" % (cols - len(signs))
    find = re.compile(b"(?=" + text + b")", re.DOTALL).finditer
    last = cols - width

    def fits(cells: bytes) -> bool:
        return any(found.start() % cols <= last for found in find(cells))

    return fits


def glob(text: str) -> re.Pattern[str]:
    """A word with ``*`` (any run) and ``?`` (any character), in any case."""
    first, *rest = [
        "".join("." if char == "?" else re.escape(char) for char in part)
        for part in re.sub(r"\*+", "*", text).split("*")
    ]
    if not rest:
        return re.compile(first, re.IGNORECASE | re.DOTALL)
    middle = "".join(f"(?>.*?{part})" for part in rest[:-1])
    return re.compile(f"{first}{middle}.*{rest[-1]}", re.IGNORECASE | re.DOTALL)
