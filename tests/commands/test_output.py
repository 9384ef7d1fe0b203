"""Files in and out: unreadable ones are said and the rest read; output is whole or not there."""

import io
import os
import stat
from pathlib import Path

import pytest

from acquire_cli.commands.environment import Environment
from acquire_cli.commands.output import Inputs, destination
from tests.commands.program import BARE, PYTHON, probe, shell
from tests.faults.writing import GAME, ROOT

READ = """
from acquire_cli.commands.output import Inputs
inputs = Inputs(environment, files)
for name, stream in inputs:
    environment.stdout.write(f'{name}={stream.read().decode()};')
return inputs.code()
"""


def test_inputs_that_cannot_be_read_are_said_and_the_others_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("one")
    (tmp_path / "b").write_text("two")
    (tmp_path / "folder").mkdir()
    done = probe(READ, "a", "missing", "folder", "", "a/b", "b", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == "a=one;b=two;"
    assert done.stderr.splitlines() == [
        "acquire: missing: No such file or directory",
        "acquire: folder: Is a directory",
        "acquire: '': No such file or directory",
        "acquire: a/b: Not a directory",
    ]


def test_no_permission_is_one_line(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "secret").write_text("x")
    (tmp_path / "secret").chmod(0)
    nobody = "import os\nif os.geteuid() == 0: os.setuid(65534)\n"  # root may read everything
    done = probe(
        "import acquire_cli.commands.output\n" + nobody + READ,
        "secret",
        cwd=tmp_path,
        variables=BARE,
    )
    assert (done.returncode, done.stderr) == (2, "acquire: secret: Permission denied\n")


def test_stopped_as_its_file_is_made_nothing_stays_beside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = os.open

    def stopped(*arguments: object) -> int:
        opened(*arguments)  # type: ignore[call-overload]
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "open", stopped)
    with (
        pytest.raises(KeyboardInterrupt),
        destination(Environment(), str(tmp_path / "F")),
    ):
        raise AssertionError
    assert not list(tmp_path.iterdir())


def test_dash_is_standard_input_once() -> None:
    done = probe(READ, "-", "-", stdin=b"in")
    assert done.returncode == 2
    assert done.stdout == "-=in;"
    assert done.stderr == "acquire: -: standard input was already read\n"


def test_standard_input_that_is_closed() -> None:
    err = io.StringIO()
    inputs = Inputs(Environment(stdin=None, stderr=err), ["-"])
    assert list(inputs) == []
    assert inputs.code(1) == 2
    assert err.getvalue() == "acquire: -: standard input is closed\n"


def test_answer_stands_when_everything_could_be_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\xff\x00")
    inputs = Inputs(Environment(), [str(tmp_path / "a")])
    assert [stream.read() for _, stream in inputs] == [b"\xff\x00"]
    assert inputs.code(1) == 1


def test_a_read_that_breaks_off_names_the_file() -> None:
    memory = Path("/proc/self/mem")  # opens, but its first page cannot be read
    if not memory.exists():
        pytest.skip("no /proc here")
    done = probe(READ, str(memory))
    assert done.returncode == 2
    assert done.stderr == f"acquire: {memory}: Input/output error\n"


def write(path: Path, text: str, *, overwrite: bool = True) -> None:
    with destination(Environment(), str(path), overwrite=overwrite) as out:
        out.write(text)


@pytest.mark.parametrize("path", [None, "-"])
def test_no_path_is_standard_output(path: str | None) -> None:
    environment = Environment()
    with destination(environment, path) as out:
        out.write("x")
    assert isinstance(environment.stdout, io.StringIO)
    assert environment.stdout.getvalue() == "x"


def test_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write(tmp_path / "new", "Zürich\n")
    finally:
        os.umask(before)
    assert (tmp_path / "new").read_bytes() == "Zürich\n".encode()
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    assert [p.name for p in tmp_path.iterdir()] == ["new"]


