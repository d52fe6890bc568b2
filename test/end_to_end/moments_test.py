"""Recipe moments as a user runs it: planned, trained with public text and without, published; bad inputs refused."""

import json
import unittest
import zipfile

from program import WORDS, Case, notes


def others(documents):
    """Notes that are not among those to protect."""
    return "".join(line + "\n" for line in notes(2000 + documents).splitlines()[2000:])


class Moments(Case):
    def setUp(self):
        super().setUp()
        self.write("notes.txt", notes(2000))
        self.write("news.txt", others(100))
        self.write("words.txt", "\n".join(WORDS) + "\n")
        self.write_key()
        self.run_program("prepare", "notes.txt", "--vocab", "words.txt", "-o", "c.npz", "--quiet")

    def moments(self, *arguments, code=0):
        return self.run_program("train", "c.npz", "--recipe", "moments", "--target-epsilon", "8", "-o", "m.npz",
                                *arguments, code=code)

    def meta(self, name):
        with zipfile.ZipFile(self.path(name)) as archive:
            text = archive.read("meta.npy")
        return text[text.index(b"{\x00\x00\x00\""):].decode("utf-32-le")

    def test_finds_the_three_subjects_and_says_so(self):
        for public in ([], ["--public-text", "news.txt"]):
            result = self.moments(*public, "--force", "--key-file", "key")  # the same noise every time
            self.assertIn("topics to be found", result.stderr)
            self.assertIn("epsilon 8 at delta 1e-06", result.stdout)
            self.assertEqual("documents that are public" in result.stdout, bool(public))
            topics = self.run_program("topics", "m.npz", "--words", "3", "--json").stdout
            found = {frozenset(word["word"] for word in topic["words"]) for topic in json.loads(topics)["topics"]}
            self.assertEqual(found, {frozenset(WORDS[i:i + 3]) for i in (0, 3, 6)})

    def test_a_published_model_does_not_name_the_public_text(self):
        self.moments("--public-text", "news.txt")
        self.run_program("publish", "m.npz", "-o", "p.npz")
        self.assertNotIn("news.txt", self.meta("p.npz"))
        self.assertNotIn("news.txt", self.meta("m.npz"))

    def test_under_a_key_only_the_same_public_text_repeats_a_run_for_nothing(self):
        def spent():
            shown = json.loads(self.run_program("ledger", "show", "c.npz.ledger", "--json", "-").stdout)
            return shown["totals"][0]["rho"]

        self.moments("--public-text", "news.txt", "--key-file", "key")
        once = spent()
        self.moments("--public-text", "news.txt", "--key-file", "key", "--force")
        self.assertEqual(spent(), once)
        self.write("news.txt", others(101))
        self.moments("--public-text", "news.txt", "--key-file", "key", "--force")
        self.assertAlmostEqual(spent(), 2 * once, places=9)

    def test_documents_whose_ledger_limits_them_are_not_public(self):
        self.run_program("prepare", "news.txt", "--vocab", "words.txt", "-o", "news.npz", "--quiet")
        self.run_program("ledger", "limit", "news.npz.ledger", "--budget-epsilon", "1", "--budget-delta", "1e-6")
        refused = self.moments("--public-text", "news.npz", code=3)
        self.assertIn("it is not public; use another --public-text", refused.stderr)

    def test_the_documents_to_protect_are_not_public(self):
        self.write("some.txt", notes(100))
        refused = self.moments("--public-text", "some.txt", code=2)
        self.assertIn("are among those to protect", refused.stderr)
        self.assertIn("are among those to protect", self.moments("--public-text", "c.npz", code=2).stderr)

    def test_bad_public_text_is_refused_before_anything_is_charged(self):
        self.write("other.txt", "Worte einer anderen Sprache\n")
        for name, words in (("other.txt", "has no word of the vocabulary"), ("nowhere.txt", "no file")):
            refused = self.moments("--public-text", name, code=2)
            self.assertIn(words, refused.stderr)
        self.assertEqual(json.loads(self.run_program("ledger", "show", "c.npz.ledger", "--json", "-").stdout)["totals"], [])

    def test_options_that_cannot_be_are_refused(self):
        self.assertIn("how private", self.run_program("plan", "--recipe", "moments", code=2).stderr)
        self.assertIn("--shortest has no meaning", self.moments("--public-text", "news.txt", "--shortest", "5",
                                                                code=2).stderr)
        self.assertIn("--topics", self.run_program("train", "c.npz", "--topics", "auto", "-o", "x.npz", code=2).stderr)
        plan = self.run_program("plan", "--recipe", "moments", "--target-epsilon", "1", "--topics", "auto").stdout
        self.assertIn("total: epsilon 1 at delta 1e-06", plan)
        self.assertIn("[unit: document, view: counts]", plan)


if __name__ == "__main__":
    unittest.main()
