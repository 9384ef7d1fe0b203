"""`acquire diff`: where two records part, and what came of it."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal, Optional, TextIO

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.options import Force, Output
from acquire_cli.commands.output import Inputs, destination
from acquire_cli.commands.report import report
from acquire_cli.commands.rulesets import Rulesets, library
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.records.compare import Comparison, Money, compare
from acquire_cli.records.game import Library, open_game

SCHEMA = 1

if TYPE_CHECKING:
    from acquire_cli.records.compare import Difference

A = Annotated[str, typer.Argument(metavar="A", help="A file of records; - is standard input.")]
B = Annotated[str, typer.Argument(metavar="B", help="The file it is compared with.")]
Format = Annotated[
    Optional[Literal["text", "json"]],  # noqa: UP045  read at run time by typer
    typer.Option("--format", help="For people, or one JSON document. [default: by -o, else text]"),
]


def command(
    context: typer.Context,
    a: A,
    b: B,
    format: Format = None,
    output: Output = None,
    force: Force = False,
    ruleset: Rulesets = None,
) -> int:
    """Compare two files game by game: the first turn at which they part, and everybody's money.

    What counts is what was played, not how it is written: a record and a view of it are the same.
    The exit code is 0 when all games are the same, 1 when not, 2 when a file cannot be read or a
    game in it cannot be played to its end.
    """
    environment: Environment = context.obj
    known = library(environment, ruleset)
    style = format or ("json" if output is not None and output.endswith(".json") else "text")
    answer = exits.YES
    inputs = Inputs(environment, [a])
    others = Inputs(environment, [b])
    if a == "-" and b == "-":
        environment.say("standard input can only be read once")
        return exits.USAGE
    documents: list[dict[str, Any]] = []
    between = ""
    with destination(environment, output, overwrite=force) as out:
        for one, other in _pairs(_records(inputs), _records(others)):
            if inputs.unreadable or others.unreadable:
                break
            if one is None or other is None:
                there = one or other
                assert there is not None
                answer = max(answer, exits.NO)
                if style == "text":
                    side = "A" if other is None else "B"
                    out.write(f"{between}only in {side}: {_place(there)}\n")
                    between = ""
                documents.append({"same": False, "a": _side(one), "b": _side(other)})
                continue
            compared, whole = _compared(environment, one, other, known)
            if not whole:
                answer = exits.UNREADABLE
            if compared is None:
                continue
            if not compared.same:
                answer = max(answer, exits.NO)
            if style == "json":
                documents.append(_document(one, other, compared))
            elif not compared.same:
                out.write(between)
                between = "\n"
                _write(out, one, other, compared)
        if style == "json":
            from acquire_cli.formats.escape import json_text

            same = answer == exits.YES
            document = {"schema": SCHEMA, "same": same, "games": documents}
            out.write(json_text(document, indent=2) + "\n")
    return max(answer, inputs.code(), others.code())


def _records(inputs: Inputs) -> Iterator[Record]:
    for file, stream in inputs:
        try:
            yield from read_games(stream, "<stdin>" if file == "-" else file)
        except OSError as error:
            inputs.refuse(file, error)


def _pairs(
    left: Iterator[Record], right: Iterator[Record]
) -> Iterator[tuple[Record | None, Record | None]]:
    while True:
        one, other = next(left, None), next(right, None)
        if one is None and other is None:
            return
        yield one, other


def _compared(
    environment: Environment, one: Record, other: Record, known: Library
) -> tuple[Comparison | None, bool]:
    """The comparison, None where a game cannot even be set up; and whether both could be played."""
    games = []
    lists: list[list[Finding]] = []
    for record in (one, other):
        game, found = open_game(record, known)
        games.append(game)
        lists.append(record.findings + found)
    a, b = games
    compared = compare(a, b, *lists) if a is not None and b is not None else None
    whole = True
    for record, game, found in zip((one, other), games, lists, strict=True):
        wrong = [f for f in found if f.severity == ERROR and f.code not in _HARMLESS]
        report(environment, wrong)
        whole = whole and not wrong and game is not None and game.played == len(record.turns)
    return compared, whole


_HARMLESS = ("E-seed", "E-commit", "E-assert")
"""Findings that change nothing in what was played."""


def _place(record: Record) -> str:
    from acquire_cli.display.clean import printable

    return f"{printable(record.file)}, game {record.number}"


def _write(out: TextIO, one: Record, other: Record, compared: Comparison) -> None:
    from acquire_cli.display.clean import printable
    from acquire_cli.display.tables import aligned
    from acquire_cli.rulesets.money import money

    lines = [f"A: {_place(one)}", f"B: {_place(other)}"]
    rows = [[d.key, d.a, "|", d.b] for d in compared.heads]
    lines += aligned(rows, left="<<<<") if rows else []
    if compared.turn is not None:
        lines += [
            "",
            f"They part at turn {compared.turn}.",
            f"A  {compared.a or 'has no such turn'}",
            f"B  {compared.b or 'has no such turn'}",
            "",
        ]
        sides = (compared.before, compared.after_a, compared.after_b)
        table = [["", "before", "", "after in A", "", "after in B", ""]]
        table.append(["", "cash", "net", "cash", "net", "cash", "net"])
        for row in zip(*sides, strict=True):
            cells = [row[0].player]
            for cell in row:
                cells += [money(cell.cash), money(cell.net)]
            table.append(cells)
        lines += aligned(table, left="<")
    first, second = compared.endings
    lines += ["", "In the end"]
    table = [["", "A", "B", "B - A"], ["", first.reason, second.reason, ""]]
    table.append(["turns", str(first.turns), str(second.turns), ""])
    if len(first.money) == len(second.money):
        for x, y in zip(first.money, second.money, strict=True):
            name = x.player if x.player == y.player else f"{x.player} | {y.player}"
            table.append([name, money(x.net), money(y.net), f"{y.net - x.net:+,}"])
    else:
        table += [[x.player, money(x.net), "", ""] for x in first.money]
        table += [[y.player, "", money(y.net), ""] for y in second.money]
    lines += aligned(table, left="<")
    out.write("\n".join(map(printable, lines)) + "\n")


def _side(record: Record | None) -> dict[str, Any] | None:
    if record is None:
        return None
    return {"file": record.file, "game": record.number, "line": record.line}


def _document(one: Record, other: Record, compared: Comparison) -> dict[str, Any]:
    heads: list[Difference] = compared.heads
    sides = []
    for record, text, after, ending in (
        (one, compared.a, compared.after_a, compared.endings[0]),
        (other, compared.b, compared.after_b, compared.endings[1]),
    ):
        side = _side(record) or {}
        side["text"] = text
        side["after"] = _money(after)
        side["reason"] = ending.reason
        side["turns"] = ending.turns
        side["final"] = _money(ending.money)
        sides.append(side)
    return {
        "same": compared.same,
        "differences": [d._asdict() for d in heads],
        "turn": compared.turn,
        "before": _money(compared.before),
        "a": sides[0],
        "b": sides[1],
    }


def _money(rows: list[Money]) -> list[dict[str, Any]]:
    return [row._asdict() for row in rows]
