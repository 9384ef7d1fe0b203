"""What a position asks: what each tile would do, what may be chosen, what it costs and pays."""

from collections.abc import Sequence

from acquire_cli.display.board import status
from acquire_cli.display.clean import width, wrapped
from acquire_cli.display.tables import Cell, aligned
from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal
from acquire_cli.engine.merger import most_traded
from acquire_cli.engine.scoring import bonuses, totals
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import LAST_CHAIN, OPTIONAL
from acquire_cli.notation.resolve import Names
from acquire_cli.rulesets.money import money

INDENT = "  "


def effect(s: State, names: Names, square: int) -> str:
    """What a tile would do now: ``alone``, ``grows T``, ``founds``, ``merges T+L`` …"""
    mask = s.touch[square] & c.CHAIN_BITS
    kind = s.kind[s.touch[square]]
    touched = sorted(s.rules.mask_chains[mask], key=lambda chain: (-s.size[chain], chain))
    letters = "+".join(names.letters[chain] for chain in touched)
    if kind == c.GROWS:
        return "grows " + letters
    if kind == c.MERGES:
        return "merges " + letters
    return ("alone", "founds", "", "", "blocked", "dead")[kind]


def tiles_line(s: State, names: Names, player: int) -> list[tuple[str, str]]:
    """The known tiles of a hand with what each does, those that can be played first."""
    hand = sorted(s.hands[player], key=lambda t: (s.kind[s.touch[t]] > c.MERGES, t))
    return [(names.tile[t], effect(s, names, t)) for t in hand]


def hand_lines(s: State, names: Names, player: int, columns: int) -> list[str]:
    """A hand in a line or two."""
    parts = [f"{tile} {what}" for tile, what in tiles_line(s, names, player)]
    unknown = s.unknown[player]
    if unknown:
        parts.append(f"{unknown} unknown" if unknown > 0 else "the rest unknown")
    if not parts:
        return ["no tiles in hand"]
    return _row(parts, columns)


def _row(parts: Sequence[str], columns: int) -> list[str]:
    lines: list[str] = []
    line = ""
    for part in parts:
        more = line + "   " + part if line else part
        if line and width(more) > columns:
            lines.append(line)
            more = part
        line = more
    return [*lines, line]


def placement_lines(s: State, names: Names, player: int) -> list[str]:
    """Each tile of a hand with what it does in full: sizes, prices, who is paid."""
    out: list[list[Cell]] = []
    for tile, what in tiles_line(s, names, player):
        out.append([tile, what, _consequence(s, names, names.square[tile])])
    lines = [line.rstrip() for line in aligned(out, (), "<<<")]
    if s.unknown[player]:
        lines.append("and tiles that nobody has shown")
    return lines or ["no tiles in hand"]


def _consequence(s: State, names: Names, square: int) -> str:
    rules = s.rules
    mask = s.touch[square] & c.CHAIN_BITS
    kind = s.kind[s.touch[square]]
    if kind == c.GROWS:
        chain = LAST_CHAIN[mask]
        size = s.size[chain]
        grown = min(rules.squares, size + 1 + _loose_beside(s, square))
        now, then = rules.price[chain][size], rules.price[chain][grown]
        price = f"at {money(now)}" if now == then else f"{money(now)} to {money(then)}"
        return f"{rules.ruleset.chains[chain].name} {size} to {grown}, {price} a share"
    if kind == c.MERGES:
        chains = sorted(rules.mask_chains[mask], key=lambda x: (-s.size[x], x))
        parts = []
        tied = sum(s.size[x] == s.size[chains[0]] for x in chains) > 1
        for chain in chains if tied else chains[1:]:
            would = " would pay " if tied else " pays "
            parts.append(f"{names.letters[chain]}{would}{_paid(s, names, chain)}")
        return "; ".join(parts)
    if kind == c.DEAD:
        return "it would join two safe chains"
    if kind == c.BLOCKED:
        return "every chain is on the board"
    return ""


def _paid(s: State, names: Names, chain: int) -> str:
    """Who would have which bonus, were the chain taken now."""
    held = s.shares[chain :: s.rules.chains]
    paid = bonuses(s.rules, held, chain, s.size[chain])
    return (
        ", ".join(f"{names.handles[p]} {money(amount)}" for p, amount in enumerate(paid) if amount)
        or "nobody"
    )


def _loose_beside(s: State, square: int) -> int:
    """How many loose tiles would join with a tile."""
    seen = {square}
    stack = [square]
    while stack:
        for other in s.rules.neighbours[stack.pop()]:
            if s.cells[other] == c.LOOSE and other not in seen:
                seen.add(other)
                stack.append(other)
    return len(seen) - 1


