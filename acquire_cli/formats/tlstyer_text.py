"""A game of acquire.tlstyer.com as text.

It has headers, then blocks that begin with ``action: SEAT NAME PARAMETERS`` and may have below it,
indented, what the program showed; at the end the same game as JSON.
"""

import re
from typing import BinaryIO

from acquire_cli.formats.tlstyer import (
    KINDS,
    MAX_LINES,
    NUMBER,
    ROWS,
    ForeignGame,
    Score,
    Shown,
    WordError,
    action_of,
    by_columns,
    fields_of,
    numbered,
    parsed,
    square_of,
)

_HEADER = re.compile(r"([A-Za-z][A-Za-z ]{0,60}):(?: (.*))?")
_TABLE_HEAD = "P  L  T  A  F  W  C  I Cash  Net"
_RACK = re.compile(r"\d{1,2}: (.*)")
_RACK_TILE = re.compile(r"(\d{1,2}[A-I])(?:\((.)\))?")


def read_text(stream: BinaryIO, file: str = "") -> ForeignGame:
    """The game of a file in the text form; what cannot be read is among its findings."""
    reader = _TextReader(ForeignGame(file, 1, 1))
    for number, text, wrong in numbered(stream):
        if number > MAX_LINES:
            wrong = f"a game has at most {MAX_LINES:,} lines"
        if wrong:
            reader.game.find(wrong, number, text)
            break
        reader.take(text, number)
        if reader.game.broken:
            break
    reader.close()
    return reader.game


class _TextReader:
    """Takes the lines of one game, one after the other."""

    def __init__(self, game: ForeignGame) -> None:
        self.game = game
        self.ids: list[str] = []
        self.me = ""
        self.playable = -1
        self.below: list[tuple[int, str]] = []
        self.json: list[str] | None = None
        self.json_line = 0

    def take(self, text: str, line: int) -> None:
        if self.json is not None:
            self.json.append(text)
            return
        try:
            if text.startswith("  ") and text.strip():
                if not self.game.actions:
                    raise WordError("this stands below no action")
                self.below.append((line, text[2:]))
                return
            self._close_block()
            if text.strip():
                self._headed(text.rstrip(), line)
        except WordError as bad:
            self.game.find(bad.message, line, text, bad.start, bad.length)

    def _headed(self, text: str, line: int) -> None:
        found = _HEADER.fullmatch(text)
        if found is None:
            raise WordError("this is neither a header nor an action")
        key, value = found[1], (found[2] or "").strip()
        at = found.start(2) if value else 0
        game = self.game
        if key == "Game JSON" and not value:
            self.json = []
            self.json_line = line
        elif key == "action":
            try:
                action = action_of(value, line)
            except WordError as bad:
                raise WordError(bad.message, at + bad.start, bad.length) from None
            action.playable = self.playable
            self.playable = -1
            game.actions.append(action)
        elif key == "game mode":
            game.mode = value
        elif key == "tile bag" or key == "revealed tile bag tiles":
            for tile in re.finditer(r"[^, ]+", value):
                square = square_of(tile[0])
                if square < 0 and tile[0] != "?":
                    raise WordError(f"{tile[0]!r} is no tile", at + tile.start(), len(tile[0]))
                game.bag.append(square)
        elif key == "user":
            number, _, name = value.partition(" ")
            if not number.isdecimal() or not name.strip() or number in self.ids:
                raise WordError("a user is a number, each once, and a name", at, len(value))
            self.ids.append(number)
            game.names.append(name.strip())
        elif key == "me":
            self.me = value
        elif key == "timestamp":
            game.started = game.started or value
        elif key == "player ID with playable tile":
            if not value.isdecimal() or len(value) > 9 or int(value) >= len(self.ids):
                raise WordError(f"{value!r} is no player's number", at, len(value))
            self.playable = int(value)
        elif key not in ("player arrangement mode", "host", "revealed tile rack tiles"):
            raise WordError(f"nothing is called {key!r} here", 0, len(key))

    def _close_block(self) -> None:
        """What stood below the last action."""
        below, self.below = self.below, []
        if not below:
            return
        action = self.game.actions[-1]
        line, text = below[0]
        if text.startswith("error: "):
            action.error = text[7:].strip() or "refused"
            return
        try:
            action.shown = _shown(below, len(self.ids))
        except WordError as bad:
            self.game.find(bad.message, line + bad.start, below[bad.start][1])

    def close(self) -> None:
        game = self.game
        if not game.broken:
            self._close_block()
        if self.me:
            game.viewer = self.ids.index(self.me) if self.me in self.ids else -1
        if not game.broken and not game.names:
            game.find("no user is named", 1)
        if game.actions and game.actions[-1].shown.following[1:2] == ("GameOver",):
            game.end = "GameOver"
        if self.json is not None and not game.broken:
            self._compare_json()

    def _compare_json(self) -> None:
        """The JSON at the end tells the same game."""
        game = self.game
        lines = self.json or []
        try:
            told = parsed("\n".join(lines))
        except WordError as bad:
            line = "\n".join(lines)[: bad.start].count("\n")
            game.find(bad.message, self.json_line + 1 + line, lines[line] if lines else "")
            return
        text = "Game JSON:"
        if not isinstance(told, dict):
            game.find("the JSON is no game", self.json_line, text)
            return
        bag = told.get("tileBag", [])
        if not isinstance(bag, list) or [by_columns(x) for x in bag] != game.bag:
            game.find("the JSON tells another bag", self.json_line, text)
        if told.get("usernames") != game.names:
            game.find("the JSON tells other users", self.json_line, text)
        taken = [(action.kind, action.values) for action in game.actions if not action.error]
        listed = told.get("gameActions", [])
        if not isinstance(listed, list) or [_from_json(x) for x in listed] != taken:
            game.find("the JSON tells other actions", self.json_line, text)


