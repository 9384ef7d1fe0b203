"""Irregular games: what always holds, holds; they are written, read, shown and converted whole."""

import io
from collections import Counter
from random import Random

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine import irregular
from acquire_cli.engine.bag import shuffled
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.setup import Start, begin
from acquire_cli.engine.squares import names as tile_names
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import OPTIONAL, rules_for
from acquire_cli.formats.record_json import document_text, read_documents
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.position import position_text
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.notation.resolve import Names
from acquire_cli.notation.writer import turn_text
from acquire_cli.records.canon import canonical
from acquire_cli.records.events import Adjusted, Bought, Declared, Irregular, Passed, told
from acquire_cli.records.game import Game, open_game
from acquire_cli.records.replay import check
from acquire_cli.records.standings import rows
from acquire_cli.records.views import view
from acquire_cli.rulesets.load import load, names

HANDLES = ("ann", "bob", "cid")
GAMES = [(ruleset, seed) for ruleset in names() for seed in range(4)]


def record_of(text: str) -> Record:
    [record] = read_games(io.BytesIO(text.encode()), "x.acq")
    return record


def opened(text: str) -> Game:
    game, found = open_game(record_of(text))
    assert game is not None, found
    return game


def codes(text: str) -> set[str]:
    return {finding.code for finding in check(record_of(text))}


def conserved(s: State) -> None:
    chains = s.rules.chains
    for chain in range(chains):
        assert s.bank[chain] + sum(s.shares[chain::chains]) == s.rules.shares
        assert s.bank[chain] >= 0
    assert min(s.shares) >= 0
    assert min(s.cash) >= 0
    board = [square for square, code in enumerate(s.cells) if code != c.EMPTY]
    tiles = [*board, *s.bag[s.bag_at :], *s.bank_tiles, *(t for hand in s.hands for t in hand)]
    assert sorted(tiles) == list(range(s.rules.squares))
    assert max(map(len, s.hands)) <= s.rules.hand


def break_rules(s: State, rng: Random) -> None:
    """Something irregular before a purchase, if the engine takes it."""
    player = rng.randrange(s.players)
    sign = rng.choice((1, -1))
    if rng.random() < 0.5:
        irregular.adjust(s, player, rng.randint(1, 9) * 100, 0, sign)
    else:
        irregular.adjust(s, player, 0, rng.randint(1, 3) << 3 * rng.randrange(s.rules.chains), sign)
    hand = s.hands[s.turn]
    if hand and rng.random() < 0.3:
        square = rng.choice(hand)
        if s.kind[s.touch[square]] != c.DEAD or not s.rules.dead_leave:
            irregular.put_aside(s, square)


def purchase(s: State, rng: Random) -> None:
    """A purchase beyond the limit, and an end of the turn that the rules do not have."""
    early = not s.can_end and rng.random() < 0.02
    leave = s.rules.dead_leave and s.rules.dead != OPTIONAL and s.safe & (s.safe - 1)
    kept = not early and leave and rng.random() < 0.5
    if early or kept:
        irregular.ask_anyway(s)
    left = None
    full = len(s.hands[s.turn]) == s.rules.hand
    if not early and not s.can_end and not full and s.bag_left and rng.random() < 0.3:
        left = irregular.withhold(s)
    most = s.rules.max_buys
    active = s.rules.mask_chains[s.active]
    done = c.R_PHASE
    if active and most < 7 and rng.random() < 0.5:
        done = irregular.buy_beyond(s, (most + 1) << 3 * rng.choice(active))
    if done:
        assert play(s, rng.choice(legal(s))) == c.OK
    if early:
        assert irregular.declare(s) == c.OK
    elif kept and s.phase == c.END:
        # Without a dead tile in the hand no rule would be broken.
        dead = any(s.kind[s.touch[square]] == c.DEAD for square in s.hands[s.turn])
        assert (irregular.keep_dead(s) if dead else play(s, c.A_END)) == c.OK
    if left is not None:
        while s.phase == c.ASIDE:
            assert play(s, rng.choice(legal(s))) == c.OK
        irregular.restore(s, left)


def played(ruleset: str, seed: int) -> tuple[str, list[str], State]:
    """A game by lot in which rules are broken: its text, the positions after its turns, its end."""
    rules = rules_for(load(ruleset))
    rng = Random(f"{ruleset} {seed}")
    bag = shuffled(str(seed), rules.squares)
    start = begin(rules, len(HANDLES), bag=bag)
    assert isinstance(start, Start)
    s = start.state
    words = Names(rules, [HANDLES[seat] for seat in start.order])
    tile = tile_names(rules.rows, rules.cols)
    lines = [
        "acquire 1",
        f"ruleset: {ruleset}@{rules.ruleset.revision}",
        f"players: {' '.join(HANDLES)}",
        f"bag: {' '.join(tile[square] for square in bag)}",
        "",
    ]
    positions: list[str] = []
    s.log = []
    mover = s.turn
    broke = False
    while s.phase != c.OVER:
        actions = legal(s)
        if s.phase == c.PLACE and actions[0] & 15 == c.A_PLACE and rng.random() < 0.05:
            assert irregular.pass_over(s) == c.OK
        elif s.phase == c.BUY and rng.random() < 0.2 and not broke:
            broke = True
            break_rules(s, rng)
            conserved(s)
            continue
        elif s.phase == c.BUY:
            purchase(s, rng)
        else:
            # The end is never declared by choice, so that games are long.
            action = c.A_END if s.phase == c.END else rng.choice(actions)
            assert play(s, action) == c.OK
        conserved(s)
        placed = any(event[0] in (c.E_PLACED, c.E_PASSED) for event in s.log)
        if s.phase == c.OVER or (s.phase == c.PLACE and placed):
            lines.append(turn_text(len(positions) + 1, mover, s.log, words))
            positions.append(position_text(s, words.handles))
            s.log = []
            mover = s.turn
            broke = False
    said = dict(zip(words.handles, totals(s), strict=True))
    result = " ".join(f"{handle}={said[handle]}" for handle in HANDLES)
    lines.append(f"result: {c.REASON_NAMES[s.reason]} {result}")
    return "\n".join(lines) + "\n", positions, s


