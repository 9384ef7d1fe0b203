"""What several games come to, for people: a table of players, of seats, or of the first merger."""

from collections.abc import Callable, Sequence

from acquire_cli.display.board import Look
from acquire_cli.display.clean import cut, printable
from acquire_cli.display.tables import Cell, aligned
from acquire_cli.records.tournament import PLACES, Line
from acquire_cli.rulesets.money import money

WIDEST_NAME = 24

PLAYER_HEAD = ("rank", "player", "games", "wins", "points", "mean rank", "total", "share")
FINISHES = ("1st", "2nd", "3rd", "4th", "5th", "6th")

FIRST_MERGER = {
    "first": "first bonus",
    "second": "second bonus",
    "third": "third bonus",
    "unpaid": "not paid",
    "none": "no merger",
}


def places(lines: Sequence[Line]) -> int:
    """The lowest rank that anybody had."""
    had = [at for line in lines for at in range(PLACES) if finishes(line)[at]]
    return 1 + max(had, default=0)


def finishes(line: Line) -> tuple[int, ...]:
    """How often each rank was had."""
    return line[-PLACES:]


def head(by: str, lines: Sequence[Line]) -> tuple[str, ...]:
    """The head of a table; one that ranks nobody shows how often each rank was had."""
    if by == "player":
        return PLAYER_HEAD
    what = by.replace("-", " ")
    return (what, "games", "wins", "even", "mean rank", "share", *FINISHES[: places(lines)])


def cells(by: str, line: Line, shown: int, amount: Callable[[int], str] = money) -> list[str]:
    """A line as texts: fractions to two places, the share in percent of an even one."""
    share = f"{100 * line.adjusted_share:.1f}%"
    if by == "player":
        return [
            str(line.rank),
            printable(line.player),
            str(line.games),
            _short(line.wins),
            _short(line.points),
            f"{line.mean_rank:.2f}",
            amount(line.total),
            share,
        ]
    return [
        FIRST_MERGER[line.player] if by == "first-merger" else line.player,
        str(line.games),
        _short(line.wins),
        _short(line.even_wins),
        f"{line.mean_rank:.2f}",
        share,
        *map(str, finishes(line)[:shown]),
    ]


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")


def table_lines(by: str, lines: Sequence[Line], look: Look) -> list[str]:
    """The table of several games."""
    rows: list[list[Cell]] = [list(cells(by, line, places(lines))) for line in lines]
    if by == "player":
        for row in rows:
            row[1] = cut(str(row[1]), WIDEST_NAME)
    left = " <" if by == "player" else "<" if by == "first-merger" else ""
    return aligned(rows, head(by, lines), left, color=look.color)


def heat_title(key: str, heat: str) -> str:
    """Which heat a table is of."""
    return f"{key}: {printable(heat)}" if heat else f"no {key}"
