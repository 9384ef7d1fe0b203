"""Games of another program: read, played by our rules, and the same money, shares and board.

That program's rules are ``classic`` with overrides and a few habits of its own. Every habit that
makes its figures differ from ours in the middle of a turn has a function here that says so.
"""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.scoring import totals
from acquire_cli.engine.state import State
from acquire_cli.formats import tlstyer as t
from acquire_cli.formats.tlstyer_lines import read_jsonl
from acquire_cli.formats.tlstyer_record import Play, handles_for, to_record
from acquire_cli.formats.tlstyer_text import read_text
from acquire_cli.notation.explained import CODES
from acquire_cli.notation.position import position_text
from acquire_cli.notation.reader import read_games
from acquire_cli.records.canon import canonical
from acquire_cli.records.game import open_game
from acquire_cli.records.replay import check, steps
from tests.engine.support import slots

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "tlstyer"
TEXTS = sorted(FOLDER.glob("text/*.txt"))
LINES = (FOLDER / "games.jsonl").read_bytes().splitlines() if FOLDER.is_dir() else []

needs_them = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"that program's games are not part of the project; no {FOLDER}"
)
every_text = pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
every_line = pytest.mark.parametrize("at", range(len(LINES)))


def from_text(path: Path) -> t.ForeignGame:
    with path.open("rb") as stream:
        return read_text(stream, path.name)


def from_line(at: int) -> t.ForeignGame:
    [game] = read_jsonl(io.BytesIO(LINES[at]), "games.jsonl")
    return game


# ---- what that program shows in a position of ours ----

Figures = list[tuple[tuple[int, ...], int, int]]


def figures(s: State) -> Figures:
    """Each player's shares, cash and net, in dollars."""
    after, defunct = merged(s)
    net = totals(after)
    chains = s.rules.chains
    out: Figures = []
    for player in range(s.players):
        held = tuple(s.shares[player * chains : (player + 1) * chains])
        worth = sum(held[chain] * s.rules.price[chain][s.size[chain]] for chain in defunct)
        out.append((held, after.cash[player], net[player] + worth))
    return out


def merged(s: State) -> tuple[State, list[int]]:
    """The position it counts in the middle of a merger, and the chains that it takes over.

    "Bonuses of all defunct chains are paid before the first disposition (the money is the same)":
    so its cash has all of them where ours has those of the chains begun (edge case 9: each defunct
    chain is settled whole before the next). The survivor has its new size at once, and the shares
    of a defunct chain count at its old price until the last holder of the last one has decided.
    """
    if s.phase not in (c.NEXT, c.DISPOSE):
        return s, []
    after = s.copy()
    while after.phase in (c.NEXT, c.DISPOSE):
        play(after, legal(after)[0] if after.phase == c.NEXT else c.A_DISPOSE)
    return after, [chain for chain in s.rules.mask_chains[s.merging] if chain != s.survivor]


def board(s: State) -> tuple[str, ...]:
    """Its board: the survivor of a merger takes all the tiles before the first disposition."""
    if s.phase in (c.NEXT, c.DISPOSE):
        s = merged(s)[0]
    signs = "LTAFWCIO.#"
    text = "".join(signs[code] for code in s.cells)
    return tuple(text[at : at + 12] for at in range(0, 108, 12))


def shown_figures(scores: tuple[t.Score, ...]) -> Figures:
    return [(score.shares, score.cash * 100, score.net * 100) for score in scores]


EFFECTS = {"l": c.ALONE, "h": c.ALONE, "n": c.FOUNDS, "m": c.MERGES, "c": c.BLOCKED, "█": c.DEAD}
PHASES = {name: phase for phase, name in enumerate([t.PLACE, t.FOUND, t.SURVIVOR, t.NEXT])}
PHASES |= {t.DISPOSE: c.DISPOSE, t.BUY: c.BUY, "GameOver": c.OVER}


