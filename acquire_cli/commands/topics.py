"""What `acquire help TOPIC` shows: one table of topics, each a title and what makes its text.

Texts that repeat a table of the program (commands, rulesets, error codes) are made from that table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from acquire_cli.commands.table import COMMANDS

WIDTH: Final = 80


@dataclass(frozen=True, slots=True)
class Topic:
    title: str
    text: Callable[[], str]


NOTATION = """\
A record is plain text. Its first line is `acquire 1`, then come headers, then
one line a turn:

  acquire 1
  ruleset: classic@1
  players: ann bob cid
  bag: 9C 5F 11B ...

  1 ann 6F                        ann places 6F
  2 bob 6G=L +LLL                 6G founds Luxor; bob buys three shares of it
  9 cid 5G IxT T:ann-s3,bob-s2t2  Imperial takes Tower; ann sells 3, bob sells 2
                                  and trades 2
  10 ann . +WW end                no tile; two shares of Worldwide; the end is
                                  declared
  result: declared ann=38900 bob=31200 cid=27000

Reading is lax: any case, more spaces, `f6` for `6F`; forced facts and implied
actors may be left out. `acquire fmt` writes the one canonical form. `#` starts
a comment. A blank line means nothing, and several games may stand in a file.

  6F             placement            .        no tile can be placed
  6F=L           founds a chain       +IIL     shares bought
  IxTC           a merger: Imperial takes Tower, then Continental
  T:bob-s2t2k1   of Tower bob sells 2, trades 2 (shares given) and keeps 1
  T^5C           the bank's tile was 5C, where the bank is a shareholder
  end            the end is declared
  x7B,8C         tiles set aside      ^7B,?    tiles drawn, where no bag tells
  =4200          cash after the turn, checked; =bob:4200 another player's
  !! ! !? ?! ? ??     marks           @14:05 %+3.5   a time, an evaluation
  ..             the last turn is not over yet
  ~bob+500 ~bob-L ~+LLLL ~end ~. ~x7B ~x ~^
                 it was so though a rule was broken (acquire help W-irregular)

All of it: acquire-notation(5), and notation/spec.md.
"""

EXIT_CODES = """\
0    yes: it was done, or what was asked about is so
1    the answer is no: there are findings, a file is not canonical
2    usage, or an input that cannot be read or an output that cannot be written
70   a fault of the program itself; please report it
130  interrupted

2 outweighs 1. A reader that closes the pipe early (`| head`) is no error.
"""

ENVIRONMENT = """\
NO_COLOR            set and not empty: no colour
FORCE_COLOR,
CLICOLOR_FORCE      set and not 0: colour even where there is no terminal
CLICOLOR=0,
TERM=dumb           no colour
COLUMNS             width of the output, else the terminal's, else 80
LC_ALL, LC_CTYPE,
LANG                whether a terminal shows signs beyond ASCII; output is UTF-8
                    in any locale
XDG_CONFIG_HOME     your own defaults for `play`, in acquire/play.toml there,
                    else in ~/.config/acquire/play.toml
XDG_DATA_HOME       games that `play` begins without a file, in acquire/games
                    there, else in ~/.local/share/acquire/games
XDG_STATE_HOME      what was typed at the prompt, in acquire/history there, else
                    in ~/.local/state/acquire/history
ACQUIRE_DEBUG=1     an internal fault shows where it happened

--color auto|always|never outweighs all that is said of colour.
"""

FORMATS = """\
--format, or the ending of the file that -o names, says what is written. Money
is whole dollars, chains are letters, tiles have their names; null is what
nobody knows. The meaning of each field stands in acquire(1).

validate --format json, jsonl: findings, each
  {findings}

replay --format json: a game, of several an array of games
  {game}
  players: {game_players}
  turns: {turn}
  result: reason finished players
replay --format jsonl: a line a turn
  {turn_line}
replay --format jsonl --events: a line an event, likewise --format csv
  {events}
replay --at N --format json, jsonl: one position
  {position}
  players: {position_players}
  chains: {position_chains}

standings --format json, csv: a player of a game
  {standings}
standings --summary: a player
  {summary}

