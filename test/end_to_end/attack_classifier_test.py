"""dplda attack membership --method classifier, as a user runs it."""

import json
import random
import unittest

from program import Case, run

QUICK = ("--topics", 4, "--sweeps", 20, "--shadows", 2, "--seed", 1, "--quiet")


class AttackClassifier(Case):
    def setUp(self):
        super().setUp()
        self.corpus = self.path("corpus.npz")
        self.labels = self.path("labels.txt")
        self.json = self.path("attack.json")
        texts = self.path("texts.txt")
        draw = random.Random(1)
        words = {"sea": ["ship", "sail", "wave", "harbour", "anchor"],
                 "land": ["field", "barn", "plough", "harvest", "meadow"]}
        with open(texts, "w", encoding="utf-8") as text, open(self.labels, "w", encoding="utf-8") as label:
            for number in range(80):
                author = draw.choice(list(words))
                text.write(" ".join(draw.choices(words[author], k=8)) + "\n")
                label.write(f"{number}\t{author}\n")
        run("prepare", texts, "--format", "text", "--assume-public-vocab", "--quiet", "-o", self.corpus)

    def attack(self, *arguments, code=0):
        return run("attack", "membership", self.corpus, "--method", "classifier", "--labels", self.labels,
                   "--label-column", 2, *QUICK, *arguments, code=code)

    def test_both_trainings_of_the_classifier_are_reported_with_the_epsilon_of_a_bit(self):
        done = self.attack("--recipe", "lp", "--epsilon", 3, "--json", self.json)
        with open(self.json, encoding="utf-8") as file:
            report = json.load(file)
        self.assertEqual(list(report["results"]), ["clean", "sanitised"])
        self.assertEqual(report["report_bit"], {"epsilon": 3.0, "unit": "presence", "view": "report"})
        self.assertIn("epsilon 3 (unit: presence, view: report)", done.stdout)
        for features, result in report["results"].items():
            row = next(line for line in done.stdout.splitlines() if line.startswith(features))
            self.assertIn(f"{result['attack_accuracy']:.3f}", row)
            low, high = result["attack_interval_95"]
            self.assertLessEqual(low, result["attack_accuracy"])
            self.assertGreaterEqual(high, result["attack_accuracy"])
            self.assertEqual(result["guesses"], 40)

    def test_the_result_does_not_depend_on_threads(self):
        outputs = {self.attack("--recipe", "cgs", "--json", "-", "--threads", n).stdout for n in (1, 3)}
        self.assertEqual(len(outputs), 1)
        self.assertGreater(json.loads(outputs.pop())["results"]["clean"]["prediction_accuracy"], 0.9)

    def test_what_does_not_go_together_is_refused(self):
        self.attack("--recipe", "lp", code=2)
        self.attack("--recipe", "cgs", "--epsilon", 1, code=2)
        self.attack("--recipe", "doc", "--target-epsilon", 8, "--features", "sanitised", code=2)
        self.attack("--recipe", "cgs", "--members", 21, code=2)
        self.attack("--recipe", "cgs", "--checkpoint", self.json, code=2)
        with open(self.labels, "a", encoding="utf-8") as file:
            file.write("81\tsea\n")
        done = self.attack("--recipe", "cgs", code=2)
        self.assertIn("81 labels, but the corpus has 80 documents", done.stderr)


if __name__ == "__main__":
    unittest.main()
