"""Reports and streams as a user runs them: perturbed, sent, killed, resumed, published; nothing is lost or counted
twice."""

import contextlib
import json
import os
import random
import shutil
import signal
import struct
import subprocess
import time
import unittest

import numpy

import program
from program import HANG_LIMIT, PROGRAM

WORDS = [name + letter for letter in "abcd" for name in ["ship", "sail", "cow", "barn", "field", "tram", "shop", "lamp"]]


class Case(program.Case):
    documents = 300
    perturb_options = ["--epsilon", "2", "--cap", "6"]

    def setUp(self):
        super().setUp()
        draw = random.Random(1)
        for name, count in [("notes.txt", self.documents), ("prior.txt", 60), ("test.txt", 40)]:
            lines = [" ".join(draw.sample(WORDS[i % 4 * 8:i % 4 * 8 + 8], 5)) for i in range(count)]
            self.write(name, "\n".join(lines) + "\n")
        self.write("words.txt", "\n".join(WORDS) + "\n")
        self.write_key()
        self.perturb("notes.txt", "r.dpr")

    def perturb(self, source, output, *arguments, **options):
        return self.run_program("perturb", source, "--vocab", "words.txt", *self.perturb_options, "-o", output,
                                *arguments, **options)

    def arguments(self, source, *arguments, recipe="online-lp", output="m.npz", sweeps="3"):
        return ["train", source, "--recipe", recipe, "--topics", "4", "--sweeps", sweeps, "--key-file", "key",
                "--threads", "1", "-o", output, *arguments]

    def stream(self, source="r.dpr", *arguments, code=0, recipe="online-lp", output="m.npz", sweeps="3", **options):
        return self.run_program(*self.arguments(source, *arguments, recipe=recipe, output=output, sweeps=sweeps),
                                code=code, **options)

    def phi(self, name="m.npz"):
        return numpy.load(self.path(name))["phi"]

    def report(self, name="report.json"):
        return json.loads(self.read(name))

    def ids(self, name="r.dpr"):
        """Where reports stand in a file: (start, end)."""
        data = self.read(name)
        places, at = [], 0
        while at < len(data):
            size = struct.unpack_from("<I", data, at + 4)[0]
            if data[at:at + 4] == b"dplR":
                places.append((at, at + 8 + size + 16))
            at += 8 + size + 16
        return places

    def send(self, first, last):
        """These reports, as a file that appears whole."""
        data, places = self.read("r.dpr"), self.ids()
        with open(self.path("in/.new"), "wb") as out:
            out.write(data[:places[0][0]] + data[places[first][0]:places[last - 1][1]])
        os.rename(self.path("in/.new"), self.path(f"in/{first:06}.dpr"))

    def wait_for(self, name, process):
        """Until the process has written that file, or has ended."""
        while not os.path.exists(self.path(name)) and process.poll() is None:
            time.sleep(0.001)
        self.assertTrue(os.path.exists(self.path(name)), name)


