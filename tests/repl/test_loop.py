"""The loop: what is saved, what is said when it cannot be, how it ends, people who share it."""

import io
import signal
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import pytest
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from acquire_cli.repl.loop import Loop
from acquire_cli.repl.plain import Lines, Pipe, PlainTerminal, Script, decoded
from acquire_cli.repl.reply import Reply
from acquire_cli.repl.session import Session
from acquire_cli.repl.signals import Signals
from acquire_cli.repl.store import Store
from acquire_cli.repl.terminal import Terminal
from tests.repl.support import at, merger


def run(session: Session, store: Store | None, lines: Sequence[str]) -> tuple[int, str]:
    out = io.StringIO()
    screen = Pipe([Lines("<stdin>", iter(lines))], out, io.StringIO())
    return Loop(session, store, screen).run(), out.getvalue()


def stored(tmp_path: Path, session: Session) -> Store:
    return Store.create(str(tmp_path / "g.acq"), session.text().encode())


def test_every_step_is_in_the_file_before_the_next_is_asked(tmp_path: Path) -> None:
    session = merger()
    store = stored(tmp_path, session)
    seen: list[str] = []

    def typed() -> "object":
        for line in ("6f", "s2t2", "-", "undo", "-", "s1", "iil"):
            yield line
            seen.append((tmp_path / "g.acq").read_text())
            assert seen[-1] == session.text()

    code, said = run(session, store, typed())  # type: ignore[arg-type]
    assert code == 0
    assert len(set(seen)) == 5  # what was undone and done again is the same
    assert f"Saved in {tmp_path / 'g.acq'}." in said


def test_a_lost_file_is_told_and_save_elsewhere_works(tmp_path: Path) -> None:
    session = merger()
    store = stored(tmp_path, session)
    (tmp_path / "g.acq").unlink()
    other = tmp_path / "other.acq"
    code, said = run(session, store, ["6f", "s4", f"save {other}", "-"])
    assert code == 0
    assert said.count("NOT SAVED") == 2
    assert said.count("save PATH") == 1
    assert f"Saved in {other}; the game goes on there." in said
    assert other.read_text() == session.text()
    assert not (tmp_path / "g.acq").exists()


def test_without_any_file_the_record_is_printed_at_the_end() -> None:
    session = merger()
    code, said = run(session, None, ["6f"])
    assert code == 0
    assert "NOT SAVED" in said
    assert said.rstrip().endswith("1 ann 6F IxT ..")


def test_save_does_not_write_over_a_file_unless_firm(tmp_path: Path) -> None:
    session = merger()
    store = stored(tmp_path, session)
    other = tmp_path / "other.acq"
    other.write_text("mine\n")
    _, said = run(session, store, [f"save {other}", "save", f"save! {other}", "1a"])
    assert "the file exists; save! writes over it" in said
    assert other.read_text() == session.text()


def test_save_under_the_name_of_the_games_own_file_is_save(tmp_path: Path) -> None:
    session = merger()
    store = stored(tmp_path, session)
    own = tmp_path / "g.acq"
    (tmp_path / "link.acq").symlink_to("g.acq")
    for line in (f"save {own}", f"save! {own}", f"save! {tmp_path / 'link.acq'}"):
        code, said = run(session, store, [line])
        assert code == 0
        assert said.count(f"Saved in {own}.\n") == 2, said  # as it is asked for, and at the end
        assert "NOT SAVED" not in said
    own.write_bytes(b"theirs\n")
    _, said = run(session, store, [f"save {own}", f"save! {own}"])
    assert "the file was changed by another program; save! writes over it" in said
    assert own.read_text() == session.text()


def test_save_does_not_write_over_a_game_that_another_plays(tmp_path: Path) -> None:
    session = merger()
    store = stored(tmp_path, session)
    own = tmp_path / "g.acq"
    own.unlink()
    other = Store.create(str(own), b"theirs\n")
    _, said = run(session, store, [f"save {own}", f"save! {own}"])
    assert "the file exists; save! writes over it" in said
    assert "this game is being played by another process" in said
    assert own.read_bytes() == b"theirs\n"
    other.close()


