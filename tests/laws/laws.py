"""What holds of every whole game, and of its record. A law that is broken is an AssertionError."""

from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from random import Random

from acquire_cli.engine import codes as c
from acquire_cli.engine.game import legal, play
from acquire_cli.engine.scoring import totals
from acquire_cli.formats.record_json import document_text, lines_text, read_documents, read_lines
from acquire_cli.notation.position import position_text
from acquire_cli.notation.reader import read_games
from acquire_cli.notation.record import Record
from acquire_cli.records.canon import canonical
from acquire_cli.records.game import open_game
from acquire_cli.records.replay import check, steps
from acquire_cli.records.standings import rows
from acquire_cli.records.views import TABLE, view
from tests.engine import slow
from tests.engine.support import slots, undone
from tests.engine.test_laws import accepted_is_legal
from tests.engine.test_laws import check as position_is_sound
from tests.laws.games import HANDLES, Whole

EVERY = {"position": 10, "documents": 10, "slow": 40, "views": 40, "undo": 40, "accepted": 200}
"""How many games go by from one that a dear law is held against to the next; ``record`` is held
against all. ``accepted`` tries every action there is, legal or not."""


Put = Callable[[bytes], None]
"""Where what came out goes, to be compared with another run."""


def hold(game: Whole) -> bytes:
    """Hold a game against the laws whose turn it is; a digest of everything that came out."""
    number = game.plan.number
    digest = sha256(game.text.encode())
    record(game)
    # Rulesets and players go round in 35: the laws must not go round with them.
    turn = Random(f"laws {number}").random
    if turn() < 1 / EVERY["documents"]:
        documents(game, digest.update)
    if turn() < 1 / EVERY["views"]:
        views(game, digest.update)
    wanted = {law for law in ("position", "slow", "undo", "accepted") if turn() < 1 / EVERY[law]}
    if wanted:
        again(game, wanted)
    return digest.digest()


def read(text: str) -> Record:
    [one] = read_games(BytesIO(text.encode()), "game")
    return one


def record(game: Whole) -> None:
    """What was played is valid, reads back as it was written, and comes to the same money."""
    found = check(read(game.text))
    assert not found, found
    one = read(game.text)
    opened, found = open_game(one)
    assert opened is not None
    assert not found
    start = opened.state.copy()
    for _ in steps(opened, found):
        pass
    assert not found
    mine, theirs = slots(game.last), slots(opened.state)
    for state in (mine, theirs):
        state.pop("log")
        state.pop("rules")
    assert mine == theirs
    assert start.cash == game.start.state.cash
    lines, found = canonical(read(game.text))
    assert lines is not None
    assert "\n".join(lines) + "\n" == game.text, "written, read and written is not as written"
    money = {row.player: row.total for row in rows(opened)}
    order = [HANDLES[seat] for seat in game.start.order]
    assert money == dict(zip(order, totals(game.last), strict=True))


def documents(game: Whole, put: Put) -> None:
    """Into both forms of JSON and back is as it was."""
    for write, back in ((document_text, read_documents), (lines_text, read_lines)):
        text = write(read(game.text))
        [item] = back(BytesIO(text.encode()), "game")
        assert item.record is not None
        assert not item.found
        lines, found = canonical(item.record)
        assert not found
        assert lines is not None
        assert "\n".join(lines) + "\n" == game.text
        put(text.encode())


def views(game: Whole, put: Put) -> None:
    """What the table sees is a valid record that comes to the same end."""
    lines, found = view(read(game.text), TABLE)
    assert not found
    assert lines is not None
    text = "\n".join(lines) + "\n"
    assert not [f for f in check(read(text)) if f.severity == "error"]
    assert lines[-1] == game.text.splitlines()[-1]
    put(text.encode())


def again(game: Whole, wanted: set[str]) -> None:
    """Play the same actions again and look closely at what the laws say of every position."""
    s = game.start.state.copy()
    rng = Random(f"looks {game.plan.number}")
    names = [HANDLES[seat] for seat in game.start.order]
    for action in game.actions:
        if "position" in wanted:
            position_is_sound(s)
        if "slow" in wanted and rng.random() < 0.2:
            actions = legal(s)
            assert len(actions) == len(set(actions))
            assert set(actions) == slow.legal(s)
        if "accepted" in wanted and rng.random() < 0.02:
            accepted_is_legal(s, rng)
        if "undo" in wanted and rng.random() < 0.1:
            undone(s, action)
            assert position_text(s, names) == position_text(s.copy(), names)
        assert play(s, action) == c.OK
    assert slots(s)["cells"] == slots(game.last)["cells"]
    assert s.cash == game.last.cash
