"""A finding on a screen: the carets stand under the token, and nothing of a record gets through."""

import re

import pytest

from acquire_cli.display.clean import cut, printable, width
from acquire_cli.display.findings import finding_text
from acquire_cli.notation.findings import Finding


def finding(text: str, column: int, length: int = 1, **rest: str) -> Finding:
    return Finding("E-x", "it is wrong", "g.acq", 7, column, length, text=text, **rest)


def test_place_line_carets_hint() -> None:
    shown = finding_text(finding("12 bob 6F +LLL", 8, 2, hint="legal: 1A 2A"))
    assert shown == (
        "g.acq:7:8: error[E-x] it is wrong\n  12 bob 6F +LLL\n         ^^\n  = legal: 1A 2A"
    )


def test_without_a_line_there_is_only_the_message() -> None:
    assert (
        finding_text(Finding("W-x", "so it is", severity="warning")) == "-: warning[W-x] so it is"
    )


def test_colour_is_never_the_only_sign() -> None:
    one = finding("12 bob 6F", 8, 2)
    plain = finding_text(one)
    coloured = finding_text(one, True)
    assert coloured != plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


@pytest.mark.parametrize(
    ("text", "token", "under"),
    [
        ("12\tbob\t6F +LLL", "6F", "6F"),
        ("12 \x1b[31m 6F", "6F", "6F"),
        ("日本語 6F x", "6F", "6F"),
        ("e\u0301e\u0301 6F", "6F", "6F"),
        ("12 \x9b6F", "\x9b", "\\x9b"),
        ("12 \u202e 6F", "\u202e", "\\u202e"),
        ("12 名前", "名前", "名前"),
        ("x", "x", "x"),
    ],
)
def test_carets_stand_under_the_token(text: str, token: str, under: str) -> None:
    lines = finding_text(finding(text, text.index(token) + 1, len(token))).split("\n")
    before, carets = re.fullmatch(r"( *)(\^+)", lines[2]).groups()  # type: ignore[union-attr]
    assert lines[1].isprintable()
    at = lines[1].index(under)
    assert len(before) == width(lines[1][:at])
    assert len(carets) == width(under)


@pytest.mark.parametrize("column", [1, 6, 77, 200, 5000, 9990, 9999, 10000, 10001, 20000])
@pytest.mark.parametrize("char", ["x", "名", "\x1b", "\t", "e\u0301"])
def test_long_lines_are_cut_around_the_token(char: str, column: int) -> None:
    text = char * (9_999 // len(char)) + "E"
    column = column if column != 10_000 else len(text)
    shown = finding_text(finding(text, column, 3)).split("\n")
    assert all(width(line) <= 78 for line in shown)
    assert all(line.isprintable() for line in shown)
    assert "^" in shown[2]
    if column == len(text):
        at = shown[1].index("E")
        assert shown[2] == " " * width(shown[1][:at]) + "^"


def test_what_a_record_says_is_never_obeyed() -> None:
    evil = "\x1b]0;x\x07\u202e\x9b31m\ud800"
    shown = finding_text(Finding("E-x", evil, "a\x1b[2Jb", 1, 1, 1, evil, evil), False)
    assert all(line.isprintable() for line in shown.split("\n"))


def test_long_hints_go_on_under_their_beginning() -> None:
    hint = "legal: " + " ".join(f"{n}A" for n in range(60))
    lines = finding_text(finding("1 ann", 3, 3, hint=hint)).split("\n")[3:]
    assert all(len(line) <= 78 for line in lines)
    assert lines[0].startswith("  = legal: 0A")
    assert all(line.startswith("    ") for line in lines[1:])
    assert " ".join(" ".join(lines).replace("=", "").split()) == hint


def test_widths() -> None:
    assert [width(x) for x in ("abc", "名前", "e\u0301", "")] == [3, 4, 1, 0]
    assert cut("abcdef", 4) == "abc…"
    assert cut("名前名前", 5) == "名前…"
    assert cut("abc", 3) == "abc"
    assert printable("a\tb\n") == "a\\tb\\n"


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("color", [False, True])
def test_where_columns_are_told_no_line_is_wider(columns: int, color: bool) -> None:
    message = "there is no word that is meant by this " * 4
    one = Finding("E-x", message.strip(), "g.acq", 7, 90, 3, "as in " + "12F " * 40, "6F " * 60)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", finding_text(one, color, columns)).splitlines()
    assert max(map(width, shown)) <= columns
    carets = next(line for line in shown if "^" in line)
    under = shown[shown.index(carets) - 1]
    assert under[carets.index("^") : carets.rindex("^") + 1] == ("6F " * 60)[89:92]
    text = " ".join(" ".join(shown).split())
    assert text.startswith(f"g.acq:7:90: error[E-x] {message.strip()} ")
    assert finding_text(one, color).splitlines()[0].endswith(message.strip())
