"""A position as one line of text, both ways.

``rows actor phase player … bag:TILES [idle:N]``: see `notation/spec.md`, "Positions".
"""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from acquire_cli.engine import codes as c
from acquire_cli.engine.claim import Claim, Seat, from_claim
from acquire_cli.engine.squares import names, numbers
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import OPTIONAL, Rules
from acquire_cli.notation.lexer import NO_HANDLES, small
from acquire_cli.notation.parse import tile_name

_Wrong = Callable[[str, int, int], None]


class PositionError(Exception):
    """What is wrong with the text of a position: (code, message, start, length) each."""

    def __init__(self, problems: list[tuple[str, str, int, int]]) -> None:
        super().__init__(problems)
        self.problems = problems


class Placed(NamedTuple):
    """A legal position read from text, and the handles of its players in turn order."""

    state: State
    handles: tuple[str, ...]


_LAX = re.IGNORECASE | re.ASCII
_ROW = re.compile(r"([0-9]{1,2})|([A-Za-z])")
_PLAYER = re.compile(r"([a-z][a-z0-9_]{1,11}):(-?\d{1,12}):([A-Z0-9]+|-):([^ \t]+)", _LAX)
_TILE = re.compile(r"[0-9]{1,3}[A-Za-z]|[A-Za-z][0-9]{1,3}")
_SHARES = re.compile(r"([A-Z])(\d{1,4})", _LAX)
_PHASE = re.compile(
    r"(place|found|survivor|next|bank|dispose|buy|end|aside|over)"
    r"(?:@(\d{1,2}[A-Z]|[A-Z]\d{1,2}))?(?::([A-Z])x([A-Z]+))?(?:\^([0-9A-Z,]+))?(?::([a-z][a-z0-9_]{1,11}))?"
    r"(?::([0-9A-Z,]+))?",
    _LAX,
)
_WITH_TILE = (c.FOUND, c.SURVIVOR, c.NEXT, c.BANK, c.DISPOSE)
_WITH_QUEUE = (c.NEXT, c.BANK, c.DISPOSE)


def board_text(s: State) -> str:
    """The rows A, B … of the board joined by ``/``: numbers are empty squares."""
    return "/".join(board_rows(s))


def board_rows(s: State) -> list[str]:
    """One string a row, as in a position."""
    letters = [chain.letter for chain in s.rules.ruleset.chains]
    letters += [""] * (7 - len(letters)) + ["o", "", "x"]
    rows = []
    cols = s.rules.cols
    for at in range(0, s.rules.squares, cols):
        row = ""
        empty = 0
        for code in bytes(s.cells[at : at + cols]):
            if code == c.EMPTY:
                empty += 1
                continue
            if empty:
                row += str(empty)
                empty = 0
            row += letters[code]
        rows.append(row + (str(empty) if empty else ""))
    return rows


def position_text(s: State, handles: Sequence[str]) -> str:
    """The position in canonical form; ``handles`` are in turn order."""
    name = names(s.rules.rows, s.rules.cols)
    words = [board_text(s), handles[s.actor], _phase_text(s, handles)]
    letters = [chain.letter for chain in s.rules.ruleset.chains]
    chains = s.rules.chains
    for player, handle in enumerate(handles):
        shares = ""
        for chain, letter in enumerate(letters):
            held = s.shares[player * chains + chain]
            if held:
                shares += f"{letter}{held}"
        hand = _hand_text(sorted(s.hands[player]), s.unknown[player], name)
        words.append(f"{handle}:{s.cash[player]}:{shares or '-'}:{hand}")
    words.append("bag:" + _bag_text(s, name))
    if s.phase == c.PLACE:
        if s.idle > 0:
            words.append(f"idle:{s.idle}")
    elif s.phase in (c.BUY, c.END, c.ASIDE) and s.idle >= 0:
        words.append(f"idle:{s.idle}")
    return " ".join(words)


def _phase_text(s: State, handles: Sequence[str]) -> str:
    name = names(s.rules.rows, s.rules.cols)
    text = c.PHASE_NAMES[s.phase]
    if s.phase in _WITH_TILE:
        text += "@" + name[s.tile]
    if s.phase in _WITH_QUEUE:
        letters = [chain.letter for chain in s.rules.ruleset.chains]
        queue = letters[s.defunct] if s.phase != c.NEXT else ""
        pending = sorted(s.rules.mask_chains[s.pending], key=lambda x: (-s.size[x], x))
        queue += "".join(letters[x] for x in pending)
        text += f":{letters[s.survivor]}x{queue}"
        if s.bank_tiles:
            text += "^" + ",".join(name[t] for t in s.bank_tiles)
        if s.actor != s.turn:
            text += ":" + handles[s.turn]
    if s.phase == c.ASIDE:
        # What the rules force out of a hand follows from it.
        chosen = [t for t in s.aside if s.rules.dead == OPTIONAL or t not in s.hands[s.turn]]
        if chosen:
            text += ":" + ",".join(name[t] for t in chosen)
    return text