def test_an_existing_file_keeps_its_mode_and_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text("a longer text than the new one")
    path.chmod(0o604)
    write(path, "new")
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_a_symbolic_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    write(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


@pytest.mark.parametrize("exception", [ValueError, KeyboardInterrupt])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, exception: type[BaseException]
) -> None:
    path = tmp_path / "file"
    path.write_text("old")

    def fail() -> None:
        with destination(Environment(), str(path)) as out:
            out.write("half")
            out.flush()
            raise exception

    with pytest.raises(exception):
        fail()
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_an_existing_file_is_refused_without_force(tmp_path: Path) -> None:
    path = tmp_path / "file"
    write(path, "first", overwrite=False)
    with pytest.raises(FileExistsError) as caught:
        write(path, "second", overwrite=False)
    assert caught.value.filename == str(path)
    assert path.read_text() == "first"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_a_file_that_appears_meanwhile_is_refused_too(tmp_path: Path) -> None:
    path = tmp_path / "file"

    def race() -> None:
        with destination(Environment(), str(path), overwrite=False) as out:
            out.write("mine")
            path.write_text("theirs")

    with pytest.raises(FileExistsError) as caught:
        race()
    assert caught.value.filename == str(path)
    assert path.read_text() == "theirs"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_a_device_is_written_straight() -> None:
    write(Path(os.devnull), "x")
    assert not Path(os.devnull).is_file()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_device_behind_o_is_named() -> None:
    body = """
from acquire_cli.commands.output import destination
with destination(environment, output) as out:
    out.write("x")
"""
    done = probe(body, "-o", "/dev/full")
    assert done.returncode == 2
    assert done.stderr == "acquire: /dev/full: No space left on device\n"


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/dev/fd/7", "/dev/stderr"])
def test_what_is_open_already_is_written_from_where_it_stands(tmp_path: Path, name: str) -> None:
    """`>>` has opened a file that holds something; without --force as well."""
    path = tmp_path / "log"
    path.write_text("precious\n")
    script = f'cd "$1" && shift && "$@" -o {name} >> log 2>> log 7>> log'
    run = ("env", f"PYTHONPATH={ROOT}", PYTHON, "-m", "acquire_cli", "fmt", str(GAME))
    shell(script, str(tmp_path), *run).check_returncode()
    assert path.read_text() == "precious\n" + GAME.read_text()
    assert [item.name for item in tmp_path.iterdir()] == ["log"]


@pytest.mark.parametrize("command", ["fmt", "annotate --notes", "convert --to json", "standings"])
def test_where_the_current_folder_is_gone_nothing_is_written(tmp_path: Path, command: str) -> None:
    script = 'mkdir "$1/here" && cd "$1/here" && rmdir "$1/here" && shift && "$@"'
    run = ("env", f"PYTHONPATH={ROOT}", PYTHON, "-m", "acquire_cli", *command.split())
    done = shell(script, str(tmp_path), *run, "-o", "x.acq", str(GAME))
    assert (done.returncode, done.stderr) == (2, "acquire: x.acq: No such file or directory\n")


def test_a_disk_that_fills_up_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    body = """
from acquire_cli.commands.output import destination
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
with destination(environment, output) as out:
    for _ in range(10000):
        out.write("x" * 79)
"""
    done = probe(body, "-o", "file", cwd=tmp_path, variables=BARE)
    assert done.returncode == 2
    assert done.stderr == "acquire: file: File too large\n"
    assert (tmp_path / "file").read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("no/such/folder", "No such file or directory"),
        (".", "Is a directory"),
        ("file/below", "Not a directory"),
        ("", "No such file or directory"),
    ],
)
def test_an_output_that_cannot_be_is_one_line(tmp_path: Path, path: str, message: str) -> None:
    (tmp_path / "file").write_text("")
    body = """
from acquire_cli.commands.output import destination
with destination(environment, output) as out:
    out.write("x")
"""
    done = probe(body, "-o", path, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == f"acquire: {path or repr(path)}: {message}\n"
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_what_is_written_over_a_private_file_is_private_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "F"
    path.write_text("mine")
    path.chmod(0o600)
    with destination(Environment(), str(path)) as out:
        [beside] = tmp_path.glob(".acquire-*")
        assert stat.S_IMODE(beside.stat().st_mode) == 0o600
        out.write("new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
