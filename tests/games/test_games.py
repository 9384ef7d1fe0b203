"""The games that ship: each is good, canonical, with the result it comes to; together they show
every ruleset, every end and every number of players."""

from pathlib import Path

import pytest

from acquire_cli.engine import codes as c
from acquire_cli.notation.position import parse_position, position_text
from acquire_cli.records.canon import canonical
from acquire_cli.records.game import Game, open_game
from acquire_cli.records.replay import check, check_result, steps
from acquire_cli.rulesets.load import names
from tests.games.make import plans, readme
from tests.replaying import final, read_one

GAMES = Path(__file__).resolve().parents[2] / "games"
FILES = sorted(GAMES.glob("*.acq"))
each_game = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def played(path: Path) -> Game:
    game, found = open_game(read_one(path))
    assert game is not None
    for _ in steps(game, found):
        pass
    assert found == []
    return game


def test_there_are_enough_games() -> None:
    assert len(FILES) >= 16


@each_game
def test_a_game_gives_no_findings(path: Path) -> None:
    assert check(read_one(path)) == []


@each_game
def test_a_game_is_its_own_canonical_form(path: Path) -> None:
    lines, found = canonical(read_one(path))
    assert lines is not None
    assert "".join(line + "\n" for line in lines).encode() == path.read_bytes()
    assert found == []


@each_game
def test_a_result_is_the_one_the_turns_come_to(path: Path) -> None:
    game = played(path)
    record = game.record
    if record.result is None:
        assert record.turns[-1].open
        return
    assert check_result(game) == []
    reason, *totals = record.result.value.split()
    end = final(game)
    assert reason == end["reason"] if game.state.phase == c.OVER else reason == "abandoned"
    assert dict(total.split("=") for total in totals) == {
        handle: str(money) for handle, money in end["totals"].items()
    }


@each_game
def test_every_position_of_a_game_is_a_text_and_back(path: Path) -> None:
    game, found = open_game(read_one(path))
    assert game is not None
    texts = [position_text(game.state, game.names.handles)]
    for _ in steps(game, found):
        texts.append(position_text(game.state, game.names.handles))
    assert len(texts) == 1 + len(game.record.turns)
    for text in texts:
        placed = parse_position(text, game.rules)
        assert list(placed.handles) == game.names.handles
        assert position_text(placed.state, placed.handles) == text


def test_a_file_is_named_after_what_it_holds() -> None:
    for path in FILES:
        game = played(path)
        rest = path.stem.removeprefix(f"{game.rules.ruleset.name}-")
        assert rest != path.stem
        number, what = rest.split("-", 1)
        assert number == f"{game.state.players}p"
        reason = c.REASON_NAMES[game.state.reason]
        assert what not in c.REASON_NAMES or what == reason


def test_every_ruleset_has_two_games() -> None:
    told = [played(path).rules.ruleset.name for path in FILES]
    assert {name for name in names() if told.count(name) >= 2} == set(names())


def test_every_end_owns_a_game() -> None:
    results = [read_one(path).result for path in FILES]
    reasons = {"none" if one is None else one.value.split()[0] for one in results}
    assert reasons == {"declared", "exhausted", "stalled", "abandoned", "none"}


def test_two_to_six_play() -> None:
    assert {len(read_one(path).handles) for path in FILES} == {2, 3, 4, 5, 6}


def test_the_kinds_of_record_are_all_there() -> None:
    kinds = set()
    for path in FILES:
        record = read_one(path)
        if record.get("position") is not None:
            kinds.add("position")
        elif record.get("bag") is not None:
            kinds.add("bag")
        elif any(header.key.startswith("hand.") for header in record.headers):
            kinds.add("dealt")
        else:
            assert record.get("start") is not None
            kinds.add("table")
    assert kinds == {"bag", "dealt", "position", "table"}


def test_some_have_remarks_marks_and_assertions() -> None:
    turns = [turn for path in FILES for turn in read_one(path).turns]
    assert sum(turn.comment is not None for turn in turns) > 30
    assert {turn.glyph for turn in turns} >= {"!!", "!", "!?", "?!", "?", "??"}
    assert sum(len(turn.cash) for turn in turns) > 100
    assert any(turn.clock for turn in turns)
    assert any(turn.evaluation for turn in turns)
    assert any(turn.open for turn in turns)


def test_the_list_of_games_is_the_one_of_the_plan() -> None:
    every = plans()
    assert sorted(plan["file"] for plan in every) == [path.stem for path in FILES]
    assert readme(every) == (GAMES / "README.md").read_text(encoding="utf-8")
