"""Ctrl-C and being asked to stop, as a game is played: never in the middle of what must be whole.

An exception that a signal's handler raises goes wherever the program happens to be. Inside the
callbacks of an event loop it is printed and lost; between a step and its file it loses the step.
So what came is remembered here, and becomes an exception only where one is expected.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import Any

from acquire_cli.repl.keys import HasHandle


class Signals:
    """SIGINT as KeyboardInterrupt, SIGTERM and SIGHUP as SystemExit, each at its time.

    The exit code is 128 and the signal's number, as a shell has it. A signal that is ignored, as
    under nohup, is left alone, and so is one to stop that somebody handles already. Where it is
    not entered nothing is handled, and everything else may be called all the same.
    """

    def __init__(self) -> None:
        self._before: dict[int, Any] = {}
        self._unraisable: Callable[[sys.UnraisableHookArgs], Any] | None = None
        self._interrupted = False
        self._stopped = 0
        self._ending = False
        self._woken = self._waker = self._waker_before = -1  # a pipe that tells of any signal
        self._wake: Callable[[], None] | None = None
        self._held = 0  # Ctrl-C waits
        self._whole = 0  # being asked to stop waits as well

    def __enter__(self) -> "Signals":
        if current_thread() is main_thread():
            self._unraisable, sys.unraisablehook = sys.unraisablehook, self._dropped
            for name in ("SIGTERM", "SIGHUP"):
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                    self._before[number] = signal.signal(number, self._stop)
            if callable(signal.getsignal(signal.SIGINT)):
                self._before[signal.SIGINT] = signal.signal(signal.SIGINT, self._interrupt)
            self._woken, self._waker = os.pipe()
            for end in (self._woken, self._waker):
                os.set_blocking(end, False)
            self._waker_before = signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._before.clear()
        if self._woken >= 0:
            signal.set_wakeup_fd(self._waker_before)
            os.close(self._woken)
            os.close(self._waker)
            self._woken = -1
        if self._unraisable is not None:
            sys.unraisablehook = self._unraisable

    def wait(self, source: HasHandle) -> None:
        """Wait until there is something to read, or raise what comes meanwhile: also what comes
        just before, which a read that blocks would not hear of."""
        if self._woken < 0 or os.name != "posix":
            return
        try:
            handle = source.fileno()
        except (OSError, ValueError):  # nothing of the system's, so it blocks nobody
            return
        while handle not in select([handle, self._woken], [], [])[0]:
            os.read(self._woken, 1 << 12)

    @property
    def came(self) -> bool:
        """Whether something waits to be raised."""
        return self._interrupted or bool(self._stopped)

    def check(self) -> None:
        """Raise what came and need not wait."""
        if self._wake is not None or self._whole:
            return
        if self._stopped:
            raise SystemExit(128 + self._stopped)
        if self._interrupted and not self._held:
            self._interrupted = False
            raise KeyboardInterrupt

    def answered(self) -> None:
        """The program is ending: what came so far is dealt with, and a Ctrl-C no longer matters.

        Whoever asks it once more to stop has no time for a farewell: that raises SystemExit.
        """
        self._stopped = 0
        self._interrupted = False
        self._ending = True

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What comes meanwhile is raised afterwards."""
        self._whole += 1
        try:
            yield
        finally:
            self._whole -= 1
            self.check()

    @contextmanager
    def held(self) -> Iterator[None]:
        """A Ctrl-C that comes meanwhile is raised afterwards, or in what is ``free``."""
        self._held += 1
        try:
            yield
        finally:
            self._held -= 1
            self.check()

    @contextmanager
    def free(self) -> Iterator[None]:
        """The opposite of ``held``, inside it."""
        self._held -= 1
        try:
            self.check()
            yield
        finally:
            self._held += 1

    @contextmanager
    def waking(self, wake: Callable[[], None]) -> Iterator[None]:
        """What comes meanwhile calls ``wake``, which raises nothing; it is raised afterwards."""
        self.check()
        self._wake = wake
        try:
            yield
        finally:
            self._wake = None
            self.check()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopped = number
        self._came()

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if not self._ending:
            self._interrupted = True
            self._came()

    def _came(self) -> None:
        if self._wake is not None:
            self._wake()
        else:
            self.check()

    def _dropped(self, what: "sys.UnraisableHookArgs") -> None:
        """Raised where nothing can be raised, as an object is put away: it is kept for later."""
        if issubclass(what.exc_type, KeyboardInterrupt):
            self._interrupted = True
        elif not issubclass(what.exc_type, SystemExit) and self._unraisable is not None:
            self._unraisable(what)
