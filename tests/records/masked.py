"""Games of which a record knows only a part: hands counted or not, the bag told or not."""

from random import Random

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import play
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.state import State
from acquire_cli.notation.position import position_text
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.writer import turn_text
from tests.records.played import HANDLES, Played, choose, go_on, head

DEAD = ("once", "optional", "repeat", "whole-hand", "never")
DRAW = ("before-dead", "after-dead")
HANDS = ("known", "partly", "counted", "uncounted", "uncounted")
BAGS = ("known", "partly", "counted", "?")


def game_of(rng: Random) -> Played:
    """Small boards on which chains are safe early, so that tiles are dead early, too."""
    words = (
        ("board", rng.choice(("9x12", "5x5", "5x5", "6x6", "4x7"))),
        ("hand", rng.choice(("2", "3", "6"))),
        ("safe", rng.choice(("2", "3", "4"))),
        ("dead", rng.choice(DEAD)),
        ("draw", rng.choice(DRAW)),
        ("bank-holder", rng.choice(("always", "never", "never"))),
        ("stall", rng.choice(("no-change", "no-placement"))),
    )
    return Played("classic", words, rng.choice((2, 3)), rng.randrange(2**32))


def _hide(rng: Random, s: State) -> State:
    """The position with less known of it, hand by hand, and of the bag."""
    hidden = s.copy()
    for player in range(s.players):
        hand = s.hands[player]
        how = rng.choice(HANDS)
        if how == "uncounted":
            hidden.hands[player] = []
            hidden.unknown[player] = -1
        elif how != "known":
            kept = [t for t in hand if how == "partly" and rng.random() < 0.5]
            hidden.hands[player] = kept
            hidden.unknown[player] = len(hand) - len(kept)
    how = rng.choice(BAGS)
    if how == "partly":
        hidden.bag = tuple(t if rng.random() < 0.5 else -1 for t in s.bag)
    elif how != "known":
        hidden.bag = ()
        hidden.bag_at = 0
        if how == "?":
            hidden.bag_left = -1 if s.bag_left else 0
    return hidden


def masked(rng: Random, most: int = 8) -> tuple[str, bool] | None:
    """A record from a position on that is true and tells less than happened.

    Beside it stands whether no bag ran out: where its number is not known nobody could tell.
    """
    played = game_of(rng)
    rules = played.rules
    start = begin(rules, played.players, played.bag())
    assert isinstance(start, Start)
    s, order = start
    name = Names(rules, [HANDLES[seat] for seat in order])
    skipped = rng.randrange(rules.squares * 2 // 3)
    for _ in go_on(s, name, played.seed, skipped):
        pass
    if s.phase == c.OVER:
        return None
    hidden = _hide(rng, s)
    top = head(played, []).replace("bag:", "position: " + position_text(hidden, name.handles))
    telling = [rng.choice(("told", "told", "some", "never")) for _ in range(s.players)]
    lines = []
    plenty = True
    number = 0
    while s.phase != c.OVER and number < most:
        number += 1
        player = s.turn
        s.log = []
        while True:
            assert play(s, choose(rng, s)) == c.OK
            if s.phase == c.OVER or s.turn != player:
                break
        plenty = plenty and s.bag_left > 0
        told = telling[player]
        if told == "some":
            told = rng.choice(("told", "never"))
        log = s.log
        if told == "told":
            shown = rng.random()
            log = [(*e[:2], -1) if e[0] == c.E_DREW and rng.random() > shown else e for e in s.log]
        lines.append(turn_text(number, player, log, name, draws=told == "told"))
    return top + "".join(line + "\n" for line in lines), plenty
