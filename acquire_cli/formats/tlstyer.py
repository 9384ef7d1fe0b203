"""Games of the program behind acquire.tlstyer.com: what its two forms have in common.

The text form is in ``tlstyer_text``, the form with a game a line in ``tlstyer_lines``; both give a
``ForeignGame``, of which nothing is judged yet. Whatever cannot be read is a finding; what follows
it in the same game is not read on a guess.

Players are numbered from 0 in turn order, chains in the order of ``CHAINS``, squares row by row as
in the engine; -1 is an unknown or impossible one. Money is in hundreds, as it stands there.
"""

import json
import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from acquire_cli.notation.findings import Finding

CHAINS = "LTAFWCI"
ROWS, COLS = 9, 12
SQUARES = ROWS * COLS
MAX_LINE = 1 << 20
MAX_LINES = 20_000

START = "StartGame"
PLACE = "PlayTile"
FOUND = "SelectNewChain"
SURVIVOR = "SelectMergerSurvivor"
NEXT = "SelectChainToDisposeOfNext"
DISPOSE = "DisposeOfShares"
BUY = "PurchaseShares"
KINDS = (START, PLACE, FOUND, SURVIVOR, NEXT, DISPOSE, BUY)

_ACTION = re.compile(r"(\d{1,2}) ([A-Za-z]+)(?: (.*))?")
_TILE = re.compile(r"([1-9]|1[0-2])([A-I])")
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f]")
NUMBER = re.compile(r"-?\d{1,7}")


class Score(NamedTuple):
    """A player's line of the table: shares by chain, money in hundreds, ``net`` if scored now."""

    shares: tuple[int, ...]
    cash: int
    net: int


class Shown(NamedTuple):
    """What the program showed after an action; empty where it showed nothing of the kind.

    ``board`` has nine strings of twelve signs, ``.`` an empty square, ``O`` a loose tile, ``#`` one
    set aside. ``bank`` and ``sizes`` are by chain. A rack is its known tiles, each with the sign
    for what it would do. ``following`` is who decides next and what, ``("1", "PlayTile")``.
    """

    board: tuple[str, ...] = ()
    scores: tuple[Score, ...] = ()
    bank: tuple[int, ...] = ()
    sizes: tuple[int, ...] = ()
    racks: tuple[tuple[tuple[int, str], ...], ...] = ()
    following: tuple[str, ...] = ()


class Action:
    """One action, and where it stands.

    ``values`` are numbers: the square placed; the chain named; shares given in trade and sold; 1
    or 0 for declaring the end and then the chains bought. ``error`` is why it was refused there
    ("": it was not). ``playable`` is the player who, it is said, has a tile to place next (-1: not
    said).
    """

    __slots__ = ("error", "kind", "line", "playable", "player", "shown", "text", "values")

    def __init__(
        self, player: int, kind: str, values: tuple[int, ...], line: int, text: str
    ) -> None:
        self.player = player
        self.kind = kind
        self.values = values
        self.line = line
        self.text = text
        self.error = ""
        self.shown = Shown()
        self.playable = -1


class ForeignGame:
    """One game as it was read.

    ``names`` are in turn order, "" where none is told. ``bag`` is the order of the draws as far as
    it is told. ``viewer`` is the number of the player whose view the file is, -1 for somebody who
    only watches, None where everything is told. ``end`` is how it ended ("": not told). ``broken``
    says that something could not be read, so that the actions after it are missing.
    """

    def __init__(self, file: str, number: int, line: int) -> None:
        self.file = file
        self.number = number
        self.line = line
        self.mode = ""
        self.names: list[str] = []
        self.bag: list[int] = []
        self.viewer: int | None = None
        self.started = ""
        self.actions: list[Action] = []
        self.final_board: tuple[str, ...] = ()
        self.final_scores: tuple[Score, ...] = ()
        self.end = ""
        self.broken = False
        self.findings: list[Finding] = []

    def find(
        self, message: str, line: int, text: str = "", start: int = 0, length: int = 0
    ) -> None:
        """Add a finding at a place of the file, and take the game as broken from there."""
        shown = text[:200]
        length = max(1, min(length or len(shown) - start, len(shown) - start))
        self.broken = True
        self.findings.append(
            Finding(
                "E-foreign",
                message,
                self.file,
                line,
                start + 1,
                length,
                "",
                shown,
                game=self.number,
            )
        )


class WordError(Exception):
    """A word that cannot be read, and where it stands in its text."""

    def __init__(self, message: str, start: int = 0, length: int = 0) -> None:
        super().__init__(message)
        self.message = message
        self.start = start
        self.length = length


