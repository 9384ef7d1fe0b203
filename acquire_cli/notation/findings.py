"""Findings: what is wrong with a record, as values with a code and a place."""

from typing import Final, NamedTuple

ERROR: Final = "error"
WARNING: Final = "warning"


class Finding(NamedTuple):
    """One thing to say about a record.

    ``line`` and ``column`` count from 1 (column in characters); ``length`` is how far the carets
    reach; ``text`` is the line itself; ``hint`` says what was expected or legal ("" for nothing);
    ``game`` is the number of the game in its file, from 1.
    """

    code: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 1
    length: int = 1
    hint: str = ""
    text: str = ""
    severity: str = ERROR
    game: int = 0
    turn: int = 0
