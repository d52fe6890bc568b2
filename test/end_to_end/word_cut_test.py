"""Words that the documents' own frequencies chose stay known as such, whatever is done to the corpus afterwards."""

import json
import os
import random
import unittest

from program import WORDS, Case

FEWEST = 71  # documents that must hold a word for it to stay


class WordCut(Case):
    def setUp(self):
        super().setUp()
        draw = random.Random(5)
        lines = [" ".join(draw.choice(WORDS) for _ in range(10)) for _ in range(300)]
        # With its last document the word is in 71, without it in 70: then none of them keeps it.
        marked = [line + " marker" * 3 if i < FEWEST else line for i, line in enumerate(lines)]
        for name, notes in (("with", marked), ("without", marked[:FEWEST - 1] + marked[FEWEST:])):
            self.write(name + ".txt", "\n".join(notes) + "\n")
            self.run_program("prepare", name + ".txt", "--min-df", str(FEWEST), "--assume-public-vocab", "-o",
                             name + ".npz", "--quiet")
        self.write("words.txt", "\n".join(WORDS + ["marker"]) + "\n")

    def refused(self, *arguments, saying="decided by all of them together"):
        result = self.run_program(*arguments, code=2)
        self.assertIn(saying, result.stderr)

    def info(self, name):
        return json.loads(self.run_program("info", name, "--json").stdout)

    def test_one_document_decides_what_seventy_others_keep(self):
        self.assertEqual(self.info("with.npz")["words"], self.info("without.npz")["words"] + 1)
        self.assertGreater(self.info("with.npz")["tokens"], self.info("without.npz")["tokens"] + 200)

    def test_no_later_list_makes_the_words_public(self):
        self.refused("prepare", "with.npz", "--vocab", "words.txt", "-o", "b.npz")
        self.refused("perturb", "with.npz", "--vocab", "words.txt", "--epsilon", "1", "-o", "r.dpr")
        self.refused("perturb", "with.npz", "--epsilon", "1", "-o", "r.dpr")
        self.assertFalse(os.path.exists(self.path("r.dpr")))

    def test_no_later_noise_covers_the_cut(self):
        self.refused("prepare", "with.npz", "--private-vocab", "--no-ledger", "-o", "b.npz",
                     saying="were chosen from its documents already")

    def test_what_is_made_of_the_corpus_is_known_by_it(self):
        self.run_program("split", "with.npz", "--first", "200", "-o", "first.npz", "rest.npz")
        self.run_program("prepare", "with.npz", "--binary", "-o", "binary.npz", "--quiet")
        self.run_program("prepare", "binary.npz", "--assume-public-vocab", "-o", "stated.npz", "--quiet")
        for part in ("first.npz", "rest.npz", "binary.npz", "stated.npz"):
            with self.subTest(part):
                self.refused("prepare", part, "--vocab", "words.txt", "-o", "b.npz")
        self.refused("prepare", "with.txt", "with.npz", "--vocab", "words.txt", "-o", "b.npz")

    def test_the_statement_says_what_the_assumption_leaves_uncovered(self):
        self.run_program("train", "with.npz", "--recipe", "doc", "--target-epsilon", "1", "--topics", "2", "--no-ledger",
                         "-o", "m.npz", "--quiet")
        published = self.run_program("publish", "m.npz", "-o", "p.npz").stdout
        self.assertIn("are not covered: they were stated to be public", published)
        for model in ("m.npz", "p.npz"):
            statement = " ".join(self.run_program("statement", model).stdout.split())
            self.assertIn("although they were chosen by the documents' own frequencies, which no figure here covers",
                          statement)
            self.assertNotIn("What was exposed nothing", statement)
            self.assertIn("None of this covers which words are in the vocabulary", statement)
            self.assertNotIn("public list", statement)

    def test_whole_documents_may_be_put_into_a_public_list(self):
        self.run_program("prepare", "with.txt", "--assume-public-vocab", "-o", "whole.npz", "--quiet")
        self.run_program("prepare", "whole.npz", "--vocab", "words.txt", "-o", "listed.npz", "--quiet")
        self.assertEqual(self.info("listed.npz")["vocabulary_origin"], "public")
        self.run_program("prepare", "whole.npz", "--private-vocab", "--vocab-epsilon", "8", "--no-ledger",
                         "-o", "chosen.npz", "--quiet")


if __name__ == "__main__":
    unittest.main()
