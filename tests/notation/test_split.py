"""Games cut out of a stream: the same as the reader's, with nothing read that need not be."""

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_cli.notation import split as split_module
from acquire_cli.notation.reader import MAX_LINE, read_games
from acquire_cli.notation.record import Record
from acquire_cli.notation.split import Piece, head_values, read_head, read_whole, split

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/rules/cases", "notation/cases", "games")
FILES = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.acq"))


def told(record: Record, above: int = 0) -> object:
    """What a record says, to compare."""
    return (
        record.number,
        [(h.key, h.value, h.line + above, h.above) for h in record.headers],
        [(t.text, t.line + above, t.comment, t.after) for t in record.turns],
        (record.preface, record.opening, record.closing, record.handles, record.broken),
        record.result and (record.result.value, record.result.line + above),
        [(f.code, f.line + above, f.column) for f in record.findings],
        record.raw,
    )


def same(raw: bytes) -> None:
    """Pieces read one by one are the games that the reader finds, and their heads say the same."""
    pieces = list(split(BytesIO(raw)))
    wanted = list(read_games(BytesIO(raw)))
    assert [told(read_whole(p), p.line - 1) for p in pieces] == [told(r) for r in wanted]
    for piece, record in zip(pieces, wanted, strict=True):
        values, handles = head_values(piece)
        first = min((turn.line for turn in record.turns), default=1 << 60)
        assert values == {h.key: h.value for h in record.headers if h.line < first}
        assert handles == record.handles


def test_every_file_of_the_repository_is_cut_as_it_is_read() -> None:
    assert len(FILES) > 300
    for path in FILES:
        same(path.read_bytes())
    same(b"".join(path.read_bytes() for path in FILES))


def test_turns_that_belong_to_no_game() -> None:
    same(b"# a remark\n1 ann 6F\n2 bob 7A\n")


@pytest.mark.parametrize(
    "head",
    [
        b"acquire 1\nplayers: ann bob\n",
        b"acquire 1\nplayers: ann bob\ndate: 1\ndate: 2\n",
        b"acquire 1\nplayers: ann ann\n",
        b"acquire 1\nplayers: ann bob\nbob: a key\n",
        b"acquire 1\nplayers: ann bob\nresult: unfinished\n",
        b"acquire 1\nevent: \xff\nplayers: ann bob\n",
        b"acquire 1\nevent: \xc2\xa0\nplayers: ann bob\n",
        b"acquire 1\nevent: cup \nplayers: ann bob\n",
    ],
)
def test_a_head_looked_at_alone_says_what_the_reader_says(head: bytes) -> None:
    same(head)
    same(head + b"\n1 ann 6F\n")


def test_of_a_head_looked_at_alone_no_turn_is_read() -> None:
    raw = b"acquire 1\nplayers: ann bob\n\n1 ann 6F\nnonsense\n2 bob 7A\n"
    [piece] = split(BytesIO(raw))
    head = read_head(piece)
    assert [header.key for header in head.headers] == ["players"]
    assert (head.turns, head.findings) == ([], [])


PIECES = st.sampled_from(
    [
        b"acquire 1",
        b"ACQUIRE\t1",
        b"  acquire 1 ",
        b"         acquire 1",
        b"acquire 1x",
        b"acquire 2",
        b"an acquire 1",
        b"\xef\xbb\xbfacquire 1",
        b"acquire",
        b"# acquire 1",
        b"players: ann bob",
        b"players: ann  bob ann",
        b"Players: ann, bob",
        b"ann: a key",
        b"date: 2026-01-01",
        b"date:2026",
        b"event: \xc3\xa9\xc2\xa0",
        b"event: \xff",
        b"event: \x1b[0m",
        b"result: unfinished",
        b"1 ann 6F",
        b"ann 6F",
        b" 2 bob 7A",
        b"#",
        b"",
        b"junk",
    ]
)


@settings(max_examples=250, deadline=None)
@given(st.lists(st.tuples(PIECES, st.sampled_from([b"\n", b"\r\n", b"\r\r\n", b"\n\n", b""]))))
def test_any_lines_are_cut_as_they_are_read(lines: list[tuple[bytes, bytes]]) -> None:
    same(b"".join(text + end for text, end in lines))


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 40), st.lists(PIECES, max_size=12))
def test_it_does_not_matter_how_much_comes_at_a_time(size: int, lines: list[bytes]) -> None:
    raw = b"\n".join(lines)

    class Slow(BytesIO):
        def read1(self, count: int | None = -1) -> bytes:
            return self.read(size)

    assert list(split(Slow(raw))) == list(split(BytesIO(raw)))


@pytest.mark.parametrize("length", [MAX_LINE - 1, MAX_LINE, MAX_LINE + 1, MAX_LINE + 2, 200_000])
def test_lines_at_the_limit(length: int) -> None:
    for end in (b"\n", b""):
        same(b"acquire 1\n" + b"acquire 1".ljust(length) + end)
        same(b"acquire 1\nevent: " + b"x" * length + b"\n1 ann 6F" + end)


def test_a_game_as_long_as_may_be_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = b"acquire 1\n" + b"# remark\n" * 50
    for most, whole in ((len(raw), True), (len(raw) - 1, False)):
        monkeypatch.setattr(split_module, "MAX_GAME", most)
        [piece] = split(BytesIO(raw))
        assert piece.whole is whole


def test_a_game_has_at_most_8_388_608_bytes() -> None:
    raw = b"acquire 1\n".ljust(8_388_608, b"#")
    for more, whole in ((b"", True), (b"#", False)):
        [piece] = split(BytesIO(raw + more))
        assert piece.whole is whole


