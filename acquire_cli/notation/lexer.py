"""Words of a turn line, each with its kind and its place. Lax: any case, any blanks.

Each kind is told by its first characters, so that one look decides; what a word means is the
business of ``parse``.
"""

import re
from collections.abc import Container
from typing import Final, NamedTuple

NUMBER: Final = "number"
TILE: Final = "tile"
PASS: Final = "pass"
OPEN: Final = "open"
MERGER: Final = "merger"
CLAUSE: Final = "clause"
BUYS: Final = "buys"
END: Final = "end"
IRREGULAR: Final = "irregular"
ASIDE: Final = "aside"
DREW: Final = "drew"
CASH: Final = "cash"
GLYPH: Final = "glyph"
CLOCK: Final = "clock"
EVALUATION: Final = "evaluation"
WORD: Final = "word"
COMMENT: Final = "comment"
BAD: Final = "bad"


class Token(NamedTuple):
    """A word, its kind, and where it stands (0-based offsets in the line)."""

    kind: str
    text: str
    start: int
    end: int


TILE_FORM: Final = r"(?:\d{1,3}[a-z]|[a-z]\d{1,3})"
"""A tile as part of a regular expression, which is to be ASCII and to ignore case."""
_TILES: Final = rf"(?:{TILE_FORM}|\?)(?:,(?:{TILE_FORM}|\?))*"
_PART: Final = r"(?:[a-z][a-z0-9_]{1,11}-)?(?:[stk]\d{1,4})+"
_KINDS: tuple[tuple[str, str], ...] = (
    (IRREGULAR, r"~.*"),
    (OPEN, r"\.\."),
    (PASS, r"\.|-|pass"),
    (NUMBER, r"(?:0*[1-9]\d{0,8}|0+)[.:)]?"),
    (TILE, rf"{TILE_FORM}(?:=[a-z])?"),
    (ASIDE, rf"x(?:{_TILES})?"),
    (DREW, rf"\^{_TILES}"),
    (MERGER, r"[a-z]x[a-z]*"),
    (CLAUSE, rf"[a-z](?:\^(?:{TILE_FORM}|\?))?:{_PART}(?:,{_PART})*|[a-z]\^(?:{TILE_FORM}|\?)"),
    (CLAUSE, rf"{_PART}(?:,{_PART})*"),
    (BUYS, r"\+[a-z]*"),
    (CASH, r"=(?:[a-z][a-z0-9_]{1,11}:)?-?\d{1,12}"),
    (GLYPH, r"!!|!\?|\?!|\?\?|!|\?"),
    (CLOCK, r"@.+"),
    (EVALUATION, r"%.+"),
    (END, r"end"),
    (WORD, r"[a-z][a-z0-9_]*"),
)
_WORD: Final = re.compile(r"[^ \t#]+|#")
# ASCII: digits and letters of other scripts are no part of a turn.
_MATCHERS: Final = [
    (kind, re.compile(pattern, re.IGNORECASE | re.ASCII)) for kind, pattern in _KINDS
]


NO_HANDLES: Final = ("bag", "end", "full", "table")
"""Words of the notation in the form of a handle: no player is called so."""

BLANKS: Final = " \t"
"""What separates words; other spaces are characters like any other."""


def small(word: str) -> str:
    """A word in small letters; what has a letter outside ASCII stays as it is.

    Such a letter never stands for one of the notation, and ``lower`` makes a k of U+212A.
    """
    return word.lower() if word.isascii() else word


def tokens(text: str) -> list[Token]:
    """The words of a turn line; a comment is one token to the end of the line."""
    out: list[Token] = []
    for found in _WORD.finditer(text):
        word = found.group()
        start = found.start()
        if word == "#":
            out.append(Token(COMMENT, text[start + 1 :], start, len(text)))
            break
        out.append(Token(_kind(word), word, start, found.end()))
    return out


def _kind(word: str) -> str:
    for kind, matcher in _MATCHERS:
        if matcher.fullmatch(word):
            return kind
    return BAD


IRREGULARITIES: tuple[tuple[str, str], ...] = (
    ("pass", r"~(?:\.|-|pass)"),
    ("buys", r"~\+[a-z]+"),
    ("moved", r"~(?:[a-z][a-z0-9_]{1,11})?[+-](?:\d{1,12}|[a-z]+)"),
    ("end", r"~end"),
    ("kept", r"~x"),
    ("aside", rf"~x{TILE_FORM}(?:,{TILE_FORM})*"),
    ("draws", r"~\^"),
)
"""What may be marked as irregular, and its form."""

_IRREGULAR: Final = [
    (k, re.compile(pattern, re.IGNORECASE | re.ASCII)) for k, pattern in IRREGULARITIES
]


def irregularity(word: str) -> str:
    """What a word with ``~`` marks, "" where it is none that a record holds."""
    for what, matcher in _IRREGULAR:
        if matcher.fullmatch(word):
            return what
    return ""


def irregular_at(text: str, what: str, which: int = 0) -> int:
    """The ``which``-th token that marks ``what``, counted among all tokens with ``~``."""
    at = 0
    for token in tokens(text):
        if token.kind == IRREGULAR:
            if irregularity(token.text) == what:
                if which == 0:
                    return at
                which -= 1
            at += 1
    return 0


def aside_at(text: str, tile: int, handles: Container[str], skipped: int = 0) -> int:
    """Which token with ``x`` holds the ``tile``-th of their tiles, ``skipped`` of them left out."""
    which = 0
    for at, token in enumerate(tokens(text)):
        if token.kind != ASIDE or (at < 2 and small(token.text) in handles):
            continue
        if which >= skipped and len(token.text) > 1:
            tile -= token.text.count(",") + 1
            if tile < 0:
                return which
        which += 1
    return 0


_HOLDING: Final = re.compile(r"[stk]\d{1,4}", re.IGNORECASE | re.ASCII)


def locate(text: str, kind: str, which: int = 0, handles: Container[str] = ()) -> tuple[int, int]:
    """The place of the ``which``-th token of a kind: (start, length); the line if there is none.

    Tokens are taken as ``parse`` takes them: a word is a purchase, `s2` after the placement a
    clause, and ``WORD`` is what stands in the player's place.
    """
    words = tokens(text)
    if words and words[0].kind == NUMBER and kind != NUMBER:
        del words[0]
    if words and (kind == WORD or small(words[0].text) in handles):
        if kind == WORD:
            return words[0].start, words[0].end - words[0].start
        del words[0]
    placed = False
    for token in words:
        meant = token.kind
        if meant == WORD:
            meant = BUYS
        elif meant == TILE and placed and _HOLDING.fullmatch(token.text):
            meant = CLAUSE
        placed = placed or meant in (TILE, PASS, MERGER, CLAUSE, BUYS, IRREGULAR)
        if meant == kind:
            if which == 0:
                return token.start, token.end - token.start
            which -= 1
    stripped = text.split("#", 1)[0].rstrip(BLANKS)
    lead = len(stripped) - len(stripped.lstrip(BLANKS))
    return lead, max(1, len(stripped) - lead)
