"""The small integers the engine speaks in: squares, phases, actions, reasons, refusals, events.

An action is one integer, ``payload << 4 | kind``. Every name here is a plain ``Final`` so that a
compiled engine folds it into the code.
"""

from typing import Final

# What lies on a square. 0..6 is a chain, in chart order.
LOOSE: Final = 7
EMPTY: Final = 8
ASIDE_SQUARE: Final = 9

LOOSE_BIT: Final = 128
CHAIN_BITS: Final = 127

# What a tile would do now (in this order: the first four may be played).
ALONE: Final = 0
FOUNDS: Final = 1
GROWS: Final = 2
MERGES: Final = 3
BLOCKED: Final = 4
DEAD: Final = 5

# Phases of a turn.
PLACE: Final = 0
FOUND: Final = 1
SURVIVOR: Final = 2
NEXT: Final = 3
BANK: Final = 4
DISPOSE: Final = 5
BUY: Final = 6
END: Final = 7
ASIDE: Final = 8
OVER: Final = 9

PHASE_NAMES: Final = (
    "place",
    "found",
    "survivor",
    "next",
    "bank",
    "dispose",
    "buy",
    "end",
    "aside",
    "over",
)

# Kinds of action (the low four bits).
A_PLACE: Final = 0  # payload: square
A_PASS: Final = 1  # no placement
A_REDRAW: Final = 2  # whole-hand: the hand is set aside and drawn anew
A_FOUND: Final = 3  # payload: chain
A_SURVIVOR: Final = 4  # payload: chain
A_NEXT: Final = 5  # payload: chain
A_BANK: Final = 6  # payload: square + 1 of the bank's tile, 0 for "the bag was empty"
A_DISPOSE: Final = 7  # payload: sold << 10 | given in trade
A_BUY: Final = 8  # payload: three bits a chain, the first chain lowest
A_END: Final = 9  # payload: 1 declares the end, 0 goes on
A_ASIDE: Final = 10  # payload: square
A_DONE: Final = 11  # no further tile is set aside

DISPOSE_SHIFT: Final = 10
DISPOSE_MASK: Final = 1023

# Why the game is over.
NOT_OVER: Final = 0
DECLARED: Final = 1
EXHAUSTED: Final = 2
STALLED: Final = 3

REASON_NAMES: Final = ("unfinished", "declared", "exhausted", "stalled")

# Refusals. 0 is "accepted".
OK: Final = 0
R_OVER: Final = 1
R_PHASE: Final = 2
R_NO_SQUARE: Final = 3
R_OCCUPIED: Final = 4
R_GONE: Final = 5
R_NOT_IN_HAND: Final = 6
R_DEAD: Final = 7
R_BLOCKED: Final = 8
R_MUST_PLACE: Final = 9
R_MUST_REDRAW: Final = 10
R_NO_REDRAW: Final = 11
R_NO_CHAIN: Final = 12
R_ON_BOARD: Final = 13
R_NOT_LARGEST: Final = 14
R_NOT_MERGING: Final = 15
R_NOT_NEXT: Final = 16
R_BANK_TILE: Final = 17
R_BANK_NONE: Final = 18
R_HELD: Final = 19
R_ODD_TRADE: Final = 20
R_TRADE_SUPPLY: Final = 21
R_TOO_MANY: Final = 22
R_NOT_ON_BOARD: Final = 23
R_SUPPLY: Final = 24
R_CASH: Final = 25
R_NO_END: Final = 26
R_NOT_DEAD: Final = 27
R_ASIDE_ORDER: Final = 28
R_PLAYABLE: Final = 29
R_BAG_EMPTY: Final = 30

# Events, the first number of each tuple in ``State.log``. The rest, in order:
E_PLACED: Final = 0  # player, square, what it did (ALONE..MERGES)
E_PASSED: Final = 1  # player
E_FOUNDED: Final = 2  # player, chain, size, 1 when a share was free | 0, cash in its place
E_GREW: Final = 3  # chain, size before, size after
E_MERGED: Final = 4  # survivor, mask of the defunct chains
E_BANK: Final = 5  # defunct chain, square of the bank's tile (-1: the bag was empty), holding
E_BONUS: Final = 6  # chain, player (-1: the bank), amount
E_DISPOSED: Final = 7  # player, chain, survivor, sold, given in trade, kept, money
E_BOUGHT: Final = 8  # player, payload of the basket, cost
E_ASIDE: Final = 9  # player, square
E_DREW: Final = 10  # player, square (-1 unknown)
E_DECLARED: Final = 11  # player
E_OVER: Final = 12  # reason
E_LAID: Final = 13  # square of the bank's tile, chain it joined | LOOSE | ASIDE_SQUARE
E_DEFUNCT: Final = 14  # chain that is settled now, its size, survivor
E_ADJUSTED: Final = 15  # player, money given by the bank, payload of a basket, 1 given | -1 taken
E_IRREGULAR: Final = 16  # player, which rule was broken (I_...); what was done comes next

# Rules that were broken at the table, and what was done all the same.
I_PASS: Final = 0  # no tile was placed
I_BUYS: Final = 1  # too many shares were bought
I_END: Final = 2  # the end was declared too early
I_ASIDE: Final = 3  # a tile was set aside that had to stay
I_KEPT: Final = 4  # dead tiles stayed that had to leave
I_DRAWS: Final = 5  # no tile was drawn

IRREGULAR_NAMES: Final = ("pass", "buys", "end", "aside", "kept", "draws")
