"""Regular expressions from `notation/grammar.ebnf`: no rule there refers to itself."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

GRAMMAR = Path(__file__).parents[2] / "notation" / "grammar.ebnf"
ENCODING = "utf-8"

_TOKEN = re.compile(
    r"\s*(?:(?P<special>\?[^?]*\?)|(?P<exact>\"[^\"]*\")|(?P<lax>'[^']*')|(?P<number>\d+)"
    r"|(?P<name>[a-z][a-z0-9-]*)|(?P<sign>[=,|;\[\]{}()*-]))"
)
_CONTROL = r"\x00-\x08\x0a-\x1f\x7f-\x9f"
_SPECIAL = {
    "the first word begins with a digit, is a player, or is . or -": (
        r"(?=[ \t]*(?:[0-9]|(?:PLAYER|[.-])(?=[ \t\r\n]|\Z)))"
    ),
    "a blank, a # or the end of the line comes next": r"(?=[ \t#\r\n]|\Z)",
    "space or tab": r"[ \t]",
    "the end of the file": r"\Z",
    "U+000D": r"\r",
    "U+000A": r"\n",
    "any character that is no control character, or a tab": rf"[^{_CONTROL}]",
    "any character that is no control character and no blank": rf"[^ \t{_CONTROL}]",
    "any character that is no control character, no blank and no #": rf"[^ \t#{_CONTROL}]",
    "A to Z, a to z": "[A-Za-z]",
    "A to Z, a to z, without X and x": "[A-WYZa-wyz]",
    "a to z": "[a-z]",
    "A to Z": "[A-Z]",
    "0 to 9": "[0-9]",
    "1 to 9": "[1-9]",
    "0 to 9, a to f": "[0-9a-f]",
}


@cache
def rules() -> dict[str, list[tuple[str, str]]]:
    """The tokens of every rule, (kind, text) each."""
    text = re.sub(r"\(\*.*?\*\)", " ", GRAMMAR.read_text(encoding=ENCODING), flags=re.DOTALL)
    out: dict[str, list[tuple[str, str]]] = {}
    at = 0
    words: list[tuple[str, str]] = []
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        assert found is not None, text[at : at + 60]
        at = found.end()
        kind = found.lastgroup or ""
        if found.group(kind) == ";" and kind == "sign":
            (_, name), (_, equals), *rest = words
            assert equals == "="
            assert name not in out, name
            out[name] = rest
            words = []
        else:
            words.append((kind, found.group(kind)))
    assert not words
    return out


def _any_case(word: str) -> str:
    return "".join(f"[{c.upper()}{c.lower()}]" if c.isalpha() else re.escape(c) for c in word)


class _Parser:
    """One rule's tokens into the source of a regular expression."""

    def __init__(self, words: list[tuple[str, str]], used: set[str]) -> None:
        self.words = words
        self.at = 0
        self.used = used

    def peek(self) -> tuple[str, str]:
        return self.words[self.at] if self.at < len(self.words) else ("", "")

    def take(self, text: str = "") -> str:
        kind, found = self.peek()
        assert kind
        assert not text or found == text, (found, text, self.words)
        self.at += 1
        return found

    def choice(self) -> str:
        parts = [self.sequence()]
        while self.peek() == ("sign", "|"):
            self.take()
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else "(?:" + "|".join(parts) + ")"

    def sequence(self) -> str:
        parts = [self.term()]
        while self.peek() == ("sign", ","):
            self.take()
            parts.append(self.term())
        return "".join(parts)

    def term(self) -> str:
        text = self.factor()
        if self.peek() == ("sign", "-"):
            self.take()
            text = rf"(?!{self.factor()}(?![A-Za-z0-9_.-]))" + text
        return text

    def factor(self) -> str:
        kind, _ = self.peek()
        if kind != "number":
            return self.primary()
        times = self.take()
        self.take("*")
        # `n * [x]` is none to n of x.
        if self.peek() == ("sign", "["):
            self.take()
            inner = self.choice()
            self.take("]")
            return f"(?:{inner}){{0,{times}}}"
        return f"(?:{self.primary()}){{{times}}}"

    def primary(self) -> str:
        kind, text = self.peek()
        self.take()
        if kind == "special":
            return _SPECIAL[text[1:-1].strip()]
        if kind == "exact":
            return re.escape(text[1:-1])
        if kind == "lax":
            return _any_case(text[1:-1])
        if kind == "name":
            self.used.add(text)
            return "PLAYER" if text == "player" else source(text)
        close, end = {"[": ("]", "?"), "{": ("}", "*"), "(": (")", "")}[text]
        inner = self.choice()
        self.take(close)
        return f"(?:{inner}){end}"


@cache
def source(name: str) -> str:
    """The regular expression of a rule; ``PLAYER`` stands for the handles of the game."""
    used: set[str] = set()
    parser = _Parser(rules()[name], used)
    text = parser.choice()
    assert parser.at == len(parser.words), (name, parser.words[parser.at :])
    # A line is a line, however it was taken apart: no way back into it.
    return f"(?>{text})" if name.endswith("-line") else f"(?:{text})"


def references() -> dict[str, set[str]]:
    """Which rules each rule names."""
    return {name: {t for kind, t in words if kind == "name"} for name, words in rules().items()}


@cache
def _compiled(name: str, players: tuple[str, ...]) -> "re.Pattern[str]":
    either = "|".join(map(_any_case, sorted(players, key=len, reverse=True)))
    return re.compile(source(name).replace("PLAYER", f"(?:{either or '(?!)'})"))


def matches(name: str, text: str, players: Iterable[str] = ()) -> bool:
    """Whether a rule derives a text, in a game of these players."""
    return _compiled(name, tuple(players)).fullmatch(text) is not None
