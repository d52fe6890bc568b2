"""Private training as a user runs it: planned, charged, refused, stated, published; nothing is released uncharged."""

import contextlib
import json
import math
import os
import resource
import signal
import subprocess
import time
import unittest
import zipfile

from program import HANG_LIMIT, PROGRAM, WORDS, Case, notes

KEY = "32 bytes that are not all equal."
DRAW = 2 * math.log(742 / 5)  # clip 73.7, beta 0.5


class Private(Case):
    def setUp(self):
        super().setUp()
        self.write("notes.txt", notes())
        self.write("words.txt", "\n".join(WORDS) + "\n")
        self.write_key(KEY)
        self.run_program("prepare", "notes.txt", "--vocab", "words.txt", "-o", "c.npz", "--quiet")

    def hdp(self, *arguments, code=0, sweeps="5", **options):
        return self.run_program("train", "c.npz", "--recipe", "hdp", "--epsilon-noise", "1", "--topics", "3",
                                "--sweeps", sweeps, "-o", "m.npz", "--force", *arguments, code=code, **options)

    def ledger(self, name="c.npz.ledger"):
        return json.loads(self.run_program("ledger", "show", name, "--json", "-").stdout)

    def total(self, name="c.npz.ledger"):
        return self.ledger(name)["totals"][0]["pure_epsilon"]

    # Six tables of 1 and five draws.
    COST = 6 + 5 * DRAW

    def test_a_plan_needs_no_data_and_answers_both_ways(self):
        plan = json.loads(self.run_program("plan", "--recipe", "hdp", "--epsilon-noise", "0.1", "--beta", "1",
                                           "--clip", "1", "--sweeps", "100", "--json", "-").stdout)
        self.assertAlmostEqual(plan["total"]["pure_epsilon"], 101 * 0.1 + 100 * 2 * 0.69314718056, places=6)
        self.assertEqual((plan["total"]["unit"], plan["total"]["view"]), ("word", "topics+counts"))
        plan = json.loads(self.run_program("plan", "--recipe", "doc", "--target-epsilon", "8", "--delta", "1e-6",
                                           "--json", "-").stdout)
        self.assertLessEqual(plan["total"]["epsilon_at_delta"], 8)
        self.assertGreater(plan["total"]["epsilon_at_delta"], 7.99)
        self.assertGreater(plan["options"]["sigma"], 0)
        text = self.run_program("plan", "--recipe", "hdp", "--target-epsilon", "5").stdout
        self.assertIn("[unit: word, view: topics+counts]", text)

    def test_a_run_prints_its_plan_first_and_its_statement_last(self):
        result = self.hdp()
        self.assertIn("total: epsilon 56", result.stderr)
        for words in ("What is protected", "Against whom", "How strongly", "What was exposed", "assumptions"):
            self.assertIn(words, result.stdout)

    def test_runs_on_the_same_data_add_up_in_its_ledger(self):
        self.hdp()
        self.assertAlmostEqual(self.total(), self.COST, delta=1e-5)
        self.hdp()
        self.assertAlmostEqual(self.total(), 2 * self.COST, delta=2e-5)
        self.run_program("ledger", "verify", "c.npz.ledger")
        self.hdp("--no-ledger")
        self.assertAlmostEqual(self.total(), 2 * self.COST, delta=2e-5)

    def test_an_exact_repetition_under_a_key_file_is_charged_once(self):
        self.hdp("--key-file", "key")
        model = self.read("m.npz")
        self.hdp("--key-file", "key", "--threads", "2")
        self.assertEqual(self.read("m.npz"), model)
        self.assertAlmostEqual(self.total(), self.COST, delta=1e-5)
        self.hdp("--key-file", "key", "--beta-phi", "0.02")
        self.assertAlmostEqual(self.total(), 2 * self.COST, delta=2e-5)

    def test_a_budget_refuses_before_the_data_are_read(self):
        refused = self.hdp("--budget-epsilon", "50", code=3)
        self.assertIn("unit: word", refused.stderr)
        os.rename(self.path("c.npz"), self.path("away.npz"))
        self.hdp("--budget-epsilon", "50", code=3)  # not even opened
        os.rename(self.path("away.npz"), self.path("c.npz"))
        self.assertFalse(os.path.exists(self.path("m.npz")))
        self.hdp("--budget-epsilon", "60")
        self.hdp("--budget-epsilon", "60", code=3)
        self.hdp("--budget-epsilon", "113")

    def test_no_budget_covers_words_that_come_from_the_data(self):
        self.run_program("prepare", "notes.txt", "-o", "own.npz", "--quiet")
        self.run_program("train", "own.npz", "--recipe", "hdp", "--epsilon-noise", "1", "--sweeps", "2", "-o", "m.npz",
                         "--budget-epsilon", "1000", code=3)
        self.assertFalse(os.path.exists(self.path("m.npz")))
        result = self.run_program("train", "own.npz", "--recipe", "hdp", "--epsilon-noise", "1", "--sweeps", "2", "-o",
                                  "m.npz", "--no-ledger")
        self.assertIn("NOT PRIVATE", result.stdout)

    def test_a_known_seed_is_not_private_and_is_on_record(self):
        self.assertIn("seed known", self.hdp("--seed", "1", "--no-ledger").stdout)
        self.assertEqual(self.ledger()["exposed"], False)
        result = self.hdp("--seed", "1", "--force")
        self.assertIn("seed known", result.stdout)
        self.assertEqual(self.ledger()["exposed"], True)
        self.hdp("--seed", "1", "--ledger", "x.ledger", code=2)
        self.hdp("--seed", "1", "--budget-epsilon", "100", code=2)
        self.run_program("publish", "m.npz", code=2)

    def test_an_exposing_run_on_data_with_a_ledger_must_say_so(self):
        self.hdp()
        plain = ["train", "c.npz", "--topics", "3", "--sweeps", "3", "-o", "plain.npz", "--quiet"]
        self.assertIn("--no-ledger", self.run_program(*plain, code=2).stderr)
        self.run_program(*plain, "--no-ledger")
        self.assertAlmostEqual(self.total(), self.COST, delta=1e-5)
        self.run_program(*plain, "--ledger", "c.npz.ledger")
        self.assertEqual(self.total(), "infinite")

    def test_a_run_that_protects_nobody_is_on_record_before_a_private_one(self):
        self.run_program("train", "c.npz", "--topics", "3", "--sweeps", "3", "-o", "plain.npz", "--quiet")
        result = self.hdp()
        self.assertIn("epsilon infinite", result.stdout)
        self.assertEqual(self.total(), "infinite")

    def test_the_ledger_is_that_of_the_data_however_they_are_named(self):
        os.symlink("c.npz", self.path("link.npz"))
        self.hdp()
        self.run_program("train", "link.npz", "--recipe", "hdp", "--epsilon-noise", "1", "--topics", "3", "--sweeps",
                         "5", "-o", "m.npz", "--force")
        self.assertAlmostEqual(self.total(), 2 * self.COST, delta=2e-5)
        self.assertFalse(os.path.exists(self.path("link.npz.ledger")))

    def test_nothing_is_written_over_the_ledger_or_the_key(self):
        self.hdp()
        ledger = self.read("c.npz.ledger")
        for output in (["-o", "c.npz.ledger"], ["-o", "x.npz", "--report", "./c.npz.ledger"],
                       ["-o", "x.npz", "--checkpoint", "c.npz.ledger"], ["-o", "key", "--key-file", "key"]):
            self.run_program("train", "c.npz", "--recipe", "hdp", "--epsilon-noise", "1", "--sweeps", "2", *output,
                             code=2)
        self.run_program("ledger", "show", "c.npz.ledger", "--json", "./c.npz.ledger", code=2)
        self.run_program("publish", "m.npz", "-o", "f", "--statement", "./f", code=2)
        self.assertEqual(self.read("c.npz.ledger"), ledger)
        self.assertEqual(self.read("key"), KEY.encode())

    def test_a_run_that_fails_early_leaves_no_ledger(self):
        self.run_program("train", "absent.npz", "--recipe", "hdp", "--epsilon-noise", "1", "-o", "m.npz", code=2)
        self.assertFalse(os.path.exists(self.path("absent.npz.ledger")))

    def test_options_of_other_recipes_are_refused(self):
        for recipe, option in (("doc", ["--clip", "3"]), ("hdp", ["--cap", "3"]), ("cgs", ["--epsilon-noise", "1"]),
                               ("cdp", ["--target-epsilon", "1"])):
            refused = self.run_program("plan", "--recipe", recipe, *option, code=2)
            self.assertIn(f"no meaning for recipe {recipe}", refused.stderr)

    def test_options_that_do_nothing_in_a_mode_are_refused(self):
        doc = ["doc", "--target-epsilon", "3"]
        for command, option in (
            (doc, ["--beta", "0.1"]), (doc, ["--shrink", "1"]), (doc, ["--shrink-phi", "1"]), (doc, ["--average", "2"]),
            (["doc", "--noise", "none"], ["--sigma", "5"]), (["doc", "--noise", "none"], ["--delta", "1e-5"]),
            (["hdp", "--noise", "none"], ["--epsilon-noise", "1"]), (["hdp", "--noise", "none"], ["--delta", "1e-5"]),
            (["hdp", "--epsilon-noise", "1"], ["--noise-update", "fresh"]),
            (["hdp", "--epsilon-noise", "1", "--sampler", "sequential"], ["--beta-phi", "0.1"]),
            (["cgs"], ["--every", "7"]), (["cgs"], ["--optimize-every", "7"]), (["cdp", "--noise", "none"], ["--epsilon-noise", "1"]),
            (["lp"], ["--omega", "0.2"]), (["lp"], ["--prior-public"]), (["online"], ["--prior-sweeps", "9"]),
        ):
            refused = self.run_program("plan", "--recipe", *command, *option, code=2)
            self.assertIn(f"{option[0]} has no meaning here", refused.stderr)
            self.run_program("plan", "--recipe", *command)

    def test_presets_go_with_every_recipe(self):
        for recipe, more in (("cgs", []), ("hdp", ["--epsilon-noise", "1"]), ("doc", ["--target-epsilon", "3"]), ("lp", []),
                             ("online", []), ("online-lp", ["--prior", "p.npz"]), ("cdp", ["--epsilon-noise", "1"]),
                             ("cdp-plus", ["--epsilon-noise", "1"])):
            self.run_program("plan", "--recipe", recipe, "--preset", "paper", *more)

    def test_damaged_truncated_and_foreign_ledgers_are_refused(self):
        self.hdp()
        whole = self.read("c.npz.ledger")
        model = self.read("m.npz")
        for damaged in (whole[:-1], whole[:100], whole[:90] + b"X" + whole[91:], b"", b"a,b\n1,2\n", b"\0" * 500):
            with open(self.path("c.npz.ledger"), "wb") as out:
                out.write(damaged)
            self.hdp(code=2)
            self.run_program("ledger", "show", "c.npz.ledger", code=2)
            self.run_program("ledger", "verify", "c.npz.ledger", code=2)
            self.assertEqual(self.read("c.npz.ledger"), damaged)
        self.assertEqual(self.read("m.npz"), model)
        self.hdp("--ledger", self.directory, code=2)

    def long_run(self, *arguments, entries=5):
        process = subprocess.Popen([PROGRAM, "train", "c.npz", "--recipe", "hdp", "--epsilon-noise", "1", "--topics",
                                    "3", "--sweeps", "100000000", "-o", "long.npz", "--quiet", *arguments],
                                   cwd=self.directory, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.wait_for_entries(entries, process)
        return process

    def charges(self):
        return self.read("c.npz.ledger").count(b'"kind":"charge"')

    def wait_for_entries(self, count, process):
        """Until the ledger has so many charges, or the process, which goes on for ever, has ended."""
        while process.poll() is None:
            with contextlib.suppress(FileNotFoundError):
                if self.charges() >= count:
                    return
            time.sleep(0.02)
        self.fail(process.stderr.read())

    def test_two_runs_at_once_are_charged_both(self):
        process = self.long_run()
        self.hdp()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(HANG_LIMIT), 130)
        statement = self.run_program("statement", "long.npz").stdout
        sweeps = int(statement.split(" x topics of all")[0].split()[-1])
        both = (sweeps + 1) + sweeps * DRAW + self.COST
        self.assertAlmostEqual(self.total(), both, delta=1e-6 * sweeps * 11)
        self.run_program("ledger", "verify", "c.npz.ledger")

    def test_an_interrupted_run_charges_what_it_released(self):
        process = self.long_run()
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(HANG_LIMIT), 143)
        statement = self.run_program("statement", "long.npz").stdout
        sweeps = int(statement.split(" x topics of all")[0].split()[-1])
        self.assertIn(f"{sweeps + 1} x topic-word table", statement)
        self.assertAlmostEqual(self.total(), (sweeps + 1) + sweeps * DRAW, delta=1e-6 * sweeps * 11)

    def test_a_killed_run_stays_charged_and_resumes_at_no_further_cost_under_its_key(self):
        process = self.long_run("--key-file", "key", "--checkpoint", "state", "--every", "20")
        process.kill()
        process.wait(HANG_LIMIT)
        before, entries = self.total(), self.charges()
        self.assertGreater(before, 20)
        self.assertFalse(os.path.exists(self.path("long.npz")))
        self.run_program("ledger", "verify", "c.npz.ledger")
        # What it repeats is charged already: another entry is of new sweeps.
        again = self.long_run("--key-file", "key", "--resume", "state", "--every", "20", entries=entries + 1)
        again.send_signal(signal.SIGINT)
        self.assertEqual(again.wait(HANG_LIMIT), 130)
        # Under a key a block that was not finished stays charged: an exact repetition may rest on it.
        statement = self.run_program("statement", "long.npz").stdout
        sweeps = int(statement.split(" x topics of all")[0].split()[-1])
        tables = int(statement.split(" x topic-word table")[0].split()[-1])
        self.assertIn(tables, (sweeps, sweeps + 1))
        self.assertAlmostEqual(self.total(), tables + sweeps * DRAW, delta=1e-6 * sweeps * 11)

    def test_a_model_that_was_paid_for_is_not_overwritten_by_mistake(self):
        train = ["train", "c.npz", "--recipe", "hdp", "--epsilon-noise", "1", "--topics", "3", "--sweeps", "5", "-o"]
        self.run_program(*train, "paid.npz")
        self.run_program("publish", "paid.npz", "-o", "clean.npz")
        for command in ([*train, "paid.npz"], [*train, "clean.npz"], ["publish", "paid.npz", "-o", "clean.npz"],
                        ["train", "c.npz", "--seed", "1", "--no-ledger", "-o", "paid.npz"]):
            before = [self.read(name) for name in ("paid.npz", "clean.npz", "c.npz.ledger")]
            self.assertIn("--force", self.run_program(*command, code=2).stderr)
            self.assertEqual([self.read(name) for name in ("paid.npz", "clean.npz", "c.npz.ledger")], before)
            self.run_program(*command, "--force")

    def test_nor_by_what_is_no_model(self):
        self.hdp()
        before = self.read("m.npz")
        self.run_program("train", "c.npz", "--topics", "2", "--sweeps", "1", "--no-ledger", "-o", "plain.npz")
        for command in (["prepare", "notes.txt", "-o", "m.npz"], ["infer", "plain.npz", "notes.txt", "-o", "m.npz"],
                        ["generate", "clinic", "--documents", "5", "-o", "m.npz"],
                        ["generate", "lda", "--documents", "5", "-o", "m.npz"],
                        ["split", "c.npz", "--first", "5", "-o", "first.npz", "m.npz"]):
            self.assertIn("what it cost is not given back", self.run_program(*command, code=2).stderr)
            self.assertEqual(self.read("m.npz"), before)

    def test_the_record_of_an_attack_does_not_replace_the_documents(self):
        before = self.read("c.npz")
        for kind in ("topics", "membership"):
            self.assertIn("is an input too", self.run_program("attack", kind, "c.npz", "--json", "c.npz", code=2).stderr)
        self.assertEqual(self.read("c.npz"), before)

    def test_what_cost_nothing_is_overwritten(self):
        plain = ["train", "c.npz", "--topics", "3", "--sweeps", "2", "--no-ledger", "-o"]
        self.run_program(*plain, "m.npz")
        self.run_program(*plain, "m.npz")
        self.write("text", "no model")
        self.run_program(*plain, "text")
        seeded = ["train", "c.npz", "--recipe", "hdp", "--epsilon-noise", "1", "--topics", "3", "--sweeps", "2", "--seed",
                  "1", "--no-ledger", "-o", "seeded.npz"]
        self.run_program(*seeded)
        self.run_program(*seeded)

    def test_a_resumed_run_replaces_the_model_that_its_interruption_left(self):
        process = self.long_run("--checkpoint", "state")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(HANG_LIMIT), 130)
        first, entries = self.read("long.npz"), len(self.read("c.npz.ledger").splitlines())
        again = self.long_run("--resume", "state", entries=entries + 1)
        again.send_signal(signal.SIGINT)
        self.assertEqual(again.wait(HANG_LIMIT), 130)
        self.assertNotEqual(self.read("long.npz"), first)

    def test_a_resumed_run_does_not_replace_a_model_that_is_whole(self):
        train = ("train", "c.npz", "--recipe", "doc", "--target-epsilon", "8", "--topics", "3", "-o", "m.npz")
        self.run_program(*train, "--checkpoint", "state", "--every", "1")
        whole = self.read("m.npz")
        self.assertIn("is not given back", self.run_program(*train, "--resume", "state", code=2).stderr)
        self.assertEqual(self.read("m.npz"), whole)

    def test_what_is_a_function_of_the_documents_is_its_owners_alone(self):
        run = lambda *arguments: self.run_program(*arguments, preexec_fn=lambda: os.umask(0o022))
        run("prepare", "notes.txt", "--vocab", "words.txt", "--ledger", "own.npz.ledger", "-o", "own.npz", "--quiet")
        run("split", "own.npz", "--fraction", "0.5", "-o", "train.npz", "test.npz")
        run("train", "own.npz", "--recipe", "doc", "--target-epsilon", "8", "--topics", "3", "-o", "m.npz", "--report",
            "r.json", "--checkpoint", "state", "--every", "1")
        run("infer", "m.npz", "own.npz", "-o", "theta.npz", "--quiet")
        run("infer", "m.npz", "own.npz", "-o", "theta.csv", "--quiet")
        run("ledger", "show", "own.npz.ledger", "--json", "total.json")
        run("attack", "topics", "own.npz", "--topics", "3", "--sweeps", "2", "--json", "attack.json", "--quiet")
        run("publish", "m.npz", "-o", "clean.npz", "--statement", "statement.txt")
        run("plan", "--recipe", "doc", "--target-epsilon", "8", "--json", "plan.json")
        run("perturb", "own.npz", "--epsilon", "1", "-o", "r.dpr", "--ledger", "mine.ledger")
        mode = lambda name: oct(os.stat(self.path(name)).st_mode & 0o777)
        for name in ("own.npz", "train.npz", "test.npz", "own.npz.ledger", "r.json", "state", "theta.npz", "theta.csv",
                     "total.json", "attack.json", "mine.ledger"):
            self.assertEqual(mode(name), "0o600", name)
        for name in ("m.npz", "clean.npz", "statement.txt", "plan.json", "r.dpr"):  # made to be handed out
            self.assertEqual(mode(name), "0o644", name)

    def test_a_key_that_others_can_read_or_that_was_never_drawn_is_refused(self):
        os.chmod(self.path("key"), 0o640)
        refused = self.hdp("--key-file", "key", code=2)
        self.assertIn("chmod 600 key", refused.stderr)
        self.write("key", "\0" * 32)
        os.chmod(self.path("key"), 0o600)
        self.assertIn("all its bytes are equal", self.hdp("--key-file", "key", code=2).stderr)
        self.assertFalse(os.path.exists(self.path("m.npz")))

    def test_words_from_the_documents_are_refused_before_anything_is_released(self):
        self.run_program("prepare", "notes.txt", "-o", "own.npz", "--quiet")
        refused = self.run_program("train", "own.npz", "--recipe", "doc", "--target-epsilon", "3", "-o", "m.npz", code=2)
        self.assertIn("--private-vocab", refused.stderr)
        self.assertFalse(os.path.exists(self.path("own.npz.ledger")))

    def test_a_changed_statement_is_not_published(self):
        self.hdp()
        model = self.read("m.npz")
        stated = json.loads(self.run_program("plan", "--recipe", "hdp", "--epsilon-noise", "1", "--sweeps", "5", "--json",
                                             "-").stdout)["total"]["pure_epsilon"]
        self.assertGreater(stated, 55)
        self.run_program("publish", "m.npz")
        import numpy  # pylint: disable=import-outside-toplevel
        archive = dict(numpy.load(self.path("m.npz"), allow_pickle=False))
        meta = json.loads(str(archive["meta"]))
        for total in (meta["privacy"]["run"], meta["privacy"]["data"]):
            total["pure_epsilon"] = total["epsilon_at_delta"] = 0.5
        archive["meta"] = numpy.array(json.dumps(meta))
        numpy.savez(self.path("m.npz"), **archive)
        self.assertIn("than that of the releases", self.run_program("publish", "m.npz", code=2).stderr)
        self.assertNotEqual(self.read("m.npz"), model)

    def test_a_large_delta_must_be_asked_for_and_is_explained(self):
        doc = ["--recipe", "doc", "--target-epsilon", "0.5", "--topics", "3"]
        train = ["train", "c.npz", *doc, "-o", "m.npz", "--no-ledger", "--quiet"]
        chosen = ["prepare", "notes.txt", "--private-vocab", "--vocab-cap", "5", "-o", "v.npz"]
        budget = ["--budget-epsilon", "9", "--budget-delta", "0.01"]
        for command, flag in (([*train, "--delta", "0.5"], "--delta"),
                              (["plan", *doc, "--delta", "0.5"], "--delta"),
                              (["train", "c.npz", *doc, "-o", "m.npz", *budget], "--budget-delta"),
                              ([*chosen, "--no-ledger", "--vocab-delta", "0.01"], "--vocab-delta"),
                              ([*chosen, "--vocab-epsilon", "4", *budget], "--budget-delta")):
            refused = self.run_program(*command, code=2).stderr
            self.assertIn(flag + " ", refused)
            self.assertIn("--large-delta", refused)
            self.run_program(*command, "--large-delta", *(["--force"] if command[0] == "train" else []))
        self.run_program("ledger", "show", "c.npz.ledger", "--delta", "0.5", code=2)
        self.run_program("ledger", "show", "c.npz.ledger", "--delta", "0.5", "--large-delta")
        for verb in (["limit", "c.npz.ledger"], ["create", "d.ledger"]):
            limit = ["ledger", *verb, "--budget-epsilon", "90", "--budget-delta", "0.5"]
            self.assertIn("--large-delta", self.run_program(*limit, code=2).stderr)
            self.run_program(*limit, "--large-delta")
        self.run_program("ledger", "limit", "c.npz.ledger", "--unlimited")
        self.run_program("prepare", "notes.txt", "--large-delta", "-o", "plain.npz", code=2)
        self.run_program(*train, "--delta", "0.5", "--large-delta", "--force")
        statement = self.run_program("statement", "m.npz").stdout
        self.assertIn("in one of 2 runs anything may be given away", statement)
        self.assertIn("weak on its own: it limits what can be learnt for certain (judged by epsilon", statement)
        self.assertNotIn("nearly the\n", statement)
        self.run_program("publish", "m.npz", "-o", "clean.npz")

    def test_standard_error_that_cannot_be_written_stops_nothing(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            command = [PROGRAM, "train", "c.npz", "--recipe", "hdp", "--epsilon-noise", "1", "--topics", "3", "--sweeps",
                       "2", "-o", "m.npz"]
            self.assertEqual(subprocess.run(command, cwd=self.directory, stderr=full, stdout=subprocess.DEVNULL,
                                            timeout=HANG_LIMIT, check=False).returncode, 0)
            self.assertEqual(subprocess.run([PROGRAM, "frob"], stderr=full, timeout=HANG_LIMIT, check=False).returncode, 2)

    def test_no_room_for_a_first_ledger_leaves_none(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

        result = self.run_program("perturb", "notes.txt", "--vocab", "words.txt", "--epsilon", "1", "--ledger", "mine", "-o",
                                  "r.dpr", code=None, preexec_fn=limit)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertFalse(os.path.exists(self.path("mine")))
        self.run_program("ledger", "create", "mine", code=1, preexec_fn=limit)
        self.assertFalse(os.path.exists(self.path("mine")))

    def test_a_full_disk_stops_a_run_before_it_releases_anything(self):
        self.hdp()
        before = self.read("c.npz.ledger")
        model = self.read("m.npz")

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 100, len(before) + 100))

        self.hdp("-o", "other.npz", code=2)  # -o twice
        result = self.run_program("train", "c.npz", "--recipe", "hdp", "--epsilon-noise", "1", "--sweeps", "5", "-o",
                                  "other.npz", code=None, preexec_fn=limit)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertFalse(os.path.exists(self.path("other.npz")))
        self.assertEqual(self.read("c.npz.ledger"), before)
        self.assertEqual(self.read("m.npz"), model)

    def test_what_is_published_holds_no_function_of_the_data_that_was_not_charged(self):
        self.run_program("train", "c.npz", "--recipe", "doc", "--target-epsilon", "8", "--topics", "3", "-o", "m.npz",
                         "--report", "r.json", "--test", "c.npz")
        report = json.loads(self.read("r.json"))
        self.assertIn("not for publication", report["notice"])
        self.run_program("publish", "m.npz", "-o", "clean.npz", "--statement", "statement.txt")
        for name in ("m.npz", "clean.npz", "statement.txt"):
            text = self.read(name)
            self.assertNotIn(report["corpus"]["digest"].encode(), text)
            self.assertNotIn(b"perplexity", text)
            self.assertNotIn(b"likelihood", text)
            self.assertNotIn(b"theta", text)
            self.assertNotIn(b"1800", text)  # tokens
        for name in ("m.npz", "clean.npz"):
            self.assertFalse([part for part in zipfile.ZipFile(self.path(name)).namelist() if "coherence" in part])
        statement = self.run_program("statement", "clean.npz").stdout
        self.assertEqual(statement.encode(), self.read("statement.txt"))
        self.assertEqual(statement, self.run_program("statement", "r.json").stdout)
        self.assertIn("[unit: document, view: counts]", statement)
        self.run_program("topics", "clean.npz")
        self.run_program("infer", "clean.npz", "notes.txt", "-o", "theta.npy")
        self.run_program("statement", "c.npz", code=2)
        self.run_program("statement", "notes.txt", code=2)

    def test_bad_values_are_refused(self):
        for value in ("0", "-1", "nan", "inf", "1e400", "x"):
            self.hdp("--clip", value, code=2)
            self.run_program("plan", "--recipe", "hdp", "--epsilon-noise", value, code=2)
            self.run_program("plan", "--recipe", "hdp", "--target-epsilon", value, code=2)
            self.run_program("plan", "--recipe", "doc", "--sigma", value, code=2)
            self.hdp("--budget-epsilon", value, code=2)
        for value in ("0", "1", "-0.1", "2", "nan", "inf"):
            self.run_program("plan", "--recipe", "doc", "--target-epsilon", "1", "--delta", value, code=2)
        self.hdp("--budget-epsilon", "100", "--budget-delta", "1", code=2)
        self.hdp("--budget-epsilon", "100", "--no-ledger", code=2)
        self.hdp("--key-file", "", code=2)
        self.run_program("plan", "--recipe", "hdp", code=2)
        self.run_program("plan", "--recipe", "doc", code=2)
        self.run_program("plan", "--recipe", "doc", "--sigma", "3", "--target-epsilon", "1", code=2)
        self.write("short", "abc")
        self.hdp("--key-file", "short", code=2)
        self.hdp("--key-file", "absent", code=2)
        self.hdp("--key-file", "key", "--seed", "1", code=2)
        self.hdp("--ledger", "x", "--no-ledger", code=2)
        self.assertFalse(os.path.exists(self.path("m.npz")))
        with open(self.path("c.npz"), "rb") as corpus:
            self.run_program("train", "-", "--recipe", "hdp", "--epsilon-noise", "1", "-o", "m.npz", code=2, stdin=corpus)


if __name__ == "__main__":
    unittest.main()
