"""What has happened and how things stand, in words and figures for the person at the prompt."""

from collections.abc import Sequence

from acquire_cli.display.board import Look, position_lines
from acquire_cli.display.clean import width, wrapped
from acquire_cli.display.story import Storyteller
from acquire_cli.display.tables import Cell, aligned
from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules
from acquire_cli.engine.view import seen_by
from acquire_cli.notation.resolve import Names
from acquire_cli.records.events import Drew, Event, Teller
from acquire_cli.records.game import Game
from acquire_cli.records.standings import rows
from acquire_cli.repl.questions import INDENT
from acquire_cli.repl.work import Happened
from acquire_cli.rulesets.money import money


def told(game: Game, parts: Sequence[Happened], columns: int) -> list[str]:
    """The canonical line of each finished turn, and what happened in plain sentences.

    Tiles that were drawn are nobody's business.
    """
    lines: list[str] = []
    names = {chain.letter: chain.name for chain in game.rules.ruleset.chains}
    teller = Storyteller(names)
    for part in _joined(parts):
        if not part.line and len(part.log) == 1 and part.log[0][0] == c.E_PLACED:
            continue  # what the tile does is about to be asked
        if part.line:
            lines += wrapped(part.line, columns, "")
        prices = {
            letter: game.rules.price[i][part.after.size[i]]
            for i, letter in enumerate(game.names.letters)
        }
        events = [event for event in _events(game, part) if not isinstance(event, Drew)]
        said = teller.sentences(events, prices)
        if said:
            lines += wrapped(" ".join(said), columns, INDENT)
    return lines


def without_end(parts: Sequence[Happened]) -> tuple[list[Happened], list[Happened]]:
    """What can be told now, and what has to wait: a chain whose bonus hangs on the bank's tile."""
    out = list(parts)
    if out and out[-1].log and out[-1].log[-1][0] == c.E_DEFUNCT:
        last = out.pop()
        out.append(last._replace(log=last.log[:-1]))
        return out, [Happened(last.after, last.after, last.log[-1:], "")]
    return out, []


def _joined(parts: Sequence[Happened]) -> list[Happened]:
    """Stretches of one turn made into one."""
    out: list[Happened] = []
    for part in parts:
        if out and not out[-1].line:
            first = out.pop()
            part = Happened(first.before, part.after, first.log + part.log, part.line)
        out.append(part)
    return out


def _events(game: Game, part: Happened) -> list[Event]:
    view = game.at(part.before)
    teller = Teller(view)
    view.state = part.after
    return list(teller.tell(list(part.log)))


def screen(s: State, names: Names, viewer: int, look: Look) -> list[str]:
    """Board, chains and players; the tiles of ``viewer`` (-1: nobody's) in brackets."""
    marked = s.hands[viewer] if viewer >= 0 else []
    lines = position_lines(seen_by(s, -1), names, look, marked)
    return lines[:-2]  # without the status: the prompt says it


def listed_screen(s: State, names: Names) -> list[str]:
    """The board without a board: each chain with its tiles, for who listens to it."""
    lines = []
    for i, chain in enumerate(s.rules.ruleset.chains):
        letter = f"{chain.name} ({chain.letter})"
        if not s.size[i]:
            lines.append(f"{letter}: not on the board, {s.bank[i]} shares left.")
            continue
        tiles = " ".join(names.tile[t] for t in range(s.rules.squares) if s.cells[t] == i)
        safe = ", safe" if s.safe >> i & 1 else ""
        price = money(s.rules.price[i][s.size[i]])
        lines.append(
            f"{letter}: size {s.size[i]}{safe}, {price} a share, {s.bank[i]} left: {tiles}."
        )
    for code, what in ((c.LOOSE, "Loose"), (c.ASIDE_SQUARE, "Set aside")):
        tiles = " ".join(names.tile[t] for t in range(s.rules.squares) if s.cells[t] == code)
        if tiles:
            lines.append(f"{what}: {tiles}.")
    chains = s.rules.chains
    for player, handle in enumerate(names.handles):
        held = s.shares[player * chains :][:chains]
        shares = ", ".join(f"{n} {names.letters[i]}" for i, n in enumerate(held) if n)
        lines.append(f"{handle}: cash {money(s.cash[player])}, {shares or 'no shares'}.")
    return lines


def typed(word: str) -> str:
    """A legal word as it is typed."""
    return {"go on": "-", "done": "-", "+": "-"}.get(word, word.lower())


def standings_lines(game: Game, s: State, look: Look) -> list[str]:
    """Rank, player, cash, bonuses, worth of the shares, total and the gap, as if scored now."""
    view = game.at(s)
    made: list[list[Cell]] = []
    for row in rows(view):
        held = "".join(f"{letter}{count} " for letter, count in row.shares.items()).strip()
        made.append(
            [
                str(row.rank),
                row.player,
                money(row.cash),
                money(row.bonuses),
                money(row.worth),
                (money(row.total), "strong"),
                money(row.gap),
                held or "-",
            ]
        )
    head = ["", "player", "cash", "bonuses", "worth", "total", "gap", "holds"]
    return aligned(made, head, " <     <", "", look.color)


def winner_line(s: State, names: Names) -> str:
    """``bob wins by 5,200.``"""
    total = totals(s)
    best = max(total)
    first = [handle for handle, money_ in zip(names.handles, total, strict=True) if money_ == best]
    if len(first) > 1:
        return f"{', '.join(first[:-1])} and {first[-1]} share the win."
    others = [amount for amount in total if amount != best]
    return f"{first[0]} wins by {money(best - max(others))}." if others else f"{first[0]} is done."


def price_lines(s: State, names: Names, look: Look) -> list[str]:
    """A line a chain: what it is now, and its price and bonuses at the sizes to come."""
    rules: Rules = s.rules
    third = any(any(row) for row in rules.third)
    made: list[list[Cell]] = []
    for i, chain in enumerate(rules.ruleset.chains):
        size = s.size[i]
        at = size or 2
        steps = []
        last = rules.price[i][at]
        for bigger in range(at + 1, rules.squares + 1):
            if rules.price[i][bigger] != last:
                last = rules.price[i][bigger]
                steps.append(f"{money(last)} at {bigger}")
            if len(steps) == 2:
                break
        pays = [rules.first[i][at], rules.second[i][at]] + ([rules.third[i][at]] if third else [])
        made.append(
            [
                (f" {chain.letter} ", chain.colour),
                chain.name[:14],
                f"{size}{'*' if s.safe >> i & 1 else ''}" if size else "(2)",
                money(rules.price[i][at]),
                str(s.bank[i]),
                "/".join(map(money, pays)),
                ", ".join(steps),
            ]
        )
    head = ["", "chain", "size", "price", "left", "bonuses", "then"]
    lines = aligned(made, head, "<<   <<", "0122222", look.color)
    return [*lines, "(2): not on the board, as if founded with two tiles; *: safe"]


def columns(words: Sequence[str], wide: int) -> list[str]:
    """Words in as many columns as fit."""
    if not words:
        return []
    each = max(map(width, words)) + 2
    count = max(1, wide // each)
    return [
        "".join(word.ljust(each) for word in words[at : at + count]).rstrip()
        for at in range(0, len(words), count)
    ]