def test_what_save_advises_does_not_depend_on_the_name_of_the_file(tmp_path: Path) -> None:
    for name in ("exists", "changed"):
        folder = tmp_path / name
        _, said = run(merger(), None, [f"save {folder / 'none' / 'x.acq'}"])
        assert f"NOT SAVED: {folder / 'none' / 'x.acq'}: No such file or directory\n" in said
        folder.mkdir()
        store = Store.create(str(folder / "g.acq"), b"")
        (folder / "g.acq").unlink()
        _, said = run(merger(), store, ["save"])
        assert "g.acq: the file is gone; save! makes it anew\n" in said
        assert "writes over" not in said


def test_a_home_is_the_one_the_loop_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "process"))
    monkeypatch.chdir(tmp_path)
    given = tmp_path / "given"
    for folder in ("process", "given"):
        (tmp_path / folder).mkdir()
    session = merger()
    out = io.StringIO()
    for home in (str(given), f"{given}/"):
        screen = Pipe([Lines("<stdin>", iter(["save! ~/x.acq"]))], out, out)
        Loop(session, None, screen, home=home).run()
        assert f"Saved in {given}/x.acq; the game goes on there.\n" in out.getvalue()
        assert (given / "x.acq").read_text() == session.text()
        (given / "x.acq").unlink()
    _, said = run(merger(), None, ["save ~/x.acq"])
    assert (
        "NOT SAVED: ~/x.acq: No such file or directory; ~ stands for a home, and none is known\n"
    ) in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["given", "process"]
    assert list((tmp_path / "process").iterdir()) == []
    (tmp_path / "~").mkdir()
    _, said = run(merger(), None, ["save ~/x.acq"])
    assert "Saved in ~/x.acq" in said


def test_the_homes_of_others_are_those_the_system_knows(tmp_path: Path) -> None:
    _, said = run(merger(), None, ["save ~root/none/x.acq"])
    home = Path("~root").expanduser()
    assert f"NOT SAVED: {home}/none/x.acq: " in said


def test_a_script_stops_at_the_first_refusal(tmp_path: Path) -> None:
    session = merger()
    store = stored(tmp_path, session)
    out, err = io.StringIO(), io.StringIO()
    lines = Lines("moves.txt", iter(["# a merger", "", "6f", "s9", "s4"]))
    assert Loop(session, store, Script([lines], out, err)).run() == 1
    assert err.getvalue().startswith("moves.txt:4: refused: ann: 4 shares of T are held")
    assert (tmp_path / "g.acq").read_text().endswith("1 ann 6F IxT ..\n")


def test_people_who_share_a_plain_terminal_are_called_by_name(tmp_path: Path) -> None:
    session = merger("ann,bob,cid:random")
    out = io.StringIO()
    typed = io.BytesIO(b"\n6f\ns4\n\ns3\n\niii\n")
    screen = PlainTerminal(typed, out, lambda: 30)
    Loop(session, stored(tmp_path, session), screen).run()
    said = out.getvalue()
    calls = [part.split("\n")[0] for part in said.split("Press Enter when only ")[1:]]
    assert [call.split()[0] for call in calls] == ["ann", "bob", "ann", "bob"]
    *parts, last = said.split("\n" * 60)[1:]
    assert last.strip() == f"Saved in {tmp_path / 'g.acq'}."
    for part in parts:
        who = part.split()[0]
        hidden = {"ann": "9A", "bob": "12I"}[who]
        assert hidden not in part.partition("Press Enter")[2].replace(f"[{hidden}]", "")


def test_several_lines_pasted_are_taken_one_by_one(tmp_path: Path) -> None:
    session = at(merger().text(), "ann,bob:random,cid:random")
    with create_pipe_input() as keys:
        screen = Terminal(session, io.StringIO(), color=True, input=keys, output=DummyOutput())
        keys.send_text("\x1b[200~6f\ns4\niii\x1b[201~\r\x04")
        assert Loop(session, stored(tmp_path, session), screen).run() == 0
    assert session.now.number == 4


