"""The record on disk: whole at every moment, synced after every step, played by one process.

A step is written as a new file beside the record and moved over it, so that whoever looks, at
whatever moment, sees the game before the step or after it, never half a line. Appending would be
cheaper, but an open turn's line has to be replaced, and a line torn by a crash may read as another
turn. The lock is taken on the new file before it is moved, so that the file of that name is locked
at every moment.
"""

import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from itertools import count
from types import ModuleType
from typing import BinaryIO

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # no locks where the system has none
    fcntl = None


# A pipe with a name is not waited for: it is refused.
_LOOKING = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NONBLOCK", 0)


class Kind(Enum):
    """What keeps a record from being had or written."""

    EXISTS = "another file has that name"
    CHANGED = "another program has written to the file"
    GONE = "the file was deleted or moved away"
    OTHER = "the system refuses, or another process plays it"


class StoreError(Exception):
    """The record cannot be had or written; the message says why and names the file."""

    def __init__(self, message: str, kind: Kind = Kind.OTHER) -> None:
        super().__init__(message)
        self.kind = kind


class Store:
    """A record file, locked. ``data`` is what stood in it when it was opened."""

    def __init__(self, path: str, handle: int, data: bytes) -> None:
        self.path = path
        self.data = data
        self._handle = handle
        self._target = _real(path)
        self._seen = _mark(handle)
        self._written = data

    @classmethod
    def open(cls, path: str) -> "Store":
        """Open and lock a record that exists. Raises StoreError, FileNotFoundError."""
        for _ in range(100):
            try:
                handle = os.open(path, _LOOKING)
            except FileNotFoundError:
                raise
            except OSError as error:
                raise StoreError(f"{path}: {_reason(error)}") from None
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                os.close(handle)
                raise StoreError(f"{path}: not a regular file, no game can be kept there")
            if not _lock(handle):
                who = _holder(handle)
                os.close(handle)
                raise StoreError(f"{path}: this game is being played by {who}")
            if _same(handle, path):
                with os.fdopen(os.dup(handle), "rb") as stream:
                    data = _read(stream, path)
                _sweep(_real(path))
                return cls(path, handle, data)
            os.close(handle)  # somebody saved between opening and locking
        raise StoreError(f"{path}: the file changes too fast to be locked")

    @classmethod
    def create(cls, path: str, data: bytes, overwrite: bool = False) -> "Store":
        """Make a record. Raises StoreError; a file that exists is refused unless ``overwrite``."""
        if overwrite and os.path.exists(path):
            store = cls.open(path)
            try:
                store.write(data, force=True)
            except StoreError:
                store.close()
                raise
            return store
        target = _real(path)
        try:
            with _beside(target, data) as (temporary, handle):
                try:
                    os.link(temporary, target)  # fails where somebody was faster; a move would not
                except FileExistsError:
                    raise _exists(path) from None
                except OSError:
                    if os.path.lexists(target):
                        raise _exists(path) from None
                    os.replace(temporary, target)
                kept = os.dup(handle)
        except OSError as error:
            raise StoreError(f"{path}: {_reason(error)}") from None
        _sync_folder(target)
        return cls(path, kept, data)

    @classmethod
    def begin(cls, folder: str, date: str, data: bytes) -> "Store":
        """Make a record in ``folder`` under the date and the first number that is free.

        The folder is made. Raises StoreError.
        """
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise StoreError(f"{folder}: {_reason(error)}") from None
        for number in count(1):
            path = os.path.join(folder, f"{date}-{number}.acq")
            if os.path.lexists(path):
                continue
            try:
                return cls.create(path, data)
            except StoreError as error:
                if error.kind is not Kind.EXISTS:  # else another game has just begun there
                    raise
        raise AssertionError("numbers do not end")

    def write(self, data: bytes, force: bool = False) -> None:
        """Put the record on disk. Raises StoreError.

        The file is left as it was where anything fails, and where another program has changed it.
        """
        if data == self._written and not force and self._unchanged():
            return
        if not force and not self._unchanged():
            if not os.path.exists(self._target):
                raise StoreError(f"{self.path}: the file is gone", Kind.GONE)
            raise StoreError(f"{self.path}: the file was changed by another program", Kind.CHANGED)
        try:
            with _beside(self._target, data, self._handle) as (temporary, handle):
                os.replace(temporary, self._target)
                kept = os.dup(handle)
        except OSError as error:
            raise StoreError(f"{self.path}: {_reason(error)}") from None
        _sync_folder(self._target)
        os.close(self._handle)
        self._handle = kept
        self._seen = _mark(kept)
        self._written = data

    def keeps(self, path: str) -> bool:
        """Whether ``path`` leads to the file that is held here, which is locked already."""
        return _same(self._handle, path)

    def _unchanged(self) -> bool:
        try:
            now = os.stat(self._target)
        except OSError:
            return False
        return (now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns) == self._seen

    def close(self) -> None:
        """Let go of the lock."""
        with suppress(OSError):
            os.close(self._handle)


