"""All games of `acquire standings`: what came of them, in each form of output."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from acquire_cli.commands import exits
from acquire_cli.commands.environment import Environment
from acquire_cli.commands.output import Inputs
from acquire_cli.commands.report import report
from acquire_cli.commands.standings_game import FIELDS, Ranked

if TYPE_CHECKING:
    from acquire_cli.commands.jobs import Workers
    from acquire_cli.display.board import Look
    from acquire_cli.notation.reader import Cut
    from acquire_cli.records.standings import Row
    from acquire_cli.records.tournament import Line, Tally, Tournament

SUMMARY_FIELDS = (
    "player",
    "games",
    "wins",
    "mean_rank",
    "total",
    "mean_share",
    "points",
    "adjusted_share",
    "even_wins",
    "rank",
    "heat",
    "rank_1",
    "rank_2",
    "rank_3",
    "rank_4",
    "rank_5",
    "rank_6",
)


class Run:
    """One run of the command: its games, and what came of them."""

    def __init__(
        self,
        environment: Environment,
        files: list[str],
        tournament: "Tournament",
    ) -> None:
        self.environment = environment
        self.inputs = Inputs(environment, files)
        self.answer = exits.YES
        self.out = environment.stdout
        self.tournament = tournament
        self.by = "player"
        self.heat: str | None = None
        self.unfinished = False
        self.look: Look
        self.ranked: Workers[Cut, Ranked]
        self.seen = 0
        self.left_out = 0

    @property
    def tally(self) -> "Tally":
        """What all games come to."""
        return self.tournament.all

    def lines(self) -> "Iterator[Line]":
        """The lines of every heat, then of all games."""
        for heat, tally in self.tournament.tables():
            yield from tally.lines(heat)

    def say_what_is_left_out(self, summed: bool) -> None:
        """Unfinished games that the summary does not count, where one was shown."""
        if self.left_out and summed:
            games = f"{self.left_out} unfinished game{'s are' if self.left_out > 1 else ' is'}"
            self.environment.say(f"{games} not counted in the summary; see --unfinished")

    def tables(self) -> "Iterator[Ranked]":
        """Each game that can be played, added to the sums."""
        for file, stream in self.inputs:
            try:
                for game in self.ranked.of(stream, file):
                    if game.errors:
                        self.answer = exits.NO
                        self.say(game)
                    table = game.table
                    if table is None:
                        continue
                    self.seen += 1
                    if table[0].finished or self.unfinished:
                        self.tournament.add(table, game.heat)
                    else:
                        self.left_out += 1
                    yield game
            except OSError as error:
                self.inputs.refuse(file, error)

    def say(self, game: Ranked) -> None:
        """The first finding of a game, how many more there are, and what becomes of the game."""
        self.out.flush()
        report(self.environment, game.first)
        left_out = game.table is None
        if game.errors > 1:
            more = f"and {game.errors - 1} more, shown by acquire validate"
            self.environment.show(f"  {more}{'; the game is left out' if left_out else ''}")
        elif left_out:
            self.environment.show("  the game is left out")

    # ---- the forms of output ----

    def json(self, summary: bool) -> None:
        from acquire_cli.formats.encode import array, line

        def entries() -> Iterator[str]:
            for game in self.tables():
                if not summary:
                    yield game.text
            if summary:
                for entry in self.lines():
                    yield line(self.fields(entry))

        self.out.writelines(array(entries()))

    def csv(self, summary: bool) -> None:
        from acquire_cli.formats.csvs import Writer

        writer = Writer(self.out, self.names() if summary else FIELDS)
        for game in self.tables():
            self.out.write(game.text)
        if summary:
            writer.write(map(self.fields, self.lines()))

    def names(self) -> tuple[str, ...]:
        """The fields of a summary; the first is what its lines are about."""
        return (self.by.replace("-", "_"), *SUMMARY_FIELDS[1:])

    def fields(self, line: "Line") -> dict[str, Any]:
        made = dict(zip(self.names(), line, strict=True))
        if self.by in ("seat", "order"):
            made[self.by] = int(line.player)
        elif self.by == "first-merger" and line.player == "none":
            made["first_merger"] = None
        return made

    def text(self, summary: bool) -> None:
        from acquire_cli.display.tournament import heat_title, table_lines

        for game in self.tables():
            if not summary:
                self.out.write("\n" + game.text if self.seen > 1 else game.text)
        if not self.tally.games or (self.seen < 2 and not summary):
            return
        above: list[str] = []
        for heat, tally in self.tournament.tables():
            if heat is not None:
                above += [heat_title(self.heat or "", heat), ""]
            elif above or not summary:
                above += [self.title(), ""]
            self.write(
                [
                    *([] if summary else [""]),
                    *above,
                    *table_lines(self.by, tally.lines(), self.look),
                ]
            )
            above = [""]

    def title(self) -> str:
        """What stands above the summary of all games."""
        games = self.tally.games
        return f"All {games} {'finished ' if self.left_out else ''}game{'s' * (games != 1)}"

    def table(self, summary: bool, style: str) -> None:
        """Tabulate's tables are whole tables: one of all games, then one of the players a heat."""
        from acquire_cli.display.tables import tabulated
        from acquire_cli.display.tournament import cells, head, places
        from acquire_cli.rulesets.money import money

        # Tab-separated values are for programs, all other tables for people.
        amount: Callable[[int], str] = str if style == "tsv" else money
        gathered: list[Row] = []
        letters: dict[str, None] = {}
        for game in self.tables():
            if not summary:
                gathered += game.table or []
                letters.update(dict.fromkeys(game.letters))
        parts = []
        if not summary:
            names, texts = _grid(gathered, list(letters), self.seen > 1, amount)
            parts.append(tabulated(texts, names, ("file", "player", "reason"), style))
        if summary or self.seen > 1:
            lines = list(self.lines())
            names = list(head(self.by, lines))
            texts = [cells(self.by, line, places(lines), amount) for line in lines]
            if self.heat is not None:
                names = [self.heat, *names]
                texts = [
                    ["all" if line.heat is None else line.heat, *row]
                    for line, row in zip(lines, texts, strict=True)
                ]
            parts.append(
                tabulated(texts, names, ("player", "first merger", self.heat or ""), style)
            )
        self.write("\n\n".join(parts).split("\n"))

    def write(self, lines: list[str]) -> None:
        self.out.write("\n".join(lines) + "\n")


def _grid(
    table: "Sequence[Row]", letters: list[str], several: bool, amount: Callable[[int], str]
) -> tuple[list[str], list[list[str]]]:
    """Head and cells of one table of one game or of several."""
    from acquire_cli.display.standings import held_letters, player_text

    held = held_letters(table, letters)
    place = ["file", "game"] if several else []
    unfinished = any(not row.finished for row in table)
    head = [*place, "rank", "player", "cash", *held, "bonuses", "worth", "total", "gap"]
    if several or unfinished:
        head.append("reason")
    rows = []
    for row in table:
        cells = [row.file, str(row.game)] if several else []
        cells += [str(row.rank), player_text(row), amount(row.cash)]
        cells += [str(row.shares.get(letter, 0)) for letter in held]
        cells += [amount(x) for x in (row.bonuses, row.worth, row.total, row.gap)]
        if several or unfinished:
            cells.append(row.reason)
        rows.append(cells)
    return head, rows
