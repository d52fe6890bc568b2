"""The example prints what stands beside it."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=800)


class Example(unittest.TestCase):
    def test_it_prints_what_stands_beside_it(self):
        with tempfile.TemporaryDirectory() as directory:
            result = run(ROOT / "examples/private-topics.sh", "--repeatable", os.path.join(directory, "notes"))
        self.assertEqual(result.returncode, 0, result.stderr)
        expected = (ROOT / "examples/private-topics.txt").read_text(encoding="utf-8")
        self.assertEqual(result.stdout, expected, "if this is meant to change: "
                         "examples/private-topics.sh --repeatable > examples/private-topics.txt")

    def test_it_never_works_in_a_directory_that_is_there(self):
        with tempfile.TemporaryDirectory() as directory:
            result = run(ROOT / "examples/private-topics.sh", directory)
            self.assertNotEqual(result.returncode, 0)
            self.assertEqual(os.listdir(directory), [])


if __name__ == "__main__":
    unittest.main()
