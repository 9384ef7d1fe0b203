"""A finding as a person reads it: place, what is wrong, the line with carets, what was legal."""

from acquire_cli.display.clean import printable, width, wrapped
from acquire_cli.display.colour import paint
from acquire_cli.notation.findings import Finding

COLUMNS = 76
INDENT = "  "
HINT_COLUMNS = 78


def finding_text(finding: Finding, color: bool = False, columns: int = 0) -> str:
    """The lines of a finding, without the last line end.

    The first one is `FILE:LINE:COLUMN: SEVERITY[CODE] MESSAGE`, for people and for editors. Nothing
    that a record says comes through as anything but printable characters. Where ``columns`` are
    told, the message goes on in a line of its own rather than beyond them.
    """
    place = finding.file or "-"
    if finding.line:
        place += f":{finding.line}:{finding.column}"
    label = f"{finding.severity}[{finding.code}]"
    place = printable(place) + ":"
    message = [printable(finding.message)]
    if columns and width(f"{place} {label} {message[0]}") > columns:
        # The words that fit behind place and label, then the rest.
        filled = "x" * width(f"{place} {label}")
        message = wrapped(f"{filled} {message[0]}", columns, "")
        message[0] = message[0][len(filled) :].strip()
    head = f"{paint(place, 'place', color)} {paint(label, finding.severity, color)} {message[0]}"
    lines = [head.rstrip(" "), *message[1:]]
    if finding.text.strip():
        room = min(COLUMNS, columns - len(INDENT)) if columns else COLUMNS
        shown, before, under = _window(finding.text, finding.column - 1, finding.length, room)
        carets = paint("^" * under, finding.severity, color)
        lines += [INDENT + shown, INDENT + " " * before + carets]
    if finding.hint:
        lines += _hint(printable(finding.hint), min(HINT_COLUMNS, columns or HINT_COLUMNS))
    return "\n".join(lines)


def _window(text: str, start: int, length: int, columns: int) -> tuple[str, int, int]:
    """A line cut to the part around a token, at most so many columns of it.

    The text shown, how many columns stand before the carets, and how many carets there are.
    """
    start = max(0, min(start, len(text)))
    # A tab is one space wide here, and what is spelt out is as wide as its spelling: the carets
    # are measured on what is shown.
    far = columns * 2
    low = max(0, start - far)
    cells = [" " if char == "\t" else printable(char) for char in text[low : start + far]]
    widths = [width(cell) for cell in cells]
    at = start - low
    more_left = low > 0
    more_right = start + far < len(text)
    while cells and not more_right and cells[-1] == " " and len(cells) > at + 1:
        cells.pop()
        widths.pop()
    first, last = 0, len(cells)
    if more_left or more_right or sum(widths) > columns:
        # A third of the room before the token, the rest behind it, and what is left before it.
        # Two columns are kept for the ellipses.
        room = columns - 2
        first = last = at
        used = 0
        for limit in (room // 3, room):
            while first > 0 and used + widths[first - 1] <= limit:
                first -= 1
                used += widths[first]
            while last < len(cells) and used + widths[last] <= room:
                used += widths[last]
                last += 1
    lead = "…" if more_left or first > 0 else ""
    tail = "…" if more_right or last < len(cells) else ""
    shown = lead + "".join(cells[first:last]) + tail
    before = len(lead) + sum(widths[first:at])
    under = sum(widths[at : min(last, at + max(1, length))])
    if at + length > last and tail:
        under += 1
    return shown.rstrip(), before, max(1, under)


def _hint(hint: str, columns: int) -> list[str]:
    """The hint behind `=`, on as many lines as it takes."""
    lines = []
    line = INDENT + "="
    for word in hint.split():
        if width(line) + 1 + width(word) > columns and len(line) > len(INDENT) + 1:
            lines.append(line)
            line = INDENT + " "
        line += " " + word
    return [*lines, line]
