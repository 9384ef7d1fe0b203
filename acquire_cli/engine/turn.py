"""The end of a turn: the end declared or not, dead tiles, draws, and whose turn is next."""

from acquire_cli.engine.board import is_unseen, unaccounted
from acquire_cli.engine.codes import (
    A_ASIDE,
    A_DONE,
    A_END,
    ASIDE,
    ASIDE_SQUARE,
    DEAD,
    DECLARED,
    E_ASIDE,
    E_DECLARED,
    E_DREW,
    E_OVER,
    END,
    EXHAUSTED,
    OK,
    OVER,
    PLACE,
    R_ASIDE_ORDER,
    R_GONE,
    R_NO_END,
    R_NO_SQUARE,
    R_NOT_DEAD,
    R_NOT_IN_HAND,
    R_OCCUPIED,
    R_PHASE,
    STALLED,
)
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import OPTIONAL, REPEAT


def draw_up(s: State, player: int) -> None:
    """Draw to the hand limit or until the bag is empty (edge cases 7 and 17).

    The bag says which tiles, then ``told``, tile by tile; what neither knows is an unknown tile.
    """
    hand = s.hands[player]
    unknown = s.unknown[player]
    if unknown < 0:
        _draw_uncounted(s, player, s.rules.hand)
        return
    wanted = s.rules.hand - len(hand) - unknown
    left = s.bag_left
    if left < 0:
        wanted = min(wanted, unaccounted(s))
    elif wanted > left:
        wanted = left
    if wanted <= 0:
        return
    if left > 0:
        s.bag_left = left - wanted
    for _ in range(wanted):
        square = _next_tile(s)
        if square < 0:
            s.unknown[player] += 1
        else:
            hand.append(square)
        s.drawn.append(square)
        if s.log is not None:
            s.log.append((E_DREW, player, square))
    if not s.rules.stall_placement:
        s.idle = -1


def _next_tile(s: State) -> int:
    """The next tile of the bag, -1 where nobody knows it."""
    square = -1
    at = s.bag_at
    if at < len(s.bag):
        square = s.bag[at]
        s.bag_at = at + 1
    if s.told:
        told = s.told.pop(0)
        if square < 0:
            square = told
    return square


def _draw_uncounted(s: State, player: int, most: int) -> None:
    """Draw to a hand whose tiles nobody has counted: as many tiles as the record tells.

    Where it tells none in the whole turn their number is not known, and the bag's is lost with it.
    ``most`` are drawn now, the others after a later look at the dead tiles.
    """
    if s.bag_left == 0:
        return
    hand = s.hands[player]
    most = min(most, s.rules.hand - len(hand))
    if not s.told and not s.drawn:
        s.bag = ()
        s.bag_at = 0
        s.bag_left = -1
    while s.told and s.bag_left != 0 and most > 0:
        most -= 1
        square = _next_tile(s)
        if square >= 0:
            hand.append(square)
        s.drawn.append(square)
        if s.bag_left > 0:
            s.bag_left -= 1
        if s.log is not None:
            s.log.append((E_DREW, player, square))
    if not s.rules.stall_placement:
        s.idle = -1


def set_aside(s: State, player: int, squares: list[int]) -> None:
    """Take tiles out of the game, face up (edge case 20: they are public)."""
    hand = s.hands[player]
    for square in squares:
        if square in hand:
            hand.remove(square)
        elif s.unknown[player] > 0:
            s.unknown[player] -= 1
        s.cells[square] = ASIDE_SQUARE
        s.gone.append(square)
        if s.log is not None:
            s.log.append((E_ASIDE, player, square))
    if squares and not s.rules.stall_placement:
        s.idle = -1


def dead_tiles(s: State, player: int) -> list[int]:
    """The known dead tiles in a hand, in reading order."""
    kind = s.kind
    touch = s.touch
    dead = [square for square in s.hands[player] if kind[touch[square]] == DEAD]
    if len(dead) > 1:
        dead.sort()
    return dead


def end_judged(s: State) -> None:
    """After the purchase: ask for the end where it may be declared, else go on."""
    if s.can_end:
        s.phase = END
    else:
        finish(s)


def end_or_go_on(s: State, declare: int) -> int:
    """Edge case 16: never automatic; nothing is drawn after it."""
    if s.phase != END:
        return R_NO_END if declare == 1 and not s.can_end else R_PHASE
    if declare == 1:
        if s.log is not None:
            s.log.append((E_DECLARED, s.turn))
        _over(s, DECLARED)
    elif declare == 0:
        finish(s)
    else:
        return R_PHASE
    return OK


def finish(s: State) -> None:
    """Dead tiles and draws after the purchase, in the order the ruleset sets."""
    rules = s.rules
    if rules.dead_leave and s.safe & (s.safe - 1):
        if rules.draw_first:
            if s.unknown[s.turn] < 0:
                _draw_uncounted(s, s.turn, _lacking(s))
            else:
                draw_up(s, s.turn)
        _dead_passes(s)
    else:
        draw_up(s, s.turn)
        next_turn(s)


def _lacking(s: State) -> int:
    """How many tiles have left a hand before the first look: the one placed, and irregular ones."""
    return len(s.gone) + (s.idle < 0)


