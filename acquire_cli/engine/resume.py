"""Taking a claimed position up in the phase that is claimed, if that phase can be."""

from typing import TYPE_CHECKING

from acquire_cli.engine import codes as c
from acquire_cli.engine.merger import largest
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import OPTIONAL
from acquire_cli.engine.turn import choose_aside, dead_tiles

if TYPE_CHECKING:
    from acquire_cli.engine.claim import Claim

PLACING = (c.FOUND, c.SURVIVOR, c.NEXT, c.BANK, c.DISPOSE)
"""The phases between a tile laid and the buying: it lies there loose."""


def resume(s: State, claim: "Claim") -> str:
    """Put the position into the phase that is claimed; what is wrong, if that phase cannot be."""
    phase = claim.phase
    if phase in PLACING:
        s.idle = -1
        s.tile = claim.tile
        s.phase = phase
        if phase != c.FOUND:
            return _resume_merger(s, claim)
        if s.touch[claim.tile] & c.CHAIN_BITS or not s.touch[claim.tile] & c.LOOSE_BIT:
            return "the tile founds no chain"
        if s.active == s.rules.every:
            return "every chain is on the board, none can be founded"
        return ""
    if claim.bank_tiles:
        return "the bank's tiles are laid by the end of the merger"
    if phase != c.OVER and s.idle >= s.players:
        return f"{s.idle} turns in a row changed nothing: the game was over before"
    s.phase = phase
    if phase == c.PLACE or phase == c.OVER:
        s.idle = max(0, s.idle)
        return ""
    if phase == c.END and not s.can_end:
        return "the end cannot be declared here"
    if phase == c.ASIDE:
        return _resume_aside(s, claim)
    return ""


def _resume_aside(s: State, claim: "Claim") -> str:
    player = s.turn
    dead = dead_tiles(s, player)
    optional = s.rules.dead == OPTIONAL
    known = optional and len(dead) > 0
    if not s.rules.dead_leave or not s.safe & (s.safe - 1) or not (known or s.unknown[player] != 0):
        return "there is no choice of dead tiles here"
    told = list(claim.aside)
    if not optional:
        told = [t for t in told if t not in dead]
        s.aside = dead
    for square in told:
        if choose_aside(s, square) != c.OK:
            return "only dead tiles are set aside, in reading order"
    return ""


def _resume_merger(s: State, claim: "Claim") -> str:
    mask = s.touch[claim.tile] & c.CHAIN_BITS
    if mask & (mask - 1) == 0:
        return "the tile merges nothing"
    if s.kind[mask] == c.DEAD:
        return "the tile joins two safe chains"
    s.merging = mask
    s.pending = mask
    tops = largest(s, mask)
    if claim.phase == c.SURVIVOR:
        if tops & (tops - 1) == 0:
            return "the survivor is no choice here"
        return "the bank draws after the survivor is named" if claim.bank_tiles else ""
    if claim.survivor < 0 or not tops >> claim.survivor & 1:
        return "the survivor is not among the largest"
    s.survivor = claim.survivor
    queue = 0
    for chain in claim.queue:
        queue |= 1 << chain
    defunct = mask & ~(1 << claim.survivor)
    if not queue or queue & ~defunct:
        return "the defunct chains are not those that the tile touches"
    tops = largest(s, queue)
    first = s.size[s.rules.mask_chains[tops][0]]
    settled = s.rules.mask_chains[defunct & ~queue]
    if any(s.size[chain] < first for chain in settled):
        return "a larger defunct chain goes first"
    drawn = len(settled) + (claim.phase == c.DISPOSE)
    if len(claim.bank_tiles) > (drawn if s.bank_plays else 0):
        return "the bank has drawn more tiles than it may"
    if claim.phase == c.NEXT:
        s.pending = queue
        return "" if tops & (tops - 1) else "the next defunct chain is no choice here"
    current = claim.queue[0]
    if not tops >> current & 1:
        return "a larger defunct chain goes first"
    s.defunct = current
    s.pending = queue & ~(1 << current)
    if claim.phase == c.DISPOSE:
        if not s.shares[s.actor * s.rules.chains + current]:
            return "who is to decide holds none of the defunct chain"
    elif not s.bank_plays:
        return "the bank draws no tile in this game"
    elif s.bag_left == 0 or (s.bag and s.bag[0] >= 0):
        return "what the bank draws is known, nothing is to be told"
    return ""
