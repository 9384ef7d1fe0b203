"""How money is written for people, wherever that is: at the prompt, in tables, in sentences.

Records, JSON and CSV have plain digits.
"""


def money(dollars: float) -> str:
    """Whole dollars, ``5,400``."""
    return f"{round(dollars):,}"
