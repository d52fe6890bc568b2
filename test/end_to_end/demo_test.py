"""The first command of the README, on fewer notes."""

import os
import subprocess
import unittest

from program import PROGRAM, Case


class Demo(Case):
    def test_the_demonstration_goes_to_its_end(self):
        environment = {**os.environ, "DPLDA_DEMO_NOTES": "1500"}
        done = subprocess.run(["tools/demo", PROGRAM, self.path("demo")], env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("report.html", done.stdout)
        self.assertIn("holds nothing but what was released", done.stdout)


if __name__ == "__main__":
    unittest.main()
