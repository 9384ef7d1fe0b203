"""Standings for people: the table of one game."""

from collections.abc import Sequence

from acquire_cli.display.board import Look
from acquire_cli.display.clean import cut, printable, width
from acquire_cli.display.tables import Cell, aligned
from acquire_cli.records.standings import Row
from acquire_cli.rulesets.money import money

NARROWEST = 12


def player_text(row: Row) -> str:
    """A player's name, and the handle where it is another word."""
    name = printable(row.name)
    return name if name == row.player else f"{name} ({row.player})"


def game_title(table: Sequence[Row]) -> str:
    """Which game it is and how it ended."""
    row = table[0]
    turns = f"{row.turns} turn{'s' * (row.turns != 1)}"
    ended = row.reason if row.finished else f"{row.reason}, as if scored now"
    return f"{printable(row.file)}, game {row.game}: {row.ruleset}, {turns}, {ended}"


def held_letters(table: Sequence[Row], letters: Sequence[str]) -> list[str]:
    """The chains of which anybody holds a share."""
    return [letter for letter in letters if any(letter in row.shares for row in table)]


def game_lines(table: Sequence[Row], letters: Sequence[str], look: Look) -> list[str]:
    """The table of one game; a name gives way where it would not fit."""
    held = held_letters(table, letters)
    head = ["rank", "player", "cash", *held, "bonuses", "worth", "total", "gap"]
    gaps = "022" + "2" * bool(held) + "1" * (len(held) - 1) + "2222"

    def lines(names: list[str]) -> list[str]:
        rows: list[list[Cell]] = [
            [
                str(row.rank),
                name,
                money(row.cash),
                *[str(row.shares[x]) if x in row.shares else look.empty for x in held],
                money(row.bonuses),
                money(row.worth),
                (money(row.total), "strong"),
                money(row.gap),
            ]
            for row, name in zip(table, names, strict=True)
        ]
        return aligned(rows, head, " <", gaps, look.color)

    names = [player_text(row) for row in table]
    widest = max(map(width, names))
    plain = aligned([["x" * widest]], ["player"])
    rest = _rest(table, held)
    if rest + max(width(plain[0]), widest) > look.columns:
        names = [cut(name, max(NARROWEST, look.columns - rest)) for name in names]
    return lines(names)


def _rest(table: Sequence[Row], held: Sequence[str]) -> int:
    """How wide the table is without the column of the players."""
    columns = [["rank"], ["cash", *[money(row.cash) for row in table]]]
    columns += [[str(row.shares.get(x, "")) for row in table] for x in held]
    columns += [["bonuses", *[money(row.bonuses) for row in table]]]
    columns += [["worth", *[money(row.worth) for row in table]]]
    columns += [["total", *[money(row.total) for row in table]]]
    columns += [["gap", *[money(row.gap) for row in table]]]
    gaps = 2 * 6 + (len(held) + 1 if held else 0)
    return sum(max(1, *map(len, column)) for column in columns) + gaps
