"""What the guides print can be typed in: every block of the quick start and of the Python guide runs as it stands."""

import os
import re
import subprocess
import sys
import unittest

from shared import PROGRAM, directory, program

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def blocks(page, *languages):
    """(language, text) of the fenced blocks of a page, in their order."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        found = re.findall(r"^```(\w+)\n(.*?)^```$", file.read(), re.S | re.M)
    return [(language, text) for language, text in found if language in languages]


# There are few notes, and the guides say what is told of that.
QUIET = "import warnings, dplda\nwarnings.simplefilter('ignore', dplda.NoiseWarning)\n"


def write_notes(folder):
    """notes.txt, and words.txt from other notes."""
    notes, other = os.path.join(folder, "notes.txt"), os.path.join(folder, "other.txt")
    program("generate", "clinic", "--documents", 2000, "--seed", 7, "-o", notes)
    program("generate", "clinic", "--documents", 500, "--seed", 8, "-o", other)
    with open(other, encoding="utf-8") as file, open(os.path.join(folder, "words.txt"), "w", encoding="utf-8") as out:
        out.write("\n".join(sorted(set(re.findall("[a-z]{3,}", file.read().lower())))))


class Guides(unittest.TestCase):
    def run_block(self, language, text, folder):
        environment = dict(os.environ, PATH=os.path.dirname(PROGRAM) + os.pathsep + os.environ["PATH"])
        command = ["bash", "-euo", "pipefail", "-c", text] if language == "sh" else [sys.executable, "-W", "error", "-c", QUIET + text]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, f"{text}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def test_the_block_of_the_python_guide_runs_as_printed(self):
        (block,) = blocks("docs/use/python.md", "python")
        with directory() as folder:
            write_notes(folder)
            printed = self.run_block(*block, folder)
            self.assertIn("[unit: document, view: counts]", printed)
            self.assertTrue(os.path.exists(os.path.join(folder, "notes.ledger")))
            public = os.path.join(folder, "public.npz")
            program("publish", os.path.join(folder, "model.npz"), "-o", public)
            with open(os.path.join(folder, "words.txt"), encoding="utf-8") as file:
                words = set(file.read().split())
            topic = program("topics", public, "--words", 3).stdout.splitlines()[1].split()
            self.assertTrue(set(topic[-3:]) <= words, topic)

    def test_the_quick_start_runs_as_printed(self):
        with directory() as folder:
            python = []
            for language, text in blocks("docs/use/quickstart.md", "sh", "python"):
                if language == "sh":
                    self.run_block(language, text, folder)
                else:
                    python.append(text)
            printed = self.run_block("python", "".join(python), folder)
            self.assertIn("[unit: document, view: counts]", printed)
            self.assertTrue(os.path.exists(os.path.join(folder, "public.npz")))

    def test_the_example_prints_what_stands_beside_it(self):
        example = os.path.join(ROOT, "examples", "crowd.py")
        done = subprocess.run([sys.executable, example, "--repeatable"], capture_output=True, text=True, check=True)
        with open(example.replace(".py", ".txt"), encoding="utf-8") as file:
            self.assertEqual(done.stdout, file.read())


if __name__ == "__main__":
    unittest.main()
