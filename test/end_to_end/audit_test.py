"""dplda audit, as a user runs it."""

import json
import unittest

from program import Case, run


def audit(*arguments, **options):
    return run("audit", *arguments, **options)


class Audit(Case):
    def test_shipped_claims_hold_and_stand_in_one_table(self):
        done = audit("--runs", 5000, "--seed", 1, "--json", self.path("audit.json"))
        report = json.loads(self.read("audit.json"))
        lines = done.stdout.splitlines()
        self.assertTrue(lines[0].startswith("mechanism"))
        rows = lines[1:lines.index("")]
        self.assertEqual(len(rows), len(report["cases"]))
        self.assertFalse(report["controls"])
        for row, case in zip(rows, report["cases"]):
            self.assertTrue(row.startswith(case["mechanism"]))
            self.assertTrue(row.endswith("holds"))
            self.assertIn(f"({case['unit']}; {case['view']})", row)
            self.assertIn(f"{case['claimed_epsilon']:.4f}", row)
            self.assertIn(f"{case['lower_bound']:.4f}", row)
            self.assertFalse(case["refuted"])
            self.assertLessEqual(case["lower_bound"], case["claimed_epsilon"])
            self.assertEqual(case["runs_a_side"], 5000)
        named = " ".join(case["mechanism"] for case in report["cases"])
        for part in ("randomized response", "Laplace", "Gaussian", "bounded draw", "hdp", "doc"):
            self.assertIn(part, named)

    def test_a_seed_repeats_an_audit_whatever_the_threads(self):
        first = audit("--runs", 1000, "--seed", 3, "--threads", 1, "--json", "-")
        second = audit("--runs", 1000, "--seed", 3, "--threads", 2, "--json", "-")
        self.assertEqual(first.stdout, second.stdout)
        self.assertEqual(json.loads(first.stdout)["confidence"], 0.998)

    def test_quick_controls_are_all_caught(self):
        report = json.loads(audit("--controls", "--quick", "--seed", 1, "--json", "-").stdout)
        self.assertTrue(report["controls"])
        self.assertGreaterEqual(len(report["cases"]), 7)
        for case in report["cases"]:
            self.assertTrue(case["refuted"], case["mechanism"])

    def test_a_control_that_is_not_caught_is_a_failure(self):
        # Too few runs to see five per cent.
        done = audit("--controls", "--runs", 1000, "--seed", 1, code=1)
        self.assertIn("holds", done.stdout)
        self.assertIn("REFUTED", done.stdout)
        self.assertIn("did not catch", done.stderr)

    def test_options_that_make_no_sense_are_refused(self):
        self.assertIn("--runs", audit("--quick", "--runs", 5000, code=2).stderr)
        self.assertIn("--runs", audit("--runs", 10, code=2).stderr)
        audit("--runs", 1000, "--json", "/nonexistent/audit.json", code=2)


if __name__ == "__main__":
    unittest.main()
