"""The conversation: lines to the session, replies to whoever typed them, every step to the file.

The same loop serves a terminal, a pipe and a script; what differs is the ``Screen``.
"""

import os.path
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from acquire_cli.display.clean import printable
from acquire_cli.engine import codes as c
from acquire_cli.repl.moment import Moment
from acquire_cli.repl.reply import Reply
from acquire_cli.repl.session import Session
from acquire_cli.repl.signals import Signals
from acquire_cli.repl.speech import standings_lines, winner_line
from acquire_cli.repl.store import Kind, Store, StoreError

INTERRUPTED = 130
NOT_SAVED = 2

_FIRMLY = {
    Kind.EXISTS: "; save! writes over it",
    Kind.CHANGED: "; save! writes over it",
    Kind.GONE: "; save! makes it anew",
    Kind.OTHER: "",
}
"""What ``save!`` would do about it."""


class Stop(Exception):  # noqa: N818  an ending, no error
    """The conversation is over: with a refused line of a script, ``code`` 1, else 0."""

    def __init__(self, code: int = 0) -> None:
        super().__init__(code)
        self.code = code


class Screen(Protocol):
    """Where the conversation takes place."""

    shared: bool
    """Whether several people may sit before it, who must not see each other's hands."""

    asks: bool
    """Whether anybody wants to be told what is to be decided."""

    def ask(self, prompt: str) -> str:
        """The next line. Raises EOFError at the end, KeyboardInterrupt to begin the line anew."""
        ...

    def show(self, lines: Sequence[str]) -> None:
        """Lines of text for who sits there."""
        ...

    def refuse(self, reply: Reply) -> None:
        """A line that was refused. A script raises Stop."""
        ...

    def turn(self, session: Session) -> None:
        """Somebody's turn begins: whatever there is to be seen before it."""
        ...

    def hand_over(self, session: Session) -> None:
        """Another person is to sit down: hide everything until that one is there."""
        ...

    def leave(self) -> None:
        """Whoever sat there has left: hide what the others are not to see."""
        ...

    def forget(self) -> None:
        """A line was broken off: those that came with it are not wanted either."""
        ...


