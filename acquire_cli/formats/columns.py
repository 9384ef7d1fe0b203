"""CSV and TSV of the turns of records: one head, a row a turn, every forced fact filled in.

What is a list in JSON is written here as in the notation, without the sign before it: buys as
``IIL``, tiles as ``7B,8C``, dispositions as ``T:bob-s2t2``; ``irregular`` is all that is marked
``~``, in a turn in which a rule was broken. ``cash`` is what the player has after
the turn; ``comment`` keeps its ``#``. A field of TSV has ``\\t``, ``\\n`` and ``\\\\`` for a tab, a
line end and a backslash.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.formats.escape import encodable, escaped
from acquire_cli.formats.turn_words import clause_text, irregular_text
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.parse import parse_turn
from acquire_cli.notation.turn import Turn
from acquire_cli.notation.writer import comment_text
from acquire_cli.records.canon import stands
from acquire_cli.records.canon import turn_lines as canonical_lines
from acquire_cli.records.events import EFFECTS
from acquire_cli.records.game import Game
from acquire_cli.records.replay import steps
from acquire_cli.records.standings import Row, rows

TURN_HEAD = (
    "file",
    "game",
    "number",
    "player",
    "redraws",
    "tile",
    "effect",
    "founded",
    "survivor",
    "defunct",
    "dispositions",
    "buys",
    "end",
    "aside",
    "drew",
    "asserted",
    "mark",
    "clock",
    "evaluation",
    "open",
    "comment",
    "cash",
    "irregular",
)
"""The columns of the turns' table."""

STANDINGS_HEAD = Row._fields
"""The columns of the standings' table: a row a player and game, the winner first."""


class Form(NamedTuple):
    """How a row becomes a line: what stands between its cells, and a cell as it is written."""

    separator: str
    cell: Callable[[str], str]

    def line(self, cells: Iterable[Any]) -> str:
        """A row as a line with its end."""
        return self.separator.join(map(self.cell, map(str, cells))) + "\n"


def _csv_cell(text: str) -> str:
    text = escaped(text)
    return '"' + text.replace('"', '""') + '"' if '"' in text or "," in text else text


def _tsv_cell(text: str) -> str:
    if "\\" in text or not text.isprintable():
        text = text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n")
        text = escaped(text.replace("\r", "\\r"))
    return text


CSV: Final = Form(",", _csv_cell)
TSV: Final = Form("\t", _tsv_cell)


def turn_lines(game: Game, found: list[Finding], form: Form) -> Iterator[str]:
    """The lines of the turns that can be played; what stops them is ``found``."""
    sep, cell = form
    first = [encodable(game.record.file), game.record.number]
    begins = form.line(first)[:-1]
    handles = frozenset(game.names.handles)
    for step in steps(game, found):
        turn = step.turn
        effect = ""
        left: list[str] = []
        for event in step.log:
            if event[0] == c.E_PLACED:
                effect = EFFECTS[event[3]]
            elif event[0] == c.E_ASIDE:
                left.append(game.names.tile[event[2]])
        cash = game.state.cash[step.player]
        if game.dealt and left == turn.aside and not turn.after and _says_all(turn, effect):
            # Only what is set aside can have a sign in it that a form minds.
            aside = cell(",".join(left)) if left else ""
            end = "true" if turn.declared else "false"
            placed = f"{sep}{turn.tile}{sep}{effect}{sep}{turn.founded}"
            bought = f"{turn.buys or ''}{sep}{end}{sep}{aside}"
            yield (
                f"{begins}{sep}{turn.number}{sep}{turn.handle}{sep}{placed}{sep * 4}{bought}"
                f"{sep * 6}false{sep * 2}{cash}{sep}\n"
            )
            continue
        text = canonical_lines(game, step)[0]
        whole = turn
        if text != turn.text:
            whole = parse_turn(text, handles)
            whole.after = turn.after
        yield form.line([*first, *_cells(whole, effect), cash, irregular_text(whole)])


def _says_all(turn: Turn, effect: str) -> bool:
    """Whether a turn's own words are the canonical ones, as those of most turns are."""
    return (
        effect == "alone" or effect == "grows" or (effect == "founds" and turn.founded != "")
    ) and stands(turn)


def _cells(turn: Turn, effect: str) -> Iterator[Any]:
    yield turn.number
    yield turn.handle
    yield " ".join(",".join(tiles) for tiles in turn.redraws)
    yield turn.tile
    yield effect
    yield turn.founded
    yield turn.survivor
    yield turn.defunct
    yield " ".join(map(clause_text, turn.clauses))
    yield turn.buys or ""
    yield _word(turn.declared)
    yield ",".join(turn.aside)
    yield ",".join(turn.drew or ())
    yield " ".join(f"{who}:{cash}" if who else str(cash) for who, cash in turn.cash)
    yield turn.glyph
    yield turn.clock[1:]
    yield turn.evaluation[1:]
    yield _word(turn.open)
    yield _comments(turn)


def _comments(turn: Turn) -> str:
    own = [] if turn.comment is None else [turn.comment]
    return " ".join(comment_text(text) for text in [*own, *turn.after])


def _word(value: bool) -> str:
    return "true" if value else "false"


def standings_lines(game: Game, form: Form) -> Iterator[str]:
    """The lines of a game's standings, as it stands in ``game.state``."""
    for row in rows(game):
        cells = row._asdict()
        cells["file"] = encodable(row.file)
        cells["shares"] = "".join(f"{letter}{held}" for letter, held in row.shares.items())
        cells["first_merger"] = row.first_merger or ""
        yield form.line(_word(cell) if isinstance(cell, bool) else cell for cell in cells.values())
