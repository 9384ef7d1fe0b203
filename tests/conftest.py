"""The same tests however they are started: in the background, under nohup, from a thread that
lets nothing in, some signals are ignored or held back, which every process that a test starts
would inherit."""

import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
for name in ("HUP", "TERM", "QUIT", "CHLD", "CONT", "TSTP", "TTIN", "TTOU", "WINCH"):
    if hasattr(signal, f"SIG{name}"):
        signal.signal(getattr(signal, f"SIG{name}"), signal.SIG_DFL)
if hasattr(signal, "pthread_sigmask"):
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
