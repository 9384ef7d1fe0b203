"""Nothing is opened, run or connected to because a record names it."""

import json
import sys
from pathlib import Path

import pytest

from tests.commands.program import PLAIN, PYTHON
from tests.hostile.calls import COMMANDS
from tests.hostile.evil import PLACES

ROOT = Path(__file__).resolve().parents[2]

# Commands one after the other under a hook that hears of every file, process and socket.
WATCH = """
import json, os, sys
from io import BytesIO, StringIO
commands = json.loads(sys.stdin.read())
from acquire_cli.app import main
from acquire_cli.commands.environment import Environment
heard = []
LISTEN = ("open", "os.", "subprocess.", "socket.", "shutil.", "ctypes.", "glob.", "pty.",
          "webbrowser.", "urllib.", "import", "exec", "compile", "tempfile.")

def hook(event, arguments):
    if listening and event.startswith(LISTEN):
        told = arguments[1:2] if event == "compile" else arguments[:2]  # not the source
        words = [os.fsdecode(a) for a in told if isinstance(a, (str, bytes, os.PathLike))]
        heard.append((event, words))

listening = False
sys.addaudithook(hook)
out = []
for command in commands:
    environment = Environment(stdin=BytesIO(b""), variables={"HOME": os.getcwd(), "USER": "ann"})
    with open("F", "rb") as stream:
        before = stream.read()
    heard.clear()
    listening = True
    code = main(command, environment)
    listening = False
    out.append((command, code, list(heard)))
    with open("F", "wb") as stream:
        stream.write(before)
print(json.dumps(out))
"""

NAMES = ("{trap}", "../{name}", "file://{trap}", "|cat {trap}", "$(cat {trap})", "http://127.0.0.1")


def watched(folder: Path, trap: Path) -> list[tuple[list[str], int, list[tuple[str, list[str]]]]]:
    import subprocess

    done = subprocess.run(
        [PYTHON, "-c", WATCH],
        input=json.dumps(COMMANDS).encode(),
        capture_output=True,
        env=PLAIN | {"PYTHONPATH": str(ROOT)},
        cwd=folder,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    answer: list[tuple[list[str], int, list[tuple[str, list[str]]]]] = json.loads(done.stdout)
    return answer


@pytest.mark.parametrize("name", NAMES)
def test_what_a_record_names_stays_closed(tmp_path: Path, name: str) -> None:
    """Every place of a record holds a path; no command opens anything but the files it was given.

    What is heard besides them is Python's own modules and the data of the package.
    """
    trap = tmp_path / "trap.toml"
    trap.write_text('name = "trap"\nbase = "classic"\n')
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "trap.toml").write_text('name = "trap"\nbase = "classic"\n')
    evil = name.format(trap=trap, name=trap.name)
    text = "".join(place.replace("{e}", evil) for place in PLACES.values())
    (folder / "F").write_text(text)
    (folder / "G").write_text(PLACES["a ruleset"].replace("cl{e}assic@1", evil))
    own = (str(ROOT / "acquire_cli"), str(ROOT / "notation"), sys.prefix, sys.base_prefix)
    for command, code, heard in watched(folder, trap):
        assert code in (0, 1, 2), command
        for event, words in heard:
            said = (command, event, words)
            assert "trap" not in " ".join(words), said
            assert not event.startswith(("subprocess", "socket", "os.system", "os.exec")), said
            if event == "open" and words and words[0].startswith("/"):
                known = words[0].startswith((*own, str(folder), "/proc/locks", "/dev/null"))
                assert known or words[0].endswith((".pyc", ".so")), said
