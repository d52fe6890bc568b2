"""From files to corpus files and their parts, as a user runs them."""

import gzip
import json
import os
import unittest

import numpy
import scipy.sparse

from program import Case, run

DATA = os.environ.get("DPLDA_DATA", "")

PETS = "The dog saw the cat.\n\nA cat, a cat and no dog?\nBirds\n"


class PrepareTest(Case):
    def run_program(self, *arguments, code=0, stdin=b""):
        return run(*arguments, code=code, input=stdin, text=False)

    def info(self, corpus):
        return json.loads(self.run_program("info", corpus, "--json").stdout)

    def counts(self, corpus):
        """The corpus as SciPy sees it: a list of {word: count}."""
        matrix = scipy.sparse.load_npz(corpus)
        words = numpy.load(corpus)["vocabulary"]
        return [
            {str(words[j]): int(n) for j, n in zip(row.indices, row.data)} for row in matrix
        ]

    def prepared(self, *arguments, stdin=b""):
        out = self.path("out.npz")
        self.run_program("prepare", *arguments, "-o", out, stdin=stdin)
        return self.counts(out)

    def refused(self, *arguments, stdin=b""):
        """The one sentence of a refusal, which leaves no file behind."""
        before = sorted(os.listdir(self.directory))
        done = self.run_program(
            "prepare", *arguments, "-o", self.path("never.npz"), code=2, stdin=stdin)
        self.assertEqual(sorted(os.listdir(self.directory)), before)
        message = done.stderr.decode()
        self.assertTrue(message.startswith("dplda: "), message)
        self.assertEqual(message.count("\n"), 1, message)
        return message

    pets = [{"cat": 1, "dog": 1, "saw": 1}, {}, {"cat": 2, "dog": 1}, {"birds": 1}]

    def test_scipy_opens_what_prepare_writes(self):
        self.assertEqual(self.prepared(self.write("pets.txt", PETS)), self.pets)
        meta = json.loads(str(numpy.load(self.path("out.npz"))["meta"]))
        self.assertEqual(meta["vocabulary_origin"], "data")
        self.assertEqual(meta["preparation"]["format"], "text")

    def test_every_way_to_write_the_same_documents_gives_the_same_corpus(self):
        lines = PETS.splitlines()
        table = "id,text\n" + "".join('%d,"%s"\n' % pair for pair in enumerate(lines))
        tabs = "id\ttext\r\n" + "".join("%d\t%s\r\n" % pair for pair in enumerate(lines))
        objects = "".join(json.dumps({"text": line}) + "\n" for line in lines)
        for name, text in [("a.txt", PETS), ("a.csv", table), ("a.tsv", tabs), ("a.json", objects)]:
            with self.subTest(name):
                data = text.encode()
                self.assertEqual(self.prepared(self.write(name, data)), self.pets)
                self.assertEqual(self.prepared(self.write(name + ".gz", gzip.compress(data))), self.pets)
                self.assertEqual(self.prepared("-", stdin=data), self.pets)
                self.assertEqual(self.prepared("-", stdin=gzip.compress(data)), self.pets)
        for number, line in enumerate(lines):
            data = line.encode()
            self.write("pets/%d" % number, gzip.compress(data) if number % 2 else data)
        self.assertEqual(self.prepared(self.path("pets")), self.pets)

    def test_counts_of_other_programs_come_back(self):
        matrix = scipy.sparse.csr_matrix([[0, 2, 1], [0, 0, 0], [4, 0, 0]])
        scipy.sparse.save_npz(self.path("in.npz"), matrix)
        words = self.write("words.txt", "zebra\nyak\nwolf\n")
        rows = [{"yak": 2, "wolf": 1}, {}, {"zebra": 4}]
        self.assertEqual(self.prepared(self.path("in.npz"), "--word-list", words), rows)
        ldac = self.write("in.ldac", "2 1:2 2:1\n0\n1 0:4\n")
        self.assertEqual(self.prepared(ldac, "--word-list", words), rows)
        self.assertEqual(self.prepared(self.path("in.npz")), [{"1": 2, "2": 1}, {}, {"0": 4}])

    def test_a_public_list_fixes_the_words(self):
        pets = self.write("pets.txt", PETS)
        words = self.write("list.txt", "dog\nunicorn\n")
        self.assertEqual(self.prepared(pets, "--vocab", words, "--other-word")[0],
                         {"dog": 1, "<other>": 2})
        facts = self.info(self.path("out.npz"))
        self.assertEqual(facts["vocabulary_origin"], "public")
        self.assertEqual(facts["words"], 3)

    def test_refusals_are_one_sentence(self):
        pets = self.write("pets.txt", PETS)
        self.assertIn("no documents", self.refused("-"))
        self.assertIn("--min-df", self.refused(pets, "--min-df", "3"))
        self.assertIn("latin.txt line 2: not valid UTF-8",
                      self.refused(self.write("latin.txt", b"fine\nb\xe9te\n")))
        self.assertIn("--max-line", self.refused(pets, "--max-line", "4"))
        self.assertIn("none of the 2 columns",
                      self.refused(self.write("a.csv", "id,body\n1,x\n")))
        self.assertIn("never closed", self.refused(self.write("b.csv", 'text\n"x\n')))
        self.assertIn("line 2", self.refused(self.write("a.json", '{"text":"x"}\n[]\n')))
        self.assertIn("--format", self.refused(pets, "--format", "pdf"))
        self.assertIn("absent", self.refused(self.path("absent")))
        self.assertIn("--stem", self.refused(pets, "--stem", "klingon"))
        self.run_program("prepare", pets, code=2)
        for output in ("-", "/dev/null", self.directory, self.path("absent/out.npz")):
            self.run_program("prepare", pets, "-o", output, code=2)

    def test_quiet_says_nothing(self):
        done = self.run_program(
            "prepare", self.write("pets.txt", PETS), "-o", self.path("out.npz"), "--quiet")
        self.assertEqual((done.stdout, done.stderr), (b"", b""))

    def test_parts_make_the_whole(self):
        text = "".join("word%d common\n" % i for i in range(100))
        whole = self.prepared(self.write("a.txt", text))
        corpus, train, test = (self.path(name) for name in ("out.npz", "train.npz", "test.npz"))
        self.run_program("split", corpus, "--first", "70", "-o", train, test)
        self.assertEqual(self.counts(train), whole[:70])
        self.assertEqual(self.counts(test), whole[70:])
        self.run_program("split", corpus, "--fraction", "0.9", "--seed", "3", "-o", train, test)
        first = self.counts(train), self.counts(test)
        self.assertEqual([len(part) for part in first], [90, 10])
        self.assertEqual(sorted(map(str, first[0] + first[1])), sorted(map(str, whole)))
        self.assertEqual(sorted(first[1], key=whole.index), first[1])
        self.run_program("split", corpus, "--fraction", "0.9", "--seed", "3", "-o", train, test)
        self.assertEqual((self.counts(train), self.counts(test)), first)
        self.assertEqual(self.info(train)["words"], 101)

    def test_split_wants_one_way_to_split(self):
        self.prepared(self.write("pets.txt", PETS))
        corpus, parts = self.path("out.npz"), ("-o", self.path("a.npz"), self.path("b.npz"))
        for arguments in [(), ("--first", "1", "--fraction", "0.5"), ("--first", "4"),
                          ("--first", "0"), ("--fraction", "1.5")]:
            with self.subTest(arguments):
                self.run_program("split", corpus, *arguments, *parts, code=2)
                self.assertFalse(os.path.exists(self.path("a.npz")))

    def test_info_describes_a_corpus(self):
        self.prepared(self.write("pets.txt", PETS), "--binary")
        facts = self.info(self.path("out.npz"))
        self.assertEqual(
            [facts[key] for key in ("documents", "empty_documents", "words", "tokens", "pairs")],
            [4, 1, 4, 6, 6])
        self.assertEqual(facts["document_length"], {"least": 0, "median": 2, "most": 3})
        self.assertEqual(facts["frequent_words"][0], {"word": "cat", "documents": 2})
        self.assertIn("cat (2), dog (2)",
                      self.run_program("info", self.path("out.npz")).stdout.decode())

    def test_kos_and_nips_have_the_known_number_of_pairs(self):
        for name, documents, tokens in [("kos", 3430, 211676), ("nips", 1500, 412087)]:
            path = os.path.join(DATA, name, "docword.%s.txt.gz" % name)
            if not os.path.exists(path):
                self.skipTest("no " + path)
            out = self.path(name + ".npz")
            self.run_program("prepare", path, "--max-words", "1000", "--binary", "-o", out)
            facts = self.info(out)
            self.assertEqual((facts["documents"], facts["tokens"]), (documents, tokens))


if __name__ == "__main__":
    unittest.main()
