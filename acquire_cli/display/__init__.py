"""Text for people: boards, tables, colour, and text made safe for a terminal."""
