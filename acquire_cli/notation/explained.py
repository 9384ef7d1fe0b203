"""What each code of a finding means, what gives it, and how it is mended: ``acquire help E-turn``.

Apart from the findings themselves, since nobody who reads a record needs these texts.
"""

from typing import NamedTuple


class Code(NamedTuple):
    """A line of the table of codes.

    ``example`` are lines of a record whose last one is at fault ("" where no line can show it),
    ``mend`` is what to do about it.
    """

    title: str
    text: str
    example: str
    mend: str


CODES: dict[str, Code] = {
    # The file and its lines.
    "E-magic": Code(
        "not a record",
        "A game begins with the line `acquire 1`. What stands before the first such line "
        "belongs to no game; only blank lines and comments may stand there.",
        "acquire one",
        "Let `acquire 1` alone stand above the headers of each game.",
    ),
    "E-version": Code(
        "another version of the format",
        "The number after `acquire` is the version of the format. This program reads version 1.",
        "acquire 2",
        "Where the record is of version 1, write `acquire 1`; else it takes a newer program.",
    ),
    "E-utf8": Code(
        "not UTF-8",
        "A record is UTF-8 text. The line holds bytes that are not, as a name in Latin-1 "
        "does; nothing of it is read.",
        "",
        "Save the file as UTF-8, which every editor can.",
    ),
    "E-control": Code(
        "a control character",
        "A record holds no control characters but tab and the line end. Nothing of the line "
        "is read, so that nothing a record says can reach a terminal as a command.",
        "event: a␛[2J",
        "Delete the sign, shown here as ␛; only a tab may stand in a line.",
    ),
    "E-line-long": Code(
        "the line is too long",
        "A line has at most 65,536 bytes. Nothing of it is read.",
        "",
        "Break it: a comment may go on in a line below that begins with `#`.",
    ),
    "E-game-long": Code(
        "the game is too long",
        "A game has at most 20,000 lines. The lines after that are not read.",
        "",
        "Let each game begin with its own `acquire 1`. A real one has a line a turn, a "
        "hundred or so.",
    ),
    # Headers.
    "E-header": Code(
        "not a header",
        "Between `acquire 1` and the first turn stand lines `key: value`. A key is a letter, "
        "then letters, digits, `-`, `_` and `.`.",
        "what is this",
        "Write `KEY: VALUE`, or, where it is a turn, its number or its player first. Free "
        "text goes behind a `#`.",
    ),
    "E-header-late": Code(
        "a header after the first turn",
        "Headers stand before the first turn; only `result:` follows the turns.",
        "event: too late",
        "Move it above the first turn.",
    ),
    "E-header-twice": Code(
        "a header twice",
        "Each header stands once in a game, whatever its letters are, small or capital.",
        "EVENT: b",
        "Delete one of the two; until then the first one counts.",
    ),
    "W-header": Code(
        "an unknown header",
        "The key is not one of the notation's. It is kept; keys of your own begin with `x-`.",
        "table: 7",
        "Where it is yours, call it `x-table:`; where it is misspelt, `acquire help notation` "
        "and acquire-notation(5) have the keys.",
    ),
    "E-players": Code(
        "the players",
        "`players:` lists the handles in seat order, as many as the ruleset is for. A handle "
        "is a small letter, then one to eleven small letters, digits or `_`; `bag`, `end`, "
        "`full` and `table` are none, and no two are the same. Blanks separate them, or "
        "commas; the whole name of a player stands in `name.HANDLE:`.",
        "players: Ann Lee, B",
        "`players: ann bob`, and the whole name on a line of its own, `name.ann: Ann Lee`.",
    ),
    "E-handle": Code(
        "no such player",
        "The handle is not one of those that `players:` lists.",
        "1 zoe 5E  # nobody is called zoe",
        "Write the handle as `players:` has it, or put the player in there.",
    ),
    "E-ruleset": Code(
        "the ruleset",
        "`ruleset: NAME@REVISION` names a ruleset that this program knows, or one given with "
        "`--ruleset FILE`. `acquire rules list` lists those that are shipped. A record never "
        "makes a file be opened.",
        "ruleset: clasic@1",
        "Write a name that `acquire rules list` shows, or give the file of your own with "
        "`--ruleset`.",
    ),
    "W-ruleset": Code(
        "no ruleset",
        "A record pins its rules: `ruleset: NAME@REVISION`. Without one classic@1 is taken.",
        "acquire 1\nplayers: ann bob",
        "Add `ruleset: classic@1` or another; `acquire fmt` puts it in.",
    ),
    "E-rules": Code(
        "an override",
        "`rules: KEY=VALUE …` overrides single values of the ruleset; `acquire help rulesets` "
        "lists the keys and their words.",
        "rules: safe=10 luck=3",
        "Look the key and its words up under `acquire help rulesets`; each stands once.",
    ),
    "E-tile": Code(
        "not a tile",
        "A tile is its column number and its row letter, as in `6F`; `?` is an unknown one.",
        "bag: 2B 6F 13A 1J A 6 66 2C",
        "Write the column and then the row, both of this board: of `classic` 1A to 12I.",
    ),
    "E-tile-twice": Code(
        "a tile twice",
        "Each square has one tile, so it is in one place.",
        "bag: 2B 6F 2C b2",
        "One of the two is misread; `?` stands for a tile that nobody knows.",
    ),
    "E-bag": Code(
        "the bag",
        "`bag:` lists the tiles in the order in which they are drawn, no more than the board "
        "has (here four). It does not go with `position:`, which says itself what is left.",
        "bag: 1A 2A 1B 2B ?",
        "Leave out what is too much, and the whole header where a `position:` stands.",
    ),
    "E-seed": Code(
        "seed and bag disagree",
        "`seed:` says how the bag was made. The bag that stands in the record is played; that "
        "it does not follow from the seed is said here. The algorithm is the one of "
        "`shuffle:`.",
        "seed: friday-42\nbag: 7D 2H 11C 3C 3D 7I 1A",
        "Leave out `bag:`, if the game was dealt from the seed, or `seed:`, if it was not. "
        "Beside a `position:` there is neither.",
    ),
    "E-shuffle": Code(
        "the shuffle",
        "The only algorithm is `sha256-1`; without `bag:` another cannot be played.",
        "shuffle: dice-2",
        "Write down the bag with `bag:`, or leave out the seed.",
    ),
    "E-start": Code(
        "the start tiles",
        "`start:` tells the start tile of every player as HANDLE=TILE. With a bag they follow "
        "from it and must agree.",
        "start: ann=1A",
        "`start: ann=1A bob=9I`: everybody's tile or nobody's.",
    ),
    "E-first": Code(
        "who begins",
        "`first:` names who began, where no start tiles tell; with start tiles it must agree.",
        "first: zoe",
        "Name one of the players, or leave it out where start tiles tell.",
    ),
    "E-hand": Code(
        "a hand",
        "`hand.HANDLE:` lists the first hand, `?` for an unknown tile; with a bag it must agree.",
        "hand.bob: 1A 3A",
        "Write a full hand, six tiles as a rule, with `?` for each that is not known.",
    ),
    "E-position": Code(
        "the position cannot be",
        "Chains hang together and keep apart, no loose tile touches one, each tile is in one "
        "place, shares do not exceed the supply, and the phase fits the board.",
        "position: L4/5/5 ann place ann:6000:-:? bob:6000:-:? bag:?",
        "The message says what cannot be. Here L is one tile, and a chain has two.",
    ),
    "E-position-text": Code(
        "not a position",
        "A position is one line: rows, who acts, the phase, each player as "
        "handle:cash:shares:hand, then `bag:`; see acquire-notation(5).",
        "position: 12/12 ann place ann:6000:-:? bob:6000:-:? bag:?",
        "Here rows are missing: each row stands between slashes, and its numbers and letters "
        "come to the columns of the board. `acquire replay --at N --format json` writes "
        "positions.",
    ),
    "E-value": Code(
        "the value of a header",
        "The value does not have the form of this header, `view:` or `commit:`.",
        "view: zoe",
        "`view:` is `full`, `table` or a player; `commit:` is `sha256:`, 64 digits, and the "
        "salt once it is told.",
    ),
    "E-commit": Code(
        "the commitment",
        "`commit: sha256:HEX` was made over the bag and a salt before the first turn. The "
        "salt is told after the game, as a word behind it; with the bag it does not give that "
        "digest.",
        "",
        "Ask the dealer for bag and salt as they were, sign by sign. If they are, the promise "
        "was broken; the game is judged all the same.",
    ),
    # Games of other programs.
    "E-foreign": Code(
        "another program's game",
        "A game in the form of another program cannot be read there, or breaks a rule. What "
        "comes after it in that game is not read.",
        "",
        "Look at that line of the log with `acquire convert --help` at hand; the other games "
        "are converted.",
    ),
    # Other texts that are read.
    "E-json": Code(
        "the JSON of a record",
        "A document or a line does not have the form of `notation/record.schema.json`, or is "
        "too large. Nothing of that game is written.",
        '{"schema": 1, "headers": "none"}',
        "The message names the place in the document. `acquire convert --to json` shows the "
        "form on a record.",
    ),
    "E-expression": Code(
        "an expression",
        "What is asked of games cannot be read; `acquire help filter` has the language.",
        "founded==T",
        "The caret shows the place, and what is expected there: here `founded=T`.",
    ),
    # The words of a turn.
    "E-token": Code(
        "not a token",
        "The word is none of a turn: NUMBER HANDLE PLACEMENT [MERGER DISPOSITIONS] [+BUYS] "
        "[end] [xTILES] [^TILES] [marks]; see `acquire help notation`.",
        "1 ann 5E 3  # 3 is no word of a turn",
        "Correct the word, put `#` before it where it is a remark, or `+` where it is a purchase.",
    ),
    "E-order": Code(
        "a token out of place",
        "The tokens of a turn stand in a fixed order.",
        "1 ann +L 2C=L  # the tile comes before the purchase",
        "`1 ann 2C=L +L`: number, player, tile, merger, shares of the defunct, purchase, "
        "`end`, tiles, cash, marks.",
    ),
    "E-token-twice": Code(
        "a token twice",
        "A turn has one token of this kind: one tile, one `end`, one mark of each sort.",
        "1 ann 5E 6E  # two tiles",
        "Leave one of them; two turns are two lines.",
    ),
    "E-number": Code(
        "the turn's number",
        "Turns are numbered from 1 without a gap, so that a missing one is seen.",
        "3 bob 7E  # after turn 1",
        "Write the number that follows, or none; `acquire fmt` puts them in. If a turn is "
        "missing, put that in.",
    ),
    "E-turn": Code(
        "not on turn",
        "Players take turns in order, from who begins; another one is on turn here.",
        "2 ann 7E  # bob is on turn",
        "Write who really played it, or the turn that is missing; who only had to pass has a "
        "turn with `.`.",
    ),
    "E-open": Code(
        "an open turn in the middle",
        "`..` says that a turn is not over; only the last turn of a game can be open.",
        "1 ann 5E ..  # more turns follow",
        "Finish the turn and take the `..` away.",
    ),
    "E-after-result": Code(
        "a turn after the result",
        "`result:` stands below the turns, and no turn below it.",
        "2 bob 7E  # below result:",
        "Move `result:` below the last turn.",
    ),
    "E-incomplete": Code(
        "the turn stops too early",
        "A choice is left out that only the player can make. Forced facts may be left out "
        "when reading, choices may not, unless the turn ends in `..`.",
        "1 ann 2C  # 2C founds a chain: which?",
        "Add the choice: here the tile founds a chain, and `2C=L` says which. `acquire moves` "
        "lists what may follow.",
    ),
    "E-holder": Code(
        "a holder left out",
        "Each holder of a defunct chain decides, from the mergemaker on in turn order. `k` "
        "and the number keeps.",
        "1 ann 3A CxA A:ann-k3  # bob holds American, too",
        "Add the one who is missing, from the mergemaker on in turn order: `A:ann-k3,bob-s5`.",
    ),
    "E-no-holder": Code(
        "not a holder",
        "Who holds no share of the chain is not asked.",
        "1 ann 3A CxA A:ann-k3,bob-k5,cid-k1  # cid holds no American",
        "Leave that player out. If there were shares, an earlier purchase is missing.",
    ),
    "E-no-founding": Code(
        "nothing is founded",
        "The tile founds no chain: it touches no loose tile, or a chain takes it in.",
        "1 ann 5H=L  # 5H lies alone",
        "Leave out the `=L`. If a chain was founded, the tile or an earlier one is another.",
    ),
    "E-no-merger": Code(
        "nothing merges",
        "The tile does not touch two chains, so nothing is taken over and nobody disposes of "
        "shares.",
        "1 ann 2C=L LxT  # 2C touches no chain",
        "Leave it out. If chains did merge, the tile or an earlier one is another.",
    ),
    "E-defunct": Code(
        "the wrong defunct chains",
        "A merger names every chain it takes, each once, the largest first.",
        "1 ann 3A CxAL A:ann-k3,bob-k5  # Luxor is elsewhere",
        "Write the chains that the tile touches, without the survivor: here `CxA`.",
    ),
    "E-parts": Code(
        "the parts do not add up",
        "What is sold, traded and kept is together what is held.",
        "1 ann 3A CxA A:ann-s1k1,bob-k5  # ann holds three",
        "Correct a number, or leave `k` out: what is neither sold nor traded is kept.",
    ),
    "E-drawn": Code(
        "the draws disagree",
        "`^` lists every tile drawn to the hand in this turn, in order, `?` for an unknown one.",
        "1 ann 2C=L ^1I  # the bag gives another tile",
        "Write what the bag gives, or leave `^` out: with a bag it need not be told.",
    ),
    "E-aside": Code(
        "the tiles set aside disagree",
        "`x` lists the tiles set aside; where the rules leave no choice it must be those.",
        "1 ann 5E x7B  # 7B is not dead",
        "Leave it out, or name the tiles that are dead; what the rules force follows by itself.",
    ),
    # What happened though a rule was broken.
    "E-irregular": Code(
        "not an irregularity that can be",
        "`~` marks what really happened although a rule was broken: `~bob+500` and `~bob-500` "
        "money, `~bob+L` and `~bob-L` shares, `~+LLLL` too many bought, `~end` too early, "
        "`~.` no placement though one was possible, `~x7B` a tile set aside that had to stay, "
        "`~x` dead ones that stayed, `~^` nothing drawn. It cannot mark anything else, nor "
        "anything that breaks no rule.",
        "1 ann 3C ~+  # + alone breaks no rule",
        "Leave the `~` out where no rule was broken. A tile or a merger against the rules "
        "cannot be told: end the record there, and begin another with `position:`.",
    ),
    "W-irregular": Code(
        "a rule was broken",
        "The turn tells, marked with `~`, of something that the rules forbid. The game goes "
        "on from what happened. `--money corrected` shows the money without what moved "
        "wrongly. `acquire help E-irregular` has all such words; the prompt takes them in a "
        "whole turn.",
        "1 ann ~.  # ann could have placed a tile",
        "Nothing, if it was so. Otherwise correct the turn and leave the `~` out.",
    ),
    # Assertions.
    "E-assert": Code(
        "the cash is not what it is said to be",
        "`=AMOUNT` says what cash a player has after the turn, and it is not so. The game "
        "goes on with what is right.",
        "1 ann 2C=L +LLL =5500  # ann has 5400",
        "One of the two is wrong: count again, or look at `acquire replay` for where the "
        "money parts. Where a sum really changed hands against the rules, say so: `~ann+100`, "
        "after the dispositions. `acquire fmt --assert none` leaves all such words out.",
    ),
    "E-result": Code(
        "the result is not what it is said to be",
        "`result: REASON HANDLE=TOTAL …` is recomputed and compared, never silently rewritten.",
        "result: declared ann=20400",
        "Write what `acquire standings` says, or only the reason, or nothing: then it is computed.",
    ),
    # Refusals of the engine.
    "E-over": Code(
        "the game is over",
        "No turn follows the end of a game: it was declared, all hands are empty, or it has "
        "stalled.",
        "2 bob 7E  # the end was declared in turn 1",
        "Leave out what follows the end. If the game went on, `end` was not declared.",
    ),
    "E-phase": Code(
        "not now",
        "The turn is at another step. Where a `position:` begins with the purchase, its first "
        "turn has no placement.",
        "1 ann 5E  # the position begins at the purchase",
        "Leave out what was done before: here the position begins with the purchase, after "
        "the tile.",
    ),
    "E-no-square": Code(
        "no such square",
        "The board has no square of that name; the ruleset says how large it is.",
        "1 ann 13A  # the last column is 12",
        "Write a column and a row of this board.",
    ),
    "E-occupied": Code(
        "the tile is on the board",
        "Each tile is played once, and this one is on the board.",
        "1 ann 6F  # 6F was a start tile",
        "One of the two tiles is misread; `acquire replay --at N` shows the board before the turn.",
    ),
    "E-set-aside": Code(
        "the tile is out of the game",
        "A tile set aside is out of the game and never comes back.",
        "1 ann 1A  # 1A was set aside before",
        "One of the two tiles is misread.",
    ),
    "E-not-in-hand": Code(
        "the tile is not in the hand",
        "A player places a tile of the hand, as far as the record tells the hand: by its bag, "
        "`hand.HANDLE:` or the draws.",
        "1 ann 5E  # ann has other tiles",
        "Correct the tile, the draws or the hand, or leave hands out where they are not known "
        "for sure.",
    ),
    "E-dead": Code(
        "the tile is dead",
        "A tile that would join two safe chains can never be played, whatever else it touches.",
        "1 ann 1B  # 1B touches two safe chains",
        "The player must have placed another tile. Where the table missed the rule, the "
        "record ends here, and another begins with `position:`.",
    ),
    "E-blocked": Code(
        "the tile is blocked",
        "With every chain on the board none can be founded. The tile stays in the hand and "
        "can be played again once a chain is gone.",
        "1 ann 11I  # all seven chains are on the board",
        "The player must have placed another tile, or none: `.`. Look whether a chain had "
        "gone by then.",
    ),
    "E-must-place": Code(
        "a tile can be placed",
        "Who has a tile that can be placed must place one.",
        "1 ann .  # ann cannot have six tiles of which none fits",
        "Write the tile. `~.` if none was placed all the same.",
    ),
    "E-must-redraw": Code(
        "the hand must be set aside",
        "In rulesets with `dead: whole-hand`, a hand of which no tile can be played is set "
        "aside and drawn anew, while the bag lasts.",
        "1 ann .  # no tile of the hand fits, the bag has more",
        "Write the hand that was set aside, all of it, before the placement: "
        "`x1B,2B,3B,4B,5B,6B`, then the tile or `.`.",
    ),
    "E-no-redraw": Code(
        "the hand cannot be set aside",
        "A hand is set aside before the placement only under `dead: whole-hand`, whole, and "
        "when none of it can be played.",
        "1 ann x1A,2A 5E  # under dead: once",
        "Leave it out. Dead tiles that are set aside after the purchase stand behind it.",
    ),
    "E-no-chain": Code(
        "no such chain",
        "The ruleset has no chain of that letter; names of chains differ from edition to edition.",
        "1 ann 2C=S  # there is no chain S here",
        "Use the letters that `acquire rules show` has for the ruleset of the record.",
    ),
    "E-on-board": Code(
        "the chain is on the board",
        "Only a chain off the board can be founded.",
        "1 ann 6E=W  # Worldwide is on the board",
        "Write the chain that was founded. If it is this one, it had gone before, in a merger "
        "that is missing.",
    ),
    "E-not-largest": Code(
        "not among the largest",
        "The survivor is one of the largest chains.",
        "1 ann 3A AxC  # Continental is larger",
        "Let the largest take the others, `CxA`; only among equally large ones the mergemaker "
        "chooses. Sizes are those before the tile.",
    ),
    "E-not-merging": Code(
        "not in this merger",
        "The survivor and the chains it takes are those that the tile touches; that one is not.",
        "1 ann 5A LxAF  # Luxor is elsewhere",
        "Write the chains that the tile touches. If that one should be among them, a tile is "
        "misread.",
    ),
    "E-not-next": Code(
        "a larger chain goes first",
        "Defunct chains are settled one after the other, the largest first.",
        "1 ann 6E CxFA F:ann-k1 A:ann-k1  # American is larger than Festival",
        "Write the larger one first, `CxAF`; only among equals the mergemaker chooses.",
    ),
    "E-bank-tile": Code(
        "not the bank's tile",
        "`T^5C`: where the bank is a shareholder it draws a tile for each defunct chain.",
        "1 ann 3A CxA A^1A:ann-k3,bob-k9  # 1A is on the board",
        "Write the tile that was drawn; with a bag it is the next one. Under rules where the "
        "bank holds nothing leave it out.",
    ),
    "E-bank-none": Code(
        "the bank's tile is missing",
        "Where the bank is a shareholder it draws a tile for each defunct chain while the bag "
        "lasts; a record without a bag tells which: `T^5C`.",
        "1 ann 3A CxA A:ann-k3,bob-k9  # the bank is a shareholder",
        "Put it between chain and colon: `A^7H:ann-k3,bob-k9`.",
    ),
    "E-held": Code(
        "more than is held",
        "Sold, traded and kept shares are together those held, and not more.",
        "1 ann 3A CxA A:ann-s4,bob-k5  # ann holds three",
        "Correct the number. If it is right, an earlier purchase is missing.",
    ),
    "E-odd-trade": Code(
        "an odd trade",
        "Two shares of the defunct chain buy one of the survivor.",
        "1 ann 3A CxA A:ann-t1k2,bob-k5  # one share buys nothing",
        "`t` counts the shares that are given, and is even: `t2` brings one.",
    ),
    "E-trade-supply": Code(
        "the bank has not enough of the survivor",
        "A trade takes at most what the bank has of the survivor at that moment.",
        "1 ann 3A CxA A:ann-t4k2  # the bank has one Continental",
        "Trade fewer, and sell or keep the rest: who came before had the last ones.",
    ),
    "E-too-many": Code(
        "too many shares",
        "A turn buys a limited number of shares, three as a rule (`max-buys`).",
        "1 ann 2C=L +LLLL  # three are allowed",
        "Correct the purchase. `~+LLLL` if it really happened.",
    ),
    "E-not-on-board": Code(
        "not on the board",
        "Shares are bought of chains that are on the board.",
        "1 ann 2C=L +T  # only Luxor is on the board",
        "Correct the letter; a chain that has just been taken over is not on the board either.",
    ),
    "E-supply": Code(
        "the bank has not enough",
        "Each chain has a limited number of shares, 25 as a rule, and the bank has not as "
        "many left.",
        "1 ann 3A ll  # one Luxor is left",
        "Buy fewer of it. If the bank had more, an earlier sale is missing.",
    ),
    "E-cash": Code(
        "not enough cash",
        "The whole purchase must be paid from the cash there is; there are no loans.",
        "1 ann 3A +LL  # ann cannot pay two",
        "Buy less. If the money was there, a bonus or a sale is missing, or it was paid too "
        "much: `~ann+300`.",
    ),
    "E-no-end": Code(
        "the end cannot be declared",
        "The end may be declared when a chain has reached the final size, or every chain is "
        "safe, as the ruleset says; it is judged on the board as the buying begins.",
        "1 ann 5E end  # no chain is large enough",
        "Leave `end` out. `~end` if the game did end so.",
    ),
    "E-not-dead": Code(
        "the tile is not dead",
        "Only a tile that would join two safe chains is dead and is set aside.",
        "1 ann 5E x7H  # 7H joins no safe chains",
        "Leave it out. `~x7H` if it was set aside all the same.",
    ),
    "E-aside-order": Code(
        "the tile cannot be set aside now",
        "The tiles set aside are named each once, in reading order.",
        "1 ann x12B .",
        "Name the whole hand at once, or each dead tile once, in the order of the board.",
    ),
    "E-playable": Code(
        "the tile can be played",
        "A hand of which a tile can be played is not set aside.",
        "1 ann x1B,2B,3B,4B,5B,5E 7E  # 5E fits",
        "Leave it out, and let the tile that can be played be placed.",
    ),
    "E-bag-empty": Code(
        "the bag is empty",
        "The bag is empty: nothing can be drawn, so no hand is set aside for a new one.",
        "1 ann x1B,2B,3B,4B,5B,6B .  # nothing is left to draw",
        "Leave it out: the hand is kept, and the turn passes with `.`.",
    ),
}
"""Every code a finding can have."""
