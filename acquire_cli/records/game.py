"""A record's game, set up from its headers: ruleset, players, the first position.

Nothing is opened because a record names it: a ruleset is one of those shipped, or one that the
caller has loaded.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from acquire_cli.engine import codes as c
from acquire_cli.engine.bag import ALGORITHM, shuffled
from acquire_cli.engine.refusals import Refusal
from acquire_cli.engine.setup import begin
from acquire_cli.engine.squares import numbers
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules, rules_for
from acquire_cli.notation.findings import ERROR, WARNING, Finding
from acquire_cli.notation.lexer import small
from acquire_cli.notation.parse import tile_name
from acquire_cli.notation.record import Header, Record
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.turn import Turn
from acquire_cli.rulesets import load
from acquire_cli.rulesets.knobs import label
from acquire_cli.rulesets.model import Ruleset, RulesetError

Library = Mapping[str, Ruleset]
"""Rulesets by name that are known besides those shipped."""

_RULESET: Final = re.compile(r"([A-Za-z0-9][A-Za-z0-9_.-]{0,63})(?:@([0-9]{1,6}))?")
_COMMIT: Final = re.compile(r"sha256:([0-9a-f]{64})(?: ([^ \t]+))?")
_TILE: Final = re.compile(r"[0-9]{1,3}[A-Za-z]|[A-Za-z][0-9]{1,3}")


class Game:
    """A game at some point: the live ``state``, and the names of everything in it.

    ``order[k]`` is the seat of the k-th player in turn order; ``names.handles`` are in turn order,
    ``handles`` in seat order. ``dealt`` is whether the record has a bag, so that draws need no
    telling. ``counted`` is whether the hand was that drew in the last turn that tells of draws.
    ``moved`` is the money that each player was given against the rules so far, ``noted``
    what is to be said of that; ``corrected`` is whether ``state`` leaves it out of the cash.
    ``first_paid`` is the rank of the bonus each was paid in the first merger, 0 for none, where
    ``standings.play_through`` has played the game and there was one.
    """

    def __init__(self, record: Record, rules: Rules, order: tuple[int, ...], state: State) -> None:
        self.record = record
        self.rules = rules
        self.order = order
        self.handles = record.handles
        self.names = Names(rules, [record.handles[seat] for seat in order])
        self.state = state
        self.dealt = len(state.bag) > 0
        self.played = 0
        self.counted = True
        self.moved = [0] * state.players
        self.noted: list[Finding] = []
        self.corrected = False
        self.first_paid: list[int] = []

    def at(self, state: State) -> "Game":
        """The same game at another position."""
        game = Game(self.record, self.rules, self.order, state)
        game.dealt = self.dealt
        game.played = self.played
        game.moved = self.moved
        game.noted = self.noted
        game.corrected = self.corrected
        return game

    def owes_draws(self, turn: Turn, log: Iterable[tuple[int, ...]]) -> bool:
        """Whether what was drawn in a turn has to be written.

        It tells a tile that no bag tells, or how many a hand took that nobody has counted.
        """
        if turn.drew is None:
            return False
        bag = self.state.bag
        counted = self.counted
        return any(
            e[0] == c.E_DREW and (not counted or (e[2] >= 0 and e[2] not in bag)) for e in log
        )

    def right(self) -> None:
        """Put a position in place in which no money has moved against the rules.

        What was done with that money stays done, so cash may be below zero there. Nobody plays on
        from it.
        """
        self.state = self.state.copy()
        self.state.cash = [a - b for a, b in zip(self.state.cash, self.moved, strict=True)]
        self.corrected = True

    def seat_totals(self, by_player: list[int]) -> list[int]:
        """A list by turn order, put into seat order."""
        out = [0] * len(by_player)
        for player, seat in enumerate(self.order):
            out[seat] = by_player[player]
        return out


def at_header(
    record: Record,
    header: Header | None,
    code: str,
    message: str,
    start: int = 0,
    length: int = 0,
    hint: str = "",
    severity: str = ERROR,
) -> Finding:
    """A finding in a header's value; without the header, at the game's first line."""
    if header is None:
        text = record.raw[0].rstrip("\r") if record.raw else ""
        shown = max(1, len(text))
        return Finding(
            code, message, record.file, record.line, 1, shown, hint, text, severity, record.number
        )
    length = length or max(1, len(header.value) - start)
    column = header.column + start
    return Finding(
        code,
        message,
        record.file,
        header.line,
        column,
        length,
        hint,
        header.text,
        severity,
        record.number,
    )


def open_game(record: Record, library: Library | None = None) -> tuple[Game | None, list[Finding]]:
    """The game of a record before its first turn, and what is wrong with its headers.

    The game is None where an error makes it unplayable.
    """
    found: list[Finding] = []
    if any(f.code in ("E-magic", "E-version", "E-players") for f in record.findings):
        return None, found
    ruleset = _ruleset(record, library or {}, found)
    players = record.get("players")
    if not record.handles:
        message = "players: is missing" if players is None else "players: names nobody"
        found.append(at_header(record, players, "E-players", message, hint="players: ann bob"))
    if ruleset is None or not record.handles:
        return None, found
    count = len(record.handles)
    if not ruleset.min_players <= count <= ruleset.max_players:
        noun = "player" if count == 1 else "players"
        low, high = ruleset.min_players, ruleset.max_players
        message = f"{count} {noun}: this ruleset is for {low} to {high}"
        found.append(at_header(record, players, "E-players", message))
        return None, found
    _names_of_players(record, found)
    _check_view(record, found)
    commitment = _commitment(record, found)
    rules = rules_for(ruleset)
    if record.get("position") is not None:
        game = _from_position(record, rules, found)
    else:
        game = _from_start(record, rules, found)
    if any(f.severity == ERROR and f.code not in SOFT for f in found):
        return None, found
    if game is not None and commitment is not None:
        _check_commitment(game, *commitment, found)
    return game, found


SOFT: Final = ("E-seed", "E-commit")
"""Findings in the headers that leave the game playable: about where the bag comes from."""


def _check_view(record: Record, found: list[Finding]) -> None:
    header = record.get("view")
    if header is None:
        return
    word = small(header.value)
    if word not in ("full", "table") and word not in record.handles:
        message = f"{header.value!r} is no view: full, table or a player"
        found.append(at_header(record, header, "E-value", message))


def _commitment(record: Record, found: list[Finding]) -> tuple[str, str | None] | None:
    """The digest that was promised and the salt, as far as it is told."""
    header = record.get("commit")
    if header is None:
        return None
    match = _COMMIT.fullmatch(header.value)
    if match is None:
        message = "a commitment is sha256: and 64 hexadecimal digits, then the salt once it is told"
        found.append(at_header(record, header, "E-value", message))
        return None
    return match.group(1), match.group(2)


def _check_commitment(game: Game, promised: str, salt: str | None, found: list[Finding]) -> None:
    """Compare the digest with the bag, once the salt is there and the whole bag is known."""
    state = game.state
    if salt is None or len(state.bag) < state.rules.squares or -1 in state.bag:
        return
    from acquire_cli.records.fairplay import digest

    if digest((game.names.tile[square] for square in state.bag), salt) != promised:
        header = game.record.get("commit")
        message = "the bag and the salt do not give the digest that was promised"
        hint = "the bag as it stands is played"
        found.append(at_header(game.record, header, "E-commit", message, hint=hint))


def find_ruleset(word: str, library: Library) -> Ruleset | str:
    """The ruleset of ``NAME`` or ``NAME@REVISION``, or a sentence on why there is none."""
    match = _RULESET.fullmatch(word)
    if match is None:
        return f"{word!r} is no ruleset: NAME@REVISION"
    name, revision = match.group(1).lower(), match.group(2)
    ruleset = library.get(name)
    if ruleset is None:
        if name not in load.names():
            return f"no ruleset is called {name}{load.meant(name)}"
        ruleset = load.load(name)
    if revision is not None and int(revision) != ruleset.revision:
        return f"revision {int(revision)} of {name} is not known, this is {ruleset.revision}"
    return ruleset


def _ruleset(record: Record, library: Library, found: list[Finding]) -> Ruleset | None:
    header = record.get("ruleset")
    if header is None:
        message = "ruleset: is missing; classic@1 is taken"
        found.append(at_header(record, None, "W-ruleset", message, severity=WARNING))
    ruleset = find_ruleset(header.value if header is not None else "classic@1", library)
    if isinstance(ruleset, str):
        known = ", ".join([*load.names(), *library])
        found.append(at_header(record, header, "E-ruleset", ruleset, hint=f"known: {known}"))
        return None
    rules = record.get("rules")
    if rules is None or not rules.value:
        return ruleset
    words: dict[str, str] = {}
    spans: dict[str, tuple[int, int]] = {}
    bad = False
    for match in re.finditer(r"[^ \t,]+", rules.value):
        key, equals, word = small(match.group()).partition("=")
        if not equals or key in words:
            message = f"{match.group()!r} is no override: KEY=VALUE, each once"
            found.append(
                at_header(record, rules, "E-rules", message, match.start(), len(match.group()))
            )
            bad = True
            continue
        words[key] = word
        spans[label(key)] = match.start(), len(match.group())
    if bad:
        return None
    try:
        return load.override(ruleset, words)
    except RulesetError as error:
        for problem in error.problems:
            other = _PARTNERS.get(problem.key, "")
            at, length = spans.get(problem.key) or spans.get(other, (0, 0))
            hint = f"allowed: {problem.allowed}" if problem.allowed else ""
            message = f"{problem.key}: {problem.message}" if problem.key else problem.message
            found.append(at_header(record, rules, "E-rules", message, at, length, hint=hint))
        return None


_PARTNERS: Final = {"sole-holder": "bonuses", "min-players": "max-players"}
"""Knobs whose words go together only with some of another: which is at fault if they stand not."""


def _names_of_players(record: Record, found: list[Finding]) -> None:
    for header in record.headers:
        base, dot, handle = header.key.partition(".")
        if dot and base in ("name", "hand") and handle not in record.handles:
            message = f"no player is called {handle}"
            found.append(at_header(record, header, "E-handle", message))


def _from_position(record: Record, rules: Rules, found: list[Finding]) -> Game | None:
    from acquire_cli.notation.position import PositionError, parse_position

    header = record.get("position")
    assert header is not None
    impossible = False
    for other in record.headers:
        base = other.key.partition(".")[0]
        if other.key in ("bag", "start", "first", "seed", "shuffle") or base == "hand":
            message = f"with position: there is no {other.key}:, the position says it"
            found.append(at_header(record, other, f"E-{base}", message))
            impossible = True
    try:
        placed = parse_position(header.value, rules)
    except PositionError as error:
        for code, message, start, length in error.problems:
            found.append(at_header(record, header, code, f"position: {message}", start, length))
        return None
    if sorted(placed.handles) != sorted(record.handles):
        message = "position: its players are not those of players:"
        found.append(at_header(record, header, "E-position", message))
        return None
    if placed.state.phase not in (c.PLACE, c.BUY):
        message = "position: a record starts at place or at buy"
        found.append(at_header(record, header, "E-position", message))
        return None
    if impossible:
        return None
    order = tuple(record.handles.index(handle) for handle in placed.handles)
    return Game(record, rules, order, placed.state)


def _from_start(record: Record, rules: Rules, found: list[Finding]) -> Game | None:
    before = len(found)
    bag = _bag(record, rules, found)
    starts = _starts(record, rules, found)
    first: int | None = None
    header = record.get("first")
    if header is not None:
        handle = small(header.value)
        if handle in record.handles:
            first = record.handles.index(handle)
        else:
            found.append(at_header(record, header, "E-first", f"no player is called {handle}"))
    hands: dict[int, list[int]] = {}
    for seat, handle in enumerate(record.handles):
        header = record.get(f"hand.{handle}")
        if header is not None:
            tiles = _tiles(record, header, rules, found)
            if tiles is not None:
                hands[seat] = tiles
    if any(f.severity == ERROR and f.code not in SOFT for f in found[before:]):
        return None
    began = begin(rules, len(record.handles), bag, starts, first, hands or None)
    if isinstance(began, Refusal):
        header = _blamed(record, rules, (bag, starts, first), hands, began.code)
        found.append(at_header(record, header, began.code, began.text))
        return None
    game = Game(record, rules, began.order, began.state)
    game.dealt = bag is not None
    return game


_Known = tuple[list[int] | None, list[int] | None, int | None]


def _blamed(
    record: Record, rules: Rules, known: _Known, hands: dict[int, list[int]], code: str
) -> Header | None:
    """The header at fault when a game cannot begin: the first without which it could, as a rule."""
    if not isinstance(begin(rules, len(record.handles), *known), Refusal):
        told: dict[int, list[int]] = {}
        for seat, tiles in hands.items():
            told[seat] = tiles
            if isinstance(begin(rules, len(record.handles), *known, told), Refusal):
                return record.get(f"hand.{record.handles[seat]}")
    keys = {"E-first": ("first",), "E-players": ("players",), "E-bag": ("bag",)}
    for key in keys.get(code, ("start", "bag", "seed")):
        header = record.get(key)
        if header is not None:
            return header
    return record.get("players")


def _bag(record: Record, rules: Rules, found: list[Finding]) -> list[int] | None:
    header = record.get("bag")
    seed = record.get("seed")
    shuffle = record.value("shuffle", ALGORITHM).lower()
    told = None if header is None else _tiles(record, header, rules, found)
    if told is not None and len(told) > rules.squares:
        message = f"{len(told)} tiles in the bag, the board has {rules.squares}"
        found.append(at_header(record, header, "E-bag", message))
        return None
    if seed is None:
        return told
    if shuffle != ALGORITHM:
        if told is None:
            message = f"no algorithm is called {shuffle!r}, and no bag: says what it gave"
            found.append(at_header(record, record.get("shuffle"), "E-shuffle", message))
        return told
    made = list(shuffled(seed.value, rules.squares))
    if header is not None and told is not None:
        for at, square in enumerate(told):
            if square >= 0 and square != made[at]:
                found.append(_seed_differs(record, header, at))
                break
        return told
    return None if header is not None else made


def _seed_differs(record: Record, header: Header, at: int) -> Finding:
    words = list(re.finditer(r"[^ \t,]+", header.value))
    message = f"the bag does not follow from the seed: tile {at + 1} differs"
    return at_header(
        record,
        header,
        "E-seed",
        message,
        words[at].start(),
        len(words[at].group()),
        "the bag as it stands is played",
    )


def _starts(record: Record, rules: Rules, found: list[Finding]) -> list[int] | None:
    header = record.get("start")
    if header is None:
        return None
    square = numbers(rules.rows, rules.cols)
    told: dict[str, int] = {}
    for match in re.finditer(r"[^ \t,]+", header.value):
        handle, equals, tile = match.group().partition("=")
        handle = small(handle)
        known = _TILE.fullmatch(tile) is not None and tile_name(tile) in square
        if not equals or handle not in record.handles or handle in told or not known:
            message = f"{match.group()!r} is no start tile: HANDLE=TILE, each player once"
            found.append(
                at_header(record, header, "E-start", message, match.start(), len(match.group()))
            )
            return None
        told[handle] = square[tile_name(tile)]
    if len(told) != len(record.handles):
        missing = " ".join(handle for handle in record.handles if handle not in told)
        message = f"start tiles of all players or of none: {missing} is missing"
        found.append(at_header(record, header, "E-start", message))
        return None
    return [told[handle] for handle in record.handles]


def _tiles(record: Record, header: Header, rules: Rules, found: list[Finding]) -> list[int] | None:
    """The tiles of a header: -1 for ``?``."""
    square = numbers(rules.rows, rules.cols)
    # The usual case first: canonical names, each once.
    known: list[int] = []
    for word in header.value.split(" "):
        tile = square.get(word, -1)
        if tile < 0:
            break
        known.append(tile)
    else:
        if len(set(known)) == len(known):
            header.plain = True
            return known
    out: list[int] = []
    seen: set[int] = set()
    good = True
    for match in re.finditer(r"[^ \t,]+", header.value):
        word = match.group()
        if word == "?":
            out.append(-1)
            continue
        tile = square.get(tile_name(word), -1) if _TILE.fullmatch(word) else -1
        if tile < 0 or tile in seen:
            code = "E-tile-twice" if tile >= 0 else "E-tile"
            message = f"{word} stands there twice" if tile >= 0 else f"{word!r} is no tile here"
            found.append(at_header(record, header, code, message, match.start(), len(word)))
            good = False
            continue
        seen.add(tile)
        out.append(tile)
    return out if good else None
