"""The conversation in plain lines: pipes, scripts, dumb terminals, screen readers."""

from collections.abc import Callable, Iterator, Sequence
from typing import BinaryIO, TextIO

from acquire_cli.display.clean import printable, wrapped
from acquire_cli.repl import keys
from acquire_cli.repl.lines import LONGEST
from acquire_cli.repl.loop import Stop
from acquire_cli.repl.reply import Reply
from acquire_cli.repl.session import Session
from acquire_cli.repl.signals import Signals

MOST = 4 * LONGEST + 2
"""Bytes of the longest line that is taken, and more."""


LEAST_ROWS = 60
"""What a terminal may show that does not say how many rows it has, or shows what scrolled off."""


class Lines:
    """Lines with the place they came from."""

    def __init__(self, name: str, lines: Iterator[str]) -> None:
        self.name = name
        self.number = 0
        self._lines = lines

    def next(self) -> str | None:
        """The next line, None at the end."""
        line = next(self._lines, None)
        if line is not None:
            self.number += 1
        return line


def decoded(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream; bytes that are not UTF-8 come as they can be refused."""
    while True:
        line = _line(stream)
        if line is None:
            return
        yield line


def _line(stream: BinaryIO) -> str | None:
    """The next line, None at the end; of one that is too long as much as shows that it is."""
    raw = stream.readline(MOST)
    if len(raw) == MOST and not raw.endswith(b"\n"):
        while (more := stream.readline(MOST)) and not more.endswith(b"\n"):
            pass
        raw += "…".encode()  # blanks at the end would not count
    return raw.decode("utf-8", "surrogateescape").rstrip("\r\n") if raw else None


class Script:
    """Lines of scripts: nothing is asked, and the first line that is refused stops everything."""

    shared = False
    asks = False

    def __init__(self, sources: Sequence[Lines], out: TextIO, err: TextIO) -> None:
        self._sources = list(sources)
        self._out = out
        self._err = err

    def ask(self, prompt: str) -> str:
        """The next line of the next script."""
        while self._sources:
            line = self._sources[0].next()
            if line is not None:
                # Blank lines and comments of a script are not for the game.
                if not line.strip() or line.lstrip().startswith("#"):
                    continue
                return line
            self._sources.pop(0)
        raise EOFError

    def show(self, lines: Sequence[str]) -> None:
        """To the output, one a line."""
        for line in lines:
            self._out.write(line + "\n")
        self._out.flush()

    def refuse(self, reply: Reply) -> None:
        """Say where and why, and stop."""
        source = self._sources[0]
        place = f"{printable(source.name)}:{source.number}"
        hint = f"\n  {printable(reply.hint)}" if reply.hint else ""
        self._out.flush()
        self._err.write(f"{place}: refused: {printable(reply.refused)}{hint}\n")
        self._err.flush()
        raise Stop(1)

    def turn(self, session: Session) -> None:
        """Nobody looks on."""

    def hand_over(self, session: Session) -> None:
        """Nobody looks on."""

    def leave(self) -> None:
        """Nobody looks on."""

    def forget(self) -> None:
        """The next line is another matter."""


class Pipe(Script):
    """A program or a file at the other end of standard input: told what is asked, never stopped."""

    asks = True

    def refuse(self, reply: Reply) -> None:
        """Say which line and why, each on a line that can be searched for; and go on."""
        said = [f"line {self._sources[0].number}: refused: {printable(reply.refused)}"]
        self.show([*said, f"  {printable(reply.hint)}"] if reply.hint else said)


class PlainTerminal:
    """A terminal that is only written to: a screen reader's, or one without cursor movement."""

    shared = True
    asks = True

    def __init__(
        self,
        stdin: BinaryIO,
        out: TextIO,
        rows: Callable[[], int],
        signals: Signals | None = None,
    ) -> None:
        """``rows`` gives the rows of the terminal at the time."""
        self._stdin = stdin
        self._out = out
        self._rows = rows
        self._signals = signals or Signals()

    def ask(self, prompt: str) -> str:
        """Write the prompt, read a line."""
        self._out.write(prompt)
        self._out.flush()
        try:
            self._signals.wait(self._stdin)
            line = _line(self._stdin)
        except KeyboardInterrupt:
            self._out.write("\n")
            raise
        except OSError:  # the terminal has been taken away
            raise EOFError from None
        if line is None:
            self._out.write("\n")
            raise EOFError
        return line

    def show(self, lines: Sequence[str]) -> None:
        """To the terminal, one a line."""
        for line in lines:
            self._out.write(line + "\n")
        self._out.flush()

    def refuse(self, reply: Reply) -> None:
        """Say why."""
        self.show(refusal_lines(reply))

    def turn(self, session: Session) -> None:
        """The board, and where people take turns what the others did."""
        since = session.since(session.state.turn) if len(session.people) > 1 else []
        self.show(["", *session.screen(), *(["", *since] if since else [])])

    def hand_over(self, session: Session) -> None:
        """As many empty lines as hide what stood there."""
        self._hide()
        while True:
            try:
                who = session.actor
                self.ask(f"{session.called(who)} is next. Press Enter when only {who} looks. ")
                return
            except KeyboardInterrupt:
                continue

    def leave(self) -> None:
        """As many empty lines as hide what stood there."""
        self._hide()

    def forget(self) -> None:
        """The terminal has forgotten what was typed ahead."""

    def _hide(self) -> None:
        keys.drop(self._stdin)
        self.show([""] * max(LEAST_ROWS, self._rows()))


def refusal_lines(reply: Reply, columns: int = 80) -> list[str]:
    """A refusal in a line or two."""
    lines = wrapped("refused: " + printable(reply.refused), columns, "")
    if reply.hint:
        lines += wrapped(printable(reply.hint), columns, "  ")
    return lines
