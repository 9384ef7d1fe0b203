"""`acquire help [TOPIC]`: what no `--help` of one command can say."""

from typing import Annotated, Optional

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment


def command(
    context: typer.Context,
    topic: Annotated[
        Optional[str],  # noqa: UP045  read at run time by typer
        typer.Argument(
            metavar="TOPIC", help="A topic, a command, or an error code such as E-turn."
        ),
    ] = None,
) -> int:
    """Explain a topic, a command or an error code. Without one, list the topics."""
    from acquire_cli.commands import topics

    environment: Environment = context.obj
    text = topics.overview() if topic is None else topics.find(topic)
    if text is None:
        environment.say(f"no help on {topic!r}{topics.suggestion(topic or '')}")
        environment.show("Try 'acquire help' for the topics.")
        return exits.USAGE
    environment.stdout.write(text.rstrip("\n") + "\n")
    return exits.YES
