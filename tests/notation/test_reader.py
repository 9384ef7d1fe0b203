"""Reading bytes: how much of a game is read, and what a record holds that says nothing."""

from io import BytesIO

import pytest

from acquire_cli.notation.findings import ERROR, Finding
from acquire_cli.notation.reader import MAX_LINE, MAX_LINES, read_games
from acquire_cli.notation.record import Header, Record

HEAD = b"acquire 1\nplayers: ann bob\n"


@pytest.mark.parametrize("line", [b"1 ann 6F\n", b"# remark\n"])
@pytest.mark.parametrize(("more", "long"), [(-2, False), (-1, True), (700, True)])
def test_a_game_is_read_up_to_a_number_of_lines(line: bytes, more: int, long: bool) -> None:
    raw = HEAD + line * (MAX_LINES + more)
    [record] = read_games(BytesIO(raw))
    assert ([f.code for f in record.findings].count("E-game-long") == 1) is long
    assert len(record.raw) == min(MAX_LINES, MAX_LINES + more + 2)


def test_limits_are_where_they_are_said_to_be() -> None:
    pad = MAX_LINE - len("x-a: ")
    for end in (b"\n", b"\r\n"):
        head = b"acquire 1" + end
        for size, codes in ((pad, []), (pad + 1, ["E-line-long"])):
            record = next(read_games(BytesIO(head + b"x-a: " + b"y" * size + end)))
            assert [f.code for f in record.findings] == codes
            record = next(read_games(BytesIO(head + b"x-a: " + b"y" * size)))
            assert [f.code for f in record.findings] == codes
    lines = b"acquire 1\n" + b"\n" * (MAX_LINES - 1)
    assert next(read_games(BytesIO(lines))).findings == []
    record = next(read_games(BytesIO(b"\n" + lines + b"garbage\nmore\n")))
    assert [(f.code, f.line) for f in record.findings] == [("E-game-long", MAX_LINES + 2)]


def test_of_a_line_that_is_too_long_nothing_is_read_and_the_next_one_is() -> None:
    for size in (MAX_LINE + 2, MAX_LINE + 3, 3 * MAX_LINE):
        [record] = read_games(BytesIO(HEAD + b"?" * size + b"\n1 ann 6F\n"))
        assert [(f.code, f.line) for f in record.findings] == [("E-line-long", 3)]
        assert [turn.line for turn in record.turns] == [4]


def test_what_stands_below_a_game_that_is_too_long_is_the_next_one() -> None:
    raw = HEAD + b"1 ann 6F\n" * (MAX_LINES + 10) + HEAD
    first, second = read_games(BytesIO(raw))
    assert (first.number, first.line) == (1, 1)
    assert (second.number, second.line) == (2, MAX_LINES + 13)
    assert second.findings == []


def test_where_a_line_cannot_be_read_as_a_turn_the_record_says_how_many_could() -> None:
    [whole] = read_games(BytesIO(HEAD + b"1 ann 6F\n2 bob 7A\n"))
    assert whole.broken == -1
    [broken] = read_games(BytesIO(HEAD + b"1 ann 6F\n2 bob ?!7\n3 ann 7A\n"))
    assert broken.broken == 1
    [twice] = read_games(BytesIO(HEAD + b"1 ann ?!7\n2 bob 7A\n3 ann ?!7\n"))
    assert twice.broken == 0
    [bytes_] = read_games(BytesIO(HEAD + b"1 ann 6F\n\xff\n2 bob 7A\n3 ann 7A\n"))
    assert bytes_.broken == 1
    [header] = read_games(BytesIO(HEAD + b"event: \xff\n1 ann 6F\n2 bob 7A\n"))
    assert header.broken == -1


def test_a_game_may_begin_with_any_turn() -> None:
    [record] = read_games(BytesIO(HEAD + b"9 ann 6F\n"))
    assert [turn.number for turn in record.turns] == [9]


def test_a_remark_below_the_headers_is_kept_where_no_turn_follows() -> None:
    [record] = read_games(BytesIO(HEAD + b"# remark\n"))
    assert record.opening == [" remark"]


@pytest.mark.parametrize("late", [b"", b"1 ann 6F\n"])
def test_a_remark_above_a_result_is_kept_whatever_stands_below_it(late: bytes) -> None:
    [record] = read_games(BytesIO(HEAD + b"# remark\nresult: unfinished\n" + late))
    assert record.opening == [" remark"]
    assert [f.code for f in record.findings] == ["E-after-result"] * bool(late)


@pytest.mark.parametrize(
    ("line", "code", "text"),
    [
        (b"?", "E-header", "?"),
        (b"event: a\x1bb", "E-control", "\x1b"),
        (b"event: a\xffb", "E-utf8", "\ufffd"),
        (b"result: unfinished\n result: unfinished", "E-header-twice", "result"),
    ],
)
def test_a_finding_points_at_what_it_is_about(line: bytes, code: str, text: str) -> None:
    [record] = read_games(BytesIO(HEAD + line + b"\n"))
    [finding] = record.findings
    assert finding.code == code
    assert finding.text[finding.column - 1 :][: finding.length] == text
    assert finding.length == len(text)


def test_a_finding_about_a_whole_line_points_at_all_of_it() -> None:
    [record] = read_games(BytesIO(b"acquire 2\n"))
    [finding] = record.findings
    assert (finding.column, finding.length, finding.text) == (1, 9, "acquire 2")