moves --format jsonl: {moves}
rules --format json: see acquire-rulesets(7)
"""

GAME = "schema file game ruleset rules players position turns result"
GAME_PLAYERS = "player name seat cash"
TURN = "turn player text events cash net position"
POSITION = (
    "schema file game turn player text phase actor reason bag_left position board players chains"
)
POSITION_PLAYERS = "player cash shares net hand"
POSITION_CHAINS = "chain name size price safe bank"
FINDINGS = "file game turn line column length severity code message hint text"
MOVES = "file game text"


def _formats() -> str:
    from acquire_cli.commands.standings_game import FIELDS
    from acquire_cli.commands.standings_run import SUMMARY_FIELDS
    from acquire_cli.formats.csvs import EVENT_HEAD

    fields = {
        "findings": FINDINGS,
        "game": GAME,
        "game_players": GAME_PLAYERS,
        "turn": TURN,
        "turn_line": "file game " + TURN,
        "events": " ".join(EVENT_HEAD),
        "position": POSITION,
        "position_players": POSITION_PLAYERS,
        "position_chains": POSITION_CHAINS,
        "standings": " ".join(FIELDS),
        "summary": " ".join(SUMMARY_FIELDS),
        "moves": MOVES,
    }
    lines = FORMATS.format_map(fields).split("\n")
    return "\n".join(
        _wrapped(line, "    " if line.startswith(" ") else "") if len(line) > WIDTH else line
        for line in lines
    )


def _commands() -> str:
    width = max(map(len, COMMANDS))
    rows = (
        _wrapped(f"acquire {name:{width}}  {summary}", " " * (width + 10))
        for name, summary in COMMANDS.items()
    )
    return "\n".join([*rows, "", "Options of a command: acquire COMMAND --help"])


def _rulesets() -> str:
    from acquire_cli.rulesets import load
    from acquire_cli.rulesets.knobs import KNOBS

    names = load.names()
    width = max(map(len, names))
    rows = [f"{name:{width}}  {load.load(name).title}" for name in names]
    knobs = []
    for knob in KNOBS:
        allowed = f"{knob.allowed}; {knob.default} by default"
        knobs.append(_wrapped(f"  {knob.key:13}  {allowed}", " " * 17))
        knobs.append(_wrapped(f"{'':17}{knob.meaning}", " " * 17))
    return "\n".join(
        [
            *rows,
            "",
            "A record names its ruleset and the revision it was played under:",
            "`ruleset: classic@1`. A ruleset of your own is a TOML file, named by its path;",
            "`acquire rules show NAME` prints what one says, and why.",
            "",
            "Single rules are set beside it, in the record or with --rules:",
            "`rules: cash=5000 dead=repeat`. The keys and what they may be:",
            "",
            *knobs,
            "",
            "All of it: acquire-rulesets(7)",
        ]
    )


def _findings() -> str:
    codes = _codes()
    width = max(map(len, codes), default=0)
    rows = (f"{code:{width}}  {entry.title}" for code, entry in codes.items())
    return "\n".join([*rows, "", "More on one of them: acquire help CODE"])


TOPICS: Mapping[str, Topic] = {
    "commands": Topic("What each command does", _commands),
    "notation": Topic("How a game is written down", lambda: NOTATION),
    "rulesets": Topic("The rules that can be played by, and what can be set", _rulesets),
    "formats": Topic("The fields of JSON and CSV", _formats),
    "findings": Topic("What can be wrong with a record: every code", _findings),
    "exit-codes": Topic("What the exit code says", lambda: EXIT_CODES),
    "environment": Topic("Variables and folders that are looked at", lambda: ENVIRONMENT),
}


def overview() -> str:
    width = max(map(len, TOPICS))
    rows = [f"  {name:{width}}  {topic.title}" for name, topic in TOPICS.items()]
    return "\n".join(
        [
            "acquire help TOPIC",
            "",
            *rows,
            "",
            "or the name of a command, or the code of a finding (E-...).",
        ]
    )


def find(topic: str) -> str | None:
    """The text on `topic`, a name in any case or an error code; None if there is nothing."""
    word = topic.lower()
    if word in TOPICS:
        return TOPICS[word].text()
    codes = _codes()
    code = {name.lower(): name for name in codes}.get(word)
    if code is None:
        return None
    entry = codes[code]
    parts = [_wrapped(f"{code}: {entry.title}"), _wrapped(entry.text)]
    if entry.example:
        shown = entry.example.replace("\n", "\n  ")
        parts.append(f"For example:\n  {shown}")
    parts.append(_wrapped(f"To mend it: {entry.mend}"))
    return "\n\n".join(parts)


def known() -> tuple[str, ...]:
    """Every word that `acquire help` explains."""
    return (*TOPICS, *COMMANDS, *_codes())


def _wrapped(text: str, indent: str = "") -> str:
    """A paragraph in lines of at most 80 columns."""
    from textwrap import fill

    return fill(
        text,
        WIDTH,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def suggestion(topic: str) -> str:
    """`; do you mean ...?` where something is near, else nothing."""
    from difflib import get_close_matches

    words = {name.lower(): name for name in known()}
    near = get_close_matches(topic.lower(), words, n=3)
    return f"; do you mean {' or '.join(words[name] for name in near)}?" if near else ""


def _codes() -> Mapping[str, Any]:
    """The table of findings: code -> something with `.title`, `.text`, `.example` and `.mend`."""
    from acquire_cli.notation.explained import CODES

    return CODES
