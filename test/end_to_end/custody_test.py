"""The ledger follows the data and its budget binds, however the documents are copied, moved, split or prepared again."""

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
import unittest

import program
from program import PROGRAM, WORDS, notes


class Case(program.Case):
    def setUp(self):
        super().setUp()
        self.write("notes.txt", notes())
        self.write("words.txt", "\n".join(WORDS) + "\n")
        os.mkdir(self.path("elsewhere"))
        self.environment = {**os.environ, "DPLDA_LEDGERS": self.path("list-of-ledgers")}

    def run_program(self, *arguments, environment=None, **options):
        return super().run_program(*arguments, env=environment or self.environment, **options)

    def prepare(self, output="c.npz", *arguments, source="notes.txt", **options):
        return self.run_program("prepare", source, "--vocab", "words.txt", "-o", output, *arguments, **options)

    def train(self, corpus, epsilon, *arguments, output="m.npz", **options):
        return self.run_program("train", corpus, "--recipe", "doc", "--target-epsilon", str(epsilon), "--topics", "3",
                                "--sweeps", "3", "-o", output, "--force", *arguments, **options)

    def total(self, ledger="c.npz.ledger"):
        shown = json.loads(self.run_program("ledger", "show", ledger, "--json", "-").stdout)
        return shown["totals"][0]["epsilon_at_delta"] if shown["totals"] else 0

    def limited(self):
        """A corpus of which epsilon 2 of a budget of 3 is spent."""
        self.prepare()
        self.run_program("ledger", "limit", "c.npz.ledger", "--budget-epsilon", "3")
        self.train("c.npz", 2)

    def refused_at(self, corpus):
        """2.5 more is refused there, and what still fits is charged to the one ledger."""
        before = self.total()
        self.assertIn("the budget of epsilon 3", self.train(corpus, 2.5, code=3).stderr)
        self.assertEqual(self.total(), before)
        self.train(corpus, 0.5)
        self.assertGreater(self.total(), before)
        self.assertLessEqual(self.total(), 3)