def effects(s: State, player: int) -> list[tuple[int, int]]:
    """What each tile of a hand would do. In a merger it judges by the board after it."""
    s = merged(s)[0]
    return sorted((tile, s.kind[s.touch[tile]]) for tile in s.hands[player])


def compare(s: State, action: t.Action) -> list[str]:
    """Where the position after an action is not what that program showed."""
    shown = action.shown
    wrong = []
    if shown.scores and figures(s) != shown_figures(shown.scores):
        wrong.append(f"{figures(s)}, there {shown_figures(shown.scores)}")
    if not shown.board:
        return wrong
    if board(s) != shown.board:
        wrong.append(f"{board(s)}, there {shown.board}")
    if tuple(s.bank) != shown.bank:
        wrong.append(f"bank {s.bank}, there {shown.bank}")
    after, defunct = merged(s)
    sizes = [s.size[x] if x in defunct else after.size[x] for x in range(7)]
    if tuple(sizes) != shown.sizes:
        wrong.append(f"sizes {sizes}, there {shown.sizes}")
    number, kind = shown.following[:2]
    if s.phase != PHASES[kind] or (kind != "GameOver" and s.actor != int(number)):
        wrong.append(f"{s.actor} is next in phase {s.phase}, there {number} {kind}")
    for player, rack in enumerate(shown.racks):
        told = sorted((tile, EFFECTS.get(sign, c.GROWS)) for tile, sign in rack if sign)
        if told and told != effects(s, player):
            wrong.append(f"rack {player}: {effects(s, player)}, there {told}")
    return wrong


def follow(game: t.ForeignGame) -> Play:
    """Play a game and compare after every action; every refused one is refused and does nothing."""
    played = Play(game)
    before: dict[str, object] = {}
    count = 0
    for action in played.run():
        assert played.state is not None
        if action.error:
            assert slots(played.state) == before, action.text
        assert compare(played.state, action) == [], action.text
        before = slots(played.state)
        count += 1
    assert played.found == []
    assert count == len(game.actions)
    return played


def agrees_with_its_record(game: t.ForeignGame, played: Play) -> None:
    """The record that is made of it is canonical, good, and comes to the same position."""
    lines, found = to_record(game)
    assert found == []
    [record] = read_games(io.BytesIO("".join(line + "\n" for line in lines).encode()))
    assert check(record) == []
    again, found = canonical(record)
    assert (again, found) == (lines, [])
    ours, found = open_game(record)
    assert ours is not None
    for _ in steps(ours, found):
        pass
    assert played.state is not None
    assert position_text(ours.state, ours.names.handles) == position_text(
        played.state, handles_for(game.names)
    )


@needs_them
def test_there_are_games_of_both_forms() -> None:
    assert len(TEXTS) >= 12
    assert len(LINES) >= 10


@needs_them
@every_text
def test_a_text_comes_to_the_same(path: Path) -> None:
    game = from_text(path)
    assert game.findings == []
    assert not game.broken
    agrees_with_its_record(game, follow(game))


@needs_them
@every_line
def test_a_whole_game_comes_to_the_same(at: int) -> None:
    game = from_line(at)
    assert game.findings == []
    assert all(action.shown.scores for action in game.actions)
    played = follow(game)
    s = played.state
    assert s is not None
    assert s.phase == c.OVER
    assert figures(s) == shown_figures(game.final_scores)
    assert board(s) == game.final_board
    # "The game also ends when no playable square is left on the board": in these games that came
    # with the last tile of the last hand, where by our rules it is exhausted (edge case 17).
    ends = {"EndedGame": c.DECLARED, "AllTilesPlayed": c.EXHAUSTED}
    assert s.reason == ends[game.end.split()[-1]]
    agrees_with_its_record(game, played)


@needs_them
def test_refusals_and_views_are_among_them() -> None:
    games = [from_text(path) for path in TEXTS]
    assert sum(bool(action.error) for game in games for action in game.actions) >= 20
    assert {game.viewer for game in games} == {None, 0, -1}
    for game in games:
        if game.viewer is not None:
            assert -1 in game.bag
            assert game.end == "GameOver"


