"""Streams that are closed, two writers, a record that goes away, a clock that runs backwards."""

import io
import os
import select
import subprocess
from datetime import datetime
from pathlib import Path
from shlex import quote

import pytest

from acquire_cli.app import main
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.progress import Progress
from tests.commands.program import PLAIN, PYTHON, shell
from tests.faults.test_signals import started
from tests.faults.writing import GAME, ROOT

RUN = (PYTHON, "-m", "acquire_cli")
READING = [
    "validate {}",
    "fmt {}",
    "replay {}",
    "standings {}",
    "moves --at 2 {}",
    "view table {}",
    "annotate --notes {}",
    "filter turns>0 {}",
    "convert {}",
]


def words(command: str, file: "str | Path") -> list[str]:
    return [word.format(file) for word in command.split()]


@pytest.mark.parametrize("command", READING)
def test_standard_input_that_is_closed_is_said(command: str) -> None:
    done = shell('"$@" <&-', *RUN, *words(command, "-"))
    assert done.returncode == 2
    assert "acquire: -: standard input is closed\n" in done.stderr


@pytest.mark.parametrize("command", READING)
def test_standard_output_that_is_closed_is_said(command: str) -> None:
    done = shell('"$@" >&-', *RUN, *words(command, GAME))
    if command.startswith("validate"):  # a good game has nothing to say there
        assert done.returncode == 0
        return
    assert done.returncode == 2
    assert done.stderr == "acquire: cannot write to standard output: Bad file descriptor\n"


# All commands say things in one place: these stand for the others.
@pytest.mark.parametrize("command", ["validate {}", "fmt {}", "filter turns>0 {}"])
def test_standard_error_that_is_closed_changes_no_answer(tmp_path: Path, command: str) -> None:
    (tmp_path / "bad.acq").write_text("acquire 1\nplayers: a b\n1 a 99Z\n")
    for file, code in ((GAME, 0), (tmp_path / "bad.acq", 1), (tmp_path / "no", 2)):
        call = words(command, file)
        out = io.StringIO()
        assert main(call, Environment(stdout=out)) == code
        done = shell('"$@" 2>&-', *RUN, *call)
        assert (done.returncode, done.stdout, done.stderr) == (code, out.getvalue(), "")


FILLED = """
import os
from acquire_cli.commands.environment import Environment
Environment.of_process()
null = os.stat(os.devnull).st_rdev
raise SystemExit(0 if [os.fstat(number).st_rdev for number in (0, 1, 2)] == [null] * 3 else 3)
"""


def test_all_streams_closed_no_file_takes_their_place(tmp_path: Path) -> None:
    """A record that is opened must not become standard output."""
    assert shell('"$@" <&- >&- 2>&-', PYTHON, "-c", FILLED).returncode == 0
    text = GAME.read_text().replace(" +", "  +")
    (tmp_path / "F").write_text(text)
    done = shell(
        f'cd {quote(str(tmp_path))} && "$@" <&- >&- 2>&-',
        "env",
        f"PYTHONPATH={ROOT}",
        *RUN,
        "fmt",
        "F",
    )
    assert done.returncode == 2
    assert (tmp_path / "F").read_text() == text
    done = shell(
        f'cd {quote(str(tmp_path))} && "$@" <&- >&- 2>&-',
        "env",
        f"PYTHONPATH={ROOT}",
        *RUN,
        "fmt",
        "-w",
        "F",
    )
    assert done.returncode == 0
    assert (tmp_path / "F").read_text() == GAME.read_text()


@pytest.mark.parametrize(
    ("closed", "code"), [("<&-", 0), (">&-", 2), ("2>&-", 0), ("<&- >&- 2>&-", 2)]
)
def test_play_without_input_or_output_keeps_the_record(
    tmp_path: Path, closed: str, code: int
) -> None:
    path = tmp_path / "g.acq"
    done = shell(f'"$@" {closed}', *RUN, "play", str(path), "-p", "ann,bob", "--seed", "x")
    said = "acquire: cannot write to standard output: Bad file descriptor\n"
    assert (done.returncode, done.stderr) == (code, said if closed == ">&-" else "")
    assert (f"Saved in {path}.\n" in done.stdout) == (code == 0)
    assert path.read_text().startswith("acquire 1\n")
    assert started(tmp_path, "validate", path.name).wait(30) == 0


