"""Why an action is refused, as a value with a code and a sentence in the rules' words."""

from typing import NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.merger import largest
from acquire_cli.engine.purchase import basket_cost
from acquire_cli.engine.squares import names
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import EVERY_CHAIN, ON_BOARD, WHOLE_HAND, Rules
from acquire_cli.rulesets.money import money


class Refusal(NamedTuple):
    """A stable code (``E-not-in-hand``) and one sentence that says which rule stands against it."""

    code: str
    text: str


def of_players(rules: Rules, players: int) -> Refusal | None:
    """The refusal of a number of players that the ruleset is not for."""
    low, high = rules.ruleset.min_players, rules.ruleset.max_players
    if low <= players <= high:
        return None
    return Refusal("E-players", f"{players} players: this ruleset is for {low} to {high}")


CODES: tuple[str, ...] = (
    "",
    "E-over",
    "E-phase",
    "E-no-square",
    "E-occupied",
    "E-set-aside",
    "E-not-in-hand",
    "E-dead",
    "E-blocked",
    "E-must-place",
    "E-must-redraw",
    "E-no-redraw",
    "E-no-chain",
    "E-on-board",
    "E-not-largest",
    "E-not-merging",
    "E-not-next",
    "E-bank-tile",
    "E-bank-none",
    "E-held",
    "E-odd-trade",
    "E-trade-supply",
    "E-too-many",
    "E-not-on-board",
    "E-supply",
    "E-cash",
    "E-no-end",
    "E-not-dead",
    "E-aside-order",
    "E-playable",
    "E-bag-empty",
)
"""The code of each refusal, by its number in ``codes``."""

_ASKED = (
    "a tile is to be placed",
    "the new chain is to be named",
    "the survivor is to be named",
    "the next defunct chain is to be named",
    "the bank's tile is to be drawn",
    "shares of a defunct chain are to be disposed of",
    "shares may be bought",
    "the end may be declared",
    "dead tiles may be set aside",
    "the game is over",
)


def explain(s: State, action: int, number: int) -> Refusal:
    """The refusal ``number`` that ``game.play(s, action)`` returned, in words.

    ``s`` is the unchanged position. Tiles, chains and amounts are named, players are not: who acts
    is known to whoever asked.
    """
    return Refusal(CODES[number], _text(s, action, number))


