"""The board, chains, players: a position as people see it, in letters and, where there is any, in
colour."""

from collections.abc import Collection

from acquire_cli.display.clean import cut
from acquire_cli.display.colour import paint
from acquire_cli.display.tables import Cell, aligned, beside
from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.state import State
from acquire_cli.notation.resolve import Names
from acquire_cli.rulesets.money import money

EMPTY_SIGN = "."
"""An empty square where only ASCII is sure to be shown."""


class Look:
    """How things are shown: colour or none, the sign of an empty square, columns at hand."""

    __slots__ = ("color", "columns", "empty")

    def __init__(self, color: bool = False, empty: str = EMPTY_SIGN, columns: int = 80) -> None:
        self.color = color
        self.empty = empty
        self.columns = columns


def board_columns(s: State) -> int:
    """How wide the board is drawn."""
    return 2 + _cell_columns(s) * s.rules.cols


def _cell_columns(s: State) -> int:
    return 3 if s.rules.cols <= 24 else 2


def board_lines(s: State, look: Look, marked: Collection[int] = ()) -> list[str]:
    """The board, rows A, B … down, columns across; every line is ``board_columns`` wide.

    A chain's squares show its letter, a loose tile ``o``, one set aside ``x``. Marked squares
    stand in brackets.
    """
    cols = s.rules.cols
    wide = _cell_columns(s)
    chains = s.rules.ruleset.chains
    if wide == 3:
        labels = "".join(f"{col + 1:^3}" for col in range(cols))
    else:
        labels = "".join(f"{col + 1:<4}" for col in range(0, cols, 2))[: 2 * cols].ljust(2 * cols)
    lines = ["  " + paint(labels, "head", look.color)]
    for row in range(s.rules.rows):
        line = paint(chr(65 + row), "head", look.color) + " "
        for square in range(row * cols, row * cols + cols):
            code = s.cells[square]
            if code < c.LOOSE:
                sign, style = chains[code].letter, chains[code].colour
            elif code == c.LOOSE:
                sign, style = "o", "strong"
            elif code == c.EMPTY:
                sign, style = look.empty, "faint"
            else:
                sign, style = "x", "faint"
            cell = f"[{sign}]" if square in marked else f" {sign} "
            line += paint(cell[:wide], style, look.color)
        lines.append(line)
    return lines


def chain_lines(s: State, look: Look) -> list[str]:
    """Size, price, safety and the bank's supply, a line a chain."""
    rows: list[list[Cell]] = []
    for chain, made in enumerate(s.rules.ruleset.chains):
        size = s.size[chain]
        rows.append(
            [
                (f" {made.letter} ", made.colour),
                cut(made.name, 16),
                str(size or "-"),
                money(s.rules.price[chain][size]) if size else "-",
                "safe" if s.safe >> chain & 1 else "",
                str(s.bank[chain]),
            ]
        )
    return aligned(
        rows, ["", "chain", "size", "price", "safe", "bank"], "<<  < ", "011112", look.color
    )


def player_lines(s: State, names: Names, look: Look) -> list[str]:
    """Cash, shares, worth if the game were scored now, and what is known of the hands.

    ``>`` stands before who has to decide. Hands are left out where they would not fit.
    """
    letters = names.letters
    chains = s.rules.ruleset.chains
    net = totals(s)
    rows: list[list[Cell]] = []
    for player, handle in enumerate(names.handles):
        acts = s.phase != c.OVER and player == s.actor
        held = s.shares[player * s.rules.chains :][: s.rules.chains]
        rows.append(
            [
                ">" if acts else "",
                handle,
                money(s.cash[player]),
                *[(f"{n:>2}", "strong") if n else f" {look.empty}" for n in held],
                money(net[player]),
            ]
        )
    head = ["", "player", "cash", *letters, "net"]
    left = " <"
    gaps = "01" + "2" + "2" + "1" * (len(chains) - 1) + "2"
    hands = [hand_text(s, player, names) for player in range(s.players)]
    if any(hands):
        with_hands = [[*row, hand] for row, hand in zip(rows, hands, strict=True)]
        lines = aligned(
            with_hands, [*head, "hand"], left + " " * (len(chains) + 2) + "<", gaps + "2"
        )
        if max(map(len, lines)) <= look.columns:
            return aligned(
                with_hands,
                [*head, "hand"],
                left + " " * (len(chains) + 2) + "<",
                gaps + "2",
                look.color,
            )
    return aligned(rows, head, left, gaps, look.color)


def hand_text(s: State, player: int, names: Names) -> str:
    """The tiles known of a hand and how many are not; nothing where nothing is known."""
    unknown = s.unknown[player]
    hand = [names.tile[square] for square in sorted(s.hands[player])]
    if hand and unknown:
        hand.append(f"{unknown}?" if unknown > 0 else "?")
    return " ".join(hand)


_WAITING = {
    c.PLACE: "to place a tile",
    c.FOUND: "to name the chain that {tile} founds",
    c.SURVIVOR: "to name the survivor at {tile}",
    c.NEXT: "to name the chain settled next at {tile}",
    c.BANK: "to tell the bank's tile for {chain}",
    c.DISPOSE: "to dispose of {chain}",
    c.BUY: "to buy",
    c.END: "to declare the end or go on",
    c.ASIDE: "to set dead tiles aside or not",
}


def status(s: State, names: Names) -> str:
    """One line: who has to do what, and what is left in the bag."""
    if s.phase == c.OVER:
        return f"The game is over: {c.REASON_NAMES[s.reason]}."
    chains = s.rules.ruleset.chains
    what = _WAITING[s.phase].format(
        tile=names.tile[s.tile] if s.tile >= 0 else "",
        chain=chains[s.defunct].name if s.defunct >= 0 else "",
    )
    bag = (
        "" if s.bag_left < 0 else f"; {s.bag_left or 'no'} tile{'s' * (s.bag_left != 1)} in the bag"
    )
    return f"{names.handles[s.actor]} is {what}{bag}."


def position_lines(s: State, names: Names, look: Look, marked: Collection[int] = ()) -> list[str]:
    """Board and chains side by side where there is room, then players and status."""
    board = board_lines(s, look, marked)
    chains = chain_lines(s, look)
    columns = board_columns(s)
    plain = chain_lines(s, Look(columns=look.columns))
    if columns + 3 + max(map(len, plain)) <= look.columns:
        top = beside(board, columns, chains)
    else:
        top = [line.rstrip(" ") for line in board] + [""] + chains
    return [*top, "", *player_lines(s, names, look), "", status(s, names)]
