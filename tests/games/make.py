"""Makes the games that ship: `python tests/games/make.py` writes `games/` anew from `plan.toml`.

The plan says who plays which ruleset with which seed, and what is written beside the turns. The
figures by which the players judge stand in it too, so that a game comes out the same however the
players that ship are tuned. A remark names the beginning of the turn it belongs to: should the
game come out otherwise after all, nothing is written and the remark is named, since a remark has
to be true.

    python tests/games/make.py            writes games/*.acq and games/README.md
    python tests/games/make.py NAME ...   shows these games, writes nothing
"""

import io
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from acquire_cli.engine import codes as c
from acquire_cli.engine.bag import shuffled
from acquire_cli.engine.game import play
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.squares import names
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import Rules, rules_for
from acquire_cli.notation.position import position_text
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.writer import turn_text
from acquire_cli.players.player import Player, decide
from acquire_cli.players.sharp import Sharp
from acquire_cli.players.steady import Steady
from acquire_cli.players.worth import Taste
from acquire_cli.records.canon import KEEP, canonical
from acquire_cli.records.replay import check
from acquire_cli.rulesets.load import load, override

HERE = Path(__file__).resolve().parent
GAMES = HERE.parents[1] / "games"

Plan = dict[str, Any]


class Turn(NamedTuple):
    """A turn that was played: by whom (in turn order), what happened, and the position before."""

    player: int
    log: list[tuple[int, ...]]
    before: State


class Played(NamedTuple):
    """A whole game: its rules, the seat of each player in turn order, the turns, the end."""

    rules: Rules
    order: tuple[int, ...]
    first: State
    turns: list[Turn]
    last: State


def plans() -> list[Plan]:
    """The games of the plan, each with the characters it draws on."""
    told = tomllib.loads((HERE / "plan.toml").read_text(encoding="utf-8"))
    return [game | {"characters": told["character"]} for game in told["game"]]


def player(plan: Plan, seat: int) -> Player:
    """Who sits there: a character is a taste, looking ahead or not."""
    character = dict(plan["characters"][plan["seats"][seat][2]])
    playouts = character.pop("playouts", 0)
    taste = Taste(**character)
    if playouts:
        return Sharp(plan["seed"], seat, taste, playouts=playouts)
    return Steady(plan["seed"], seat, taste)


def played(plan: Plan) -> Played:
    """Play a game of the plan to its end."""
    rules = rules_for(override(load(plan["ruleset"]), plan.get("rules", {})))
    seats = len(plan["seats"])
    start = begin(rules, seats, shuffled(plan["seed"], rules.squares))
    assert isinstance(start, Start), start
    table = [player(plan, seat) for seat in start.order]
    s = start.state
    first = s.copy()
    s.log = []
    turns: list[Turn] = []
    before = s.copy()
    while s.phase != c.OVER:
        was, who = s.phase, s.turn
        if plan.get("plays-on") and was == c.END:
            action = c.A_END
        else:
            action = decide(table[s.actor], s)
        refused = play(s, action)
        assert not refused, refused
        if s.phase == c.OVER or (s.phase == c.PLACE and was != c.PLACE):
            turns.append(Turn(who, s.log, before))
            s.log = []
            before = s.copy()
    return Played(rules, start.order, first, turns, s)


def lines(plan: Plan) -> list[str]:
    """The record of a game as the plan wants it, in canonical form."""
    game = played(plan)
    handles = [seat[0] for seat in plan["seats"]]
    words = Names(game.rules, [handles[seat] for seat in game.order])
    since = plan.get("from", 1)
    until = plan.get("until", len(game.turns))
    out = ["acquire 1"]
    out += _headers(plan, game, words, game.turns[since - 1].before if since > 1 else None)
    out += [f"# {text}" for text in plan.get("opening", ())]
    turns = game.turns[since - 1 : until]
    notes = {note["turn"]: note for note in plan.get("note", ())}
    wrong = []
    for number, turn in enumerate(turns, 1):
        text = turn_text(number, turn.player, turn.log, words, draws=plan.get("knows") == "dealt")
        note = notes.pop(number, None)
        if note is None:
            out.append(text)
            continue
        if not text.startswith(f"{number} {note['line']}"):
            wrong.append(f"{plan['file']}: turn {number} is {text!r}, the remark is on {note!r}")
        out += _noted(text, note)
    wrong += [f"{plan['file']}: there is no turn {number}" for number in notes]
    if wrong:
        raise SystemExit("\n".join(wrong))
    end = game.turns[until].before if until < len(game.turns) else game.last
    if "open" in plan:
        out.append(f"{len(turns) + 1} {plan['open']} ..")
    out += _result(plan, handles, game, end)
    return _canonical(plan, out)


