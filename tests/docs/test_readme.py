"""Every command of the README runs, and prints what the README says it prints."""

import re
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

import acquire_cli
from acquire_cli.commands.table import COMMANDS
from acquire_cli.notation.reader import read_games
from acquire_cli.records.canon import canonical
from acquire_cli.records.replay import check
from tests.commands.program import PLAIN

ROOT = Path(__file__).resolve().parents[2]
SHELL = ".shell"
"""What a shell reads as it begins."""

README = (ROOT / "README.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[str]:
    return _BLOCK.findall(README)


def steps(block: str) -> list[tuple[str, list[str]]]:
    """The commands of a block, each with the lines shown below it."""
    out: list[tuple[str, list[str]]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            out.append((line[2:], []))
        elif line.startswith("> ") and not out[-1][1]:
            out[-1] = (out[-1][0] + "\n" + line[2:], [])
        else:
            out[-1][1].append(line)
    return out


def matches(shown: list[str], printed: list[str]) -> bool:
    """Whether the lines shown are those printed; a line ``...`` stands for any number of them."""
    if not shown:
        return not printed
    if shown[0] == "...":
        return any(matches(shown[1:], printed[at:]) for at in range(len(printed) + 1))
    return (
        bool(printed)
        and shown[0].rstrip() == printed[0].rstrip()
        and matches(shown[1:], printed[1:])
    )


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the games, where the shell knows acquire."""
    folder = tmp_path_factory.mktemp("read me")
    shutil.copytree(ROOT / "games", folder / "games")
    (folder / SHELL).write_text(f'acquire() {{ "{sys.executable}" -m acquire_cli "$@"; }}\n')
    return folder


def test_the_readme_opens_with_the_two_commands() -> None:
    first = README.index("make demo")
    assert first < README.index("make test") < README.index("pipx install")
    assert README.index("make test") < 1500


def test_there_is_something_to_run() -> None:
    assert len(blocks()) >= 5


def test_the_tour(room: Path) -> None:
    """In one go, since a block may use what one before it has made."""
    environment = PLAIN | {
        "BASH_ENV": str(room / SHELL),
        "PYTHONPATH": str(ROOT),
        "COLUMNS": "80",
        "NO_COLOR": "1",
    }
    for command, shown in (step for block in blocks() for step in steps(block)):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=room,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            stdin=subprocess.DEVNULL,
        )
        printed = (done.stdout + done.stderr).splitlines()
        assert "Traceback" not in done.stderr
        assert done.returncode in (0, 1), f"$ {command}\n{done.stderr}"
        if shown:
            assert matches(shown, printed), f"$ {command}\n" + "\n".join(printed)
        else:
            assert done.returncode == 0, f"$ {command}\n{done.stdout}{done.stderr}"


def test_the_record_that_is_shown_is_right() -> None:
    shown = re.findall(r"^```acq\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert shown
    for text in shown:
        record = next(read_games(BytesIO(text.encode()), "README.md"))
        assert check(record, {}) == []
        assert canonical(record)[0] == text.splitlines()


def test_every_command_has_its_line() -> None:
    listed = re.findall(r"^\| `acquire ([a-z]+)[ `]", README, re.MULTILINE)
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(COMMANDS)


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", README)
    assert links
    package = Path(acquire_cli.__file__).parent
    for link in links:
        # The program may be installed, and the tests elsewhere.
        inside = link.removeprefix("acquire_cli/")
        assert (ROOT / link if inside == link else package / inside).exists(), link
