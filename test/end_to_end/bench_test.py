"""dplda bench, as a user runs it."""

import json
import os
import re
import subprocess
import tempfile
import unittest

PROGRAM = os.environ.get("DPLDA_PROGRAM", "build/release/dplda")


def run(*arguments, code=0):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == code, (done.returncode, done.stdout, done.stderr)
    return done


KERNELS = os.path.join(os.path.dirname(PROGRAM), "bench", "kernels")


class Bench(unittest.TestCase):
    def test_every_row_has_a_figure_and_sweeps_are_compared_with_the_textbook(self):
        done = run("bench", "--quick", "--json", "--quiet", "--threads", 2)
        self.assertEqual(done.stderr, "")
        report = json.loads(done.stdout)
        self.assertTrue(report["quick"])
        self.assertEqual(report["machine"]["instruction_sets"][-1], "scalar")
        self.assertGreaterEqual(report["machine"]["load"], 0)
        names = set()
        for row in report["rows"]:
            names.add(row["name"])
            self.assertGreater(row["value"], 0, row)
            self.assertGreaterEqual(row["spread"], 0, row)
            self.assertTrue(row["unit"], row)
            if "epsilon" in row["settings"]:
                self.assertRegex(row["settings"]["epsilon"], r"\(unit: \w+, view: [\w+]+\)")
            if row["name"].startswith("sweep: "):
                self.assertEqual(row["compared_with"], "textbook sampler")
            if "ratio" in row:
                # A time for each cell, a rate elsewhere.
                faster = (row["naive"] / row["value"] if row["unit"] == "ns/cell"
                          else row["value"] / row["naive"])
                self.assertAlmostEqual(row["ratio"] / faster, 1, places=6)
        for name in ("sweep: cgs, snapshot", "sweep: cgs, sequential", "sweep: hdp", "threads: hdp",
                     "sweep: hdp, dense", "sweep: hdp, sparse",
                     "noise: a cell", "noise: share of an hdp sweep", "noise: 100 million cells",
                     "perturb: randomized response", "load: a corpus file, checked", "inference",
                     "noise: hdp, 50 topics, dense, eps_L 1", "prepare: text to words",
                     "prepare: a file to a corpus file", "count: 50 topics", "count: 1000 topics, 2 threads",
                     "random bits"):
            self.assertIn(name, names)
        for sets in report["machine"]["instruction_sets"]:
            self.assertTrue(any(row["settings"].get("instruction_set") == sets
                                for row in report["rows"]), sets)
        swept = {row["settings"]["topics"] for row in report["rows"]
                 if row["name"].startswith("sweep: hdp")}
        self.assertEqual(swept, {20, 50, 200, 1000})

    def test_the_table_is_of_the_corpus_that_is_given(self):
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "made.npz")
            run("generate", "lda", "--documents", 300, "--words", 321, "--tokens", 50, "-o", path)
            done = run("bench", "--quick", "--threads", 1, "--corpus", path)
            self.assertEqual(os.listdir(directory).count("made.npz.ledger"), 0)
        rows = [line for line in done.stdout.splitlines() if line.startswith("sweep: ")]
        self.assertTrue(rows)
        for row in rows:
            self.assertRegex(row, r"\byours +\d+ +321 +1 ")
        self.assertNotIn("threads: ", done.stdout)
        self.assertIn("bench 1/", done.stderr)
        self.assertTrue(re.search(r"unit: word, view: topics\+counts", done.stdout))

    def test_only_some_parts_are_measured_where_they_are_named(self):
        report = json.loads(run("bench", "--quick", "--json", "--quiet", "--only", "response").stdout)
        self.assertEqual([row["name"] for row in report["rows"]], ["perturb: randomized response"])
        refused = run("bench", "--only", "nosuch", code=2).stderr
        self.assertIn("inference", refused)
        self.assertIn("memory", refused)

    def test_memory_is_that_of_a_process_that_trains(self):
        report = json.loads(run("bench", "--quick", "--json", "--quiet", "--only", "memory").stdout)
        found = {row["name"]: row for row in report["rows"]}
        self.assertEqual(set(found), {f"memory: {recipe}, {what}" for recipe in ("cgs", "hdp") for what in ("peak", "own")})
        for recipe in ("cgs", "hdp"):
            # A table of 100 topics and 10,000 words has 4 MB; no run has less.
            self.assertGreater(found[f"memory: {recipe}, peak"]["value"], 4)
            self.assertLessEqual(found[f"memory: {recipe}, own"]["value"], found[f"memory: {recipe}, peak"]["value"])
            self.assertEqual(found[f"memory: {recipe}, peak"]["settings"]["words"], 10000)

    def test_what_is_no_corpus_file_is_refused(self):
        self.assertIn("/nonexistent", run("bench", "--corpus", "/nonexistent", code=2).stderr)
        self.assertIn("--threads", run("bench", "--threads", -1, code=2).stderr)


@unittest.skipUnless(os.path.exists(KERNELS), "needs bench/kernels beside the program")
class Kernels(unittest.TestCase):
    def run_kernels(self, *arguments, code=0):
        done = subprocess.run([KERNELS, *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def test_every_hot_path_is_timed_on_every_instruction_set(self):
        report = json.loads(self.run_kernels("--quick", "--json").stdout)
        names = {row["name"] for row in report["rows"]}
        for name in ("channel: counts", "channel: reconstruction", "random blocks", "release", "weights of bounded draws",
                     "sweep with offsets", "sampler: sequential", "sampler: snapshot"):
            self.assertIn(name, names)
        for word in ("laplace", "gaussian", "perturb: 10000 bits", "sparse sweep", "sparse build"):
            self.assertTrue(any(word in name for name in names), word)
        for row in report["rows"]:
            self.assertGreater(row["value"], 0, row)
            if "epsilon" in row["settings"]:
                self.assertRegex(row["settings"]["epsilon"], r"\(unit: \w+, view: [\w+]+\)")
        for set_name in report["machine"]["instruction_sets"]:
            self.assertTrue(any(row["settings"].get("instruction_set") == set_name for row in report["rows"]))

    def test_only_some_are_timed_where_they_are_named(self):
        table = self.run_kernels("--quick", "--only", "offsets").stdout
        self.assertIn("sweep with offsets", table)
        self.assertNotIn("channel", table)
        self.assertIn("there are: channel", self.run_kernels("--only", "nosuch", code=1).stderr)


if __name__ == "__main__":
    unittest.main()
