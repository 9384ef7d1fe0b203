"""Single decisions that anybody would take, how they are judged, and what is said of them."""

import re

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.engine.claim import Claim, Seat, from_claim
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.state import State
from acquire_cli.engine.tables import rules_for
from acquire_cli.players.player import NAMES, decide, make, options
from acquire_cli.players.sharp import Sharp
from acquire_cli.rulesets.load import load
from tests.players.support import dealt, played, table

RULES = rules_for(load("classic"))
LUXOR, TOWER, AMERICAN, CONTINENTAL, IMPERIAL = 0, 1, 2, 5, 6


def square(name: str) -> int:
    return (ord(name[-1]) - 65) * 12 + int(name[:-1]) - 1


def position(
    chains: dict[int, str],
    shares: list[dict[int, int]],
    hand: str,
    phase: int = c.PLACE,
    cash: tuple[int, ...] = (3000, 3000, 3000),
) -> State:
    """Player 0 to decide; hands of the others unknown."""
    cells = [c.EMPTY] * RULES.squares
    for chain, tiles in chains.items():
        for tile in tiles.split():
            cells[square(tile)] = chain
    seats = []
    for player, held in enumerate(shares):
        mine = [square(tile) for tile in hand.split()]
        tiles = mine if player == 0 else [-1] * 6
        seats.append(Seat(cash[player], [held.get(x, 0) for x in range(7)], tiles))
    claim = Claim(cells, seats)
    claim.phase = phase
    state = from_claim(RULES, claim)
    assert isinstance(state, State), state
    return state


@pytest.mark.parametrize("name", ["steady", "sharp"])
def test_the_merger_that_pays_is_made(name: str) -> None:
    state = position(
        {LUXOR: "2B 3B", CONTINENTAL: "5B 6B 7B 8B"},
        [{LUXOR: 6, CONTINENTAL: 6}, {LUXOR: 1, CONTINENTAL: 3}, {CONTINENTAL: 1}],
        "4B 9H 1I 12A 11F 9F",
        cash=(0, 3000, 3000),
    )
    player = make(name, "merge", 0)
    assert decide(player, state) == square("4B") << 4 | c.A_PLACE
    assert player.why().startswith(
        "I place 4B, which merges Luxor and Continental: "
        "Luxor pays me 2,000, and 1,000 to the best of the others"
    )


@pytest.mark.parametrize("name", ["steady", "sharp"])
def test_the_end_is_declared_by_who_is_ahead(name: str) -> None:
    row = " ".join(f"{col}{letter}" for letter in "ABCD" for col in range(1, 12))
    for lead, declares in ((10, 1), (1, 0)):
        state = position(
            {CONTINENTAL: row},
            [{CONTINENTAL: lead}, {CONTINENTAL: 5}, {CONTINENTAL: 2}],
            "9H 1I 12I 11F 9F 4G",
            c.END,
            (9000, 3000, 3000) if lead == 10 else (0, 3000, 3000),
        )
        player = make(name, "end", 0)
        assert decide(player, state) >> 4 == declares
        assert ("declare the end" in player.why()) == bool(declares)


def test_judging_puts_a_clear_blunder_last() -> None:
    state = position(
        {LUXOR: "2B 3B", CONTINENTAL: "5B 6B 7B 8B"},
        [{LUXOR: 6, CONTINENTAL: 6}, {LUXOR: 1, CONTINENTAL: 3}, {CONTINENTAL: 1}],
        "4B 9H 1I 12A 11F 9F",
        cash=(0, 3000, 3000),
    )
    view, actions = options(state)
    sharp = Sharp("judge", 0)
    merge = square("4B") << 4
    judged = sharp.judge(view, actions)
    assert sorted(action for action, _ in judged) == actions
    assert judged[0][0] == merge
    assert [money for _, money in judged] == sorted((m for _, m in judged), reverse=True)
    assert sharp.judge(view, actions) == judged
    apart, error = sharp.compare(view, merge, judged[-1][0])
    assert apart > error > 0
    back, _ = sharp.compare(view, judged[-1][0], merge)
    assert back == pytest.approx(-apart)


def test_every_choice_is_explained_in_one_sentence() -> None:
    said = set()

    def look(state: State, action: int) -> None:
        why = players[state.actor].why()
        assert re.fullmatch(r"I [^.!?]+\.", why), why
        assert "  " not in why
        assert "None" not in why
        said.add(action & 15)

    start = dealt("why", 4, "founder-cash")
    players = table(["random", "steady", "random", "steady"], "why", start.order)
    players[0] = Sharp("why", 0, playouts=8)
    played(start, players, look)
    assert {c.A_PLACE, c.A_FOUND, c.A_BUY, c.A_DISPOSE, c.A_END} <= said


def test_what_hardly_parts_two_actions_is_not_told_in_dollars() -> None:
    view = dealt("why").state
    player = Sharp("why", view.actor)
    first, second = legal(view)[:2]
    player._explain(view, [first, second], [100.0, 60.0])
    assert "on average, about as good as to place" in player.why()
    player._explain(view, [first, second], [100.0, 40.0])
    assert "on average, 60 better than to place" in player.why()


def test_before_the_first_move_there_is_nothing_to_explain() -> None:
    for name in NAMES:
        assert make(name, "s", 0).why() == "I have not moved yet."


def test_a_forced_move_is_taken_without_looking_ahead() -> None:
    state = dealt("forced").state
    while len(legal(state)) > 1:
        play(state, legal(state)[0])
    player = make("sharp", "forced", state.actor)
    assert decide(player, state) == legal(state)[0]
    assert "played on" not in player.why()