def test_a_history_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    session = at(merger().text(), "ann,bob:random,cid:random")
    history = tmp_path / "history"
    with create_pipe_input() as keys:
        screen = Terminal(
            session,
            io.StringIO(),
            color=True,
            history=history,
            input=keys,
            output=DummyOutput(),
        )
        history.unlink()
        history.mkdir()
        keys.send_text("6f\rs4\r\x04")
        assert Loop(session, stored(tmp_path, session), screen).run() == 0
    assert "ann-s4" in session.text()


@pytest.mark.parametrize("color", [True, False])
def test_the_same_loop_with_prompt_toolkit(tmp_path: Path, color: bool) -> None:
    session = at(merger().text(), "ann,bob:random,cid:random")
    store = stored(tmp_path, session)
    out = io.StringIO()
    with create_pipe_input() as keys:
        screen = Terminal(session, out, color=color, input=keys, output=DummyOutput())
        # A tile begun and dropped (Ctrl-C), a turn, a word completed with Tab, the end (Ctrl-D).
        keys.send_text("12\x036f\rs4\riii\r\x04")
        assert Loop(session, store, screen).run() == 0
    assert "1 ann 6F IxT T:ann-s4,bob-" in out.getvalue()
    assert (tmp_path / "g.acq").read_text() == session.text()


@pytest.mark.parametrize("where", ["as it is written", "as it is told"])
def test_an_interrupt_once_a_step_is_taken_ends_with_it_saved(tmp_path: Path, where: str) -> None:
    session = merger()
    store = stored(tmp_path, session)
    out = io.StringIO()
    screen = PlainTerminal(io.BytesIO(b"\n6f\nquit\n"), out, lambda: 30)
    write, show = store.write, screen.show

    def written(data: bytes, force: bool = False) -> str:
        if where == "as it is written":
            signal.raise_signal(signal.SIGINT)
        return write(data, force)

    def shown(lines: Sequence[str]) -> None:
        if where == "as it is told" and any("6F" in line for line in lines) and interrupts:
            interrupts.pop()
            signal.raise_signal(signal.SIGINT)
        show(lines)

    interrupts: list[int] = []
    with Signals() as signals, patch.object(store, "write", written):
        screen.show = shown  # type: ignore[method-assign]
        do = session.do

        def done(line: str) -> object:
            interrupts.append(1)
            return do(line)

        session.do = done  # type: ignore[method-assign,assignment]
        assert Loop(session, store, screen, signals=signals).run() == 130
    assert out.getvalue().endswith(f"Saved in {store.path}.\n")
    assert "6F" in (tmp_path / "g.acq").read_text().split("\n1 ann")[1]


def test_an_interrupt_while_a_line_is_worked_on_clears_it_at_a_terminal_only(
    tmp_path: Path,
) -> None:
    for shared in (True, False):
        session = merger()
        out = io.StringIO()
        typed = io.BytesIO(b"\nhint\n")
        screen = (
            PlainTerminal(typed, out, lambda: 30)
            if shared
            else Pipe([Lines("<stdin>", iter(["hint"]))], out, out)
        )
        with patch.object(session, "do", side_effect=KeyboardInterrupt):
            assert Loop(session, None, screen).run() == (0 if shared else 130)
        assert "The game is NOT SAVED. Its record, to be copied:" in out.getvalue()


@pytest.mark.parametrize("gone", [False, True])
def test_asked_to_stop_a_game_that_is_not_saved_is_shown(gone: bool) -> None:
    """And nothing is made of a terminal that is gone by then."""
    session = merger()
    out = io.StringIO()
    screen = PlainTerminal(io.BytesIO(b"\n"), out, lambda: 30)

    def ask(line: str) -> None:
        if gone:
            out.close()
        signal.raise_signal(signal.SIGTERM)

    with Signals() as signals, patch.object(session, "do", side_effect=ask):
        screen.ask = lambda prompt: "6f"  # type: ignore[method-assign]
        with pytest.raises(SystemExit) as stopped:
            Loop(session, None, screen, signals=signals).run()
    assert stopped.value.code == 128 + signal.SIGTERM
    if not gone:
        shown = out.getvalue().rpartition("The game is NOT SAVED. Its record, to be copied:\n\n")
        assert shown[2] == session.text()


