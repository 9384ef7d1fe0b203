"""Records and results in other programs' words: JSON, CSV, TSV, foreign game files."""
