"""dplda attack topics and dplda attack membership --method lira, as a user runs them."""
import json
import signal
import subprocess
import unittest

from program import HANG_LIMIT, PROGRAM, SharedCase, run


class Attack(SharedCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        notes = cls.path("notes.txt")
        cls.corpus = cls.path("notes.npz")
        run("generate", "clinic", "--documents", "150", "-o", notes)
        run("prepare", notes, "--binary", "--assume-public-vocab", "--quiet", "-o", cls.corpus)

    def refused(self, done, words, code=2):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertIn(words, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)


class Topics(Attack):
    def attack(self, *more):
        return run("attack", "topics", self.corpus, "--topics", "5", "--tokens", "20", "--seed", "1", "--quiet", *more, code=None)

    def test_success_is_told_by_sweep_for_each_attacker(self):
        done = self.attack("--recipe", "hdp", "--epsilon-noise", "1", "--sweeps", "6", "--json", self.path("a.json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("and by releases", done.stdout)
        self.assertIn("unit: word, view: topics+counts", done.stdout)
        with open(self.path("a.json")) as file:
            report = json.load(file)
        self.assertEqual([point["sweep"] for point in report["sweeps"]], [1, 2, 3, 4, 5, 6])
        for point in report["sweeps"]:
            for attacker in ("published", "exact", "full"):
                self.assertTrue(0 <= point[attacker]["accuracy"] <= 1)

    def test_the_same_seed_gives_the_same_figures_on_any_threads(self):
        options = ("--recipe", "cgs", "--sweeps", "5", "--json", "-")
        one, three = self.attack(*options, "--threads", "1"), self.attack(*options, "--threads", "3")
        self.assertEqual(json.loads(one.stdout)["sweeps"], json.loads(three.stdout)["sweeps"])

    def test_what_has_no_topics_to_see_is_refused(self):
        self.refused(self.attack("--recipe", "doc", "--target-epsilon", "1"), "shows nobody the topics")
        self.refused(self.attack("--checkpoint", self.path("c.npz")), "must see all sweeps")

    def test_a_file_that_cannot_be_written_costs_no_training(self):
        self.refused(self.attack("--json", self.path("nowhere/a.json")), "nowhere")


class Interrupted(Attack):
    def test_an_attack_that_is_interrupted_says_so_with_what_it_found(self):
        process = subprocess.Popen([PROGRAM, "attack", "topics", self.corpus, "--recipe", "cgs", "--topics", "4", "--sweeps",
                                    "100000000", "--json", self.path("found")],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = process.stderr.readline()  # it says that it starts
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=HANG_LIMIT)
        self.assertEqual(process.returncode, 130, line + errors)
        with open(self.path("found")) as file:
            report = json.load(file)
        self.assertTrue(report["interrupted"])
        self.assertGreater(len(report["sweeps"]), 0)


class Lira(Attack):
    def attack(self, *more):
        return run("attack", "membership", self.corpus, "--topics", "4", "--shadows", "8", "--seed", "1", "--quiet", *more, code=None)

    def test_a_claim_for_documents_is_told_with_what_it_allows(self):
        done = self.attack("--recipe", "doc", "--target-epsilon", "1", "--sweeps", "2", "--json", self.path("l.json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("unit: document, view: counts", done.stdout)
        self.assertIn("the claim allows 2.72%", done.stdout)
        with open(self.path("l.json")) as file:
            report = json.load(file)
        self.assertEqual(report["shadows"], 8)
        self.assertAlmostEqual(report["tpr"][1]["most_allowed"], 0.02718, places=4)
        self.assertTrue(report["auc"]["low"] <= report["auc"]["value"] <= report["auc"]["high"])

    def test_a_claim_for_words_says_nothing_about_documents(self):
        done = self.attack("--recipe", "hdp", "--target-epsilon", "50", "--sweeps", "2")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("unit is a word", done.stdout)
        self.assertNotIn("the claim allows", done.stdout)

    def test_plain_training_claims_nothing(self):
        done = self.attack("--recipe", "cgs", "--sweeps", "5")
        self.assertIn("it is not private", done.stdout)
        self.assertNotIn("the claim allows", done.stdout)

    def test_the_same_seed_gives_the_same_figures_on_any_threads(self):
        options = ("--recipe", "cgs", "--sweeps", "3", "--json", "-")
        self.assertEqual(self.attack(*options, "--threads", "1").stdout, self.attack(*options, "--threads", "3").stdout)

    def test_what_cannot_be_attacked_is_refused(self):
        self.refused(run("attack", "membership", self.corpus, "--shadows", "3", "--quiet", code=None), "at least 8")
        self.refused(self.attack("--recipe", "lp"), "such as cgs or doc")
        self.refused(self.attack("--labels", "x"), "--labels is for --method classifier")
        self.refused(self.attack("--documents", "100000"), "has only 150")
        self.refused(self.attack("--key-file", "k"), "--key-file has no meaning")


del Attack  # has no tests of its own

if __name__ == "__main__":
    unittest.main()
