"""The command line: python3 -m dplda VERB ..."""

import sys

from ._dplda import run


def main():
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
