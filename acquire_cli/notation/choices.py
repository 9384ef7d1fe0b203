"""What may be written next: legal actions as the words of a turn, and a sentence for a finding."""

from collections.abc import Iterator
from itertools import islice

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal
from acquire_cli.engine.merger import most_traded
from acquire_cli.engine.state import State
from acquire_cli.notation.resolve import Names
from acquire_cli.rulesets.money import money


def action_text(s: State, action: int, name: Names) -> str:
    """The word of a turn that stands for an action here, in canonical form.

    ``+`` alone buys nothing; ``go on`` does not declare the end, ``done`` sets nothing (more)
    aside.
    """
    kind = action & 15
    x = action >> 4
    if kind == c.A_PLACE:
        return name.tile[x]
    if kind == c.A_PASS:
        return "."
    if kind == c.A_REDRAW:
        return "x" + ",".join(name.tile[t] for t in sorted(s.hands[s.turn] + s.aside))
    if kind == c.A_FOUND:
        return f"{name.tile[s.tile]}={name.letters[x]}"
    if kind == c.A_SURVIVOR:
        return f"{name.letters[x]}x"
    if kind == c.A_NEXT:
        return f"{name.letters[s.survivor]}x{name.letters[x]}"
    if kind == c.A_BANK:
        return f"{name.letters[s.defunct]}^{name.tile[x - 1]}" if x else "-"
    if kind == c.A_DISPOSE:
        sold = x >> c.DISPOSE_SHIFT
        traded = x & c.DISPOSE_MASK
        kept = s.shares[s.actor * s.rules.chains + s.defunct] - sold - traded
        parts = ((letter, n) for letter, n in zip("stk", (sold, traded, kept), strict=True) if n)
        text = "".join(f"{letter}{n}" for letter, n in parts)
        return f"{name.letters[s.defunct]}:{name.handles[s.actor]}-{text}"
    if kind == c.A_BUY:
        return "+" + name.basket_letters(x)
    if kind == c.A_END:
        return "end" if x else "go on"
    if kind == c.A_ASIDE:
        return "x" + name.tile[x]
    return "done"


def choices(s: State, name: Names) -> Iterator[str]:
    """Every legal action as a word."""
    actions = legal(s)
    if s.phase == c.PLACE:
        actions = sorted(actions, key=lambda action: (action & 15, action))
    for action in actions:
        yield action_text(s, action, name)


def expected(s: State, name: Names) -> str:
    """One line on what would be legal here, for the hint of a finding."""
    phase = s.phase
    if phase == c.OVER:
        return ""
    if phase == c.BUY:
        return _on_sale(s, name)
    if phase == c.DISPOSE:
        held = s.shares[s.actor * s.rules.chains + s.defunct]
        return (
            f"{name.handles[s.actor]} holds {held} {name.letters[s.defunct]}: "
            f"sell s0 to s{held}, trade t0 to t{most_traded(s)} (even), keep the rest"
        )
    if phase == c.PLACE and s.unknown[s.turn] != 0:
        known = [a for a in sorted(legal(s)) if a & 15 == c.A_PLACE and a >> 4 in s.hands[s.turn]]
        if not known:
            return "legal: any tile not seen yet that is neither dead nor blocked"
        return "legal: " + " ".join(name.tile[a >> 4] for a in known) + " (known to be in the hand)"
    first = list(islice(choices(s, name), 25))
    more = " …" if len(first) > 24 else ""
    return "legal: " + " ".join(first[:24]) + more


def _on_sale(s: State, name: Names) -> str:
    offers = [
        f"{name.letters[i]} at {money(s.rules.price[i][s.size[i]])} ({s.bank[i]} left)"
        for i in s.rules.mask_chains[s.active]
        if s.bank[i]
    ]
    if not s.active:
        return "no chain is on the board, nothing can be bought"
    if not offers:
        return "the bank has no share of a chain that is on the board"
    return f"at most {s.rules.max_buys} of {', '.join(offers)}; cash {money(s.cash[s.turn])}"
