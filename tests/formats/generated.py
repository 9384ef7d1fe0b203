"""Records of games played by lot: canonical, of any ruleset, with what authors put beside turns."""

from functools import lru_cache
from random import Random

from acquire_cli.engine import codes as c
from acquire_cli.engine.bag import shuffled
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.squares import names as tile_names
from acquire_cli.engine.tables import rules_for
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.writer import turn_text
from acquire_cli.rulesets.load import load, names

HANDLES = ("ann", "bob", "cid", "dee", "eve", "fay")
GLYPHS = ("!!", "!", "!?", "?!", "?", "??")
RULESETS = names()


@lru_cache(maxsize=64)
def game(seed: int, ruleset: str = "classic", players: int = 4) -> tuple[str, ...]:
    """The lines of a game without anything beside its turns."""
    rules = rules_for(load(ruleset))
    rng = Random(seed)
    bag = shuffled(str(seed), rules.squares)
    start = begin(rules, players, bag=bag)
    assert isinstance(start, Start)
    s = start.state
    handles = HANDLES[:players]
    words = Names(rules, [handles[seat] for seat in start.order])
    tile = tile_names(rules.rows, rules.cols)
    lines = [
        "acquire 1",
        f"ruleset: {ruleset}@{rules.ruleset.revision}",
        "players: " + " ".join(handles),
        f"event: Club {seed % 7}",
        f"date: 20{20 + seed % 10}-{1 + seed % 12:02}-{1 + seed % 28:02}",
        f"seed: {seed}",
        "bag: " + " ".join(tile[square] for square in bag),
        "",
    ]
    number = 0
    s.log = []
    mover = s.turn
    while s.phase != c.OVER:
        actions = legal(s)
        action = actions[-1] if s.phase == c.BUY and rng.random() < 0.7 else rng.choice(actions)
        assert play(s, action) == c.OK
        if s.phase == c.OVER or (s.phase == c.PLACE and action & 15 != c.A_REDRAW):
            number += 1
            lines.append(turn_text(number, mover, s.log, words))
            s.log = []
            mover = s.turn
    said = {words.handles[player]: money for player, money in enumerate(totals(s))}
    result = " ".join(f"{handle}={said[handle]}" for handle in handles)
    return (*lines, f"result: {c.REASON_NAMES[s.reason]} {result}")


def remarked(lines: tuple[str, ...], seed: int) -> list[str]:
    """The same game with comments, marks and headers of one's own, still canonical."""
    rng = Random(seed)
    empty = lines.index("")
    out = [*lines[:empty], "# above a header", f"x-table: {seed}", "place: Ünit # 1"]
    out += ["#  of the opening", ""]
    for line in lines[empty + 1 : -1]:
        if rng.random() < 0.1:
            line += " " + rng.choice(GLYPHS)
        if rng.random() < 0.1:
            line += f" @0:{rng.randrange(60):02}"
        if rng.random() < 0.1:
            line += f" %+{rng.randrange(9)}.5"
        if rng.random() < 0.1:
            line += rng.choice((" # why so cheap?", " #", ' #"quoted" \\ + , ; tab\there'))
        out.append(line)
        if rng.random() < 0.05:
            out += ["# a remark", "#"]
    return [*out, lines[-1], "# at the end"]
