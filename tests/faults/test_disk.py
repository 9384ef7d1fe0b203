"""A disk that is full, a folder that cannot be written: old content or new, and a message."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.faults.writing import CALLS, Ran, content, prepare, run_all


def refused(ran: list[Ran], before: dict[str, bytes], folder: Path, reason: str) -> None:
    """Each command failed with a message that names what it could not write, and left no trace."""
    assert len(ran) == len(CALLS)
    for call, code, err in ran:
        names = ["F"] if "-w" in call else ["OUT", "SECRET"]
        assert code == 2, (call, err)
        assert any(f"acquire: {name}: {reason}" in err for name in names), (call, err)
        assert "internal fault" not in err
    assert content(folder) == before


def test_without_a_fault_all_of_them_write(tmp_path: Path) -> None:
    prepare(tmp_path)
    before = content(tmp_path)
    for call, code, err in run_all(tmp_path):
        assert code in (0, 1), (call, err)
    after = content(tmp_path)
    assert set(after) == {*before, "SECRET"}
    assert after["F"] != before["F"]
    assert after["OUT"] != before["OUT"]


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    prepare(tmp_path)
    refused(run_all(tmp_path, limit=100), content(tmp_path), tmp_path, "File too large")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "acquire-test", str(folder)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("only root can make a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_full(small_disk: Path) -> None:
    prepare(small_disk)
    filler = os.open(small_disk / "filler", os.O_WRONLY | os.O_CREAT)
    with suppress(OSError):
        while True:
            os.write(filler, b"x" * 512)
    os.close(filler)
    before = content(small_disk)
    refused(run_all(small_disk), before, small_disk, "No space left on device")


def test_a_disk_that_cannot_be_written(small_disk: Path) -> None:
    prepare(small_disk)
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    before = content(small_disk)
    refused(run_all(small_disk), before, small_disk, "Read-only file system")


@pytest.fixture
def reached() -> Iterator[Path]:
    """A folder that every user gets to; above those of pytest stands one for its user alone."""
    with TemporaryDirectory(prefix="acquire-test-") as name:
        Path(name).chmod(0o755)
        if not all(folder.stat().st_mode & 0o001 for folder in Path(name).parents):
            pytest.skip("the folder for temporary files is one that not every user gets to")
        yield Path(name)


def test_a_folder_that_cannot_be_written(tmp_path: Path, reached: Path) -> None:
    """It is the folder's own mode that keeps the files in it, and nothing above it."""
    folder, warm = reached / "here", tmp_path / "warm"
    folder.mkdir()
    warm.mkdir()
    prepare(folder)
    folder.chmod(0o777)
    for path in folder.iterdir():
        path.chmod(0o666)
    for call, code, err in run_all(folder, warm=warm):
        assert code in (0, 1), (call, err)
    for path in folder.iterdir():
        path.unlink()
    prepare(folder)
    for path in folder.iterdir():
        path.chmod(0o444)
    before = content(folder)
    folder.chmod(0o555)
    ran = run_all(folder, warm=warm)
    folder.chmod(0o755)
    refused(ran, before, folder, "Permission denied")


def test_play_goes_on_without_a_disk(small_disk: Path) -> None:
    """A game whose record cannot be written is played on, says so, and shows the record at last."""
    from tests.hostile.calls import run

    begun = run(small_disk, ["play", "g.acq", "-p", "ann,bob", "--seed", "x"], False, {})
    assert begun.code == 0
    before = (small_disk / "g.acq").read_bytes()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    tile = run(small_disk, ["moves", "--step", "g.acq"], False, {}).out.split("\n")[0]
    done = run(small_disk, ["play", "g.acq", "-c", tile], False, {})
    assert "NOT SAVED" in done.out
    assert f"1 ann {tile}" in done.out or f"1 bob {tile}" in done.out
    assert (small_disk / "g.acq").read_bytes() == before
