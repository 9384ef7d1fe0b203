"""Games of acquire.tlstyer.com as JSON lines, a game a line.

A line has ``players``, ``tileBag``, ``actions``, ``scores`` after each, ``final``.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO

from acquire_cli.formats.tlstyer import (
    NUMBER,
    ROWS,
    ForeignGame,
    Score,
    Shown,
    WordError,
    action_of,
    numbered,
    parsed,
    square_of,
)


def read_jsonl(stream: BinaryIO, file: str = "") -> Iterator[ForeignGame]:
    """The games of a file with a game a line; a line that cannot be read is a game of findings."""
    number = 0
    for line, text, wrong in numbered(stream):
        if not text.strip() and not wrong:
            continue
        number += 1
        game = ForeignGame(file, number, line)
        if wrong:
            game.find(wrong, line, text)
        else:
            _read_line(game, text)
        yield game


def _read_line(game: ForeignGame, text: str) -> None:
    line = game.line
    try:
        told = parsed(text)
    except WordError as bad:
        around = max(0, bad.start - 40)
        game.find(bad.message, line, text[around:], bad.start - around, 1)
        return
    if not isinstance(told, dict):
        game.find("a line is an object: players, tileBag, actions, scores, final", line, text)
        return
    players = told.get("players")
    if type(players) is not int or not 1 <= players <= 6:
        game.find("players: is their number, 1 to 6", line, str(players))
        return
    game.names = [""] * players
    lists = [told.get(key, []) for key in ("tileBag", "actions", "scores")]
    for key, value in zip(("tileBag", "actions", "scores"), lists, strict=True):
        if not isinstance(value, list):
            game.find(f"{key}: is a list", line, str(value))
            return
    tiles, actions, scores = lists
    for tile in tiles:
        square = square_of(tile) if isinstance(tile, str) else -1
        if square < 0 and tile != "?":
            game.find("tileBag: lists tiles", line, str(tile))
            return
        game.bag.append(square)
    for at, written in enumerate(actions):
        try:
            if not isinstance(written, str):
                raise WordError("an action is written as a text")
            action = action_of(written, line)
            if at < len(scores):
                action.shown = Shown(scores=_vector(scores[at], players))
        except WordError as bad:
            message = f"action {at + 1}: {bad.message}"
            game.find(message, line, str(written), bad.start, bad.length)
            return
        game.actions.append(action)
    if scores and len(scores) != len(actions):
        game.find(f"{len(actions)} actions have {len(scores)} scores", line)
    final = told.get("final")
    if final is not None:
        _read_final(game, final, players)


def _read_final(game: ForeignGame, final: object, players: int) -> None:
    if not isinstance(final, dict):
        game.find("final: is an object: score, board, end", game.line, str(final))
        return
    board = final.get("board")
    rows = tuple(board.split("/")) if isinstance(board, str) else ()
    if len(rows) != ROWS or not all(re.fullmatch(r"[.O#LTAFWCI]{12}", row) for row in rows):
        game.find("final: its board is nine rows of twelve signs", game.line, str(board))
        return
    try:
        game.final_scores = _vector(final.get("score"), players)
    except WordError as bad:
        game.find("final: " + bad.message, game.line, str(final.get("score")))
        return
    game.final_board = rows
    game.end = str(final.get("end", ""))


def _vector(text: object, players: int) -> tuple[Score, ...]:
    """``L,T,A,F,W,C,I,cash,net`` of each player, with spaces between. Raises WordError."""
    words = text.split(" ") if isinstance(text, str) else []
    out = []
    for word in words:
        numbers = word.split(",")
        if len(numbers) != 9 or not all(NUMBER.fullmatch(number) for number in numbers):
            raise WordError(f"{word!r} is no score: L,T,A,F,W,C,I,cash,net")
        cells = [int(number) for number in numbers]
        out.append(Score(tuple(cells[:7]), cells[7], cells[8]))
    if len(out) != players:
        raise WordError(f"{len(out)} scores, {players} players")
    return tuple(out)
