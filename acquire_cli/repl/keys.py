"""Keys that are pressed while no line is asked for, as a computer player thinks."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import Protocol

termios: ModuleType | None
try:
    import termios
except ImportError:  # where there are none
    termios = None


class HasHandle(Protocol):
    """A file, or prompt-toolkit's input."""

    def fileno(self) -> int:
        """The descriptor. Raises OSError where there is none."""
        ...


def no_key(handle: int) -> bytes:
    """What stands among the special characters of a terminal for one that no key sends."""
    return bytes([os.fpathconf(handle, "PC_VDISABLE")])


def drop(source: HasHandle) -> None:
    """Forget what has been pressed and not been read, where that is a terminal."""
    if termios is not None:
        with suppress(OSError, NotImplementedError, termios.error):
            termios.tcflush(source.fileno(), termios.TCIFLUSH)


@contextmanager
def kept(handle: int) -> Iterator[None]:
    """Meanwhile the terminal hands keys on as they are pressed, and does not show them.

    They wait for the next prompt, an end of input among them, which a terminal that collects
    lines would swallow, and what would suspend the program or kill it in the middle of a step.
    Ctrl-C is what it always is. The terminal is put back however this ends; what is no terminal is
    left alone.
    """
    if termios is None:
        yield
        return
    try:
        before = termios.tcgetattr(handle)
    except termios.error:
        yield
        return
    modes = termios.tcgetattr(handle)
    modes[3] &= ~(termios.ICANON | termios.ECHO)
    modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
    modes[6][termios.VSUSP] = modes[6][termios.VQUIT] = no_key(handle)
    try:
        termios.tcsetattr(handle, termios.TCSANOW, modes)
        yield
    finally:
        with suppress(termios.error):  # the terminal may be gone
            termios.tcsetattr(handle, termios.TCSANOW, before)
