"""What the filter asks of a game: its headers at once, the rest only when a question needs it."""

import re
from array import array
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import chain

from acquire_cli.engine.scoring import ranks, totals
from acquire_cli.engine.state import State
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.position import position_text
from acquire_cli.notation.record import Record
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.split import Piece, head_values, read_head, read_whole
from acquire_cli.notation.turn import Turn
from acquire_cli.records.game import Game, Library, open_game
from acquire_cli.records.outcome import findings, is_whole
from acquire_cli.records.replay import advance, is_soft, steps, take_notes
from acquire_cli.records.standings import ending

# How far a game has to be looked into before a question can be answered: the headers; how it
# ended; the turns as they are written; what happened in them.
HEAD, ENDED, TURNS, LOGGED = 0, 1, 2, 3

_HEADER = re.compile(rb"[ \t]*[A-Za-z][A-Za-z0-9_.-]+[ \t]*:|[ \t\r]*$")

Look = Callable[[State, Sequence[str]], bool]
"""A question about the position after a turn, asked while the game is played."""


class TurnFacts:
    """A turn that could be played: the ``seat`` whose turn it is, his ``cash`` after it, ``seen``
    the answers to the questions about the position after it."""

    __slots__ = ("cash", "log", "number", "seat", "seen", "turn")

    def __init__(
        self,
        number: int,
        seat: int,
        turn: Turn,
        log: list[tuple[int, ...]],
        cash: int,
        seen: list[bool],
    ) -> None:
        self.number = number
        self.seat = seat
        self.turn = turn
        self.log = log
        self.cash = cash
        self.seen = seen


class GameFacts:
    """One game of a file. ``headers`` and ``handles`` (in seat order) are known at once.

    After ``play``: ``played`` turns are the valid prefix, ``turns`` are they if they were asked
    for; ``reason``, ``finished`` and the lists ``rank``, ``total``, ``cash`` and ``order`` (place
    in turn order, from 1) by seat are as the game stands after them. They are empty for a game
    that cannot be played at all.
    """

    def __init__(self, piece: Piece, file: str) -> None:
        self.piece = piece
        self.file = file
        self.number = piece.number
        self.headers, self.handles = head_values(piece)
        self.game: Game | None = None
        self.record: Record | None = None
        self.played = 0
        self.turns: list[TurnFacts] = []
        self.before: list[bool] = []
        self.reason = ""
        self.finished = False
        self.total: list[int] = []
        self.rank: list[int] = []
        self.cash: list[int] = []
        self.order: list[int] = []
        self.start = ""
        self._found: list[Finding] = []

    @property
    def names(self) -> Names:
        """What letters and numbers of the log stand for; only of a game that could be opened."""
        assert self.game is not None
        return self.game.names

    def play(
        self,
        library: Library | None = None,
        needs: int = LOGGED,
        looks: Sequence[Look] = (),
        started: bool = False,
    ) -> None:
        """Play the game as far as it goes; ``started`` keeps the position it began with."""
        record = read_whole(self.piece, self.file)
        self.record = record
        game, found = open_game(record, library)
        self.game = game
        self._found = found
        if game is None:
            return
        state = game.state
        handles = game.names.handles
        order = game.order
        if started:
            self.start = position_text(state, handles)
        if needs == ENDED:
            play_all(game, found)
        else:
            self.before = [look(state, handles) for look in looks]
            turns = self.turns
            seen: list[bool] = []
            for number, player, turn, log in steps(game, found, needs == LOGGED):
                if looks:
                    seen = [look(state, handles) for look in looks]
                turns.append(TurnFacts(number, order[player], turn, log, state.cash[player], seen))
        self.played = game.played
        total = totals(state)
        self.total = game.seat_totals(total)
        self.rank = game.seat_totals(ranks(total))
        self.cash = game.seat_totals(state.cash)
        self.order = game.seat_totals(list(range(1, len(handles) + 1)))
        self.reason, self.finished = ending(game)

    def findings(self) -> list[Finding]:
        """What there is to say about the game as far as it was looked at, places in its file."""
        above = self.piece.line - 1
        if self.record is not None:
            found = findings(self.record, self.game, self._found)
        else:
            found = read_head(self.piece, self.file).findings
        return [one._replace(line=one.line + above) for one in found]

    def broken(self) -> bool:
        """Whether an error stands in the game."""
        return any(one.severity == ERROR for one in self.findings())

    def line_of(self, turn: Turn) -> int:
        """The line of a turn in its file."""
        return turn.line + self.piece.line - 1

    def digest(self) -> bytes:
        """A short name for what was played: the same for every spelling of it.

        Made of the ruleset with its overrides, the players by seat and in turn order, the position
        the game began with (bag and hands as far as they are known), and everything that happened.
        What cannot be played is told apart by its words. Comments, marks, names, dates and the
        result take no part. Needs ``play(started=True)``.
        """
        made = blake2b(digest_size=16)
        if self.game is None:
            made.update(b" ".join(self.piece.raw.split()))
            return made.digest()
        head = (repr(self.game.rules.ruleset), " ".join(self.handles), self.start)
        made.update("\n".join(head).encode("utf-8", "surrogateescape"))
        for turn in self.turns:
            made.update(array("q", chain.from_iterable(turn.log)).tobytes() + b"\n")
        if not is_whole(self.game):
            last = self.turns[-1].turn.line if self.turns else 0
            for line in self.piece.raw.split(b"\n")[last:]:
                words = line.partition(b"#")[0]
                if _HEADER.match(words) is None:
                    made.update(b" ".join(words.split()) + b"\n")
        return made.digest()


def play_all(game: Game, found: list[Finding]) -> None:
    """Play all the turns that can be played where nobody looks at them one by one."""
    record = game.record
    if record.broken >= 0 or any(turn.open for turn in record.turns[:-1]):
        for _ in steps(game, found, logged=False):
            pass
        return
    for turn in record.turns:
        finding = advance(game, turn)
        if finding is not None:
            found.append(finding)
            if not is_soft(finding):
                break
    found += take_notes(game)
