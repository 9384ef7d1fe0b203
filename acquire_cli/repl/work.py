"""A moment in the making: actions taken on a copy, turns closed, what is forced done.

Everything that changes a game at the prompt goes through ``Work``: typed lines and computer
players alike.
"""

from collections.abc import Container
from typing import NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.refusals import explain
from acquire_cli.engine.state import State
from acquire_cli.notation.choices import expected
from acquire_cli.notation.resolve import Names, play_turn
from acquire_cli.notation.turn import Turn
from acquire_cli.notation.writer import comment_text, tells_draws, turn_text
from acquire_cli.repl.announced import announces, changed, open_line, unsaid
from acquire_cli.repl.moment import Log, Moment
from acquire_cli.rulesets.money import money


class RefusedError(Exception):
    """A line that cannot stand: why, and what would be legal."""

    def __init__(self, why: str, hint: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.hint = hint


class Happened(NamedTuple):
    """A stretch of one turn: the positions before and after, what was logged between them.

    ``line`` is the canonical turn where the stretch finished it, else "".
    """

    before: State
    after: State
    log: Log
    line: str


class Table(NamedTuple):
    """What does not change in a game. ``computers`` are the players that no person moves."""

    names: Names
    dealt: bool
    computers: Container[int]


class Work:
    """A moment in the making: a copy that may fail half-way without anybody noticing."""

    def __init__(self, table: Table, moment: Moment) -> None:
        self.table = table
        self.base = moment.base
        self.s = moment.state.copy()
        self.s.log = list(moment.log)
        self.turn = moment.turn
        self.lines = moment.lines
        self.number = moment.number
        self.whole = False
        self.notes: list[str] = []
        self.happened: list[Happened] = []
        self._before = moment.state
        self._told = len(moment.log)
        # Words announced in an earlier step: where they fail they are dropped, and that is said.
        self._announced = announces(moment.turn)

    @property
    def log(self) -> list[tuple[int, ...]]:
        log = self.s.log
        assert log is not None
        return log

    def moment(self) -> Moment:
        """The moment that the work has come to."""
        log = tuple(self.log)
        self._note(self.s.copy(), "")
        self.s.log = None
        return Moment(self.base, self.s, log, self.turn, self.lines, self.number)

    def shown(self, by_computer: bool) -> bool:
        """Whether something hidden came to light: a tile of the bag, or of a computer's hand."""
        for part in self.happened:
            for event in part.log:
                if event[0] == c.E_DREW and event[2] >= 0:
                    return True
                if event[0] == c.E_BANK and event[2] >= 0 and self.table.dealt:
                    return True
                if by_computer and event[0] in (c.E_PLACED, c.E_PASSED, c.E_ASIDE):
                    return True
        return False

    def take(self, action: int) -> None:
        """Take an action of the engine. Raises RefusedError."""
        number = play(self.s, action)
        if number:
            raise self.refused(action, number)
        self._turn_over()

    def refused(self, action: int, number: int) -> RefusedError:
        return RefusedError(explain(self.s, action, number).text, expected(self.s, self.names))

    @property
    def names(self) -> Names:
        return self.table.names

    def read(self, turn: Turn) -> None:
        """Play the words of a whole turn, from its beginning. Raises RefusedError."""
        s = self.base.copy()
        s.log = []
        self._resolve(s, turn)
        before = self.log
        log = s.log
        if log[: len(before)] != before:
            raise RefusedError(
                "the turn has gone another way already: " + self.open_text(), "undo takes it back"
            )
        self._follow(s)

    def go_on(self, turn: Turn) -> None:
        """Play words that follow what the turn already holds. Raises RefusedError."""
        s = self.s.copy()
        s.log = self.log[:]
        self._resolve(s, turn)
        self._follow(s)

    def _resolve(self, s: State, turn: Turn) -> None:
        fault = play_turn(s, turn, self.names)
        if fault is not None:
            raise RefusedError(fault.message, expected(s, self.names))

    def _follow(self, s: State) -> None:
        """Take over what the resolver made, unless it decided for a computer player."""
        for event in (s.log or [])[len(self.log) :]:
            if event[0] == c.E_DISPOSED and event[1] in self.table.computers:
                who = self.names.handles[event[1]]
                letter = self.names.letters[event[2]]
                raise RefusedError(f"{who} is a computer player and disposes of {letter} itself")
        self.s = s
        self._turn_over()

    def settle(self) -> None:
        """Do what was announced, then what the rules force, until somebody has a choice."""
        while self.s.phase != c.OVER and self._settle_one():
            pass

    def _settle_one(self) -> bool:
        s = self.s
        turn = self.turn
        if s.phase == c.BUY and turn.buys is not None and s.turn not in self.table.computers:
            self._announced_purchase(turn.buys)
            return True
        if s.phase == c.END and (turn.declared or self.whole):
            self.take(int(turn.declared) << 4 | c.A_END)
            return True
        if s.phase == c.ASIDE and turn.aside:
            self._announced_aside(turn.aside)
            return True
        if s.phase == c.ASIDE and self.whole and s.unknown[s.turn] and not _knows_dead(s):
            self.take(c.A_DONE)
            return True
        actions = legal(s)
        if len(actions) != 1 or actions[0] & 15 == c.A_PLACE:
            return False
        self.take(actions[0])
        return True

    def _announced_purchase(self, letters: str) -> None:
        self.whole = True
        self.turn = changed(self.turn, buys=None)
        try:
            if self.turn.declared and not self.s.can_end:
                action = 1 << 4 | c.A_END
                raise self.refused(action, c.R_NO_END)
            self.take(self.basket(letters))
        except RefusedError as error:
            self._drop(error, "cannot buy +" + letters)
            self.whole = False
            self.turn = changed(self.turn, declared=False)

    def _drop(self, error: RefusedError, what: str) -> None:
        """Words that fail: typed just now, the line is refused; announced, they are dropped."""
        if not self._announced:
            raise error
        self.notes.append(f"{self.names.handles[self.base.turn]} {what} any more: {error.why}")

    def fresh(self) -> None:
        """What is announced was typed just now: where it fails, the line is refused."""
        self._announced = False

    def basket(self, letters: str) -> int:
        """The purchase of some letters. Raises RefusedError."""
        code = self.names.basket(letters)
        if code < 0:
            for letter in letters:
                if letter not in self.names.chain:
                    raise RefusedError(
                        f"no chain is called {letter} (there are {' '.join(self.names.letters)})",
                        expected(self.s, self.names),
                    )
            raise self.refused(c.A_BUY, c.R_TOO_MANY)
        return code << 4 | c.A_BUY

    def _announced_aside(self, tiles: list[str]) -> None:
        self.turn = changed(self.turn, aside=[])
        try:
            self.set_aside(tiles)
        except RefusedError as error:
            self._drop(error, "cannot set aside " + ",".join(tiles))

    def set_aside(self, tiles: list[str]) -> None:
        """Set dead tiles aside, and no further ones. Raises RefusedError."""
        number = self.number
        for tile in sorted(tiles, key=lambda name: self.names.square.get(name, -1)):
            square = self.names.square.get(tile, -1)
            if square < 0:
                why = f"the board has no square {tile}"
                raise RefusedError(why, expected(self.s, self.names))
            if square in self.s.aside:
                continue
            if self.s.phase != c.ASIDE or self.number != number:
                raise RefusedError(f"{tile} cannot be set aside here")
            self.take(square << 4 | c.A_ASIDE)
        if self.s.phase == c.ASIDE and self.number == number:
            self.take(c.A_DONE)

    def _turn_over(self) -> None:
        """Close the turn where it is finished."""
        s = self.s
        player = self.base.turn
        log = self.log
        if s.phase != c.OVER and s.turn == player:
            if s.phase != c.PLACE:
                return
            begun = self.base.phase != c.PLACE
            if not begun and all(event[0] not in (c.E_PLACED, c.E_PASSED) for event in log):
                return
        turn = self.turn
        self._check_cash(turn, player)
        if turn.aside and s.phase != c.OVER:
            gone = [self.names.tile[event[2]] for event in log if event[0] == c.E_ASIDE]
            if not set(turn.aside) <= set(gone):
                why = "the dead tiles that leave the hand: " + (",".join(gone) or "none")
                self._drop(RefusedError(why), "cannot set aside " + ",".join(turn.aside))
        draws = not self.table.dealt and tells_draws(log, s, player)
        text = turn_text(self.number, player, log, self.names, turn, None, draws)
        line = text
        if turn.comment is not None:
            line += " " + comment_text(turn.comment)
        self.lines = (*self.lines, line, *[comment_text(word) for word in turn.after])
        self._note(s.copy(), text)
        s.log = []
        self._told = 0
        self.base = s.copy()
        self._before = self.base
        self.turn = Turn()
        self.number += 1
        self.whole = False

    def _note(self, after: State, line: str) -> None:
        log = tuple(self.log[self._told :])
        if log or line:
            self.happened.append(Happened(self._before, after, log, line))
        self._before = after
        self._told = len(self.log)

    def _check_cash(self, turn: Turn, player: int) -> None:
        for handle, amount in turn.cash:
            who = self.names.player.get(handle, -1) if handle else player
            if who < 0:
                raise RefusedError(f"no player is called {handle}")
            if self.s.cash[who] != amount:
                name = self.names.handles[who]
                raise RefusedError(
                    f"{name} has {money(self.s.cash[who])} after this turn, not {money(amount)}"
                )

    def open_text(self) -> str:
        """The line of the turn under way, as it stands in the record."""
        return open_line(self.names, self.base, self.s, self.log, self.turn, self.number)


def _knows_dead(s: State) -> bool:
    return any(s.kind[s.touch[t]] == c.DEAD and t not in s.aside for t in s.hands[s.turn])


def take_up(table: Table, moment: Moment) -> Moment:
    """A moment read from a record, with what the rules force done."""
    if moment.over:
        return moment
    turn, went_on = unsaid(moment.turn)
    moment = moment._replace(turn=turn)
    work = Work(table, moment)
    if went_on and work.s.phase == c.END:
        work.take(c.A_END)
    work.settle()
    return work.moment()
