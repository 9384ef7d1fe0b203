"""Actions in the words of the table: names of tiles and chains, whole dollars."""

from acquire_cli.engine import codes as c
from acquire_cli.engine.purchase import basket_cost
from acquire_cli.engine.squares import names
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import LAST_CHAIN, Rules
from acquire_cli.rulesets.money import money


def tile_name(rules: Rules, square: int) -> str:
    """A square as it is written, ``6F``."""
    return names(rules.rows, rules.cols)[square]


def chain_name(rules: Rules, chain: int) -> str:
    """A chain's name, ``Tower``."""
    return rules.ruleset.chains[chain].name


def listed(parts: list[str]) -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return ", ".join(parts[:-1]) + " and " + parts[-1]


def basket_words(s: State, basket: int) -> str:
    """``2 Tower and 1 Luxor for 900``."""
    parts = []
    for chain in range(s.rules.chains):
        count = basket >> 3 * chain & 7
        if count:
            parts.append(f"{count} {chain_name(s.rules, chain)}")
    return f"{listed(parts)} for {money(basket_cost(s, basket))}"


def placement_words(s: State, square: int) -> str:
    """What a tile does now: ``6F grows Tower to 5``."""
    rules = s.rules
    tile = tile_name(rules, square)
    mask = s.touch[square] & c.CHAIN_BITS
    kind = s.kind[s.touch[square]]
    if kind == c.ALONE:
        return f"{tile} lies alone"
    if kind == c.FOUNDS:
        return f"{tile} founds a chain"
    if kind == c.GROWS:
        return f"{tile} grows {chain_name(rules, LAST_CHAIN[mask])}"
    if kind == c.MERGES:
        return f"{tile} merges {listed([chain_name(rules, x) for x in rules.mask_chains[mask]])}"
    return f"{tile} cannot be placed"


def action_words(s: State, action: int) -> str:
    """An action as a phrase that follows "I": ``place 6F: 6F grows Tower``."""
    rules = s.rules
    kind = action & 15
    payload = action >> 4
    if kind == c.A_PLACE:
        return f"place {placement_words(s, payload).replace(' ', ', which ', 1)}"
    if kind == c.A_PASS:
        return "place nothing, for no tile may be placed"
    if kind == c.A_REDRAW:
        return "set the whole hand aside, for none of it may be placed"
    if kind == c.A_FOUND:
        return f"found {chain_name(rules, payload)}"
    if kind == c.A_SURVIVOR:
        return f"let {chain_name(rules, payload)} survive"
    if kind == c.A_NEXT:
        return f"settle {chain_name(rules, payload)} first"
    if kind == c.A_DISPOSE:
        return _disposal_words(s, payload)
    if kind == c.A_BUY:
        return f"buy {basket_words(s, payload)}" if payload else "buy nothing"
    if kind == c.A_END:
        return "declare the end" if payload else "let the game go on"
    if kind == c.A_ASIDE:
        return f"set {tile_name(rules, payload)} aside, which is dead"
    return "set no further tile aside"


def _disposal_words(s: State, payload: int) -> str:
    sold = payload >> c.DISPOSE_SHIFT
    traded = payload & c.DISPOSE_MASK
    kept = s.shares[s.actor * s.rules.chains + s.defunct] - sold - traded
    parts = []
    if sold:
        parts.append(f"sell {sold} for {money(sold * s.rules.price[s.defunct][s.size[s.defunct]])}")
    if traded:
        parts.append(f"trade {traded} for {traded // 2} {chain_name(s.rules, s.survivor)}")
    if kept:
        parts.append(f"keep {kept}")
    return f"{listed(parts)} of my {chain_name(s.rules, s.defunct)}"
