"""Runs the real program, as a user's shell would."""

import fcntl
import os
import resource
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

# What a child is given of the process: enough to run. One that is killed, or may write only so
# much, is given no more: it could leave half a file of what it has measured.
_HOME = TemporaryDirectory(prefix="acquire-home-")  # nobody's settings
BARE = {
    "PATH": os.environ.get("PATH", ""),
    "HOME": _HOME.name,
    "LANG": "C.UTF-8",
}
# The same, taking part where coverage is measured.
PLAIN = BARE | {name: text for name, text in os.environ.items() if name.startswith("COVERAGE_")}
PYTHON = sys.executable

# A program like `acquire`, with one more command, `probe`, whose body is handed in.
PROBE = """
import sys, types
import typer
from acquire_cli.commands import table
from acquire_cli.commands.options import Color, Files, Force, Output

def command(context: typer.Context, files: list[str] = typer.Argument(None), color: Color = None,
            output: Output = None, force: Force = False):
    environment = context.obj
{body}

table.COMMANDS["probe"] = "A command for the tests"
module = types.ModuleType("acquire_cli.commands.probe")
module.command = command
sys.modules["acquire_cli.commands.probe"] = module
from acquire_cli.app import main
sys.exit(main())
"""


def acquire(
    *arguments: str,
    stdin: bytes | None = None,
    variables: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """`acquire ARGUMENTS`; standard input is empty unless given."""
    return _run([PYTHON, "-m", "acquire_cli", *arguments], stdin, variables, cwd)


def probe(
    body: str,
    *arguments: str,
    stdin: bytes | None = None,
    variables: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """`acquire probe ARGUMENTS`, where the command does `body`."""
    return _run([PYTHON, "-c", probe_source(body), "probe", *arguments], stdin, variables, cwd)


def probe_source(body: str) -> str:
    return PROBE.format(body="\n".join("    " + line for line in body.splitlines()))


def shell(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A shell script in which `$@` is ARGUMENTS, e.g. `"$@" > /dev/full`."""
    return _run(["sh", "-c", script, "sh", *arguments], None, None, None)


def wait_until(what: Callable[[], object], seconds: float = 30) -> None:
    """Look again and again; that it does not come true in time is a failure."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.01)


def unread(pipe: "IO[bytes] | None") -> int:
    """How much of what was written into a pipe the other process has not taken yet."""
    assert pipe is not None
    found: int = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]
    return found


def processor_seconds(*arguments: str) -> float:
    """Of a run of Python that has to end well, with nothing that measures coverage."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([PYTHON, *arguments], check=True, capture_output=True, env=BARE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _run(
    command: list[str],
    stdin: bytes | None,
    variables: Mapping[str, str] | None,
    cwd: Path | None,
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        command,
        input=b"" if stdin is None else stdin,
        capture_output=True,
        env=PLAIN if variables is None else dict(variables),
        cwd=cwd,
        timeout=60,
        check=False,
    )
    return subprocess.CompletedProcess(
        command,
        done.returncode,
        done.stdout.decode("utf-8", "surrogateescape"),
        done.stderr.decode("utf-8", "surrogateescape"),
    )
