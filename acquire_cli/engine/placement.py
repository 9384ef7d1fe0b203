"""Placing a tile: alone, founding, growing, merging, or no placement at all."""

from acquire_cli.engine.board import extend, is_unseen, lay_loose, note_supply, unseen
from acquire_cli.engine.codes import (
    A_ASIDE,
    A_FOUND,
    A_PASS,
    A_REDRAW,
    ALONE,
    ASIDE_SQUARE,
    BLOCKED,
    CHAIN_BITS,
    DEAD,
    E_FOUNDED,
    E_GREW,
    E_PASSED,
    E_PLACED,
    FOUND,
    FOUNDS,
    GROWS,
    LOOSE,
    MERGES,
    OK,
    PLACE,
    R_ASIDE_ORDER,
    R_BAG_EMPTY,
    R_BLOCKED,
    R_DEAD,
    R_GONE,
    R_MUST_PLACE,
    R_MUST_REDRAW,
    R_NO_CHAIN,
    R_NO_REDRAW,
    R_NO_SQUARE,
    R_NOT_IN_HAND,
    R_OCCUPIED,
    R_ON_BOARD,
    R_PHASE,
    R_PLAYABLE,
)
from acquire_cli.engine.merger import begin_merger
from acquire_cli.engine.purchase import begin_buying
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import LAST_CHAIN, WHOLE_HAND
from acquire_cli.engine.turn import draw_up, set_aside


def place_actions(s: State) -> list[int]:
    """Every tile that may be played, or no placement, or the forced redraw."""
    player = s.turn
    kind = s.kind
    touch = s.touch
    placing = s.rules.placing
    out: list[int] = [placing[t] for t in s.hands[player] if kind[touch[t]] <= MERGES]
    if s.unknown[player]:
        return _guessed_actions(s, out)
    if out:
        return out
    if not may_redraw(s):
        return [A_PASS]
    return [A_REDRAW] if s.bag_left > 0 else [A_PASS, A_REDRAW]


def _guessed_actions(s: State, known: list[int]) -> list[int]:
    """The same where part of the hand is unknown: any tile nobody has seen may be in it."""
    kind = s.kind
    touch = s.touch
    hidden = unseen(s)
    out: list[int] = []
    if not s.aside:
        out = known + [t << 4 for t in hidden if kind[touch[t]] <= MERGES]
        if known:
            return out
        if not _must_redraw(s) and _may_hold_none(s):
            out.append(A_PASS)
    if s.rules.dead == WHOLE_HAND and s.bag_left != 0:
        last = s.aside[-1] if s.aside else -1
        tellable = [t for t in hidden if t > last and kind[touch[t]] > MERGES]
        missing = s.unknown[s.turn] - len(s.aside)
        if s.unknown[s.turn] > 0:
            # As many must be left to tell as are still missing.
            tellable = tellable[: max(0, len(tellable) - missing + 1)] if missing > 0 else []
        out += [t << 4 | A_ASIDE for t in tellable]
        if may_redraw(s):
            out.append(A_REDRAW)
    return out


def _must_redraw(s: State) -> bool:
    """Whether a player who can play nothing has to redraw: he has a hand, and the bag has tiles."""
    player = s.turn
    if s.rules.dead != WHOLE_HAND or s.bag_left <= 0:
        return False
    return len(s.hands[player]) > 0 or s.unknown[player] > 0


def may_redraw(s: State) -> bool:
    """Whether the whole hand can be set aside now (``whole-hand``, edge case 7).

    Every tile of it must be known or told by then, and none may be playable.
    """
    player = s.turn
    if s.rules.dead != WHOLE_HAND or s.bag_left == 0:
        return False
    unknown = s.unknown[player]
    if unknown > 0 and len(s.aside) != unknown:
        return False
    if not s.hands[player] and not s.aside:
        return False
    return not _holds_playable(s)


def _holds_playable(s: State) -> bool:
    kind = s.kind
    touch = s.touch
    for square in s.hands[s.turn]:
        if kind[touch[square]] <= MERGES:
            return True
    return False


def _unplayable_after(s: State, square: int) -> int:
    """How many tiles after ``square`` nobody has seen and nobody could play now."""
    kind = s.kind
    touch = s.touch
    return sum(kind[touch[t]] > MERGES for t in unseen(s) if t > square)


def _may_hold_none(s: State) -> bool:
    """Whether the unknown tiles of the hand can all be such as cannot be played."""
    unknown = s.unknown[s.turn]
    return unknown <= 0 or _unplayable_after(s, -1) >= unknown


