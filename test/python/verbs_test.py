"""The functions named after verbs do what the verbs do."""

import json
import os
import unittest

import dplda
import dplda._data
from shared import KEY, counts, directory, program, saved_corpus


class Verbs(unittest.TestCase):
    def setUp(self):
        self._directory = directory()
        self.addCleanup(self._directory.cleanup)

    def path(self, name):
        return os.path.join(self._directory.name, name)

    def test_an_attack_is_the_programs(self):
        options = {"recipe": "cgs", "topics": 4, "sweeps": 5, "shadows": 8, "seed": 1}
        keywords = {"recipe": "cgs", "n_components": 4, "max_iter": 5, "shadows": 8, "random_state": 1}
        corpus = saved_corpus(counts(), self.path("corpus.npz"))
        flags = [text for name, value in options.items() for text in (f"--{name}", value)]
        program("attack", "membership", corpus, *flags, "--json", self.path("theirs.json"), "--quiet")
        with open(self.path("theirs.json"), encoding="utf-8") as file:
            theirs = json.load(file)
        for X in (corpus, counts()):
            ours = dplda.attack("membership", X, **keywords)
            self.assertEqual(_timeless(ours), _timeless(theirs))

    def test_an_audit_is_the_programs_and_an_unknown_option_is_refused(self):
        record = dplda.audit(quick=True, random_state=1, controls=False)
        self.assertGreater(len(record["cases"]), 5)
        self.assertFalse(any(case["refuted"] for case in record["cases"]))
        with self.assertRaisesRegex(ValueError, "not both|either"):
            dplda.audit(quick=True, runs=1000)
        with self.assertRaisesRegex(TypeError, "no option .nonsense"):
            dplda.audit(nonsense=3)

    def test_an_experiment_writes_its_report(self):
        found = dplda.experiment(_quickest(), output=self.path("results"), quick=True,
                                 data="none", seeds=1)
        self.assertTrue(os.path.exists(found.report))
        self.assertIn("report:", repr(found))
        with self.assertRaisesRegex(ValueError, "nonsense"):
            dplda.experiment("nonsense", output=self.path("results"))

    def test_a_plan_knows_the_recipes_options_alone(self):
        planned = dplda.plan("hdp", target_epsilon=100)
        self.assertTrue(planned.is_private)
        self.assertRegex(repr(planned), r"\[unit: word, view: topics\+counts\]")
        self.assertEqual(dplda.plan("hdp", target_epsilon=100, topics=7).record["options"]["topics"], 7)
        with self.assertRaisesRegex(ValueError, "--topics"):
            dplda.run("plan", recipe="cgs", topics=0)
        with self.assertRaisesRegex(TypeError, "no option 'cap'"):
            dplda.plan("hdp", cap=3)
        with self.assertRaisesRegex(ValueError, "recipe must be one of"):
            dplda.plan("nonsense")
        self.assertEqual(dplda.plan("cgs", preset="paper").record["options"]["alpha"], 1.0)
        given = dplda.plan("hdp", preset="paper", epsilon_noise=1, max_iter=20)  # 20 is hdp's default, too
        self.assertEqual(given.record["options"]["sweeps"], 20)

    def test_reports_travel_as_bytes_and_files(self):
        reports = dplda.perturb(counts(), epsilon=2, assume_public_vocab=True)
        self.assertEqual(len(reports), 120)
        self.assertEqual(reports.refused, 0)
        reports.save(self.path("reports.dpr"))
        self.assertEqual(bytes(dplda.Reports.open(self.path("reports.dpr"))), bytes(reports))
        damaged = bytearray(bytes(reports))
        damaged[-20] ^= 1
        self.assertEqual(dplda.Reports(damaged).refused, 1)
        self.assertIn("1 more were refused", repr(dplda.Reports(damaged)))
        with self.assertWarnsRegex(UserWarning, "1 reports were damaged"):
            dplda.LPLDA(2, max_iter=1).fit(dplda.Reports(damaged))
        with self.assertRaisesRegex(ValueError, "LPLDA"):
            dplda.LDA(2).fit(reports)
        with self.assertRaisesRegex(ValueError, "chosen from"):
            dplda.perturb(counts(), epsilon=2)
        with self.assertRaisesRegex(ValueError, "epsilon"):
            dplda.perturb(counts(), assume_public_vocab=True)
        with self.assertRaises(ValueError):
            dplda.Reports(b"nonsense")

    def test_a_contributor_keeps_account(self):
        ledger = self.path("my.ledger")
        dplda.perturb(counts(1), epsilon=2, assume_public_vocab=True, ledger=ledger, key=KEY)
        self.assertIn("presence", program("ledger", "show", ledger).stdout)


def _quickest():
    return program("experiment", "list").stdout.split()[0]


def _timeless(record):
    """Without what a clock says."""
    if isinstance(record, dict):
        return {name: _timeless(value) for name, value in record.items() if "seconds" not in name and name != "input"}
    return [_timeless(each) for each in record] if isinstance(record, list) else record


if __name__ == "__main__":
    unittest.main()