def test_a_step_is_saved_though_the_screen_is_gone(tmp_path: Path) -> None:
    """A stop that comes between a step and its file."""
    session = merger()
    store = stored(tmp_path, session)
    out = io.StringIO()
    screen = PlainTerminal(io.BytesIO(b"\n6f\n"), out, lambda: 30)
    loop = Loop(session, store, screen, signals=Signals())

    def save() -> None:
        loop.save = Loop.save.__get__(loop)  # type: ignore[method-assign]
        out.close()
        raise SystemExit(143)

    loop.save = save  # type: ignore[method-assign]
    with pytest.raises(SystemExit):
        loop.run()
    assert "6F" in (tmp_path / "g.acq").read_text().split("\n1 ann")[1]


def test_an_interrupt_between_two_lines_ends_nothing() -> None:
    session = merger()
    out = io.StringIO()
    screen = PlainTerminal(io.BytesIO(b"\n3a\n6f\n"), out, lambda: 30)
    refuse = screen.refuse

    def refused(reply: Reply) -> None:
        refuse(reply)
        with signals.held():  # it comes a little later, when the line is done with
            signal.raise_signal(signal.SIGINT)
            signals._held += 1
        signals._held -= 1

    screen.refuse = refused  # type: ignore[method-assign]
    with Signals() as signals:
        assert Loop(session, None, screen, signals=signals).run() == 0
    assert "6F" in session.open_text()


def test_what_is_left_of_a_paste_is_dropped_with_the_line_that_is_broken_off() -> None:
    session = at(merger().text(), "ann,bob:random,cid:random")
    with create_pipe_input() as keys, Signals() as signals:
        screen = Terminal(
            session, io.StringIO(), color=True, signals=signals, input=keys, output=DummyOutput()
        )
        loop = Loop(session, None, screen, signals=signals)
        take = loop.take

        def taken(line: str) -> None:
            if line == "hint":
                signal.raise_signal(signal.SIGINT)
            take(line)

        loop.take = taken  # type: ignore[method-assign]
        keys.send_text("\x1b[200~hint\n6f s4 iii\x1b[201~\r\x04")
        assert loop.run() == 0
    assert session.now.number == 1


def test_a_line_too_long_is_one_line_and_refused() -> None:
    for end in ("", " " * 20_000 + "6f"):
        text = f"hand{' ' * 20_000}{end}\n# {'y' * 70_000} 6f\nmoves\n"
        lines = Lines("scr", decoded(io.BytesIO(text.encode())))
        session = merger()
        out, err = io.StringIO(), io.StringIO()
        assert Loop(session, None, Pipe([lines], out, err)).run() == 0
        assert lines.number == 3
        assert "line 1: refused: the line has more than 4,000 characters" in out.getvalue()
        assert session.now.number == 1


def test_a_tall_terminal_is_cleared_to_its_top() -> None:
    out = io.StringIO()
    PlainTerminal(io.BytesIO(), out, lambda: 100).leave()
    assert out.getvalue() == "\n" * 100


def test_a_terminal_that_is_gone_is_the_end_of_input(tmp_path: Path) -> None:
    class Gone(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise OSError(5, "Input/output error")

    session = merger()
    store = stored(tmp_path, session)
    out = io.StringIO()
    screen = PlainTerminal(Gone(), out, lambda: 30)
    screen.hand_over = lambda session: None  # type: ignore[method-assign]
    assert Loop(session, store, screen).run() == 0
    assert out.getvalue().endswith(f"Saved in {store.path}.\n")


def test_what_there_is_to_say_first_is_said_to_who_sits_there() -> None:
    session = merger()
    for shared, notes in ((True, ["a\x1bb"]), (False, ["a\x1bb"])):
        out = io.StringIO()
        typed = io.BytesIO(b"\nquit\n")
        screen = (
            PlainTerminal(typed, out, lambda: 30)
            if shared
            else Pipe([Lines("<stdin>", iter(["quit"]))], out, out)
        )
        assert Loop(session, None, screen, notes=notes).run() == 0
        before, after = out.getvalue().split("a\\x1bb\n")
        assert ("Press Enter" in before) is shared
        assert "tile>" not in before
        assert "The game is NOT SAVED" in after
