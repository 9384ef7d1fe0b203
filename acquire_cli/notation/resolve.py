"""From a ``Turn`` to actions: what the words mean on this board, judged by the engine.

The engine asks, phase by phase; the turn answers. What the rules force may be left out, a choice
may not, unless the turn is open. Whatever does not fit is returned as a ``Fault``.
"""

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.board import count_hands
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.irregular import buy_beyond, declare, keep_dead
from acquire_cli.engine.merger import largest
from acquire_cli.engine.placement import found, place
from acquire_cli.engine.purchase import buy
from acquire_cli.engine.refusals import explain
from acquire_cli.engine.squares import names, numbers
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import REPEAT, WHOLE_HAND, Rules
from acquire_cli.notation import lexer
from acquire_cli.notation.turn import Clause, Part, Turn


class Fault(NamedTuple):
    """Why a turn cannot be: a code, a sentence, and the kind (and which) of the token at fault."""

    code: str
    message: str
    kind: str = ""
    which: int = 0


@lru_cache(maxsize=64)
def _chains(letters: tuple[str, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """The chain of each letter, and the purchases met so far: one dictionary for many games."""
    return {letter: i for i, letter in enumerate(letters)}, {}


class Names:
    """What the words of a game's turns stand for. Handles are in turn order."""

    def __init__(self, rules: Rules, handles: Sequence[str]) -> None:
        self.rules = rules
        self.handles = list(handles)
        self.player = {handle: i for i, handle in enumerate(handles)}
        self.square = numbers(rules.rows, rules.cols)
        self.tile = names(rules.rows, rules.cols)
        self.letters = [chain.letter for chain in rules.ruleset.chains]
        self.chain, self.baskets = _chains(tuple(self.letters))

    def basket(self, letters: str) -> int:
        """The payload of a purchase written as letters, -1 for an unknown one or far too many."""
        code = self.baskets.get(letters)
        if code is None:
            code = 0
            for letter in letters:
                chain = self.chain.get(letter, -1)
                if chain < 0 or code >> (3 * chain) & 7 == 7:
                    return -1
                code += 1 << (3 * chain)
            if len(letters) < 8:
                self.baskets[letters] = code
        return code

    def basket_letters(self, code: int) -> str:
        """A purchase as letters in alphabetical order."""
        return "".join(
            sorted(letter * (code >> (3 * i) & 7) for i, letter in enumerate(self.letters))
        )


def play_turn(s: State, turn: Turn, name: Names) -> Fault | None:
    """Play a turn as it is written. On a fault the state is where the turn stopped.

    The turn's number is the business of who counts; everything else is judged here.
    """
    if s.phase == c.OVER:
        return Fault("E-over", "the game is over")
    if turn.handle and turn.handle != name.handles[s.turn]:
        if turn.handle not in name.player:
            return Fault("E-handle", f"no player is called {turn.handle}", lexer.WORD)
        on_turn = name.handles[s.turn]
        return Fault("E-turn", f"it is the turn of {on_turn}, not of {turn.handle}", lexer.WORD)
    drawn = s.drawn
    fault = _play_phases(s, turn, name)
    if fault is None and turn.drew is not None:
        fault = _check_draws(s, turn, name, drawn)
    if -1 in s.unknown:
        count_hands(s)
    return fault


def _play_phases(s: State, turn: Turn, name: Names) -> Fault | None:
    gone = s.gone
    told_before = len(gone)
    if turn.irregular is not None:
        from acquire_cli.notation.irregular import check_open  # few turns need it

        fault = check_open(turn)
        if fault is not None:
            return fault
    if turn.drew is not None:
        fault = _tell_draws(s, turn, name)
        if fault is not None:
            return fault
    if s.phase == c.PLACE:
        fault = _place(s, turn, name)
        if fault is not None or s.phase == c.PLACE:
            return fault
        told_before = len(gone)
    elif turn.tile or (turn.redraws and s.rules.dead == WHOLE_HAND):
        kind = lexer.TILE if turn.tile != "." else lexer.PASS
        if turn.irregular is not None and turn.irregular.passed:
            kind = lexer.IRREGULAR
        return Fault("E-phase", "the tile of this turn is placed already", kind)
    elif turn.redraws:
        # Without a placement on the line it cannot be seen that they stand after it.
        turn.aside = [tile for tiles in turn.redraws for tile in tiles] + turn.aside
        turn.redraws = []
    if s.phase == c.FOUND:
        if turn.survivor:
            return Fault("E-no-merger", f"{turn.tile} founds, nothing merges", lexer.MERGER)
        if not turn.founded:
            left = [i for i in range(s.rules.chains) if not s.active >> i & 1]
            if len(left) > 1:
                if _may_stop(s, turn, name):
                    return None
                off = " ".join(name.letters[i] for i in left)
                return Fault(
                    "E-incomplete", f"{turn.tile} founds a chain: which? ({off})", lexer.TILE
                )
            x = found(s, left[0])
        else:
            chain = name.chain.get(turn.founded, -1)
            x = found(s, chain)
            if x:
                if chain < 0:
                    return _no_chain(name, turn.founded, lexer.TILE)
                return _refused(s, chain << 4 | c.A_FOUND, x, lexer.TILE)
        if turn.clauses:
            return Fault("E-no-merger", f"{turn.tile} founds, nothing merges", lexer.CLAUSE)
    elif turn.founded:
        return Fault("E-no-founding", f"{turn.tile} does not found a chain", lexer.TILE)
    elif s.merging:
        fault = _merge(s, turn, name)
        if fault is not None or s.phase != c.BUY:
            return fault
    elif turn.survivor or turn.clauses:
        which = lexer.MERGER if turn.survivor else lexer.CLAUSE
        return Fault("E-no-merger", f"{turn.tile or 'the turn'} merges nothing", which)
    return _after_placement(s, turn, name, gone, told_before)


def _may_stop(s: State, turn: Turn, name: Names, used: Container[int] = ()) -> bool:
    """Whether an open turn ends here: nothing is written that comes later."""
    if not turn.open or turn.buys is not None or turn.declared or turn.aside or turn.looked:
        return False
    if turn.irregular is not None:
        return False
    for clause in turn.clauses:
        if any(id(part) not in used for part in clause.parts):
            return False
        if clause.bank_tile and name.chain.get(clause.chain, -1) not in s.bank_drew[::2]:
            return False
    return True


def _after_placement(
    s: State, turn: Turn, name: Names, gone: list[int], told_before: int
) -> Fault | None:
    if turn.irregular is not None:
        from acquire_cli.notation.irregular import after_placement

        return after_placement(s, turn, name)
    return bought_and_ended(s, turn, name, gone, told_before)


def bought_and_ended(
    s: State, turn: Turn, name: Names, gone: list[int], told_before: int
) -> Fault | None:
    """The purchase, the end declared or not, and the dead tiles, as the rules have them."""
    if turn.buys is None:
        if turn.open and not (turn.declared or turn.aside or turn.looked):
            return None
        code = 0
    else:
        code = name.basket(turn.buys)
        if code < 0:
            return _bad_basket(s, turn.buys, name)
    if turn.declared and not s.can_end:
        action = 1 << 4 | c.A_END
        return _refused(s, action, c.R_NO_END, lexer.END)
    ends = s.can_end
    irregular = turn.irregular
    if irregular is not None and irregular.bought:
        x = buy_beyond(s, code)
        if x:
            at = lexer.irregular_at(turn.text, "buys")
            return _refused(s, code << 4 | c.A_BUY, x, lexer.IRREGULAR, at)
    else:
        x = buy(s, code)
    if x:
        return _refused(s, code << 4 | c.A_BUY, x, lexer.BUYS)
    if ends:
        if turn.open and not (turn.declared or turn.aside or turn.looked):
            return None
        if turn.declared and turn.aside:
            message = "nothing is set aside after the end is declared"
            return Fault("E-aside", message, lexer.ASIDE, _aside_token(turn, name, 0))
        if irregular is not None and irregular.declared:
            declare(s)
        elif irregular is not None and irregular.kept:
            keep_dead(s)
        else:
            play(s, (1 if turn.declared else 0) << 4 | c.A_END)
    if len(turn.aside) > 1 and s.rules.dead_leave:
        fault = _told_twice(turn, name)
        if fault is not None:
            return fault
    if s.phase == c.ASIDE:
        fault = _set_aside(s, turn, name, gone, told_before)
        if fault is not None or s.phase == c.ASIDE:
            return fault
    if turn.aside or len(gone) > told_before:
        return _check_gone(s, turn, name, gone[told_before:])
    return None


def _place(s: State, turn: Turn, name: Names) -> Fault | None:
    """The redraws and the placement."""
    if s.rules.dead == WHOLE_HAND:
        fault = _redraws(s, turn, name)
        if fault is not None:
            return fault
    elif turn.redraws:
        return Fault(
            "E-no-redraw", "in this ruleset no hand is set aside before the placement", lexer.ASIDE
        )
    tile = turn.tile
    if not tile:
        if not turn.survivor and _may_stop(s, turn, name):
            return None
        # Of a hand that is not known it does not follow that nothing can be placed.
        if s.unknown[s.turn] == 0 and play(s, c.A_PASS) == 0:
            return None
        return Fault("E-incomplete", "the turn has no placement", "")
    if tile == ".":
        if turn.irregular is not None and turn.irregular.passed:
            from acquire_cli.notation.irregular import passed

            return passed(s, turn)
        x = play(s, c.A_PASS)
        return _refused(s, c.A_PASS, x, lexer.PASS) if x else None
    square = name.square.get(tile, -1)
    x = place(s, square)
    if x == 0:
        return None
    if square < 0:
        return Fault("E-no-square", f"the board has no square {tile}", lexer.TILE)
    return _refused(s, square << 4, x, lexer.TILE)


def _redraws(s: State, turn: Turn, name: Names) -> Fault | None:
    """The hands set aside before the placement; a known hand needs no telling."""
    for which, tiles in enumerate(turn.redraws):
        squares = []
        for tile in tiles:
            square = name.square.get(tile, -1)
            if square < 0:
                return Fault("E-no-square", f"the board has no square {tile}", lexer.ASIDE, which)
            squares.append(square)
        squares.sort()
        before = len(s.gone)
        for square in squares:
            if square not in s.hands[s.turn]:
                x = play(s, square << 4 | c.A_ASIDE)
                if x:
                    return _refused(s, square << 4 | c.A_ASIDE, x, lexer.ASIDE, which)
        x = play(s, c.A_REDRAW)
        if x:
            return _refused(s, c.A_REDRAW, x, lexer.ASIDE, which)
        really = sorted(s.gone[before:])
        if really != squares:
            said = ",".join(name.tile[t] for t in really)
            return Fault("E-aside", f"the hand that is set aside is {said}", lexer.ASIDE, which)
    while s.unknown[s.turn] == 0 and play(s, c.A_REDRAW) == 0:
        pass
    return None


def _merge(s: State, turn: Turn, name: Names) -> Fault | None:
    """Survivor, order, the bank's tiles and the dispositions."""
    letters = name.letters
    if s.phase == c.SURVIVOR:
        if not turn.survivor:
            if _may_stop(s, turn, name):
                return None
            return Fault("E-incomplete", "equal chains merge: which survives?", lexer.TILE)
        chain = name.chain.get(turn.survivor, -1)
        action = chain << 4 | c.A_SURVIVOR
        x = play(s, action)
        if x:
            if chain < 0:
                return _no_chain(name, turn.survivor, lexer.MERGER)
            return _refused(s, action, x, lexer.MERGER)
    elif turn.survivor and s.survivor >= 0 and letters[s.survivor] != turn.survivor:
        chain = name.chain.get(turn.survivor, -1)
        if chain < 0:
            return _no_chain(name, turn.survivor, lexer.MERGER)
        part = s.merging >> chain & 1
        x = c.R_NOT_LARGEST if part else c.R_NOT_MERGING
        return _refused(s, chain << 4 | c.A_SURVIVOR, x, lexer.MERGER)
    fault = _check_order(s, turn, name)
    if fault is not None:
        return fault
    order = turn.defunct
    used: set[int] = set()
    while s.phase in _MERGING:
        if s.phase == c.NEXT:
            tied = s.rules.mask_chains[largest(s, s.pending)]
            wanted = [i for i in (name.chain.get(x, -1) for x in order) if i in tied]
            if not wanted:
                if _may_stop(s, turn, name, used):
                    return _check_bank_tiles(s, turn, name)
                which = " ".join(letters[i] for i in tied)
                return Fault(
                    "E-incomplete",
                    f"equal defunct chains: which goes first? ({which})",
                    lexer.MERGER if turn.survivor else lexer.TILE,
                )
            play(s, wanted[0] << 4 | c.A_NEXT)
            continue
        chain = s.defunct
        clause_at, clause = _find_clause(turn, letters[chain], s.phase == c.BANK)
        if s.phase == c.BANK:
            if clause is None or not clause.bank_tile:
                if _may_stop(s, turn, name, used):
                    return _check_bank_tiles(s, turn, name)
                action = c.A_BANK
            else:
                square = name.square.get(clause.bank_tile, -1)
                if square < 0:
                    return Fault(
                        "E-no-square",
                        f"the board has no square {clause.bank_tile}",
                        lexer.CLAUSE,
                        clause_at,
                    )
                action = square + 1 << 4 | c.A_BANK
            x = play(s, action)
            if x:
                if clause is None:
                    return _refused(s, action, x, _last_said(turn))
                return _refused(s, action, x, lexer.CLAUSE, clause_at)
            continue
        fault = _one_disposition(s, turn, name, clause, clause_at, used)
        if fault is _STOP:
            return _check_bank_tiles(s, turn, name)
        if fault is not None:
            return fault
    return _check_clauses(s, turn, name, used) or _check_bank_tiles(s, turn, name)


_MERGING: Final = (c.NEXT, c.BANK, c.DISPOSE)
_STOP: Final = Fault("", "")
"""An open turn stops here: no fault."""


def _one_disposition(
    s: State, turn: Turn, name: Names, clause: Clause | None, clause_at: int, used: set[int]
) -> Fault | None:
    chain = s.defunct
    holder = name.handles[s.actor]
    held = s.shares[s.actor * s.rules.chains + chain]
    part = _find_part(turn, clause, holder, used)
    if part is None:
        if _may_stop(s, turn, name, used):
            return _STOP
        return Fault(
            "E-holder",
            f"{holder} holds {held} {name.letters[chain]} and has not disposed of them",
            lexer.CLAUSE if clause is not None else _last_said(turn),
            clause_at,
        )
    sold, traded = part.sold, part.traded
    if traded > c.DISPOSE_MASK:  # nobody holds so many, which an action cannot say of a trade
        sold, traded = sold + traded, 0
    action = (sold << c.DISPOSE_SHIFT | traded) << 4 | c.A_DISPOSE
    if part.kept >= 0 and part.sold + part.traded + part.kept != held:
        given = part.sold + part.traded + part.kept
        return Fault(
            "E-parts",
            f"{holder} holds {held} {name.letters[chain]}, not the {given} sold, traded and kept",
            lexer.CLAUSE,
            clause_at,
        )
    x = play(s, action)
    if x:
        fault = _refused(s, action, x, lexer.CLAUSE, clause_at)
        return Fault(fault.code, f"{holder}: {fault.message}", fault.kind, fault.which)
    used.add(id(part))
    return None


def _find_clause(turn: Turn, letter: str, bank: bool = False) -> tuple[int, Clause | None]:
    """The last clause of a chain; for the bank, if there is one, the one that tells its tile."""
    last: tuple[int, Clause | None] = 0, None
    for at, clause in enumerate(turn.clauses):
        if clause.chain == letter:
            last = at, clause
            if bank and clause.bank_tile:
                break
    return last


def _last_said(turn: Turn) -> str:
    """The kind of token at which a merger stops that has no clause for what is asked."""
    return lexer.MERGER if turn.survivor else lexer.TILE


def _find_part(turn: Turn, clause: Clause | None, holder: str, used: set[int]) -> Part | None:
    """The holder's part: by name, or the next one that names nobody."""
    unnamed: Part | None = None
    for other in turn.clauses:
        if clause is not None and other.chain != clause.chain and other.chain:
            continue
        if clause is None and other.chain:
            continue
        for part in other.parts:
            if id(part) in used:
                continue
            if part.handle == holder:
                return part
            if not part.handle and unnamed is None:
                unnamed = part
    return unnamed


def _check_order(s: State, turn: Turn, name: Names) -> Fault | None:
    """The defunct chains as they are written: each of them, once, largest first."""
    if s.survivor < 0 or not turn.survivor:
        return None
    defunct = s.merging & ~(1 << s.survivor)
    seen = 0
    before = 1 << 30
    for letter in turn.defunct:
        chain = name.chain.get(letter, -1)
        if chain < 0:
            return _no_chain(name, letter, lexer.MERGER)
        if not defunct >> chain & 1 or seen >> chain & 1:
            why = "is named twice" if seen >> chain & 1 else "takes no part in this merger"
            if chain == s.survivor:
                why = "survives, it is not taken"
            return Fault("E-defunct", f"{letter} {why}", lexer.MERGER)
        if s.size[chain] > before:
            return Fault("E-not-next", f"{letter} is larger and is settled earlier", lexer.MERGER)
        seen |= 1 << chain
        before = s.size[chain]
    missing = defunct & ~seen
    if missing and turn.defunct and not turn.open:
        smallest = min(s.size[i] for i in s.rules.mask_chains[seen])
        for chain in s.rules.mask_chains[missing]:
            if s.size[chain] > smallest:
                return Fault(
                    "E-not-next",
                    f"{name.letters[chain]} is larger and is settled earlier",
                    lexer.MERGER,
                )
    return None


def _check_clauses(s: State, turn: Turn, name: Names, used: set[int]) -> Fault | None:
    """Every clause and part was used: nobody disposes of what he does not hold."""
    for at, clause in enumerate(turn.clauses):
        if clause.chain and clause.chain not in name.chain:
            return _no_chain(name, clause.chain, lexer.CLAUSE, at)
        for part in clause.parts:
            if id(part) in used:
                continue
            who = part.handle or "nobody else"
            if part.handle and part.handle not in name.player:
                return Fault("E-handle", f"no player is called {who}", lexer.CLAUSE, at)
            what = (
                f"{clause.chain} in this merger" if clause.chain else "shares of the defunct chain"
            )
            return Fault("E-no-holder", f"{who} disposes of no {what}", lexer.CLAUSE, at)
    return None


def _check_bank_tiles(s: State, turn: Turn, name: Names) -> Fault | None:
    """Bank tiles that are written must be those the bag gave."""
    for at, clause in enumerate(turn.clauses):
        if not clause.bank_tile:
            continue
        square = name.square.get(clause.bank_tile, -1)
        if square < 0:
            message = f"the board has no square {clause.bank_tile}"
            return Fault("E-no-square", message, lexer.CLAUSE, at)
        chain = name.chain.get(clause.chain, -1)
        drawn = -1
        for k in range(0, len(s.bank_drew), 2):
            if s.bank_drew[k] == chain:
                drawn = s.bank_drew[k + 1]
        if not s.bank_plays or drawn != square:
            if not s.bank_plays:
                message = "the bank draws no tile in this game"
            elif drawn < 0:
                message = f"the bag was empty, the bank drew no tile for {clause.chain}"
            else:
                message = f"the bank drew {name.tile[drawn]} for {clause.chain}"
            return Fault("E-bank-tile", message, lexer.CLAUSE, at)
    return None


def _tell_draws(s: State, turn: Turn, name: Names) -> Fault | None:
    """Tell the engine which tiles a record says are drawn; the bag, where known, knows better."""
    told = []
    for tile in turn.drew or ():
        square = -1 if tile == "?" else name.square.get(tile, -2)
        if square == -2:
            return Fault("E-no-square", f"the board has no square {tile}", lexer.DREW)
        told.append(square)
    known = s.bag[s.bag_at :]
    if len(known) == s.bag_left and -1 not in known and s.unknown[s.turn] >= 0:
        return None
    for at, square in enumerate(told):
        if square >= 0 and (square in told[:at] or not _may_be_drawn(s, square)):
            message = f"{name.tile[square]} cannot be drawn, it is elsewhere"
            return Fault("E-drawn", message, lexer.DREW)
    s.told = told
    return None


def _may_be_drawn(s: State, square: int) -> bool:
    if s.cells[square] != c.EMPTY or square in s.bank_tiles:
        return False
    return all(square not in hand for hand in s.hands)


def _check_draws(s: State, turn: Turn, name: Names, drawn: list[int]) -> Fault | None:
    """The tiles written after ``^`` are those drawn in this turn, in order."""
    said = turn.drew or []
    s.told = []
    if len(said) != len(drawn):
        return Fault(
            "E-drawn", f"{len(said)} tiles are written, {len(drawn)} are drawn", lexer.DREW
        )
    for tile, square in zip(said, drawn, strict=True):
        if tile != "?" and square >= 0 and name.tile[square] != tile:
            return Fault("E-drawn", f"{name.tile[square]} is drawn, not {tile}", lexer.DREW)
        if square >= 0 and square in s.bag[s.bag_at :]:
            return Fault("E-drawn", f"{tile} cannot be drawn, it is elsewhere", lexer.DREW)
    return None


def _aside_token(turn: Turn, name: Names, at: int) -> int:
    """Which of the tokens with ``x`` holds the ``at``-th tile of ``turn.aside``."""
    return lexer.aside_at(turn.text, at, name.player, len(turn.redraws))


def _told_twice(turn: Turn, name: Names) -> Fault | None:
    """No tile leaves a hand twice."""
    if len(set(turn.aside)) == len(turn.aside):
        return None
    seen: set[str] = set()
    for at, tile in enumerate(turn.aside):
        if tile in seen:
            message = f"{tile} is set aside twice"
            return Fault("E-aside-order", message, lexer.ASIDE, _aside_token(turn, name, at))
        if tile in name.square:
            seen.add(tile)
    return None


def _set_aside(
    s: State, turn: Turn, name: Names, gone: list[int], told_before: int
) -> Fault | None:
    """The choice of dead tiles, or a report of them where the hand is not fully known.

    ``gone`` holds, from ``told_before`` on, what has left in the looks of this turn: those of a
    hand that was all known come and go without asking.
    """
    player = s.turn
    repeat = s.rules.dead == REPEAT
    squares = []
    for at, tile in enumerate(turn.aside):
        square = name.square.get(tile, -1)
        if square < 0:
            message = f"the board has no square {tile}"
            return Fault("E-no-square", message, lexer.ASIDE, _aside_token(turn, name, at))
        squares.append(square)
    if not repeat:
        squares.sort()
    if turn.open and not squares:
        return None
    at = len(gone) - told_before
    if squares and squares[:at] != gone[told_before:]:
        return _check_gone(s, turn, name, gone[told_before:])
    last = -1
    while at < len(squares) and s.phase == c.ASIDE:
        square = squares[at]
        x = c.OK
        if repeat and square < last:
            x = c.R_NOT_IN_HAND
        elif square not in s.aside:
            x = play(s, square << 4 | c.A_ASIDE)
        if x == c.R_NOT_IN_HAND and repeat and last >= 0:
            # It cannot be in the hand yet: it was drawn after those told so far had left it.
            play(s, c.A_DONE)
            last = -1
            at = len(gone) - told_before
            if squares[:at] != gone[told_before:]:
                return _check_gone(s, turn, name, gone[told_before:])
            continue
        if x:
            token = _aside_token(turn, name, turn.aside.index(name.tile[square]))
            return _refused(s, square << 4 | c.A_ASIDE, x, lexer.ASIDE, token)
        last = square
        at += 1
    while s.phase == c.ASIDE and s.turn == player:
        if turn.open and len(legal(s)) > 1:
            return None
        play(s, c.A_DONE)
    return None


def _check_gone(s: State, turn: Turn, name: Names, gone: list[int]) -> Fault | None:
    """Where the rules leave no choice, the tiles written after ``x`` are those that left."""
    if s.rules.dead == WHOLE_HAND or not turn.aside:
        if turn.aside:
            message = "in this ruleset no tile is set aside after the placement"
            return Fault("E-aside", message, lexer.ASIDE, _aside_token(turn, name, 0))
        return None
    really = [name.tile[t] for t in gone]
    said = turn.aside
    if sorted(said) != sorted(really) or (s.rules.dead == REPEAT and said != really):
        what = ",".join(really) if really else "none"
        message = f"the dead tiles that leave the hand: {what}"
        at = next((at for at, tile in enumerate(said) if tile not in really), 0)
        square = name.square.get(said[at], -1)
        if square >= 0 and s.cells[square] == c.EMPTY and s.kind[s.touch[square]] != c.DEAD:
            message = f"{said[at]} does not join two safe chains; {message}"
        return Fault("E-aside", message, lexer.ASIDE, _aside_token(turn, name, at))
    return None


def _bad_basket(s: State, letters: str, name: Names) -> Fault:
    for chain in name.rules.ruleset.chains:
        if sorted(letters) == sorted(chain.name.upper()):
            said = (
                f"one letter a share: {chain.letter} is {chain.name}, +{chain.letter * 2} two of it"
            )
            return Fault("E-no-chain", said, lexer.BUYS)
    for letter in letters:
        if letter not in name.chain:
            return _no_chain(name, letter, lexer.BUYS)
    return Fault("E-too-many", f"at most {s.rules.max_buys} shares may be bought", lexer.BUYS)


def _no_chain(name: Names, letter: str, kind: str, which: int = 0) -> Fault:
    there = " ".join(name.letters)
    return Fault("E-no-chain", f"no chain is called {letter} (there are {there})", kind, which)


def _refused(s: State, action: int, number: int, kind: str, which: int = 0) -> Fault:
    said = explain(s, action, number)
    return Fault(said.code, said.text, kind, which)
