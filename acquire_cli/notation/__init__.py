"""The text notation: reading, writing, positions, and findings with a place.

Reading is lax, writing is canonical; `notation/spec.md` is the normative text.
"""
