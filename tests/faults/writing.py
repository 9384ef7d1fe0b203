"""Every command that writes a file, and what runs them where writing fails."""

import json
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.commands.program import BARE, PYTHON

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "games" / "classic-4p-declared.acq"
OTHER = ROOT / "games" / "classic-4p-table.acq"

# Each writes OUT, or changes F, which is a copy of a game that is not in canonical form.
COMMANDS = """
fmt -w F
annotate -w --notes F
annotate -w --at 3 -m word F
fmt -f -o OUT --force F
annotate --notes -f -o OUT --force F
view table -f -o OUT --force F
validate --format json -f -o OUT --force BAD
replay -f -o OUT --force F
replay --format json -f -o OUT --force F
standings -f -o OUT --force F
filter turns>0 -f -o OUT --force F
diff F G -f -o OUT --force
moves --at 2 --limit 500 -f -o OUT --force F
convert -o OUT --force --to jsonl F
convert -o OUT --force --to csv F
rules show classic --format json -f -o OUT --force
rules diff classic tycoon -f -o OUT --force
new -p ann,bob --seed x -o OUT --force
new -p ann,bob --seed x --commit --secret SECRET -o OUT --force
"""
CALLS = [line.split() for line in COMMANDS.strip().splitlines()]

RUN = """
import json, os, resource, sys
from io import BytesIO
from acquire_cli.app import main
from acquire_cli.commands.environment import Environment
calls, limit, warm, nobody = json.load(sys.stdin)
out = []
[_, most] = resource.getrlimit(resource.RLIMIT_FSIZE)
if warm:  # so that all modules are loaded before this process may not read them any more
    here = os.getcwd()
    os.chdir(warm)
    for call in calls:
        main(call, Environment())
    os.chdir(here)
if nobody:
    os.setuid(65534)
for call in calls:
    environment = Environment(stdin=BytesIO(b""))
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, most))
    code = main(call, environment)
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    out.append((call, code, environment.stderr.getvalue()))
print(json.dumps(out))
"""


class Ran(NamedTuple):
    call: list[str]
    code: int
    err: str


def prepare(folder: Path) -> None:
    """The files that the commands work on; OUT has old content."""
    text = GAME.read_text()
    (folder / "F").write_text(text.replace("+", "  +").replace(" 1 ", "  1 "))
    (folder / "G").write_text(OTHER.read_text())
    (folder / "BAD").write_text(text.replace("9D", "9Z") * 3)
    (folder / "OUT").write_text("old\n")


def run_all(folder: Path, limit: int = 0, warm: Path | None = None) -> list[Ran]:
    """All commands in a process whose working folder is the one given.

    With ``warm``, a folder like it, as a user who may do nothing special.
    """
    if warm is not None:
        prepare(warm)
    nobody = warm is not None and os.geteuid() == 0
    done = subprocess.run(
        [PYTHON, "-c", RUN],
        input=json.dumps([CALLS, limit, str(warm or ""), nobody]).encode(),
        capture_output=True,
        env=BARE | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=folder,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return [Ran(*item) for item in json.loads(done.stdout)]


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}
