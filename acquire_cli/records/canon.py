"""The canonical text of a whole record, and assertions of cash put in or taken out."""

import re
from typing import Final

from acquire_cli.engine import codes as c
from acquire_cli.engine.bag import ALGORITHM
from acquire_cli.engine.squares import names
from acquire_cli.engine.state import State
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.parse import tile_name
from acquire_cli.notation.position import position_text
from acquire_cli.notation.record import Header, Record
from acquire_cli.notation.turn import Part, Turn
from acquire_cli.notation.writer import comment_text, header_order, header_text, turn_text
from acquire_cli.records.game import Game, Library, open_game
from acquire_cli.records.replay import Step, advance, check_result, open_at, steps, take_notes
from acquire_cli.rulesets.knobs import KNOBS

KEEP: Final = "keep"
NO_ASSERTIONS: Final = "none"
AT_MERGERS: Final = "merger"
AT_TURNS: Final = "turn"

MAGIC: Final = "acquire 1"


def canonical(
    record: Record,
    library: Library | None = None,
    assertions: str = KEEP,
    judged: bool = False,
) -> tuple[list[str] | None, list[Finding]]:
    """The lines of a record in canonical form, and what was found on the way.

    Only if it is to be ``judged`` is the result compared with the real one.

    None where a finding makes the game unreadable past some point: such a game is to be left as it
    stands. An assertion that fails is a finding, but stays as the author wrote it.
    """
    game, found = open_game(record, library)
    if game is None or any(f.severity == ERROR for f in record.findings):
        return None, record.findings + found
    lines = head_lines(game)
    if record.turns:
        lines.append("")
    written = _as_it_stands(game, found) if assertions == KEEP and game.dealt else None
    if written is None:
        game, _ = open_game(record, library)
        assert game is not None
        written = []
        played = 0
        for step in steps(game, found):
            played += 1
            written += turn_lines(game, step, assertions)
        if played != len(record.turns):
            return None, record.findings + found
    if judged:
        found += check_result(game)
    lines += written
    return lines + foot_lines(record), record.findings + found


def _as_it_stands(game: Game, found: list[Finding]) -> list[str] | None:
    """The turns' lines where they are canonical already, which most are; else None.

    A plain turn that only places, founds or buys stands; so does one that merges, if it says what
    the log says. On any doubt the game is written the long way.
    """
    record = game.record
    if record.broken >= 0:
        return None
    lines: list[str] = []
    state = game.state
    tile = game.names.tile
    for turn in record.turns:
        if turn.open and turn is not record.turns[-1]:
            return None
        log = log_for(game, turn, stands(turn))
        state.log = log
        player = state.turn
        gone = state.gone
        if advance(game, turn) is not None:
            return None
        if log is not None and not (turn.plain and turn.survivor and _says_all(game, turn, log)):
            lines += turn_lines(game, Step(game.played, player, turn, log))
            continue
        if (gone or turn.aside) and [tile[t] for t in gone] != turn.aside:
            return None
        lines.append(turn.text)
        lines += [comment_text(line) for line in turn.after]
    found += take_notes(game)
    return lines


def log_for(game: Game, turn: Turn, stands: bool) -> list[tuple[int, ...]] | None:
    """A log for the next turn, None where it needs none: its text ``stands`` and says all."""
    if turn.open or not stands:
        return []
    state = game.state
    at = game.names.square.get(turn.tile, -1)
    kind = state.kind[state.touch[at]] if at >= 0 else c.ALONE
    return [] if kind == c.MERGES or (kind == c.FOUNDS and not turn.founded) else None


def _says_all(game: Game, turn: Turn, log: list[tuple[int, ...]]) -> bool:
    """Whether the words of a plain turn that merges say all that happened, in its order."""
    letters = game.names.letters
    handles = game.names.handles
    clauses = turn.clauses
    defunct = ""
    chain = -1
    parts: list[Part] = []
    at = 0
    parted = 0
    for event in log:
        kind = event[0]
        if kind == c.E_MERGED:
            if letters[event[1]] != turn.survivor:
                return False
        elif kind == c.E_DEFUNCT:
            defunct += letters[event[1]]
        elif kind == c.E_BANK:
            if event[2] >= 0:
                return False
        elif kind == c.E_DISPOSED:
            if event[2] != chain:
                if at != len(parts) or parted == len(clauses):
                    return False
                chain = event[2]
                if clauses[parted].chain != letters[chain]:
                    return False
                parts = clauses[parted].parts
                parted += 1
                at = 0
            if at == len(parts):
                return False
            part = parts[at]
            at += 1
            if part.handle != handles[event[1]] or part.sold != event[4]:
                return False
            if part.traded != event[5] or max(part.kept, 0) != event[6]:
                return False
    return defunct == turn.defunct and parted == len(clauses) and at == len(parts)


