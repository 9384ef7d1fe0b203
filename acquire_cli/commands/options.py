"""Options and arguments that several commands share, so that they are spelt and explained alike.

A command takes the environment from its context: `environment: Environment = context.obj`.
"""

from typing import Annotated, Literal, Optional, cast

import typer

from acquire_cli.commands.environment import ColorChoice, Environment


def _choose_color(context: typer.Context, value: str | None) -> str | None:
    environment = context.obj
    if value is not None and isinstance(environment, Environment):
        environment.color_choice = cast(ColorChoice, value)
    return value


Color = Annotated[
    Optional[Literal["auto", "always", "never"]],  # noqa: UP045  read at run time by typer
    typer.Option(
        "--color", help="Colour the output; auto looks at the terminal.", callback=_choose_color
    ),
]
Files = Annotated[
    list[str], typer.Argument(metavar="FILE...", help="Records; - is standard input.")
]
Output = Annotated[
    Optional[str],  # noqa: UP045
    typer.Option(
        "--output", "-o", metavar="FILE", help="Write to FILE instead of standard output."
    ),
]
Force = Annotated[bool, typer.Option("--force", "-f", help="Overwrite a file that exists.")]
Money = Annotated[
    Literal["real", "corrected"],
    typer.Option(
        "--money",
        help="The money as it was, or without what moved against the rules (~bob+500).",
    ),
]
