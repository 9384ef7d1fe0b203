"""The one table of what can be typed besides moves: help, completion and dispatch read it."""

from collections.abc import Container, Mapping
from typing import NamedTuple


class Word(NamedTuple):
    """A command of the prompt.

    ``letters`` are its short forms, the first that is no chain of the game counts; ``argument`` is
    what may follow it, for help.
    """

    name: str
    letters: str
    help: str
    argument: str = ""


WORDS: tuple[Word, ...] = (
    Word("help", "?", "this list, and how a turn is typed"),
    Word("board", "b", "the board, the chains and the players"),
    Word("hand", "hd", "your tiles, and what each would do now"),
    Word("prices", "pj", "what a share costs and a bonus pays, chains to come included"),
    Word("standings", "sk", "everybody's money as if the game were scored now"),
    Word("moves", "m", "what is legal now"),
    Word("log", "g", "the last turns, or N of them", "[N]"),
    Word("undo", "u", "take the last step back; undo! past hidden tiles as well"),
    Word("redo", "re", "do again what was taken back"),
    Word("save", "v", "go on in another file; save! overwrites one", "[PATH]"),
    Word("hint", "n", "what a strong player would do in your place"),
    Word("why", "y", "why the computer players moved as they did"),
    Word("quit", "qx", "leave; everything is saved"),
)
_ALIASES = {"exit": "quit"}


def short_forms(chains: Container[str]) -> dict[str, str]:
    """Short form -> command, for a game with these chain letters (capitals)."""
    out: dict[str, str] = {}
    for word in WORDS:
        for letter in word.letters:
            if letter.upper() not in chains and letter not in out:
                out[letter] = word.name
                break
    return out


class Spoken(NamedTuple):
    """A line that is a command: its name, whether ``!`` follows it, and the rest of the line."""

    name: str
    firm: bool
    rest: str


def command_of(line: str, short: Mapping[str, str]) -> Spoken | None:
    """The command a line is, or None where it is none."""
    first, _, rest = line.strip().partition(" ")
    word = first.lower()
    if word.startswith("?") and word != "?":
        return Spoken("help", False, word[1:])
    firm = word.endswith("!") and len(word) > 1
    if firm:
        word = word[:-1]
    name = short.get(word) or _ALIASES.get(word) or word
    if not any(name == known.name for known in WORDS):
        return None
    if firm and name not in ("undo", "save"):
        return None
    return Spoken(name, firm, rest.strip())


def help_lines(short: Mapping[str, str], topic: str = "") -> list[str]:
    """The commands, and how a turn is typed."""
    letters = {name: letter for letter, name in short.items()}
    wanted = topic.strip().lower()
    if wanted:
        known = command_of(wanted, short)
        for word in WORDS:
            if known is not None and word.name == known.name:
                letter = letters.get(word.name, "")
                return [f"{word.name} {word.argument}".strip() + f" ({letter}): {word.help}"]
    lines = [
        "A turn in one line, or word by word as it is asked, no shift key needed:",
        "  5g       place a tile              5g=l     and found Luxor",
        "  ixt      I takes T (equal chains)  t:s2t2   sell 2 T, trade 2, keep the rest",
        "  iil      buy two I and one L       -        nothing",
        "  end      declare the end           x7b,8c   set dead tiles aside",
        "  5g t:s2t2 iil end                  all of it at once",
        "Commands:",
    ]
    for word in WORDS:
        head = f"{word.name} {word.argument}".strip()
        lines.append(f"  {letters.get(word.name, ''):<2} {head:<12} {word.help}")
    return lines