def _text(s: State, action: int, number: int) -> str:
    x = action >> 4
    rules = s.rules
    ruleset = rules.ruleset
    name = names(rules.rows, rules.cols)
    square = name[x] if 0 <= x < rules.squares else str(x)
    letter = ruleset.chains[x].letter if 0 <= x < rules.chains else str(x)
    defunct = ruleset.chains[s.defunct].letter if s.defunct >= 0 else "?"
    survivor = ruleset.chains[s.survivor].letter if s.survivor >= 0 else "?"
    if number == c.R_OVER:
        return "the game is over"
    if number == c.R_PHASE:
        return f"not now: {_ASKED[s.phase]}"
    if number == c.R_NO_SQUARE:
        return f"there is no such square on a board of {rules.rows} rows and {rules.cols} columns"
    if number == c.R_OCCUPIED:
        return f"{square} is on the board already"
    if number == c.R_GONE:
        return f"{square} has been set aside and is out of the game"
    if number == c.R_NOT_IN_HAND:
        return f"{square} is not in the hand"
    if number == c.R_DEAD:
        return f"{square} joins two safe chains ({_touched_safe(s, x)}); it can never be played"
    if number == c.R_BLOCKED:
        return (
            f"{square} would found a chain, but all {rules.chains} are on the board; "
            "it stays in the hand until one is gone"
        )
    if number == c.R_MUST_PLACE:
        return f"a player with a tile that can be played must place one ({_playable(s)})"
    if number == c.R_MUST_REDRAW:
        return "no tile in the hand can be played: the whole hand is set aside and drawn anew"
    if number == c.R_NO_REDRAW:
        return _no_redraw(s)
    if number == c.R_NO_CHAIN:
        return "there is no such chain in this ruleset"
    if number == c.R_ON_BOARD:
        return f"{letter} cannot be founded, it is on the board"
    if number == c.R_NOT_LARGEST:
        first = largest(s, s.merging)
        are = "are" if first & (first - 1) else "is"
        return f"{letter} is not among the largest chains; {_letters(s, first)} {are}"
    if number == c.R_NOT_MERGING:
        return f"{letter} takes no part in this merger"
    if number == c.R_NOT_NEXT:
        return (
            f"the larger defunct chain is settled first: {_letters(s, largest(s, s.pending))} "
            f"before {letter}"
        )
    if number == c.R_BANK_TILE:
        if s.phase != c.BANK:
            return "the bank draws no tile here"
        tile = name[x - 1] if 0 < x <= rules.squares else str(x)
        return f"{tile} cannot be the bank's tile, it has been seen"
    if number == c.R_BANK_NONE:
        if s.bag_left < 0:
            return f"the bank draws a tile for {defunct}: the hands cannot hold all that are left"
        return f"the bank draws a tile for {defunct}: the bag still holds {s.bag_left}"
    if number == c.R_HELD:
        held = s.shares[s.actor * rules.chains + s.defunct]
        shares = "share of {} is" if held == 1 else "shares of {} are"
        return f"{held} {shares.format(defunct)} held, {_given(x)} are disposed of"
    if number == c.R_ODD_TRADE:
        return f"shares are traded two for one: {x & c.DISPOSE_MASK} is odd"
    if number == c.R_TRADE_SUPPLY:
        return (
            f"the bank has {s.bank[s.survivor]} of {survivor}, "
            f"a trade of {x & c.DISPOSE_MASK} {defunct} asks for {(x & c.DISPOSE_MASK) // 2}"
        )
    if number == c.R_TOO_MANY:
        return f"at most {rules.max_buys} shares may be bought in a turn"
    if number == c.R_NOT_ON_BOARD:
        off = [
            chain.letter
            for i, chain in enumerate(ruleset.chains)
            if x >> (3 * i) & 7 and not s.active >> i & 1
        ]
        are, its = ("are", "their") if len(off) > 1 else ("is", "its")
        return f"{', '.join(off)} {are} not on the board, {its} shares cannot be bought"
    if number == c.R_SUPPLY:
        return "; ".join(
            f"the bank has {s.bank[i]} of {chain.letter}, not {x >> (3 * i) & 7}"
            for i, chain in enumerate(ruleset.chains)
            if s.bank[i] < x >> (3 * i) & 7
        )
    if number == c.R_CASH:
        return f"the shares cost {money(basket_cost(s, x))}, cash is {money(s.cash[s.turn])}"
    if number == c.R_NO_END:
        return f"the end cannot be declared: {_no_end(s)}"
    if number == c.R_NOT_DEAD:
        return f"{square} does not join two safe chains, it stays in the hand"
    if number == c.R_ASIDE_ORDER:
        return f"{square} is set aside already, or out of reading order"
    if number == c.R_PLAYABLE:
        return f"{square} can be played: a hand is only set aside when none of its tiles can"
    if number == c.R_BAG_EMPTY:
        return "the bag is empty: no tile can be drawn, the hand is kept"
    return f"refused ({number})"


def _given(payload: int) -> int:
    return (payload >> c.DISPOSE_SHIFT) + (payload & c.DISPOSE_MASK)


def _letters(s: State, mask: int) -> str:
    return ", ".join(s.rules.ruleset.chains[i].letter for i in s.rules.mask_chains[mask])


def _touched_safe(s: State, square: int) -> str:
    return _letters(s, s.touch[square] & s.safe) if 0 <= square < s.rules.squares else "?"


def _playable_tiles(s: State) -> list[int]:
    return sorted(t for t in s.hands[s.turn] if s.kind[s.touch[t]] <= c.MERGES)


def _playable(s: State) -> str:
    """The tiles of the hand that could be played, or how it is known that there is one."""
    name = names(s.rules.rows, s.rules.cols)
    hand = _playable_tiles(s)
    if hand:
        return " ".join([name[t] for t in hand]) + " can"
    return "not all unknown tiles of the hand can be dead or blocked"


def _no_redraw(s: State) -> str:
    if s.rules.dead != WHOLE_HAND:
        return "in this ruleset no hand is set aside before the placement"
    if _playable_tiles(s):
        return f"a hand is only set aside when none of its tiles can be played ({_playable(s)})"
    if s.unknown[s.turn] > len(s.aside):
        return "a hand is set aside whole: every tile of it has to be named"
    return "there is no hand to set aside"


def _no_end(s: State) -> str:
    if not s.active:
        return "no chain is on the board"
    rules = s.rules
    largest_size = max(s.size)
    unsafe = s.active & ~s.safe
    parts = [f"no chain has {rules.end} tiles (the largest has {largest_size})"]
    if rules.all_safe_end == ON_BOARD and unsafe:
        verb = "are" if unsafe & (unsafe - 1) else "is"
        parts.append(f"{_letters(s, unsafe)} {verb} not safe")
    elif rules.all_safe_end == EVERY_CHAIN and s.safe != rules.every:
        missing = rules.every & ~s.safe
        parts.append(f"not all {rules.chains} chains are safe ({_letters(s, missing)})")
    return ", ".join(parts)
