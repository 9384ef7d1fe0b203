"""Whatever is typed, at whatever step: nothing raises, and a refused line changes nothing."""

from io import BytesIO
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from acquire_cli.engine.game import legal
from acquire_cli.notation.reader import read_games
from acquire_cli.records.replay import check
from acquire_cli.repl.completing import completions
from acquire_cli.repl.session import Session
from acquire_cli.rulesets.load import names
from tests.repl.support import at, dealt, merger, run_computers, typed

TEXT = (
    "5g 5G g5 1a 12i 6f 6f=l 99z =l l t i c ixt txi x 6x ixtc s1 s2t2 t4 k k2 t:s1 t:ann-s1,bob-k1 "
    "ann-s2 bob-k3 T^5C T^5C:s1 iil +ttt +lll + - . pass end .. x7b x7b,8c ^7b =4200 =ann:1 !! ?? "
    "@1:2 %+3 # #note ann bob cid zed 1 1. 3) 0 999999999 undo undo! redo u r board ? why hint "
    "moves log 5 -1 save! go on done y n anyway show é ☃ \U0001f600 ' \" \\ * [ {} : ; :ann-s1 T: "
    "T:,, +é =É x^ ^ x, a1b2 00a 0a 1001a k99999 s0t0k0 "
    "~. ~end ~+llll ~bob+500 ~bob-l ~-1 ~x7b ~x ~^ ~ 1a 6f"
)

WILD = st.one_of(
    st.lists(st.sampled_from(TEXT.split(" ")), max_size=6).map(" ".join),
    st.text(max_size=30),
    st.text(alphabet="0123456789abcdefghilostwxkT:,-+=.^#!? ", max_size=25),
    st.binary(max_size=20).map(lambda b: b.decode("utf-8", "surrogateescape")),
)

OPTIONAL = (
    "acquire 1\nruleset: founder-cash@1\nplayers: ann bob\nposition: "
    "LLLLLLLLLLL1/12/TTTTTTTTTTT1/12/12/12/12/12/12 ann place "
    "ann:6000:L1:12I,12H,5B,6B,7B,1H bob:6000:T1:? bag:?\n"
)


def start(which: int, seed: int) -> Session:
    if which == 0:
        return merger()
    if which == 1:
        return merger("ann,bob:random,cid")
    if which == 2:
        return at("acquire 1\nruleset: classic@1\nplayers: ann bob\nfirst: ann\n")
    if which == 3:
        return at(OPTIONAL)
    if which == 4:
        return at("acquire 1\nruleset: whole-hand@1\nplayers: ann bob\nfirst: ann\n1 ann 5a\n")
    return dealt("ann,bob:random,cid", str(seed), names()[seed % len(names())])


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 5), st.integers(0, 50), st.lists(WILD, min_size=1, max_size=12), st.data())
def test_nothing_raises_and_a_refusal_changes_nothing(
    which: int, seed: int, lines: list[str], data: st.DataObject
) -> None:
    session = start(which, seed)
    rng = Random(seed)
    for line in lines:
        run_computers(session)
        if "hint" in line:
            continue
        now, text = session.now, session.text()
        reply = session.do(line)
        if reply.refused or not reply.changed:
            assert session.now is now
        assert session.text() == text or reply.changed
        try:
            line.encode()
        except UnicodeEncodeError:
            assert reply.refused or not line.strip()
        else:
            completions(session, line)
        found = check(list(read_games(_stream(session)))[-1])
        assert not [f for f in found if f.severity == "error"], session.text()
        if not session.over and rng.random() < 0.7:
            actions = list(legal(session.state))
            if actions and not session.waiting:
                session.do(typed(session.state, session, rng.choice(actions)))


def _stream(session: Session) -> BytesIO:

    return BytesIO(session.text().encode())


@pytest.mark.parametrize("line", ["\u2003", "\u00a0 \u3000"])
def test_other_spaces_are_nothing(line: str) -> None:
    session = merger()
    now = session.now
    assert not session.do(line).changed
    assert session.now is now


@pytest.mark.parametrize("line", ["5g\x1b[2J", "5g\x00", "a" * 5000, "5g\u009b", "\udcff"])
def test_what_can_stand_in_no_record_is_refused(line: str) -> None:
    session = merger()
    assert session.do(line).refused
