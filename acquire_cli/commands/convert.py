"""`acquire convert`: records into JSON and back, into tables, and other programs' games in."""

import os.path
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated, BinaryIO, Literal, NamedTuple, Optional, cast

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.jobs import Jobs, games
from acquire_cli.commands.options import Files, Force, Output
from acquire_cli.commands.output import Inputs, destination
from acquire_cli.commands.report import report
from acquire_cli.commands.rulesets import Rulesets, library
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.rulesets.model import Ruleset

if TYPE_CHECKING:
    from acquire_cli.formats.tlstyer import ForeignGame

Into = Literal["acq", "json", "jsonl", "csv", "tsv"]
From = Literal["acq", "json", "jsonl", "tlstyer-text", "tlstyer-jsonl"]

To = Annotated[
    Optional[Into],  # noqa: UP045  read at run time by typer
    typer.Option(
        "--to",
        help="What to write. [default: by the ending of -o; else json of acq, acq of others]",
    ),
]
Of = Annotated[
    Optional[From],  # noqa: UP045
    typer.Option("--from", help="What the files hold. [default: by their endings; else acq]"),
]
Table = Annotated[
    Literal["turns", "standings"],
    typer.Option("--table", help="What CSV and TSV hold: a row a turn, or a row a player."),
]

_ENDINGS: dict[str, str] = {
    ".acq": "acq",
    ".json": "json",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
}


def command(
    context: typer.Context,
    files: Files,
    to: To = None,
    of: Of = None,
    table: Table = "turns",
    output: Output = None,
    force: Force = False,
    jobs: Jobs = 1,
    ruleset: Rulesets = None,
) -> int:
    """Turn records into JSON and back without loss, into CSV or TSV, and other programs' games in.

    JSON is a document a game (`notation/record.schema.json`), JSON lines a line for the headers,
    one a turn and one for the result; both keep what was written, and give canonical text back.
    CSV and TSV have every fact filled in. A game that cannot be read, or whose JSON or foreign form
    breaks a rule, is said on standard error with its place, and the exit code is 1. A file that
    exists is not written over without --force.
    """
    environment: Environment = context.obj
    kinds = {file: of or _kind(file) for file in files}
    into = to or _kind_out(output) or ("json" if set(kinds.values()) == {"acq"} else "acq")
    if table != "turns" and into not in ("csv", "tsv"):
        environment.say(f"--table {table} is for csv and tsv, not for {into}")
        return exits.USAGE
    if into == "acq" and "acq" in kinds.values():
        environment.say(
            "records into records is what acquire fmt does; --from says what files hold"
        )
        return exits.USAGE
    known = library(environment, ruleset)
    text = partial(_text, cast(Into, into), table, known)
    answer = exits.YES
    inputs = Inputs(environment, files)
    apart = into == "acq"
    with (
        games(environment, jobs if "acq" in kinds.values() else 1, files, text) as texts,
        destination(environment, output, overwrite=force, records=True) as out,
    ):
        out.write(_head(cast(Into, into), table))
        first = True
        for file, stream in inputs:
            shown = "<stdin>" if file == "-" else file
            try:
                if kinds[file] == "acq":
                    made_of = texts.of(stream, file)
                else:
                    made_of = texts.counted(_others(kinds[file], stream, shown, text), stream)
                for made, found in made_of:
                    if made is not None:
                        out.write("\n" + made if apart and not first else made)
                        first = False
                    if found:
                        report(environment, found)
                    if made is None or any(one.severity == ERROR for one in found):
                        answer = exits.NO
            except OSError as error:
                inputs.refuse(file, error)
    return inputs.code(answer)


def _kind(file: str) -> str:
    kind = _ENDINGS.get(os.path.splitext(file)[1].lower(), "acq")
    return kind if kind in ("json", "jsonl") else "acq"


def _kind_out(output: str | None) -> str:
    return _ENDINGS.get(os.path.splitext(output or "")[1].lower(), "")


