"""A quick player for looking ahead: rules of thumb on tables, some tens of microseconds a turn.

It plays a position in which every tile is known, each player from his own hand alone.
"""

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import play
from acquire_cli.engine.merger import choose_next, choose_survivor, dispose, largest, most_traded
from acquire_cli.engine.placement import found, no_placement, place, redraw
from acquire_cli.engine.purchase import buy
from acquire_cli.engine.scoring import bonuses, totals
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import LAST_CHAIN
from acquire_cli.engine.turn import dead_tiles, end_or_go_on
from acquire_cli.players.worth import Book, gains, promises, stage_of, weights

FOUNDING = 700.0
"""What founding a chain is worth to the founder beside growing one, in dollars."""

STEP = 25.0
"""What one tile more adds to a share, on average, in dollars."""


def run(book: Book, s: State, turns: int) -> None:
    """Play on until ``turns`` turns more have ended, or the game has."""
    last = s.turn
    amounts = promises(book, s)
    weight = [weights(book, amounts, player) for player in range(s.players)]
    while True:
        phase = s.phase
        if phase == c.PLACE:
            if s.turn != last:
                last = s.turn
                turns -= 1
                if turns <= 0:
                    return
            _place(s)
        elif phase == c.BUY:
            buy(s, basket(book, s, weight[s.turn]))
        elif phase == c.DISPOSE:
            dispose(s, disposal(book, s))
        elif phase == c.FOUND:
            found(s, _founded(s))
        elif phase == c.END:
            now = totals(s)
            end_or_go_on(s, int(now[s.turn] >= max(now)))
        elif phase == c.SURVIVOR:
            choose_survivor(s, _survivor(s))
        elif phase == c.NEXT:
            tops = largest(s, s.pending)
            choose_next(s, tops.bit_length() - 1)
        elif phase == c.ASIDE:
            _set_aside(s)
        else:
            return


def _place(s: State) -> None:
    kind = s.kind
    touch = s.touch
    best = -1
    most = 0.0
    known: dict[int, float] = {}
    for square in s.hands[s.turn]:
        mask = touch[square]
        what = kind[mask]
        if what > c.MERGES:
            continue
        score = known.get(mask)
        if score is None:
            if what == c.ALONE:
                score = 0.0
            elif what == c.FOUNDS:
                score = FOUNDING
            elif what == c.GROWS:
                score = _growth(s, LAST_CHAIN[mask & c.CHAIN_BITS])
            else:
                score = _merger(s, mask & c.CHAIN_BITS)
            known[mask] = score
        if best < 0 or score > most:
            best = square
            most = score
    if best >= 0:
        place(s, best)
    elif no_placement(s):
        redraw(s)


def _growth(s: State, chain: int) -> float:
    """What a tile more for a chain is worth: my shares against those of a rival on average."""
    held = s.shares[chain :: s.rules.chains]
    mine = held[s.turn]
    rivals = (sum(held) - mine) / max(1, s.players - 1)
    step = STEP
    if s.size[chain] + 1 == s.rules.safe and mine < max(held):
        step = 2 * STEP
    return (mine - rivals) * step


def _merger(s: State, mask: int) -> float:
    """What a merger pays me at once, against what it pays a rival on average."""
    tops = largest(s, mask)
    survivor = tops.bit_length() - 1
    me = s.turn
    rules = s.rules
    out = 0.0
    for chain in rules.mask_chains[mask & ~(1 << survivor)]:
        paid = bonuses(rules, s.shares[chain :: rules.chains], chain, s.size[chain])
        mine = paid[me]
        out += mine - (sum(paid) - mine) / max(1, s.players - 1)
    return out + _growth(s, survivor)


