"""From the text of a turn line to a ``Turn``: no game is known here, only the players' handles."""

import re
from collections.abc import Container
from typing import Final

from acquire_cli.notation import lexer
from acquire_cli.notation.turn import Clause, Irregular, Moved, Part, Turn


class TurnError(Exception):
    """A turn line that cannot be taken apart: a code, a sentence, and where in the line."""

    def __init__(self, code: str, message: str, start: int, length: int, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.start = start
        self.length = length
        self.hint = hint


# Every canonical line without marks in one match; whatever it does not take goes the long way.
_PLAIN: Final = re.compile(
    r"([1-9][0-9]{0,8}) ([a-z][a-z0-9_]{1,11}) ([1-9][0-9]?[A-Z]|\.)(?:(?<!\.)=([A-Z]))?"
    r"(?: ([A-Z])x([A-Z]+)((?: [A-Z](?:\^[1-9][0-9]?[A-Z](?::[a-z0-9_,-]+)?|:[a-z0-9_,-]+))*))?"
    r"(?: \+([A-Z]+))?( end)?(?: x([1-9][0-9A-Z,]+))?(?: \^([0-9A-Z,?]+))?"
)
_CLAUSE: Final = re.compile(r"([A-Z])(?:\^([0-9]+[A-Z]))?(?::(.*))?")
_PART: Final = re.compile(
    r"([a-z][a-z0-9_]{1,11})-(?:s([1-9][0-9]{0,3}))?(?:t([1-9][0-9]{0,3}))?(?:k([1-9][0-9]{0,3}))?"
)
_LAX_PART: Final = re.compile(
    r"(?:([a-z][a-z0-9_]{1,11})-)?((?:[stk]\d{1,4})+)", re.IGNORECASE | re.ASCII
)
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{1,11}", re.IGNORECASE | re.ASCII)
_AMOUNT: Final = re.compile(r"([stk])(\d{1,4})", re.IGNORECASE | re.ASCII)
_TILE_LIST: Final = re.compile(r"[1-9][0-9]?[A-Z](?:,[1-9][0-9]?[A-Z])*")
_DRAW_LIST: Final = re.compile(r"(?:[1-9][0-9]?[A-Z]|\?)(?:,(?:[1-9][0-9]?[A-Z]|\?))*")


# Words that a match has accepted before, and what they mean. Games are made of a few thousand
# words, so that most lines need no match at all. KNOWN bounds each of them; only words as they are
# written canonically get in.
KNOWN: Final = 4096
_HANDLES: Final[set[str]] = set()
_NUMBERS: Final[dict[str, int]] = {}
_PLACED_WORDS: Final[dict[str, tuple[str, str]]] = {}
_MERGER_WORDS: Final[dict[str, tuple[str, str]]] = {}
_BOUGHT_WORDS: Final[dict[str, str]] = {}
_ASIDE_WORDS: Final[dict[str, list[str]]] = {}
_AMOUNTS: Final[dict[str, tuple[int, int, int]]] = {}


def parse_turn(text: str, handles: Container[str] = ()) -> Turn:
    """Take a turn line apart.

    ``handles`` are the players of the game, small letters; they tell a handle from letters of a
    purchase. Raises TurnError.
    """
    known = _known(text, handles)
    if known is not None:
        return known
    found = _PLAIN.fullmatch(text)
    if found is not None and (not handles or found.group(2) in handles):
        plain = _plain(found)
        if plain is not None:
            return plain
    return _long_way(text, handles)


def _known(text: str, handles: Container[str]) -> Turn | None:
    """A turn made of words met before, in their order; None where there is another."""
    words = text.split(" ")
    count = len(words)
    if count < 3 or words[1] not in _HANDLES or words[1] not in handles:
        return None
    number = _NUMBERS.get(words[0], 0)
    placed = _PLACED_WORDS.get(words[2])
    if number == 0 or placed is None:
        return None
    turn = Turn()
    turn.number = number
    turn.handle = words[1]
    turn.tile = placed[0]
    turn.founded = placed[1]
    turn.plain = True
    at = 3
    if at < count:
        word = words[at]
        bought = _BOUGHT_WORDS.get(word)
        if bought is None:
            merger = _MERGER_WORDS.get(word)
            if merger is not None:
                turn.survivor = merger[0]
                turn.defunct = merger[1]
                at += 1
                clauses: list[Clause] = []
                while at < count:
                    word = words[at]
                    if word[1:2] != ":" or not "A" <= word[0] <= "Z":
                        bought = _BOUGHT_WORDS.get(word)
                        break
                    clause = _plain_clause(word)
                    if clause is None:
                        return None
                    clauses.append(clause)
                    at += 1
                if clauses:
                    turn.clauses = clauses
        if bought is not None:
            turn.buys = bought
            at += 1
        if at < count and words[at] == "end":
            turn.declared = True
            at += 1
        if at < count:
            gone = _ASIDE_WORDS.get(words[at])
            if gone is not None:
                turn.aside = gone
                at += 1
    return turn if at == count else None


def _plain(found: "re.Match[str]") -> Turn | None:
    number, handle, tile, founded, survivor, defunct, clauses, buys, end, aside, drew = (
        found.groups()
    )
    turn = Turn()
    turn.number = int(number)
    turn.handle = handle
    turn.tile = tile
    plain = True
    if founded:
        turn.founded = founded
    if survivor:
        turn.survivor = survivor
        turn.defunct = defunct
        if clauses:
            taken = []
            for word in clauses.split():
                clause = _plain_clause(word)
                if clause is None:
                    return None
                plain = plain and not clause.bank_tile
                taken.append(clause)
            turn.clauses = taken
    if buys:
        turn.buys = "".join(sorted(buys)) if len(buys) > 1 else buys
        plain = plain and turn.buys == buys
    if end:
        turn.declared = True
    if aside:
        if not _TILE_LIST.fullmatch(aside):
            return None
        turn.aside = aside.split(",")
    if drew:
        if not _DRAW_LIST.fullmatch(drew):
            return None
        turn.drew = drew.split(",")
        plain = False
    if plain:
        turn.plain = True
        _remember(turn, number)
    return turn


def _remember(turn: Turn, number: str) -> None:
    """Note what the words of a plain line mean."""
    if len(_HANDLES) < KNOWN:
        _HANDLES.add(turn.handle)
    if len(_NUMBERS) < KNOWN:
        _NUMBERS[number] = turn.number
    if len(_PLACED_WORDS) < KNOWN:
        word = f"{turn.tile}={turn.founded}" if turn.founded else turn.tile
        _PLACED_WORDS[word] = (turn.tile, turn.founded)
    if turn.survivor and len(_MERGER_WORDS) < KNOWN:
        _MERGER_WORDS[f"{turn.survivor}x{turn.defunct}"] = (turn.survivor, turn.defunct)
    if turn.buys and len(_BOUGHT_WORDS) < KNOWN:
        _BOUGHT_WORDS["+" + turn.buys] = turn.buys
    if turn.aside and len(_ASIDE_WORDS) < KNOWN:
        _ASIDE_WORDS["x" + ",".join(turn.aside)] = turn.aside


def _plain_clause(word: str) -> Clause | None:
    if word[1] == ":":
        chain: str = word[0]
        bank_tile: str | None = None
        rest: str | None = word[2:]
    else:
        found = _CLAUSE.fullmatch(word)
        assert found is not None, word  # a match of the whole line has taken it
        chain, bank_tile, rest = found.groups()
    parts: list[Part] = []
    if rest is not None:
        for piece in rest.split(","):
            handle, _, amounts = piece.partition("-")
            known = _AMOUNTS.get(amounts) if handle in _HANDLES else None
            if known is None:
                known = _plain_amounts(piece)
                if known is None:
                    return None
            parts.append(Part(handle, known[0], known[1], known[2]))
    return Clause(chain, bank_tile or "", parts)


def _plain_amounts(piece: str) -> tuple[int, int, int] | None:
    """What is sold, traded and kept (-1: not written) in a canonical part."""
    part = _PART.fullmatch(piece)
    if part is None:
        return None
    handle, sold, traded, kept = part.groups()
    if not (sold or traded or kept):
        return None
    known = int(sold or 0), int(traded or 0), int(kept) if kept else -1
    if len(_AMOUNTS) < KNOWN:
        _AMOUNTS[piece[len(handle) + 1 :]] = known
    return known


def tile_name(word: str) -> str:
    """The canonical name of a tile written in either order and any case; ``?`` stays."""
    if word == "?":
        return word
    word = word.upper()
    if word[0].isdigit():
        return f"{int(word[:-1])}{word[-1]}"
    return f"{int(word[1:])}{word[0]}"


# How far a turn has got; tokens stand in this order.
_START, _HANDLE, _REDRAW, _PLACED, _MERGER, _CLAUSES, _MOVED, _BOUGHT, _ASIDE, _DREW = range(10)
_CASH, _GLYPH, _CLOCK, _EVALUATION, _OPEN = range(10, 15)


def _long_way(text: str, handles: Container[str]) -> Turn:
    turn = Turn()
    words = lexer.tokens(text)
    stage = _START
    cash: list[tuple[str, int]] = []
    clauses: list[Clause] = []
    redraws: list[list[str]] = []
    aside: list[str] = []
    drew: list[str] = []
    moved: list[Moved] = []
    left: list[str] = []
    taken = ""  # the last word without + that was taken for a purchase

    for at, token in enumerate(words):
        kind, word = token.kind, token.text
        if kind == lexer.COMMENT:
            turn.comment = word.rstrip(lexer.BLANKS)
            break
        if stage < _HANDLE and lexer.small(word) in handles:
            turn.handle = word.lower()
            stage = _HANDLE
            continue
        if kind == lexer.NUMBER:
            if at > 0:
                raise _wrong("E-token", f"a number alone has no place here: {word}", token)
            turn.number = int(word.rstrip(".:)").lstrip("0") or "0")
            if turn.number == 0:
                raise _wrong("E-number", "turns are numbered from 1", token)
            continue
        if stage == _START and kind in _NAMES and handles and _like_handle(word, words, at):
            raise _wrong("E-handle", f"no player is called {word.lower()}", token)
        if stage == _START and kind == lexer.WORD and not handles and len(word) > 1:
            turn.handle = word.lower()
            stage = _HANDLE
            continue
        if kind == lexer.TILE and stage >= _PLACED and _LAX_PART.fullmatch(word):
            kind = lexer.CLAUSE  # `s2`, which is also a square of a board of nineteen rows
        if kind == lexer.WORD:
            kind = lexer.BUYS if word.isalpha() else lexer.BAD
            taken = word
        if kind == lexer.IRREGULAR:
            stage = _irregular(turn, token, stage, moved, left)
        elif kind == lexer.TILE or kind == lexer.PASS:
            if turn.tile:
                hint = _ONE_LETTER if _looks(_COUNTED, word) else ""
                raise _wrong("E-token-twice", "a turn has one placement", token, hint)
            stage = _step(stage, _PLACED, token, taken)
            if kind == lexer.PASS:
                turn.tile = "."
            else:
                name, _, chain = word.partition("=")
                turn.tile = tile_name(name)
                turn.founded = chain.upper()
        elif kind == lexer.ASIDE:
            tiles = [tile_name(t) for t in word[1:].split(",")] if len(word) > 1 else []
            if not tiles:
                stage = _step(stage, _ASIDE, token)
                turn.looked = True
            elif stage < _PLACED:
                stage = _step(stage, _REDRAW, token)
                redraws.append(tiles)
            else:
                stage = _step(stage, _ASIDE, token)
                aside += tiles
        elif kind == lexer.MERGER:
            if turn.survivor:
                raise _wrong("E-token-twice", "a turn has one merger", token)
            stage = _step(stage, _MERGER, token)
            turn.survivor = word[0].upper()
            turn.defunct = word[2:].upper()
        elif kind == lexer.CLAUSE:
            stage = _step(stage, _CLAUSES, token)
            clauses.append(_lax_clause(word))
        elif kind == lexer.BUYS:
            stage = _step(stage, _BOUGHT, token)
            turn.buys = (turn.buys or "") + word.lstrip("+").upper()
        elif kind == lexer.END:
            if turn.declared:
                raise _wrong("E-token-twice", "the end is declared once", token)
            stage = _step(stage, _BOUGHT, token)
            turn.declared = True
        elif kind == lexer.DREW:
            stage = _step(stage, _DREW, token)
            drew += [tile_name(t) for t in word[1:].split(",")]
            turn.drew = drew
        elif kind == lexer.CASH:
            stage = _step(stage, _CASH, token)
            handle, _, amount = word[1:].rpartition(":")
            cash.append((handle.lower(), int(amount)))
        elif kind in (lexer.GLYPH, lexer.CLOCK, lexer.EVALUATION):
            stage = _mark(turn, kind, token, stage)
        elif kind == lexer.OPEN:
            stage = _step(stage, _OPEN, token)
            if turn.open:
                raise _wrong("E-token-twice", "a turn is open or not", token)
            turn.open = True
        else:
            raise _wrong("E-token", f"{word!r} is no part of a turn", token, _advice(word))
    if turn.buys:
        turn.buys = "".join(sorted(turn.buys))
    if clauses:
        turn.clauses = clauses
    if redraws:
        turn.redraws = redraws
    if aside:
        turn.aside = aside
    if cash:
        turn.cash = cash
    if turn.irregular is not None and (moved or left):
        turn.irregular = turn.irregular._replace(moved=tuple(moved), left=tuple(left))
    return turn


_HELD_IRREGULAR: Final = (
    "~ goes with ., +SHARES, end, xTILES, x, ^, or is HANDLE+500 HANDLE-500 HANDLE+L"
)


def _irregular(
    turn: Turn, token: lexer.Token, stage: int, moved: list[Moved], left: list[str]
) -> int:
    """Note what a token with ``~`` marks; the stage of the turn after it.

    What may stand any number of times is added to ``moved`` and ``left``.
    """
    word = token.text
    what = lexer.irregularity(word)
    marked = turn.irregular or Irregular()
    twice = ""
    if what == "pass":
        if turn.tile:
            twice = "a turn has one placement"
        stage = _step(stage, _PLACED, token)
        turn.tile = "."
        marked = marked._replace(passed=True)
    elif what == "moved":
        stage = _step(stage, _MOVED, token)
        moved.append(_moved(word, token))
    elif what == "buys":
        stage = _step(stage, _BOUGHT, token)
        turn.buys = (turn.buys or "") + word[2:].upper()
        marked = marked._replace(bought=True)
    elif what == "end":
        if turn.declared:
            twice = "the end is declared once"
        stage = _step(stage, _BOUGHT, token)
        turn.declared = True
        marked = marked._replace(declared=True)
    elif what == "aside":
        stage = _step(stage, _ASIDE, token)
        left += [tile_name(tile) for tile in word[2:].split(",")]
    elif what == "kept":
        stage = _step(stage, _ASIDE, token)
        if marked.kept:
            twice = "that dead tiles stayed is said once"
        marked = marked._replace(kept=True)
    elif what == "draws":
        stage = _step(stage, _DREW, token)
        if marked.undrawn:
            twice = "that nothing was drawn is said once"
        marked = marked._replace(undrawn=True)
    else:
        raise _wrong(
            "E-irregular", f"{word!r} is nothing that a record can hold", token, _HELD_IRREGULAR
        )
    if twice:
        raise _wrong("E-token-twice", twice, token)
    turn.irregular = marked
    return stage


def _moved(word: str, token: lexer.Token) -> Moved:
    at = max(word.find("+"), word.find("-"))
    handle = word[1:at].lower()
    rest = word[at + 1 :]
    given = word[at] == "+"
    if rest[0].isdigit():
        amount = int(rest)
        if amount == 0:
            raise _wrong("E-irregular", "no money is moved, so no rule is broken", token)
        return Moved(handle, amount if given else -amount)
    letters = "".join(sorted(rest.upper()))
    return Moved(handle, 0, letters, "") if given else Moved(handle, 0, "", letters)


def _mark(turn: Turn, kind: str, token: lexer.Token, stage: int) -> int:
    word = token.text
    if kind == lexer.GLYPH:
        twice, turn.glyph = bool(turn.glyph), word
        stage = _step(stage, _GLYPH, token)
    elif kind == lexer.CLOCK:
        twice, turn.clock = bool(turn.clock), word
        stage = _step(stage, _CLOCK, token)
    else:
        twice, turn.evaluation = bool(turn.evaluation), word
        stage = _step(stage, _EVALUATION, token)
    if twice:
        raise _wrong("E-token-twice", "a turn has one mark of each kind", token)
    return stage


_NAMES: Final = (lexer.WORD, lexer.MERGER, lexer.CLAUSE)
"""What a handle may look like that is no placement; before a placement it can only be one."""


def _like_handle(word: str, words: list[lexer.Token], at: int) -> bool:
    """Whether a word in the player's place is meant as a handle: something is placed after it."""
    return _NAME.fullmatch(word) is not None and any(
        token.kind == lexer.PASS
        or lexer.irregularity(token.text) == "pass"
        or (token.kind == lexer.TILE and not _LAX_PART.fullmatch(token.text))
        for token in words[at + 1 :]
    )


def _lax_clause(word: str) -> Clause:
    head, colon, rest = word.partition(":")
    if not colon and "^" not in head:
        head, rest = "", word
    chain, _, bank_tile = head.partition("^")
    parts = []
    for found in _LAX_PART.finditer(rest):
        numbers = {"s": 0, "t": 0, "k": -1}
        for letter, amount in _AMOUNT.findall(found.group(2)):
            letter = letter.lower()
            numbers[letter] = max(numbers[letter], 0) + int(amount)
        handle = (found.group(1) or "").lower()
        parts.append(Part(handle, numbers["s"], numbers["t"], numbers["k"]))
    return Clause(chain.upper(), tile_name(bank_tile) if bank_tile else "", parts)


def _step(stage: int, to: int, token: lexer.Token, taken: str = "") -> int:
    if to < stage:
        hint = f"{taken!r} before it is taken for shares bought" if taken else ""
        raise _wrong("E-order", f"{token.text!r} stands too late in the turn", token, hint)
    return to


# Patterns that only a faulty turn pays for.
_SEPARATED: Final = r"=?(?:[a-z0-9_]+:)?[$€£]?-?\d+([.,']\d{3})*"
_COUNTED: Final = r"\+?(?:[1-3][a-z]|[a-z][1-3])"
_JOINED: Final = r"\d+[.:)][a-z].*"
_ONE_LETTER: Final = "if shares are meant: one letter each, +LL for two of L"


def _looks(pattern: str, word: str) -> bool:
    return re.fullmatch(pattern, word, re.I | re.ASCII) is not None


def _advice(word: str) -> str:
    """What to write instead of some words that people write."""
    front, _, name = word.partition("=")
    if front and name.isalpha() and len(name) > 1:
        return "a chain is written with its letter, as in 6G=L"
    if word in "=+:":
        return f"no space stands beside {word}, as in 6G=L +LLT T:ann-s1t2"
    if len(word) == 2 and word[0] == "=" and word[1].isalpha():
        return "no space stands before =, as in 6G=L"
    if len(word) == 2 and word[1] == ":":
        return "no space stands behind the colon, as in T:ann-s1t2,bob-k1"
    if _looks(_SEPARATED, word):
        return "amounts are written without signs and separators, as in =5400"
    if _looks(_COUNTED, word):
        return _ONE_LETTER
    if _looks(_JOINED, word):
        return "a space stands behind the number of the turn, as in 1. ann"
    if word[-1] in ",;":
        return "the words of a turn have nothing but spaces between them"
    return ""


def _wrong(code: str, message: str, token: lexer.Token, hint: str = "") -> TurnError:
    return TurnError(code, message, token.start, token.end - token.start, hint)
