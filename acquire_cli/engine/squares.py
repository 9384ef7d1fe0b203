"""Names of squares: column number, then row letter (``6F`` is column 6, row F)."""

from functools import lru_cache


@lru_cache(maxsize=64)
def names(rows: int, cols: int) -> tuple[str, ...]:
    """The name of every square in reading order: 1A, 2A … 12A, 1B …"""
    return tuple(f"{col + 1}{chr(65 + row)}" for row in range(rows) for col in range(cols))


@lru_cache(maxsize=64)
def numbers(rows: int, cols: int) -> dict[str, int]:
    """The square of every name."""
    return {name: square for square, name in enumerate(names(rows, cols))}
