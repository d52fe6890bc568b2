"""dplda generate and dplda recover, as a user runs them."""

import hashlib
import json
import os
import re
import unittest

import numpy as np
import scipy.sparse

from program import Case, run


class Generate(Case):
    def test_notes_are_lines_with_planted_topics_beside_them(self):
        run("generate", "clinic", "--documents", 300, "--seed", 7, "-o", self.path("notes.txt"))
        with open(self.path("notes.txt"), encoding="ascii") as file:
            notes = file.read()
        self.assertEqual(notes.count("\n"), 300)
        with open(self.path("notes.topics.json"), encoding="utf-8") as file:
            planted = json.load(file)
        self.assertEqual((planted["format"], planted["version"]), ("dplda-planted-topics", 1))
        self.assertEqual(sum(topic["filler"] for topic in planted["topics"]), 3)
        self.assertEqual(len(planted["topics"]), 15)
        for topic in planted["topics"]:
            self.assertAlmostEqual(sum(topic["words"].values()), 1)
        self.assertEqual(sorted(os.listdir(self.directory)), ["notes.topics.json", "notes.txt"])
        # Standard output gets the same notes.
        done = run("generate", "clinic", "--documents", 300, "--seed", 7, "-o", "-")
        self.assertEqual(done.stdout, notes)

    def test_labels_say_of_each_note_who_wrote_it_and_what_it_is_about(self):
        arguments = ("generate", "clinic", "--documents", 300, "--seed", 7)
        plain = run(*arguments, "-o", "-").stdout
        run(*arguments, "-o", self.path("notes.txt"), "--labels", self.path("labels.tsv"))
        with open(self.path("notes.txt"), encoding="ascii") as file:
            notes = file.read()
        self.assertEqual(notes, plain)
        with open(self.path("notes.topics.json"), encoding="utf-8") as file:
            words = {topic["name"]: set(topic["words"]) for topic in json.load(file)["topics"]}
        with open(self.path("labels.tsv"), encoding="ascii") as file:
            text = file.read()
        labels = [line.split("\t") for line in text.splitlines()]
        self.assertEqual((len(labels), text.count("\n")), (300, 300))
        conditions = {condition for _, condition in labels}
        self.assertEqual({"filler, " + style for style, _ in labels} | conditions, set(words))
        said = [set(re.findall("[a-z]+", note.lower())) for note in notes.splitlines()]
        # Half of the notes are about one condition alone, and in most others the first has most of the phrases.
        leads = sum(len(words[condition] & note) == max(len(words[c] & note) for c in conditions)
                    for (_, condition), note in zip(labels, said))
        self.assertGreater(leads, 0.75 * 300)

    def test_what_prepare_counts_are_the_planted_words(self):
        run("generate", "clinic", "--documents", 3000, "-o", self.path("notes.txt"))
        run("prepare", self.path("notes.txt"), "-o", self.path("notes.npz"))
        words = set(np.load(self.path("notes.npz"))["vocabulary"])
        with open(self.path("notes.topics.json"), encoding="utf-8") as file:
            for topic in json.load(file)["topics"]:
                self.assertLessEqual(set(topic["words"]), words, topic["name"])

    def test_lda_draws_a_corpus_that_scipy_opens(self):
        run("generate", "lda", "--documents", 50, "--words", 30, "--topics", 3, "--tokens", 20,
            "--alpha", 0.5, "--beta", 0.2, "--seed", 3, "-o", self.path("c.npz"))
        matrix = scipy.sparse.load_npz(self.path("c.npz"))
        self.assertEqual(matrix.shape, (50, 30))
        self.assertEqual(set(matrix.sum(axis=1).A1), {20})
        with open(self.path("c.topics.json"), encoding="utf-8") as file:
            self.assertEqual(len(json.load(file)["topics"]), 3)

    def test_distinct_words_make_binary_documents(self):
        run("generate", "lda", "--documents", 50, "--words", 30, "--tokens", 20, "--distinct",
            "-o", self.path("c.npz"), "--topics-out", self.path("planted.json"))
        matrix = scipy.sparse.load_npz(self.path("c.npz"))
        self.assertEqual(matrix.max(), 1)
        self.assertEqual(set(matrix.sum(axis=1).A1), {20})
        self.assertTrue(os.path.exists(self.path("planted.json")))

    def test_the_same_seed_gives_the_same_files(self):
        def digests(seed):
            run("generate", "clinic", "--documents", 50, "--seed", seed, "-o", self.path("n.txt"))
            run("generate", "lda", "--documents", 50, "--seed", seed, "-o", self.path("c.npz"))
            result = []
            for name in sorted(os.listdir(self.directory)):
                with open(self.path(name), "rb") as file:
                    result.append(hashlib.sha256(file.read()).hexdigest())
            return result

        self.assertEqual(digests(1), digests(1))
        self.assertTrue(all(a != b for a, b in zip(digests(1), digests(2))))

    def test_bad_options_are_refused_before_anything_is_written(self):
        out = self.path("x.npz")
        for arguments in (
            ("generate",),
            ("generate", "clinic"),
            ("generate", "clinic", "--documents", 0, "-o", out),
            ("generate", "clinic", "-o", out, "--topics-out", out),
            ("generate", "clinic", "-o", out, "--labels", out),
            ("generate", "clinic", "-o", "-", "--labels", "-"),
            ("generate", "clinic", "-o", out, "--labels", self.path("x.topics.json")),
            ("generate", "lda", "--alpha", 0, "-o", out),
            ("generate", "lda", "--beta", "nan", "-o", out),
            ("generate", "lda", "--distinct", "--tokens", 40, "--words", 30, "-o", out),
            ("generate", "lda", "-o", "-"),
        ):
            done = run(*arguments, code=2)
            self.assertTrue(done.stderr.startswith("dplda: "), done.stderr)
        self.assertEqual(os.listdir(self.directory), [])

    def test_recover_refuses_what_is_no_file_of_planted_topics(self):
        with open(self.path("bad.json"), "w", encoding="utf-8") as file:
            file.write("{}")
        done = run("recover", self.path("none.npz"), self.path("bad.json"), code=2)
        self.assertIn("bad.json", done.stderr)


if __name__ == "__main__":
    unittest.main()
