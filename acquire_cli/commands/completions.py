"""`acquire completions SHELL`: a script that teaches a shell to complete this program's words.

The script holds all it needs, so that a press of Tab starts no Python. It is made from the commands
themselves: what they take cannot differ from what is completed.
"""

from typing import Annotated, Literal

import typer

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment

Shell = Annotated[
    Literal["bash", "zsh", "fish"],
    typer.Argument(metavar="SHELL", help="The shell it is for: bash, zsh or fish."),
]


def command(context: typer.Context, shell: Shell) -> int:
    """Print a completion script for a shell.

    Completed are commands, options and their words, rulesets, topics and error codes, record
    files, and the players of the records on the line where a player is asked for.

    \b
    bash  eval "$(acquire completions bash)"       in ~/.bashrc
    zsh   eval "$(acquire completions zsh)"        in ~/.zshrc, below compinit
    fish  acquire completions fish | source        in ~/.config/fish/config.fish
    """
    from acquire_cli.commands.completing import tree
    from acquire_cli.commands.completing_bash import bash
    from acquire_cli.commands.completing_fish import fish
    from acquire_cli.commands.completing_zsh import zsh

    environment: Environment = context.obj
    write = {"bash": bash, "zsh": zsh, "fish": fish}[shell]
    environment.stdout.write(write(tree()))
    return exits.YES
