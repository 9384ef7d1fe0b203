"""Records out of all proportion, each made for a size in bytes; and what a command takes."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from tests.commands.program import BARE, PYTHON

ROOT = Path(__file__).resolve().parents[2]
HEAD = b"acquire 1\nruleset: classic@1\nplayers: ann bob\n"
START = HEAD + b"start: ann=1B bob=5B\n"
WIDE = b"acquire 1\nruleset: classic@1\nrules: board=26x40\nplayers: ann bob\n"
GAME = START + b"\n1 ann 2B=L +LLL\n"


def fill(lead: bytes, unit: bytes, size: int, tail: bytes = b"\n") -> bytes:
    return lead + unit * max(1, (size - len(lead)) // len(unit)) + tail


def numbered(lead: bytes, unit: bytes, size: int) -> bytes:
    """Lines that differ by a number, which stands for ``%d``."""
    return lead + b"".join(unit % at for at in range(size // (len(unit) + 4)))


Shape = Callable[[int], bytes]

RECORDS: dict[str, Shape] = {
    "headers": lambda n: numbered(HEAD, b"x-%d: y\n", n),
    "unknown headers": lambda n: numbered(HEAD, b"key%d: y\n", n),
    "the same header": lambda n: fill(HEAD, b"event: y\n", n, b""),
    "names of nobody": lambda n: numbered(HEAD, b"name.a%d: y\n", n),
    "comments": lambda n: fill(GAME, b"#\n", n, b""),
    "comments above": lambda n: fill(b"", b"# x\n", n, GAME),
    "comments in a head": lambda n: fill(HEAD, b"# x\n", n, b""),
    "notes": lambda n: fill(GAME, b"#% x\n", n, b""),
    "empty lines": lambda n: fill(GAME, b"\n", n, b""),
    "games of one line": lambda n: fill(b"", b"acquire 1\n", n, b""),
    "games of another version": lambda n: fill(b"", b"acquire 2\n", n, b""),
    "games of one turn": lambda n: fill(b"", GAME, n, b""),
    "one line": lambda n: fill(b"", b"a", n),
    "one line without an end": lambda n: fill(GAME, b"a", n, b""),
    "one comment": lambda n: fill(GAME + b"# ", b"a ", n),
    "one header": lambda n: fill(HEAD + b"event: ", b"a ", n),
    "NULs": lambda n: fill(b"", b"\0", n, b""),
    "bytes that are no text": lambda n: fill(GAME, b"\xff\n", n, b""),
    "byte order marks": lambda n: fill(b"", b"\xef\xbb\xbf", n, GAME),
    "carriage returns": lambda n: fill(GAME, b"\r", n, b""),
    "lines with control characters": lambda n: fill(GAME, b"# \x1b[2J\n", n, b""),
    "marks": lambda n: fill(HEAD + b"event: a", "\u0301".encode(), min(n, 60_000)),
    "turns of nonsense": lambda n: fill(GAME, b"2 bob what?\n", n, b""),
    "turns that are refused": lambda n: fill(GAME, b"2 bob 1A\n", n, b""),
    "turns without a tile": lambda n: fill(START, b"-\n", n, b""),
    "turns after a result": lambda n: fill(GAME + b"result: unfinished\n", b"2 bob 4B\n", n, b""),
    "results": lambda n: fill(GAME, b"result: unfinished\n", n, b""),
    "players": lambda n: numbered(b"acquire 1\nplayers:", b" a%d", min(n, 60_000)) + b"\n",
    "overrides": lambda n: fill(HEAD + b"rules:", b" safe=2", min(n, 60_000)),
    "a turn of purchases": lambda n: fill(START + b"1 ann 2B=L", b" L", min(n, 60_000)),
    "a turn of many words": lambda n: fill(START + b"1 ann 2B=L", b" ^?", min(n, 60_000)),
    "a turn of irregular moves": lambda n: fill(START + b"1 ann 2B=L", b" ~+1", min(n, 60_000)),
    "a turn of irregular tiles": lambda n: fill(START + b"1 ann 2B=L", b" ~x9I", min(n, 60_000)),
    "a turn of clauses": lambda n: fill(START + b"1 ann 2B LxT", b" T:bob-s1", min(n, 60_000)),
    "a clause of parts": lambda n: fill(START + b"1 ann 2B LxT T:", b"bob-s1,", min(n, 60_000)),
    "a merger of chains": lambda n: fill(START + b"1 ann 2B Lx", b"T", min(n, 60_000)),
    "a long number": lambda n: fill(START, b"9", min(n, 60_000), b" ann 2B\n"),
    "long cash": lambda n: fill(START + b"1 ann 2B=L =", b"9", min(n, 60_000)),
    "long shares": lambda n: fill(START + b"1 ann 2B=L T:bob-s", b"9", min(n, 60_000)),
    "a long override": lambda n: fill(HEAD + b"rules: cash=", b"9", min(n, 60_000)),
    "a long revision": lambda n: fill(b"acquire 1\nruleset: classic@", b"9", min(n, 60_000)),
    "a long result": lambda n: fill(GAME + b"result: declared ann=", b"9", min(n, 60_000)),
    "a position of numbers": lambda n: fill(HEAD + b"position: ", b"9", min(n, 60_000)),
    "a position of rows": lambda n: fill(WIDE + b"position: ", b"9/", min(n, 60_000)),
    "a position of chains": lambda n: fill(WIDE + b"position: ", b"LTAFWCI", min(n, 60_000)),
    "a wide position": lambda n: (
        WIDE + b"position: " + b"/".join([b"oLTx" * 10] * 26) + b" ann place " + b"ann:1:L1:? " * 99
    ),
    "a position of money": lambda n: fill(
        HEAD + b"position: " + b"/".join([b"12"] * 9) + b" ann place ann:", b"9", 60_000
    ),
    "a bag": lambda n: fill(HEAD + b"bag:", b" 1A", min(n, 60_000)),
    "a seed": lambda n: fill(HEAD + b"seed: ", b"x", min(n, 60_000)),
    "hands": lambda n: fill(HEAD + b"hand.ann:", b" 1A", min(n, 60_000)),
}


class Took(NamedTuple):
    code: int
    seconds: float  # of processor time, so that a busy machine makes no difference
    memory: int  # the most that was held, in bytes
    out: int
    err: bytes


MEASURE = """
import json, os, resource, sys
report, space, *command = sys.argv[1:]
for limit, most in ((resource.RLIMIT_AS, int(space)), (resource.RLIMIT_CPU, 60)):
    hard = resource.getrlimit(limit)[1]
    resource.setrlimit(limit, (most if hard < 0 else min(most, hard), hard))
