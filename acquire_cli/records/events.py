"""What happens in a game, by name: the engine's log with players, tiles and chains spelt out.

``money`` is what the event adds to its player's cash, so it is negative for a purchase; a player's
starting cash and the money of all his events together are his final total. Amounts are whole
dollars, sizes numbers of tiles, chains letters, tiles names such as ``6F`` (``?`` an unknown one).
"""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import accounts, ranks, totals
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.turn import Turn
from acquire_cli.notation.writer import turn_text
from acquire_cli.records.game import Game
from acquire_cli.records.replay import open_at, steps

EFFECTS = ("alone", "founds", "grows", "merges")
"""What a placed tile does, by the engine's number."""


class Event(Struct, frozen=True, tag_field="event", gc=False):
    """One thing that happened; its tag ``event`` says what kind of thing."""


class Placed(Event, frozen=True, tag="placed"):
    """A tile was placed; ``effect`` is one of ``EFFECTS``."""

    player: str
    tile: str
    effect: str


class Passed(Event, frozen=True, tag="passed"):
    """No tile could be placed."""

    player: str


class Founded(Event, frozen=True, tag="founded"):
    """A chain was founded: ``free`` whether there was a share for it, ``money`` paid in place."""

    player: str
    chain: str
    size: int
    free: bool
    money: int


class Grew(Event, frozen=True, tag="grew"):
    """A chain grew from size ``before`` to ``size`` by a tile placed."""

    chain: str
    before: int
    size: int


class Merged(Event, frozen=True, tag="merged"):
    """Chains merged: who survives, at which size before it, and who is taken, in order."""

    survivor: str
    size: int
    defunct: tuple[str, ...]


class Defunct(Event, frozen=True, tag="defunct"):
    """A defunct chain is settled from here on: its size, what a share of it sells for."""

    chain: str
    size: int
    price: int
    survivor: str


class BankTile(Event, frozen=True, tag="bank-tile"):
    """The bank drew a tile as its holding of a chain; None where the bag was empty."""

    chain: str
    tile: str | None
    held: int


class Bonus(Event, frozen=True, tag="bonus"):
    """A bonus was paid for ``held`` shares; ``player`` is None for the bank."""

    chain: str
    player: str | None
    held: int
    money: int


class Disposed(Event, frozen=True, tag="disposed"):
    """A holder of a defunct chain sold, gave in trade (for ``received`` of the survivor), kept."""

    player: str
    chain: str
    survivor: str
    sold: int
    traded: int
    received: int
    kept: int
    money: int


class Laid(Event, frozen=True, tag="laid"):
    """The bank's tile came to lie: as part of ``chain``, or loose, or ``aside``."""

    tile: str
    chain: str | None
    aside: bool


class Adjusted(Event, frozen=True, tag="adjusted"):
    """Money or shares moved against the rules: what the bank gave, below zero what it took."""

    player: str
    money: int
    shares: dict[str, int]


class Irregular(Event, frozen=True, tag="irregular"):
    """A rule was broken by what comes next: ``what`` is one of ``c.IRREGULAR_NAMES``."""

    player: str
    what: str


class Bought(Event, frozen=True, tag="bought"):
    """Shares were bought; ``money`` is their cost, negative."""

    player: str
    shares: dict[str, int]
    money: int


class SetAside(Event, frozen=True, tag="set-aside"):
    """A tile left the game, face up."""

    player: str
    tile: str


class Drew(Event, frozen=True, tag="drew"):
    """A tile was drawn to the hand."""

    player: str
    tile: str


class Declared(Event, frozen=True, tag="declared"):
    """The end was declared."""

    player: str


class Ended(Event, frozen=True, tag="ended"):
    """The game was over: ``declared``, ``exhausted`` or ``stalled``."""

    reason: str


class Scored(Event, frozen=True, tag="scored"):
    """A player's final account: bonuses and the money for shares sold, a chain each.

    ``money`` is both together; ``total`` is what that makes with the cash.
    """

    player: str
    bonuses: dict[str, int]
    shares: dict[str, int]
    sales: dict[str, int]
    money: int
    total: int
    rank: int


class Told(NamedTuple):
    """A turn that was played, its canonical line, and what happened in it."""

    number: int
    player: str
    text: str
    events: list[Event]
    turn: Turn


def told(game: Game, found: list[Finding], corrected: bool = False) -> Iterator[Told]:
    """The turns of a game that can be played, with their events; what stops them is ``found``.

    ``game.state`` is the position after each turn as it is yielded, and at the end the one after
    the last turn that could be played: a turn at fault leaves no trace in it. ``corrected`` takes
    money that moved against the rules out of these positions, and out of the final account.
    """
    teller = Teller(game)
    names = game.names
    good = game.state.copy()
    for step in steps(game, found):
        state = game.state
        text = turn_text(
            step.number,
            step.player,
            step.log,
            names,
            step.turn,
            open_at(game, step),
            game.owes_draws(step.turn, step.log),
        )
        if corrected:
            game.right()
        events = teller.tell(step.log)
        yield Told(step.number, names.handles[step.player], text, events, step.turn)
        game.state = state
        good = state.copy()
    game.state = good
    if corrected:
        game.right()


