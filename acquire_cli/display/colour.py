"""The one palette. Colour is never the only sign: whatever is coloured also says it in letters."""

from typing import Final

STYLES: Final = {
    "error": "1;31",
    "warning": "1;33",
    "place": "1",
    "head": "2",
    "strong": "1",
    "faint": "2",
}
"""What a piece of text is -> how it is shown, as the numbers of a terminal's attributes."""

CHAINS: Final = {
    "red": "48;5;160;38;5;231",
    "orange": "48;5;208;38;5;16",
    "yellow": "48;5;226;38;5;16",
    "green": "48;5;34;38;5;16",
    "cyan": "48;5;44;38;5;16",
    "blue": "48;5;27;38;5;231",
    "purple": "48;5;91;38;5;231",
    "pink": "48;5;211;38;5;16",
    "brown": "48;5;94;38;5;231",
    "grey": "48;5;246;38;5;16",
}
"""The colours that a ruleset may give a chain: a background and letters that stand out on it."""


def paint(text: str, style: str, on: bool) -> str:
    """`text` in a style of either table, where colour is on."""
    if not on or not text:
        return text
    return f"\x1b[{STYLES.get(style) or CHAINS[style]}m{text}\x1b[0m"
