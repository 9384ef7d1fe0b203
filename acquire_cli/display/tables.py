"""Tables for people: own ones, narrow enough for 80 columns, and those of tabulate by name."""

from collections.abc import Sequence
from typing import Any

from acquire_cli.display.clean import printable, width
from acquire_cli.display.colour import paint

Cell = str | tuple[str, str]
"""A text, or a text and its style (``display.colour``)."""


def aligned(
    rows: Sequence[Sequence[Cell]],
    head: Sequence[str] = (),
    left: str = "",
    gaps: str = "",
    color: bool = False,
) -> list[str]:
    """Lines with the cells in columns; spaces at the end of a line are left out.

    ``left`` has a character a column, ``<`` to the left, anything else to the right; ``gaps`` one a
    column, the number of spaces before it.
    """
    texts = [[cell if isinstance(cell, str) else cell[0] for cell in row] for row in rows]
    heads = [list(head)] if head else []
    widths = [max(map(width, column)) for column in zip(*heads, *texts, strict=True)]
    lines = []
    if head:
        line = _line(head, head, widths, left, gaps, False)
        lines.append(paint(line, "head", color))
    for row, plain in zip(rows, texts, strict=True):
        lines.append(_line(row, plain, widths, left, gaps, color))
    return lines


def _line(
    cells: Sequence[Cell],
    plain: Sequence[str],
    widths: Sequence[int],
    left: str,
    gaps: str,
    color: bool,
) -> str:
    line = ""
    owed = 0
    for at, (cell, text) in enumerate(zip(cells, plain, strict=True)):
        spare = widths[at] - width(text)
        to_left = at < len(left) and left[at] == "<"
        gap = int(gaps[at]) if gaps else 2 * (at > 0)
        if text:
            line += " " * (owed + gap + (0 if to_left else spare))
            line += paint(text, cell[1], color) if isinstance(cell, tuple) else text
            owed = spare if to_left else 0
        else:
            owed += gap + widths[at]
    return line.rstrip(" ")


def beside(left: Sequence[str], columns: int, right: Sequence[str], gap: int = 3) -> list[str]:
    """Two blocks of lines, the left one so many columns wide at every line."""
    lines = []
    for at in range(max(len(left), len(right))):
        one = left[at] if at < len(left) else " " * columns
        other = right[at] if at < len(right) else ""
        lines.append(one + " " * gap + other if other else one.rstrip(" "))
    return lines


def formats() -> list[str]:
    """The table formats that tabulate knows."""
    from tabulate import tabulate_formats

    return list(tabulate_formats)


# How a bar in a cell is written where a bar ends the cell; tabulate leaves it as it is.
_BARS = {
    "asciidoc": "\\|",
    "github": "\\|",
    "jira": "\\|",
    "mediawiki": "&#124;",
    "moinmoin": "&#124;",
    "orgtbl": "\\vert{}",
    "pipe": "\\|",
    "textile": "&#124;",
    "youtrack": "&#124;",
}


def tabulated(
    rows: Sequence[Sequence[Any]], head: Sequence[str], left: Sequence[str], format: str
) -> str:
    """A table in one of tabulate's formats; the columns in ``left`` to the left."""
    from tabulate import tabulate

    def cell(value: Any) -> str:
        text = printable(str(value))
        if format == "unsafehtml":
            text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return text.replace("|", _BARS.get(format, "|"))

    text = tabulate(
        [[cell(value) for value in row] for row in rows],
        headers=list(head),
        tablefmt=format,
        disable_numparse=True,
        colalign=["left" if name in left else "right" for name in head] if rows else None,
    )
    return str(text)