def place(s: State, square: int) -> int:
    """Place a tile of the hand on its square."""
    if s.phase != PLACE:
        return R_PHASE
    if square < 0 or square >= s.rules.squares:
        return R_NO_SQUARE
    player = s.turn
    hand = s.hands[player]
    touching = s.touch[square]
    kind = s.kind[touching]
    if s.aside:
        return R_MUST_REDRAW
    at = 0
    for held in hand:
        if held == square:
            break
        at += 1
    if at < len(hand):
        if kind > MERGES:
            return R_DEAD if kind == DEAD else R_BLOCKED
        del hand[at]
    else:
        cell = s.cells[square]
        if cell <= LOOSE:
            return R_OCCUPIED
        if cell == ASIDE_SQUARE:
            return R_GONE
        if s.unknown[player] == 0 or not is_unseen(s, square):
            return R_NOT_IN_HAND
        if kind == DEAD:
            return R_DEAD
        if kind == BLOCKED:
            return R_BLOCKED
        if s.unknown[player] > 0:
            s.unknown[player] -= 1
    s.idle = -1
    if s.log is not None:
        s.log.append((E_PLACED, player, square, kind))
    if kind == ALONE:
        lay_loose(s, square)
        begin_buying(s)
    elif kind == GROWS:
        chain = LAST_CHAIN[touching & CHAIN_BITS]
        before = s.size[chain]
        extend(s, square, chain)
        if s.log is not None:
            s.log.append((E_GREW, chain, before, s.size[chain]))
        begin_buying(s)
    elif kind == FOUNDS:
        s.tile = square
        lay_loose(s, square)
        s.phase = FOUND
    else:
        s.tile = square
        begin_merger(s, square)
    return OK


def no_placement(s: State) -> int:
    """Edge case 8: only a player without a legal tile goes without; he may still buy."""
    if s.phase != PLACE:
        return R_PHASE
    if _holds_playable(s):
        return R_MUST_PLACE
    if s.aside or _must_redraw(s):
        return R_MUST_REDRAW
    if not _may_hold_none(s):
        return R_MUST_PLACE
    if s.log is not None:
        s.log.append((E_PASSED, s.turn))
    begin_buying(s)
    return OK


def tell_redraw(s: State, square: int) -> int:
    """A record names a tile of a hand that is set aside whole; tiles in reading order."""
    if s.rules.dead != WHOLE_HAND:
        return R_PHASE
    if square < 0 or square >= s.rules.squares:
        return R_NO_SQUARE
    if s.bag_left == 0:
        return R_BAG_EMPTY
    player = s.turn
    held = square in s.hands[player]
    if not held:
        cell = s.cells[square]
        if cell <= LOOSE:
            return R_OCCUPIED
        if cell == ASIDE_SQUARE:
            return R_GONE
    if s.kind[s.touch[square]] <= MERGES:
        return R_PLAYABLE
    if _holds_playable(s):
        return R_NO_REDRAW
    if held or square in s.aside:
        return R_ASIDE_ORDER
    unknown = s.unknown[player]
    missing = unknown - len(s.aside)
    if unknown == 0 or (unknown > 0 and missing <= 0) or not is_unseen(s, square):
        return R_NOT_IN_HAND
    if s.aside and square < s.aside[-1]:
        return R_ASIDE_ORDER
    if unknown > 0 and _unplayable_after(s, square) < missing - 1:
        return R_ASIDE_ORDER
    s.aside.append(square)
    return OK


def redraw(s: State) -> int:
    """Set the whole hand aside and draw anew; the turn goes on (text 002, edge case 7)."""
    if s.phase != PLACE:
        return R_PHASE
    if s.rules.dead == WHOLE_HAND and s.bag_left == 0:
        return R_BAG_EMPTY
    if not may_redraw(s):
        return R_NO_REDRAW
    player = s.turn
    leaving = s.hands[player] + s.aside
    leaving.sort()
    s.aside = []
    set_aside(s, player, leaving)
    draw_up(s, player)
    return OK


def found_actions(s: State) -> list[int]:
    """The chains that are not on the board."""
    return [c << 4 | A_FOUND for c in s.rules.mask_chains[s.rules.every & ~s.active]]


def found(s: State, chain: int) -> int:
    """Found a chain; the founder's share is free while the bank has one (edge case 6)."""
    if s.phase != FOUND:
        return R_PHASE
    rules = s.rules
    if chain < 0 or chain >= rules.chains:
        return R_NO_CHAIN
    if s.active >> chain & 1:
        return R_ON_BOARD
    extend(s, s.tile, chain)
    player = s.turn
    free = 0
    cash = 0
    if s.bank[chain] > 0:
        s.bank[chain] -= 1
        note_supply(s, chain)
        s.shares[player * rules.chains + chain] += 1
        free = 1
    elif rules.founder_cash:
        cash = s.price[chain]
        s.cash[player] += cash
    if s.log is not None:
        s.log.append((E_FOUNDED, player, chain, s.size[chain], free, cash))
    begin_buying(s)
    return OK