def question(s: State, names: Names, columns: int, hand: bool = True) -> list[str]:
    """What is to be decided now: what may be chosen, what it costs, what it pays."""
    rules = s.rules
    phase = s.phase
    if phase == c.PLACE:
        if not hand:
            return [status(s, names)]
        if s.unknown[s.turn]:
            known = [f"{tile} {what}" for tile, what in tiles_line(s, names, s.turn)]
            return [
                *(_row(known, columns) if known else []),
                "any tile not seen yet may be placed that is neither dead nor blocked",
            ]
        return hand_lines(s, names, s.turn, columns)
    if phase == c.FOUND:
        size = 1 + _loose_beside(s, s.tile)
        by_price: dict[int, list[str]] = {}
        for chain in rules.mask_chains[rules.every & ~s.active]:
            price = rules.price[chain][min(size, rules.squares)]
            letter = names.letters[chain] + ("" if s.bank[chain] else " (no share left)")
            by_price.setdefault(price, []).append(letter)
        offer = ", ".join(f"{' '.join(x)} at {money(price)}" for price, x in by_price.items())
        return wrapped(f"{names.tile[s.tile]} founds a chain of {size}: {offer}.", columns, "")
    if phase == c.SURVIVOR:
        tied = [names.letters[a >> 4] for a in legal(s)]
        size = s.size[legal(s)[0] >> 4]
        lines = [
            f"equal chains ({size}) merge at {names.tile[s.tile]}: which survives, {_or(tied)}?"
        ]
        for action in legal(s):
            rest = [x for x in rules.mask_chains[s.merging] if x != action >> 4]
            paid = "; ".join(f"{names.letters[x]} pays {_paid(s, names, x)}" for x in rest)
            lines += wrapped(f"{names.letters[action >> 4].lower()}: {paid}", columns, INDENT)
        return lines
    if phase == c.NEXT:
        tied = [names.letters[a >> 4] for a in legal(s)]
        return [f"equal chains go into {names.letters[s.survivor]}: which first, {_or(tied)}?"]
    if phase == c.BANK:
        return [
            f"the bank draws a tile for {names.letters[s.defunct]}: which? (- if the bag is empty)"
        ]
    if phase == c.DISPOSE:
        return wrapped(_disposal(s, names), columns, "")
    if phase == c.BUY:
        return wrapped(_offer(s, names), columns, "")
    if phase == c.END:
        return [
            "The end may be declared: end, or - to go on.",
            *wrapped("Scored now: " + _scores(s, names) + ".", columns, ""),
        ]
    if phase == c.ASIDE:
        dead = [
            names.tile[t]
            for t in sorted(s.hands[s.turn])
            if s.kind[s.touch[t]] == c.DEAD and t not in s.aside
        ]
        if s.rules.dead == OPTIONAL and dead:
            example = "x" + ",".join(dead).lower()
            return [f"dead: {' '.join(dead)}. {example} sets aside and draws anew, - keeps."]
        return ["Dead tiles that were set aside, as in x7b,8c; - for none."]
    return [f"The game is over: {c.REASON_NAMES[s.reason]}."]


def _or(words: Sequence[str]) -> str:
    return ", ".join(words[:-1]) + (" or " if len(words) > 1 else "") + words[-1]


def _disposal(s: State, names: Names) -> str:
    rules = s.rules
    chain = s.defunct
    held = s.shares[s.actor * rules.chains + chain]
    price = rules.price[chain][s.size[chain]]
    letter, into = names.letters[chain], names.letters[s.survivor]
    left = s.bank[s.survivor]
    text = f"{names.handles[s.actor]} holds {held} {rules.ruleset.chains[chain].name} ({letter}): "
    text += f"sell at {money(price)} each"
    most = most_traded(s)
    if most:
        text += f", trade up to {most} two for one {into} ({left} left)"
    elif held > 1:
        text += f", trade none (no {into} is left)"
    return text + f", keep the rest. As in s{held}{f', t{most}' if most else ''}; - keeps all."


def _offer(s: State, names: Names) -> str:
    rules = s.rules
    offers = [
        f"{names.letters[i]} {money(rules.price[i][s.size[i]])} ({s.bank[i]})"
        for i in rules.mask_chains[s.active]
        if s.bank[i]
    ]
    end = " end declares the end." if s.can_end else ""
    if not offers:
        return "No shares are on sale; - goes on." + end
    return (
        f"Buy up to {rules.max_buys}: {', '.join(offers)}. "
        f"Cash {money(s.cash[s.turn])}; - buys nothing.{end}"
    )


def _scores(s: State, names: Names) -> str:
    made = sorted(
        zip(totals(s), names.handles, strict=True), key=lambda entry: (-entry[0], entry[1])
    )
    return ", ".join(f"{handle} {money(total)}" for total, handle in made)
