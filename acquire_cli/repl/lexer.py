"""Highlighting of the line being typed, by the notation's own lexer."""

from collections.abc import Callable

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.lexers import Lexer

from acquire_cli.notation import lexer as words
from acquire_cli.repl.session import Session
from acquire_cli.repl.table import command_of

STYLES = {
    "class:command": "bold",
    "class:tile": "ansicyan",
    "class:merger": "ansimagenta",
    "class:clause": "ansimagenta",
    "class:buys": "ansigreen",
    "class:end": "bold ansired",
    "class:aside": "ansiyellow",
    "class:comment": "italic",
    "class:bad": "underline",
}
_CLASS = {
    words.TILE: "class:tile",
    words.PASS: "class:tile",
    words.MERGER: "class:merger",
    words.CLAUSE: "class:clause",
    words.BUYS: "class:buys",
    words.END: "class:end",
    words.ASIDE: "class:aside",
    words.DREW: "class:aside",
    words.COMMENT: "class:comment",
    words.BAD: "class:bad",
}


class TurnLexer(Lexer):
    """Colours the words of a turn; a command is bold."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """What prompt-toolkit asks: the pieces of a line."""

        def pieces(number: int) -> StyleAndTextTuples:
            return styled(document.lines[number], self._session)

        return pieces


def styled(line: str, session: Session) -> StyleAndTextTuples:
    """The pieces of a line, each with its style."""
    if command_of(line, session.short) is not None:
        return [("class:command", line)]
    out: StyleAndTextTuples = []
    at = 0
    chains = set(session.names.letters)
    for token in words.tokens(line):
        if token.start > at:
            out.append(("", line[at : token.start]))
        kind = token.kind
        style = _CLASS.get(kind, "")
        if kind == words.WORD and set(token.text.upper()) <= chains:
            style = "class:buys"
        out.append((style, line[token.start : token.end]))
        at = token.end
    if at < len(line):
        out.append(("", line[at:]))
    return out
