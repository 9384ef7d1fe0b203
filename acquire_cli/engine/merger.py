"""Mergers: who survives, in which order chains go, bonuses, dispositions, the bank's tile."""

from acquire_cli.engine.board import (
    extend,
    is_unseen,
    lay_loose,
    note_supply,
    take_over,
    unaccounted,
    unseen,
)
from acquire_cli.engine.codes import (
    A_BANK,
    A_NEXT,
    A_SURVIVOR,
    ASIDE_SQUARE,
    BANK,
    CHAIN_BITS,
    DISPOSE,
    DISPOSE_MASK,
    DISPOSE_SHIFT,
    E_BANK,
    E_BONUS,
    E_DEFUNCT,
    E_DISPOSED,
    E_LAID,
    E_MERGED,
    LOOSE,
    NEXT,
    OK,
    R_BANK_NONE,
    R_BANK_TILE,
    R_HELD,
    R_NO_SQUARE,
    R_NOT_LARGEST,
    R_NOT_MERGING,
    R_NOT_NEXT,
    R_ODD_TRADE,
    R_PHASE,
    R_TRADE_SUPPLY,
    SURVIVOR,
)
from acquire_cli.engine.purchase import begin_buying
from acquire_cli.engine.scoring import bonuses
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import LAST_CHAIN


def largest(s: State, mask: int) -> int:
    """The mask of the largest chains among ``mask``, by their size without the tile."""
    most = 0
    found = 0
    size = s.size
    for chain in s.rules.mask_chains[mask]:
        if size[chain] > most:
            most = size[chain]
            found = 1 << chain
        elif size[chain] == most:
            found |= 1 << chain
    return found


def begin_merger(s: State, square: int) -> None:
    """A tile touches two chains or more (edge cases 1, 2 and 9)."""
    mask = s.touch[square] & CHAIN_BITS
    lay_loose(s, square)
    s.merging = mask
    s.pending = mask
    s.survivor = -1
    s.bank_tiles = []
    s.bank_drew = []
    candidates = largest(s, mask)
    if candidates & (candidates - 1):
        s.phase = SURVIVOR
    else:
        _survives(s, candidates.bit_length() - 1)


def survivor_actions(s: State) -> list[int]:
    """The equal largest chains, from which the mergemaker picks."""
    return [c << 4 | A_SURVIVOR for c in s.rules.mask_chains[largest(s, s.merging)]]


def choose_survivor(s: State, chain: int) -> int:
    """The mergemaker names the survivor among the largest."""
    if s.phase != SURVIVOR:
        return R_PHASE
    if chain < 0 or chain >= s.rules.chains or not s.merging >> chain & 1:
        return R_NOT_MERGING
    if not largest(s, s.merging) >> chain & 1:
        return R_NOT_LARGEST
    _survives(s, chain)
    return OK


def _survives(s: State, chain: int) -> None:
    s.survivor = chain
    s.pending = s.merging & ~(1 << chain)
    if s.log is not None:
        s.log.append((E_MERGED, chain, s.pending))
    _next_defunct(s)


def _next_defunct(s: State) -> None:
    if s.pending == 0:
        _complete(s)
        return
    candidates = largest(s, s.pending)
    if candidates & (candidates - 1):
        s.actor = s.turn
        s.phase = NEXT
    else:
        _settle(s, candidates.bit_length() - 1)


def next_actions(s: State) -> list[int]:
    """The equal largest defunct chains, of which the mergemaker picks the first."""
    return [c << 4 | A_NEXT for c in s.rules.mask_chains[largest(s, s.pending)]]


def choose_next(s: State, chain: int) -> int:
    """The mergemaker names which of the equal defunct chains goes first."""
    if s.phase != NEXT:
        return R_PHASE
    if chain < 0 or chain >= s.rules.chains or not s.pending >> chain & 1:
        return R_NOT_MERGING
    if not largest(s, s.pending) >> chain & 1:
        return R_NOT_NEXT
    _settle(s, chain)
    return OK


def _settle(s: State, chain: int) -> None:
    """Begin a defunct chain: the bank's tile (edge case 14), then the bonus."""
    s.defunct = chain
    s.pending &= ~(1 << chain)
    if s.log is not None:
        s.log.append((E_DEFUNCT, chain, s.size[chain], s.survivor))
    if not s.bank_plays:
        _pay(s, 0)
        return
    if s.bag_left == 0:
        _bank_draws(s, -1)
        return
    square = s.bag[s.bag_at] if s.bag_at < len(s.bag) else -1
    if square >= 0:
        s.bag_at += 1
        s.bag_left -= 1
        _bank_draws(s, square)
        return
    s.actor = s.turn
    s.phase = BANK


def bank_actions(s: State) -> list[int]:
    """The tiles the bank may have drawn, or none where the bag may be empty."""
    out = [A_BANK] if _bag_may_be_empty(s) else []
    return out + [(t + 1) << 4 | A_BANK for t in unseen(s)]


