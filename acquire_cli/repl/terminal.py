"""The conversation at a terminal, with prompt-toolkit: imported nowhere else in the program."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.layout.screen import Char
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from acquire_cli.display.clean import printable
from acquire_cli.repl import keys
from acquire_cli.repl.bar import bar_lines
from acquire_cli.repl.completer import TurnCompleter
from acquire_cli.repl.lexer import STYLES, TurnLexer
from acquire_cli.repl.plain import refusal_lines
from acquire_cli.repl.reply import Reply
from acquire_cli.repl.session import Session
from acquire_cli.repl.signals import Signals


class _WokenError(Exception):
    """A signal came while a line was typed."""


class Terminal:
    """Prompt, bar, history; what is shown scrolls by above."""

    shared = True
    asks = True

    def __init__(
        self,
        session: Session,
        out: TextIO,
        *,
        color: bool,
        history: Path | None = None,
        vi: bool = False,
        signals: Signals | None = None,
        **surroundings: Any,
    ) -> None:
        """``surroundings`` are prompt-toolkit's own input and output, where they are not those of
        the process."""
        self._session = session
        self._out = out
        self._signals = signals or Signals()
        style = {name.removeprefix("class:"): look for name, look in STYLES.items()}
        style["bottom-toolbar"] = "noreverse" if not color else "reverse"
        style["auto-suggestion"] = "ansibrightblack" if color else ""
        self._options: dict[str, Any] = {
            "auto_suggest": AutoSuggestFromHistory(),
            "completer": TurnCompleter(session),
            "complete_while_typing": False,
            "complete_style": CompleteStyle.COLUMN,
            "reserve_space_for_menu": 6,
            "lexer": TurnLexer(session) if color else None,
            "style": Style.from_dict(style if color else {"bottom-toolbar": "noreverse"}),
            "color_depth": None if color else ColorDepth.DEPTH_1_BIT,
            "bottom_toolbar": self._bar,
            "enable_suspend": True,
            "vi_mode": vi,
            **surroundings,
        }
        # People who share a keyboard do not share a history: it tells what was tried.
        alone = len(session.people) <= 1
        self._prompt = self._sat_down(_history(history) if alone else InMemoryHistory())
        self._pasted: list[str] = []
        self._thinking = False
        self._seats: dict[str, PromptSession[str]] = {}

    def _sat_down(self, history: History) -> PromptSession[str]:
        return PromptSession(history=history, **self._options)

    def _bar(self) -> StyleAndTextTuples:
        columns = self._prompt.output.get_size().columns
        return [("", "\n".join(bar_lines(self._session, columns)))]

    def ask(self, prompt: str) -> str:
        """The next line."""
        if not self._pasted:
            # What is pasted may be several lines: each is a line of its own.
            first, *self._pasted = self._read(self._prompt, prompt).split("\n")
            return first
        line = self._pasted.pop(0)
        self.show([prompt + printable(line)])
        return line

    def _read(self, prompt: "PromptSession[str]", message: str) -> str:
        """A line, or what a signal asks for: the prompt is first put away as after any line.

        prompt-toolkit's own answer to SIGINT prints a traceback where one comes as a prompt ends,
        and so does an exception that a handler raises inside its event loop.
        """
        app = prompt.app

        def leave() -> None:
            if app.is_running and app.future is not None and not app.future.done():
                app.exit(exception=_WokenError(), style="class:aborting")

        def wake() -> None:
            if app.loop is not None:
                app.loop.call_soon_threadsafe(leave)

        def begun() -> None:
            if self._signals.came:
                leave()

        self._measure()
        try:
            with suppress(_WokenError), self._signals.waking(wake):
                return prompt.prompt(message, pre_run=begun, handle_sigint=False)
        finally:
            self._measure()  # it may have another size by now
        raise KeyboardInterrupt

    def _measure(self) -> None:
        self._session.look.columns = max(40, self._prompt.output.get_size().columns)

    def thinking(self, who: str) -> None:
        """A line that stands there until the next one is shown."""
        self._out.write(f"\r\x1b[2K{who} is thinking …")
        self._out.flush()
        self._thinking = True

    def show(self, lines: Sequence[str]) -> None:
        """To the terminal, one a line."""
        if self._thinking:
            self._out.write("\r\x1b[2K")
            self._thinking = False
        for line in lines:
            self._out.write(line + "\n")
        self._out.flush()

    def refuse(self, reply: Reply) -> None:
        """Say why."""
        self.show(refusal_lines(reply, self._session.look.columns))

    def turn(self, session: Session) -> None:
        """The board, then the others' turns, as many as leave the board in sight."""
        rows = self._prompt.output.get_size().rows
        screen = ["", *session.screen(), ""]
        asked = len(session.question())
        bar = len(bar_lines(session, self._prompt.output.get_size().columns))
        room = max(0, rows - len(screen) - asked - bar - 1)
        turns = session.since(session.state.turn)
        self.show([*screen, *(turns[-room:] if room else [])])

    def hand_over(self, session: Session) -> None:
        """Clear the screen and what scrolled off it, and wait for the next person: keys that the
        one before has pressed do not answer for that one."""
        self._clear()
        self._pasted = []
        clear_typeahead(self._prompt.input)
        keys.drop(self._prompt.input)
        who = session.actor
        if who not in self._seats:
            self._seats[who] = self._sat_down(InMemoryHistory())
        self._prompt = self._seats[who]
        question = f"{session.called(who)} is next. Press Enter when only {who} looks. "
        waiting: PromptSession[str] = PromptSession(
            history=InMemoryHistory(),
            input=self._prompt.input,
            output=self._prompt.output,
        )
        while True:
            try:
                self._read(waiting, question)
                break
            except KeyboardInterrupt:
                continue
        self._clear()

    def leave(self) -> None:
        """Clear the screen, with the hand that stands on it."""
        self._clear()

    def forget(self) -> None:
        """Drop what is left of a paste."""
        self._pasted = []

    def _clear(self) -> None:
        output = self._prompt.output
        output.erase_screen()
        output.write_raw("\x1b[3J")  # what has scrolled off, where the terminal knows the word
        output.cursor_goto(0, 0)
        output.flush()


class _Spelt(dict[str, str]):
    """How characters that are typed are shown: what hides itself or turns the others round is spelt
    out, as everywhere else."""

    def __contains__(self, char: object) -> bool:
        return super().__contains__(char) or not str(char).isprintable()

    def __missing__(self, char: str) -> str:
        return printable(char)


Char.display_mappings = _Spelt(Char.display_mappings)


class _FileHistory(FileHistory):
    """A history that is not worth a game: where it cannot be written or read, it is short."""

    def store_string(self, string: str) -> None:
        with suppress(OSError):
            super().store_string(string)

    def load_history_strings(self) -> Iterable[str]:
        try:
            return list(super().load_history_strings())
        except OSError:
            return []


def _history(path: Path | None) -> History:
    """The history file, in memory where it cannot be had."""
    if path is None:
        return InMemoryHistory()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():  # a pipe would be waited for
            return InMemoryHistory()
        with open(path, "ab"):
            pass
        with suppress(OSError):
            os.chmod(path, 0o600)
    except OSError:
        return InMemoryHistory()
    return _FileHistory(str(path))
