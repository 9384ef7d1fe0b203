"""The same tests however they are started: in the background or under nohup some signals are
ignored, which every process that a test starts would inherit."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
for name in ("SIGHUP", "SIGTERM"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