def _hand_text(hand: list[int], unknown: int, name: Sequence[str]) -> str:
    if unknown < 0:
        return "?"
    if not hand and unknown == 1:
        return "1?"
    return ",".join([name[t] for t in hand] + ["?"] * unknown) or "-"


def _bag_text(s: State, name: Sequence[str]) -> str:
    if s.bag_left == 0:
        return "-"
    if s.bag_left < 0:
        return "?"
    known = [name[t] if t >= 0 else "?" for t in s.bag[s.bag_at :]]
    while known and known[-1] == "?":
        known.pop()
    rest = s.bag_left - len(known)
    if not known:
        return "?" if min(s.unknown) >= 0 else f"{rest}?"
    if rest:
        known.append("?" if rest == 1 else f"{rest}?")
    return ",".join(known)


def parse_position(text: str, rules: Rules) -> Placed:
    """Read a position and check that it can be. Raises PositionError with every problem."""
    words = [(found.group(), found.start()) for found in re.finditer(r"[^ \t]+", text)]
    problems: list[tuple[str, str, int, int]] = []

    def wrong(message: str, start: int, length: int) -> None:
        problems.append(("E-position-text", message, start, length))

    if len(words) < 4:
        wrong("a position is: rows, who acts, the phase, the players, bag:", 0, len(text))
        raise PositionError(problems)
    cells = _cells(words[0], rules, wrong)
    actor_word, actor_at = words[1]
    handles: list[str] = []
    seats: list[Seat] = []
    bag: list[int] | None = None
    idle: int | None = None
    for word, at in words[3:]:
        lower = word.lower()
        if lower.startswith("bag:"):
            bag = _tile_list(word[4:], at + 4, rules, wrong)
        elif lower.startswith("idle:") and lower.count(":") == 1:
            if re.fullmatch("[0-9]{1,6}", lower[5:]):
                idle = int(lower[5:])
            else:
                wrong("idle: is a number of turns", at, len(word))
        else:
            _seat(word, at, rules, handles, seats, wrong)
    if problems:
        raise PositionError(problems)
    if len(handles) < 1:
        wrong("no player stands in the position", 0, len(text))
        raise PositionError(problems)
    claim = Claim(cells, seats)
    claim.bag = bag
    actor = small(actor_word)
    if actor in handles:
        claim.actor = claim.turn = handles.index(actor)
    else:
        wrong(f"{actor_word} acts, but is none of the players", actor_at, len(actor_word))
    _read_phase(words[2], rules, handles, claim, wrong)
    if claim.phase in (c.PLACE, c.OVER):
        claim.idle = idle or 0
    else:
        claim.idle = -1 if idle is None else idle
    if problems:
        raise PositionError(problems)
    state = from_claim(rules, claim)
    if isinstance(state, list):
        raise PositionError([(bad.code, bad.text, 0, len(text)) for bad in dict.fromkeys(state)])
    return Placed(state, tuple(handles))


def _cells(word: tuple[str, int], rules: Rules, wrong: _Wrong) -> list[int]:
    text, at = word
    codes = {chain.letter: i for i, chain in enumerate(rules.ruleset.chains)}
    codes["O"] = c.LOOSE
    codes["X"] = c.ASIDE_SQUARE
    rows = text.split("/")
    cells: list[int] = []
    if len(rows) != rules.rows:
        wrong(f"{len(rows)} rows, the board has {rules.rows}", at, len(text))
        return [c.EMPTY] * rules.squares
    for number, row in enumerate(rows):
        line: list[int] = []
        spot = 0
        while spot < len(row):
            found = _ROW.match(row, spot)
            if found is None:
                wrong(f"{row[spot]!r} stands for nothing on a board", at + spot, 1)
                break
            if found.group(1):
                line += [c.EMPTY] * int(found.group(1))
            else:
                letter = found.group(2).upper()
                if letter not in codes:
                    wrong(f"no chain of this ruleset is called {letter}", at + spot, 1)
                line.append(codes.get(letter, c.EMPTY))
            spot = found.end()
        if len(line) != rules.cols:
            what = f"row {chr(65 + number)} has {len(line)} squares, the board has {rules.cols}"
            wrong(what, at, max(1, len(row)))
            line = (line + [c.EMPTY] * rules.cols)[: rules.cols]
        cells += line
        at += len(row) + 1
    return cells


