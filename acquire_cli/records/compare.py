"""Where two records part, by what was played, and what that made of everybody's money.

Spelling, comments, marks, names and what only one of the two knows (a bag, a hand, a draw) part
nothing: a record and a view of it are the same.
"""

from typing import NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.state import State
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.position import board_text
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.writer import turn_text
from acquire_cli.records.game import Game
from acquire_cli.records.replay import Step, open_at, steps
from acquire_cli.rulesets import load
from acquire_cli.rulesets.model import Ruleset


class Difference(NamedTuple):
    """What stands in the two heads, or ends, where they differ."""

    key: str
    a: str
    b: str


class Money(NamedTuple):
    """A player's cash, and ``net``: his total if the game were scored at that point."""

    player: str
    cash: int
    net: int


class Ending(NamedTuple):
    """How a game ended, or stands; ``money`` is in seat order, as everywhere here."""

    reason: str
    turns: int
    money: list[Money]


class Comparison(NamedTuple):
    """Two games held against each other.

    ``turn`` is the first that differs (None: none does, or the players are not as many), ``a`` and
    ``b`` its canonical line in either game, None where that game has no such turn. ``before`` is
    the money before it, ``after_a`` and ``after_b`` that after it. ``endings`` are of both games.
    """

    heads: list[Difference]
    turn: int | None
    a: str | None
    b: str | None
    before: list[Money]
    after_a: list[Money]
    after_b: list[Money]
    endings: tuple[Ending, Ending]

    @property
    def same(self) -> bool:
        return not self.heads and self.turn is None


def compare(a: Game, b: Game, found_a: list[Finding], found_b: list[Finding]) -> Comparison:
    """Play two games side by side; what stops either goes to its list of findings."""
    heads = _heads(a, b)
    left = _Player(a, found_a)
    right = _Player(b, found_b)
    turn: int | None = None
    texts: tuple[str | None, str | None] = (None, None)
    before: list[Money] = []
    after: tuple[list[Money], list[Money]] = ([], [])
    while turn is None and len(a.handles) == len(b.handles):
        one, other = left.step(), right.step()
        if one is None and other is None:
            break
        if one is None or other is None or not _alike(a, one, b, other):
            turn = max(step.number for step in (one, other) if step is not None)
            texts = (_text(a, one), _text(b, other))
            before = money(a, left.before)
            after = (money(a, a.state), money(b, b.state))
    left.finish()
    right.finish()
    endings = (_ending(a), _ending(b))
    if turn is None and endings[0].reason != endings[1].reason:
        heads.append(Difference("end", endings[0].reason, endings[1].reason))
    return Comparison(heads, turn, *texts, before, *after, endings)


class _Player:
    """Plays a game turn by turn; ``before`` is the position before the last one.

    A turn that cannot be played leaves the game where it was before it.
    """

    def __init__(self, game: Game, found: list[Finding]) -> None:
        self.game = game
        self.before = game.state
        self._after = game.state.copy()
        self._steps = steps(game, found)

    def step(self) -> Step | None:
        step = next(self._steps, None)
        self.before = self._after
        if step is None:
            self.game.state = self.before
        else:
            self._after = self.game.state.copy()
        return step

    def finish(self) -> None:
        while self.step() is not None:
            pass


def money(game: Game, state: State) -> list[Money]:
    """Everybody's money in a position of a game, in seat order."""
    cash = game.seat_totals(state.cash)
    net = game.seat_totals(totals(state))
    return [Money(*row) for row in zip(game.handles, cash, net, strict=True)]


def _alike(a: Game, one: Step, b: Game, other: Step) -> bool:
    """Whether the same was played in both, and the same drawn as far as both know."""
    if a.rules is b.rules and a.order == b.order and one.log == other.log:
        return one.turn.open == other.turn.open
    if _by_seats(a, one) != _by_seats(b, other):
        return False
    # Two bags that differ are told of by themselves.
    return (a.dealt and b.dealt) or _agree(_drawn(a, one), _drawn(b, other))


def _by_seats(game: Game, step: Step) -> str:
    """The turn's line with seats for handles, and without what was drawn."""
    names = Names(game.rules, [f"seat{seat}" for seat in game.order])
    return turn_text(step.number, step.player, step.log, names, None, open_at(game, step))


def _text(game: Game, step: Step | None) -> str | None:
    if step is None:
        return None
    at = open_at(game, step)
    draws = game.owes_draws(step.turn, step.log)
    return turn_text(step.number, step.player, step.log, game.names, None, at, draws)


