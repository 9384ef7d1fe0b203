"""What the JSON of a replay says: a position, a turn, a game. Field names are part of SCHEMA.

Players stand in turn order, chains in the order of the chart; money is whole dollars. What nobody
knows is null, an unknown tile is ``?``.
"""

from typing import Any

from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.state import State
from acquire_cli.formats.encode import plain
from acquire_cli.formats.escape import encodable
from acquire_cli.notation.position import board_rows, position_text
from acquire_cli.records.events import Told
from acquire_cli.records.game import Game
from acquire_cli.records.standings import ending, rows

SCHEMA = 1


def position(game: Game, turn: Told | None) -> dict[str, Any]:
    """The position in ``game.state``, and the turn that led there (None: the start)."""
    s = game.state
    names = game.names
    over = s.phase == c.OVER
    net = totals(s)
    return {
        "schema": SCHEMA,
        **_place(game),
        "turn": turn.number if turn is not None else 0,
        "player": turn.player if turn is not None else None,
        "text": turn.text if turn is not None else None,
        "phase": c.PHASE_NAMES[s.phase],
        "actor": None if over else names.handles[s.actor],
        "reason": c.REASON_NAMES[s.reason] if over else None,
        "bag_left": s.bag_left if s.bag_left >= 0 else None,
        "position": position_text(s, names.handles),
        "board": board_rows(s),
        "players": [
            {
                "player": handle,
                "cash": s.cash[player],
                "shares": _shares(game, player),
                "net": net[player],
                "hand": hand(s, player, game),
            }
            for player, handle in enumerate(names.handles)
        ],
        "chains": [
            {
                "chain": made.letter,
                "name": made.name,
                "size": s.size[chain],
                "price": s.rules.price[chain][s.size[chain]] if s.size[chain] else 0,
                "safe": bool(s.safe >> chain & 1),
                "bank": s.bank[chain],
            }
            for chain, made in enumerate(s.rules.ruleset.chains)
        ],
    }


def turn(game: Game, told: Told) -> dict[str, Any]:
    """A turn that has just been played, and what it led to."""
    s = game.state
    handles = game.names.handles
    return {
        "turn": told.number,
        "player": told.player,
        "text": told.text,
        "events": plain(told.events),
        "cash": dict(zip(handles, s.cash, strict=True)),
        "net": dict(zip(handles, totals(s), strict=True)),
        "position": position_text(s, handles),
    }


def event_lines(game: Game, told: Told) -> list[dict[str, Any]]:
    """The events of a turn, each with its place."""
    place = {**_place(game), "turn": told.number}
    return [place | event for event in plain(told.events)]


def turn_line(game: Game, told: Told) -> dict[str, Any]:
    """A turn with its place, as it stands alone on a line."""
    return {**_place(game), **turn(game, told)}


def head(game: Game) -> dict[str, Any]:
    """What a game is before its first turn."""
    record = game.record
    ruleset = game.rules.ruleset
    return {
        "schema": SCHEMA,
        **_place(game),
        "ruleset": f"{ruleset.name}@{ruleset.revision}",
        "rules": record.value("rules") or None,
        "players": [
            {
                "player": handle,
                "name": record.value(f"name.{handle}") or handle,
                "seat": record.handles.index(handle) + 1,
                "cash": game.state.cash[player],
            }
            for player, handle in enumerate(game.names.handles)
        ],
        "position": position_text(game.state, game.names.handles),
    }


def result(game: Game) -> dict[str, Any]:
    """How the game stands after its last turn; an unfinished one as if scored now."""
    reason, finished = ending(game)
    fields = ("player", "rank", "total", "cash", "shares", "bonuses", "worth", "gap")
    table = [row._asdict() for row in rows(game)]
    return {
        "reason": reason,
        "finished": finished,
        "players": [{field: row[field] for field in fields} for row in table],
    }


def hand(s: State, player: int, game: Game) -> list[str] | None:
    """A hand's tiles, the unknown ones as ``?``; None where nobody counted them."""
    unknown = s.unknown[player]
    if unknown < 0:
        return None
    return [game.names.tile[square] for square in sorted(s.hands[player])] + ["?"] * unknown


def _place(game: Game) -> dict[str, Any]:
    return {"file": encodable(game.record.file), "game": game.record.number}


def _shares(game: Game, player: int) -> dict[str, int]:
    at = player * game.rules.chains
    held = game.state.shares[at : at + game.rules.chains]
    return {letter: n for letter, n in zip(game.names.letters, held, strict=True) if n}