class Killed(Case):
    documents = 500
    kills = 50

    def test_a_stream_that_is_killed_again_and_again_ends_with_the_same_model(self):
        self.stream("r.dpr", "--batch", "5", output="whole.npz")
        os.mkdir(self.path("in"))
        draw = random.Random(2)
        for kill in range(self.kills):
            # Two more batches come in. It cannot get any further, nor end by itself, until it is killed while it works
            # on one of them, just as that is published, or as its ids or its state are written.
            self.send(10 * kill, 10 * kill + 10)
            resume = ["--resume", "m.npz.state"] if os.path.exists(self.path("m.npz.state")) else []
            process = subprocess.Popen([PROGRAM, *self.arguments("in", "--batch", "5", "--quiet", "--publish", "out",
                                                                 *resume)],
                                       cwd=self.directory, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            batch = 2 * kill + draw.randrange(2) + 1
            self.wait_for(draw.choice([f"out/batch-{batch:06}.npz", f"out/batch-{batch:06}.json"]), process)
            process.kill()
            process.communicate()
            self.assertEqual(process.returncode, -signal.SIGKILL)
        self.stream("in", "--batch", "5", "--idle", "0", "--resume", "m.npz.state")
        self.assertEqual(self.read("m.npz"), self.read("whole.npz"))
        meta = json.loads(bytes(numpy.load(self.path("m.npz"))["meta"].item().encode()))
        self.assertEqual((meta["batches"], meta["reports"]), (100, 500))
        # What killed processes left is gone.
        left = [name for name in os.listdir(self.directory) if ".ids-" in name and name.startswith("m.npz")]
        self.assertLess(len(left), 12)


class Streams(Case):
    def test_input_may_be_a_file_a_pipe_or_a_directory(self):
        self.stream("r.dpr", "--batch", "40", output="file.npz")
        self.stream("-", "--batch", "40", output="pipe.npz", input=self.read("r.dpr"))
        os.mkdir(self.path("in"))
        shutil.copy(self.path("r.dpr"), self.path("in/1.dpr"))
        self.stream("in", "--batch", "40", "--idle", "0", output="directory.npz")
        self.assertEqual(self.read("pipe.npz"), self.read("file.npz"))
        self.assertEqual(self.read("directory.npz"), self.read("file.npz"))

    def test_a_directory_is_followed_until_the_run_is_stopped(self):
        os.mkdir(self.path("in"))
        process = subprocess.Popen([PROGRAM, *self.arguments("in", "--batch", "50", "--publish", "out")],
                                   cwd=self.directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        for i in range(3):
            self.send(100 * i, 100 * i + 100)
            self.wait_for(f"out/batch-{2 * i + 2:06}.json", process)
        process.send_signal(signal.SIGTERM)
        output, errors = process.communicate(timeout=HANG_LIMIT)
        self.assertEqual(process.returncode, 143, errors)  # as of a program that died of the signal
        self.assertIn("6 batches, 300 reports", output)
        self.assertIn("dplda: interrupted after batch 6; m.npz is the model of what came until then", errors)
        self.stream("r.dpr", "--batch", "50", output="file.npz")
        self.assertEqual(self.read("m.npz"), self.read("file.npz"))

    def test_a_stream_that_ended_goes_on_with_what_came_later(self):
        data, places = self.read("r.dpr"), self.ids()
        with open(self.path("first.dpr"), "wb") as out:
            out.write(data[:places[159][1]])
        self.stream("r.dpr", "--batch", "40", output="whole.npz")
        self.stream("first.dpr", "--batch", "40")
        result = self.stream("r.dpr", "--batch", "40", "--resume", "m.npz.state", "--report", "report.json")
        self.assertIn("160 counted before", result.stderr)
        self.assertEqual(self.read("m.npz"), self.read("whole.npz"))
        self.assertEqual(self.report()["refused"]["already_counted"], 160)
        self.assertEqual(self.report()["documents"], 300)
        # Once more: nothing is new, nothing changes.
        self.stream("r.dpr", "--batch", "40", "--resume", "m.npz.state")
        self.assertEqual(self.read("m.npz"), self.read("whole.npz"))

    def test_an_earlier_stream_is_not_overwritten(self):
        self.stream()
        self.assertIn("--resume", self.stream(code=2).stderr)
        self.assertIn("other options: --batch (", self.stream("r.dpr", "--resume", "m.npz.state", "--batch", "7", code=2).stderr)

    def test_every_batch_is_published_and_measured(self):
        self.stream("r.dpr", "--batch", "100", "--prior", "prior.txt", "--prior-public", "--test", "test.txt",
                    "--publish", "out", "--report", "report.json")
        self.assertEqual(sorted(os.listdir(self.path("out"))),
                         [f"{name}.{kind}" for name in ["batch-000001", "batch-000002", "batch-000003", "prior"]
                          for kind in ["json", "npz"]])
        for name in ["prior", "batch-000003"]:
            record = json.loads(self.read(f"out/{name}.json"))
            self.assertTrue(record["private"])
            self.assertGreater(record["perplexity"], 1)
            self.assertEqual(self.phi(f"out/{name}.npz").shape, (4, 32))
        self.assertEqual(self.report()["quality_of_prior"]["perplexity"],
                         json.loads(self.read("out/prior.json"))["perplexity"])

    def test_a_prior_that_is_not_public_is_exposed(self):
        result = self.stream("r.dpr", "--prior", "prior.txt")
        self.assertIn("NOT PRIVATE", result.stdout)
        self.assertIn("the documents of the prior", result.stdout)
        ledger = json.loads(self.run_program("ledger", "show", "prior.txt.ledger", "--json", "-").stdout)
        self.assertTrue(ledger["exposed"])
        self.run_program("publish", "m.npz", "-o", "p.npz", code=2)

    def test_documents_as_they_are(self):
        self.run_program("prepare", "notes.txt", "--vocab", "words.txt", "-o", "c.npz", "--quiet")
        self.stream("c.npz", "--batch", "40", "--no-ledger", recipe="online", output="file.npz")
        self.run_program("prepare", "prior.txt", "--vocab", "words.txt", "-o", "prior.npz", "--quiet")
        options = ["--batch", "40", "--no-ledger", "--prior", "prior.npz"]
        self.stream("c.npz", *options, recipe="online", output="with.npz")
        self.stream("-", *options, recipe="online", output="pipe.npz", input=self.read("notes.txt"))
        self.assertTrue((self.phi("with.npz") == self.phi("pipe.npz")).all())
        self.assertFalse((self.phi("with.npz") == self.phi("file.npz")).all())
        self.assertIn("NOT PRIVATE", self.run_program("statement", "file.npz").stdout)
        self.assertIn("needs to know its words",
                      self.stream("notes.txt", "--no-ledger", recipe="online", output="x.npz", code=2).stderr)

    def test_documents_that_differ_cannot_be_resumed(self):
        self.run_program("prepare", "notes.txt", "--vocab", "words.txt", "-o", "c.npz", "--quiet")
        self.run_program("prepare", "test.txt", "--vocab", "words.txt", "-o", "d.npz", "--quiet")
        self.stream("c.npz", "--no-ledger", recipe="online")
        result = self.stream("d.npz", "--no-ledger", "--resume", "m.npz.state", recipe="online", code=2)
        self.assertIn("does not begin with the documents", result.stderr)


class Refused(Case):
    def test_reports_whose_seed_is_known_cannot_be_mixed_with_others(self):
        self.perturb("notes.txt", "seeded.dpr", "--seed", "1")
        self.stream("seeded.dpr")
        result = self.stream("r.dpr", "--resume", "m.npz.state", code=2)
        self.assertIn("other reports", result.stderr)

    def test_the_prior_of_a_plain_stream_is_exposed_in_its_own_ledger(self):
        self.run_program("prepare", "prior.txt", "--vocab", "words.txt", "-o", "prior.npz", "--quiet")
        self.run_program("train", "prior.npz", "--recipe", "doc", "--target-epsilon", "3", "--topics", "3", "-o", "d.npz")
        result = self.stream("notes.txt", "--prior", "prior.npz", recipe="online", code=2)
        self.assertIn("prior.npz.ledger", result.stderr)
        self.run_program("prepare", "prior.txt", "--vocab", "words.txt", "--ledger", "fresh.ledger", "-o", "other.npz",
                         "--quiet")
        result = self.stream("notes.txt", "--prior", "other.npz", recipe="online")
        self.assertIn("the documents of the prior", result.stdout)
        for ledger in ["fresh.ledger", "notes.txt.ledger"]:
            shown = json.loads(self.run_program("ledger", "show", ledger, "--json", "-").stdout)
            self.assertTrue(shown["exposed"])

    def test_no_output_replaces_what_is_read_or_kept(self):
        self.run_program("prepare", "prior.txt", "--vocab", "words.txt", "-o", "prior.npz", "--quiet")
        before = self.read("prior.npz")
        prior = ["--prior", "prior.npz", "--prior-public"]
        for arguments in [["--test", "prior.npz", "--report", "prior.npz"], [*prior, "--report", "prior.npz"],
                          [*prior, "--checkpoint", "prior.npz"], ["--report", "m.npz.state"],
                          ["--report", "m.npz"]]:
            self.stream("r.dpr", *arguments, code=2)
            self.assertEqual(self.read("prior.npz"), before)
            self.assertFalse(os.path.exists(self.path("m.npz")))
        self.stream("r.dpr", *prior, output="prior.npz", code=2)
        self.stream("notes.txt", "--prior", "prior.npz", "--ledger", "m.npz.state", recipe="online", code=2)
        os.mkdir(self.path("in"))
        shutil.copy(self.path("r.dpr"), self.path("in/1.dpr"))
        self.stream("in", "--idle", "0", output="in/m.npz", code=2)
        self.stream("in", "--idle", "0", "--publish", "in/out", code=2)

    def test_a_file_that_comes_first_does_not_take_over_a_directory(self):
        os.mkdir(self.path("in"))
        shutil.copy(self.path("r.dpr"), self.path("in/b.dpr"))
        self.stream("in", "--idle", "0")
        self.run_program("perturb", "prior.txt", "--vocab", "words.txt", "--epsilon", "1", "-o", "in/a.dpr")
        self.perturb("test.txt", "in/c.dpr")
        self.stream("in", "--idle", "0", "--resume", "m.npz.state", "--report", "report.json")
        self.assertEqual(self.report()["documents"], 340)
        self.assertEqual(self.report()["refused"]["parameters"], 60)

    def test_one_state_serves_one_run(self):
        import fcntl
        with open(self.path("m.npz.state.lock"), "w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.assertIn("in use", self.stream(code=2).stderr)
        self.stream()

    def test_a_run_that_failed_at_its_start_does_not_stand_in_the_way(self):
        self.write("broken.dpr", "dplH and nothing more")
        self.stream("broken.dpr", code=2)
        self.stream("notes.txt", "--no-ledger", recipe="online", code=2)
        self.stream()

    def test_flags_that_say_nothing_are_refused(self):
        for arguments in [["--mu-update", "previous"], ["--prior-sweeps", "5"], ["--idle", "3"], ["--every", "2"],
                          ["--sampler", "snapshot"], ["--omega", "0.3"], ["--prior-public"]]:
            self.assertIn(arguments[0], self.stream("r.dpr", *arguments, code=2).stderr)
        self.stream("r.dpr", "--sampler", "snapshot", recipe="lp", code=2)
        self.stream("r.dpr", "--sampler", "snapshot", "--denoise", "moment", recipe="lp")

    def test_words_that_frequency_chose_make_no_report(self):
        self.run_program("prepare", "notes.txt", "--min-df", "47", "-o", "a.npz", "--quiet")
        self.run_program("prepare", "a.npz", "-o", "b.npz", "--quiet")
        for corpus in ["a.npz", "b.npz"]:
            for arguments in [[], ["--vocab", "words.txt"]]:
                self.run_program("perturb", corpus, "--epsilon", "1", *arguments, "-o", "x.dpr", code=2)
            result = self.run_program("prepare", corpus, "--vocab", "words.txt", "-o", "c.npz", code=2)
            self.assertIn("all of them together", result.stderr)
        self.run_program("prepare", "notes.txt", "--private-vocab", "--vocab-epsilon", "60", "-o", "p.npz", "--quiet")
        self.run_program("perturb", "p.npz", "--epsilon", "1", "-o", "x.dpr", code=2)
        self.run_program("perturb", "p.npz", "--vocab", "words.txt", "--epsilon", "1", "-o", "x.dpr", code=2)


class BadReports(Case):
    def damaged(self):
        """A file with every kind of bad report between good ones; how many good ones it has."""
        data, places = self.read("r.dpr"), self.ids()
        record = lambda i: data[places[i][0]:places[i][1]]
        import hashlib

        def sealed(body):
            head = b"dplR" + struct.pack("<I", len(body))
            return head + body + hashlib.blake2b(head + body, digest_size=16).digest()

        body = lambda i: record(i)[8:-16]
        changed = lambda i, at, value: body(i)[:at] + value + body(i)[at + len(value):]
        bad = {
            "damaged": record(0)[:60] + b"\xff\x00\xff" + record(0)[63:],
            "vocabulary": sealed(changed(1, 16, b"\0" * 32)),
            "parameters": sealed(changed(2, 48, struct.pack("<Q", 1 << 40))),
            "duplicate": record(10),
            "size": sealed(body(3) + b"x"),
            "implausible": sealed(body(4)[:-4] + b"\xff" * 4),
            "foreign": b"nothing of the kind",
        }
        good = [record(i) for i in range(10, 110)]
        mixed = list(good)
        for place, piece in enumerate(bad.values()):
            mixed.insert(5 + 9 * place, piece)
        with open(self.path("bad.dpr"), "wb") as out:
            out.write(data[:places[0][0]] + b"".join(mixed))
            out.write(record(120)[:50])
        with open(self.path("good.dpr"), "wb") as out:
            out.write(data[:places[0][0]] + b"".join(good))
        return {**{reason: 1 for reason in bad}, "cut_short": 1}

    def test_a_stream_refuses_bad_reports_one_by_one(self):
        expected = self.damaged()
        self.stream("good.dpr", "--batch", "30", output="good.npz")
        result = self.stream("bad.dpr", "--batch", "30", "--report", "report.json")
        refused = {reason: count for reason, count in self.report()["refused"].items() if count}
        self.assertEqual(refused, expected)
        self.assertEqual(self.report()["documents"], 100)
        self.assertEqual(self.read("m.npz"), self.read("good.npz"))
        self.assertIn("refused reports", result.stderr)

    def test_one_batch_of_all_refuses_them_too(self):
        expected = self.damaged()
        self.stream("good.dpr", recipe="lp", output="good.npz")
        result = self.stream("bad.dpr", "--report", "report.json", recipe="lp")
        refused = {reason: count for reason, count in self.report()["reports"]["refused"].items() if count}
        self.assertEqual(refused, expected)
        self.assertEqual(self.report()["reports"]["accepted"], 100)
        self.assertTrue((self.phi() == self.phi("good.npz")).all())
        self.assertIn("refused reports", result.stderr)


class Reports(Case):
    def test_a_model_of_reports_states_what_they_cost_and_may_be_published(self):
        for denoise in ["channel", "moment"]:
            result = self.stream("r.dpr", "--denoise", denoise, "--test", "test.txt", recipe="lp")
            self.assertIn("unit: presence, view: report", result.stdout)
            self.assertIn("unit: document, view: report", result.stdout)
            self.assertIn("perplexity on test.txt", result.stdout)
            self.run_program("publish", "m.npz", "-o", "p.npz")
            os.remove(self.path("p.npz"))

    def test_bayes_needs_a_prior(self):
        self.assertIn("--prior", self.stream("r.dpr", "--denoise", "bayes", recipe="lp", code=2).stderr)
        self.stream("r.dpr", "--denoise", "bayes", "--prior", "prior.txt", "--prior-public", recipe="lp")

    def test_reports_whose_seed_is_known_protect_nobody(self):
        self.perturb("notes.txt", "seeded.dpr", "--seed", "1")
        result = self.stream("seeded.dpr", recipe="lp")
        self.assertIn("NOT PRIVATE", result.stdout)
        self.run_program("publish", "m.npz", "-o", "p.npz", code=2)

    def test_recipes_say_what_they_learn_from(self):
        self.assertIn("--recipe lp", self.run_program("train", "r.dpr", "-o", "m.npz", code=2).stderr)
        self.assertEqual(self.stream("notes.txt", recipe="lp", code=2).stdout, "")
        self.assertIn("perturb --ledger", self.stream("r.dpr", "--ledger", "l", recipe="lp", code=2).stderr)

    def test_a_killed_run_resumes_from_its_checkpoint(self):
        self.stream("r.dpr", recipe="lp", output="whole.npz", sweeps="3000")
        process = subprocess.Popen([PROGRAM, *self.arguments("r.dpr", "--checkpoint", "c.npz", "--every", "10",
                                                             recipe="lp", sweeps="3000")],
                                   cwd=self.directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_for("c.npz", process)
        process.kill()
        process.wait()
        with contextlib.suppress(FileNotFoundError):  # whatever it got to: what counts is what its checkpoint leads to
            os.remove(self.path("m.npz"))
        self.stream("r.dpr", "--resume", "c.npz", recipe="lp", sweeps="3000")
        self.assertTrue((self.phi() == self.phi("whole.npz")).all())


if __name__ == "__main__":
    unittest.main()