def square_of(word: str) -> int:
    """The square of a tile, -1 where the board has none of that name."""
    found = _TILE.fullmatch(word)
    return -1 if found is None else (ord(found[2]) - 65) * COLS + int(found[1]) - 1


def by_columns(number: object) -> int:
    """The square of a tile's number in the JSON forms, column by column; -1 for any other value."""
    if type(number) is int and 0 <= number < SQUARES:
        return number % ROWS * COLS + number // ROWS
    return -1


def _known_chain(number: object) -> int:
    return number if type(number) is int and 0 <= number < len(CHAINS) else -1


def action_of(text: str, line: int) -> Action:
    """An action from ``SEAT NAME PARAMETERS``. Raises WordError."""
    found = _ACTION.fullmatch(text)
    if found is None:
        raise WordError("an action is a player's number, what he does, and with what")
    kind, rest = found[2], found[3] or ""
    if kind not in KINDS:
        raise WordError(f"no action is called {kind}", found.start(2), len(kind))
    at = found.start(3) if rest else len(text)
    try:
        values = _raw_values(kind, rest[3:]) if rest.startswith("-- ") else _values(kind, rest)
    except WordError as bad:
        raise WordError(bad.message, at, len(rest)) from None
    return Action(int(found[1]), kind, values, line, text)


def _values(kind: str, rest: str) -> tuple[int, ...]:
    words = rest.split()
    if kind == START:
        if not words:
            return ()
    elif kind == PLACE:
        if len(words) == 1 and _TILE.fullmatch(words[0]):
            return (square_of(words[0]),)
    elif kind == DISPOSE:
        if len(words) == 2 and all(re.fullmatch(r"\d{1,4}", word) for word in words):
            return int(words[0]), int(words[1])
    elif kind == BUY:
        letters = [] if words[:1] == ["x"] else words[0].split(",") if words else [""]
        if len(words) == 2 and words[1] in ("0", "1") and all(x and x in CHAINS for x in letters):
            return (int(words[1]), *[CHAINS.index(letter) for letter in letters])
    elif len(words) == 1 and len(words[0]) == 1 and words[0] in CHAINS:
        return (CHAINS.index(words[0]),)
    raise WordError(f"{kind} is not done with {rest!r}")


def _raw_values(kind: str, text: str) -> tuple[int, ...]:
    """The values of ``-- {…}``: parameters that the short form cannot express."""
    given = parsed(text)
    if not isinstance(given, dict):
        raise WordError(f"{kind} is not done with {text!r}")
    return fields_of(kind, given)


def fields_of(kind: str, given: dict[str, object]) -> tuple[int, ...]:
    """The values of an action from its fields; a field that is left out is 0, as there."""
    if kind == START:
        return ()
    if kind == PLACE:
        return (by_columns(given.get("tile", 0)),)
    if kind == DISPOSE:
        shares = given.get("tradeAmount", 0), given.get("sellAmount", 0)
        return tuple(x if type(x) is int and 0 <= x < 10_000 else 9_999 for x in shares)
    if kind == BUY:
        chains = given.get("chains", [])
        if not isinstance(chains, list):
            chains = [None]
        return (1 if given.get("endGame") is True else 0, *[_named_chain(x) for x in chains])
    return (_named_chain(given.get("chain", 0)),)


_CHAIN_NAMES = ("LUXOR", "TOWER", "AMERICAN", "FESTIVAL", "WORLDWIDE", "CONTINENTAL", "IMPERIAL")


def _named_chain(value: object) -> int:
    if isinstance(value, str):
        return _CHAIN_NAMES.index(value) if value in _CHAIN_NAMES else -1
    return _known_chain(value)


def parsed(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise WordError(f"not JSON: {error.msg}", error.pos, 1) from None
    except (ValueError, RecursionError):
        raise WordError(
            "not JSON that can be read: a number or a nesting beyond all measure"
        ) from None


def numbered(stream: BinaryIO) -> Iterator[tuple[int, str, str]]:
    """Number, text, and what is wrong with it, of each line; in bounded memory."""
    number = 0
    while True:
        raw = stream.readline(MAX_LINE)
        if not raw:
            return
        number += 1
        wrong = ""
        if len(raw) == MAX_LINE and not raw.endswith(b"\n"):
            wrong = f"the line has more than {MAX_LINE:,} bytes"
            while raw and not raw.endswith(b"\n"):
                raw = stream.readline(MAX_LINE)
            raw = b""
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        text = raw.decode("utf-8", "replace").rstrip("\r\n")
        if "�" in text and not wrong:
            try:
                raw.decode("utf-8")
            except UnicodeDecodeError:
                wrong = "these bytes are not UTF-8"
        if not wrong and _CONTROL.search(text):
            wrong = "a control character has no place here"
            text = _CONTROL.sub("?", text)
        yield number, text, wrong
