"""What a user sees when the input is bad: one sentence, exit code 2, and nothing left behind."""

import gzip
import os
import resource
import signal
import unittest

from program import Case, run

WORDS = "ant\nbee\ncat\n"
UCI = "2\n3\n3\n1 1 2\n1 3 1\n2 2 7\n"
MATRIX = "%%MatrixMarket matrix coordinate integer general\n2 3 2\n1 1 2\n2 3 1\n"


class BadInput(Case):
    def prepare(self, *arguments, output="out.npz", **options):
        return run("prepare", "--quiet", "-o", self.path(output), *arguments, code=None, **options)

    def fails(self, code, said, *arguments, **options):
        """Runs prepare, which must exit with `code`, say one sentence with every part of `said` and leave no file."""
        before = sorted(os.listdir(self.directory))
        result = self.prepare(*arguments, **options)
        self.assertEqual(result.returncode, code, result.stderr)
        self.assertEqual(result.stdout, "")
        self.assertTrue(result.stderr.startswith("dplda: "), result.stderr)
        self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
        self.assertTrue(result.stderr.endswith("\n"), result.stderr)
        for part in said:
            self.assertIn(part, result.stderr)
        self.assertNotIn("secret", result.stderr)
        self.assertEqual(sorted(os.listdir(self.directory)), before)

    def refuses(self, said, *arguments, **options):
        self.fails(2, said, *arguments, **options)

    def refuses_uci(self, said, counts, words=WORDS):
        path = self.write("docword.x.txt", counts)
        self.write("vocab.x.txt", words)
        self.refuses([path, *said], path)

    def test_a_table_without_a_header_shows_nothing_of_its_documents(self):
        path = self.write("t.csv", "17,secret,secret note\n18,more,secrets\n")
        self.refuses(["t.csv", "--column"], "--format", "csv", path)

    def test_an_output_inside_the_input_directory_is_refused(self):
        os.mkdir(self.path("notes"))
        self.write("notes/a.txt", "ant bee")
        self.refuses(["inside the input directory"], self.path("notes"), output="notes/out.npz")

    def test_hidden_files_of_a_directory_are_no_documents(self):
        os.makedirs(self.path("notes/.git"))
        self.write("notes/a.txt", "ant bee")
        self.write("notes/.hidden", b"\xff\xfe")
        self.write("notes/.git/b.txt", b"\xff\xfe")
        result = self.prepare(self.path("notes"))
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_a_split_that_fails_keeps_older_files(self):
        self.assertEqual(self.prepare(self.write("notes.txt", "ant bee\ncat\n")).returncode, 0)
        keep = self.write("keep.npz", "older")
        run("split", self.path("out.npz"), "--first", "1", "-o", keep, self.path("nowhere/test.npz"), code=2)
        with open(keep, encoding="utf-8") as file:
            self.assertEqual(file.read(), "older")

    def test_the_examples_are_good_before_they_are_damaged(self):
        path = self.write("docword.x.txt", UCI)
        self.write("vocab.x.txt", WORDS)
        self.assertEqual(self.prepare(path).returncode, 0)
        self.assertEqual(self.prepare(self.write("m.mtx", MATRIX)).returncode, 0)
        self.assertEqual(self.prepare(self.write("a.ldac", "1 0:2\n")).returncode, 0)

    def test_missing_file(self):
        self.refuses([self.path("none.txt")], self.path("none.txt"))

    def test_missing_word_list(self):
        path = self.write("docword.x.txt", UCI)
        self.refuses([self.path("vocab.x.txt"), "--word-list"], path)
        self.refuses([self.path("none")], path, "--word-list", self.path("none"))

    def test_word_list_of_another_length(self):
        self.refuses_uci(["line 2", "3", "2", "--word-list"], UCI, "ant\nbee\n")
        self.refuses_uci(["line 2", "3", "0"], UCI, "")
        matrix = self.write("m.mtx", MATRIX)
        self.refuses(["3", "2"], matrix, "--word-list", self.write("two.txt", "ant\nbee\n"))

    def test_word_list_with_a_repeated_or_bad_word(self):
        self.refuses_uci([], UCI, "ant\nbee\nant\n")
        path = self.write("docword.x.txt", UCI)
        self.write("vocab.x.txt", b"ant\nb\xff\ncat\n")
        self.refuses(["vocab.x.txt line 2", "UTF-8"], path)

    def test_truncated_and_damaged_gzip(self):
        whole = gzip.compress(UCI.encode() * 50)
        self.write("vocab.x.txt", WORDS)
        path = self.write("docword.x.txt.gz", whole[:-9])
        self.refuses([path], path)
        path = self.write("docword.x.txt.gz", whole[:5])
        self.refuses([path], path)
        text = gzip.compress(b"ants and bees\n" * 1000)
        path = self.write("text.txt.gz", text[:-4] + b"\x00\x00\x00\x01")
        self.refuses([path], path)
        path = self.write("text.txt.gz", text[:len(text) // 2])
        self.refuses([path], path)

    def test_wrong_header(self):
        for header in ["two\n3\n3\n", "2 3 3\n", "-2\n3\n3\n", "2\n3\n99999999999999999999\n", ""]:
            self.refuses_uci([], header + "1 1 1\n")
        path = self.write("m.mtx", "%%MatrixMarket matrix array real general\n1 1\n1\n")
        self.refuses([path, "line 1"], path)
        path = self.write("m.mtx", "2 3 2\n1 1 2\n")
        self.refuses([path, "line 1"], path)

    def test_ids_out_of_range(self):
        for pair in ["3 1 1", "0 1 1", "2 4 1", "2 0 1", "2 99999999999999999999 1"]:
            self.refuses_uci(["line 6"], f"2\n3\n3\n1 1 2\n1 3 1\n{pair}\n")
        path = self.write("m.mtx", MATRIX.replace("2 3 1\n", "3 3 1\n"))
        self.refuses([path, "line 4"], path)
        path = self.write("a.ldac", "1 0:2\n1 3:1\n")
        self.refuses([path, "line 2"], path, "--word-list", self.write("words", WORDS))

    def test_bad_counts(self):
        for count in ["-1", "0", "many", "1.5", "", "2147483648", "1e3"]:
            self.refuses_uci(["line 6"], f"2\n3\n3\n1 1 2\n1 3 1\n2 2 {count}\n")
        for count in ["-1", "many", "1.5", "nan", "1e300"]:
            path = self.write("m.mtx", MATRIX.replace("2 3 1\n", f"2 3 {count}\n"))
            self.refuses([path, "line 4"], path)
        for count in ["-1", "0", "many", "1.5", ""]:
            path = self.write("a.ldac", f"1 0:2\n1 0:{count}\n")
            self.refuses([path, "line 2"], path)

    def test_missing_and_trailing_lines(self):
        self.refuses_uci(["3", "2"], "2\n3\n3\n1 1 2\n1 3 1\n")
        self.refuses_uci(["line 5"], "2\n3\n1\n1 1 2\n1 3 1\n")

    def test_absurd_sizes_are_refused_quickly(self):
        self.refuses_uci(["line 1"], "100000000000000\n3\n1\n1 1 1\n")
        path = self.write("m.mtx", MATRIX.replace("2 3 2\n", "100000000000000 3 2\n"))
        self.refuses([path], path)

    def test_empty_corpus(self):
        path = self.write("empty.txt", "")
        self.refuses([path], path)
        self.refuses_uci([], "0\n3\n0\n")
        self.refuses(["standard input"], "-", input="")

    def test_no_word_is_left(self):
        path = self.write("stop.txt", "the and of\n\n")
        self.refuses(["--stop-words"], path)
        path = self.write("a.ldac", "0\n0\n")
        self.refuses([], path, "--format", "ldac")

    def test_empty_vocabulary(self):
        path = self.write("a.txt", "ants and bees\n")
        empty = self.write("words", "")
        self.refuses([empty], path, "--vocab", empty)

    def test_invalid_utf8(self):
        path = self.write("a.txt", b"a good line\nthe secret \xff bytes\n")
        self.refuses([path, "line 2", "--invalid-utf8"], path)
        path = self.write("a.csv", b"text\ngood\nthe secret \xff bytes\n")
        self.refuses([path, "line 3"], path)

    def test_line_that_is_too_long(self):
        path = self.write("a.txt", "short\n" + "secret " * 1000 + "\n")
        self.refuses([path, "line 2", "--max-line"], path, "--max-line", "1000")

    def test_tables_and_objects_that_are_broken(self):
        path = self.write("a.csv", "text\n\"the secret\n")
        self.refuses([path, "line 2"], path)
        path = self.write("a.csv", "1,the secret is out\n")
        self.refuses([path, "column"], path)
        path = self.write("a.ndjson", '{"text": "good"}\n{"text": "the secret}\n')
        self.refuses([path, "line 2"], path)
        path = self.write("a.ndjson", '{"text": 3}\n')
        self.refuses([path, "line 1"], path)

    def test_archive_that_is_none(self):
        path = self.write("a.npz", b"PK\x03\x04 the secret")
        self.refuses([path], path)

    def test_missing_output_directory(self):
        path = self.write("a.txt", "ants and bees\n")
        self.refuses(["nowhere"], path, output="nowhere/out.npz")

    def test_an_older_result_survives_a_failure(self):
        self.write("out.npz", b"the older one")
        path = self.write("a.txt", b"\xff\n")
        self.refuses([path], path)
        with open(self.path("out.npz"), "rb") as kept:
            self.assertEqual(kept.read(), b"the older one")

    def test_an_output_does_not_replace_a_list_that_is_read(self):
        text = self.write("a.txt", "ant bee\n")
        words = self.write("words.txt", WORDS)
        counts = self.write("docword.txt", UCI)
        for arguments in ((text, "--vocab", words), (text, "--stop-words", words), (counts, "--word-list", words)):
            self.refuses(["is an input too"], *arguments, output="words.txt")
            self.assertEqual(self.read("words.txt"), WORDS.encode())

    def test_full_disk_is_the_machines_fault(self):
        # A limit on the size of files stands in for a disk that fills up: both make write() fail.
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        words = " ".join(f"word{chr(97 + i % 26)}{i}" for i in range(5000))
        path = self.write("a.txt", words + "\n")
        self.fails(1, [self.path("out.npz")], path, preexec_fn=limit)


if __name__ == "__main__":
    unittest.main()
