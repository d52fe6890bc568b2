"""The command line: python3 -m dplda VERB ..."""

import signal
import sys

from ._dplda import run


def main():
    # As for any program: Python's own handlers would wait for the interpreter, which waits for us.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
