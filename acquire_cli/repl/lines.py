"""A typed line before anybody knows what it means: whether it can stand, and what it is not."""

from acquire_cli.notation.resolve import Names
from acquire_cli.repl.table import WORDS

LONGEST = 4000
"""Characters of a line; no turn is nearly as long."""

_TURN_WORDS = ("pass", "end", "keep", "done", "go", "no", "yes")


def unfit(line: str) -> str:
    """Why a line can stand in no record, "" where it can."""
    if len(line) > LONGEST:
        return f"the line has more than {LONGEST:,} characters"
    for char in line:
        if char != "\t" and (ord(char) < 32 or 127 <= ord(char) < 160):
            return f"a control character (U+{ord(char):04X}) has no place in a line"
        if 0xD800 <= ord(char) < 0xE000:
            return "these bytes are not UTF-8"
    return ""


def lettered(line: str, names: Names) -> str:
    """A line in which a chain's name has become its letter: ``1b=tower``, ``luxor``."""
    letters = {
        chain.name.lower(): chain.letter.lower()
        for chain in names.rules.ruleset.chains
        if chain.name.lower() not in names.player
    }
    turn, sign, comment = line.partition("#")
    words = turn.split(" ")
    for at, word in enumerate(words):
        front, equals, name = word.rpartition("=")
        letter = letters.get(name.lstrip("+").lower())
        if letter is not None:
            words[at] = front + equals + letter
    return " ".join(words) + sign + comment


def strange(line: str, names: Names) -> tuple[str, str]:
    """Why a line begins with no command and no part of a turn, and a hint; "" where it may."""
    word = line.split(maxsplit=1)[0].lower()
    if not word.isalpha() or len(word) < 2 or word in _TURN_WORDS or word in names.player:
        return "", ""
    if set(word.upper()) <= names.chain.keys() or word[1] == "x":
        return "", ""
    from difflib import get_close_matches

    near = get_close_matches(word, [known.name for known in WORDS], 1)
    hint = f"did you mean {near[0]}? " if near else ""
    return f"{word!r} is no command and no turn", hint + "? lists the commands"
