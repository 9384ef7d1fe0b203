"""Comments, marks and cash put into a record; and notes on what happened, which are computed.

A computed note is a comment line below its turn that begins with ``#%``: a second run knows its own
lines again and replaces them. Everything here done twice is as done once.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import bonuses
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.record import Record
from acquire_cli.notation.turn import Turn
from acquire_cli.notation.writer import comment_text
from acquire_cli.records.canon import (
    canonical,
    foot_lines,
    head_lines,
    stands,
    turn_lines,
)
from acquire_cli.records.game import Game, Library, open_game
from acquire_cli.records.replay import Step, steps

SIGN: Final = "%"
"""What a computed note begins with, right behind the ``#``."""

GLYPHS: Final = ("!!", "!", "!?", "?!", "?", "??")
NO_MARK: Final = "none"

_MARK = re.compile(r"[@%][^ \t#]+")
_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_LONGEST = 4_000


class Request(NamedTuple):
    """What is to be put in.

    ``at`` is a turn's number, 0 for the head; ``comment`` goes there, ``marks`` (a glyph, ``@`` and
    a time, ``%`` and an evaluation) replace those of their kind, ``none`` takes the glyph away;
    ``cash`` asserts what the player has after that turn. ``notes`` True computes the notes of the
    whole game anew, False takes them out, None leaves them.
    """

    at: int | None = None
    comment: str | None = None
    marks: tuple[str, ...] = ()
    cash: bool = False
    notes: bool | None = None


class NoSuchTurn(Exception):  # noqa: N818  what it says is no error of the program
    """Why the turn that a request names cannot be annotated."""


def problem(request: Request) -> str:
    """What is wrong with a request, whatever the record; "" for nothing."""
    text = request.comment
    if text is not None:
        if not text.strip(" \t"):
            return "an empty comment says nothing"
        if _CONTROL.search(text):
            return "a control character or a line end has no place in a comment"
        if len(text) > _LONGEST:
            return f"a comment has at most {_LONGEST:,} characters"
    for mark in request.marks:
        if mark in GLYPHS or mark == NO_MARK:
            continue
        if _CONTROL.search(mark) or not _MARK.fullmatch(mark):
            return f"{mark!r} is no mark: {' '.join(GLYPHS)}, {NO_MARK}, @TIME or %EVALUATION"
    if len({_kind(mark) for mark in request.marks}) < len(request.marks):
        return "a turn has one mark of each kind"
    if request.at == 0 and (request.marks or request.cash):
        return "marks and cash belong to a turn; before the first one only a comment can stand"
    return ""


def annotated(
    record: Record, request: Request, library: Library | None = None
) -> tuple[list[str] | None, list[Finding]]:
    """The canonical lines of a record with what was asked for, and what was found on the way.

    None where a rule is broken: such a record is left as it stands. Raises NoSuchTurn.
    """
    if any(f.severity == ERROR for f in record.findings):
        return None, record.findings
    at = request.at
    if at is not None and at > len(record.turns):
        count = len(record.turns)
        turns = "1 turn" if count == 1 else f"{count} turns"
        raise NoSuchTurn(f"game {record.number} has {turns}, none is {at}")
    if request.notes is not None:
        for turn in record.turns:
            if turn.after:
                turn.after = [text for text in turn.after if not is_note(text)]
    if at == 0 and request.comment is not None:
        _add(record.opening, request.comment)
    elif at:
        turn = record.turns[at - 1]
        if request.comment is not None:
            _comment(turn, request.comment)
        _mark(turn, request.marks)
        if request.cash:
            found = _assert_cash(record, turn, at, library)
            if found:
                return None, found
        turn.plain = False  # whatever the text was, it lacks what was put in
    return _noted(record, library) if request.notes else canonical(record, library)


def _noted(record: Record, library: Library | None) -> tuple[list[str] | None, list[Finding]]:
    """The canonical lines with the notes below their turns, in one go."""
    game, found = open_game(record, library)
    if game is None:
        return None, found
    lines = head_lines(game)
    if record.turns:
        lines.append("")
    teller = Teller(game)
    played = 0
    for step in steps(game, found):
        played += 1
        told = teller.tell(step)
        turn = step.turn
        if told:
            turn.after = [f"{SIGN} {text}" for text in told] + turn.after
        if teller.plain and stands(turn) and game.dealt and not turn.open:
            lines.append(turn.text)
            lines += [comment_text(text) for text in turn.after]
        else:
            lines += turn_lines(game, step)
    if played < len(record.turns):
        return None, found
    return lines + foot_lines(record), found


def is_note(comment: str) -> bool:
    """Whether the text of a comment line is a computed note."""
    return comment.startswith(SIGN)


def _comment(turn: Turn, comment: str) -> None:
    """Put a comment on the turn's line, or below it where one stands there already."""
    text = comment.strip(" \t")
    there = [other.strip(" \t") for other in turn.after if not is_note(other)]
    if turn.comment is None and text not in there:
        turn.comment = " " + text
    elif turn.comment is not None and turn.comment.strip(" \t") != text:
        turn.after = list(turn.after)
        _add(turn.after, text)


def _mark(turn: Turn, marks: tuple[str, ...]) -> None:
    for mark in marks:
        kind = _kind(mark)
        if kind == "@":
            turn.clock = mark
        elif kind == "%":
            turn.evaluation = mark
        else:
            turn.glyph = "" if mark == NO_MARK else mark


