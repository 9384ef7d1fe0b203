"""Acquire: a notation for the board game, and the program that plays, checks and replays it."""

__version__ = "0.1.0"
