"""`--ruleset FILE`: rulesets of the user's own, known by name to the records that are read."""

from collections.abc import Sequence
from typing import Annotated, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.rulesets.model import Ruleset

Rulesets = Annotated[
    Optional[list[str]],  # noqa: UP045  read at run time by typer
    typer.Option(
        "--ruleset",
        metavar="FILE",
        help="A ruleset file of your own that records may name; can be repeated.",
    ),
]


def library(environment: Environment, paths: Sequence[str] | None) -> dict[str, Ruleset]:
    """The rulesets of some files by name. Exits with 2 where one is bad, after saying why."""
    known: dict[str, Ruleset] = {}
    if not paths:
        return known
    from acquire_cli.rulesets.load import load_file
    from acquire_cli.rulesets.model import RulesetError

    bad = False
    for path in paths:
        try:
            ruleset = load_file(path)
        except RulesetError as error:
            environment.show(str(error))
            bad = True
            continue
        known[ruleset.name] = ruleset
    if bad:
        raise typer.Exit(exits.USAGE)
    return known