@needs_them
def test_a_view_and_the_whole_come_to_the_same_end() -> None:
    same = [from_text(path) for path in TEXTS if "no-tiles-played" in path.stem]
    ends = {to_record(game)[0][-1] for game in same}
    assert len(same) == 3
    assert ends == {"result: stalled frank=31800 erin=36500"}


# ---- small games, made for the purpose ----

SMALL = """\
game mode: SINGLES_2
player arrangement mode: EXACT_ORDER
tile bag: 9C, 2B, 2C, 5E, 6G, 8A, 11H, 12I, 3C, 9D, 1A, 4G, 7I, 10B, 12A, 3F, 4D
user: 31 Ada
user: 17 Ben Li
host: 31

timestamp: 1700000000000
action: 0 StartGame

action: 0 PlayTile 2C

action: 0 SelectNewChain L

action: 0 PurchaseShares L,L,L 0
  ············  P  L  T  A  F  W  C  I Cash  Net
  ·L··········     4                     54   92
  ·L······O···  T                        60   60
  ············  A 21 25 25 25 25 25 25
  ············  C  2  -  -  -  -  -  -
  ············  P  2  -  -  -  -  -  -
  ············
  ············
  ············
  tile racks:
    0: none 5E(l) 6G(l) 8A(l) 11H(l) 12I(l) 12A(l)
    1: 3C(L) 9D(n) 1A(l) 4G(l) 7I(l) 10B(l)
  next action: 1 PlayTile

action: 1 PlayTile 2C
  error: player does not have given tile

action: 1 PlayTile 9D

action: 1 SelectNewChain L
  error: chain is on the board

action: 1 SelectNewChain -- {"chain":6}

action: 1 PurchaseShares I,I,I,I 1
  error: number of chains is larger than 3

action: 1 PurchaseShares x 1

action: 0 PlayTile 5E
"""

SMALL_JSON = {
    "players": 2,
    "tileBag": SMALL.splitlines()[2].removeprefix("tile bag: ").split(", "),
    "actions": [
        "0 StartGame",
        "0 PlayTile 2C",
        "0 SelectNewChain L",
        "0 PurchaseShares L,L,L 0",
        "1 PlayTile 9D",
        "1 SelectNewChain I",
        "1 PurchaseShares x 1",
        "0 PlayTile 5E",
    ],
    "scores": [
        "0,0,0,0,0,0,0,60,60 0,0,0,0,0,0,0,60,60",
        "0,0,0,0,0,0,0,60,60 0,0,0,0,0,0,0,60,60",
        "1,0,0,0,0,0,0,60,92 0,0,0,0,0,0,0,60,60",
        "4,0,0,0,0,0,0,54,92 0,0,0,0,0,0,0,60,60",
        "4,0,0,0,0,0,0,54,92 0,0,0,0,0,0,0,60,60",
        "4,0,0,0,0,0,0,54,92 0,0,0,0,0,0,1,60,124",
        "4,0,0,0,0,0,0,54,92 0,0,0,0,0,0,1,60,124",
        "4,0,0,0,0,0,0,54,92 0,0,0,0,0,0,1,60,124",
    ],
}

RECORD = """\
acquire 1
ruleset: classic@1
rules: start-order=columns turn-order=closeness dead=repeat stall=no-placement
players: ben_li ada
name.ben_li: Ben Li
name.ada: Ada
date: 2023-11-14
bag: 9C 2B 2C 5E 6G 8A 11H 12I 3C 9D 1A 4G 7I 10B 12A 3F 4D

1 ada 2C=L +LLL
2 ben_li 9D=I
3 ada 5E ..
"""


def small_text(text: str = SMALL) -> t.ForeignGame:
    return read_text(io.BytesIO(text.encode()), "small.txt")


