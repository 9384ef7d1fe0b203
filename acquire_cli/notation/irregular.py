"""Words marked with ``~``: what really happened although a rule was broken.

The game goes on from what happened. A mark where no rule is broken is a fault, so that a reader can
trust that every ``~`` tells of a broken rule; where the record does not know, the mark is believed.
"""

from acquire_cli.engine import codes as c
from acquire_cli.engine import irregular as engine
from acquire_cli.engine.game import legal
from acquire_cli.engine.refusals import CODES, explain
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import OPTIONAL
from acquire_cli.engine.turn import dead_tiles
from acquire_cli.notation import lexer
from acquire_cli.notation.resolve import Fault, Names, bought_and_ended
from acquire_cli.notation.turn import Irregular, Moved, Turn
from acquire_cli.rulesets.money import money

REGULAR = "E-irregular"


def _fault(turn: Turn, code: str, message: str, what: str, which: int = 0) -> Fault:
    at = lexer.irregular_at(turn.text, what, which)
    return Fault(code, message, lexer.IRREGULAR, at)


def check_open(turn: Turn) -> Fault | None:
    """How a turn ended cannot be said of one that is not over."""
    marked = turn.irregular
    if marked is None or not turn.open:
        return None
    for what, said in (("aside", bool(marked.left)), ("kept", marked.kept)):
        if said:
            return _fault(turn, REGULAR, "a turn that is not over has not ended in this way", what)
    if marked.undrawn:
        message = "a turn that is not over has drawn nothing yet"
        return _fault(turn, REGULAR, message, "draws")
    return None


def passed(s: State, turn: Turn) -> Fault | None:
    """No placement, though there could be one."""
    if s.unknown[s.turn] == 0 and c.A_PASS in legal(s):
        message = "no tile of the hand can be placed, so no rule is broken: write . alone"
        return _fault(turn, REGULAR, message, "pass")
    x = engine.pass_over(s)
    if x:
        said = explain(s, c.A_PASS, x)
        return _fault(turn, said.code, said.text, "pass")
    return None


def after_placement(s: State, turn: Turn, name: Names) -> Fault | None:
    """What moved, the purchase, the end, the tiles that left or stayed, and the draws."""
    marked = turn.irregular
    assert marked is not None
    player = s.turn
    for which, moved in enumerate(marked.moved):
        fault = _move(s, turn, name, moved, which)
        if fault is not None:
            return fault
    fault = _leave(s, turn, name, marked) or _bought(s, turn, name, marked)
    fault = fault or _ended(s, turn, marked)
    if fault is not None:
        return fault
    gone = s.gone
    told_before = len(gone)
    if marked.undrawn:
        left = engine.withhold(s)
        fault = bought_and_ended(s, turn, name, gone, told_before)
        engine.restore(s, left)
        full = len(s.hands[player]) + s.unknown[player] >= s.rules.hand
        if fault is None and s.unknown[player] >= 0 and (full or left == 0):
            message = "nothing was to be drawn, so no rule is broken"
            return _fault(turn, REGULAR, message, "draws")
    else:
        fault = bought_and_ended(s, turn, name, gone, told_before)
    if fault is None and marked.kept and not s.unknown[player] and not dead_tiles(s, player):
        message = "no tile of the hand is dead, so no rule is broken"
        return _fault(turn, REGULAR, message, "kept")
    return fault


def _move(s: State, turn: Turn, name: Names, moved: Moved, which: int) -> Fault | None:
    player = name.player.get(moved.handle, -1) if moved.handle else s.turn
    if player < 0:
        message = f"no player is called {moved.handle}"
        return _fault(turn, "E-handle", message, "moved", which)
    letters = moved.given or moved.taken
    basket = name.basket(letters)
    if basket < 0:
        return _fault(turn, *_no_basket(name, letters), "moved", which)
    sign = -1 if moved.money < 0 or moved.taken else 1
    x = engine.adjust(s, player, abs(moved.money), basket, sign)
    if x == 0:
        return None
    who = name.handles[player]
    if x == c.R_CASH:
        has, taken = money(s.cash[player]), money(abs(moved.money))
        message = f"{who} has {has}, {taken} cannot have been taken"
    elif x == c.R_SUPPLY:
        message = f"the bank has not so many shares: {letters}"
    else:
        message = f"{who} does not hold so many shares: {letters}"
    return _fault(turn, CODES[x], message, "moved", which)


