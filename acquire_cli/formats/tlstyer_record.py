"""Games of the program behind acquire.tlstyer.com, played by our rules and written as records.

Its rules are ``classic`` with overrides (``overrides``), but for three things that no override
says. It takes no action where nothing is to be decided: a player without a tile to place, a
founding with one chain left, a purchase where nothing can be bought. It pays the bonuses of all
defunct chains before the first disposition, which comes to the same money when the merger is over.
And a game ends when no square is left on which a tile could be played; ours goes on there until a
whole round passes, so that such a record is unfinished, with the totals as if it were scored.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.refusals import Refusal, explain
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.squares import names as tile_names
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import rules_for
from acquire_cli.formats import tlstyer as t
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.lexer import NO_HANDLES
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.turn import Turn
from acquire_cli.notation.writer import turn_text
from acquire_cli.rulesets.load import load, override

Log = list[tuple[int, ...]]

_PHASE_OF: Mapping[str, int] = {
    t.PLACE: c.PLACE,
    t.FOUND: c.FOUND,
    t.SURVIVOR: c.SURVIVOR,
    t.NEXT: c.NEXT,
    t.DISPOSE: c.DISPOSE,
    t.BUY: c.BUY,
}


def overrides(players: int) -> dict[str, str]:
    """That program's rules as overrides of ``classic``, in canonical order.

    Seats are sorted by start tile, column first, then row; dead tiles are replaced again while the
    replacement is dead too; a full round in which nobody had a tile to place ends the game; one may
    play alone.
    """
    words = {"min-players": "1"} if players == 1 else {}
    words |= {"start-order": "columns", "turn-order": "closeness"}
    words |= {"dead": "repeat", "stall": "no-placement"}
    return words


class Play:
    """A foreign game on our board, action by action.

    ``state`` is the position now, ``order[k]`` the seat (in the order of the draws) of player k;
    ``turns`` are the turns that are over, each its player and what happened; ``state.log`` is what
    happened in the one under way. ``found`` is what is wrong; nothing is played after an error.
    """

    def __init__(self, game: t.ForeignGame) -> None:
        self.game = game
        self.found: list[Finding] = []
        self.turns: list[tuple[int, Log]] = []
        self.order: tuple[int, ...] = ()
        self.state: State | None = None
        count = len(game.names)
        if count == 0 or (game.broken and not game.actions):
            return
        rules = rules_for(override(load("classic"), overrides(count)))
        began = begin(rules, count, game.bag) if count <= 6 else _too_many(count)
        if isinstance(began, Refusal):
            self._find(f"the game cannot begin: {began.text}", game.line, "")
            return
        self.order = began.order
        self.state = began.state
        self.state.log = []

    def run(self) -> Iterator[t.Action]:
        """Play action after action; each is given once it is played (or refused, as there)."""
        actions = self.game.actions
        if self.state is None:
            return
        for at, action in enumerate(actions):
            begins = action.kind == t.START and at == 0 and not action.error
            if not begins and not self._take(self.state, action):
                return
            if not action.error:
                self._settle(self.state, action, self._following(at))
            yield action

    def _following(self, at: int) -> t.Action | None:
        """The next action that was not refused."""
        for action in self.game.actions[at + 1 :]:
            if not action.error:
                return action
        return None

    def _take(self, s: State, action: t.Action) -> bool:
        """Play an action, or see it refused as it was refused there; whether all is well."""
        if action.error:
            trial = s.copy()
            if self._refusal(trial, action) is None:
                said = f"refused there ({action.error}), but the rules allow it"
                self._find(said, action.line, action.text)
                return False
            return True
        refusal = self._refusal(s, action)
        if refusal is not None:
            self._find(refusal.text, action.line, action.text, refusal.code)
        return refusal is None

    def _refusal(self, s: State, action: t.Action) -> Refusal | None:
        """Play an action on ``s``; what stands against it, and then nothing has changed."""
        if s.phase == c.OVER:
            return Refusal("E-over", "the game is over")
        phase = _PHASE_OF.get(action.kind, -1)
        if phase != s.phase:
            asked = c.PHASE_NAMES[s.phase]
            return Refusal("E-phase", f"{action.kind} is not what is asked here ({asked})")
        if action.player != s.actor:
            return Refusal("E-turn", f"player {s.actor} decides here, not player {action.player}")
        code = _engine_action(action)
        x = self._do(s, code)
        if x:
            return explain(s, code, x)
        if s.phase == c.END:
            # A declaration that is not allowed is ignored there.
            self._do(s, (1 if action.values[0] else 0) << 4 | c.A_END)
        return None

    def _do(self, s: State, action: int) -> int:
        player = s.turn
        before = s.phase
        x = play(s, action)
        if not x and s.log is not None and (s.phase == c.OVER or s.phase == c.PLACE != before):
            self.turns.append((player, s.log))
            s.log = []
        return x

    def _settle(self, s: State, done: t.Action, following: t.Action | None) -> None:
        """The steps for which that program takes no action, up to the next one it takes."""
        while s.phase != c.OVER:
            if following is not None and _fits(s, following):
                return
            if s.phase == c.FOUND and len(legal(s)) == 1:
                step = legal(s)[0]
            elif s.phase == c.ASIDE:
                step = c.A_DONE
            elif s.phase == c.BUY and (len(legal(s)) == 1 and (following or not s.can_end)):
                step = c.A_BUY
            elif s.phase == c.END:
                step = c.A_END
            elif s.phase == c.PLACE and self._passes(s, done, following):
                step = c.A_PASS
            else:
                return
            x = self._do(s, step)
            if x:  # refused; what follows, if anything does, will be, too, and say why
                if following is None:
                    refusal = explain(s, step, x)
                    self._find(refusal.text, done.line, done.text, refusal.code)
                return

    def _passes(self, s: State, done: t.Action, following: t.Action | None) -> bool:
        """Whether the player on turn has no tile to place, as far as it is known or told."""
        if s.unknown[s.turn] == 0:
            return c.A_PASS in legal(s)
        if following is not None:
            return following.player != s.turn or following.kind != t.PLACE
        if self.game.viewer is None or self.game.broken:
            return False
        return done.playable < 0 and self.game.end != ""

    def _find(self, message: str, line: int, text: str, code: str = "E-foreign") -> None:
        start = 8 if text and self.game.names[0] else 0
        shown = "action: " + text if start else text
        number = self.game.number
        length = max(1, len(text))
        file = self.game.file
        self.found.append(
            Finding(code, message, file, line, start + 1, length, "", shown, game=number)
        )


def _too_many(count: int) -> Start | Refusal:
    return Refusal("E-players", f"{count} players: classic is for 2 to 6")


def _fits(s: State, action: t.Action) -> bool:
    return _PHASE_OF.get(action.kind, -1) == s.phase and action.player == s.actor


def _engine_action(action: t.Action) -> int:
    """The engine's action; what cannot be one becomes one that is refused."""
    values = action.values
    kind = action.kind
    if kind == t.PLACE:
        return values[0] << 4 | c.A_PLACE
    if kind == t.DISPOSE:
        traded, sold = (min(value, c.DISPOSE_MASK) for value in values)
        return (sold << c.DISPOSE_SHIFT | traded) << 4 | c.A_DISPOSE
    if kind == t.BUY:
        chains = values[1:]
        if -1 in chains:
            return -1 << 4 | c.A_BUY
        return sum(min(7, chains.count(x)) << 3 * x for x in set(chains)) << 4 | c.A_BUY
    which = {t.FOUND: c.A_FOUND, t.SURVIVOR: c.A_SURVIVOR, t.NEXT: c.A_NEXT}
    return values[0] << 4 | which[kind]