def _real(path: str) -> str:
    """Where a path leads to. Raises StoreError."""
    if not path:
        raise StoreError(f"{path!r}: No such file or directory")
    try:
        return os.path.realpath(path)
    except OSError as error:  # the current folder is gone
        raise StoreError(f"{path}: {_reason(error)}") from None


@contextmanager
def _beside(target: str, data: bytes, like: int = -1) -> Iterator[tuple[str, int]]:
    """A locked and synced file with ``data`` beside ``target``; gone again unless it was moved."""
    folder = os.path.dirname(target) or "."
    base = os.path.basename(target)
    for attempt in range(100):
        temporary = os.path.join(folder, f"{_start(base)}{os.getpid()}-{attempt}.tmp")
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
        try:
            handle = os.open(temporary, flags, 0o666)
            break
        except FileExistsError:
            continue
    else:
        raise FileExistsError(errno.EEXIST, "no free name for a temporary file", folder)
    try:
        _lock(handle)
        if like >= 0:
            old = os.fstat(like)
            with suppress(OSError, AttributeError):
                os.fchown(handle, old.st_uid, old.st_gid)
            with suppress(OSError, AttributeError):
                os.fchmod(handle, stat.S_IMODE(old.st_mode))
        view = memoryview(data)
        while view:
            view = view[os.write(handle, view) :]
        os.fsync(handle)
        yield temporary, handle
    finally:
        with suppress(OSError):
            os.unlink(temporary)
        os.close(handle)


def _sweep(target: str) -> None:
    """Remove what a killed process was writing; a file that is being written is locked."""
    folder, base = os.path.split(target)
    ours = re.compile(re.escape(_start(base)) + r"[0-9]+-[0-9]+\.tmp")
    names: list[str] = []
    with suppress(OSError):
        names = os.listdir(folder or ".")
    for name in filter(ours.fullmatch, names):
        path = os.path.join(folder, name)
        with suppress(OSError):
            handle = os.open(path, _LOOKING | getattr(os, "O_NOFOLLOW", 0))
            try:
                if stat.S_ISREG(os.fstat(handle).st_mode) and _lock(handle):
                    os.unlink(path)
            finally:
                os.close(handle)


def _start(base: str) -> str:
    """How the names of the files begin that are written for another; a name has 255 bytes."""
    return f".{os.fsdecode(os.fsencode(base)[:200])}."


def _lock(handle: int) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # A file system that knows no locks is no reason not to play.
        return error.errno not in (errno.EWOULDBLOCK, errno.EACCES, errno.EAGAIN)
    return True


def _holder(handle: int) -> str:
    """Who has the lock, as far as the system tells."""
    info = os.fstat(handle)
    wanted = f"{os.major(info.st_dev):02x}:{os.minor(info.st_dev):02x}:{info.st_ino}"
    inode = f":{info.st_ino}"
    try:
        with open("/proc/locks", encoding="ascii", errors="replace") as locks:
            held = [line.split() for line in locks]
    except OSError:
        held = []
    # A layered file system may show another device number than the file has.
    for exact in (True, False):
        for words in held:
            if len(words) < 6 or words[1] != "FLOCK":
                continue
            if words[5] == wanted or (not exact and words[5].endswith(inode)):
                return f"another process ({words[4]})"
    return "another process"


def _exists(path: str) -> StoreError:
    return StoreError(f"{path}: the file exists", Kind.EXISTS)


def _same(handle: int, path: str) -> bool:
    try:
        there = os.stat(path)
    except OSError:
        return False
    here = os.fstat(handle)
    return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)


def _mark(handle: int) -> tuple[int, int, int, int]:
    info = os.fstat(handle)
    return info.st_dev, info.st_ino, info.st_size, info.st_mtime_ns


def _read(stream: BinaryIO, path: str) -> bytes:
    try:
        return stream.read()
    except OSError as error:
        raise StoreError(f"{path}: {_reason(error)}") from None


def _reason(error: OSError) -> str:
    return error.strerror or str(error) or type(error).__name__


def _sync_folder(target: str) -> None:
    with suppress(OSError):
        handle = os.open(os.path.dirname(target) or ".", os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
