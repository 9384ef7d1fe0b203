"""Why an action was taken, as a clause: what it pays, where it leads, what it risks.

The words go by what every player at the table can check: money, shares, sizes, ranks.
"""

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import play
from acquire_cli.engine.merger import largest
from acquire_cli.engine.scoring import bonuses, totals
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import LAST_CHAIN
from acquire_cli.players.words import action_words, chain_name, listed
from acquire_cli.players.worth import holders
from acquire_cli.rulesets.money import money


def sentence(view: State, action: int, more: str = "") -> str:
    """``I place 6F, which grows Tower, where I hold the most shares.``"""
    said = f"I {action_words(view, action)}"
    reason = _reason(view, action)
    if reason:
        said += f": {reason}"
    if more:
        said += f"; {more}"
    return said + "."


def _reason(view: State, action: int) -> str:
    kind = action & 15
    payload = action >> 4
    if kind == c.A_PLACE:
        return _placement(view, action, payload)
    if kind == c.A_FOUND:
        return _founding(view, action, payload)
    if kind == c.A_SURVIVOR:
        gone = view.rules.mask_chains[view.merging & ~(1 << payload)]
        return _paid(view, list(gone), view.actor)
    if kind == c.A_DISPOSE:
        return _disposal(view, payload)
    if kind == c.A_BUY:
        return _purchase(view, payload)
    if kind == c.A_END:
        return _ending(view, payload)
    return ""


def standing(view: State, chain: int, player: int, more: int = 0) -> str:
    """How a player stands in a chain, ``more`` shares added: ``I lead Tower with 5 against 3``."""
    held = holders(view, chain)
    mine = held.pop(player) + more
    rival = max(held, default=0)
    name = chain_name(view.rules, chain)
    if not mine:
        return f"I hold none of {name}" + (f", and another holds {rival}" if rival else "")
    if not rival:
        return f"I alone hold {name}, with {mine}"
    if mine > rival:
        return f"I lead {name} with {mine} against {rival}"
    if mine == rival:
        return f"I share the lead in {name} with {mine}"
    if mine not in held and sum(other > mine for other in held) == 1:
        return f"I am second in {name} with {mine} against {rival}"
    return f"I have {mine} of {name} against {rival}"


def _placement(view: State, action: int, square: int) -> str:
    mask = view.touch[square] & c.CHAIN_BITS
    kind = view.kind[view.touch[square]]
    me = view.turn
    if kind == c.FOUNDS:
        return "a founder's share is free, and a young chain is cheap"
    if kind == c.GROWS:
        chain = LAST_CHAIN[mask]
        trial = view.copy()
        play(trial, action)
        size = trial.size[chain]
        safe = view.rules.safe
        made = " and is safe" if view.size[chain] < safe <= size else ""
        return f"{chain_name(view.rules, chain)} has {size} tiles then{made}, and " + standing(
            view, chain, me
        )
    if kind == c.MERGES:
        survivors = largest(view, mask)
        if survivors & (survivors - 1):
            return "the chains are level, and I say which survives"
        return _paid(view, list(view.rules.mask_chains[mask & ~survivors]), me)
    return "it makes no chain that others could buy into" if kind == c.ALONE else ""


def _paid(view: State, gone: list[int], me: int) -> str:
    """What the defunct chains pay me, and what the best of the others gets."""
    paid = [0] * view.players
    for chain in gone:
        for who, amount in enumerate(
            bonuses(view.rules, holders(view, chain), chain, view.size[chain])
        ):
            paid[who] += amount
    mine = paid.pop(me)
    if view.bank_plays:
        return f"the bank's tile aside, {_shared_out(view, gone, mine, max(paid, default=0))}"
    return _shared_out(view, gone, mine, max(paid, default=0))


def _shared_out(view: State, gone: list[int], mine: int, rival: int) -> str:
    names = listed([chain_name(view.rules, chain) for chain in gone])
    if not mine and not rival:
        return f"nobody holds {names}"
    if mine:
        return f"{names} pays me {money(mine)}" + (
            f", and {money(rival)} to the best of the others" if rival else ""
        )
    return f"{names} pays the best of the others {money(rival)}, and me nothing"


def _founding(view: State, action: int, chain: int) -> str:
    trial = view.copy()
    play(trial, action)
    price = view.rules.price[chain][trial.size[chain]]
    free = "the first share is free" if view.bank[chain] else "the bank has no share left"
    return f"{free}, and another costs {money(price)}"


def _disposal(view: State, payload: int) -> str:
    rules = view.rules
    sold = payload >> c.DISPOSE_SHIFT
    traded = payload & c.DISPOSE_MASK
    price = rules.price[view.defunct][view.size[view.defunct]]
    merged = sum(view.size[chain] for chain in rules.mask_chains[view.merging])
    size = min(merged + 1, rules.squares)
    worth = rules.price[view.survivor][size]
    survivor = chain_name(rules, view.survivor)
    pair = money(2 * price)
    out = f"a share of {survivor} costs {money(worth)} after the merger, two of these {pair}"
    if traded:
        out += ", and with the trade " + standing(view, view.survivor, view.actor, traded // 2)
    elif not sold:
        out = f"{chain_name(rules, view.defunct)} may be founded anew"
    return out


def _purchase(view: State, basket: int) -> str:
    me = view.turn
    rules = view.rules
    if basket:
        # The most shares tell the reason, among equals the dearest chain.
        count, chain = max((basket >> 3 * chain & 7, chain) for chain in range(rules.chains))
        return f"with that {standing(view, chain, me, count)}"
    cash = view.cash[me]
    prices = [
        rules.price[chain][view.size[chain]]
        for chain in rules.mask_chains[view.active]
        if view.bank[chain]
    ]
    if not prices:
        return "no share is for sale"
    if min(prices) > cash:
        return f"the cheapest share costs {money(min(prices))}, and I have {money(cash)}"
    return f"no share on offer is worth its price to me, and I keep {money(cash)}"


def _ending(view: State, declared: int) -> str:
    now = totals(view)
    mine = now.pop(view.turn)
    rival = max(now, default=0)
    if not now:
        return f"the game is worth {money(mine)} now"
    if mine >= rival:
        return f"the account now is {money(mine)} against {money(rival)} for the next"
    if declared:
        return f"{money(rival - mine)} behind, I see nothing that would better it"
    return f"I am {money(rival - mine)} behind, and another merger may change that"