def to_record(game: t.ForeignGame) -> tuple[list[str], list[Finding]]:
    """The lines of a record in canonical form, and what is wrong with the game.

    The record holds what could be read and played; without a first position there are no lines.
    A game that ends there and not here has the comment that says so below its result.
    """
    played = Play(game)
    for _ in played.run():
        pass
    found = game.findings + played.found
    s = played.state
    if s is None:
        return [], found
    handles = handles_for(game.names)
    lines = _headers(game, played.order, handles, s)
    words = Names(s.rules, handles)
    lines.append("") if played.turns or s.log else None
    for at, (player, log) in enumerate(played.turns):
        lines.append(turn_text(at + 1, player, log, words))
    if s.log:
        turn = Turn()
        turn.open = True
        lines.append(turn_text(len(played.turns) + 1, s.turn, s.log, words, turn, s))
    money = totals(s)
    by_seat = sorted(range(len(handles)), key=lambda player: played.order[player])
    said = " ".join(f"{handles[player]}={money[player]}" for player in by_seat)
    if s.phase == c.OVER:
        lines.append(f"result: {c.REASON_NAMES[s.reason]} {said}")
    elif game.end and not found:
        lines.append(f"result: unfinished {said}")
        lines.append("# There the game is over: no square is left on which a tile can be played.")
    return lines, found


def _headers(
    game: t.ForeignGame, order: tuple[int, ...], handles: list[str], s: State
) -> list[str]:
    count = len(handles)
    seats = sorted(range(count), key=lambda player: order[player])
    words = " ".join(f"{key}={word}" for key, word in overrides(count).items())
    lines = ["acquire 1", "ruleset: classic@1", f"rules: {words}"]
    lines.append("players: " + " ".join(handles[player] for player in seats))
    for player in seats:
        name = game.names[player]
        if name and name != handles[player]:
            lines.append(f"name.{handles[player]}: {name}")
    if re.fullmatch(r"\d{12,14}", game.started):
        day = datetime.fromtimestamp(int(game.started) // 1000, UTC)
        lines.append(f"date: {day:%Y-%m-%d}")
    if game.viewer is not None:
        lines.append("view: " + (handles[game.viewer] if game.viewer >= 0 else "table"))
    tile = tile_names(s.rules.rows, s.rules.cols)
    lines.append("bag: " + " ".join("?" if x < 0 else tile[x] for x in game.bag))
    if game.mode and not game.mode.startswith("SINGLES"):
        lines.append(f"x-mode: {game.mode}")
    return lines


def handles_for(names: list[str]) -> list[str]:
    """A handle for each name: its letters and digits in small, or ``p0``, ``p1`` … by number."""
    out: list[str] = []
    for player, name in enumerate(names):
        handle = re.sub(r"[^a-z0-9_]", "", re.sub(r"[\s-]+", "_", name.lower()))[:12].strip("_")
        if not re.fullmatch(r"[a-z][a-z0-9_]{1,11}", handle) or handle in NO_HANDLES:
            handle = f"p{player}"
        out.append(handle)
    return [handle if out.count(handle) == 1 else f"p{player}" for player, handle in enumerate(out)]