def _seat(
    word: str, at: int, rules: Rules, handles: list[str], seats: list[Seat], wrong: _Wrong
) -> None:
    found = _PLAYER.fullmatch(word)
    if found is None:
        wrong(f"{word!r} is no player: handle:cash:shares:hand", at, len(word))
        return
    handle = found.group(1).lower()
    if handle in handles or handle in NO_HANDLES:
        wrong(f"{handle} cannot stand here (again)", at, len(handle))
        return
    index = {chain.letter: i for i, chain in enumerate(rules.ruleset.chains)}
    shares = [0] * rules.chains
    text = found.group(3).upper()
    if text != "-":
        spot = 0
        while spot < len(text):
            pair = _SHARES.match(text, spot)
            if pair is None or pair.group(1) not in index:
                wrong(f"{text!r} is no holding of shares", at + found.start(3), len(text))
                break
            shares[index[pair.group(1)]] += int(pair.group(2))
            spot = pair.end()
    hand = _tile_list(found.group(4), at + found.start(4), rules, wrong)
    handles.append(handle)
    seats.append(Seat(int(found.group(2)), shares, hand))


def _tile_list(text: str, at: int, rules: Rules, wrong: _Wrong) -> list[int] | None:
    """Tiles with commas; None for a lone ``?``; ``3?`` stands for three unknown ones."""
    if text == "?":
        return None
    if text == "-":
        return []
    square = numbers(rules.rows, rules.cols)
    out: list[int] = []
    for word in text.split(","):
        if len(out) > rules.squares:
            break  # too many already: whoever counts them says so
        if word == "?":
            out.append(-1)
        elif re.fullmatch(r"[0-9]{1,4}\?", word):
            out += [-1] * min(int(word[:-1]), rules.squares + 1)
        elif _TILE.fullmatch(word) and tile_name(word) in square:
            out.append(square[tile_name(word)])
        else:
            wrong(f"{word!r} is no tile of this board", at, max(1, len(word)))
        at += len(word) + 1
    return out


def _read_phase(
    word: tuple[str, int], rules: Rules, handles: list[str], claim: Claim, wrong: _Wrong
) -> None:
    text, at = word
    found = _PHASE.fullmatch(text)
    if found is None:
        wrong(f"{text!r} is no phase", at, len(text))
        return
    phase, tile, survivor, queue, bank, mergemaker, aside = found.groups()
    claim.phase = c.PHASE_NAMES.index(phase.lower())
    square = numbers(rules.rows, rules.cols)
    index = {chain.letter: i for i, chain in enumerate(rules.ruleset.chains)}
    if (claim.phase in _WITH_TILE) != bool(tile):
        wrong("a tile belongs to a phase in the middle of a placement", at, len(text))
        return
    if (claim.phase in _WITH_QUEUE) != bool(survivor):
        wrong("a merger's phase says which chain takes which, as in dispose@6F:IxT", at, len(text))
        return
    if claim.phase == c.ASIDE and mergemaker and not aside:
        aside, mergemaker = mergemaker, None  # `b7`, which is also a possible handle
    if aside and claim.phase != c.ASIDE:
        wrong("tiles are set aside in the phase aside only", at, len(text))
        return
    if tile:
        if tile_name(tile) not in square:
            wrong(f"{tile!r} is no tile of this board", at, len(text))
            return
        claim.tile = square[tile_name(tile)]
    if survivor:
        chains = (survivor + queue).upper()
        unknown = [letter for letter in chains if letter not in index]
        if unknown:
            wrong(f"no chain of this ruleset is called {unknown[0]}", at, len(text))
            return
        claim.survivor = index[chains[0]]
        claim.queue = [index[letter] for letter in chains[1:]]
    for listed, name in ((bank, "bank_tiles"), (aside, "aside")):
        if listed:
            tiles = _tile_list(listed, at, rules, wrong)
            setattr(claim, name, [t for t in tiles or () if t >= 0])
    if mergemaker and mergemaker.lower() in handles:
        claim.turn = handles.index(mergemaker.lower())
    elif mergemaker:
        wrong(f"{mergemaker} is none of the players", at, len(text))
