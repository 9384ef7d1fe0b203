"""The session: a line in, a reply out. No file, no terminal, no clock.

``do`` takes what a person types, ``step`` lets a computer player decide; ``text`` is the record to
be saved after either. Whatever is typed, ``do`` does not raise, and a refused line changes nothing.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from acquire_cli.display.board import Look
from acquire_cli.display.clean import cut, printable, wrapped
from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.state import State
from acquire_cli.notation.choices import action_text, choices
from acquire_cli.notation.writer import comment_text
from acquire_cli.players.player import Player, decide, make, options
from acquire_cli.records.game import Game
from acquire_cli.repl import questions, speech
from acquire_cli.repl.announced import open_line
from acquire_cli.repl.entry import play_line
from acquire_cli.repl.lines import lettered, strange, unfit
from acquire_cli.repl.moment import Moment, Point
from acquire_cli.repl.reply import Reply, refusal
from acquire_cli.repl.table import Spoken, command_of, help_lines, short_forms
from acquire_cli.repl.work import Happened, RefusedError, Table, Work

if TYPE_CHECKING:
    from acquire_cli.repl.tutor import Tutor

MOST_MOVES = 200
"""How many legal continuations ``moves`` lists."""


class Session:
    """A game at some point, with the way back.

    ``head`` are the lines above the turns, ``before`` what stands in the file above the game.
    ``computers`` maps handles to computer players. A step is taken inside ``whole``, which may
    keep signals away from it.
    """

    def __init__(
        self,
        game: Game,
        head: Sequence[str],
        now: Moment,
        *,
        before: str = "",
        points: Sequence[Point] = (),
        computers: Mapping[str, str] | None = None,
        closing: Sequence[str] = (),
        look: Look | None = None,
        tutor: "Tutor | None" = None,
        plain: bool = False,
    ) -> None:
        self.game = game
        self.names = game.names
        self.head = tuple(head)
        self.before = before
        self.closing = tuple(closing)
        self.now = now
        self.look = look or Look()
        self.tutor = tutor
        self.plain = plain
        named = computers or {}
        self.computers = {
            player: named[handle]
            for player, handle in enumerate(self.names.handles)
            if handle in named
        }
        self.table = Table(self.names, game.dealt, self.computers)
        self.short = short_forms(self.names.chain)
        self._points = list(points)
        self._undone: list[tuple[list[Point], Moment]] = []
        self._players: dict[int, Player] = {}
        self._reasons: list[tuple[str, str]] = []
        self._advice: tuple[Moment | None, str] = None, ""
        self._doubted = ""
        self._untold: list[Happened] = []
        self.whole: Callable[[], AbstractContextManager[None]] = nullcontext

    # ---- what it stands at ----

    @property
    def state(self) -> State:
        return self.now.state

    @property
    def over(self) -> bool:
        return self.now.over

    @property
    def actor(self) -> str:
        """The handle of whoever has to decide."""
        return self.names.handles[self.state.actor]

    @property
    def doubted(self) -> bool:
        """Whether the tutor has objected, and waits for an answer."""
        return self._doubted != ""

    def called(self, handle: str) -> str:
        """A player's name and handle, as somebody is called to the keyboard."""
        name = cut(printable(self.game.record.value(f"name.{handle}").strip()), 30)
        return f"{name} ({handle})" if name else handle

    @property
    def people(self) -> list[str]:
        """The handles that persons play, in turn order."""
        return [h for p, h in enumerate(self.names.handles) if p not in self.computers]

    @property
    def waiting(self) -> bool:
        """Whether a computer player has to decide now."""
        s = self.state
        return (
            s.phase not in (c.OVER, c.BANK)
            and s.actor in self.computers
            and s.unknown[s.actor] == 0
        )

    @property
    def thinks(self) -> bool:
        """Whether the computer player that decides now may take a second or two."""
        return self.computers.get(self.state.actor) == "sharp"

    @property
    def viewer(self) -> int:
        """Whose hand may be shown: the person who decides; alone at the table, that one always."""
        people = [p for p in range(self.state.players) if p not in self.computers]
        if len(people) == 1:
            return people[0]
        return self.state.actor if self.state.actor in people and not self.over else -1

    def text(self) -> str:
        """The record as it is to stand in the file."""
        now = self.now
        lines = [*self.head]
        body = [*now.lines]
        if now.log:
            body.append(self.open_text())
            body += [comment_text(line) for line in now.turn.after]
        if body:
            lines += ["", *body]
        if now.over:
            lines.append(self.result())
        lines += self.closing
        return self.before + "\n".join(lines) + "\n"

    def open_text(self) -> str:
        """The line of the turn under way, "" where nothing of it is decided."""
        now = self.now
        if not now.log:
            return ""
        return open_line(self.names, now.base, now.state, now.log, now.turn, now.number)

    def result(self) -> str:
        """The record's last line, once the game is over."""
        money = self.game.seat_totals(totals(self.state))
        each = [f"{handle}={total}" for handle, total in zip(self.game.handles, money, strict=True)]
        return " ".join([f"result: {c.REASON_NAMES[self.state.reason]}", *each])

    def question(self, hand: bool = True) -> list[str]:
        """What is to be decided now, with what it costs and pays."""
        return questions.question(self.state, self.names, self.look.columns, hand)

    def screen(self) -> list[str]:
        """Board, chains, players; where only plain lines are liked, as a list."""
        if self.plain:
            return speech.listed_screen(self.state, self.names)
        return speech.screen(self.state, self.names, self.viewer, self.look)

    def since(self, player: int) -> list[str]:
        """The turns since ``player`` was on turn and the one under way, fit for a terminal."""
        out: list[str] = []
        for line in reversed(self.now.lines):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if self.names.handles[player] in words[:2] or len(out) >= self.state.players:
                break
            out.insert(0, printable(line))
        opened = printable(self.open_text())
        return [*out, opened] if opened else out

    # ---- a line ----

    def do(self, line: str) -> Reply:
        """Take a line that somebody typed."""
        line = line.strip()
        problem = unfit(line)
        if problem:
            return refusal(problem)
        if self._doubted:
            answered = self._answer_doubt(line)
            if answered is not None:
                return answered
        if not line:
            return Reply(tuple(self.question()))
        if line.startswith("#"):
            return Reply()
        spoken = command_of(line, self.short)
        if spoken is not None:
            return self._obey(spoken)
        line = lettered(line, self.names)
        why, hint = strange(line, self.names)
        if why:
            return refusal(why, hint)
        return self._move(line, warn=self.tutor is not None)

    def _move(self, line: str, warn: bool) -> Reply:
        if self.waiting:
            return refusal(f"{self.actor} is a computer player and moves itself")
        before = self.now
        try:
            work = play_line(self.table, before, line)
            after = work.moment()
        except RefusedError as error:
            return refusal(error.why, error.hint)
        now, word = self._advice
        advised = now is before and word == line.lower()
        if warn and not advised and self.tutor is not None:
            doubt = self.tutor.doubt(before, work.happened, after, self.names, self.computers)
            if doubt:
                self._doubted = line
                return Reply(tuple(self._wrapped(doubt)), thinking=True)
        return self._accept(work, after, human=True)

    def _accept(self, work: Work, after: Moment, human: bool) -> Reply:
        point = Point(self.now, work.shown(not human), human)
        with self.whole():
            self._points.append(point)
            self._undone.clear()
            self.now = after
            self._untold += work.happened
        unfinished = not self._untold or not self._untold[-1].line
        if self.waiting and not human and not after.over and unfinished:
            return Reply(tuple(work.notes), changed=True)  # told when the turn is done
        telling, self._untold = speech.without_end(self._untold)
        lines = [*work.notes, *speech.told(self.game, telling, self.look.columns)]
        return Reply(tuple(lines), changed=True)

    def step(self) -> Reply:
        """Let the computer player decide whose turn it is; ``waiting`` says that there is one."""
        s = self.state
        if not self.waiting:
            return Reply()
        seat = s.actor
        player = self._player(seat)
        work = Work(self.table, self.now)
        action = decide(player, s)
        work.take(action)
        work.settle()
        if self._points and self._points[-1].human:
            self._reasons.clear()
        self._reasons.append((self.names.handles[seat], player.why()))
        del self._reasons[: -4 * len(self.names.handles)]
        return self._accept(work, work.moment(), human=False)

    def _player(self, seat: int) -> Player:
        player = self._players.get(seat)
        if player is None:
            name = self.computers[seat]
            player = make(name, self.seed, self.game.order[seat])
            self._players[seat] = player
        return player

    @property
    def seed(self) -> str:
        record = self.game.record
        return record.value("seed") or record.value("bag") or record.value("position")

    # ---- commands ----

    def _obey(self, spoken: Spoken) -> Reply:
        name = spoken.name
        if name == "help":
            return Reply(tuple(help_lines(self.short, spoken.rest)))
        if name == "board":
            return Reply(tuple(self.screen()))
        if name == "hand":
            return self._hand()
        if name == "prices":
            return Reply(tuple(speech.price_lines(self.state, self.names, self.look)))
        if name == "standings":
            return Reply(tuple(speech.standings_lines(self.game, self.state, self.look)))
        if name == "moves":
            return Reply(tuple(self._moves()))
        if name == "log":
            return self._log(spoken.rest)
        if name == "undo":
            return self._undo(spoken.firm)
        if name == "redo":
            return self._redo()
        if name == "save":
            return Reply(wish="save", path=spoken.rest, firm=spoken.firm)
        if name == "hint":
            return self._hint()
        if name == "why":
            return self._why()
        return Reply(wish="quit")

    def _hand(self) -> Reply:
        viewer = self.viewer
        if viewer < 0:
            return refusal("no hand is to be shown now")
        return Reply(tuple(questions.placement_lines(self.state, self.names, viewer)))

    def _moves(self) -> list[str]:
        s = self.state
        if s.phase == c.OVER:
            return ["The game is over."]
        words: list[str] = []
        for word in choices(s, self.names):
            if len(words) == MOST_MOVES:
                words.append("…")
                break
            words.append(speech.typed(word))
        return speech.columns(words, self.look.columns)

    def _log(self, rest: str) -> Reply:
        if rest and not (rest.isascii() and rest.isdecimal() and len(rest) < 9):
            return refusal("log takes a number of turns")
        lines = [*self.now.lines]
        opened = self.open_text()
        if opened:
            lines.append(opened)
        count = int(rest) if rest else 10
        shown = lines[-count:] if count else []
        return Reply(tuple(map(printable, shown or ["No turn has been played."])))

    def _undo(self, firm: bool) -> Reply:
        at = len(self._points) - 1
        while at >= 0 and not self._points[at].human:
            at -= 1
        if at < 0:
            return refusal("there is nothing to take back")
        if not firm and any(point.shown for point in self._points[at:]):
            return refusal(
                "that step showed something hidden (a tile drawn, or a computer player's tile)",
                "undo! takes it back all the same, if everybody agrees",
            )
        taken = self._points[at:]
        with self.whole():
            self._undone.append((taken, self.now))
            del self._points[at:]
            self.now = taken[0].moment
            self._untold = []
            self._reasons.clear()
            self._doubted = ""
        return Reply((self._whereabouts("Taken back"),), changed=True)

    def _redo(self) -> Reply:
        if not self._undone:
            return refusal("nothing has been taken back")
        with self.whole():
            points, now = self._undone.pop()
            self._points += points
            self.now = now
            self._untold = []
        return Reply((self._whereabouts("Done again"),), changed=True)

    def _whereabouts(self, what: str) -> str:
        opened = self.open_text()
        if opened:
            return f"{what}: {printable(opened)}"
        if self.over:
            return f"{what}: the game is over."
        return f"{what}: turn {self.now.number}, {self.actor}."

    def _hint(self) -> Reply:
        s = self.state
        if s.phase in (c.OVER, c.BANK):
            return refusal("there is nothing to choose now")
        if s.unknown[s.actor] != 0:
            return refusal(f"the hand of {self.actor} is not known: no hint without it")
        player = make("sharp", self.seed, self.game.order[s.actor])
        view, actions = options(s)
        word = speech.typed(action_text(view, player.choose(view, actions), self.names))
        self._advice = self.now, word
        return Reply(tuple(self._wrapped([f"{word}: {player.why()}"])))

    def _why(self) -> Reply:
        if not self.computers:
            return refusal("no computer player is at the table")
        if not self._reasons:
            return refusal("no computer player has moved since your last step")
        return Reply(tuple(self._wrapped(f"{handle}: {why}" for handle, why in self._reasons)))

    def _wrapped(self, lines: Iterable[str]) -> list[str]:
        return [part for line in lines for part in wrapped(line, self.look.columns, "")]

    # ---- the tutor ----

    def _answer_doubt(self, line: str) -> Reply | None:
        doubted, self._doubted = self._doubted, ""
        word = line.lower()
        if word in ("anyway", "a", "yes", "y") or line == doubted:
            return self._move(doubted, warn=False)
        if word in ("show", "s") and self.tutor is not None:
            self._doubted = doubted
            return Reply(tuple(self._wrapped(self.tutor.shown())), thinking=True)
        if word in ("rethink", "r", "no", "n", ""):
            return Reply(tuple(self.question()))
        spoken = command_of(line, self.short)
        if spoken is not None and spoken.name not in ("undo", "redo"):
            self._doubted = doubted  # a look at the board is no answer yet
        return None