def tell_bank_tile(s: State, tile: int) -> int:
    """A record tells which tile the bank drew: square + 1, or 0 for an empty bag."""
    if s.phase != BANK:
        return R_BANK_TILE if tile else R_PHASE
    if tile == 0:
        if not _bag_may_be_empty(s):
            return R_BANK_NONE
        s.bag_left = 0
        _bank_draws(s, -1)
        return OK
    square = tile - 1
    if square < 0 or square >= s.rules.squares:
        return R_NO_SQUARE
    if not is_unseen(s, square):
        return R_BANK_TILE
    if s.bag_at < len(s.bag):
        s.bag_at += 1
    if s.bag_left > 0:
        s.bag_left -= 1
    _bank_draws(s, square)
    return OK


def _bag_may_be_empty(s: State) -> bool:
    """Whether the hands that nobody has counted can hold every tile that is left."""
    if s.bag_left >= 0:
        return s.bag_left == 0
    room = 0
    for player in range(s.players):
        if s.unknown[player] < 0:
            room += s.rules.hand - len(s.hands[player])
            if player == s.turn:
                room -= 1  # the tile that merges has left it
    return unaccounted(s) <= room


def _bank_draws(s: State, square: int) -> None:
    holding = 0
    s.bank_drew += (s.defunct, square)
    if square >= 0:
        s.bank_tiles.append(square)
        holding = square % s.rules.cols + 1
    if s.log is not None:
        s.log.append((E_BANK, s.defunct, square, holding))
    _pay(s, holding)


def _pay(s: State, holding: int) -> None:
    """Pay the bonus of the defunct chain, then ask its holders (edge cases 9, 10 and 13)."""
    chain = s.defunct
    chains = s.rules.chains
    held = s.shares[chain::chains]
    if holding:
        held.append(holding)
    paid = bonuses(s.rules, held, chain, s.size[chain])
    for who in range(s.players):
        if paid[who]:
            s.cash[who] += paid[who]
    if s.log is not None:
        for who, amount in enumerate(paid):
            if amount:
                s.log.append((E_BONUS, chain, who if who < s.players else -1, amount))
    s.actor = s.turn
    if s.shares[s.turn * chains + chain]:
        s.phase = DISPOSE
    else:
        _next_holder(s)


def _next_holder(s: State) -> None:
    """Edge case 10: from the mergemaker on, in turn order; who holds none is not asked."""
    chains = s.rules.chains
    player = s.actor
    while True:
        player += 1
        if player == s.players:
            player = 0
        if player == s.turn:
            s.defunct = -1
            _next_defunct(s)
            return
        if s.shares[player * chains + s.defunct]:
            s.actor = player
            s.phase = DISPOSE
            return


def most_traded(s: State) -> int:
    """How many shares of the defunct chain the holder may give: an even number (edge case 11)."""
    held = s.shares[s.actor * s.rules.chains + s.defunct]
    return min(held - held % 2, 2 * s.bank[s.survivor])


def dispose_actions(s: State) -> tuple[int, ...]:
    """Every way to sell, trade and keep."""
    held = s.shares[s.actor * s.rules.chains + s.defunct]
    return s.rules.disposals(held, most_traded(s))


def dispose(s: State, payload: int) -> int:
    """Sell and trade shares of the defunct chain; the rest is kept (edge cases 11 and 12)."""
    if s.phase != DISPOSE:
        return R_PHASE
    sold = payload >> DISPOSE_SHIFT
    traded = payload & DISPOSE_MASK
    rules = s.rules
    chain = s.defunct
    at = s.actor * rules.chains
    held = s.shares[at + chain]
    if sold < 0 or sold + traded > held:
        return R_HELD
    if traded & 1:
        return R_ODD_TRADE
    got = traded // 2
    if got > s.bank[s.survivor]:
        return R_TRADE_SUPPLY
    price: int = s.price[chain]
    money = sold * price
    s.shares[at + chain] = held - sold - traded
    s.bank[chain] += sold + traded
    note_supply(s, chain)
    if got:
        s.shares[at + s.survivor] += got
        s.bank[s.survivor] -= got
        note_supply(s, s.survivor)
    s.cash[s.actor] += money
    if s.log is not None:
        kept = held - sold - traded
        s.log.append((E_DISPOSED, s.actor, chain, s.survivor, sold, traded, kept, money))
    _next_holder(s)
    return OK


def _complete(s: State) -> None:
    """Every defunct chain is settled: the board changes, then the bank's tiles are laid."""
    survivor = s.survivor
    for chain in s.rules.mask_chains[s.merging & ~(1 << survivor)]:
        take_over(s, chain, survivor, s.tile)
    s.kind = s.rules.kinds(s.safe, s.active)
    extend(s, s.tile, survivor)
    if s.bank_tiles:
        tiles = s.bank_tiles
        s.bank_tiles = []
        for square in tiles:
            _lay_bank_tile(s, square)
    begin_buying(s)


def _lay_bank_tile(s: State, square: int) -> None:
    """Edge case 14: loose, or joining the one chain it touches, or set aside; never founding."""
    chains = s.touch[square] & CHAIN_BITS
    if chains == 0:
        lay_loose(s, square)
        joined = LOOSE
    elif chains & (chains - 1) == 0:
        joined = LAST_CHAIN[chains]
        extend(s, square, joined)
    else:
        s.cells[square] = ASIDE_SQUARE
        joined = ASIDE_SQUARE
    if s.log is not None:
        s.log.append((E_LAID, square, joined))
