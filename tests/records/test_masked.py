"""Records that tell less than happened: none is refused, written or shown as another game."""

from random import Random

import pytest

from acquire_cli.notation.findings import ERROR
from acquire_cli.records.canon import canonical
from acquire_cli.records.replay import check, steps
from acquire_cli.records.views import TABLE, view
from tests.records.masked import masked
from tests.records.played import HANDLES, opened, read

MANY = 240


def happened(text: str) -> list[tuple[object, ...]]:
    """What everybody sees after each turn, and whether the bag is counted."""
    game = opened(text)
    out = []
    for _ in steps(game, []):
        s = game.state
        seen = (bytes(s.cells), s.cash[:], s.shares[:], s.phase, s.turn, s.reason)
        out.append((*seen, s.bag_left if s.bag_left > 0 else None))
    return out


def texts(first: int) -> list[str]:
    """Records without an error; where no bag ran out there may be none."""
    out = []
    for seed in range(first, first + MANY):
        made = masked(Random(seed))
        if made is None:
            continue
        text, plenty = made
        errors = [f for f in check(read(text)) if f.severity == ERROR]
        assert not (errors and plenty), (text, errors)
        if not errors:
            out.append(text)
    assert len(out) > MANY // 3
    return out


@pytest.mark.parametrize("first", [0, 1000])
def test_what_is_true_is_read_written_and_shown_as_the_same_game(first: int) -> None:
    shown = 0
    for text in texts(first):
        there = happened(text)
        written, _ = canonical(read(text))
        assert written is not None
        assert happened("\n".join(written) + "\n") == there
        for who in (*HANDLES[:2], TABLE):
            lines, _ = view(read(text), who)
            assert lines is not None, text
            seen = "\n".join(lines) + "\n"
            assert [f for f in check(read(seen)) if f.severity == ERROR] == []
            assert happened(seen) == there, (text, seen)
            assert canonical(read(seen))[0] == lines
            assert view(read(seen), who)[0] == lines
            shown += "^?" in seen
    assert shown > 10


UNCOUNTED = """\
acquire 1
ruleset: classic@1
players: ann bob
position: 12/12/12/12/12/12/12/12/12 ann place ann:6000:-:? bob:6000:-:? bag:9I,8I,95?

1 ann 5E ^9I
2 bob 5G ^?
"""


def test_another_players_view_tells_how_many_an_uncounted_hand_drew_and_not_which() -> None:
    assert view(read(UNCOUNTED), "bob")[0][-2:] == ["1 ann 5E ^?", "2 bob 5G ^8I"]  # type: ignore[index]
    assert view(read(UNCOUNTED), TABLE)[0][-2:] == ["1 ann 5E ^?", "2 bob 5G ^?"]  # type: ignore[index]


def test_the_short_way_of_writing_puts_lax_order_right() -> None:
    """A line that is plain but for the order of what left does not stand as it is."""
    text = (
        "acquire 1\nruleset: classic@1\nplayers: ann bob\nposition: CCCCCCCCCCC1/12/AAAAAAAAAAA1"
        "/12/12/12/12/12/12 ann place ann:6000:-:5E,1B,2B bob:6000:-:? bag:9I,8I,75?\n\n"
    )
    lines, found = canonical(read(text + "1 ann 5E x2B,1B\n"))
    assert [f for f in found if f.severity == ERROR] == []
    assert lines is not None
    assert lines[-1] == "1 ann 5E x1B,2B"