def small_line(**changed: object) -> t.ForeignGame:
    line = json.dumps(SMALL_JSON | changed)
    [game] = read_jsonl(io.BytesIO(line.encode()), "small.jsonl")
    return game


def found_in(game: t.ForeignGame) -> tuple[int, int, str]:
    """Line, column and message of the one finding of a game, read and played."""
    [finding] = to_record(game)[1]
    assert finding.code in CODES
    assert finding.file == game.file
    return finding.line, finding.column, finding.message


def test_a_small_text() -> None:
    game = small_text()
    assert game.findings == []
    agrees_with_its_record(game, follow(game))
    assert "".join(line + "\n" for line in to_record(game)[0]) == RECORD


def test_the_same_game_in_a_line() -> None:
    game = small_line()
    assert game.findings == []
    agrees_with_its_record(game, follow(game))
    turns = [line.replace("ada", "p0").replace("ben_li", "p1") for line in RECORD.splitlines()[9:]]
    assert to_record(game)[0][-3:] == turns


def test_one_may_play_alone() -> None:
    bag = ["6E", "6F", "1A", "1B", "12I", "9C", "3H", "5E"]
    scores = ["0,0,0,0,0,0,0,60,60"] * 2 + ["0,0,0,0,0,0,1,60,124", "0,0,0,0,0,0,4,48,124"]
    game = small_line(
        players=1,
        tileBag=bag,
        actions=["0 StartGame", "0 PlayTile 6F", "0 SelectNewChain I", "0 PurchaseShares I,I,I 0"],
        scores=scores,
    )
    agrees_with_its_record(game, follow(game))
    assert "rules: min-players=1 start-order=columns" in to_record(game)[0][2]


def test_an_end_that_only_that_program_knows_is_unfinished_here() -> None:
    final = {
        "score": SMALL_JSON["scores"][-1],  # type: ignore[index]
        "board": "/".join(["." * 12] * 9),
        "end": "AllTilesPlayed",
    }
    lines, found = to_record(small_line(final=final))
    assert found == []
    assert lines[-2] == "result: unfinished p1=12400 p0=9200"
    assert lines[-1].startswith("# There the game is over")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("1 PlayTile 9D", "1 PlayTile 5E", (33, "5E is not in the hand")),
        ("1 PlayTile 9D", "0 PlayTile 5E", (33, "player 1 decides here, not player 0")),
        ("1 PlayTile 9D", "1 PurchaseShares x 0", (33, "PurchaseShares is not what is asked")),
        ("0 PlayTile 5E\n", "0 PlayTile 5E\n  error: no\n", (45, "refused there (no), but")),
        ("x 1\n\naction: 0", "x 1\n  error: no\n\naction: 0", (43, "refused there (no), but")),
    ],
)
def test_a_broken_rule_is_found_where_it_stands(old: str, new: str, place: tuple[int, str]) -> None:
    game = small_text(SMALL.replace(old, new))
    line, column, message = found_in(game)
    assert line == place[0]
    assert column == 9
    assert place[1] in message
    lines, _ = to_record(game)
    [record] = read_games(io.BytesIO("".join(x + "\n" for x in lines).encode()))
    assert check(record) == []


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("0 PlayTile 5E", "0 PlayTile 5K", (45, 20, "PlayTile is not done with '5K'")),
        ("0 PlayTile 5E", "0 Wait", (45, 11, "no action is called Wait")),
        ("0 PlayTile 5E", "nobody", (45, 9, "an action is a player's number")),
        ("0 PlayTile 5E", "0 PlayTile -- {", (45, 20, "not JSON")),
        ("0 PlayTile 5E", "0 PlayTile -- []", (45, 20, "PlayTile is not done with '[]'")),
        ("0 PlayTile 5E", "0 DisposeOfShares 1", (45, 27, "DisposeOfShares is not done")),
        ("x 1\n", "x 2\n", (43, 26, "PurchaseShares is not done with 'x 2'")),
        ("x 1\n", "L,,L 1\n", (43, 26, "PurchaseShares is not done")),
        ("9C, 2B", "9C, 2K", (3, 15, "'2K' is no tile")),
        ("9C, 2B", "9C, 9C", (1, 1, "the game cannot begin: 9C stands there twice")),
        ("9C, 2B", "9C, ?", (1, 1, "the game cannot begin: the start tiles are not known")),
        ("user: 17", "user: 31", (5, 7, "a user is a number, each once")),
        ("host: 31", "hosts: 31", (6, 1, "nothing is called 'hosts'")),
        ("host: 31", "what is this", (6, 1, "neither a header nor an action")),
        ("host: 31", "  0: 1A", (6, 1, "this stands below no action")),
        ("  ·L······O···", "  ·L······Q···", (18, 1, "no row of a board")),
        (
            "T                        60",
            "T                       abc",
            (18, 1, "no row of the table"),
        ),
        ("I Cash  Net", "I  Net Cash", (16, 1, "above the table stands")),
        ("0 PlayTile 5E\n", "0 PlayTile 5E\n  ············\n", (46, 1, "stops short")),
        ("0 PlayTile 5E\n", "0 PlayTile 5E\n\nGame JSON:\n{\n  nothing\n}\n", (49, 1, "not JSON")),
    ],
)
def test_what_cannot_be_read_is_found_where_it_stands(
    old: str, new: str, place: tuple[int, int, str]
) -> None:
    text = SMALL.replace(old, new)
    assert text != SMALL
    line, column, message = found_in(small_text(text))
    assert (line, column) == place[:2]
    assert place[2] in message