def test_a_first_game_with_more_comments_above_it_than_are_kept_is_there_and_not_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(split_module, "MAX_GAME", 5000)
    monkeypatch.setattr(split_module, "_CHUNK", 700)
    remarks = b"# remark\n" * 1000
    raw = remarks + b"acquire 1\n" + remarks + b"acquire 1\ndate: 2\n"
    first, second = split(BytesIO(raw))
    assert (first.number, first.line, first.whole) == (1, 1, False)
    assert second == Piece(b"acquire 1\ndate: 2\n", 2002, 2, True)


def test_the_end_of_a_line_too_long_to_be_kept_opens_no_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(split_module, "MAX_GAME", 70_000)
    monkeypatch.setattr(split_module, "_CHUNK", 700)
    raw = b"acquire 1\n" + b"# remark\n" * 8_000 + b" " * 200_000 + b"acquire 1\ndate: 7\n"
    assert len(list(read_games(BytesIO(raw)))) == 1
    assert [piece.number for piece in split(BytesIO(raw))] == [1]


def test_an_empty_line_that_comes_with_the_next_game_does_not_hide_it() -> None:
    parts = [b"acquire 1\ndate: 1\n", b"\nacquire 1\ndate: 2\n"]

    class Pipe(BytesIO):
        def read1(self, size: int | None = -1) -> bytes:
            return parts.pop(0) if parts else b""

    pieces = list(split(Pipe()))
    assert [piece.raw for piece in pieces] == [b"acquire 1\ndate: 1\n\n", b"acquire 1\ndate: 2\n"]


def test_a_game_is_there_before_the_next_is_over() -> None:
    class Pipe:
        def __init__(self) -> None:
            self.parts = [b"acquire 1\ndate: 1\n", b"acquire 1\n", b"date: 2\n"]

        def read1(self, count: int) -> bytes:
            return self.parts.pop(0) if self.parts else b""

        read = read1

    pipe = Pipe()
    pieces: Iterator[Piece] = split(pipe)  # type: ignore[arg-type]
    assert next(pieces).raw == b"acquire 1\ndate: 1\n"
    assert pipe.parts == [b"date: 2\n"]


def test_a_game_without_end_is_cut_off_and_the_next_one_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(split_module, "MAX_GAME", 5000)
    monkeypatch.setattr(split_module, "_CHUNK", 700)
    long = b"acquire 1\n" + b"# remark\n" * 5000
    for middle in (long, b"acquire 1\n" + b"x" * 60_000 + b"\n"):
        raw = b"acquire 1\n" + middle + b"acquire 1\ndate: 7\n"
        first, second, third = split(BytesIO(raw))
        assert (first.whole, second.whole, third.whole) == (True, False, True)
        assert len(second.raw) <= 11_000
        assert third == Piece(b"acquire 1\ndate: 7\n", raw.count(b"\n") - 1, 3, True)


@pytest.mark.parametrize("behind", [b"", b"\nacquire 1\n"])
def test_a_game_beyond_the_limit_is_not_whole_whatever_follows(
    behind: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = b"acquire 1\nplayers: ann bob\n" + behind[:1]
    for most, whole in ((len(game), True), (len(game) - 1, False)):
        monkeypatch.setattr(split_module, "MAX_GAME", most)
        first, *_ = split(BytesIO(game + behind[1:]))
        assert first.whole is whole


@pytest.mark.parametrize("turn", [b"1 ann \xff", b"1 ann \x1b", b"1 ann " + b"z" * MAX_LINE])
def test_a_turn_that_cannot_be_read_does_not_end_the_head(turn: bytes) -> None:
    """The reader passes it over: what stands below is a header."""
    for end, values in ((b"\n", {"players": "ann bob"}), (b"\n2 bob 6F\n", {})):
        [piece] = split(BytesIO(b"acquire 1\n" + turn + end + b"players: ann bob\n"))
        assert head_values(piece)[0] == values
        assert [h.key for h in read_whole(piece).headers] == list(values)


def test_a_long_first_line_under_way_is_no_part_of_the_game_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in (("MAX_LINE", 20), ("MAX_GAME", 60), ("_CHUNK", 16)):
        monkeypatch.setattr(split_module, name, value)
    game = b"acquire 1\nx: " + b"y" * 31 + b"\n"
    first, second = split(BytesIO(game + b"acquire 1" + b" " * 11 + b"\n"))
    assert (first.raw, first.whole, second.number) == (game, True, 2)


LINES = [
    b"acquire 1\n",
    b"ACQUIRE 01\n",
    b"x: y\n",
    b"1 ann 5e\n",
    b"# c\n",
    b"\n",
    b"y" * 50 + b"\n",
    b"y" * 200,
    b"acquire 1" + b" " * 30 + b"\n",  # longer than a magic line may be
    b"acquire 1" + b" " * 11 + b"\n",  # as long as it may be
    b"acquire",
]


@settings(max_examples=1000, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=30))
def test_games_beyond_the_limit_are_those_that_there_are(parts: list[bytes]) -> None:
    """With small limits: where each begins and which it is, as if the limit were none."""
    data = b"".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(split_module, "MAX_LINE", 20)
        whole = list(split(BytesIO(data)))
        patch.setattr(split_module, "MAX_GAME", 60)
        patch.setattr(split_module, "_CHUNK", 16)
        pieces = list(split(BytesIO(data)))
    assert [piece[1:3] for piece in pieces] == [piece[1:3] for piece in whole]
    for piece, there in zip(pieces, whole, strict=True):
        assert piece.whole == (len(there.raw) <= 60)
        assert len(piece.raw) <= 60
        if piece.whole:
            assert piece.raw == there.raw
