"""From a typed line to the work that it means.

The words of a turn mean what they mean in a record: they go through the notation's own resolver.
What a record may leave open is asked here, phase by phase.
"""

import re

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import play
from acquire_cli.engine.state import State
from acquire_cli.notation.choices import expected
from acquire_cli.notation.lexer import TILE_FORM, small
from acquire_cli.notation.parse import TurnError, parse_turn, tile_name
from acquire_cli.notation.turn import Clause, Part, Turn
from acquire_cli.repl.announced import changed
from acquire_cli.repl.moment import Moment
from acquire_cli.repl.work import RefusedError, Table, Work

_TILE = re.compile(TILE_FORM, re.IGNORECASE | re.ASCII)
_TILE_AND_ANSWER = re.compile(
    rf"(\s*(?:[a-z]\w+\s+)?{TILE_FORM}\s+)(([a-z]|{TILE_FORM})(?:\s.*)?)",
    re.IGNORECASE | re.ASCII,
)
_BANK_TILE = re.compile(rf"(?:([a-z])\^)?({TILE_FORM}|-)", re.IGNORECASE | re.ASCII)
NOTHING = (".", "-", "pass", "+")
"""What is typed for "nothing": no tile, no shares, no end, no tile aside."""


def play_line(table: Table, moment: Moment, line: str) -> Work:
    """The work of one typed line. Raises RefusedError; ``moment`` stays as it is."""
    work = Work(table, moment)
    names = table.names
    s = work.s
    if s.phase == c.OVER:
        raise RefusedError("the game is over", "undo! takes the last step back")
    try:
        if re.match(r"\s*\d{1,9}[.:)]?(\s|$)", line):
            _whole_turn(work, parse_turn(line, names.player))
        elif s.phase == c.PLACE:
            rest = _answer_behind(table, moment, line)
            turn = parse_turn(_nothing_bought(line.removesuffix(rest)), names.player)
            if turn.irregular is not None:
                _whole_turn(work, turn)
            else:
                _from_the_tile(work, turn)
            if rest:
                _go_on(work, rest)
        else:
            _go_on(work, line)
    except TurnError as error:
        raise RefusedError(error.message, error.hint or expected(s, names)) from None
    work.settle()
    if work.turn.cash:
        raise RefusedError("cash is asserted on the line that ends a turn, and this does not")
    if not work.happened and tuple(work.log) == moment.log and work.s.phase == moment.state.phase:
        raise RefusedError(_first_of_all(moment.state), expected(moment.state, names))
    return work


def _answer_behind(table: Table, moment: Moment, line: str) -> str:
    """The words behind a tile, "" where the first one answers no question that the tile asks.

    In a record ``5g l`` would be a purchase. Here the chain is asked for first, and completion
    offers its letter.
    """
    found = _TILE_AND_ANSWER.fullmatch(line)
    if found is None:
        return ""
    work = Work(table, moment)
    _from_the_tile(work, parse_turn(found.group(1), table.names.player))
    work.settle()
    asked = work.s.phase
    if work.number != moment.number or asked not in (c.FOUND, c.SURVIVOR, c.NEXT, c.BANK):
        return ""
    return found.group(2) if _is_tile(found.group(3)) == (asked == c.BANK) else ""


def _nothing_bought(line: str) -> str:
    """``5g -`` is ``5g +``: after a tile, nothing is no second placement."""
    text, sharp, comment = line.partition("#")
    words = text.split()
    for at in range(1, len(words)):
        if words[at] in NOTHING[:3] and any(_is_tile(w.partition("=")[0]) for w in words[:at]):
            words[at] = "+"
    return " ".join(words) + (" #" + comment if sharp else "")


_ASKED = {
    c.PLACE: "a tile is to be placed first",
    c.FOUND: "a chain is to be named first",
    c.SURVIVOR: "the survivor is to be named first",
    c.NEXT: "the chain that is settled next is to be named first",
    c.BANK: "the tile that the bank draws is to be told first",
    c.DISPOSE: "shares of the defunct chain are to be disposed of first",
    c.BUY: "shares are to be bought first, or none",
    c.END: "the end may be declared here",
    c.ASIDE: "dead tiles may be set aside here",
}


def _first_of_all(s: State) -> str:
    return _ASKED[s.phase]


def _whole_turn(work: Work, turn: Turn) -> None:
    """A line of a record, with its number or with a ``~``: what it leaves out is nothing."""
    if turn.number and turn.number != work.number:
        raise RefusedError(f"this is turn {work.number}, not turn {turn.number}", _whole_line(work))
    work.turn = _extras(work.turn, turn)
    work.whole = not turn.open
    work.read(turn)


def _extras(old: Turn, new: Turn) -> Turn:
    """What the log does not hold: marks and comments, of both."""
    slots: dict[str, object] = {}
    for slot in ("glyph", "clock", "evaluation", "cash"):
        if getattr(new, slot):
            slots[slot] = getattr(new, slot)
    if new.comment is not None:
        slots["comment"] = new.comment if old.comment is None else old.comment + ";" + new.comment
    return changed(old, **slots)


