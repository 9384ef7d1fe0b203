"""Playing a record and holding it against its twin: what must come of it, turn by turn.

A twin is a JSON file beside a record: ``turns``, each with ``turn``, ``player`` and any of
``board``, ``cash``, ``shares`` (zeros left out), ``bank``, ``bag_left``; then either ``final``
(``reason``, ``totals``, ``ranks``, or null) or ``refused_turn`` (0 the header), the ``code`` of the
finding where the twin knows our codes, and ``reason`` in plain words.
"""

import json
from pathlib import Path

from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import ranks, totals
from acquire_cli.engine.state import State
from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.position import board_text
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.records.canon import turn_lines
from acquire_cli.records.game import Game, open_game
from acquire_cli.records.replay import check_result, steps


def read_one(path: Path) -> Record:
    """The one game of a file."""
    with path.open("rb") as stream:
        [record] = read_games(stream, path.name)
    return record


def holdings(game: Game, state: State) -> dict[str, dict[str, int]]:
    """Shares by handle and chain letter, zeros left out."""
    chains = game.rules.chains
    return {
        handle: {
            letter: state.shares[player * chains + chain]
            for chain, letter in enumerate(game.names.letters)
            if state.shares[player * chains + chain]
        }
        for player, handle in enumerate(game.names.handles)
    }


def seen(game: Game, number: int, player: int) -> dict[str, object]:
    """The position after a turn in the words of a twin."""
    s = game.state
    return {
        "turn": number,
        "player": game.names.handles[player],
        "board": board_text(s),
        "cash": dict(zip(game.names.handles, s.cash, strict=True)),
        "shares": holdings(game, s),
        "bank": dict(zip(game.names.letters, s.bank, strict=True)),
        "bag_left": s.bag_left if s.bag_left >= 0 else None,
    }


def final(game: Game) -> dict[str, object]:
    """How a game ended, or would end if it were scored now."""
    money = totals(game.state)
    handles = game.names.handles
    return {
        "reason": c.REASON_NAMES[game.state.reason],
        "totals": dict(zip(handles, money, strict=True)),
        "ranks": dict(zip(handles, ranks(money), strict=True)),
    }


def differences(path: Path) -> list[str]:
    """Where a record and its twin disagree; nothing where all is as it must be."""
    twin = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    record = read_one(path)
    game, found = open_game(record)
    found = record.findings + found
    out: list[str] = []
    played = 0
    if game is not None:
        for step in steps(game, found):
            if played == len(twin["turns"]):
                return [*out, f"turn {step.number} is played, the twin does not know it"]
            got = seen(game, step.number, step.player)
            for key, wanted in twin["turns"][played].items():
                if got[key] != wanted:
                    out.append(f"turn {step.number}, {key}: {got[key]}, must be {wanted}")
            text = turn_lines(game, step)[0]
            if text != step.turn.text:
                out.append(f"turn {step.number} is written {text!r}, must be {step.turn.text!r}")
            played += 1
        found += check_result(game)
    if played < len(twin["turns"]):
        out.append(f"only {played} of {len(twin['turns'])} turns are played")
    errors = [finding for finding in found if finding.severity == ERROR]
    if "refused_turn" in twin:
        out += _not_refused(twin["refused_turn"], record, game, errors)
        if errors and errors[0].code != twin.get("code", errors[0].code):
            out.append(f"{errors[0].code} {errors[0].message}, must be {twin['code']}")
        return out
    out += [f"line {f.line}: {f.code} {f.message}" for f in errors]
    if game is not None and twin["final"] is not None:
        got = final(game)
        for key, wanted in twin["final"].items():
            if got[key] != wanted:
                out.append(f"{key}: {got[key]}, must be {wanted}")
    return out


def _not_refused(
    number: int, record: Record, game: Game | None, errors: list[Finding]
) -> list[str]:
    """What is amiss with the refusal of turn ``number``, or of the header (0)."""
    if not errors:
        return ["nothing is refused"]
    if number == 0:
        first = record.turns[0].line if record.turns else len(record.raw) + 1
        return [] if errors[0].line < first else [f"the header is accepted: {errors}"]
    if game is None:
        return [f"the header is refused: {errors}"]
    line = record.turns[number - 1].line
    return [] if {f.line for f in errors} == {line} else [f"refused elsewhere: {errors}"]
