"""`acquire fmt`: records in canonical text."""

from functools import partial
from typing import Annotated, Literal, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.jobs import Jobs, games
from acquire_cli.commands.options import Files, Force, Output
from acquire_cli.commands.output import Inputs
from acquire_cli.commands.rulesets import Rulesets, library
from acquire_cli.commands.texts import Text, text_of, write_back, write_out
from acquire_cli.notation.record import Record
from acquire_cli.records.canon import KEEP, canonical
from acquire_cli.rulesets.model import Ruleset

Check = Annotated[
    bool, typer.Option("--check", help="Write nothing; exit with 1 where a file would change.")
]
Write = Annotated[bool, typer.Option("--write", "-w", help="Put the text into the files.")]
Assert = Annotated[
    Optional[Literal["none", "merger", "turn"]],  # noqa: UP045  read at run time by typer
    typer.Option(
        "--assert", help="Cash assertions: take them all out, or put them at mergers or each turn."
    ),
]


def command(
    context: typer.Context,
    files: Files,
    check: Check = False,
    write: Write = False,
    assertions: Assert = None,
    jobs: Jobs = 1,
    output: Output = None,
    force: Force = False,
    ruleset: Rulesets = None,
) -> int:
    """Write records in canonical form: forced facts and actors filled in, one spelling of all.

    Comments, unknown headers and assertions stay; whether these hold, validate says. A game that
    breaks a rule is left as it stands and said on standard error; with --write its whole file is
    left alone.
    """
    environment: Environment = context.obj
    if (check and write) or (output is not None and (check or write)):
        environment.say("--check, --write and --output exclude each other")
        return exits.USAGE
    if write and "-" in files:
        environment.say("--write needs files, standard input is none")
        return exits.USAGE
    form = partial(_form, library(environment, ruleset), assertions or KEEP)
    inputs = Inputs(environment, files)
    with games(environment, jobs, files, form) as formed:
        if check or write:
            return write_back(environment, inputs, formed.of, check)
        return write_out(environment, inputs, formed.of, output, force)


def _form(known: dict[str, Ruleset], mode: str, record: Record) -> Text:
    return text_of(record, *canonical(record, known, mode))
