"""Text that came from somewhere else, made fit for a terminal, and how wide it then is.

Imported by every start of the program, so it asks for nothing that is not loaded anyway.
"""


def printable(text: str) -> str:
    """`text` with all that a terminal might obey or hide spelt out: control and format characters,
    halves of pairs."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def printable_lines(text: str) -> str:
    """The same for several lines: line ends and tabs stay."""
    return "\n".join("\t".join(map(printable, line.split("\t"))) for line in text.split("\n"))


def width(text: str) -> int:
    """How many columns of a terminal printable text takes."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    columns = 0
    for char in text:
        if category(char) not in ("Mn", "Me"):
            columns += 2 if east_asian_width(char) in "WF" else 1
    return columns


def cut(text: str, columns: int) -> str:
    """Printable text shortened to so many columns, with an ellipsis where something is missing."""
    if width(text) <= columns:
        return text
    while text and width(text) > columns - 1:
        text = text[:-1]
    return text + "…"


def fill(text: str, columns: int) -> str:
    """Printable text with spaces after it, up to so many columns."""
    return text + " " * (columns - width(text))


def wrapped(text: str, columns: int, indent: str) -> list[str]:
    """A text broken at spaces into lines that fit; the later ones stand two further in.

    A word that is wider than a line is broken after commas.
    """
    lines = []
    line = indent
    for word in text.split(" "):
        space = " " if line.strip() else ""
        pieces = [word]
        if width(word) > columns - len(indent) - 2:
            pieces = word.replace(",", ",\n").split("\n")
        for piece in pieces:
            if line.strip() and width(line + space + piece) > columns:
                lines.append(line)
                line = indent + "  " + piece
            else:
                line += space + piece
            space = ""
    return [*lines, line]