# ---- what comes in ----


class _Item(NamedTuple):
    """A game that came in, or why it did not; ``place`` says where a finding lies in its file."""

    record: Record | None
    found: list[Finding]
    place: Callable[[list[Finding]], list[Finding]] = list


def _others(
    kind: str, stream: BinaryIO, file: str, text: Callable[[Record], "_Made"]
) -> "Iterator[_Made]":
    """What is made of the games of a stream that are no records."""
    for item in _SOURCES[kind](stream, file):
        if item.record is None:
            yield None, item.found
        else:
            made, found = text(item.record)
            yield made, item.found + item.place(found)


def _from_json(stream: BinaryIO, file: str) -> Iterator[_Item]:
    from acquire_cli.formats.record_json import read_documents

    for read in read_documents(stream, file):
        yield _Item(read.record, read.found, read.placed)


def _from_jsonl(stream: BinaryIO, file: str) -> Iterator[_Item]:
    from acquire_cli.formats.record_json import read_lines

    for read in read_lines(stream, file):
        yield _Item(read.record, read.found, read.placed)


def _from_text(stream: BinaryIO, file: str) -> Iterator[_Item]:
    from acquire_cli.formats.tlstyer_text import read_text

    yield _foreign(read_text(stream, file))


def _from_games(stream: BinaryIO, file: str) -> Iterator[_Item]:
    from acquire_cli.formats.tlstyer_lines import read_jsonl

    for game in read_jsonl(stream, file):
        yield _foreign(game)


def _foreign(game: "ForeignGame") -> _Item:
    """A game of another program as a record; none where it breaks a rule there."""
    from io import BytesIO

    from acquire_cli.formats.tlstyer_record import to_record

    lines, found = to_record(game)
    if not lines or any(one.severity == ERROR for one in found):
        return _Item(None, found)
    [record] = read_games(BytesIO("\n".join(lines).encode("utf-8")), game.file)
    record.number = game.number
    return _Item(record, found)


_SOURCES: dict[str, Callable[[BinaryIO, str], Iterator[_Item]]] = {
    "json": _from_json,
    "jsonl": _from_jsonl,
    "tlstyer-text": _from_text,
    "tlstyer-jsonl": _from_games,
}


# ---- what goes out ----

_Made = tuple[str | None, list[Finding]]
"""The text of a game (None: there was none to write), and what is wrong with it."""


def _head(into: Into, table: str) -> str:
    """What stands above all games."""
    if into not in ("csv", "tsv"):
        return ""
    from acquire_cli.formats import columns

    head = columns.TURN_HEAD if table == "turns" else columns.STANDINGS_HEAD
    return (columns.CSV if into == "csv" else columns.TSV).line(head)


def _text(into: Into, table: str, known: dict[str, Ruleset], record: Record) -> _Made:
    """A game in the form that is wanted."""
    if into == "acq":
        from acquire_cli.formats.document_record import text_of

        lines, found = text_of(record, known)
        return "\n".join(lines) + "\n", found
    if into in ("csv", "tsv"):
        return _table(into, table, known, record)
    from acquire_cli.formats.record_document import unheld
    from acquire_cli.formats.record_json import document_text, lines_text

    found = unheld(record)
    if found:
        return "", found
    return (document_text if into == "json" else lines_text)(record), []


def _table(into: Into, table: str, known: dict[str, Ruleset], record: Record) -> _Made:
    from acquire_cli.formats import columns
    from acquire_cli.records.game import open_game
    from acquire_cli.records.outcome import findings
    from acquire_cli.records.standings import play_through

    game, found = open_game(record, known)
    text = ""
    form = columns.CSV if into == "csv" else columns.TSV
    if game is not None and table == "turns":
        text = "".join(columns.turn_lines(game, found, form))
    elif game is not None:
        play_through(game, found)
        text = "".join(columns.standings_lines(game, form))
    return text, findings(record, game, found)