def _from_json(value: object) -> tuple[str, tuple[int, ...]]:
    if isinstance(value, dict) and len(value) == 1:
        [(name, given)] = value.items()
        kind = name[:1].upper() + name[1:]
        if kind in KINDS and isinstance(given, dict):
            return kind, fields_of(kind, given)
    return "", ()


def _shown(below: list[tuple[int, str]], players: int) -> Shown:
    """Board, table, racks and who is next. Raises WordError, ``start`` the line of the block."""
    height = max(ROWS, players + 4)
    table = [text for _, text in below[:height]]
    for at, row in enumerate(table):
        if at < ROWS and not re.fullmatch(r"[·O#█LTAFWCI]{12}", row[:12]):
            raise WordError("this is no row of a board", at)
    if len(table) < height:
        raise WordError("the board or the table beside it stops short", len(table) - 1)
    if table[0][14:] != _TABLE_HEAD:
        raise WordError("above the table stands: " + _TABLE_HEAD, 0)
    scores = []
    for at in range(1, players + 1):
        cells = _cells(table[at], at)
        scores.append(Score(cells[:7], cells[7], cells[8]))
    bank = _cells(table[players + 1], players + 1)[:7]
    sizes = _cells(table[players + 2], players + 2)[:7]
    racks: list[tuple[tuple[int, str], ...]] = []
    following: tuple[str, ...] = ()
    in_racks = False
    for _, text in below[height:]:
        if text.startswith("  "):
            rack = _RACK.fullmatch(text.strip()) if in_racks else None
            if rack is not None:
                tiles = _RACK_TILE.finditer(rack[1])
                racks.append(tuple((square_of(tile[1]), tile[2] or "") for tile in tiles))
            continue
        in_racks = text.strip() == "tile racks:"
        if text.startswith("next action: "):
            following = tuple(text[13:].split())
    board = tuple(row[:12].replace("·", ".").replace("█", "#") for row in table[:ROWS])
    return Shown(board, tuple(scores), bank, sizes, tuple(racks), following)


def _cells(row: str, at: int) -> tuple[int, ...]:
    """Seven columns of three signs and two of five; a blank or a dash is 0."""
    text = row[15:].ljust(31)
    words = [text[3 * k : 3 * k + 3].strip() for k in range(7)]
    words += [text[21:26].strip(), text[26:31].strip()]
    if not all(word in ("", "-") or NUMBER.fullmatch(word) for word in words):
        raise WordError("this is no row of the table", at)
    return tuple(0 if word in ("", "-") else int(word) for word in words)
