"""A private vocabulary, as a user makes and trains on it."""

import json
import os
import unittest

import numpy

from program import Case

COMMON = ["apple", "bread", "cheese", "dates", "eggs"]


def own_word(number):
    """A word of letters that no other number has."""
    return "own" + "".join(chr(ord("a") + int(digit)) for digit in "%05d" % number)


class PrivateVocabularyTest(Case):
    def setUp(self):
        super().setUp()
        self.write("notes.txt", "".join(" ".join(COMMON) + " " + own_word(m) + "\n" for m in range(2000)))

    def prepare(self, *flags, code=0, output="notes.npz"):
        return self.run_program("prepare", self.path("notes.txt"), "--private-vocab", *flags,
                                "-o", self.path(output), code=code)

    def ledger(self, name="notes.npz.ledger"):
        """The entries of a ledger: each line is a check and a JSON object, the first the header."""
        with open(self.path(name)) as file:
            entries = [json.loads(line.split(" ", 1)[1]) for line in file][1:]
        return [entry for entry in entries if entry["kind"] == "charge"]

    def meta(self, name="notes.npz"):
        return json.loads(str(numpy.load(self.path(name))["meta"]))

    def test_only_words_of_many_documents_are_named(self):
        done = self.prepare()
        words = [str(word) for word in numpy.load(self.path("notes.npz"))["vocabulary"]]
        self.assertEqual(words, COMMON)
        self.assertEqual(self.meta()["vocabulary_origin"], "private")
        self.assertIn("private vocabulary: epsilon 1 at delta 1e-06", done.stderr)

    def test_the_cost_is_in_the_ledger_and_in_the_corpus(self):
        self.prepare("--vocab-epsilon", "2")
        entries = self.ledger()
        self.assertEqual(len(entries), 1)
        self.assertEqual(entries[0]["mechanism"], "private_words")
        self.assertEqual(entries[0]["unit"], "document")
        del entries[0]["time"]
        self.assertEqual(self.meta()["preparation"]["vocabulary_charges"], entries)
        self.prepare("--ledger", self.path("ours"), output="again.npz")
        self.assertEqual(len(self.ledger("ours")), 1)
        self.assertFalse(os.path.exists(self.path("again.npz.ledger")))
        self.prepare("--no-ledger", output="none.npz")
        self.assertFalse(os.path.exists(self.path("none.npz.ledger")))
        self.assertEqual(len(self.meta("none.npz")["preparation"]["vocabulary_charges"]), 1)

    def test_two_choices_are_drawn_independently_and_charged_both(self):
        self.prepare()
        self.prepare()
        first, second = self.ledger()
        self.assertNotEqual(first["run"], second["run"])

    def test_a_budget_stops_the_choice(self):
        budget = ["--budget-epsilon", "1.2", "--budget-delta", "1e-5", "--ledger", self.path("ours")]
        self.prepare(*budget)
        done = self.prepare(*budget, code=3, output="never.npz")
        self.assertIn("budget", done.stderr)
        self.assertFalse(os.path.exists(self.path("never.npz")))
        self.assertEqual(len(self.ledger("ours")), 1)

    def test_training_owes_the_vocabulary(self):
        self.prepare("--no-ledger")
        self.run_program("train", self.path("notes.npz"), "--recipe", "hdp", "--topics", "2",
                         "--sweeps", "2", "--epsilon-noise", "1", "-o", self.path("model.npz"),
                         "--report", self.path("report.json"), "--quiet")
        with open(self.path("report.json")) as file:
            ledger = json.load(file)["ledger"]
        self.assertFalse(ledger["exposed"])
        charged = [entry["mechanism"] for entry in ledger["entries"] if entry["kind"] == "charge"]
        self.assertEqual(charged.count("private_words"), 1)
        self.assertGreater(len(charged), 1)
        statement = self.run_program("statement", self.path("model.npz")).stdout
        self.assertIn("both chosen for the vocabulary, or both left out", statement)

    def test_with_an_other_word_no_length_depends_on_which_words_were_chosen(self):
        # docs/privacy/proofs.md, "HDP-LDA over a private vocabulary", part 2: every document has 6 tokens, whatever was kept.
        for flags in (["--vocab-epsilon", "1"], ["--vocab-epsilon", "8", "--max-words", "2"]):
            self.prepare("--other-word", "--no-ledger", *flags)
            archive = numpy.load(self.path("notes.npz"))
            lengths = numpy.add.reduceat(archive["data"], archive["indptr"][:-1])
            self.assertEqual(set(lengths.tolist()), {6})

    def test_its_words_cannot_be_stated_to_be_public_afterwards(self):
        self.prepare()
        done = self.run_program("prepare", self.path("notes.npz"), "--assume-public-vocab", "-o",
                                self.path("again.npz"), code=2)
        self.assertIn("which has its cost", done.stderr)

    def test_what_makes_no_sense_is_refused_in_one_sentence(self):
        for flags in (["--min-df", "2"], ["--max-df", "0.5"], ["--assume-public-vocab"],
                      ["--vocab", self.path("notes.txt")], ["--vocab-epsilon", "0"],
                      ["--vocab-delta", "1"], ["--vocab-cap", "0"], ["--budget-epsilon", "1", "--budget-delta", "0"],
                      ["--ledger", self.path("x"), "--no-ledger"]):
            with self.subTest(flags):
                done = self.prepare(*flags, code=2)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assertEqual(os.listdir(self.directory), ["notes.txt"])
        done = self.run_program("prepare", self.path("notes.txt"), "--vocab-cap", "5", "-o",
                                self.path("never.npz"), code=2)
        self.assertIn("--private-vocab", done.stderr)


if __name__ == "__main__":
    unittest.main()