def _no_basket(name: Names, letters: str) -> tuple[str, str]:
    for letter in letters:
        if letter not in name.chain:
            return "E-no-chain", f"no chain is called {letter} (there are {' '.join(name.letters)})"
    return "E-too-many", "at most seven shares of a chain can be held by one token"


def _leave(s: State, turn: Turn, name: Names, marked: Irregular) -> Fault | None:
    for number, tile in enumerate(marked.left):
        square = name.square.get(tile, -1)
        known = square >= 0 and s.kind[s.touch[square]] == c.DEAD
        if known and s.rules.dead_leave and s.cells[square] == c.EMPTY:
            message = f"{tile} is dead and may leave the hand, so no rule is broken: write x{tile}"
            return _fault(turn, REGULAR, message, "aside", _token_of(turn, number))
        x = engine.put_aside(s, square)
        if x:
            said = explain(s, square << 4 | c.A_ASIDE, x)
            text = said.text if square >= 0 else f"the board has no square {tile}"
            return _fault(turn, said.code, text, "aside", _token_of(turn, number))
    return None


def _token_of(turn: Turn, number: int) -> int:
    """Which of the tokens that tell of tiles set aside names the ``number``-th tile."""
    which = 0
    for token in lexer.tokens(turn.text):
        if lexer.irregularity(token.text) == "aside":
            number -= token.text.count(",") + 1
            which += number >= 0
    return which


def _bought(s: State, turn: Turn, name: Names, marked: Irregular) -> Fault | None:
    if not marked.bought or turn.buys is None:
        return None
    if len(turn.buys) <= s.rules.max_buys:
        message = f"{s.rules.max_buys} shares may be bought, so no rule is broken: write +"
        return _fault(turn, REGULAR, message, "buys")
    if name.basket(turn.buys) < 0:
        return _fault(turn, *_no_basket(name, turn.buys), "buys")
    return None


def _ended(s: State, turn: Turn, marked: Irregular) -> Fault | None:
    """Prepare an end of the turn that the rules do not have."""
    rules = s.rules
    if turn.declared:
        for what, said in (
            ("aside", marked.left),
            ("kept", marked.kept),
            ("draws", marked.undrawn),
        ):
            if said:
                message = "once the end is declared nothing is set aside or drawn"
                return _fault(turn, REGULAR, message, what)
    if marked.declared:
        if s.can_end:
            message = "the end may be declared, so no rule is broken: write end"
            return _fault(turn, REGULAR, message, "end")
        engine.ask_anyway(s)
    if marked.kept:
        if not rules.dead_leave or rules.dead == OPTIONAL or not s.safe & (s.safe - 1):
            message = "no dead tile had to leave the hand, so no rule is broken"
            return _fault(turn, REGULAR, message, "kept")
        engine.ask_anyway(s)
    return None


def warnings(s: State, turn: Turn, name: Names, player: int) -> list[tuple[lexer.Token, str]]:
    """What was broken in a turn that has been played: a token with ``~``, and a sentence."""
    out = []
    for token in lexer.tokens(turn.text):
        if token.kind == lexer.IRREGULAR:
            what = lexer.irregularity(token.text)
            out.append((token, _broken(s, turn, token.text, what, name.handles[player])))
    return out


def _broken(s: State, turn: Turn, word: str, what: str, player: str) -> str:
    rules = s.rules
    if what == "pass":
        return "no tile is placed, though who has a legal tile must place one"
    if what == "moved":
        at = max(word.find("+"), word.find("-"))
        who = word[1:at].lower() or player
        amount = word[at + 1 :]
        shares = amount if amount.isdigit() else f"shares ({amount.upper()})"
        if word[at] == "+":
            return f"{who} is given {shares} that no rule gives"
        return f"{who} has to give {shares} that no rule takes"
    if what == "buys":
        count = len(turn.buys or "")
        return f"{count} shares are bought, a turn allows {rules.max_buys}"
    if what == "end":
        reason = explain(s, 1 << 4 | c.A_END, c.R_NO_END).text.partition(": ")[2]
        return f"the end is declared too early: {reason}"
    if what == "aside":
        stays = "a tile that is not dead" if rules.dead_leave else "a dead tile, too,"
        return f"{word[2:].upper()} set aside, though {stays} stays in the hand"
    if what == "kept":
        return "a dead tile stays in the hand, though it has to leave"
    return "no tile is drawn, though the hand is not full"