def test_the_json_at_the_end_must_tell_the_same_game() -> None:
    told = {
        "usernames": ["Ada", "Ben Li"],
        "tileBag": [9 * (square % 12) + square // 12 for square in small_text().bag],
        "gameActions": [
            {"startGame": {}},
            {"playTile": {"tile": 11}},
            {"selectNewChain": {}},
            {"purchaseShares": {"chains": ["LUXOR", "LUXOR", "LUXOR"]}},
            {"playTile": {"tile": 75}},
            {"selectNewChain": {"chain": "IMPERIAL"}},
            {"purchaseShares": {"endGame": True}},
            {"playTile": {"tile": 40}},
        ],
    }

    def with_json(changed: dict[str, object]) -> t.ForeignGame:
        return small_text(f"{SMALL}\nGame JSON:\n{json.dumps(told | changed, indent=2)}\n")

    assert with_json({}).findings == []
    for changed, message in (
        ({"usernames": ["Ada"]}, "the JSON tells other users"),
        ({"tileBag": [0]}, "the JSON tells another bag"),
        ({"gameActions": []}, "the JSON tells other actions"),
        ({"gameActions": [{"playTile": 1}]}, "the JSON tells other actions"),
    ):
        assert found_in(with_json(changed)) == (47, 1, message)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"players": 0}, "players: is their number"),
        ({"players": "two"}, "players: is their number"),
        ({"tileBag": None}, "tileBag: is a list"),
        ({"tileBag": [1]}, "tileBag: lists tiles"),
        ({"actions": "none"}, "actions: is a list"),
        ({"actions": ["0 StartGame", 7], "scores": []}, "action 2: an action is written as a text"),
        (
            {"actions": ["0 StartGame", "0 PlayTile"], "scores": []},
            "action 2: PlayTile is not done",
        ),
        ({"scores": ["1,2"]}, "action 1: '1,2' is no score"),
        ({"scores": ["0,0,0,0,0,0,0,60,60"]}, "action 1: 1 scores, 2 players"),
        ({"scores": SMALL_JSON["scores"][:3]}, "8 actions have 3 scores"),  # type: ignore[index]
        ({"final": []}, "final: is an object"),
        ({"final": {"board": "....", "score": ""}}, "final: its board"),
    ],
)
def test_a_line_that_is_no_game_is_a_finding(changed: dict[str, object], message: str) -> None:
    line, _, said = found_in(small_line(**changed))
    assert line == 1
    assert message in said


