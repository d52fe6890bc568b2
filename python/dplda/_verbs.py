"""What the verbs of the command line do, for programs: their options are keywords, their records are returned."""

import json
import numbers
import os
import signal
import subprocess
import sys
import tempfile

from . import _dplda
from ._data import documents_of, is_path
from ._dplda import option_of
from ._options import filled
from ._refusals import existing_path


class Plan:
    """What a run would release and what that costs. Prints as text; ``record`` is the same for programs."""

    def __init__(self, planned):
        self.text = planned.text
        self.record = json.loads(planned.json)
        self.is_private = planned.is_private

    def __str__(self):
        return self.text

    def __repr__(self):
        return self.text.rstrip("\n")


def plan(recipe, *, preset=None, **options):
    """Works out what a run would release and what that costs; needs no data. ``options``: those of the recipe."""
    if hasattr(recipe, "_recipe"):  # an estimator, or its class
        raise TypeError("name a recipe, such as 'hdp'; an estimator has a method plan()")
    if not isinstance(recipe, str):
        raise TypeError(f"a recipe has a name, such as 'hdp'; this is a {type(recipe).__name__}")
    settings = filled(_dplda.Settings(recipe), options)
    if preset is not None:
        settings.set_preset(preset)
    return Plan(_dplda.plan(settings))


def _flags(options):
    flags = []
    for name, value in options.items():
        flag = "--" + option_of(name)
        if value is True:
            flags.append(flag)
        elif value is not None and value is not False:  # switches are off by default
            flags += [flag, _argument(value)]
    return flags


def _argument(value):
    """A word of a command line."""
    if is_path(value):
        return os.fspath(value)
    if isinstance(value, numbers.Real):
        return str(value)
    raise TypeError(f"a word of a command line is a text, a path or a number, not a {type(value).__name__}")


_FAILURES = {2: ValueError, 3: _dplda.BudgetExhausted, 4: _dplda.FileInUse}


def _run(arguments, show):
    """Runs the command line in a process of its own, which Ctrl-C reaches, too. Returns what it printed."""
    environment = dict(os.environ)
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [home, environment.get("PYTHONPATH")]))
    said = []
    with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
        command = [sys.executable, "-m", "dplda", *arguments]
        with subprocess.Popen(
            command, stdout=printed, stderr=subprocess.PIPE, text=True, env=environment
        ) as process:
            for line in process.stderr:
                said.append(line)
                if show:
                    print(line, end="", file=sys.stderr)
        printed.seek(0)
        text = printed.read()
    if process.returncode in (128 + signal.SIGINT, -signal.SIGINT):
        raise KeyboardInterrupt
    if process.returncode != 0:
        reason = said[-1].strip().removeprefix("dplda: ") if said else f"exit code {process.returncode}"
        raise _FAILURES.get(process.returncode, RuntimeError)(reason)
    return text


def run(*arguments, verbose=False, **options):
    """The command line: ``run("generate", "clinic", documents=5000, output="notes.txt")``. Returns what it prints."""
    return _run([*map(_argument, arguments), *_flags(options)], verbose)


def _lookout(verbose):
    """What looks at long work: shows how far it is, if asked to."""

    def show(text):
        if verbose and text:
            print(text, file=sys.stderr)

    return show


def _record(measured):
    if measured.raised is not None:  # Ctrl-C, as a rule
        raise measured.raised
    if measured.failure:
        raise RuntimeError(measured.failure)
    return json.loads(measured.json)


def attack(kind, X, *, words=None, recipe="cgs", preset=None, verbose=False, **options):
    """Attacks models of these documents: ``kind`` is 'membership' or 'topics'. ``options``: those of the recipe and
    of ``dplda attack KIND``. Returns the record that the command line writes as JSON."""
    if not isinstance(kind, str) or kind not in ("membership", "topics"):
        raise ValueError("kind must be 'membership' or 'topics'")
    if not isinstance(recipe, str):
        raise TypeError(f"a recipe has a name, such as 'hdp'; this is a {type(recipe).__name__}")
    settings = filled(_dplda.Settings.for_attack(kind, recipe), options)
    if preset is not None:
        settings.set_preset(preset)
    documents = documents_of(existing_path(X) if is_path(X) else X, words, True)
    return _record(_dplda.attack(documents, settings, _lookout(verbose)))


def audit(*, verbose=False, **options):
    """Tries to refute what the mechanisms claim. ``options``: those of ``dplda audit``. Returns its findings; raises
    RuntimeError if a claim is refuted (with ``controls=True``: if a broken mechanism is not caught)."""
    return _record(_dplda.audit(filled(_dplda.Settings.for_audit(), options), _lookout(verbose)))


class Experiment:
    """Where the report of an experiment is, and what was found. ``report`` is the path of an HTML page."""

    def __init__(self, output, found):
        self.output = output
        self.report = found.report
        self.text = "".join(f"{name}: {finding}\n  ({note})\n" for name, finding, note in found.figures)
        self.text += f"report: {self.report}\n"

    def __repr__(self):
        return self.text.rstrip("\n")


def experiment(*figures, output="results", verbose=False, **options):
    """Does the published experiments again. ``figures``: names, or 'all'. ``options``: those of
    ``dplda experiment``."""
    output = os.fspath(output)
    settings = filled(_dplda.Settings.for_experiment(), options)
    found = _dplda.experiment([*map(_argument, figures)], output, settings, _lookout(verbose))
    if found.raised is not None:
        raise found.raised
    return Experiment(output, found)