def _founded(s: State) -> int:
    """The dearest chain that I can still buy into, else the cheapest."""
    rules = s.rules
    me = s.turn
    chains = rules.mask_chains[rules.every & ~s.active]
    most = -1.0
    best = chains[0]
    rich = s.cash[me] >= 1500
    for chain in chains:
        score = 10.0 * s.shares[me * rules.chains + chain] + float(s.bank[chain])
        score += float(chain if rich else -chain)
        if score > most:
            most = score
            best = chain
    return best


def _survivor(s: State) -> int:
    """Let the chain survive in which I hold least against the others: the other one pays."""
    rules = s.rules
    me = s.turn
    best = -1
    most = 0.0
    for chain in rules.mask_chains[largest(s, s.merging)]:
        paid = bonuses(rules, s.shares[chain :: rules.chains], chain, s.size[chain])
        score = float(sum(paid) - 2 * paid[me])
        if best < 0 or score > most:
            best = chain
            most = score
    return best


def disposal(book: Book, s: State) -> int:
    """Sell, trade and keep by three steps of trading and three of selling the rest."""
    rules = s.rules
    me = s.actor
    stage = stage_of(s)
    gone = s.defunct
    into = s.survivor
    have = s.shares[me * rules.chains + gone]
    price = rules.price[gone][s.size[gone]]
    kept = book.kept[stage]
    thirst = book.taste.thirst
    short = max(0.0, book.reserve[stage] - s.cash[me])
    size = min(s.size[into] + s.size[gone] + 1, rules.squares)
    share = book.share[stage][into][size]
    first = book.first[stage][into][size]
    second = book.second[stage][into][size]
    odds = book.odds
    mine, rival, third = _standing(s, into, me)
    most = most_traded(s)
    best = 0
    highest = -1.0
    for traded in (0, most // 4 * 2, most) if most else (0,):
        got = traded // 2
        worth = got * share
        if mine + got:
            win = odds[mine + got - rival]
            worth += first * win + (1.0 - win) * second * odds[mine + got - third]
        rest = have - traded
        for sold in (0, min(rest, int(short) // price + 1), rest):
            money = sold * price
            total = worth + money + thirst * min(money, short) + (rest - sold) * kept
            if total > highest:
                highest = total
                best = sold << c.DISPOSE_SHIFT | traded
    return best


def _standing(s: State, chain: int, player: int) -> tuple[int, int, int]:
    """A player's shares of a chain, the most that another holds, and the next most."""
    held = s.shares[chain :: s.rules.chains]
    mine = held[player]
    rival = third = 0
    held[player] = 0
    for count in held:
        if count > rival:
            third = rival
            rival = count
        elif count > third:
            third = count
    return mine, rival, third


def basket(book: Book, s: State, weight: tuple[float, ...]) -> int:
    """Chain by chain what adds most a share, while it is worth its price and the reserve allows."""
    rules = s.rules
    cash = s.cash[s.turn]
    spare = cash - book.reserve[stage_of(s)]
    thirst = book.taste.thirst
    rows = [
        (chain, rules.price[chain][s.size[chain]], row)
        for chain, row in enumerate(gains(book, weight, s))
        if len(row) > 1
    ]
    left = rules.max_buys
    out = 0
    while rows and left:
        most = 0.0
        taking = 0
        best = rows[0]
        for entry in rows:
            _, price, row = entry
            for count in range(1, min(left, len(row) - 1) + 1):
                cost = count * price
                if cost > cash:
                    break
                gain = row[count]
                if cost > spare:
                    gain -= thirst * (cost - max(0.0, spare))
                if gain > most * count:
                    most = gain / count
                    best = entry
                    taking = count
        if not taking:
            break
        chain, price, row = best
        rows[rows.index(best)] = (chain, price, [gain - row[taking] for gain in row[taking:]])
        cash -= taking * price
        spare -= taking * price
        left -= taking
        out += taking << 3 * chain
    return out


def _set_aside(s: State) -> None:
    for square in dead_tiles(s, s.turn):
        play(s, square << 4 | c.A_ASIDE)
    play(s, c.A_DONE)
