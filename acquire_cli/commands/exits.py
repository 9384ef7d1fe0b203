"""Exit codes, the same for every command, so that scripts can branch on them.

`YES` and `NO` answer the question that was asked (is it valid? is it canonical?); the others say
that there was no answer. They are stronger than an answer: a command that could not read one of
its files exits with `UNREADABLE` even if all the others were clean.
"""

from typing import Final

YES: Final = 0
NO: Final = 1
USAGE: Final = 2
UNREADABLE: Final = 2
UNWRITABLE: Final = 2
FAULT: Final = 70
INTERRUPTED: Final = 130