class Teller:
    """Names the events of one turn after the other; the position before each is what it knows."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._remember()

    def _remember(self) -> None:
        state = self.game.state
        self.size = state.size[:]
        self.shares = state.shares[:]

    def tell(self, log: list[tuple[int, ...]]) -> list[Event]:
        """The events of the turn that has just been played."""
        out: list[Event] = []
        banked = -1
        for at, entry in enumerate(log):
            if entry[0] == c.E_BANK:
                banked = entry[3]
            elif entry[0] == c.E_DEFUNCT:
                banked = 0
            event = self._event(entry, log, at, banked)
            if event is not None:
                out.append(event)
        if self.game.state.phase == c.OVER:
            out += scored(self.game)
        self._remember()
        return out

    def _event(
        self, entry: tuple[int, ...], log: list[tuple[int, ...]], at: int, banked: int
    ) -> Event | None:
        names = self.game.names
        rules = self.game.rules
        handle = names.handles
        letter = names.letters
        kind = entry[0]
        if kind == c.E_PLACED:
            return Placed(handle[entry[1]], names.tile[entry[2]], EFFECTS[entry[3]])
        if kind == c.E_BOUGHT:
            basket = {x: entry[2] >> (3 * i) & 7 for i, x in enumerate(letter)}
            shares = {x: count for x, count in basket.items() if count}
            return Bought(handle[entry[1]], shares, -entry[3])
        if kind == c.E_DREW:
            return Drew(handle[entry[1]], _tile(names.tile, entry[2]))
        if kind == c.E_GREW:
            return Grew(letter[entry[1]], entry[2], entry[3])
        if kind == c.E_FOUNDED:
            _, player, chain, size, free, cash = entry
            return Founded(handle[player], letter[chain], size, bool(free), cash)
        if kind == c.E_MERGED:
            return self._merged(entry, log, at)
        if kind == c.E_DEFUNCT:
            _, chain, size, survivor = entry
            return Defunct(letter[chain], size, rules.price[chain][size], letter[survivor])
        if kind == c.E_BANK:
            tile = names.tile[entry[2]] if entry[2] >= 0 else None
            return BankTile(letter[entry[1]], tile, entry[3])
        if kind == c.E_BONUS:
            _, chain, player, amount = entry
            if player < 0:
                return Bonus(letter[chain], None, banked, amount)
            held = self.shares[player * rules.chains + chain]
            return Bonus(letter[chain], handle[player], held, amount)
        if kind == c.E_DISPOSED:
            _, player, chain, survivor, sold, traded, kept, money = entry
            return Disposed(
                handle[player],
                letter[chain],
                letter[survivor],
                sold,
                traded,
                traded // 2,
                kept,
                money,
            )
        if kind == c.E_LAID:
            joined = letter[entry[2]] if entry[2] < c.LOOSE else None
            return Laid(names.tile[entry[1]], joined, entry[2] == c.ASIDE_SQUARE)
        if kind == c.E_PASSED:
            return Passed(handle[entry[1]])
        if kind == c.E_ASIDE:
            return SetAside(handle[entry[1]], names.tile[entry[2]])
        if kind == c.E_DECLARED:
            return Declared(handle[entry[1]])
        if kind == c.E_ADJUSTED:
            _, player, money, code, sign = entry
            basket = {x: sign * (code >> (3 * i) & 7) for i, x in enumerate(letter)}
            return Adjusted(handle[player], money, {x: n for x, n in basket.items() if n})
        if kind == c.E_IRREGULAR:
            return Irregular(handle[entry[1]], c.IRREGULAR_NAMES[entry[2]])
        if kind == c.E_OVER:
            return Ended(c.REASON_NAMES[entry[1]])
        return None

    def _merged(self, entry: tuple[int, ...], log: list[tuple[int, ...]], at: int) -> Merged:
        """The defunct chains in the order in which they were settled, the others by size."""
        letter = self.game.names.letters
        _, survivor, mask = entry
        settled = [other[1] for other in log[at:] if other[0] == c.E_DEFUNCT]
        rest = [i for i in self.game.rules.mask_chains[mask] if i not in settled]
        rest.sort(key=lambda i: -self.size[i])
        return Merged(
            letter[survivor], self.size[survivor], tuple(letter[i] for i in settled + rest)
        )


def _tile(tile: "tuple[str, ...] | list[str]", square: int) -> str:
    return tile[square] if square >= 0 else "?"


def scored(game: Game) -> list[Scored]:
    """Every player's account, were the game scored now; the winner first."""
    state = game.state
    paid: list[dict[str, int]] = [{} for _ in range(state.players)]
    sold: list[dict[str, int]] = [{} for _ in range(state.players)]
    sales: list[dict[str, int]] = [{} for _ in range(state.players)]
    for account in accounts(state):
        letter = game.names.letters[account.chain]
        for player, bonus in enumerate(account.paid):
            held = account.held[player]
            if bonus:
                paid[player][letter] = bonus
            if held:
                sold[player][letter] = held
                sales[player][letter] = held * account.price
    total = totals(state)
    rank = ranks(total)
    order = sorted(range(state.players), key=lambda player: (rank[player], player))
    return [
        Scored(
            game.names.handles[player],
            paid[player],
            sold[player],
            sales[player],
            sum(paid[player].values()) + sum(sales[player].values()),
            total[player],
            rank[player],
        )
        for player in order
    ]
