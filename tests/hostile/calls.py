"""Every command with every form of output, on a file F and a good one G."""

import os
from io import BytesIO, StringIO
from pathlib import Path
from typing import NamedTuple

from acquire_cli.app import main
from acquire_cli.commands.environment import Environment

CALLS = """
validate F
validate -p --strict F
validate --format json F
validate --format jsonl F
fmt F
fmt --check F
fmt --assert turn F
replay F
replay --boards F
replay --at 2 F
replay --at -1 F
replay --format json F
replay --format jsonl F
replay --format jsonl --events F
replay --format csv F
replay --at 1 --format json F
standings F
standings F G
standings --summary F
standings --format json F
standings --format csv F
standings --format github F
standings --format html F
standings --format latex_booktabs F
standings --format tsv F
moves F
moves --step F
moves --at 0 --limit 2 F
moves --format jsonl F
view ann F
view --comments table F
diff F G
diff G F
diff --format json F G
annotate --notes F
annotate --at 1 -m hi F
annotate --at 1 --cash --mark !! F
filter turns>=0 F
filter --turns number>=0 F
filter -v --verbose turns>99 F
filter -l turns>=0 F
filter --dedupe turns>=0 F F
filter event~x F
convert F
convert --to jsonl F
convert --to csv F
convert --to tsv F
convert --to csv --table standings F
convert --from json --to acq F
convert --from jsonl --to acq F
convert --from tlstyer-text --to acq F
convert --from tlstyer-jsonl --to acq F
rules show ./F
rules show --format json ./F
validate --ruleset F G
new --players ann,bob --ruleset ./F
play F -c board -c log -c moves -c standings -c hand
play F -c 1c -c undo -c redo -c hint -c why
play F --tutor
play F --plain --script F
play G --script F
"""
COMMANDS = [line.split(" ") for line in CALLS.strip().splitlines()]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Done(NamedTuple):
    code: int
    out: str
    err: str


def run(
    folder: Path, command: list[str], terminal: bool, files: dict[str, bytes], stdin: bytes = b""
) -> Done:
    """A command in this process, in a folder, with the files F and G made anew."""
    for name, data in files.items():
        (folder / name).write_bytes(data)
    kind = Terminal if terminal else StringIO
    out, err = kind(), kind()
    variables = {"TERM": "xterm", "LANG": "C.UTF-8", "HOME": str(folder), "USER": "ann"}
    before = os.getcwd()
    os.chdir(folder)
    try:
        code = main(
            command,
            Environment(
                stdin=BytesIO(stdin),
                stdout=out,
                stderr=err,
                variables=variables,
                clock=lambda: 0.0,  # no run is so long that it tells how far it has got
            ),
        )
    finally:
        os.chdir(before)
    return Done(code, out.getvalue(), err.getvalue())
