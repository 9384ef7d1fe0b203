"""`python -m acquire_cli` is `acquire`."""

import sys

from acquire_cli.app import main

if __name__ == "__main__":
    sys.exit(main())