def _drawn(game: Game, step: Step) -> list[str]:
    tile = game.names.tile
    return [tile[e[2]] if e[2] >= 0 else "?" for e in step.log if e[0] == c.E_DREW]


def _agree(one: list[str], other: list[str]) -> bool:
    return all(
        x == y or "?" in (x, y) for x, y in zip(one, other, strict=False)
    )  # how many are drawn may be unknown too


def _heads(a: Game, b: Game) -> list[Difference]:
    """What differs before the first turn: rules, players, who begins, position, bag, hands."""
    out = _rules(a.rules.ruleset, b.rules.ruleset)
    if a.handles != b.handles:
        out.append(Difference("players", " ".join(a.handles), " ".join(b.handles)))
    if len(a.handles) != len(b.handles) or (a.rules.rows, a.rules.cols) != (
        b.rules.rows,
        b.rules.cols,
    ):
        return out
    if a.order != b.order:
        out.append(Difference("first", a.handles[a.order[0]], b.handles[b.order[0]]))
    if bytes(a.state.cells) != bytes(b.state.cells):
        out.append(Difference("board", board_text(a.state), board_text(b.state)))
    if a.state.phase != b.state.phase:
        phases = [c.PHASE_NAMES[game.state.phase] for game in (a, b)]
        out.append(Difference("phase", *phases))
    if money(a, a.state) != money(b, b.state) and not any(
        d.key in ("cash", "players") for d in out
    ):
        out.append(Difference("money", _money_text(a), _money_text(b)))
    return out + (_bags(a, b) or _hands(a, b))


def _money_text(game: Game) -> str:
    return " ".join(f"{one.player}={one.net}" for one in money(game, game.state))


def _rules(a: Ruleset, b: Ruleset) -> list[Difference]:
    """The values that differ; a ruleset of another name with the same values does not."""
    if a is b:
        return []
    values = load.values(b)
    out = [
        Difference(key, str(value), str(values[key]))
        for key, value in load.values(a).items()
        if value != values[key]
    ]
    if a.chains != b.chains:
        letters = ["".join(chain.letter for chain in ruleset.chains) for ruleset in (a, b)]
        if letters[0] == letters[1]:
            letters = [", ".join(f"{x.name} {x.tier}" for x in r.chains) for r in (a, b)]
        out.append(Difference("chains", *letters))
    if not _same_chart(a, b):
        out.append(Difference("chart", f"{a.name}@{a.revision}", f"{b.name}@{b.revision}"))
    return out


def _same_chart(a: Ruleset, b: Ruleset) -> bool:
    """Whether a chain of any size costs and pays the same; on a small board sizes end early."""
    board = (a.rows, a.cols) == (b.rows, b.cols)
    for one, other in zip(a.chart, b.chart, strict=False):
        if board and len(one) != len(other):
            return False
        for x, y in zip(one, other, strict=False):
            if (x.low, x.price, x.first, x.second, x.third) != (
                y.low,
                y.price,
                y.first,
                y.second,
                y.third,
            ):
                return False
    return True


def _bags(a: Game, b: Game) -> list[Difference]:
    tile = a.names.tile
    for at, (x, y) in enumerate(zip(a.state.bag, b.state.bag, strict=False)):
        if x != y and x >= 0 and y >= 0:
            return [Difference("bag", f"tile {at + 1} is {tile[x]}", f"tile {at + 1} is {tile[y]}")]
    return []


def _hands(a: Game, b: Game) -> list[Difference]:
    """The hands that cannot be the same, whatever their unknown tiles are."""
    if a.order != b.order:
        return []
    out = []
    for player, handle in enumerate(a.names.handles):
        x, y = a.state.hands[player], b.state.hands[player]
        unknown = a.state.unknown[player], b.state.unknown[player]
        if min(unknown) < 0 or len({*x, *y}) <= min(len(x) + unknown[0], len(y) + unknown[1]):
            continue
        texts = [" ".join(a.names.tile[t] for t in sorted(hand)) for hand in (x, y)]
        out.append(Difference(f"hand.{handle}", *texts))
    return out


def _ending(game: Game) -> Ending:
    state = game.state
    reason = c.REASON_NAMES[state.reason]
    header = game.record.result
    if state.phase != c.OVER and header is not None and header.value.strip():
        # Who left, or what hands nobody has counted came to, only the record can say.
        reason = header.value.split()[0].lower()
    return Ending(reason, game.played, money(game, game.state))