class Loop:
    """A session, its file and a screen."""

    def __init__(
        self,
        session: Session,
        store: Store | None,
        screen: Screen,
        waiting: Callable[[str], None] | None = None,
        signals: Signals | None = None,
        home: str | None = None,
        notes: Sequence[str] = (),
        stuck: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        """``stuck`` gives the screen up if it takes nothing for so long as the program is to stop;
        ``home`` is what a leading ``~`` stands for in a path that is typed, ``notes`` what there
        is to say first, to whoever sits there."""
        self.session = session
        self.store = store
        self.screen = screen
        self._waiting = waiting
        self._signals = signals or Signals()
        self._home = home
        self._notes = notes
        self._stuck = stuck
        session.whole = self._signals.whole
        self._unsaved = store is None
        self._kept = session.now  # what save() was last called with
        self._complained = False
        self._sitting = ""
        self._turn = 0
        self._asked: Moment | None = None

    def run(self) -> int:
        """Talk until the end of input or ``quit``; the exit code.

        Ctrl-C clears the line that is typed or worked on. Where there is none, as a computer
        player thinks or a step has been taken, it ends the conversation. Whatever else ends it is
        raised again, once everything is saved or shown.
        """
        with self._signals.held():
            code = 0
            try:
                self._talk()
            except Stop as stop:
                code = stop.code
            except KeyboardInterrupt:
                code = INTERRUPTED
            except BaseException:
                # Asked to stop, or one of the streams is gone.
                self._signals.answered()
                with suppress(Exception), self._signals.whole():
                    self._write()
                # What is nowhere else has to be shown.
                self._stuck(5 if self._unsaved else 0.2)
                with suppress(Exception):
                    self._farewell()
                raise
            self._farewell()
        lost = self._unsaved and self.store is not None
        return code or (NOT_SAVED if lost else 0)

    def _talk(self) -> None:
        free = self._signals.free
        if not self._passed_on:
            self._tell()
        if self.session.over and self.screen.shared:
            self._over()
        while True:
            if self.session.waiting:
                with free():
                    self.computers()
            try:
                with free():
                    self._before_asking()
                    line = self.screen.ask(self.prompt())
            except KeyboardInterrupt:
                continue
            except EOFError:
                return
            before = self.session.now
            try:
                with free():
                    self.take(line)
            except KeyboardInterrupt:
                if not self.screen.shared or self.session.now is not before:
                    raise
                self.screen.forget()

    def take(self, line: str) -> None:
        """One line, and what follows from it. Raises Stop."""
        reply = self.session.do(line)
        if reply.refused:
            self.screen.refuse(reply)
            return
        if reply.changed:
            self.save()
        self.screen.show(reply.lines)
        if reply.changed and self.session.over:
            self._over()
        if reply.wish == "quit":
            raise Stop
        if reply.wish == "save":
            with self._signals.whole():
                self._save_as(reply.path, reply.firm)

    def computers(self) -> None:
        """Let computer players move until a person has to decide."""
        while self.session.waiting:
            if self._waiting is not None and self.session.thinks:
                self._waiting(self.session.actor)
            reply = self.session.step()
            self.save()
            self.screen.show(reply.lines)
            if self.session.over:
                self._over()

    def prompt(self) -> str:
        """What stands before the line: who has to decide what."""
        session = self.session
        if session.doubted:
            return "anyway, show or rethink> "
        if session.over:
            return "over> "
        word = {
            c.PLACE: "tile",
            c.FOUND: "chain",
            c.SURVIVOR: "survivor",
            c.NEXT: "next",
            c.BANK: "bank's tile",
            c.DISPOSE: "dispose",
            c.BUY: "buy",
            c.END: "end?",
            c.ASIDE: "dead tiles",
        }[session.state.phase]
        return f"{session.now.number} {session.actor} {word}> "

    @property
    def _passed_on(self) -> bool:
        """Whether people sit down one after the other, the screen cleared each time."""
        return self.screen.shared and len(self.session.people) > 1

    def _tell(self) -> None:
        notes, self._notes = self._notes, ()
        self.screen.show([printable(note) for note in notes])

    def _before_asking(self) -> None:
        session = self.session
        if session.over:
            return
        if self._passed_on and session.actor != self._sitting:
            self.screen.hand_over(session)
            self._tell()
            self._sitting = session.actor
            self._turn = 0
        if session.now.number != self._turn:
            self._turn = session.now.number
            self.screen.turn(session)
            self._asked = None
        if self.screen.asks and session.now is not self._asked:
            self._asked = session.now
            self.screen.show(session.question(hand=self.screen.shared))

    def _over(self) -> None:
        session = self.session
        board = ["", *session.screen(), ""] if self.screen.shared else []
        self.screen.show(
            [
                *board,
                *session.question(),
                *standings_lines(session.game, session.state, session.look),
                winner_line(session.state, session.names),
            ]
        )

    # ---- the file ----

    def save(self) -> None:
        """Put the record on disk; where that fails the game goes on in memory, and is told so."""
        with self._signals.whole():
            self._save()

    def _save(self) -> None:
        why = self._write()
        if why:
            said = [f"NOT SAVED: {why}"]
            if not self._complained:
                said.append("The game goes on in memory: save PATH puts it elsewhere.")
            self._complained = True
            self.screen.show(said)
        elif self._complained and self.store is not None:
            self._complained = False
            self.screen.show([f"Saved again in {printable(self.store.path)}."])

    def _write(self) -> str:
        """Put the record on disk and say nothing; why that could not be, if there is a file."""
        self._kept = self.session.now
        self._unsaved = True
        if self.store is None:
            return ""
        try:
            self.store.write(self._data())
        except StoreError as error:
            return printable(str(error))
        self._unsaved = False
        return ""

    def _save_as(self, path: str, firm: bool) -> None:
        path, unknown = self._at_home(path)
        if not path and self.store is None:
            self._not_saved("no file is at hand: save PATH names one")
            return
        try:
            if self.store is not None and (not path or self.store.keeps(path)):
                self._unsaved = True
                self.store.write(self._data(), force=firm)
                said = f"Saved in {printable(self.store.path)}."
            else:
                store = Store.create(path, self._data(), overwrite=firm)
                if self.store is not None:
                    self.store.close()
                self.store = store
                said = f"Saved in {printable(path)}; the game goes on there."
        except StoreError as error:
            self._not_saved(printable(str(error)) + (_FIRMLY[error.kind] or unknown))
            return
        self._unsaved = self._complained = False
        self.screen.show([said])

    def _not_saved(self, why: str) -> None:
        """Say why a game is not saved as it was asked for; a script ends there."""
        if self.screen.asks:
            self.screen.show([f"NOT SAVED: {why}"])
        else:
            self.screen.refuse(Reply(refused=f"NOT SAVED: {why}"))

    def _at_home(self, path: str) -> tuple[str, str]:
        """The path as the user means it; what to add where it fails because of its ``~``."""
        user, slash, rest = path.partition("/")
        if user == "~" and self._home is not None:
            return self._home.rstrip("/") + slash + rest, ""
        if user == "~":
            return path, "; ~ stands for a home, and none is known"
        return os.path.expanduser(path), ""  # ~user: the system knows the homes of others

    def _data(self) -> bytes:
        return self.session.text().encode("utf-8", "surrogateescape")

    def _farewell(self) -> None:
        # First, since the screen may be gone.
        if self._unsaved or self.session.now is not self._kept:
            self.save()
        if self._sitting and not self.session.over:
            self.screen.leave()
        if not self.screen.asks and not self.session.over:
            self.screen.show(self.session.question(hand=False))
        if self._unsaved:
            self.screen.show(["The game is NOT SAVED. Its record, to be copied:", ""])
            lines = self.session.text().split("\n")[:-1]
            # On a terminal as what can be read, into a pipe as it is.
            self.screen.show([printable(line) for line in lines] if self.screen.shared else lines)
        elif self.store is not None:
            self.screen.show([f"Saved in {printable(self.store.path)}."])