process = os.posix_spawn(command[0], command, os.environ)
_, status, usage = os.wait4(process, 0)
code = os.waitstatus_to_exitcode(status)
with open(report, "w") as out:
    json.dump([code, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10], out)
"""
"""Starts a command and tells what it took. The tests do not start it themselves: what a process has
held at most counts from before its program began, when it was a copy of the process that began it.
"""


def took(
    folder: Path, *arguments: str, address_space: int = 1 << 30, stdin: Path | None = None
) -> Took:
    """What `acquire ARGUMENTS` takes as a user starts it: no coverage is measured. More address
    space than allowed is a MemoryError."""
    report = folder / "took"
    program = [PYTHON, "-m", "acquire_cli", *arguments]
    with (
        (folder / "out").open("wb") as out,
        (folder / "err").open("wb") as err,
        open(stdin or os.devnull, "rb") as given,
    ):
        subprocess.run(
            [PYTHON, "-S", "-c", MEASURE, str(report), str(address_space), *program],
            stdin=given,
            stdout=out,
            stderr=err,
            env=BARE | {"PYTHONPATH": str(ROOT)},
            cwd=folder,
            check=False,
        )
    code, seconds, memory = json.loads(report.read_text(encoding="utf-8"))
    with (folder / "err").open("rb") as said:
        first = said.read(2_000)
    return Took(code, seconds, memory, (folder / "out").stat().st_size, first)
