"""The program as tests run it, and a directory for what they write."""

import os
import random
import subprocess
import tempfile
import unittest

PROGRAM = os.path.abspath(os.environ.get("DPLDA_PROGRAM", "build/release/dplda"))
HANG_LIMIT = 600  # seconds; only what would never end takes longer, on the slowest machine too

WORDS = ["ship", "sail", "harbour", "cow", "barn", "field", "tram", "shop", "lamp"]


def run(*arguments, code=0, text=True, **options):
    """Runs the program, which must exit with `code`; None: with any."""
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=text, timeout=HANG_LIMIT, **options)
    assert code in (None, done.returncode), (done.returncode, done.stdout, done.stderr)
    return done


def notes(documents=150):
    """Twelve words a line about one of three subjects, WORDS in threes; the same every time."""
    draw = random.Random(1)
    return "".join(" ".join(draw.choice(WORDS[i % 3 * 3:i % 3 * 3 + 3]) for _ in range(12)) + "\n"
                   for i in range(documents))


class Case(unittest.TestCase):
    """A test with a directory of its own, in which the program runs."""

    text = True  # what the program says; False: bytes

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = temporary.name

    def path(self, *names):
        return os.path.join(self.directory, *names)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        return self.path(name)

    def write_key(self, content="32 bytes that are not all equal."):
        """A file `key` that nobody else can read."""
        os.chmod(self.write("key", content), 0o600)

    def read(self, *names):
        with open(self.path(*names), "rb") as file:
            return file.read()

    def run_program(self, *arguments, **options):
        return run(*arguments, **{"cwd": self.directory, "text": self.text and "input" not in options, **options})


class SharedCase(Case):
    """One directory for all tests of a class, which its setUpClass fills."""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.directory = temporary.name

    def setUp(self):
        pass

    @classmethod
    def path(cls, *names):
        return os.path.join(cls.directory, *names)
