"""What is shown of a fit while it runs."""

import contextlib
import sys
import time


class _Lines:
    """Where there is no tqdm: a line every few seconds."""

    def __init__(self, total, unit):
        self._total, self._unit, self._last = total, unit, time.monotonic()

    def show(self, done):
        if done == self._total or time.monotonic() - self._last > 5:
            self._last = time.monotonic()
            print(f"{done}/{self._total} {self._unit}s", file=sys.stderr)

    def close(self):
        pass


class _Bar:
    def __init__(self, tqdm, total, unit):
        self._bar = tqdm(total=total, unit=unit)

    def show(self, done):
        self._bar.update(done - self._bar.n)

    def close(self):
        self._bar.close()


def _display(total, unit):
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _Lines(total, unit)
    return _Bar(tqdm, total, unit)


@contextlib.contextmanager
def shown(callback, verbose, unit):
    """The function to call with (done, total): shows a bar if asked to, then calls the user's. None if there is nothing
    to do. A true answer of the user's function ends the fit."""
    if not verbose:
        yield callback
        return
    display = None

    def show(done, total):
        nonlocal display
        if display is None:
            display = _display(total, unit)
        display.show(done)
        return callback(done, total) if callback is not None else False

    try:
        yield show
    finally:
        if display is not None:
            display.close()
