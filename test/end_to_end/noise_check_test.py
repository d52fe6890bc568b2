"""Topics and noise, as a user sees them: the warning, the marks, the published model, the plan."""

import json
import pathlib
import random
import re
import subprocess
import tempfile
import unittest

from program import Case, run


class NoiseCheck(Case):
    def setUp(self):
        super().setUp()
        draw = random.Random(1)
        words = [f"word{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(60)]
        self.write("words.txt", "\n".join(words) + "\n")
        # No topics at all; and six of ten words each. The key makes noise repeatable.
        self.write("noise.txt", "\n".join(" ".join(draw.sample(words, 8)) for _ in range(200)) + "\n")
        self.write("topics.txt", "\n".join(
            " ".join(draw.sample(words[m % 6 * 10:m % 6 * 10 + 10], 8)) for m in range(3000)) + "\n")
        self.write_key("0123456789abcdef" * 2)
        for name in ("noise", "topics"):
            self.run_program("prepare", f"{name}.txt", "--vocab", "words.txt", "-o", f"{name}.npz", "--quiet")

    def train(self, name, *arguments):
        return self.run_program("train", f"{name}.npz", "--recipe", "doc", "--target-epsilon", 8, "--topics", 6,
                                "--key-file", "key", "--no-ledger", "-o", "m.npz", *arguments)

    def topics(self, model="m.npz"):
        return json.loads(self.run_program("topics", model, "--json").stdout)

    def test_noise_is_warned_of_marked_and_shown_last_and_published_so(self):
        said = self.train("noise", "--report", "r.json", "--quiet").stderr
        self.assertIn("warning: 6 of 6 topics cannot be told from noise", said)
        shown = self.run_program("topics", "m.npz").stdout.splitlines()
        self.assertEqual(shown[1], "6 of 6 topics cannot be told from noise:")
        self.assertTrue(all(line.strip().startswith("~") for line in shown[2:]), shown)
        with open(self.path("r.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["noise_check"]["told_from_noise"], [False] * 6)
        self.run_program("publish", "m.npz", "-o", "p.npz")
        self.assertEqual([topic["told_from_noise"] for topic in self.topics("p.npz")["topics"]], [False] * 6)

    def test_topics_that_stand_out_are_not_warned_of(self):
        said = self.train("topics").stderr
        self.assertNotIn("cannot be told", said)
        self.assertIn("all 6 topics can be told from noise", self.run_program("topics", "m.npz").stdout)
        self.assertEqual([topic["told_from_noise"] for topic in self.topics()["topics"]], [True] * 6)

    def test_what_was_not_checked_says_so(self):
        self.assertIn("topics were not checked against noise", self.train("noise", "--no-noise-check").stderr)
        self.assertIn("not checked against noise", self.run_program("topics", "m.npz").stdout)
        self.assertNotIn("told_from_noise", self.topics()["topics"][0])

    def test_a_plan_says_what_to_expect_and_a_hopeless_run_is_warned_of_before_it_is_charged(self):
        plan = ("plan", "--recipe", "doc", "--target-epsilon", 1, "--documents")
        hopeless = self.run_program(*plan, 200).stdout
        self.assertIn("none of the topics can be told from noise; half of them from about", hopeless)
        expected = [json.loads(self.run_program(*plan, number, "--words", words, "--json", "-").stdout)["expected"]
                    for number, words in ((200, 548), (10**6, 548), (10**6, 548 * 1000))]
        self.assertLess(expected[0]["told_from_noise"], 0.05)
        self.assertGreater(expected[1]["told_from_noise"], 0.9)
        self.assertLess(expected[2]["told_from_noise"], expected[1]["told_from_noise"])
        self.assertEqual(expected[2]["documents_needed"], 1000 * expected[1]["documents_needed"])
        self.assertIn("nothing was measured", self.run_program("plan", "--recipe", "hdp", "--epsilon-noise", 1,
                                                               "--documents", 200).stdout)
        self.run_program("plan", "--recipe", "doc", "--target-epsilon", 1, "--words", 5, code=2)
        said = self.run_program("train", "noise.npz", "--recipe", "doc", "--target-epsilon", 1, "--topics", 6,
                                "--key-file", "key", "-o", "other.npz").stderr
        self.assertIn("warning: do not expect topics from this run", said)
        self.assertNotIn("do not expect", self.train("topics").stderr)


class Table(unittest.TestCase):
    def test_the_experiment_updates_the_page_and_what_plan_expects(self):
        tool = pathlib.Path(__file__).resolve().parents[2] / "tools" / "update-results"
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            for folder in ("docs/use", "src/recipes"):
                (root / folder).mkdir(parents=True)
            page = root / "docs/use/noise-check.md"
            page.write_text("a\n<!-- noise-check begin -->\n<!-- noise-check end -->\nb\n", encoding="utf-8")
            run("experiment", "noise-check", "--quick", "--quiet", "-o", root / "results")
            subprocess.run([tool, root / "results", "--quick", "--root", root], check=True)
            rows = [line.strip("| ").split(" | ") for line in page.read_text(encoding="utf-8").splitlines()[4:-2]]
            self.assertEqual([row[0] for row in rows], ["250", "500"])
            header = (root / "src/recipes/measured_expectations.h").read_text(encoding="utf-8")
            found = re.findall(r"MeasuredExpectation\{(\d), (\d+), ([01]\.\d+), ([01]\.\d\d)\}", header)
            self.assertEqual(len(found), 6)
            for epsilon, notes, told, recovered in found:
                row = next(row for row in rows if row[0] == notes)
                topics, cosine = row[{"1": 1, "3": 2, "8": 3}[epsilon]].split(" / ")
                self.assertEqual(cosine, recovered)
                self.assertAlmostEqual(int(topics) / 24, float(told), delta=0.0005)


if __name__ == "__main__":
    unittest.main()
