"""JSON text: one line a value, or a document with one line an entry of its lists.

Nothing that a record says comes through as a control character: whatever is not printable stands
as an escape, which a reader of JSON undoes.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import to_builtins
from msgspec.json import Encoder

from acquire_cli.formats.escape import escaped

_encode = Encoder().encode


def line(value: Any) -> str:
    """A value as JSON on one line, without the line end."""
    return escaped(_encode(value).decode())


def document(value: dict[str, Any]) -> str:
    """An object laid out for people and for `diff`: a line a field, and a line an entry of a list
    of objects."""
    fields = []
    for key, field in value.items():
        text = line(field)
        if isinstance(field, list) and field and isinstance(field[0], dict):
            entries = ",\n".join(f"    {line(entry)}" for entry in field)
            text = f"[\n{entries}\n  ]"
        fields.append(f"  {line(key)}: {text}")
    return "{\n" + ",\n".join(fields) + "\n}"


def documents(values: Iterable[str]) -> Iterator[str]:
    """One object, laid out, as itself, any other number of them as an array; a piece at a time."""
    ahead: str | None = None
    opened = False
    for value in values:
        if ahead is not None:
            yield (",\n  " if opened else "[\n  ") + ahead.replace("\n", "\n  ")
            opened = True
        ahead = value
    if ahead is None:
        yield "[]\n"
    elif opened:
        yield ",\n  " + ahead.replace("\n", "\n  ") + "\n]\n"
    else:
        yield ahead + "\n"


def array(values: Iterable[str]) -> Iterator[str]:
    """An array of values, each on one line; a piece at a time."""
    opened = False
    for value in values:
        yield (",\n  " if opened else "[\n  ") + value
        opened = True
    yield "\n]\n" if opened else "[]\n"


def plain(value: Any) -> Any:
    """Events and named tuples as dictionaries and lists."""
    return to_builtins(value)
