"""`pip install --no-build-isolation .` works without a network, beside Debian's own packages."""

import os
import subprocess
import sys
import unittest

from shared import directory

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Pip(unittest.TestCase):
    def test_an_environment_gets_package_and_program(self):
        try:
            import ensurepip  # noqa: F401
            import pip  # noqa: F401
        except ImportError:
            self.skipTest("needs python3-venv and python3-pip")
        build = os.path.dirname(os.environ["PYTHONPATH"])
        with directory() as folder:
            environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
            environment["DPLDA_BUILD_DIR"] = build
            subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", folder], check=True)
            python = os.path.join(folder, "bin", "python")
            done = subprocess.run(
                [python, "-m", "pip", "install", "--no-index", "--no-build-isolation", "--no-deps", ROOT],
                env=environment, capture_output=True, text=True,
            )
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            checked = subprocess.run([python, "-m", "pip", "check"], env=environment, capture_output=True, text=True)
            self.assertNotIn("dplda", checked.stdout)
            code = "import dplda; print(dplda.__file__); dplda.LDA(2).fit([['a', 'b'], ['c', 'a']])"
            run = subprocess.run([python, "-c", code], env=environment, capture_output=True, text=True, cwd=folder)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertTrue(run.stdout.startswith(os.path.realpath(folder)) or run.stdout.startswith(folder))
            program = subprocess.run([os.path.join(folder, "bin", "dplda"), "--version"], env=environment,
                                     capture_output=True, text=True)
            self.assertRegex(program.stdout, r"^dplda \d+\.\d+\.\d+")


if __name__ == "__main__":
    unittest.main()
