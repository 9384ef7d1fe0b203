"""Ctrl-C, and being asked to stop by SIGTERM and SIGHUP while something is half done."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

AGAIN = 0.01
"""Seconds after which a Ctrl-C comes again that came where nothing can be raised."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, told apart from a plain KeyboardInterrupt.

    Where a plain one leaves code that was compiled from text at run time (a named tuple is made of
    such code), Python remembers it and kills itself with SIGINT at its end, although the exception
    was caught. The exit code of the program would be lost.
    """


@contextmanager
def answering_interrupts() -> Iterator[None]:
    """Let Ctrl-C raise Interrupted, and none be lost: as an object is put away nothing can be
    raised, so there it comes again a moment later.

    A SIGINT that is ignored, or that somebody handles already, is left alone.
    """
    import signal
    from threading import current_thread, main_thread

    ours = (
        current_thread() is main_thread()
        and signal.getsignal(signal.SIGINT) is signal.default_int_handler
    )
    if not ours:
        yield
        return
    interrupts = _Interrupts(sys.unraisablehook)
    sys.unraisablehook = interrupts.dropped
    signal.signal(signal.SIGINT, interrupts.come)
    try:
        yield
    finally:
        interrupts.owed = False
        signal.signal(signal.SIGINT, signal.default_int_handler)
        sys.unraisablehook = interrupts.hook


class _Interrupts:
    def __init__(self, hook: "Callable[[sys.UnraisableHookArgs], object]") -> None:
        self.hook = hook
        self.owed = False  # one was raised where nothing can be
        self._noting = False  # and nothing can be here

    def come(self, number: int, frame: object) -> None:
        if not self._noting:
            self.owed = False
            raise Interrupted

    def dropped(self, what: "sys.UnraisableHookArgs") -> None:
        if not issubclass(what.exc_type, KeyboardInterrupt):
            self.hook(what)
            return
        from threading import Thread

        self._noting = self.owed = True
        Thread(target=self._again, daemon=True).start()
        self._noting = False

    def _again(self) -> None:
        import signal
        import time
        from threading import main_thread

        while True:
            time.sleep(AGAIN)
            if not self.owed:
                break
            if hasattr(signal, "pthread_kill"):  # then it wakes up from whatever it waits for
                signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
            else:
                signal.raise_signal(signal.SIGINT)


@contextmanager
def stopping_tidily() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the program by an exception, so that what was begun is put away.

    The exit code is 128 and the signal's number, as a shell has it. A signal that is ignored, as
    under nohup, or that somebody handles already, is left alone.
    """
    import signal
    from threading import current_thread, main_thread

    def stop(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    before = {}
    if current_thread() is main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
