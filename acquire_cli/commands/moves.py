"""`acquire moves`: the legal continuations of a game, one a line."""

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Literal, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.options import Files, Force, Output
from acquire_cli.commands.output import Inputs, destination
from acquire_cli.commands.report import report
from acquire_cli.commands.rulesets import Rulesets, library
from acquire_cli.engine import codes as c
from acquire_cli.notation.choices import choices
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.records.game import Game, Library, open_game
from acquire_cli.records.replay import steps

Step = Annotated[
    bool, typer.Option("--step", help="Only the next decision, as one word of a turn a line.")
]
At = Annotated[
    Optional[int],  # noqa: UP045  read at run time by typer
    typer.Option("--at", metavar="N", min=0, help="After turn N instead of after the last."),
]
Limit = Annotated[
    int,
    typer.Option("--limit", metavar="N", min=0, help="At most N lines a game; 0 for all of them."),
]
Format = Annotated[
    Optional[Literal["text", "jsonl"]],  # noqa: UP045
    typer.Option("--format", help="Lines of text, or one JSON object a line."),
]


def command(
    context: typer.Context,
    files: Files,
    step: Step = False,
    at: At = None,
    limit: Limit = 20_000,
    format: Format = None,
    output: Output = None,
    force: Force = False,
    ruleset: Rulesets = None,
) -> int:
    """List every legal way to play the turn that comes next, as whole turn lines.

    Each line can be appended to the record as it is (where the last turn is open, in its place),
    so with `shuf -n1` this is a player already. The exit code is 1 when a game is over or does not
    get to its end.
    """
    environment: Environment = context.obj
    known = library(environment, ruleset)
    answer = exits.YES
    style = format or ("jsonl" if output is not None and output.endswith(".jsonl") else "text")
    inputs = Inputs(environment, files)
    with destination(environment, output, overwrite=force, records=True) as out:
        for file, stream in inputs:
            try:
                for record in read_games(stream, "<stdin>" if file == "-" else file):
                    game, log, found = _reach(record, known, at)
                    if found:
                        report(environment, found)
                    if game is None or found:
                        answer = exits.NO
                        continue
                    if game.state.phase == c.OVER:
                        answer = exits.NO
                        environment.say(f"{record.file}: game {record.number} is over")
                        continue
                    most = limit or None
                    lines = _lines(game, log, step)
                    for line in islice(lines, most):
                        out.write(_shown(line, style, record))
                    if most is not None and next(lines, None) is not None:
                        environment.say(
                            f"{record.file}: game {record.number} has more than {most} "
                            "continuations; --limit 0 lists all, --step the next decision"
                        )
            except OSError as error:
                inputs.refuse(file, error)
    return inputs.code(answer)


def _reach(
    record: Record, known: Library, at: int | None
) -> tuple[Game | None, list[tuple[int, ...]], list[Finding]]:
    """The game after turn ``at`` or its last; the log of an open turn; what stands in the way."""
    game, found = open_game(record, known)
    found = [f for f in record.findings + found if f.severity == ERROR]
    log: list[tuple[int, ...]] = []
    if game is None:
        return None, log, found
    if at == 0:
        return game, log, []
    for done in steps(game, found):
        log = done.log if done.turn.open else []
        if done.number == at:
            return game, log, []
    found = [f for f in found if f.severity == ERROR and f.code != "E-assert"]
    return game, log, found


def _lines(game: Game, log: list[tuple[int, ...]], step: bool) -> Iterator[str]:
    if step:
        return choices(game.state, game.names)
    from acquire_cli.records.lines import turn_lines

    number = game.played if log else game.played + 1
    return turn_lines(game.state, game.names, number, log, not game.dealt)


def _shown(line: str, style: str, record: Record) -> str:
    if style == "text":
        return line + "\n"
    from acquire_cli.formats.escape import json_text

    fields = {"file": record.file, "game": record.number, "text": line}
    return json_text(fields) + "\n"
