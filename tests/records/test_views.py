"""Views: a record by itself, never at odds with the whole, and silent about what is hidden."""

import re
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_cli.notation.findings import ERROR
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.resolve import Names
from acquire_cli.records.canon import canonical
from acquire_cli.records.replay import check
from acquire_cli.records.views import FULL, TABLE, view
from tests.engine.support import examples
from tests.records.played import (
    HANDLES,
    Played,
    from_position,
    head,
    open_ends,
    opened,
    plays,
    positions,
    read,
    text,
    turns,
)

FEW = examples(40)


def seen(whole: str, who: str, at: int | None = None, remarks: bool = False) -> str:
    lines, found = view(read(whole), who, at=at, remarks=remarks)
    assert lines is not None, (whole, found)
    return "\n".join(lines) + "\n"


@given(plays(), st.data())
@FEW
def test_a_view_replays_as_the_whole_does(played: Played, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(("whole", "position", "open")))
    if kind == "whole":
        texts = [text(played)]
    elif kind == "position":
        texts = [from_position(played, data.draw(st.integers(0, 30)))]
    else:
        texts = list(open_ends(played, data.draw(st.integers(1, 20))))
    for whole in texts:
        at_the_table = seen(whole, TABLE)
        behind = positions(whole)
        order = opened(whole).names.player
        for seat, who in enumerate((*HANDLES[: played.players], TABLE)):
            shown = seen(whole, who)
            assert not check(read(shown)), shown
            assert canonical(read(shown))[0] == shown.splitlines()
            before = positions(shown)
            assert [all_see for all_see, _ in before] == [all_see for all_see, _ in behind]
            for (_, hands), (_, real) in zip(before, behind, strict=True):
                for player, hand in enumerate(hands):
                    assert hand == (real[player] if player == order.get(who, -1) else set())
            # A view of a view is itself, or narrower.
            assert seen(shown, who) == shown
            assert seen(shown, TABLE) == at_the_table
            if who != TABLE:
                other = HANDLES[(seat + 1) % played.players]
                assert seen(shown, other) == at_the_table


def disguised(played: Played, whole: str, watcher: str, at: int, rng: Random) -> str | None:
    """A game that ``watcher`` cannot tell from ``whole`` after turn ``at``, or None.

    Tiles that he has not seen by then change places in hands and bag; what has been played stays.
    """
    game = opened(whole)
    tile = Names(game.rules, HANDLES).tile
    lines = whole.splitlines()
    first = lines.index("") + 1
    prefix = lines[first : first + at]
    told = set(re.findall("[0-9]+[A-Z]", seen(whole, watcher, at)))
    bag = played.bag()
    hidden = [place for place, square in enumerate(bag) if tile[square] not in told]
    squares = [bag[place] for place in hidden]
    rng.shuffle(squares)
    for place, square in zip(hidden, squares, strict=True):
        bag[place] = square
    other = head(played, bag) + "".join(line + "\n" for line in prefix)
    if check(read(other)):
        return None
    # What the rules force may be left out, so that a tile that had to go would go unseen.
    written = canonical(read(other))[0] or []
    return other if not prefix or written[-len(prefix) :] == prefix else None


@given(plays(), st.integers(0, 12), st.integers(0, 2**32))
@settings(FEW, max_examples=120)
def test_what_a_player_may_not_know_changes_no_byte_of_his_view(
    played: Played, at: int, seed: int
) -> None:
    rng = Random(seed)
    whole = text(played, at + rng.randrange(3))
    at = min(at, len(read(whole).turns))
    watcher = rng.choice((*HANDLES[: played.players], TABLE))
    for _ in range(4):
        other = disguised(played, whole, watcher, at, rng)
        if other is None:
            continue
        for turn in range(at + 1):
            assert seen(whole, watcher, turn) == seen(other, watcher, turn)
        # Nor do the words of those who have seen it all.
        talking = other.replace("\n\n", "\nseed: hm\n# cid has 7B\nx-hands: all of them\n\n", 1)
        talking = talking.replace("acquire 1", "# with the bag open\nacquire 1", 1)
        assert seen(talking + "# and so it went\n", watcher, at) == seen(whole, watcher, at)


def test_the_leak_test_has_something_to_look_at() -> None:
    """The disguise succeeds often, with other hands and another bag."""
    rng = Random(1)
    done = 0
    for seed in range(40):
        played = Played("classic", (("board", "9x12"),), 3, seed)
        whole = text(played, 8)
        other = disguised(played, whole, "ann", 8, rng)
        if other is not None and other != whole:
            done += seen(whole, "bob") != seen(other, "bob")
    assert done > 20