def _assert_cash(record: Record, turn: Turn, number: int, library: Library | None) -> list[Finding]:
    """Assert what the player has after his turn; what keeps the game from getting there."""
    if turn.open:
        raise NoSuchTurn(f"turn {number} is not over, its cash is not known yet")
    game, found = open_game(record, library)
    if game is None:
        return found
    for step in steps(game, found, logged=False):
        if step.number == number:
            own = game.names.handles[step.player]
            others = [told for told in turn.cash if told[0] not in ("", own)]
            turn.cash = [("", game.state.cash[step.player]), *others]
            return []
    return record.findings + found


def _kind(mark: str) -> str:
    return mark[0] if mark[:1] in ("@", "%") else "glyph"


def _add(comments: list[str], text: str) -> None:
    """Put a comment line below the others, unless it stands there."""
    text = text.strip(" \t")
    if all(other.strip(" \t") != text for other in comments):
        comments.append(" " + text)


class Teller:
    """Says what was worth a note in each turn, one after the other; amounts in whole dollars."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.leader = -1
        self.merged = False
        # Whether the turn told last is such as its own words say in full, if they are canonical.
        self.plain = False
        count = game.rules.chains
        self._size = [0] * count
        self._held: list[list[int]] = [[]] * count
        self._worth = [[0] * game.state.players] * count
        self._first: list[list[int]] = [[]] * count
        # What all chains are worth to each player.
        self._sum = [0] * game.state.players
        self._majorities()

    def _majorities(self) -> list[str]:
        """Take in holdings and sizes; whose majority of a chain is whose now, as a sentence.

        Only a chain that changed is reckoned anew.
        """
        state = self.game.state
        rules = self.game.rules
        chains = rules.chains
        changed = []
        for chain in range(chains):
            size = state.size[chain]
            held = state.shares[chain::chains]
            if held == self._held[chain] and size == self._size[chain]:
                continue
            self._size[chain] = size
            self._held[chain] = held
            most = max(held) if size else 0
            worth = bonuses(rules, held, chain, size) if most else [0] * len(held)
            price = rules.price[chain][size]
            before = self._worth[chain]
            for player, count in enumerate(held):
                amount = worth[player] + count * price
                self._sum[player] += amount - before[player]
                worth[player] = amount
            self._worth[chain] = worth
            top: list[int] = []
            if most:
                top = [held.index(most)]
                if held.count(most) > 1:
                    top = [player for player, count in enumerate(held) if count == most]
            old, self._first[chain] = self._first[chain], top
            if old and top and old != top:
                letter = self.game.names.letters[chain]
                changed.append(f"{letter} {self._who(top)} (before {self._who(old)})")
        return [f"majority: {', '.join(changed)}"] if changed else []

    def tell(self, step: Step) -> list[str]:
        """The notes on the turn that has just been played."""
        log = step.log
        out: list[str] = []
        bought = merged = founded = False
        aside: list[str] = []
        for event in log:
            kind = event[0]
            if kind == c.E_BOUGHT:
                bought = True
            elif kind == c.E_FOUNDED:
                founded = True
            elif kind == c.E_MERGED:
                merged = True
            elif kind == c.E_ASIDE:
                aside.append(self.game.names.tile[event[2]])
        turn = step.turn
        self.plain = not merged and aside == turn.aside and founded == (turn.founded != "")
        if merged:
            out += self._merger(log)
        out += self._majorities()
        if not turn.open:
            if not bought:
                out += self._poor(step.player)
            out += self._lead()
        return out

    def _merger(self, log: Sequence[tuple[int, ...]]) -> list[str]:
        """Who was paid what, a line a defunct chain."""
        letters = self.game.names.letters
        handles = self.game.names.handles
        out: list[str] = []
        bonus: list[str] = []
        sales: list[str] = []

        def close() -> None:
            if out and (bonus or sales):
                out[-1] += ": " + "; ".join(filter(None, (", ".join(bonus), ", ".join(sales))))
            elif out:
                out[-1] += ": nobody is paid"
            bonus.clear()
            sales.clear()

        for event in log:
            kind = event[0]
            if kind == c.E_DEFUNCT:
                close()
                _, chain, size, survivor = event
                first = "" if self.merged else "first merger: "
                self.merged = True
                out.append(f"{first}{letters[survivor]} takes {letters[chain]} of {size}")
            elif kind == c.E_BONUS:
                who = handles[event[2]] if event[2] >= 0 else "the bank"
                bonus.append(f"{who} {event[3]}")
            elif kind == c.E_DISPOSED and event[7]:
                sales.append(f"{handles[event[1]]} sells for {event[7]}")
        close()
        return out

    def _poor(self, player: int) -> list[str]:
        """Nothing bought, because the cheapest share costs more than there is."""
        state = self.game.state
        rules = self.game.rules
        if state.phase == c.OVER or not rules.max_buys:
            return []
        prices = [
            rules.price[chain][state.size[chain]]
            for chain in rules.mask_chains[state.active]
            if state.bank[chain]
        ]
        cash = state.cash[player]
        if not prices or min(prices) <= cash:
            return []
        who = self.game.names.handles[player]
        return [f"no money: {who} has {cash}, the cheapest share costs {min(prices)}"]

    def _lead(self) -> list[str]:
        """Who leads alone now, if it was another before; counted as if the game were scored."""
        money = [a + b for a, b in zip(self.game.state.cash, self._sum, strict=True)]
        most = max(money)
        if money.count(most) > 1:
            return []
        leader, old = money.index(most), self.leader
        self.leader = leader
        if old in (leader, -1):
            return []
        handles = self.game.names.handles
        return [f"lead: {handles[leader]} {most}, before {handles[old]} {money[old]}"]

    def _who(self, players: list[int]) -> str:
        return " and ".join(self.game.names.handles[player] for player in players)
