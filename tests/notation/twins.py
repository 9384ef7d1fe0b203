"""What comes of each case of `notation/cases`: its JSON twin.

Run as a program it writes the twins of cases that have none yet, and says where a twin disagrees:

    python -m tests.notation.twins [--write]

With ``--write`` twins that disagree are written anew. Do so only after you have worked out by hand
what must come of them.
"""

import json
import sys
from io import BytesIO
from pathlib import Path

import msgspec

from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import totals
from acquire_cli.notation.position import position_text
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.records.canon import canonical
from acquire_cli.records.events import told
from acquire_cli.records.game import Game, open_game
from acquire_cli.records.replay import check

CASES = Path(__file__).parents[2] / "notation" / "cases"


def money(game: Game, by_player: list[int]) -> dict[str, int]:
    return dict(zip(game.handles, game.seat_totals(by_player), strict=True))


def game_twin(record: Record) -> dict[str, object]:
    game, found = open_game(record)
    assert game is not None, found
    state = game.state
    ruleset = game.rules.ruleset
    out: dict[str, object] = {
        "ruleset": f"{ruleset.name}@{ruleset.revision}",
        "players": record.handles,
        "order": game.names.handles,
        "position": position_text(state, game.names.handles),
    }
    turns = []
    for turn in told(game, found):
        turns.append(
            {
                "turn": turn.number,
                "player": turn.player,
                "text": turn.text,
                "position": position_text(game.state, game.names.handles),
                "cash": money(game, game.state.cash),
                "events": json.loads(msgspec.json.encode(turn.events)),
            }
        )
    out["turns"] = turns
    out["result"] = {
        "reason": c.REASON_NAMES[game.state.reason],
        "totals": money(game, totals(game.state)),
    }
    return out


def places(records: list[Record]) -> list[dict[str, object]]:
    return [
        {"code": f.code, "line": f.line, "column": f.column}
        for record in records
        for f in check(record)
    ]


def valid_twin(data: bytes) -> dict[str, object]:
    records = list(read_games(BytesIO(data)))
    twin: dict[str, object] = {"games": [game_twin(record) for record in records]}
    lines: list[str] = []
    for record in read_games(BytesIO(data)):
        written, _ = canonical(record)
        assert written is not None
        lines += written
    twin["canonical"] = lines
    warnings = places(records)
    if warnings:
        twin["findings"] = warnings
    return twin


def invalid_twin(data: bytes) -> dict[str, object]:
    return {"findings": places(list(read_games(BytesIO(data))))}


def twin_of(path: Path) -> dict[str, object]:
    make = valid_twin if path.parent.name == "valid" else invalid_twin
    return make(path.read_bytes())


def text_of(twin: dict[str, object]) -> str:
    return json.dumps(twin, ensure_ascii=False, indent=1) + "\n"


def main(write: bool) -> int:
    bad = 0
    for path in sorted(CASES.glob("*/*.acq")):
        beside = path.with_suffix(".json")
        text = text_of(twin_of(path))
        if not beside.exists() or (write and beside.read_text(encoding="utf-8") != text):
            beside.write_text(text, encoding="utf-8")
            print(f"{beside.name}: written")
        elif beside.read_text(encoding="utf-8") != text:
            print(f"{beside.name}: disagrees")
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