WHOLE = """\
# the dealer's own
acquire 1
ruleset: classic@1
players: ann bob
name.bob: Bob
commit: sha256:f7a6f1ea6eb3d4ab0ba5dbfa4fa0a2a5c55a4ac0cba1ea4f5b1d3f8c2aa1d2d3 pepper
# of the moon
seed: friday-42
x-note: bob has 9C
# good luck

"""


def whole() -> str:
    top = WHOLE + "1 ann 3D =6000 !? @10:00 %+200 # hoping for 2D\n# bob has 2D\n"
    bob = opened(WHOLE).state.hands[1][0]
    name = opened(WHOLE).names.tile[bob]
    return f"{top}2 bob {name}\nresult: unfinished\n# bye\n"


def test_a_player_sees_his_hand_his_draws_and_what_lies_open() -> None:
    assert seen(whole(), "ann") == (
        "acquire 1\nruleset: classic@1\nplayers: ann bob\nname.bob: Bob\nstart: ann=7D bob=2H\n"
        "hand.ann: 11C 3C 3D 7I 7C 1I\nview: ann\n"
        "commit: sha256:f7a6f1ea6eb3d4ab0ba5dbfa4fa0a2a5c55a4ac0cba1ea4f5b1d3f8c2aa1d2d3\n\n"
        "1 ann 3D ^11E =6000 @10:00\n2 bob 9D\nresult: unfinished\n"
    )


def test_the_table_sees_neither() -> None:
    shown = seen(whole(), TABLE)
    assert "hand" not in shown
    assert "^" not in shown
    assert "view: table\n" in shown


def test_remarks_stay_when_asked_for() -> None:
    shown = seen(whole(), "ann", remarks=True)
    for words in (
        "# the dealer's own\nacquire 1\n",
        "x-note: bob has 9C\n# good luck\n\n",
        "!? @10:00 %+200 # hoping for 2D\n# bob has 2D\n",
        "\n# bye\n",
    ):
        assert words in shown
    assert "pepper" not in shown
    assert "seed" not in shown
    assert "bag" not in shown


def test_the_result_is_no_part_of_an_earlier_view() -> None:
    assert "result" not in seen(whole(), "ann", 1)
    assert "result" in seen(whole(), "ann", 2)
    assert "\n1 ann" not in seen(whole(), "ann", 0)


@pytest.mark.parametrize("word", [FULL, TABLE])
def test_no_player_is_called_as_a_view_is(word: str) -> None:
    """Or the table would see the hand of who is."""
    [record] = read_games(BytesIO(f"acquire 1\nplayers: {word} bob\nseed: x\n".encode()))
    assert [found.code for found in record.findings] == ["E-players"]
    assert view(record, TABLE)[0] is None


def test_a_view_of_another_view_is_the_tables() -> None:
    shown = seen(seen(whole(), "bob"), "ann")
    assert "view: table\n" in shown
    assert "hand" not in shown


def test_a_game_that_breaks_a_rule_has_no_view_past_it() -> None:
    broken = WHOLE + "1 ann 3D\n2 bob 1A +L\n3 ann 7I\n"
    lines, found = view(read(broken), "ann")
    assert lines is None
    assert [f.code for f in found][-1:] == ["E-not-in-hand"]
    assert seen(broken, "ann", 1).splitlines()[-1] == "1 ann 3D ^11E"


def test_under_repeat_a_tile_drawn_into_a_later_look_is_told_of_another_player() -> None:
    """With one unknown tile in the hand, two are set aside one after the other."""
    for seed in range(4000):
        words = (("board", "5x5"), ("dead", "repeat"), ("safe", "2"), ("hand", "1"))
        played = Played("three-bonus", words, 2, seed)
        for _, line in turns(played):
            if any(word[0] == "x" and "," in word for word in line.split()):
                assert not check(read(seen(text(played), TABLE)))
                return
    raise AssertionError("no such game")


ROOT = Path(__file__).parents[2]
SHIPPED = sorted([*ROOT.glob("games/*.acq"), *ROOT.glob("notation/cases/valid/*.acq")])


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_the_records_that_ship_can_be_shown(path: Path) -> None:
    with path.open("rb") as stream:
        records = ["\n".join(one.raw) + "\n" for one in read_games(stream)]
    for whole in records:
        if any(f.severity == ERROR for f in check(read(whole))):
            continue
        for who in (*read(whole).handles, TABLE):
            shown = seen(whole, who)
            assert not [f for f in check(read(shown)) if f.severity == ERROR]
            assert [a for a, _ in positions(shown)] == [a for a, _ in positions(whole)]
            assert canonical(read(shown))[0] == shown.splitlines()
            assert seen(shown, who) == shown


def test_there_are_records_that_ship() -> None:
    assert len(SHIPPED) > 150