def _from_the_tile(work: Work, turn: Turn) -> None:
    """A line that begins with the tile, with as much of the rest as its player likes."""
    if turn.drew is not None:
        work.turn = _extras(work.turn, turn)
        work.whole = True
        work.read(turn)
        return
    _check_aside(turn)
    work.fresh()
    work.turn = changed(
        _extras(work.turn, turn),
        buys=_buys(turn),
        declared=turn.declared,
        aside=turn.aside,
    )
    work.read(changed(turn, open=True, buys=None, declared=False, aside=[]))


def _check_aside(turn: Turn) -> None:
    if turn.looked:
        raise RefusedError("x goes with the tiles that are set aside", "as in x7b,8c")


def _buys(turn: Turn) -> str | None:
    """What is bought, nothing where only what follows a purchase is written."""
    if turn.buys is None and (turn.declared or turn.aside):
        return ""
    return turn.buys


def _whole_line(work: Work) -> str:
    """How the turn under way begins where it is told as a whole."""
    placed = _placed(work)
    tile = placed if placed != "." else "6F"
    return f"a whole turn begins as in {work.number} {work.names.handles[work.base.turn]} {tile}"


_OWN_PART = re.compile(r"(?:[st]\d{1,4}|k\d{0,4})+", re.IGNORECASE)


def _go_on(work: Work, line: str) -> None:
    """A line in the middle of a turn: its first word is for the phase, the rest as in a turn."""
    text, sharp, comment = line.partition("#")
    words = _to_the_point(work, text.split())
    if work.s.phase in (c.END, c.ASIDE):
        _after_buying(work, words)
        if sharp:
            raise RefusedError("a comment stands on the line that ends the turn's purchase")
        return
    done = Turn()
    if words:
        done, words = _first_word(work, words)
    more = parse_turn(
        _as_in_a_turn(work, words) + (" #" + comment if sharp else ""), work.names.player
    )
    _check_aside(more)
    work.turn = _extras(work.turn, more)
    if work.s.phase == c.BUY:
        _buying(work, done, more)
    else:
        _settling(work, done, more, alone=not words)


def _to_the_point(work: Work, words: list[str]) -> list[str]:
    """The words without what the turn under way says already: its player and its tile."""
    if any(word[0] == "~" for word in words):
        raise RefusedError("what broke a rule is told with its whole turn", _whole_line(work))
    s = work.s
    names = work.names
    if words and small(words[0]) in names.player:
        who = names.player[small(words[0])]
        if who not in (s.actor, s.turn):
            raise RefusedError(f"{names.handles[s.actor]} has to decide now", expected(s, names))
        words = words[1:]
    placed = _placed(work)
    if words and placed != ".":
        tile, equals, chain = words[0].partition("=")
        if _is_tile(tile) and tile_name(tile) == placed:
            words = ([equals + chain] if chain else []) + words[1:]
    return words


def _as_in_a_turn(work: Work, words: list[str]) -> str:
    """The words behind the tile that was placed, as a turn has them."""
    placed = _placed(work)
    text = _nothing_bought(" ".join([placed if placed != "." else "1a", *words]))
    return placed + text[text.find(" ") :] if " " in text else placed


def _buying(work: Work, done: Turn, more: Turn) -> None:
    """The purchase, and what may stand behind it; ``done`` says whether there is to be none."""
    s = work.s
    if more.clauses or more.survivor or more.founded:
        raise RefusedError("the tile is settled: shares may be bought", expected(s, work.names))
    bought = more.buys if done.buys is None else done.buys
    work.turn = changed(work.turn, declared=more.declared, aside=more.aside)
    if bought is None and not (more.declared or more.aside):
        return
    if more.declared and not s.can_end:
        raise work.refused(1 << 4 | c.A_END, c.R_NO_END)
    if more.drew is not None:
        work.whole = True
        work.go_on(changed(more, tile="", number=0, handle="", buys=bought or ""))
        return
    work.take(work.basket(bought or ""))


def _settling(work: Work, done: Turn, more: Turn, alone: bool) -> None:
    """An answer to what the tile asks, ``done``, and what comes behind it.

    ``alone``: nothing does.
    """
    if more.drew is not None:
        why = "the tiles drawn stand on the line that ends the turn"
        raise RefusedError(why, expected(work.s, work.names))
    if done.tile:
        _bank_tile(work, done.tile)
    if more.buys is not None or more.declared or more.aside:
        work.turn = changed(
            work.turn, buys=more.buys or "", declared=more.declared, aside=more.aside
        )
        work.fresh()
    if done.tile and alone:
        return
    work.go_on(
        changed(
            Turn(),
            open=True,
            founded=done.founded or more.founded,
            survivor=done.survivor or more.survivor,
            defunct=done.defunct + more.defunct,
            clauses=[*done.clauses, *more.clauses],
        )
    )


def _placed(work: Work) -> str:
    for event in work.log:
        if event[0] == c.E_PLACED:
            return work.names.tile[event[2]]
    return "."


def _is_tile(word: str) -> bool:
    return _TILE.fullmatch(word) is not None


