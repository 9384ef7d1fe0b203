"""A position somebody claims, and the check that makes it one that can be.

Two types for two things: a ``Claim`` may say anything, a ``State`` is legal. ``from_claim`` gives
the one for the other, or everything that is wrong with it.
"""

from collections.abc import Sequence

from acquire_cli.engine import codes as c
from acquire_cli.engine.board import count_hands, lay_loose, note_supply, resize, unaccounted
from acquire_cli.engine.purchase import judge_end
from acquire_cli.engine.refusals import Refusal, of_players
from acquire_cli.engine.resume import PLACING, resume
from acquire_cli.engine.squares import names
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules


class Seat:
    """What a claim says of one player: cash, shares a chain, and the hand.

    ``hand`` is None where nothing is known of it, not even how many tiles; an unknown tile is -1.
    """

    __slots__ = ("cash", "hand", "shares")

    def __init__(self, cash: int, shares: Sequence[int], hand: Sequence[int] | None) -> None:
        self.cash = cash
        self.shares = shares
        self.hand = hand


class Claim:
    """A position as it is told.

    ``cells`` holds a code a square (a chain, ``LOOSE``, ``EMPTY``, ``ASIDE_SQUARE``); ``seats`` are
    in turn order; ``bag`` is None where its order is unknown. ``queue`` lists, in a merger, the
    defunct chains that are not settled yet, the one being settled first. ``turn`` is whose turn it
    is, ``actor`` who decides. ``idle`` counts the turns in a row that changed nothing; -1 says that
    this turn has changed something already (not at ``PLACE``, which is before any redraw).
    """

    __slots__ = (
        "actor",
        "aside",
        "bag",
        "bank_tiles",
        "cells",
        "idle",
        "phase",
        "queue",
        "seats",
        "survivor",
        "tile",
        "turn",
    )

    def __init__(self, cells: Sequence[int], seats: Sequence[Seat]) -> None:
        self.cells = cells
        self.seats = seats
        self.bag: Sequence[int] | None = None
        self.phase: int = c.PLACE
        self.actor: int = 0
        self.turn: int = 0
        self.tile: int = -1
        self.survivor: int = -1
        self.queue: Sequence[int] = ()
        self.bank_tiles: Sequence[int] = ()
        self.aside: Sequence[int] = ()
        self.idle: int = -1


def from_claim(rules: Rules, claim: Claim) -> "State | list[Refusal]":
    """The position, or what is wrong with it."""
    wrong = _shape(rules, claim)
    if wrong:
        return wrong
    wrong = _players(rules, claim) + _board(rules, claim) + _tiles(rules, claim)
    if wrong:
        return wrong
    s = State(rules, len(claim.seats))
    _lay(s, claim)
    for player, seat in enumerate(claim.seats):
        s.cash[player] = seat.cash
        for chain in range(rules.chains):
            s.shares[player * rules.chains + chain] = seat.shares[chain]
            s.bank[chain] -= seat.shares[chain]
            note_supply(s, chain)
        hand = seat.hand
        s.hands[player] = [] if hand is None else [t for t in hand if t >= 0]
        s.unknown[player] = -1 if hand is None else sum(t < 0 for t in hand)
    s.bag = tuple(claim.bag or ())
    s.bank_tiles = list(claim.bank_tiles)
    s.bag_left = len(s.bag) if claim.bag is not None else -1
    problem = _count(s)
    if problem:
        return [Refusal("E-position", problem)]
    s.idle = claim.idle
    s.turn = claim.turn
    s.actor = claim.actor
    judge_end(s)
    problem = resume(s, claim)
    return [Refusal("E-position", problem)] if problem else s


def _lay(s: State, claim: Claim) -> None:
    rules = s.rules
    for square, code in enumerate(claim.cells):
        if code == c.LOOSE:
            lay_loose(s, square)
        elif code == c.ASIDE_SQUARE:
            s.cells[square] = code
        elif code < c.LOOSE:
            # Not ``extend``: the tile in the middle of a merger is loose beside chains.
            s.cells[square] = code
            for near in rules.neighbours[square]:
                s.touch[near] |= 1 << code
            s.size[code] += 1
    for chain in range(rules.chains):
        if s.size[chain]:
            resize(s, chain, s.size[chain])


