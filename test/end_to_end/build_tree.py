"""The build whose installation and packages are tested."""

import pathlib
import re
import shutil
import subprocess

from program import PROGRAM

SOURCE = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(PROGRAM).resolve().parent
CACHE = (BUILD / "CMakeCache.txt").read_text()
VERSION = re.search(r"^CMAKE_PROJECT_VERSION:STATIC=(.+)", CACHE, re.MULTILINE)[1]


def run(*arguments, **more):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, **more)
    assert done.returncode == 0, (arguments, done.stdout, done.stderr)
    return done.stdout


def why_skipped(what, programs):
    """A sentence for a visible skip, or None."""
    if re.search(r"^DPLDA_SANITIZE:STRING=.+", CACHE, re.MULTILINE):
        return f"skipped {what}: a build with sanitizers is neither installed nor packaged"
    missing = [program for program in programs if not shutil.which(program)]
    return f"skipped {what}: needs {missing}" if missing else None
