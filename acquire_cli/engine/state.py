"""The position, as the engine holds it: a few small arrays and a phase.

``State`` is the only mutable thing in the engine. It is made by ``setup`` (a deal, a table
record's start, or a position somebody claims) and changed by ``game.play``.
"""

from typing import TYPE_CHECKING

from acquire_cli.engine.codes import EMPTY, NOT_OVER, PLACE
from acquire_cli.engine.tables import BANK_ALWAYS, BANK_NEVER, Rules

if TYPE_CHECKING:
    from mypy_extensions import i64


class State:
    """A position in the middle of a game, at any phase of a turn.

    Players are numbered in turn order. What is not known is -1: a tile of the bag, the number of
    unknown tiles in a hand (``unknown``) or of tiles in the bag (``bag_left``).

    - ``cells``, ``touch``: a code a square, what lies on it and what lies beside it.
    - ``size``, ``price``, ``bank``: tiles, what a share costs now (0 off the board) and unsold
      shares, a chain. Prices change seldom: ``price`` is replaced, so that copies can share it.
    - ``active``, ``safe``: the chains on the board, and those of them that are safe; ``offered``
      those of which the bank has shares, ``scarce`` those of which it has fewer than a turn may
      buy; ``dearest``: what the dearest share of a chain on the board costs.
    - ``shares``: ``player * chains + chain``.
    - ``hands``: the known tiles of each player; ``unknown``: how many more he holds.
    - ``bag[bag_at:]``: the known order of the next tiles; past its end the tiles are unknown.
    - ``told``: tiles a record says were drawn, taken where the bag does not know better.
    - ``turn``: whose turn it is; ``actor``: who has to decide now (differs in a merger).
    - ``tile``, ``merging``, ``survivor``, ``pending``, ``defunct``, ``bank_tiles``: the placement
      under way; masks of chains where they are sets.
    - ``bank_drew``: chain and square (-1: none), in turn, of each of the bank's draws in the last
      merger.
    - ``idle``: turns in a row that changed nothing; -1 once this turn has changed something.
    - ``drawn``, ``gone``: tiles drawn, and set aside, by the player on turn in this turn.
    - ``aside``: tiles that are about to be set aside, and so in his hand still: the dead ones of
      this look at it, or what is told of a hand that is to be set aside whole. They leave together
      and are ``gone`` then.
    """

    __slots__ = (
        "active",
        "actor",
        "aside",
        "bag",
        "bag_at",
        "bag_left",
        "bank",
        "bank_drew",
        "bank_plays",
        "bank_tiles",
        "can_end",
        "cash",
        "cells",
        "dearest",
        "defunct",
        "drawn",
        "gone",
        "hands",
        "idle",
        "kind",
        "log",
        "merging",
        "offered",
        "pending",
        "phase",
        "players",
        "price",
        "reason",
        "rules",
        "safe",
        "scarce",
        "shares",
        "size",
        "survivor",
        "tile",
        "told",
        "touch",
        "turn",
        "unknown",
    )

    def __init__(self, rules: Rules, players: int, source: "State | None" = None) -> None:
        """Before the start: an empty board, full bank, no tile dealt. Or a copy of ``source``."""
        self.rules: Rules = rules
        self.players: int = players
        if source is None:
            chains = rules.chains
            self.cells: list[i64] = [EMPTY] * rules.squares
            self.touch: list[i64] = [0] * rules.squares
            self.size: list[i64] = [0] * chains
            self.price: list[i64] = [0] * chains
            self.bank: list[i64] = [rules.shares] * chains
            self.cash: list[int] = [rules.cash] * players
            self.shares: list[int] = [0] * (players * chains)
            self.hands: list[list[int]] = [[] for _ in range(players)]
            self.unknown: list[int] = [0] * players
            self.bag: tuple[int, ...] = ()
            self.bag_at: int = 0
            self.bag_left: int = 0
            self.told: list[int] = []
            self.active: i64 = 0
            self.safe: i64 = 0
            self.offered: i64 = 0
            self.scarce: i64 = 0
            self.dearest: i64 = 0
            self.kind: bytes = rules.kinds(0, 0)
            self.bank_plays: bool = rules.bank_holder == BANK_ALWAYS or (
                rules.bank_holder != BANK_NEVER and players == 2
            )
            self.turn: int = 0
            self.actor: int = 0
            self.phase: int = PLACE
            self.tile: int = -1
            self.merging: int = 0
            self.survivor: int = -1
            self.pending: int = 0
            self.defunct: int = -1
            self.bank_tiles: list[int] = []
            self.bank_drew: list[int] = []
            self.aside: list[int] = []
            self.can_end: bool = False
            self.idle: int = 0
            self.drawn: list[int] = []
            self.gone: list[int] = []
            self.reason: int = NOT_OVER
            self.log: list[tuple[int, ...]] | None = None
        else:
            self.cells = source.cells[:]
            self.touch = source.touch[:]
            self.size = source.size[:]
            self.price = source.price
            self.bank = source.bank[:]
            self.cash = source.cash[:]
            self.shares = source.shares[:]
            self.hands = [hand[:] for hand in source.hands]
            self.unknown = source.unknown[:]
            self.bag = source.bag
            self.bag_at = source.bag_at
            self.bag_left = source.bag_left
            # Empty most of the time, and an empty list is cheaper than a slice.
            self.told = source.told[:] if source.told else []
            self.active = source.active
            self.safe = source.safe
            self.offered = source.offered
            self.scarce = source.scarce
            self.dearest = source.dearest
            self.kind = source.kind
            self.bank_plays = source.bank_plays
            self.turn = source.turn
            self.actor = source.actor
            self.phase = source.phase
            self.tile = source.tile
            self.merging = source.merging
            self.survivor = source.survivor
            self.pending = source.pending
            self.defunct = source.defunct
            self.bank_tiles = source.bank_tiles[:] if source.bank_tiles else []
            self.bank_drew = source.bank_drew[:] if source.bank_drew else []
            self.aside = source.aside[:] if source.aside else []
            self.can_end = source.can_end
            self.idle = source.idle
            self.drawn = source.drawn[:] if source.drawn else []
            self.gone = source.gone[:] if source.gone else []
            self.reason = source.reason
            self.log = None

    def copy(self) -> "State":
        """An independent position; the log is not carried over."""
        return State(self.rules, self.players, self)