@pytest.mark.parametrize("more", [b"", b"\xff\n", b"event: \x1b\n"])
def test_another_version_is_refused_also_where_bytes_are_bad(more: bytes) -> None:
    [record] = read_games(BytesIO(b"acquire 2\nplayers: ann bob\n" + more))
    assert "E-version" in [finding.code for finding in record.findings]


def test_what_nobody_says_of_a_finding_a_header_and_a_record() -> None:
    finding = Finding("E-x", "said")
    assert finding == Finding("E-x", "said", "", 0, 1, 1, "", "", ERROR, 0, 0)
    header = Header("key", "value")
    assert (header.line, header.column, header.text, header.above) == (0, 1, "", [])
    record = Record("file", 1, 1)
    assert (record.get("key"), record.value("key"), record.value("key", "x")) == (None, "", "x")


def test_bytes_that_are_no_text_cost_nothing_of_the_lines_around_them() -> None:
    """The last line has no end, and the first that could not be read stays the first."""
    raw = HEAD + b"1 ann ?!7\n2 bob 7A\n3 \xff\nresult: unfinished"
    [record] = read_games(BytesIO(raw))
    assert record.broken == 0
    assert record.raw[-1] == "result: unfinished"
    assert record.result is not None
    assert record.result.value == "unfinished"


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("Ann Smith, bob", "a handle has no blank: ann"),
        ("A, bob", "two to twelve"),
        ("Table Ann, bob", "two to twelve"),
    ],
)
def test_what_a_name_that_is_no_handle_was_meant_for(said: str, hint: str) -> None:
    [record] = read_games(BytesIO(f"acquire 1\nplayers: {said}\n".encode()))
    [finding] = record.findings
    assert finding.code == "E-players"
    assert finding.hint.startswith(hint)


MUCH = b"# c\n" * MAX_LINES
EMPTY = b"\n" * MAX_LINES
WIDE = b"x" * (MAX_LINE + 1)


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        (HEAD, False),
        (MUCH + HEAD, False),
        (MUCH + b"#\n" + HEAD, True),
        (HEAD + b"# " + WIDE + b"\n", True),
        (HEAD + b"# " + WIDE + b"\n# c\n", True),
        (b"# " + WIDE + b"\n# c\n" + HEAD, True),
        (b"# " + WIDE[3:] + b"\n" + HEAD, False),
        (HEAD + b"# " + WIDE[3:] + b"\r\n", False),
        (HEAD + b"\n" * (MAX_LINES - HEAD.count(b"\n")), False),
        (HEAD + b"\n" * (MAX_LINES + 1 - HEAD.count(b"\n")), True),
        (b"acquire 2\n" + WIDE + b"\n", True),
        (WIDE + b"\n", True),
        (b"\xff\n", False),
    ],
)
def test_what_is_not_held_of_a_game_is_known(text: bytes, lost: bool) -> None:
    [record] = read_games(BytesIO(text))
    assert record.lost is lost


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (MUCH + HEAD, []),
        (MUCH + b"#\n" + HEAD, [("E-game-long", MAX_LINES + 1, "")]),
        (
            MUCH + b"# \xff\n" + HEAD,
            [("E-game-long", MAX_LINES + 1, ""), ("E-utf8", 20_001, "# �")],
        ),
        (EMPTY + b"x\n", [("E-magic", MAX_LINES + 1, ""), ("E-game-long", MAX_LINES + 1, "")]),
        (EMPTY + b"\n1\n", [("E-magic", MAX_LINES + 1, ""), ("E-game-long", MAX_LINES + 1, "")]),
        (EMPTY + b"\nx\n\n", [("E-magic", MAX_LINES + 1, ""), ("E-game-long", MAX_LINES + 1, "")]),
        (EMPTY[1:] + b"x\n", [("E-magic", MAX_LINES, "x")]),
        (EMPTY + b"\n#\n\n" + HEAD, [("E-game-long", MAX_LINES + 1, "")]),
    ],
)
def test_lines_above_a_game_are_counted_as_in_one(
    text: bytes, found: list[tuple[str, int, str]]
) -> None:
    first, *_ = read_games(BytesIO(text))
    assert [(f.code, f.line, f.text) for f in first.findings] == found


def test_text_below_the_lines_that_are_read_of_a_game_is_not_another() -> None:
    for text in (b"x\n", b"1 ann 6F\n"):
        [record] = read_games(BytesIO(HEAD + b"\n" * MAX_LINES + text))
        assert [f.code for f in record.findings] == ["E-game-long"]
        assert len(record.raw) == MAX_LINES


@pytest.mark.parametrize("first", [b"#", b"x", b" ", b"\t#", b"1"])
def test_a_line_too_long_stays_what_it_was(first: bytes) -> None:
    """A comment, text or nothing; and it is told once."""
    line = first + b" " * 10 + WIDE.replace(b"x", b" ") + b"\n"
    records = list(read_games(BytesIO(line + HEAD)))
    comment = first.strip()[:1] == b"#"
    assert len(records) == (1 if comment or not first.strip() else 2)
    assert len(records[0].raw[0]) in (MAX_LINE + 2, len(b"acquire 1"))
    if comment:
        assert [f.code for f in records[0].findings] == ["E-line-long"]


def test_the_lines_above_the_magic_line_are_kept_as_they_stand() -> None:
    data = b"# one \r\n\n#\x1btwo\n# \xff\nacquire 1\r\n# inside\n"
    [record] = read_games(BytesIO(data))
    assert record.above == ["# one \r", "", "#\x1btwo", "# \udcff"]
    assert record.raw == ["acquire 1\r", "# inside"]
