"""Runs a command in this process: quicker than `program`, and coverage sees it."""

from io import BytesIO, StringIO
from pathlib import Path
from typing import NamedTuple

from acquire_cli.app import main
from acquire_cli.commands.environment import Environment


class Done(NamedTuple):
    code: int
    out: str
    err: str


def run(*arguments: str | Path, stdin: str | bytes = "") -> Done:
    """`acquire ARGUMENTS`."""
    out, err = StringIO(), StringIO()
    given = stdin.encode() if isinstance(stdin, str) else stdin
    environment = Environment(stdin=BytesIO(given), stdout=out, stderr=err)
    code = main([str(argument) for argument in arguments], environment)
    return Done(code, out.getvalue(), err.getvalue())