def _count(s: State) -> str:
    """Settle how many tiles are in the bag and in hands nobody has counted, where that follows.

    The bag's number follows when no hand is uncounted.
    """
    left = unaccounted(s)
    uncounted = s.unknown.count(-1)
    if uncounted == 0:
        if s.bag_left < 0:
            s.bag_left = left
        elif s.bag_left != left:
            return f"{left - s.bag_left} tiles are nowhere"
        return ""
    rest = left - s.bag_left
    if s.bag_left >= 0 and rest > uncounted * s.rules.hand:
        return f"{rest} tiles are in {uncounted} hands that hold {s.rules.hand} each at most"
    count_hands(s)
    return ""


def _shape(rules: Rules, claim: Claim) -> list[Refusal]:
    """Whether the numbers of the claim mean anything at all."""
    players = len(claim.seats)
    if len(claim.cells) != rules.squares:
        return [Refusal("E-position", f"the board has {rules.squares} squares")]
    refusal = of_players(rules, players)
    if refusal is not None:
        return [refusal]
    if not (0 <= claim.turn < players and 0 <= claim.actor < players):
        return [Refusal("E-position", "who acts is none of the players")]
    if claim.phase in PLACING and not 0 <= claim.tile < rules.squares:
        return [Refusal("E-position", "the tile that is being placed is not named")]
    return []


def _players(rules: Rules, claim: Claim) -> list[Refusal]:
    wrong: list[Refusal] = []
    letters = [chain.letter for chain in rules.ruleset.chains]
    for chain in range(rules.chains):
        held = sum(seat.shares[chain] for seat in claim.seats)
        if held > rules.shares:
            wrong.append(
                Refusal(
                    "E-position",
                    f"bank short of {letters[chain]}: {held} of {rules.shares} shares are held",
                )
            )
    for seat in claim.seats:
        if seat.cash < 0:
            wrong.append(Refusal("E-position", "cash below zero"))
        if min(seat.shares) < 0:
            wrong.append(Refusal("E-position", "shares below zero"))
        if seat.hand is not None and len(seat.hand) > rules.hand:
            wrong.append(
                Refusal(
                    "E-position", f"{len(seat.hand)} tiles in a hand, at most {rules.hand} may be"
                )
            )
    if claim.actor != claim.turn and claim.phase != c.DISPOSE:
        wrong.append(Refusal("E-position", "who acts is not whose turn it is"))
    return wrong


def _board(rules: Rules, claim: Claim) -> list[Refusal]:
    """Chains hang together and keep apart; no loose tile but the one placed touches a chain."""
    wrong: list[Refusal] = []
    name = names(rules.rows, rules.cols)
    letters = [chain.letter for chain in rules.ruleset.chains]
    cells = claim.cells
    seen: set[int] = set()
    found: set[int] = set()
    placing = claim.tile if claim.phase in PLACING else -1
    if placing >= 0 and cells[placing] != c.LOOSE:
        return [Refusal("E-position", f"{name[placing]} is being placed, it must lie there as o")]
    for square, code in enumerate(cells):
        if code > c.LOOSE:
            continue
        for near in rules.neighbours[square]:
            other = cells[near]
            if other > c.LOOSE or other == code or near < square or placing in (square, near):
                continue
            pair = " and ".join("o" if x == c.LOOSE else letters[x] for x in sorted((code, other)))
            wrong.append(Refusal("E-position", f"{pair} touch at {name[square]}"))
        if code < c.LOOSE and square not in seen:
            if code in found:
                wrong.append(Refusal("E-position", f"{letters[code]} lies in two places"))
                continue
            group = [square]
            seen.add(square)
            for at in group:
                for near in rules.neighbours[at]:
                    if cells[near] == code and near not in seen:
                        seen.add(near)
                        group.append(near)
            found.add(code)
            if len(group) < 2:
                wrong.append(
                    Refusal("E-position", f"{letters[code]} has one tile, a chain has two")
                )
    return wrong


def _tiles(rules: Rules, claim: Claim) -> list[Refusal]:
    """Each tile is in one place, and there are not too many."""
    wrong: list[Refusal] = []
    name = names(rules.rows, rules.cols)
    seen: set[int] = set()
    told = list(claim.bag or ()) + list(claim.bank_tiles)
    for seat in claim.seats:
        told += seat.hand or ()
    for square in told:
        if square < 0:
            continue
        if claim.cells[square] != c.EMPTY:
            wrong.append(Refusal("E-position", f"{name[square]} is on the board and elsewhere"))
        elif square in seen:
            wrong.append(Refusal("E-position", f"{name[square]} stands there twice"))
        seen.add(square)
    free = sum(code == c.EMPTY for code in claim.cells)
    if len(told) > free:
        wrong.append(Refusal("E-position", f"{len(told)} tiles in hands and bag, {free} are left"))
    return wrong
