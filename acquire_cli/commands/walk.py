"""Walking through pages on a terminal with the arrow keys, and leaving it as it was found."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final

from acquire_cli.commands.environment import Environment, discard
from acquire_cli.commands.signals import stopping_tidily
from acquire_cli.repl.keys import no_key

ENTER: Final = "\x1b[?1049h\x1b[?25l"
LEAVE: Final = "\x1b[?25h\x1b[?1049l"
STRIDE: Final = 10
"""So many lines up or down, of a page that is longer than the screen."""
MORE: Final = "down: more   "
KEYS: Final = "left, right: a turn   page up, down: ten   home, end   q: quit"

_KEY = re.compile(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|[\s\S]")
_ENDS: Final = ("q", "Q", "\x04", "\x1b")
_HOME: Final = ("\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~", "g", "0", "<")
_END: Final = ("\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~", "G", "$", ">")
_DOWN: Final = ("\x1b[B", "\x1bOB", "j")
_UP: Final = ("\x1b[A", "\x1bOA", "k")
_MOVES: Final = {
    "\x1b[C": 1,
    "\x1bOC": 1,
    "\x1b[B": 1,
    "\x1bOB": 1,
    " ": 1,
    "\r": 1,
    "\n": 1,
    "l": 1,
    "j": 1,
    "n": 1,
    "\x1b[D": -1,
    "\x1bOD": -1,
    "\x1b[A": -1,
    "\x1bOA": -1,
    "\x7f": -1,
    "\b": -1,
    "h": -1,
    "k": -1,
    "p": -1,
    "\x1b[6~": 10,
    "\x1b[5~": -10,
}

Page = Callable[[int, int], list[str]]
"""The lines of a page for its number and the columns at hand."""


def walk(environment: Environment, page: Page, count: int, start: int = 0) -> None:
    """Show pages 0 to ``count - 1``, one at a time, until the reader has seen enough.

    Of a page that is longer than the screen, up and down show the rest before another comes.
    """
    assert environment.stdin is not None
    at = max(0, min(start, count - 1))
    top = 0
    with _keys(environment) as keys:
        above, below, step = _draw(environment, page, at, count, top)
        for key in keys:
            if key in _ENDS:
                return
            if key in _DOWN and below:
                top = above + step
            elif key in _UP and above:
                top = above - step
            else:
                before, at = at, moved(at, count, key)
                top = above if at == before else 0
            above, below, step = _draw(environment, page, at, count, top)


def moved(at: int, count: int, key: str) -> int:
    """The page that a key leads to."""
    if key in _HOME:
        return 0
    if key in _END:
        return count - 1
    return max(0, min(count - 1, at + _MOVES.get(key, 0)))


def screen(
    lines: list[str], at: int, count: int, columns: int, rows: int, more: bool = False
) -> str:
    """What is sent for a page: at most so many rows, the last one for the keys.

    A line may be wider than the screen; with wrapping off the terminal cuts it. Each line is
    cleared before it is written: clearing after it would take its last column away.
    """
    shown = lines[: max(1, rows - 1)]
    shown += [""] * (rows - 1 - len(shown))
    foot = f"{at}/{count - 1}   {MORE if more else ''}{KEYS}"[: max(1, columns - 1)]
    body = "".join(f"\x1b[2K{line}\r\n" for line in shown)
    return f"\x1b[H\x1b[?7l{body}\x1b[2K\x1b[2m{foot}\x1b[0m\x1b[J\x1b[?7h"


def _draw(
    environment: Environment, page: Page, at: int, count: int, top: int
) -> tuple[int, int, int]:
    """Show a page from its line ``top`` on; how many lines of it stand above and below, and how
    many to go up or down."""
    try:
        columns, rows = os.get_terminal_size(environment.stdout.fileno())
    except (OSError, ValueError):
        columns, rows = 80, 24
    columns, rows = columns or 80, rows or 24
    lines = page(at, columns)
    room = max(1, rows - 1)
    above = max(0, min(top, len(lines) - room))
    below = max(0, len(lines) - room - above)
    text = screen(lines[above:], at, count, columns, rows, below > 0)
    environment.stdout.write(text)
    environment.stdout.flush()
    return above, below, min(STRIDE, room)


@contextmanager
def _keys(environment: Environment) -> Iterator[Iterator[str]]:
    """The keys pressed, on a terminal that is put back however this ends.

    A change of the window's size comes as the key "".
    """
    import signal
    import termios
    import tty

    stdin = environment.stdin
    assert stdin is not None
    handle = stdin.fileno()
    before = termios.tcgetattr(handle)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    resized = signal.signal(signal.SIGWINCH, lambda number, frame: None)
    # A signal that comes just before the keys are waited for ends the wait as well.
    before_wake = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    with stopping_tidily():
        try:
            tty.setcbreak(handle)
            mode = termios.tcgetattr(handle)
            # Suspended or killed in the middle it would leave its screen behind.
            mode[6][termios.VSUSP] = mode[6][termios.VQUIT] = no_key(handle)
            termios.tcsetattr(handle, termios.TCSADRAIN, mode)
            environment.stdout.write(ENTER)
            yield _pressed(stdin, woken)
        finally:
            signal.set_wakeup_fd(before_wake)
            signal.signal(signal.SIGWINCH, resized)
            os.close(woken)
            os.close(wake)
            try:
                termios.tcsetattr(handle, termios.TCSADRAIN, before)
                environment.stdout.write(LEAVE)
                environment.stdout.flush()
            except (termios.error, OSError):  # the terminal may be the very thing that has gone
                discard(environment.stdout)


def _pressed(stdin: BinaryIO, woken: int) -> Iterator[str]:
    from select import select

    handle = stdin.fileno()
    while True:
        ready, _, _ = select([handle, woken], [], [])
        if woken in ready:
            os.read(woken, 1024)
            yield ""
        if handle in ready:
            typed = os.read(handle, 1024)
            # The rest of a key that sends several bytes may be on its way.
            while (
                typed.endswith((b"\x1b", b"\x1b[", b"\x1bO")) and select([handle], [], [], 0.05)[0]
            ):
                more = os.read(handle, 1024)
                if not more:
                    break
                typed += more
            if not typed:
                return
            for found in _KEY.finditer(typed.decode("utf-8", "replace")):
                yield found.group()
