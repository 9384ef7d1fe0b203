"""The table of knobs: what a ruleset file, or the ``rules:`` of a record, may set.

One table serves the reading of files, overrides, ``rules show`` and the documentation. Its order
is the canonical order of overrides. Cross-checks between knobs are in
:mod:`acquire_cli.rulesets.build`.
"""

from __future__ import annotations

from typing import NamedTuple

from acquire_cli.rulesets.model import MAX_SQUARES, Problem

MAX_ROWS = 26
MAX_COLS = 40


class Knob(NamedTuple):
    """One knob.

    ``kind`` is ``"board"`` (the word ``ROWSxCOLS``), ``"int"`` (``low..high`` in steps of
    ``step``) or ``"words"`` (one of ``words``). ``default`` is the value of a file that neither
    sets the knob nor has a base.
    """

    key: str
    kind: str
    default: int | str
    meaning: str
    low: int = 0
    high: int = 0
    step: int = 1
    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """What may be written, for people: ``0..7``, ``up, nearest``."""
        if self.kind == "words":
            return ", ".join(self.words)
        if self.kind == "board":
            return (
                f"ROWSxCOLS, rows 2..{MAX_ROWS}, columns 2..{MAX_COLS}, "
                f"at most {MAX_SQUARES} squares"
            )
        steps = f", a multiple of {self.step}" if self.step > 1 else ""
        return f"{self.low}..{self.high}{steps}"

    def check(self, value: object) -> Problem | None:
        """Judge a value as a file has it: an int that is no bool, or a string."""
        if self.kind == "int":
            if not isinstance(value, int) or isinstance(value, bool):
                return Problem(self.key, f"{shown(value)} is no whole number", self.allowed)
            if not self.low <= value <= self.high or value % self.step:
                return Problem(self.key, f"{shown(value)} is out of range", self.allowed)
            return None
        if not isinstance(value, str):
            return Problem(self.key, f"{shown(value)} is no word", self.allowed)
        good = value in self.words if self.kind == "words" else squares(value) is not None
        return None if good else Problem(self.key, f"{shown(value)} is not known", self.allowed)

    def parse(self, word: str) -> int | str | Problem:
        """Read the word of an override: the value, or what is wrong with it."""
        value: int | str = word
        if self.kind == "int":
            number = digits(word)
            if number is None:
                return Problem(self.key, f"{shown(word)} is no whole number", self.allowed)
            value = number
        return self.check(value) or value


def digits(word: str) -> int | None:
    """Read a plain decimal number of at most nine ASCII digits without a leading zero."""
    if not (word.isascii() and word.isdigit() and len(word) <= 9):
        return None
    return int(word) if word == "0" or word[0] != "0" else None


def squares(word: str) -> tuple[int, int] | None:
    """Read a board such as ``9x12``: rows and columns, or None where it is none."""
    rows, _, cols = word.partition("x")
    high, wide = digits(rows), digits(cols)
    if high is None or wide is None:
        return None
    if not (2 <= high <= MAX_ROWS and 2 <= wide <= MAX_COLS and high * wide <= MAX_SQUARES):
        return None
    return high, wide


def shown(value: object) -> str:
    """Give a value of a file back on one short line, whatever it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, int) and abs(value) >= 10**18:
        return "a number of many digits"
    text = ascii(value) if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else text[:37] + "..."


def label(key: str) -> str:
    """Give a key of a file back as it stands where it is plain, else quoted and short."""
    plain = key.isascii() and key.replace("-", "").replace("_", "").isalnum() and len(key) <= 40
    return key if plain else shown(key)


def _number(key: str, default: int, low: int, high: int, meaning: str, step: int = 1) -> Knob:
    return Knob(key, "int", default, meaning, low, high, step)


def _words(key: str, words: str, meaning: str) -> Knob:
    listed = tuple(words.split())
    return Knob(key, "words", listed[0], meaning, words=listed)


KNOBS: tuple[Knob, ...] = (
    Knob("board", "board", "9x12", "rows and columns of the board"),
    _number("min-players", 2, 1, 6, "fewest players; 1 is playing alone for a high score"),
    _number("max-players", 6, 1, 6, "most players"),
    _number("cash", 6000, 0, 1_000_000, "dollars that each player starts with", step=100),
    _number("hand", 6, 1, 12, "tiles in a full hand"),
    _words(
        "start-order",
        "rows columns",
        "how start tiles are ranked: row by row (1A 2A 3A) or column by column (1A 1B 1C)",
    ),
    _words(
        "turn-order",
        "seats closeness",
        "who follows the starter: the next seat, or the next start tile by start-order",
    ),
    _number("shares", 25, 1, 99, "shares of each chain"),
    _words("bonuses", "two three", "which bonus table of the chart is paid"),
    _words("sole-holder", "first+second first+third", "what the only holder of a chain gets"),
    _words(
        "rounding",
        "up nearest",
        "how each share of a split bonus goes to a hundred (an exact 50 goes up)",
    ),
    _words(
        "founder-none",
        "nothing cash",
        "what a founder gets when no share is left: nothing, or the price",
    ),
    _number("max-buys", 3, 0, 7, "shares that may be bought in a turn"),
    _number("safe", 11, 2, 9999, "size from which a chain is safe"),
    _number("end", 41, 2, 9999, "size of one chain at which the end may be declared"),
    _words(
        "all-safe-end",
        "on-board seven never",
        "whether safety of every chain allows the end: "
        "of those on the board, of all the ruleset has, or not at all",
    ),
    _words("dead", "once optional repeat whole-hand never", "what becomes of dead tiles in hand"),
    _words(
        "draw",
        "before-dead after-dead",
        "whether the hand is filled before dead tiles leave it, or after",
    ),
    _words(
        "bank-holder",
        "never two-players always",
        "when the bank counts as a shareholder of a defunct chain",
    ),
    _words(
        "stall",
        "no-change no-placement",
        "what a full round must lack for the game to stall: any change of tiles, or a placement",
    ),
    _words("holdings", "open closed", "whether cash and shares of the others are seen"),
)

BY_KEY: dict[str, Knob] = {knob.key: knob for knob in KNOBS}


def field(key: str) -> str:
    """Name the field of a Ruleset that holds a knob (``board`` has two, ``rows`` and ``cols``)."""
    return key.replace("-", "_")
