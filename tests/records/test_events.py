"""Events: they add up to the money, name what the engine logged, and stop before a fault."""

import io
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given

from acquire_cli.engine import codes as c
from acquire_cli.engine.scoring import totals
from acquire_cli.notation.findings import Finding
from acquire_cli.notation.reader import read_games
from acquire_cli.records import events as e
from acquire_cli.records.game import Game, open_game
from acquire_cli.records.standings import rows
from tests.engine.support import examples
from tests.records.played import Played, plays, text

AGREED = Path(__file__).parents[3] / "shared" / "data" / "agreed" / "games"
SMALL = Path(__file__).parents[1] / "commands" / "cases" / "small.acq"


def opened(words: str) -> Game:
    [record] = read_games(io.BytesIO(words.encode()), "x.acq")
    game, found = open_game(record)
    assert game is not None, found
    return game


def money(event: e.Event) -> tuple[str | None, int]:
    return getattr(event, "player", None), getattr(event, "money", 0)


def add_up(game: Game) -> Counter[str]:
    """Play a game; its events must come to the cash after each turn, and to the totals."""
    state = game.state
    handles = game.names.handles
    sums = Counter(dict(zip(handles, state.cash, strict=True)))
    kinds: Counter[str] = Counter()
    found: list[Finding] = []
    for turn in e.told(game, found):
        for event in turn.events:
            kinds[str(event.__struct_config__.tag)] += 1
            player, amount = money(event)
            if player is not None:
                sums[player] += amount
            if isinstance(event, e.Scored):
                assert sums[event.player] == event.total
        if game.state.phase != c.OVER:
            assert [sums[handle] for handle in handles] == game.state.cash
    assert found == []
    if game.state.phase == c.OVER:
        assert [sums[handle] for handle in handles] == totals(game.state)
        assert kinds["scored"] == len(handles)
        assert kinds["ended"] == 1
    return kinds


@examples(60)
@given(plays())
def test_starting_cash_and_all_money_are_the_totals(played: Played) -> None:
    add_up(opened(text(played)))


@pytest.mark.skipif(not AGREED.is_dir(), reason=f"no {AGREED}")
def test_agreed_games_add_up_and_hold_every_kind_of_event() -> None:
    kinds: Counter[str] = Counter()
    for path in sorted(AGREED.glob("*.acq")):
        kinds += add_up(opened(path.read_text()))
    every = {str(kind.__struct_config__.tag) for kind in e.Event.__subclasses__()}
    assert set(kinds) == every - {"adjusted", "irregular"}


def test_the_events_of_a_merger() -> None:
    game = opened(SMALL.read_text())
    turns = list(e.told(game, []))
    assert turns[3].text == "4 ann 7D TxL L:bob-s1t2,cid-k1 +T"
    assert turns[3].events == [
        e.Placed("ann", "7D", "merges"),
        e.Merged("T", 3, ("L",)),
        e.Defunct("L", 2, 200, "T"),
        e.Bonus("L", "bob", 3, 2000),
        e.Bonus("L", "cid", 1, 1000),
        e.Disposed("bob", "L", "T", 1, 2, 1, 0, 200),
        e.Disposed("cid", "L", "T", 0, 0, 0, 1, 0),
        e.Bought("ann", {"T": 1}, -600),
        e.Drew("ann", "?"),
    ]
    assert turns[4].events[-4:] == [
        e.Ended("declared"),
        e.Scored(
            "bob", {"T": 1500, "W": 4500}, {"T": 1, "W": 4}, {"T": 600, "W": 1200}, 7800, 14700, 1
        ),
        e.Scored("ann", {"T": 6000}, {"T": 5}, {"T": 3000}, 9000, 13800, 2),
        e.Scored("cid", {"T": 1500}, {"T": 1}, {"T": 600}, 2100, 8600, 3),
    ]


def test_the_bank_draws_is_paid_and_lays_its_tile() -> None:
    game = opened(
        "acquire 1\nruleset: grand-hotel@1\nplayers: ann bob\n"
        "position: LL1TTT6/12/12/12/12/12/12/12/12 ann place ann:6000:L1:? bob:6000:T1:? bag:?\n"
        "1 ann 3A TxL L^5C:ann-s1\n"
    )
    [turn] = e.told(game, found := [])
    assert found == []
    assert turn.events[1:6] == [
        e.Merged("T", 3, ("L",)),
        e.Defunct("L", 2, 200, "T"),
        e.BankTile("L", "5C", 5),
        e.Bonus("L", "ann", 1, 1000),
        e.Bonus("L", None, 5, 2000),
    ]
    assert e.Laid("5C", None, False) in turn.events


def test_cash_in_place_of_a_founders_share() -> None:
    game = opened(
        "acquire 1\nruleset: founder-cash@1\nplayers: ann bob\n"
        "position: o11/12/12/12/12/12/12/12/12 ann place ann:6000:-:? bob:6000:L25:? bag:?\n"
        "1 ann 2A=L\n"
    )
    [turn] = e.told(game, [])
    assert turn.events[1] == e.Founded("ann", "L", 2, False, 200)


def test_a_turn_at_fault_leaves_no_trace() -> None:
    words = SMALL.read_text().replace("cid-k1 +T", "cid-k2 +T")
    game = opened(words)
    found: list[Finding] = []
    turns = list(e.told(game, found))
    assert [turn.number for turn in turns] == [1, 2, 3]
    assert [finding.turn for finding in found] == [4]
    assert game.state.phase == c.PLACE
    assert {row.player: row.cash for row in rows(game)} == {"ann": 5400, "bob": 5600, "cid": 5500}
