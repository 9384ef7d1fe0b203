"""Completion for prompt-toolkit: what ``completing`` finds."""

from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from acquire_cli.repl.completing import completions
from acquire_cli.repl.session import Session


class TurnCompleter(Completer):
    """Legal moves only, each with what it does."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """What prompt-toolkit asks."""
        typed = document.text_before_cursor
        start = len(typed) - (typed.rfind(" ") + 1)
        for choice in completions(self._session, typed):
            yield Completion(choice.text, start_position=-start, display_meta=choice.about)