class Custody(Case):
    def test_prepare_starts_the_ledger_at_once(self):
        self.assertIn("c.npz.ledger", self.prepare().stderr)
        self.assertIn("nothing was released", self.run_program("ledger", "show", "c.npz.ledger").stdout)
        self.assertEqual(os.stat(self.path("c.npz.ledger")).st_mode & 0o777, 0o600)

    def test_a_copy_cannot_pass_by_the_budget(self):
        self.limited()
        shutil.copy(self.path("c.npz"), self.path("copy.npz"))
        self.refused_at("copy.npz")
        shutil.copy(self.path("c.npz"), self.path("elsewhere/copy.npz"))
        self.refused_at("elsewhere/copy.npz")

    def test_a_moved_corpus_cannot_pass_by_the_budget(self):
        self.limited()
        os.rename(self.path("c.npz"), self.path("elsewhere/moved.npz"))
        self.refused_at("elsewhere/moved.npz")

    def test_a_hard_link_cannot_pass_by_the_budget(self):
        self.limited()
        os.link(self.path("c.npz"), self.path("linked.npz"))
        self.refused_at("linked.npz")

    def test_a_split_cannot_pass_by_the_budget(self):
        self.limited()
        self.run_program("split", "c.npz", "--fraction", "0.8", "-o", "a.npz", "b.npz")
        self.refused_at("a.npz")
        self.assertEqual(self.train("b.npz", 2.5, code=3).stdout, "")

    def test_a_split_of_texts_belongs_to_the_ledger_of_the_texts(self):
        self.run_program("split", "notes.txt", "--fraction", "0.8", "-o", "a.npz", "b.npz")
        self.run_program("train", "a.npz", "--topics", "3", "--sweeps", "2", "-o", "plain.npz")
        shown = json.loads(self.run_program("ledger", "show", "notes.txt.ledger", "--json", "-").stdout)
        self.assertTrue(shown["exposed"])

    def test_a_second_preparation_cannot_pass_by_the_budget(self):
        self.limited()
        said = self.prepare("again.npz", "--binary").stderr
        self.assertIn("c.npz.ledger", said)
        self.assertFalse(os.path.exists(self.path("again.npz.ledger")))
        self.refused_at("again.npz")
        # Of a copy and of a part of the notes, in another place and format, too.
        with open(self.path("notes.txt"), encoding="utf-8") as file:
            notes = file.read().splitlines()
        self.write("elsewhere/part.ndjson", "".join(json.dumps({"text": note}) + "\n" for note in notes[:40]))
        self.prepare("elsewhere/part.npz", source="elsewhere/part.ndjson")
        self.train("elsewhere/part.npz", 2.5, code=3)

    def test_a_corpus_prepared_once_more_keeps_its_ledger(self):
        self.limited()
        self.prepare("second.npz", source="c.npz")
        self.assertFalse(os.path.exists(self.path("second.npz.ledger")))
        self.refused_at("second.npz")

    def test_whoever_keeps_no_ledger_cannot_pass_by_the_budget(self):
        self.limited()
        self.assertIn("leave out --no-ledger", self.train("c.npz", 1, "--no-ledger", code=3).stderr)
        self.prepare("again.npz", "--no-ledger", code=3)
        self.prepare("again.npz", "--ledger", "other.ledger", code=3)
        self.run_program("train", "c.npz", "--topics", "3", "--sweeps", "2", "-o", "plain.npz", code=2)
        self.run_program("train", "c.npz", "--topics", "3", "--sweeps", "2", "-o", "plain.npz", "--ledger",
                         "c.npz.ledger", code=3)
        # A plain model that stays in the house releases nothing.
        self.run_program("train", "c.npz", "--topics", "3", "--sweeps", "2", "-o", "plain.npz", "--no-ledger")

    def test_reports_cannot_pass_by_the_budget(self):
        self.limited()
        for source in ["c.npz", "notes.txt"]:
            words = [] if source == "c.npz" else ["--vocab", "words.txt"]
            for ledger in [[], ["--ledger", "mine.ledger"]]:
                refused = self.run_program("perturb", source, *words, "--epsilon", "1", "-o", "r.dpr", *ledger, code=3)
                self.assertIn("charge them there with --ledger", refused.stderr)
            # Their own ledger takes the charge, and has not enough left for it.
            self.run_program("perturb", source, *words, "--epsilon", "1", "-o", "r.dpr", "--ledger", "c.npz.ledger",
                             code=3)
            self.assertFalse(os.path.exists(self.path("r.dpr")))

    def test_documents_with_a_budget_are_no_public_prior(self):
        self.limited()
        self.write("others.txt", "ship sail\ncow barn field\n")
        self.run_program("perturb", "others.txt", "--vocab", "words.txt", "--epsilon", "1", "-o", "r.dpr")
        refused = self.run_program("train", "r.dpr", "--recipe", "lp", "--topics", "2", "--sweeps", "2", "--denoise",
                                   "bayes", "--prior", "c.npz", "--prior-public", "-o", "m2.npz", code=3)
        self.assertIn("is not public", refused.stderr)
        self.assertFalse(os.path.exists(self.path("m2.npz")))

    def test_a_run_can_only_tighten_the_budget(self):
        self.limited()
        self.train("c.npz", 2.5, "--budget-epsilon", "100", code=3)
        self.train("c.npz", 0.5, "--budget-epsilon", "2.05", code=3)
        self.train("c.npz", 0.5, "--budget-epsilon", "2.9")

    def test_a_budget_without_a_delta_takes_that_of_the_run(self):
        self.prepare()
        self.train("c.npz", 2, "--budget-epsilon", "2.01")
        self.train("c.npz", 2, "--budget-epsilon", "2.01", "--budget-delta", "0", code=3)

    def test_a_budget_is_raised_by_a_command_that_is_recorded(self):
        self.limited()
        self.train("c.npz", 2.5, code=3)
        self.run_program("ledger", "limit", "c.npz.ledger", "--budget-epsilon", "8")
        self.train("c.npz", 2.5)
        shown = self.run_program("ledger", "show", "c.npz.ledger").stdout
        self.assertIn("budget: epsilon 3 at delta 1e-06", shown)
        self.assertIn("budget: epsilon 8 at delta 1e-06", shown)
        self.run_program("ledger", "limit", "c.npz.ledger", code=2)
        self.run_program("ledger", "limit", "absent.ledger", "--budget-epsilon", "8", code=2)

    def test_a_ledger_that_was_created_first_is_taken(self):
        self.run_program("ledger", "create", "ours.ledger", "--budget-epsilon", "3", "--budget-delta", "1e-6")
        self.run_program("ledger", "create", "ours.ledger", code=2)
        self.prepare("c.npz", "--ledger", "ours.ledger")
        self.train("c.npz", 3.5, code=3)
        self.train("c.npz", 2.9)
        self.assertFalse(os.path.exists(self.path("c.npz.ledger")))

    def test_a_budget_for_documents_covers_no_words(self):
        self.prepare()
        self.run_program("ledger", "limit", "c.npz.ledger", "--budget-epsilon", "9", "--unit", "document")
        words = ["train", "c.npz", "--recipe", "hdp", "--target-epsilon", "8", "--topics", "3", "-o", "h.npz"]
        self.run_program(*words, code=3)
        self.run_program("ledger", "limit", "c.npz.ledger", "--budget-epsilon", "9", "--unit", "word")
        self.run_program(*words)

    def test_a_ledger_that_is_not_there_is_asked_for(self):
        self.limited()
        os.rename(self.path("c.npz.ledger"), self.path("elsewhere/kept.ledger"))
        said = self.train("c.npz", 0.5, code=2).stderr
        self.assertIn("--ledger", said)
        self.train("c.npz", 2.5, "--ledger", "elsewhere/kept.ledger", code=3)
        self.train("c.npz", 0.5, "--ledger", "elsewhere/kept.ledger")
        self.run_program("ledger", "create", "other.ledger")
        self.train("c.npz", 0.5, "--ledger", "other.ledger", code=2)

    def test_a_lost_ledger_is_started_again_and_statements_say_so(self):
        self.limited()
        self.run_program("ledger", "create", "new.ledger", "--for", "c.npz", code=2)  # it is not lost
        os.remove(self.path("c.npz.ledger"))
        self.run_program("ledger", "create", "new.ledger", "--for", "c.npz")
        self.assertIn("not known", self.train("c.npz", 0.5).stdout)

    def test_a_known_seed_is_recorded_and_the_next_run_says_so(self):
        self.prepare()
        self.train("c.npz", 1, "--seed", "1")
        self.assertIn("NOT PRIVATE", self.train("c.npz", 1, code=0).stdout)

    def test_a_known_seed_has_no_place_beside_an_account(self):
        self.limited()
        self.assertIn("--no-ledger", self.train("c.npz", 1, "--seed", "1", code=2).stderr)
        self.train("c.npz", 1, "--seed", "1", "--no-ledger")

    def test_without_a_list_of_ledgers_a_far_copy_is_refused(self):
        self.limited()
        shutil.copy(self.path("c.npz"), self.path("elsewhere/copy.npz"))
        nowhere = {name: value for name, value in self.environment.items()
                   if name not in ("DPLDA_LEDGERS", "XDG_STATE_HOME", "HOME")}
        self.assertIn("--ledger", self.train("elsewhere/copy.npz", 0.5, code=2, environment=nowhere).stderr)
        self.train("c.npz", 0.5, environment=nowhere)

    def test_publish_states_what_the_ledger_holds_now(self):
        self.prepare()
        self.train("c.npz", 3, output="first.npz")
        self.train("c.npz", 3, output="second.npz")
        for path in ("first.npz", "second.npz"):
            said = self.run_program("publish", path, "-o", "public-" + path, "--force").stdout
            stated = float(re.search(r"epsilon ([0-9.]+) at delta", said).group(1))  # four digits, rounded up
            self.assertGreaterEqual(stated, self.total())
            self.assertLess(stated, self.total() + 0.001)
        os.remove(self.path("c.npz.ledger"))
        os.remove(self.path("list-of-ledgers"))
        self.run_program("publish", "first.npz", "-o", "p.npz", "--statement", "s.txt")
        with open(self.path("s.txt"), encoding="utf-8") as file:
            self.assertRegex(file.read(), r"known of these data on \d{4}-\d\d-\d\d: epsilon 3 ")

    def test_publish_refuses_what_was_exposed_since(self):
        self.prepare()
        self.train("c.npz", 3)
        self.run_program("train", "c.npz", "--topics", "3", "--sweeps", "2", "-o", "plain.npz", "--ledger",
                         "c.npz.ledger")
        self.assertIn("exposed", self.run_program("publish", "m.npz", "-o", "p.npz", code=2).stderr)

    def test_no_output_replaces_a_ledger(self):
        self.limited()
        with open(self.path("c.npz.ledger"), "rb") as file:
            before = file.read()
        for command in (["prepare", "words.txt", "-o", "c.npz.ledger"], ["publish", "m.npz", "-o", "c.npz.ledger"],
                        ["generate", "clinic", "--documents", "5", "--seed", "1", "-o", "c.npz.ledger"],
                        ["infer", "m.npz", "c.npz", "-o", "c.npz.ledger"]):
            self.assertIn("ledger", self.run_program(*command, code=2).stderr)
            with open(self.path("c.npz.ledger"), "rb") as file:
                self.assertEqual(file.read(), before)

    def test_contributors_have_budgets(self):
        send = ["perturb", "notes.txt", "--vocab", "words.txt", "--epsilon", "0.01", "--ledger", "mine", "-o", "r.dpr"]
        # 150 reports at 0.01 a bit: 1.5 in all.
        self.run_program(*send, "--budget-epsilon", "1.6", "--budget-delta", "0")
        self.run_program(*send, "--budget-epsilon", "1.6", "--budget-delta", "0", code=3)
        self.run_program(*send, "--budget-epsilon", "1.6", "--budget-delta", "0", "--budget-unit", "word", code=3)
        self.run_program("ledger", "limit", "mine", "--budget-epsilon", "2", "--budget-delta", "0")
        self.run_program(*send, code=3)
        self.run_program("perturb", "notes.txt", "--vocab", "words.txt", "--epsilon", "0.001", "--ledger", "mine", "-o",
                         "r.dpr")
        self.run_program("perturb", "notes.txt", "--vocab", "words.txt", "--epsilon", "1", "--budget-epsilon", "2", "-o",
                         "r.dpr", code=2)

    def test_a_ledger_in_use_is_waited_for(self):
        self.prepare()
        hold = textwrap.dedent("""
            import fcntl, sys
            with open(sys.argv[1], "rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                print("held", flush=True)
                sys.stdin.readline()
            """)
        holder = subprocess.Popen([sys.executable, "-c", hold, self.path("c.npz.ledger")], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, text=True)
        self.addCleanup(holder.wait)
        self.addCleanup(holder.stdout.close)
        self.addCleanup(holder.stdin.close)
        self.assertEqual(holder.stdout.readline(), "held\n")
        self.assertIn("--wait", self.train("c.npz", 1, "--wait", "0", code=4).stderr)
        holder.stdin.write("\n")
        holder.stdin.flush()
        self.train("c.npz", 1)

    def test_runs_at_once_share_a_ledger_and_its_budget(self):
        self.prepare()
        self.run_program("ledger", "limit", "c.npz.ledger", "--budget-epsilon", "3")
        runs = [subprocess.Popen([PROGRAM, "train", "c.npz", "--recipe", "doc", "--target-epsilon", "2.9", "--topics",
                                  "3", "--sweeps", "3", "-o", f"m{i}.npz", "--quiet"], cwd=self.directory,
                                 env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                for i in range(4)]
        self.assertEqual(sorted(run.wait(300) for run in runs), [0, 3, 3, 3])
        self.assertLessEqual(self.total(), 3)
        self.run_program("ledger", "verify", "c.npz.ledger")


class Copies(Case):
    """Old copies of a ledger, and ledgers that were started again, make no total smaller."""

    def stated(self, model, *arguments):
        """What a publication states for all that is known of the data."""
        self.run_program("publish", model, "--statement", "statement.txt", *arguments)
        with open(self.path("statement.txt"), encoding="utf-8") as file:
            return float(re.search(r"All that was known of these data on [-0-9]+: epsilon ([0-9.]+)", file.read())[1])

    def test_publish_reads_the_latest_copy(self):
        self.prepare()
        self.train("c.npz", 4, output="one.npz")
        os.mkdir(self.path("pub"))
        shutil.copy(self.path("c.npz.ledger"), self.path("pub/backup.ledger"))
        shutil.copy(self.path("one.npz"), self.path("pub/one.npz"))
        self.train("c.npz", 4, output="two.npz")
        self.assertGreater(self.total(), 5)
        self.assertAlmostEqual(self.stated("pub/one.npz"), self.total(), delta=0.01)
        old = self.run_program("publish", "one.npz", "--ledger", "pub/backup.ledger", code=2)
        self.assertIn("c.npz.ledger", old.stderr)

    def test_a_ledger_that_was_started_again_counts_the_model_too(self):
        self.prepare()
        self.train("c.npz", 4, output="one.npz")
        os.remove(self.path("c.npz.ledger"))
        self.run_program("ledger", "create", "second.ledger", "--for", "c.npz")
        self.train("c.npz", 4, "--ledger", "second.ledger", output="two.npz")
        self.assertGreater(self.stated("one.npz", "--ledger", "second.ledger"), 5)
        self.assertLess(self.stated("two.npz", "--ledger", "second.ledger"), 4.01)

    def test_copies_that_were_used_side_by_side_are_joined(self):
        self.prepare()
        shutil.copy(self.path("c.npz.ledger"), self.path("copy.ledger"))
        self.train("c.npz", 2)
        shutil.move(self.path("c.npz.ledger"), self.path("away"))
        self.train("c.npz", 2, "--ledger", "copy.ledger")
        shutil.move(self.path("away"), self.path("c.npz.ledger"))
        refused = self.train("c.npz", 1, code=2)
        self.assertIn("ledger join", refused.stderr)
        self.assertIn("that ledger itself", self.run_program("ledger", "join", "copy.ledger", "copy.ledger", code=2).stderr)
        self.run_program("ledger", "join", "c.npz.ledger", "copy.ledger")
        self.assertGreater(self.total(), 2.5)
        self.train("c.npz", 1)
        self.run_program("ledger", "create", "strange.ledger")
        strange = self.run_program("ledger", "join", "c.npz.ledger", "strange.ledger", code=2)
        self.assertIn("no copies of one ledger", strange.stderr)

    def test_publish_says_what_it_does_not_know_and_which_topics_are_noise(self):
        self.prepare()
        self.train("c.npz", 1)
        os.mkdir(self.path("pub"))
        shutil.copy(self.path("m.npz"), self.path("pub/m.npz"))
        known = self.run_program("publish", "pub/m.npz")
        self.assertIn("topics: ", known.stdout)
        self.assertNotIn("warning", known.stderr)
        unknown = self.run_program("publish", "pub/m.npz", environment={**os.environ, "DPLDA_LEDGERS": self.path("no")})
        self.assertIn("the ledger of the data is not known here", unknown.stderr)

    def test_a_run_that_can_never_be_published_says_so_before_it_is_charged(self):
        self.prepare()
        self.run_program("train", "c.npz", "--recipe", "hdp", "--target-epsilon", "20", "--topics", "3", "--sweeps",
                         "2", "-o", "h.npz")
        self.assertIn("no model of this run can be published", self.train("c.npz", 2).stderr)
        self.run_program("publish", "m.npz", code=2)

    def test_budgeted_notes_given_as_text_are_not_public(self):
        self.limited()
        self.write("others.txt", "ship cow lamp\ntram sail barn\n" * 30)
        self.run_program("perturb", "others.txt", "--vocab", "words.txt", "--epsilon", "2", "-o", "r.dpr")
        for recipe in (("online-lp", "--batch", "30"), ("lp", "--denoise", "bayes")):
            self.run_program("train", "r.dpr", "--recipe", *recipe, "--prior", "notes.txt", "--prior-public",
                             "--topics", "3", "-o", "s.npz", code=3)


if __name__ == "__main__":
    unittest.main()