def _dead_passes(s: State) -> None:
    """Look over the hand for dead tiles, in ``repeat`` until a look finds none."""
    while not _asks(s):
        if not _exchange(s):
            next_turn(s)
            return


def _asks(s: State) -> bool:
    """Look at the hand: the tiles that must go, and whether somebody has to choose or to tell."""
    player = s.turn
    dead = dead_tiles(s, player)
    asked = s.unknown[player] != 0
    if s.rules.dead != OPTIONAL:
        s.aside = dead
    elif dead:
        asked = True
    if asked:
        s.phase = ASIDE
    return asked


def _exchange(s: State) -> bool:
    """The tiles of this pass leave, others are drawn; whether the hand is looked at again."""
    player = s.turn
    leaving = s.aside
    again = len(leaving) > 0 and s.rules.dead == REPEAT
    if s.unknown[player] < 0:
        _exchange_uncounted(s, player, leaving, again)
        return again
    if leaving:
        s.aside = []
        leaving.sort()
        set_aside(s, player, leaving)
    if leaving or not s.rules.draw_first:
        draw_up(s, player)
    return again


def _exchange_uncounted(s: State, player: int, leaving: list[int], again: bool) -> None:
    """The same for a hand that nobody has counted, as if it had been full before the turn.

    What more is told comes after the last look: the hand may have been short.
    """
    lacking = len(leaving)
    if not s.rules.draw_first and not s.drawn:
        lacking += _lacking(s)
    s.aside = []
    leaving.sort()
    set_aside(s, player, leaving)
    if leaving or not s.rules.draw_first or s.told:
        _draw_uncounted(s, player, lacking if again else s.rules.hand)


def aside_actions(s: State) -> list[int]:
    """Legal actions while dead tiles may be set aside: each larger than the last, and "done"."""
    player = s.turn
    kind = s.kind
    touch = s.touch
    optional = s.rules.dead == OPTIONAL
    last = _last_chosen(s)
    out = [A_DONE]
    if optional:
        out += [t << 4 | A_ASIDE for t in dead_tiles(s, player) if t > last]
    if s.unknown[player] != 0 and _room_aside(s):
        out += [
            t << 4 | A_ASIDE
            for t in range(last + 1, s.rules.squares)
            if kind[touch[t]] == DEAD and is_unseen(s, t)
        ]
    out.sort()
    return out


def _last_chosen(s: State) -> int:
    """The last tile chosen in this pass; those the rules force out do not count."""
    if s.rules.dead == OPTIONAL:
        return s.aside[-1] if s.aside else -1
    last = -1
    hand = s.hands[s.turn]
    for square in s.aside:
        if square not in hand and square > last:
            last = square
    return last


def _room_aside(s: State) -> bool:
    """Whether the hand holds unknown tiles beyond those already told to be dead."""
    player = s.turn
    hand = s.hands[player]
    told = sum(square not in hand for square in s.aside)
    return s.unknown[player] < 0 or told < s.unknown[player]


def choose_aside(s: State, square: int) -> int:
    """Set a dead tile aside; refused unless it is dead, held, and after the last one chosen."""
    if s.phase != ASIDE:
        return R_PHASE
    if square < 0 or square >= s.rules.squares:
        return R_NO_SQUARE
    player = s.turn
    held = square in s.hands[player]
    if not held:
        cell = s.cells[square]
        if cell == ASIDE_SQUARE:
            return R_GONE
        if cell <= 7:
            return R_OCCUPIED
        if s.unknown[player] == 0 or not is_unseen(s, square) or not _room_aside(s):
            return R_NOT_IN_HAND
    if s.kind[s.touch[square]] != DEAD:
        return R_NOT_DEAD
    if held and s.rules.dead != OPTIONAL:
        return R_ASIDE_ORDER
    if square <= _last_chosen(s):
        return R_ASIDE_ORDER
    s.aside.append(square)
    return OK


def aside_done(s: State) -> int:
    """No further tile is set aside in this pass."""
    if s.phase != ASIDE:
        return R_PHASE
    if _exchange(s):
        _dead_passes(s)
    else:
        next_turn(s)
    return OK


def next_turn(s: State) -> None:
    """Hand the turn on, unless hands are empty or a whole round changed nothing (edge case 17)."""
    s.idle += 1
    player = s.turn
    if not s.hands[player] and s.unknown[player] <= 0 and _all_hands_empty(s):
        _over(s, EXHAUSTED)
        return
    if s.idle >= s.players:
        _over(s, STALLED)
        return
    player += 1
    if player == s.players:
        player = 0
    s.turn = player
    s.actor = player
    s.phase = PLACE
    s.merging = 0
    s.survivor = -1
    if s.drawn:
        s.drawn = []
    if s.gone:
        s.gone = []


def _all_hands_empty(s: State) -> bool:
    """A hand that nobody has counted is empty once every tile is accounted for."""
    for player in range(s.players):
        if s.hands[player] or s.unknown[player] > 0:
            return False
    return min(s.unknown) == 0 or unaccounted(s) == 0


def _over(s: State, reason: int) -> None:
    s.phase = OVER
    s.reason = reason
    if s.log is not None:
        s.log.append((E_OVER, reason))


def end_actions() -> tuple[int, ...]:
    """Go on, or declare the end."""
    return (A_END, 1 << 4 | A_END)