def test_a_bad_line_does_not_keep_the_next_from_being_read() -> None:
    good = json.dumps(SMALL_JSON).encode()
    bad = [b"{", b"[]", b"\xff\xfe", b'{"a":' + b"[" * 100_000, b"1" * 10_000, b"a\x1bb"]
    lines = b"\n\n".join([good, *bad, good])
    games = list(read_jsonl(io.BytesIO(lines), "many.jsonl"))
    assert [game.line for game in games] == list(range(1, 16, 2))
    assert [len(game.findings) for game in games] == [0, 1, 1, 1, 1, 1, 1, 0]


def test_a_line_beyond_all_measure_is_a_finding() -> None:
    lines = b'{"players": ' + b" " * (3 << 20) + b"2}\n" + json.dumps(SMALL_JSON).encode()
    first, second = read_jsonl(io.BytesIO(lines))
    assert "bytes" in first.findings[0].message
    assert second.findings == []


def test_handles_are_made_of_names() -> None:
    assert handles_for(["Ann Lee", "x", "", "42nd", "Ünal", "end", "Bo", "bo", "A" * 30]) == [
        "ann_lee",
        "p1",
        "p2",
        "p3",
        "nal",
        "p5",
        "p6",
        "p7",
        "a" * 12,
    ]


# ---- any bytes ----


def pieces() -> Iterator[bytes]:
    yield from (line.encode() for line in SMALL.splitlines())
    yield from (word.encode() for word in SMALL.split())
    yield from [
        b"Game JSON:",
        b"{",
        b"}",
        b"[]",
        b"  error: no",
        b"me: 31",
        b"tile bag: ?, ?",
        b"\xff",
    ]


text_bytes = st.one_of(
    st.binary(max_size=200),
    st.lists(st.sampled_from(list(pieces())), max_size=30).map(b"\n".join),
    st.tuples(st.integers(0, len(SMALL)), st.integers(0, 40), st.binary(max_size=20)).map(
        lambda cut: SMALL.encode()[: cut[0]] + cut[2] + SMALL.encode()[cut[0] + cut[1] :]
    ),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just("0 PlayTile 2C"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)
line_bytes = st.one_of(
    st.binary(max_size=200),
    st.dictionaries(st.sampled_from([*SMALL_JSON, "final"]), json_values).map(
        lambda changed: json.dumps(SMALL_JSON | changed).encode()
    ),
)


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(text_bytes)
def test_any_bytes_in_a_text_give_findings(data: bytes) -> None:
    game = read_text(io.BytesIO(data), "any.txt")
    lines, found = to_record(game)
    assert all(finding.code in CODES and finding.line >= 1 for finding in found)
    for record in read_games(io.BytesIO("".join(line + "\n" for line in lines).encode())):
        assert [finding for finding in check(record) if finding.severity == "error"] == []


@settings(max_examples=300, deadline=None, derandomize=True, database=None)
@given(line_bytes)
def test_any_bytes_in_lines_give_findings(data: bytes) -> None:
    for game in read_jsonl(io.BytesIO(data), "any.jsonl"):
        lines, found = to_record(game)
        assert all(finding.code in CODES and finding.line >= 1 for finding in found)
        for record in read_games(io.BytesIO("".join(line + "\n" for line in lines).encode())):
            assert [finding for finding in check(record) if finding.severity == "error"] == []


FOUND = sorted((Path(__file__).parents[2] / "fuzz" / "cases" / "foreign").glob("*.txt"))


def test_there_are_games_that_once_did_not_end() -> None:
    assert FOUND


@pytest.mark.parametrize("path", FOUND, ids=lambda path: path.stem)
def test_a_step_that_the_rules_refuse_ends_what_is_filled_in(path: Path) -> None:
    """A step for which that program takes no action was tried for ever where it is refused."""
    lines, found = to_record(from_text(path))
    assert found
    assert all(finding.code in CODES for finding in found)
    assert lines