@pytest.mark.parametrize(("ruleset", "seed"), GAMES)
def test_a_game_in_which_rules_are_broken_is_held_whole(ruleset: str, seed: int) -> None:
    text, positions, end = played(ruleset, seed)
    assert "~" in text
    found: list[Finding] = []
    game = opened(text)
    kinds: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for turn, position in zip(told(game, found), positions, strict=True):
        assert position_text(game.state, game.names.handles) == position
        for event in turn.events:
            kinds[type(event).__name__] += 1
            if isinstance(event, Adjusted):
                given[event.player] += event.money
    assert game.state.cash == end.cash
    assert [given[handle] for handle in game.names.handles] == game.moved
    assert {finding.code for finding in found} == {"W-irregular"}
    assert len(found) == text.count("~") == kinds["Adjusted"] + kinds["Irregular"]
    assert codes(text) == {"W-irregular"}
    lines, _ = canonical(record_of(text))
    assert "\n".join(lines or ()) + "\n" == text


@pytest.mark.parametrize(("ruleset", "seed"), GAMES[::3])
def test_it_is_converted_without_loss_and_every_view_of_it_is_valid(
    ruleset: str, seed: int
) -> None:
    text, _, _ = played(ruleset, seed)
    [read] = read_documents(io.BytesIO(document_text(record_of(text)).encode()), "x.json")
    assert read.record is not None
    lines, _ = canonical(read.record)
    assert "\n".join(lines or ()) + "\n" == text
    for who in (*HANDLES, "table"):
        shown, _ = view(record_of(text), who)
        assert shown is not None
        assert codes("\n".join(shown) + "\n") == {"W-irregular"}, who


@pytest.mark.parametrize(("ruleset", "seed"), GAMES[::3])
def test_corrected_money_leaves_out_what_moved(ruleset: str, seed: int) -> None:
    text, _, end = played(ruleset, seed)
    game = opened(text)
    found: list[Finding] = []
    for _ in told(game, found, corrected=True):
        pass
    assert game.corrected
    assert [a + b for a, b in zip(game.state.cash, game.moved, strict=True)] == end.cash
    again = opened(text)
    for _ in told(again, []):
        pass
    right = {row.player: row.total for row in rows(game)}
    for row in rows(again):
        player = game.names.player[row.player]
        assert right[row.player] == row.total - game.moved[player]


SHORT = """\
acquire 1
ruleset: classic@1
players: ann bob
position: AA1CCC6/12/12/12/12/12/12/12/12 ann place ann:100:A3:3A,?,?,?,?,? bob:6000:A5:? bag:?

1 ann 3A CxA A:ann-k3,bob-s5 ~ann+2000 +CCC =1200
2 bob ~. ~+CCCC ~end
result: declared ann=9600 bob=13300
"""


def test_corrected_money_may_be_below_zero() -> None:
    # Ann has 100 and the second bonus, 1500; with 2000 too much she pays 2400.
    game = opened(SHORT)
    cash = [game.state.cash for _ in told(game, [], corrected=True)]
    assert cash[0][0] == -800
    assert check(record_of(SHORT)) != []


def test_events_say_what_was_broken() -> None:
    game = opened(SHORT)
    turns = list(told(game, []))
    assert Adjusted("ann", 2000, {}) in turns[0].events
    assert turns[1].events[:5] == [
        Irregular("bob", "pass"),
        Passed("bob"),
        Irregular("bob", "buys"),
        Bought("bob", {"C": 4}, -3200),
        Irregular("bob", "end"),
    ]
    assert turns[1].events[5] == Declared("bob")


def test_an_assertion_and_a_result_are_about_the_real_money() -> None:
    found = [f for f in check(record_of(SHORT)) if f.code != "W-irregular"]
    # Continental, size 6, 800 a share: bob holds 4 and gets 8000, ann 3 and 4000.
    # 1200 + 4000 + 2400 and 6000 + 3000 + 1500 - 3200 + 8000 + 3200.
    assert [(f.code, f.message) for f in found] == [
        ("E-result", "ann has 7600, not 9600"),
        ("E-result", "bob has 18500, not 13300"),
    ]


NOT_FILLED = """\
acquire 1
ruleset: classic@1
rules: hand=1
players: ann bob
position: AA10/12/12/12/12/12/12/12/12 ann place ann:6000:-:12I bob:6000:-:- bag:?

1 ann 12I ~^
result: exhausted ann=6000 bob=6000
"""


def test_hands_that_were_not_filled_are_empty_though_the_bag_is_not() -> None:
    assert codes(NOT_FILLED) == {"W-irregular"}
