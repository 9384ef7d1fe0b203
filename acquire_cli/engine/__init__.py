"""The rules of the game: positions, legal actions, and what an action does.

No text, no I/O, no clock, and no randomness but the bag it is handed.
"""
