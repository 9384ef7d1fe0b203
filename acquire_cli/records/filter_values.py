"""Comparing a fact with a value of an expression: what each kind of fact can be asked.

A fact is a string, a number, or a tuple of strings; of a tuple it is enough that one fits. A test
is made once an expression, from the words of the expression, and asked once a fact.
"""

import re
from collections import Counter
from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Final

from acquire_cli.notation.parse import tile_name

TEXT: Final = "text"
NUMBER: Final = "number"
DATE: Final = "date"
RULESET: Final = "ruleset"
HANDLE: Final = "handle"
WORD: Final = "word"
LETTER: Final = "letter"
LETTERS: Final = "letters"
TILE: Final = "tile"
POSITION: Final = "position"
FLAG: Final = "flag"

_EQUAL = ("=", "!=")
_ORDER = ("<", "<=", ">", ">=")
OPERATORS: Final[dict[str, tuple[str, ...]]] = {
    TEXT: (*_EQUAL, *_ORDER, "~"),
    NUMBER: (*_EQUAL, *_ORDER),
    DATE: (*_EQUAL, *_ORDER, "~"),
    RULESET: (*_EQUAL, "~"),
    HANDLE: (*_EQUAL, "~"),
    WORD: _EQUAL,
    LETTER: _EQUAL,
    LETTERS: (*_EQUAL, "~"),
    TILE: _EQUAL,
    POSITION: ("=", "~"),
    FLAG: (),
}
"""Which operators each kind of fact takes."""

MEANINGS: Final[dict[str, str]] = {
    TEXT: "any text, whatever its case; two whole numbers compare as numbers",
    NUMBER: "a whole number",
    DATE: "YYYY[-MM[-DD]], compared so far: date=2026-01 is all of January",
    RULESET: "NAME or NAME@REVISION; without a revision any will do",
    HANDLE: "a player's handle",
    WORD: "one of the words listed",
    LETTER: "the letter of a chain",
    LETTERS: "letters of shares in any order; ~ asks for at least these",
    TILE: "a tile, or . for no placement",
    POSITION: "a pattern, see below",
    FLAG: "stands alone",
}
"""What the value of each kind is."""

Test = Callable[[Any], bool]
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": eq,
    "!=": ne,
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
}
_NUMBER = re.compile(r"[+-]?[0-9]{1,15}")
_DATE = re.compile(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?")
_RULESET = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}(?:@[0-9]{1,6})?")
_HANDLE = re.compile(r"[a-z][a-z0-9_]{1,11}")
_TILE = re.compile(r"[0-9]{1,3}[a-z]|[a-z][0-9]{1,3}")


class BadValueError(Exception):
    """Why a value does not fit its kind; the argument is what was expected."""


def make_test(kind: str, operator: str, value: str, words: tuple[str, ...] = ()) -> Test:
    """The test of ``FACT operator value``. Raises BadValueError."""
    if kind == NUMBER:
        return _number(operator, value)
    if kind == DATE:
        return _date(operator, value)
    folded = value.strip().casefold()
    if operator == "~" and kind != LETTERS:
        return lambda fact: folded in fact.casefold()
    if kind == TEXT:
        return _text(operator, folded)
    if kind == RULESET:
        return _ruleset(operator, folded)
    if kind in (LETTER, LETTERS):
        return _letters(kind, operator, value.strip().upper())
    if kind == HANDLE and not _HANDLE.fullmatch(folded):
        raise BadValueError("a handle: two to twelve of a-z, 0-9 and _, the first a letter")
    if kind == WORD and folded not in words:
        raise BadValueError("one of " + ", ".join(words))
    if kind == TILE and folded != ".":
        if not _TILE.fullmatch(folded):
            raise BadValueError("a tile such as 6F, or . for no placement")
        folded = tile_name(folded)
    if operator == "=":
        return lambda fact: bool(fact == folded)
    return lambda fact: bool(fact != folded)


def _number(operator: str, value: str) -> Test:
    text = value.strip()
    if not _NUMBER.fullmatch(text):
        raise BadValueError("a whole number")
    number = int(text)
    compare = _COMPARE[operator]
    return lambda fact: compare(fact, number)


def _text(operator: str, folded: str) -> Test:
    compare = _COMPARE[operator]
    number = int(folded) if _NUMBER.fullmatch(folded) else None
    ordered = operator in _ORDER

    def test(fact: str) -> bool:
        fact = fact.casefold()
        if number is not None and _NUMBER.fullmatch(fact):
            return compare(int(fact), number)
        if ordered and not fact:
            return False
        return compare(fact, folded)

    return test


def _date(operator: str, value: str) -> Test:
    value = value.strip()
    if operator == "~":
        return lambda fact: value in fact
    if value and not _DATE.fullmatch(value):
        raise BadValueError("a date: YYYY, YYYY-MM or YYYY-MM-DD")
    compare = _COMPARE[operator]
    length = len(value)
    if operator in _EQUAL:
        return lambda fact: compare(fact[:length] if length else fact, value)
    return lambda fact: fact[:4].isdigit() and compare(fact[:length], value)


def _ruleset(operator: str, folded: str) -> Test:
    if not _RULESET.fullmatch(folded):
        raise BadValueError("a ruleset: NAME or NAME@REVISION")
    name, _, revision = folded.partition("@")
    wanted = operator == "="

    def test(fact: str) -> bool:
        said, _, of = fact.casefold().partition("@")
        same = said == name and (not revision or not of or of.lstrip("0") == revision.lstrip("0"))
        return same is wanted

    return test


def _letters(kind: str, operator: str, value: str) -> Test:
    if kind == LETTER and not (len(value) == 1 and value.isascii() and value.isalpha()):
        raise BadValueError("the letter of a chain, such as T")
    if value and not (value.isascii() and value.isalpha()):
        raise BadValueError('letters of chains, such as LLT, or "" for none')
    if kind == LETTERS:
        if operator == "~":
            wanted = Counter(value)
            return lambda fact: wanted <= Counter(fact)
        value = "".join(sorted(value))
    if operator == "=":
        return lambda fact: bool(fact == value)
    return lambda fact: bool(fact != value)
