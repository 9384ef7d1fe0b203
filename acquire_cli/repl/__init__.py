"""The game at a prompt: a pure session, and the terminal around it."""