def test_a_record_changed_or_taken_away_while_it_is_played(tmp_path: Path) -> None:
    """The other program's text stays; the game goes on, says so, and shows its record at last."""
    for fate in ("changed", "gone"):
        path = tmp_path / f"{fate}.acq"
        process = started(tmp_path, "play", path.name, "-p", "ann,bob", "--seed", "x")
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"moves\n")
        process.stdin.flush()
        said = b""
        while b"is to place a tile" not in said:
            assert select.select([process.stdout], [], [], 30)[0], said
            more = os.read(process.stdout.fileno(), 1 << 16)
            assert more, (said, process.communicate(timeout=30))
            said += more
        if fate == "changed":
            done = subprocess.run(
                [*RUN, "annotate", "-w", "--at", "0", "-m", "theirs", path.name],
                cwd=tmp_path,
                env=PLAIN | {"PYTHONPATH": str(ROOT)},
                check=False,
            )
            assert done.returncode == 0
            theirs = path.read_text()
            assert "# theirs" in theirs
        else:
            path.unlink()
        hand = subprocess.run(
            [*RUN, "new", "-p", "ann,bob", "--seed", "x"],
            capture_output=True,
            env=PLAIN | {"PYTHONPATH": str(ROOT)},
            check=True,
        ).stdout
        (tmp_path / "again.acq").write_bytes(hand)
        tile = subprocess.run(
            [*RUN, "moves", "--step", "again.acq"],
            capture_output=True,
            cwd=tmp_path,
            env=PLAIN | {"PYTHONPATH": str(ROOT)},
            check=True,
        ).stdout.split(b"\n")[0]
        out, err = process.communicate(tile + b"\nquit\n", timeout=30)
        said += out
        assert b"NOT SAVED" in said, (said, err)
        assert b"1 " in said.split(b"NOT SAVED")[-1]
        assert tile in said.split(b"to be copied:")[-1]
        if fate == "changed":
            assert path.read_text() == theirs
        else:
            assert not path.exists()


def test_two_that_write_one_file_at_the_same_time(tmp_path: Path) -> None:
    """Whoever is last has written the whole file; of two new ones, one is refused."""
    data = GAME.read_bytes().replace(b" +", b"  +") * 5
    (tmp_path / "F").write_bytes(data)
    writers = [started(tmp_path, "fmt", "-w", "F") for _ in range(3)]
    assert [writer.wait(60) for writer in writers] == [0, 0, 0]
    assert started(tmp_path, "fmt", "--check", "F").wait(60) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["F"]
    makers = [started(tmp_path, "new", "-p", "ann,bob", "-o", "N") for _ in range(3)]
    assert sorted(maker.wait(60) for maker in makers) == [0, 2, 2]
    assert started(tmp_path, "validate", "N").wait(60) == 0


def test_two_that_play_one_record(tmp_path: Path) -> None:
    first = started(tmp_path, "play", "g.acq", "-p", "ann,bob", "--seed", "x")
    assert first.stdout is not None
    assert os.read(first.stdout.fileno(), 1)
    second = started(tmp_path, "play", "g.acq")
    _, err = second.communicate(timeout=30)
    assert second.returncode == 2
    assert b"this game is being played by another process" in err
    first.communicate(b"quit\n", timeout=30)
    assert first.returncode == 0


def test_a_clock_that_runs_backwards(tmp_path: Path) -> None:
    """No time is negative, nothing is divided by it, and no file depends on its order."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    ticks = iter([5.0, 7.0, 3.0, 3.0, 9.0, 0.0, 0.0, 99.0] + [-1.0] * 100)
    environment = Environment(stderr=Terminal(), clock=lambda: next(ticks))
    progress = Progress(environment, [])
    progress.begin()
    for _ in range(8):
        progress.add()
    progress.end()
    said = environment.stderr.getvalue()  # type: ignore[attr-defined]
    assert "-" not in said
    days = iter([datetime(2026, 1, 2), datetime(2026, 1, 1), datetime(1969, 12, 31)])
    for _ in range(3):
        variables = {"HOME": str(tmp_path), "USER": "ann"}
        again = Environment(variables=variables, now=lambda: next(days, datetime(1969, 12, 31)))
        assert main(["play", "-p", "ann,bob", "-c", "board"], again) == 0
    record = tmp_path / "g.acq"
    assert main(["play", str(record), "-p", "ann,bob", "-c", "board"], Environment()) == 0
    os.utime(record, (0, 0))  # written before it was begun
    assert main(["play", str(record), "-c", "board"], Environment()) == 0
