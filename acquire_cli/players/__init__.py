"""Computer players, which see one player's view and never the bag.

``player.make`` gives a player by name and ``player.decide`` asks it for an action. ``chance`` is
``random``; ``steady`` judges what an action promises by ``worth``; ``sharp`` fills in what it
cannot see (``deal``), plays on with a quick policy (``light``) and compares where that leads.
``reasons`` and ``words`` say why.
"""