def _headers(plan: Plan, game: Played, words: Names, begun: State | None) -> list[str]:
    tile = names(game.rules.rows, game.rules.cols)
    handles = [seat[0] for seat in plan["seats"]]
    out = [f"ruleset: {plan['ruleset']}"]
    if "rules" in plan:
        out.append("rules: " + " ".join(f"{key}={word}" for key, word in plan["rules"].items()))
    out.append("players: " + " ".join(handles))
    out += [f"name.{handle}: {name}" for handle, name, _ in plan["seats"] if name]
    out += [f"{key}: {plan[key]}" for key in ("event", "site", "date", "round") if key in plan]
    knows = plan.get("knows", "bag")
    bag = game.first.bag
    if begun is not None:
        out.append("position: " + position_text(begun, words.handles))
    elif knows == "bag":
        out.append(f"seed: {plan['seed']}")
    else:
        start = (f"{handle}={tile[bag[seat]]}" for seat, handle in enumerate(handles))
        out.append("start: " + " ".join(start))
        if knows == "dealt":
            for at, hand in enumerate(game.first.hands):
                out.append(f"hand.{words.handles[at]}: " + " ".join(tile[x] for x in hand))
    return out


def _noted(text: str, note: dict[str, Any]) -> list[str]:
    """A turn's line with its marks and comments."""
    text = " ".join([text, *note.get("marks", ())])
    said = note.get("says", [])
    said = [said] if isinstance(said, str) else said
    if not said:
        return [text]
    if note.get("below"):
        return [text] + [f"# {one}" for one in said]
    return [f"{text}  # {said[0]}"] + [f"# {one}" for one in said[1:]]


def _result(plan: Plan, handles: list[str], game: Played, end: State) -> list[str]:
    reason = plan.get("result", c.REASON_NAMES[end.reason])
    if reason == "none" or "open" in plan:
        return []
    money = totals(end)
    by_seat = sorted(range(len(handles)), key=lambda player: game.order[player])
    said = " ".join(f"{handles[game.order[at]]}={money[at]}" for at in by_seat)
    return [f"result: {reason} {said}"] + [f"# {text}" for text in plan.get("closing", ())]


def _canonical(plan: Plan, out: list[str]) -> list[str]:
    text = "".join(line + "\n" for line in out)
    [record] = read_games(io.BytesIO(text.encode("utf-8")), plan["file"])
    written, found = canonical(record, assertions=plan.get("assert", KEEP))
    found = found or check(record)
    if written is None or found:
        raise SystemExit(f"{text}\n{plan['file']}: {found}")
    return written


def readme(all_plans: list[Plan]) -> str:
    """The table of the games."""
    out = [(HERE / "README.head.md").read_text(encoding="utf-8")]
    out.append("| game | ruleset | players | what to look for |\n|---|---|---|---|\n")
    for plan in all_plans:
        ruleset = plan["ruleset"]
        if "rules" in plan:
            words = " ".join(f"{key}={word}" for key, word in plan["rules"].items())
            ruleset += f", `{words}`"
        count = len(plan["seats"])
        out.append(f"| [{plan['file']}]({plan['file']}.acq) | {ruleset} | {count} | ")
        out.append(f"{plan['about']} |\n")
    return "".join(out)


def main() -> None:
    """Write the games, or show those that are named."""
    wanted = sys.argv[1:]
    every = plans()
    made = {
        plan["file"]: "".join(line + "\n" for line in lines(plan))
        for plan in every
        if not wanted or plan["file"] in wanted
    }
    if wanted:
        print("\n".join(made.values()), end="")
        return
    for old in GAMES.glob("*.acq"):
        if old.stem not in made:
            old.unlink()
    for name, text in made.items():
        (GAMES / f"{name}.acq").write_text(text, encoding="utf-8")
    (GAMES / "README.md").write_text(readme(every), encoding="utf-8")


if __name__ == "__main__":
    main()