def _first_word(work: Work, words: list[str]) -> tuple[Turn, list[str]]:
    """What the first word answers to the phase's question, and the words that are left."""
    s = work.s
    names = work.names
    turn = Turn()
    word = words[0]
    lower = small(word)
    several = len(lower) > 1 and set(lower.upper()) <= names.chain.keys()
    if several and s.phase in (c.FOUND, c.SURVIVOR):
        raise RefusedError(f"one chain is to be named, not {len(lower)}", expected(s, names))
    if s.phase == c.FOUND:
        found = re.fullmatch(r"=?([a-z])", lower)
        if found is None:
            raise RefusedError(_first_of_all(s), expected(s, names))
        turn.founded = found.group(1).upper()
        return turn, words[1:]
    if s.phase == c.SURVIVOR:
        found = re.fullmatch(r"([a-z])(?:x([a-z]*))?", lower)
        if found is None:
            raise RefusedError(_first_of_all(s), expected(s, names))
        turn.survivor = found.group(1).upper()
        turn.defunct = (found.group(2) or "").upper()
        return turn, words[1:]
    if s.phase == c.NEXT:
        found = re.fullmatch(r"(?:([a-z])x)?([a-z]+)", lower)
        if found is None:
            raise RefusedError(_first_of_all(s), expected(s, names))
        turn.survivor = (found.group(1) or "").upper()
        turn.defunct = found.group(2).upper()
        _check_next(work, turn.defunct)
        return turn, words[1:]
    if s.phase == c.BANK:
        found = _BANK_TILE.fullmatch(lower)
        if found is None:
            raise RefusedError(_first_of_all(s), expected(s, names))
        letter, now = (found.group(1) or "").upper(), names.letters[s.defunct]
        if letter and letter != now:
            raise RefusedError(f"the bank draws for {now}, not for {letter}", expected(s, names))
        turn.tile = found.group(2)
        return turn, words[1:]
    if s.phase == c.DISPOSE:
        who = names.handles[s.actor]
        if lower in NOTHING[:3] or lower in ("keep", "k"):
            turn.clauses = [Clause(names.letters[s.defunct], "", [Part(who, 0, 0, -1)])]
            return turn, words[1:]
        if _OWN_PART.fullmatch(lower):
            lower = re.sub(r"k(?=$|[st])", "", lower)
            rest = f"{names.letters[s.defunct]}:{who}-{lower or 'k0'}"
            return turn, [rest, *words[1:]]
        return turn, words
    if s.phase == c.BUY:
        if lower in NOTHING:
            turn.buys = ""
            return turn, words[1:]
        if re.fullmatch(r"[0-9]+", lower):
            raise RefusedError("shares are bought by their letters, as in llt", expected(s, names))
    return turn, words


def _check_next(work: Work, letters: str) -> None:
    """The first letter can be settled next; the others are chains, too, and wait their turn."""
    names = work.names
    for letter in letters:
        if letter not in names.chain:
            there = " ".join(names.letters)
            why = f"no chain is called {letter} (there are {there})"
            raise RefusedError(why, expected(work.s, names))
    for at, letter in enumerate(letters):
        if letter in letters[:at]:
            raise RefusedError(f"{letter} stands there twice", expected(work.s, names))
        if at and not work.s.pending >> names.chain[letter] & 1:
            why = f"{letter} is not among the chains that are still to be settled"
            raise RefusedError(why, expected(work.s, names))
    chain = names.chain[letters[0]]
    number = play(work.s.copy(), chain << 4 | c.A_NEXT)
    if number:
        raise work.refused(chain << 4 | c.A_NEXT, number)


def _bank_tile(work: Work, word: str) -> None:
    if word == "-":
        work.take(c.A_BANK)
        return
    square = work.names.square.get(tile_name(word), -1)
    if square < 0:
        raise RefusedError(
            f"the board has no square {tile_name(word)}", expected(work.s, work.names)
        )
    work.take(square + 1 << 4 | c.A_BANK)


def _after_buying(work: Work, words: list[str]) -> None:
    """``end`` or not; dead tiles aside or not."""
    s = work.s
    names = work.names
    lower = [small(word) for word in words]
    if s.phase == c.END:
        if lower == ["end"] or lower == ["y"] or lower == ["yes"]:
            work.take(1 << 4 | c.A_END)
            return
        if len(lower) == 1 and lower[0] in (*NOTHING, "go", "no", "n"):
            work.take(c.A_END)
            return
        if lower == ["go", "on"]:
            work.take(c.A_END)
            return
        raise RefusedError(_first_of_all(s), "end declares it, - goes on")
    if len(lower) == 1 and lower[0] in (*NOTHING, "done"):
        work.take(c.A_DONE)
        return
    tiles: list[str] = []
    for word in lower:
        for tile in (word[1:] if re.fullmatch(r"x\d.*|x[a-z]\d.*", word) else word).split(","):
            if not _is_tile(tile):
                hint = "x and the tiles, as in x7b,8c; - for none"
                raise RefusedError(_first_of_all(s), hint)
            tiles.append(tile_name(tile))
    if not tiles:
        raise RefusedError("dead tiles may be set aside here", expected(s, names))
    work.set_aside(tiles)
