"""Training as a user runs it: text in, topics out, the same bits again, and nothing lost on the way."""

import contextlib
import json
import os
import random
import resource
import signal
import subprocess
import time
import unittest

import numpy

from program import HANG_LIMIT, PROGRAM, Case

SUBJECTS = {
    "sea": "ship sail harbour wave anchor captain storm deck",
    "farm": "cow barn field tractor harvest wheat milk fence",
    "town": "street market shop tram square crowd lamp bridge",
}


def write_notes(path, documents=200):
    """A document a line, each about one subject; the same every time."""
    draw = random.Random(1)
    with open(path, "w", encoding="utf-8") as out:
        for i in range(documents):
            words = list(SUBJECTS.values())[i % 3].split()
            out.write(" ".join(draw.choice(words) for _ in range(20)) + "\n")


class Train(Case):
    def setUp(self):
        super().setUp()
        write_notes(self.path("notes.txt"))

    def train(self, output="m.npz", *arguments, code=0, corpus="notes.txt", topics="4", **options):
        return self.run_program("train", corpus, "--topics", topics, "--sweeps", "60", "--seed", "5", "--quiet",
                                "-o", output, *arguments, code=code, **options)

    def test_text_in_topics_out(self):
        self.train("m.npz", "--report", "r.json", "--test", "notes.txt")
        topics = json.loads(self.run_program("topics", "m.npz", "--json", "--words", "5").stdout)["topics"]
        found = set()
        for topic in topics:
            words = {entry["word"] for entry in topic["words"]}
            found |= {name for name, all_words in SUBJECTS.items() if words <= set(all_words.split())}
        self.assertEqual(found, set(SUBJECTS))
        with open(self.path("r.json"), encoding="utf-8") as file:
            report = json.load(file)
        self.assertEqual(report["recipe"], "cgs")
        self.assertEqual(report["corpus"]["documents"], 200)
        self.assertEqual(report["corpus"]["tokens"], 4000)
        self.assertEqual(len(report["corpus"]["digest"]), 64)
        self.assertLess(report["quality"]["perplexity"], 12)  # eight words a subject, against 24 in all
        self.assertGreater(report["quality"]["perplexity_completion"], 0)
        for key in ("seconds", "tokens_per_second", "sampling_tokens_per_second"):
            self.assertGreater(report["timing"][key], 0)
        self.assertTrue(report["ledger"]["exposed"])
        self.assertFalse(report["privacy"]["private"])
        self.assertIn("epsilon is infinite", self.run_program("statement", "r.json").stdout.replace("\n  ", " "))

    def test_numpy_opens_model_and_theta(self):
        self.train()
        self.run_program("infer", "m.npz", "notes.txt", "-o", "theta.npz", "--quiet")
        model = numpy.load(self.path("m.npz"), allow_pickle=False)
        self.assertEqual(model["phi"].shape, (4, 24))
        numpy.testing.assert_allclose(model["phi"].sum(axis=1), 1, rtol=1e-5)
        self.assertEqual(sorted(model["vocabulary"]), sorted(" ".join(SUBJECTS.values()).split()))
        self.assertEqual(json.loads(str(model["meta"]))["format"], "dplda-model")
        theta = numpy.load(self.path("theta.npz"), allow_pickle=False)["theta"]
        self.assertEqual(theta.shape, (200, 4))
        numpy.testing.assert_allclose(theta.sum(axis=1), 1, rtol=1e-5)

    def test_theta_as_csv_is_the_same_theta(self):
        self.train()
        self.run_program("infer", "m.npz", "notes.txt", "-o", "theta.npz", "--quiet")
        self.run_program("infer", "m.npz", "notes.txt", "-o", "theta.csv", "--threads", "3", "--quiet")
        theta = numpy.load(self.path("theta.npz"), allow_pickle=False)["theta"]
        table = numpy.loadtxt(self.path("theta.csv"), delimiter=",", skiprows=1)
        numpy.testing.assert_array_equal(table[:, 0], numpy.arange(200))
        numpy.testing.assert_array_equal(table[:, 1:].astype(numpy.float32), theta)

    def test_new_text_is_cut_as_the_training_text_was(self):
        self.run_program("prepare", "notes.txt", "--stem", "english", "-o", "c.npz", "--quiet")
        self.train(corpus="c.npz")
        with open(self.path("new.txt"), "w", encoding="utf-8") as out:
            out.write("Harvesting wheats, harvested fields; milks!\nzebra\n")
        said = self.run_program("infer", "m.npz", "new.txt", "-o", "theta.csv").stderr
        self.assertIn("1 tokens are not in the model's vocabulary", said)

    def test_the_same_seed_gives_the_same_bytes_for_any_number_of_threads(self):
        for sampler in ("sequential", "snapshot"):
            self.train("a.npz", "--threads", "1", "--sampler", sampler)
            for threads in ("2", "7"):
                self.train("b.npz", "--threads", threads, "--sampler", sampler)
                self.assertEqual(self.read("a.npz"), self.read("b.npz"))

    def test_a_killed_run_resumes_to_the_same_bytes(self):
        self.train("whole.npz")
        command = [PROGRAM, "train", "notes.txt", "--topics", "4", "--sweeps", "60", "--seed", "5", "--quiet",
                   "-o", "killed.npz", "--checkpoint", "state", "--every", "1"]
        for seen in (1, 5, 20):  # checkpoints, each a file of its own
            process = subprocess.Popen(command, cwd=self.directory)
            checkpoints = set()
            while len(checkpoints) < seen and process.poll() is None:
                with contextlib.suppress(FileNotFoundError):
                    checkpoints.add(os.stat(self.path("state")).st_mtime_ns)
                time.sleep(0.0001)
            process.kill()
            process.wait()
            self.train("resumed.npz", "--resume", "state")
            self.assertEqual(self.read("resumed.npz"), self.read("whole.npz"))
            for name in ("state", "killed.npz"):
                if os.path.exists(self.path(name)):
                    os.remove(self.path(name))

    def test_ctrl_c_keeps_a_usable_model_and_a_checkpoint(self):
        process = subprocess.Popen(
            [PROGRAM, "train", "notes.txt", "--topics", "4", "--sweeps", "100000000", "--seed", "5", "-o", "m.npz",
             "--checkpoint", "state", "--every", "100000000"],
            cwd=self.directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not process.stderr.readline().startswith("training: "):  # it says that it starts
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=HANG_LIMIT)
        self.assertEqual(process.returncode, 130, errors)  # as of a program that died of the signal
        meta = json.loads(str(numpy.load(self.path("m.npz"))["meta"]))
        self.assertTrue(meta["interrupted"])
        self.assertIn(f"{meta['sweeps']} sweeps, interrupted", output)
        self.assertIn(f"dplda: interrupted after sweep {meta['sweeps']} of 100000000; m.npz is the model", errors)
        for verb in ("topics", "statement"):
            self.assertIn(f"stopped after sweep {meta['sweeps']}, before its last", self.run_program(verb, "m.npz").stdout)
        self.assertTrue(json.loads(self.run_program("topics", "m.npz", "--json").stdout)["interrupted"])
        self.run_program("train", "notes.txt", "--topics", "4", "--sweeps", str(meta["sweeps"] + 5), "--seed", "5",
                         "--quiet", "-o", "n.npz", "--resume", "state")
        for verb in ("topics", "statement"):
            self.assertNotIn("stopped after", self.run_program(verb, "n.npz").stdout)

    def refused(self, said, *arguments, code=2, **options):
        before = sorted(os.listdir(self.directory))
        result = self.train("bad.npz", *arguments, code=code, **options)
        self.assertIn(said, result.stderr)
        self.assertTrue(result.stderr.startswith("dplda: "))
        self.assertEqual(sorted(os.listdir(self.directory)), before)

    def test_bad_options_are_refused_before_the_data_is_read(self):
        self.refused("--topics", corpus="missing.txt", topics="0")
        self.refused("--alpha", "--alpha", "0", corpus="missing.txt")
        self.refused("--alpha", "--alpha", "-1", corpus="missing.txt")
        self.refused("--alpha", "--alpha", "nan", corpus="missing.txt")
        self.refused("--beta", "--beta", "inf", corpus="missing.txt")
        self.refused("--beta", "--beta", "much", corpus="missing.txt")
        self.refused("--sampler", "--sampler", "other", corpus="missing.txt")
        self.refused("--recipe", "--recipe", "other", corpus="missing.txt")
        self.refused("--preset", "--preset", "other", corpus="missing.txt")
        self.refused("missing.txt", corpus="missing.txt")

    def test_an_output_that_cannot_be_written_is_refused_before_training(self):
        before = sorted(os.listdir(self.directory))
        for output in ("nowhere/m.npz",):
            result = self.run_program("train", "notes.txt", "--sweeps", "1000000000", "-o", output, code=2)
            self.assertIn("nowhere", result.stderr)
        self.assertEqual(sorted(os.listdir(self.directory)), before)

    def test_an_output_that_is_no_file_or_a_second_use_of_one_is_refused_before_training(self):
        for arguments in (["-o", "-"], ["-o", "/dev/null"], ["-o", "m.npz", "--checkpoint", "-"],
                          ["-o", "m.npz", "--report", "./m.npz"], ["-o", "notes.txt"],
                          ["-o", "m.npz", "--checkpoint", "m.npz"]):
            before = self.read("notes.txt")
            result = self.run_program("train", "notes.txt", "--sweeps", "1000000000", *arguments, code=2)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            self.assertEqual(self.read("notes.txt"), before)
            self.assertFalse(os.path.exists(self.path("m.npz")))

    def test_standard_output_that_is_full_is_a_failure(self):
        self.train()
        with open("/dev/full", "w", encoding="utf-8") as full:
            result = subprocess.run([PROGRAM, "topics", "m.npz"], stdout=full, stderr=subprocess.PIPE, text=True,
                                    cwd=self.directory, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("standard output", result.stderr)

    def test_more_threads_than_the_system_gives_are_refused(self):
        def few_threads():
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))

        result = self.train("bad.npz", "--threads", "4000", code=1, preexec_fn=few_threads)
        self.assertIn("--threads", result.stderr)

    def test_a_test_set_of_single_tokens_still_has_a_perplexity(self):
        with open(self.path("short.txt"), "w", encoding="utf-8") as out:
            out.write("ship\ncow\n")
        self.train("m.npz", "--test", "short.txt", "--report", "r.json")
        with open(self.path("r.json"), encoding="utf-8") as file:
            quality = json.load(file)["quality"]
        self.assertGreater(quality["perplexity"], 0)
        self.assertIsNone(quality["perplexity_completion"])
        with open(self.path("short.txt"), "w", encoding="utf-8") as out:
            out.write("zebra\n")
        self.refused("short.txt", "--test", "short.txt")

    def test_the_model_names_no_local_files(self):
        with open(self.path("list.txt"), "w", encoding="utf-8") as out:
            out.write("ship\nsail\ncow\n")
        self.run_program("prepare", "notes.txt", "--vocab", "list.txt", "-o", "c.npz", "--quiet")
        self.train(corpus="c.npz")
        self.assertNotIn(b"l\0\0\0i\0\0\0s\0\0\0t\0\0\0.\0\0\0t", self.read("m.npz"))

    def test_a_full_disk_leaves_nothing_behind(self):
        def small_files():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

        self.refused("bad.npz", "--no-ledger", code=1, preexec_fn=small_files)

    def test_a_foreign_or_damaged_model_is_refused(self):
        self.train()
        self.run_program("prepare", "notes.txt", "-o", "c.npz", "--quiet")
        with open(self.path("cut.npz"), "wb") as out:
            out.write(self.read("m.npz")[:-100])
        for name in ("c.npz", "cut.npz", "notes.txt", "missing.npz"):
            for verb in (["topics", name], ["infer", name, "notes.txt", "-o", "t.csv"]):
                result = self.run_program(*verb, code=2)
                self.assertIn(name, result.stderr)
                self.assertFalse(os.path.exists(self.path("t.csv")))

    def test_flags_win_over_the_preset(self):
        self.run_program("train", "notes.txt", "--preset", "paper", "--topics", "3", "--sweeps", "1", "--seed", "1",
                         "--quiet", "-o", "m.npz")
        model = numpy.load(self.path("m.npz"))
        self.assertEqual(model["alpha"].tolist(), [1.0, 1.0, 1.0])


if __name__ == "__main__":
    unittest.main()
