"""The record on disk: whole at every moment, locked, and never written over by mistake."""

import errno
import os
import subprocess
from pathlib import Path
from unittest.mock import patch

import pytest

from acquire_cli.repl.store import Kind, Store, StoreError
from tests.commands.program import PYTHON

FULL = """
import resource, sys
from acquire_cli.repl.store import Store, StoreError
store = Store.open(sys.argv[1])
[_, most] = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (64, most))
try:
    store.write(b"x" * 200)
except StoreError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
store.write(b"y" * 200)
"""


def test_what_is_written_is_there(tmp_path: Path) -> None:
    path = tmp_path / "g.acq"
    store = Store.create(str(path), b"one\n")
    assert path.read_bytes() == b"one\n"
    store.write(b"one\ntwo\n")
    store.write(b"one\n")
    assert path.read_bytes() == b"one\n"
    store.close()
    assert os.listdir(tmp_path) == ["g.acq"]


def test_a_file_that_exists_is_not_created_anew(tmp_path: Path) -> None:
    path = tmp_path / "g.acq"
    path.write_bytes(b"old\n")
    with pytest.raises(StoreError, match="exists") as error:
        Store.create(str(path), b"new\n")
    assert error.value.kind is Kind.EXISTS
    assert path.read_bytes() == b"old\n"
    store = Store.create(str(path), b"new\n", overwrite=True)
    assert path.read_bytes() == b"new\n"
    store.close()
    assert os.listdir(tmp_path) == ["g.acq"]


def test_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "g.acq"
    first = Store.create(str(path), b"one\n")
    for _ in range(3):
        with pytest.raises(StoreError, match="being played by another process"):
            Store.open(str(path))
        first.write(b"more\n" * (1 + _))  # the lock goes with the file
    first.close()
    Store.open(str(path)).close()


def test_a_file_that_is_gone_or_changed_is_not_written(tmp_path: Path) -> None:
    path = tmp_path / "g.acq"
    store = Store.create(str(path), b"one\n")
    path.unlink()
    with pytest.raises(StoreError, match="is gone") as gone:
        store.write(b"two\n")
    assert gone.value.kind is Kind.GONE
    assert not path.exists()
    path.write_bytes(b"theirs\n")
    with pytest.raises(StoreError, match="changed by another program") as changed:
        store.write(b"two\n")
    assert changed.value.kind is Kind.CHANGED
    assert path.read_bytes() == b"theirs\n"
    store.write(b"two\n", force=True)
    assert path.read_bytes() == b"two\n"
    with path.open("ab") as stream:
        stream.write(b"three\n")
    with pytest.raises(StoreError, match="changed by another program"):
        store.write(b"four\n")


def test_mode_and_links_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "g.acq"
    path.write_bytes(b"one\n")
    path.chmod(0o640)
    link = tmp_path / "link.acq"
    link.symlink_to("g.acq")
    store = Store.open(str(link))
    store.write(b"two\n")
    assert link.is_symlink()
    assert path.read_bytes() == b"two\n"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_full_disk_leaves_the_old_record(tmp_path: Path) -> None:
    path = tmp_path / "g.acq"
    path.write_bytes(b"old\n")
    done = subprocess.run(
        [PYTHON, "-c", FULL, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith(": File too large\n")
    assert path.read_bytes() == b"y" * 200
    assert os.listdir(tmp_path) == ["g.acq"]


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="not a regular file"):
        Store.open(str(tmp_path))
    with pytest.raises(StoreError, match="No such file"):
        Store.create(str(tmp_path / "none" / "g.acq"), b"")
    with pytest.raises(FileNotFoundError):
        Store.open(str(tmp_path / "none.acq"))


def test_a_game_begun_in_a_folder_has_a_name_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    first = Store.begin(str(folder), "2026-01-01", b"one\n")
    second = Store.begin(str(folder), "2026-01-01", b"two\n")
    assert [first.path, second.path] == [str(folder / f"2026-01-01-{n}.acq") for n in (1, 2)]
    assert Path(first.path).read_bytes() == b"one\n"
    assert Path(second.path).read_bytes() == b"two\n"


def test_of_two_games_begun_at_once_the_later_takes_the_next_name(tmp_path: Path) -> None:
    with patch.object(os.path, "lexists", return_value=False):  # as it looked to both of them
        first = Store.begin(str(tmp_path), "2026-01-01", b"one\n")
        second = Store.begin(str(tmp_path), "2026-01-01", b"two\n")
    assert [first.path, second.path] == [str(tmp_path / f"2026-01-01-{n}.acq") for n in (1, 2)]
    assert Path(first.path).read_bytes() == b"one\n"


def test_a_folder_that_cannot_be_made_or_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StoreError, match="file/games: Not a directory"):
        Store.begin(str(tmp_path / "file" / "games"), "2026-01-01", b"")
    with (
        patch.object(os, "open", side_effect=PermissionError(errno.EACCES, "Permission denied")),
        pytest.raises(StoreError, match=r"2026-01-01-1\.acq: Permission denied"),
    ):
        Store.begin(str(tmp_path), "2026-01-01", b"")


def test_a_pipe_with_a_name_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    path = str(tmp_path / "p")
    os.mkfifo(path)
    with pytest.raises(StoreError, match="not a regular file"):
        Store.open(path)
    with pytest.raises(StoreError, match="not a regular file"):
        Store.create(path, b"new\n", overwrite=True)


def test_only_what_a_killed_process_left_is_swept_away(tmp_path: Path) -> None:
    path = tmp_path / "g.acq"
    path.write_bytes(b"old\n")
    theirs = (".g.acq.important.tmp", ".g.acq.12-x.tmp", ".g.acq.1-2.tmp.tmp", ".h.acq.1-2.tmp")
    for name in theirs:
        (tmp_path / name).write_text("mine")
    os.mkfifo(tmp_path / ".g.acq.1-1.tmp")
    (tmp_path / ".g.acq.2-2.tmp").symlink_to(path)
    (tmp_path / ".g.acq.123-4.tmp").write_text("half a game")
    Store.open(str(path)).close()
    left = {*theirs, "g.acq", ".g.acq.1-1.tmp", ".g.acq.2-2.tmp"}
    assert set(os.listdir(tmp_path)) == left


def test_the_longest_name_there_is(tmp_path: Path) -> None:
    path = tmp_path / ("é" * 125 + ".acq")
    store = Store.create(str(path), b"one\n")
    store.write(b"two\n")
    store.close()
    assert path.read_bytes() == b"two\n"
