"""Free text on its way into a format: nothing in it stays that a terminal might obey."""


def escaped(text: str) -> str:
    """Text with all that is not printable as the escapes of JSON (``\\u009b``)."""
    return text if text.isprintable() else "".join(map(_escape, text))


def _escape(char: str) -> str:
    if char.isprintable():
        return char
    code = ord(char)
    if code < 0x10000:
        return f"\\u{code:04x}"
    code -= 0x10000
    return f"\\u{0xD800 | code >> 10:04x}\\u{0xDC00 | code & 0x3FF:04x}"


def json_text(value: object, indent: int | None = None) -> str:
    """A value as JSON by the standard library, for what holds no records but names of files and
    lines that may be anything: halves of pairs are replaced, the rest is escaped."""
    from json import dumps

    separators = (",", ":") if indent is None else None
    text = dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    return "\n".join(map(escaped, text.translate(_HALVES).split("\n")))


_HALVES = dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)


def encodable(text: str) -> str:
    """A file's name as text that UTF-8 can hold: bytes that were none are replaced."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
