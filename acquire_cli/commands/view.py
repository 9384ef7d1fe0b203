"""`acquire view`: records as a player, or the table, may see them."""

from typing import Annotated, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.options import Files, Force, Output
from acquire_cli.commands.output import Inputs, destination
from acquire_cli.commands.report import report
from acquire_cli.commands.rulesets import Rulesets, library
from acquire_cli.notation.reader import read_games
from acquire_cli.records.views import TABLE, view

Who = Annotated[
    str, typer.Argument(metavar="HANDLE|table", help="Whose view: a player's, or the table's.")
]
At = Annotated[
    Optional[int],  # noqa: UP045  read at run time by typer
    typer.Option("--at", metavar="N", min=0, help="As it was after turn N; 0 before the first."),
]
Comments = Annotated[
    bool,
    typer.Option(
        "--comments",
        help="Keep comments, judgements and headers of one's own, whatever they may betray.",
    ),
]


def command(
    context: typer.Context,
    who: Who,
    files: Files,
    at: At = None,
    comments: Comments = False,
    output: Output = None,
    force: Force = False,
    ruleset: Rulesets = None,
) -> int:
    """Write each game as a record that holds only what a player, or the table, may know.

    Own hand and own draws stay, other hands and draws, the bag, the seed and the salt of a
    commitment go. The exit code is 1 when a game breaks a rule or the player is none of its own;
    such a game is not written.
    """
    environment: Environment = context.obj
    known = library(environment, ruleset)
    who = who.lower()
    answer = exits.YES
    inputs = Inputs(environment, files)
    with destination(environment, output, overwrite=force, records=True) as out:
        first = True
        for file, stream in inputs:
            try:
                for record in read_games(stream, "<stdin>" if file == "-" else file):
                    if record.handles and who != TABLE and who not in record.handles:
                        players = " ".join(record.handles)
                        environment.say(
                            f"{record.file}: no player of game {record.number} is called {who} "
                            f"(there are {players})"
                        )
                        answer = exits.NO
                        continue
                    lines, found = view(record, who, known, at, comments)
                    if lines is None:
                        report(environment, found)
                        answer = exits.NO
                        continue
                    out.write(("" if first else "\n") + "\n".join(lines) + "\n")
                    first = False
            except OSError as error:
                inputs.refuse(file, error)
    return inputs.code(answer)