def stands(turn: Turn) -> bool:
    """Whether a turn's text is how its own words are written canonically."""
    if turn.plain:
        return True
    if turn.glyph or turn.clock or turn.evaluation or turn.cash or turn.comment is not None:
        return False
    return turn.text == plain_text(turn)


def plain_text(turn: Turn) -> str:
    """The canonical text of a turn that merges nothing and has no marks, from its own words."""
    text = f"{turn.number} {turn.handle} {turn.tile}"
    if turn.founded:
        text += "=" + turn.founded
    if turn.buys:
        text += " +" + turn.buys
    if turn.declared:
        text += " end"
    if turn.aside:
        text += " x" + ",".join(turn.aside)
    return text


def turn_lines(game: Game, step: Step, assertions: str = KEEP) -> list[str]:
    """A turn's canonical line and the comment lines below it; ``game.state`` is that after it."""
    turn = step.turn
    state = game.state
    if assertions != KEEP:
        turn = _asserted(turn, step, state, game, assertions)
    text = turn_text(
        step.number,
        step.player,
        step.log,
        game.names,
        turn,
        open_at(game, step),
        game.owes_draws(step.turn, step.log),
    )
    if turn.comment is not None:
        text += " " + comment_text(turn.comment)
    return [text] + [comment_text(line) for line in turn.after]


def _asserted(turn: Turn, step: Step, state: State, game: Game, assertions: str) -> Turn:
    """The same turn with other assertions of cash; those that fail stay as they are."""
    new = turn.copy()
    new.cash = []
    if assertions == NO_ASSERTIONS or turn.open:
        return new
    seats = game.names.player
    told = {seats.get(handle, step.player): amount for handle, amount in reversed(turn.cash)}
    merged = any(event[0] == c.E_MERGED for event in step.log)
    if assertions == AT_TURNS or merged:
        new.cash = [("", told.get(step.player, state.cash[step.player]))]
    if merged:
        paid = {event[2] for event in step.log if event[0] == c.E_BONUS}
        paid |= {event[1] for event in step.log if event[0] == c.E_DISPOSED and event[7]}
        for player in sorted(paid - {step.player, -1}):
            amount = told.get(player, state.cash[player])
            new.cash.append((game.names.handles[player], amount))
    put_in = {seats.get(handle, step.player) for handle, _ in new.cash}
    new.cash += [
        (handle, amount)
        for handle, amount in turn.cash
        if seats.get(handle, step.player) not in put_in
    ]
    return new


def head_lines(game: Game) -> list[str]:
    """Everything above the first turn, without the blank line."""
    record = game.record
    lines = [comment_text(text) for text in record.preface]
    lines.append(MAGIC)
    _complete(game)
    for header in header_order(record):
        if header.key == "shuffle" and header.value.lower() == ALGORITHM and not header.above:
            continue
        lines += header_text(header, header_value(game, header))
    lines += [comment_text(text) for text in record.opening]
    return lines


def _complete(game: Game) -> None:
    """Put in what a writer owes: the ruleset's name, and the bag beside the seed."""
    record = game.record
    if record.get("ruleset") is None:
        ruleset = game.rules.ruleset
        record.headers.insert(0, Header("ruleset", f"{ruleset.name}@{ruleset.revision}"))
    if record.get("seed") is not None and game.dealt and record.get("bag") is None:
        tile = names(game.rules.rows, game.rules.cols)
        record.headers.append(Header("bag", " ".join(tile[t] for t in game.state.bag)))


def header_value(game: Game, header: Header) -> str:
    """A header's value in canonical form."""
    key, value = header.key, header.value
    if header.plain:
        return value
    record = game.record
    base = key.partition(".")[0]
    if key == "ruleset":
        ruleset = game.rules.ruleset
        return f"{ruleset.name}@{ruleset.revision}"
    if key == "rules":
        words = dict(word.lower().split("=", 1) for word in _words(value))
        return " ".join(f"{knob.key}={words[knob.key]}" for knob in KNOBS if knob.key in words)
    if key == "players":
        return " ".join(record.handles)
    if key == "bag" or (base == "hand" and key != base):
        return " ".join(tile_name(word) for word in _words(value))
    if key == "start":
        told = dict(word.split("=", 1) for word in _words(value.lower()))
        return " ".join(f"{handle}={tile_name(told[handle])}" for handle in record.handles)
    if key in ("first", "view", "shuffle"):
        return value.lower()
    if key == "position":
        return position_text(game.state, game.names.handles)
    return value


def _words(value: str) -> list[str]:
    """The words of a list in a header: blanks and commas separate alike."""
    return re.findall(r"[^ \t,]+", value)


def foot_lines(record: Record) -> list[str]:
    """The result, where there is one, and everything below it."""
    lines = [comment_text(text) for text in record.closing]
    if record.result is not None:
        lines[:0] = header_text(record.result, result_value(record.result))
    return lines


def result_value(header: Header) -> str:
    """The result with single spaces, small letters; totals stay as they are said to be."""
    return " ".join(_words(header.value.lower()))
