"""One game of `acquire standings`, ranked and put into words: it may be done in another process."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from acquire_cli.display.board import Look
    from acquire_cli.notation.findings import Finding
    from acquire_cli.notation.record import Record
    from acquire_cli.records.standings import Row
    from acquire_cli.rulesets.model import Ruleset

FIELDS = (
    "file",
    "game",
    "ruleset",
    "reason",
    "finished",
    "turns",
    "player",
    "name",
    "rank",
    "total",
    "cash",
    "shares",
    "bonuses",
    "worth",
    "gap",
    "seat",
    "order",
    "share",
    "first_merger",
)


class How(NamedTuple):
    """How games are ranked; ``style`` is "" where they are not shown one by one."""

    style: str
    heat: str | None
    corrected: bool
    look: "Look"


class Ranked(NamedTuple):
    """A game's rows (None: it breaks a rule), its chains' letters, the heat it belongs to, its text
    in the form that was asked for; the first finding, and how many there are."""

    table: "list[Row] | None"
    letters: Sequence[str]
    heat: str | None
    text: str
    first: "list[Finding]"
    errors: int


def rank(how: How, known: "dict[str, Ruleset]", record: "Record") -> Ranked:
    """A record's game after its last turn.

    What is wrong but does not keep the game from being played is found as well.
    """
    from acquire_cli.records.game import open_game
    from acquire_cli.records.outcome import findings, is_whole
    from acquire_cli.records.standings import play_through, rows

    game, found = open_game(record, known)
    if game is not None:
        play_through(game, found)
    told = [f for f in findings(record, game, found) if f.severity == "error"]
    if game is None or not is_whole(game):
        return Ranked(None, (), None, "", told[:1], len(told))
    if how.corrected:
        game.right()
    table = rows(game)
    letters = game.names.letters
    heat = None if how.heat is None else record.value(how.heat).strip()
    text = _text_of(how, table, letters)
    return Ranked(table, letters, heat, text, told[:1], len(told))


def _text_of(how: How, table: "list[Row]", letters: Sequence[str]) -> str:
    if how.style == "text":
        from acquire_cli.display.standings import game_lines, game_title

        return "\n".join([game_title(table), "", *game_lines(table, letters, how.look), ""])
    if how.style == "json":
        from acquire_cli.formats.encode import line

        return ",\n  ".join(line(row_fields(row)) for row in table)
    if how.style == "csv":
        from acquire_cli.formats.csvs import rows_text

        return rows_text(FIELDS, map(row_fields, table))
    return ""


def row_fields(row: "Row") -> dict[str, Any]:
    from acquire_cli.formats.escape import encodable

    return row._asdict() | {"file": encodable(row.file)}
