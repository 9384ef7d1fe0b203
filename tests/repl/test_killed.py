"""kill -9 at random moments: every accepted line is in a valid record, and the game goes on."""

import os
import select
import signal
import subprocess
from pathlib import Path
from random import Random

from acquire_cli.engine.game import legal
from acquire_cli.repl.session import Session
from tests.commands.program import BARE, PYTHON
from tests.repl.support import at, findings, typed

KILLS = 50
SEATS = "ann,bob:random,cid"


def test_fifty_kills(tmp_path: Path) -> None:
    """One game, taken up after every kill, each line checked once the program has answered it."""
    rng = Random(7)
    game = 0
    path = tmp_path / "game-0.acq"
    for kill in range(KILLS):
        if path.exists() and at(path.read_text()).over:
            game += 1
            path = tmp_path / f"game-{game}.acq"
        _play_until_killed(path, rng, kill)
        session = at(path.read_text())
        assert not findings(session)
        # What was being written as the kill came is swept away by the next process.
        assert len(list(tmp_path.glob(".*.tmp"))) <= 1


def _play_until_killed(path: Path, rng: Random, kill: int) -> None:
    arguments = [PYTHON, "-m", "acquire_cli", "play", str(path)]
    accepted: list[str] = []
    if path.exists():
        accepted = _decided(at(path.read_text()))
    else:
        arguments += ["--players", SEATS, "--seed", path.stem]
    process = subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=BARE, bufsize=0
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        _answered(process)
        for _ in range(rng.randrange(1, 7)):
            session = at(path.read_text())
            if session.over:
                break
            if session.waiting:  # killed between two steps of a computer player
                break
            process.stdin.write((_line(session, rng) + "\n").encode())
            _answered(process)
            accepted = _decided(at(path.read_text()))
        if not at(path.read_text()).over:
            process.stdin.write((_line(at(path.read_text()), rng) + "\n").encode())
            select.select([], [], [], rng.random() * 0.004)
        process.send_signal(signal.SIGKILL)
    finally:
        process.wait()
        process.stdin.close()
        process.stdout.close()
    found = _decided(at(path.read_text()))
    # An open turn that went on is longer now, in its words (what merges, what somebody does) or by
    # further ones; that nothing was bought goes without saying.
    assert found[: max(0, len(accepted) - 1)] == accepted[:-1]
    if accepted:
        before = accepted[-1].removesuffix(" +").split()
        now = found[len(accepted) - 1].split()
        assert len(now) >= len(before)
        assert all(word.startswith(old) for word, old in zip(now, before, strict=False)), now


def _answered(process: "subprocess.Popen[bytes]") -> None:
    """Wait until the program has answered, which ends with the log of a line that is none."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"? redo\n")
    said = b""
    while b"redo (r): " not in said:
        assert select.select([process.stdout], [], [], 60)[0], said
        more = os.read(process.stdout.fileno(), 1 << 16)
        assert more, said
        said += more


def _line(session: Session, rng: Random) -> str:
    s = session.state
    actions = list(legal(s))
    return typed(s, session, rng.choice(actions)) if actions else "board"


def _decided(session: Session) -> list[str]:
    """Everything decided so far, the words of an open turn one by one."""
    out = [" ".join(line.split()) for line in session.now.lines]
    opened = session.open_text().removesuffix(" ..")
    return [*out, opened] if opened else out
