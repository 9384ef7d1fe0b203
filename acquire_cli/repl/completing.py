"""What can be typed next: legal words of a turn, and the commands. Knows no terminal.

A turn typed in one line is followed in thought: after ``5g`` come the words that 5G makes legal.
"""

from collections.abc import Iterator
from typing import NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal
from acquire_cli.engine.merger import most_traded
from acquire_cli.engine.purchase import basket_cost
from acquire_cli.engine.state import State
from acquire_cli.repl.entry import play_line
from acquire_cli.repl.moment import Moment
from acquire_cli.repl.questions import effect
from acquire_cli.repl.session import Session
from acquire_cli.repl.table import WORDS
from acquire_cli.repl.work import RefusedError
from acquire_cli.rulesets.money import money

MOST = 200


class Choice(NamedTuple):
    """A word that may stand at the cursor, and what it would do."""

    text: str
    about: str


def completions(session: Session, typed: str) -> list[Choice]:
    """The words that may replace the last one of ``typed``, which may be empty."""
    before, _, start = typed.rpartition(" ")
    if "#" in typed:
        return []
    start = start.lower()
    out: list[Choice] = []
    if not session.waiting:
        for choice in _moves(session, before, start):
            if choice.text.startswith(start) and choice.text != start:
                out.append(choice)
            if len(out) == MOST:
                break
    if not before.strip():
        # A command is found by its name; the tiles come first.
        out += [Choice(w.name, w.help) for w in WORDS if w.name.startswith(start) and start]
    return out


def _moves(session: Session, before: str, start: str) -> Iterator[Choice]:
    now = session.now
    if not before.strip():
        yield from _answers(session, now, start)
        return
    try:
        work = play_line(session.table, now, before)
    except RefusedError:
        return
    after = work.moment()
    if after.number != now.number:
        return  # with these words the turn is over
    if after.state.phase == c.ASIDE or after.turn.buys is not None:
        return
    yield from _answers(session, after, start)


def _answers(session: Session, now: Moment, start: str) -> Iterator[Choice]:
    s = now.state
    names = session.names
    phase = s.phase
    if phase == c.PLACE:
        for action in sorted(legal(s)):
            if action & 15 == c.A_PLACE:
                square = action >> 4
                yield Choice(names.tile[square].lower(), effect(s, names, square))
            elif action & 15 == c.A_PASS:
                yield Choice("-", "no placement")
    elif phase in (c.FOUND, c.SURVIVOR, c.NEXT):
        for action in legal(s):
            chain = action >> 4
            about = s.rules.ruleset.chains[chain].name
            if phase == c.FOUND:
                yield Choice(
                    f"={names.letters[chain].lower()}"
                    if start[:1] == "="
                    else names.letters[chain].lower(),
                    about,
                )
            else:
                yield Choice(names.letters[chain].lower(), about)
    elif phase == c.BANK:
        for action in legal(s):
            if action >> 4:
                yield Choice(names.tile[(action >> 4) - 1].lower(), "the bank's tile")
            else:
                yield Choice("-", "the bag is empty")
    elif phase == c.DISPOSE:
        yield from _disposals(s, start)
    elif phase == c.BUY:
        yield from _baskets(session, s, start)
        if s.can_end:
            yield Choice("end", "declare the end")
        yield Choice("-", "buy nothing")
    elif phase == c.END:
        yield Choice("end", "declare the end")
        yield Choice("-", "go on")
    elif phase == c.ASIDE:
        for action in legal(s):
            if action & 15 == c.A_ASIDE:
                yield Choice("x" + names.tile[action >> 4].lower(), "set aside")
        yield Choice("-", "keep")


def _disposals(s: State, start: str) -> Iterator[Choice]:
    """All, nothing and every other way: by what is sold and traded."""
    held = s.shares[s.actor * s.rules.chains + s.defunct]
    price = s.rules.price[s.defunct][s.size[s.defunct]]
    into = s.rules.ruleset.chains[s.survivor].letter
    most = most_traded(s)
    for traded in range(0, most + 1, 2):
        for sold in range(held - traded, -1, -1):
            text = (f"s{sold}" if sold else "") + (f"t{traded}" if traded else "")
            parts = []
            if sold:
                parts.append(f"{money(sold * price)}")
            if traded:
                parts.append(f"{traded // 2} {into}")
            kept = held - sold - traded
            if kept:
                parts.append(f"keep {kept}")
            yield Choice(text or "-", ", ".join(parts))


def _baskets(session: Session, s: State, start: str) -> Iterator[Choice]:
    """Baskets by what is typed already; the letters may stand in any order."""
    plus = start[:1] == "+"
    typed = start[1:] if plus else start
    names = session.names
    wanted = sorted(typed.upper())
    for action in legal(s):
        letters = names.basket_letters(action >> 4)
        if not letters or len(letters) <= len(typed):
            continue
        rest = list(letters)
        try:
            for letter in wanted:
                rest.remove(letter)
        except ValueError:
            continue
        text = ("+" if plus else "") + typed + "".join(rest).lower()
        yield Choice(text, money(basket_cost(s, action >> 4)))
