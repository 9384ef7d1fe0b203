"""Records that mean harm: what a terminal would obey or hide, in every place that takes text."""

EVIL = {
    "clears the screen": "\x1b[2J",
    "a link": "\x1b]8;;http://example.invalid\x1b\\here\x1b]8;;\x1b\\",
    "a device string": "\x1bP1$r\x1b\\",
    "a title": "\x1b]0;gone\x07",
    "C1": "\x9b31m",
    "C1 string": "\x90x\x9c",
    "next line": "\x85",
    "right to left": "\u202eevil\u202c",
    "isolates": "\u2066x\u2069\u2067y\u2069",
    "marks": "\u200e\u200f\u061c",
    "zero width": "a\u200bb\u200d\u2060\ufeff",
    "line separators": "a\u2028b\u2029c",
    "tags": "\U000e0041\U000e007f",
    "no UTF-8": "\udcff\udcc3",
    "NUL": "a\x00b",
    "bell": "\x07\x08",
    "carriage return": "good\rbad",
    "delete": "\x7f",
    "soft hyphen": "\xad",
    "annotation": "\ufff9a\ufffab\ufffb",
    "private": "\ue000\U0010fffd",
    "unassigned": "\u0378",
    "combining flood": "a" + "\u0301" * 3_000,
    "wide": "字" * 200,
}
"""What may stand in a record's text and must never be sent to a terminal as it is; and two that may
be sent, but not in any number or width."""

WHOLE = """# pre {e}
acquire 1
ruleset: classic@1
players: ann bob
name.ann: Ann {e}
event: Ev {e}
site: S {e}
date: 2026-01-01 {e}
round: r {e}
x-own: {e}
x-players: bob={e}
start: ann=1B bob=5B
# above {e}

1 ann 2B=L +LLL # c {e}
# below {e}
2 bob 4B=T +LTT
3 ann 1A +TT @{e} %{e}
4 bob 3B LxT T:bob-s1t2,ann-k2 +LLL =5800
# end {e}
"""

_HEAD = "acquire 1\nruleset: classic@1\nplayers: ann bob\n"
_START = _HEAD + "start: ann=1B bob=5B\n"

PLACES = {
    "all at once": WHOLE,
    "a game taken up": WHOLE.replace("bob={e}", "bob=random")
    .replace("@{e} %{e}", "# {e}")
    .replace("# end {e}", "5 ann .. # {e}"),
    "an open turn": WHOLE.replace("+LLL =5800", ".."),
    "a handle": "acquire 1\nruleset: classic@1\nplayers: ann b{e}b\nstart: ann=1B\n1 ann 2B\n",
    "a ruleset": "acquire 1\nruleset: cl{e}assic@1\nplayers: ann bob\n1 ann 2B\n",
    "an override": "acquire 1\nruleset: classic@1\nrules: {e}=2 safe={e}\nplayers: ann bob\n",
    "a key": "acquire 1\nruleset: classic@1\nx-{e}: v\n{e}: w\nplayers: ann bob\n1 ann 2B\n",
    "a name of nobody": _HEAD + "name.{e}: v\nhand.{e}: 1A\n",
    "a turn": _START + "1 ann {e}\n",
    "words of a turn": _START + "1 ann 2B{e}=L +L{e}\n2 b{e}b 4B\n3 ann ={e}:1 x{e} ^{e}\n",
    "a merger": _START + "1 ann 2B IxT{e} T:{e}-s2\n",
    "a position": _HEAD + "position: {e} ann place ann:{e}:-:? bag:{e}\n",
    "a result": _START + "1 ann 2B=L +LLL\nresult: {e}\n",
    "result and after": _START + "1 ann 2B=L +LLL\nresult: unfinished {e} # {e}\n2 bob 4B # {e}\n",
    "a seed and a bag": _HEAD + "seed: {e}\nbag: {e} 1A\n",
    "hands and views": _HEAD + "commit: {e}\nfirst: {e}\nview: {e}\nhand.ann: {e}\nshuffle: {e}\n",
    "no magic": "{e}\n",
    "behind the magic": "acquire 1 {e}\nacquire 9\n{e}\n",
}

GOOD = WHOLE.replace("{e}", "good").replace("bob=good", "bob=random")


def bytes_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def record(place: str, evil: str) -> bytes:
    return bytes_of(PLACES[place].replace("{e}", EVIL[evil]))
