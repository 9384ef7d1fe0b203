"""The program: `acquire`, and `python -m acquire_cli`."""

import sys


def main() -> int:
    """Run the command line; the exit code. A Ctrl-C before all is loaded ends it quietly."""
    try:
        from acquire_cli.app import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
