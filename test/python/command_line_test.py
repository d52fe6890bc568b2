"""What Python computes is what the command line computes, bit for bit."""

import json
import os
import signal
import subprocess
import sys
import unittest

import numpy as np
import scipy.sparse

import dplda
import dplda._data
from shared import HANG_LIMIT, KEY, counts, directory, estimator, program, quietly, saved_corpus, write_key


class SameBits(unittest.TestCase):
    def setUp(self):
        self._directory = directory()
        self.addCleanup(self._directory.cleanup)
        self.matrix = counts()
        self.corpus = saved_corpus(self.matrix, self.path("corpus.npz"))
        write_key(self.path("key"))

    def path(self, name):
        return os.path.join(self._directory.name, name)

    def trained(self, recipe, data, *flags):
        program(
            "train", data, "--recipe", recipe, "--topics", 4, "--sweeps", 5, "--key-file", self.path("key"),
            "--no-ledger", "--quiet", "--force", "-o", self.path("model.npz"), *flags,
        )
        return dplda.Model.load(self.path("model.npz"))

    def assert_same(self, model, other):
        self.assertEqual(model.phi.tobytes(), other.phi.tobytes())
        self.assertEqual(model.prevalence.tobytes(), other.prevalence.tobytes())
        self.assertEqual(model.words, other.words)

    def test_recipes_on_documents_give_the_bits_of_the_program_under_the_same_key(self):
        for name, recipe, flags in (
            ("LDA", "cgs", ()),
            ("HDPLDA", "hdp", ("--target-epsilon", 100)),
            ("DocumentLDA", "doc", ("--target-epsilon", 8)),
        ):
            with self.subTest(recipe):
                fitted = estimator(name, key=KEY).fit(self.matrix)
                self.assert_same(fitted.model_, self.trained(recipe, self.corpus, *flags))

    def test_a_key_file_and_its_bytes_are_one_key(self):
        by_bytes = estimator("HDPLDA", key=KEY).fit(self.matrix)
        by_file = estimator("HDPLDA", key=self.path("key")).fit(self.matrix)
        self.assert_same(by_bytes.model_, by_file.model_)

    def test_saved_models_are_the_same_files_but_for_the_list_of_words_stated_public(self):
        fitted = estimator("HDPLDA", key=KEY, no_ledger=True).fit(self.matrix)
        fitted.model_.save(self.path("python.npz"))
        self.trained("hdp", self.corpus, "--target-epsilon", 100, "--no-ledger")
        with np.load(self.path("python.npz")) as ours, np.load(self.path("model.npz")) as theirs:
            self.assertEqual(sorted(ours.files), sorted(theirs.files))
            for name in ours.files:
                self.assertEqual(ours[name].tobytes(), theirs[name].tobytes(), name)

    def test_reports_are_the_bytes_of_the_program(self):
        program(
            "perturb", self.corpus, "--epsilon", 2, "--cap", 10, "--key-file", self.path("key"), "-o",
            self.path("reports.dpr"), "--quiet",
        )
        reports = dplda.perturb(self.matrix, assume_public_vocab=True, epsilon=2, cap=10, key=KEY)
        with open(self.path("reports.dpr"), "rb") as file:
            self.assertEqual(bytes(reports), file.read())

    def test_learning_from_reports_gives_the_bits_of_the_program(self):
        reports = dplda.perturb(self.matrix, assume_public_vocab=True, epsilon=3)
        reports.save(self.path("reports.dpr"))
        for name, recipe in (("LPLDA", "lp"), ("OnlineLPLDA", "online-lp")):
            with self.subTest(recipe):
                flags = () if recipe == "lp" else ("--checkpoint", self.path("lp.state"))
                theirs = self.trained(recipe, self.path("reports.dpr"), *flags)
                self.assert_same(estimator(name, key=KEY).fit(reports).model_, theirs)
                self.assert_same(estimator(name, key=KEY).fit(self.path("reports.dpr")).model_, theirs)

    def test_a_stream_gives_the_bits_of_the_program_however_it_is_handed_over(self):
        theirs = self.trained("online", self.corpus, "--batch", 30, "--checkpoint", self.path("state"))
        whole = estimator("OnlineLDA", batch=30, key=KEY).fit(self.matrix)
        self.assert_same(whole.model_, theirs)
        pieces = estimator("OnlineLDA", batch=30, key=KEY)
        for first in range(0, 120, 30):
            pieces.partial_fit(self.matrix[first : first + 30])
        self.assert_same(pieces.model_, theirs)
        self.assertEqual(pieces.n_documents_seen_, 120)
        self.assertEqual(pieces.n_batch_iter_, 4)

    def test_shares_and_perplexities_are_those_of_the_program(self):
        model = self.trained("cgs", self.corpus)
        program("infer", self.path("model.npz"), self.corpus, "-o", self.path("theta.npz"), "--quiet")
        fitted = estimator("LDA", key=KEY).fit(self.matrix)
        with np.load(self.path("theta.npz")) as theirs:
            self.assertEqual(fitted.transform(self.matrix).tobytes(), theirs["theta"].tobytes())
        printed = program("evaluate", self.path("model.npz"), self.corpus).stdout
        self.assertIn(f"{fitted.perplexity(self.matrix):.4f}", printed)
        self.assertIn(f"{fitted.perplexity(self.matrix, completion=True):.4f}", printed)
        self.assertEqual(model.topics, 4)

    def test_python_is_the_program_too(self):
        ours = subprocess.run([sys.executable, "-m", "dplda", "--version"], capture_output=True, text=True, check=True)
        self.assertEqual(ours.stdout, program("--version").stdout)
        bad = subprocess.run([sys.executable, "-m", "dplda", "nonsense"], capture_output=True, text=True)
        self.assertEqual(bad.returncode, 2)

    def test_the_program_in_python_dies_of_signals_as_programs_do(self):
        command = [sys.executable, "-m", "dplda"]
        os.mkfifo(self.path("findings"))
        endless = subprocess.Popen([*command, "audit", "--runs", "1000000000", "--quiet", "--json",
                                    self.path("findings")], stdout=subprocess.DEVNULL)
        with open(self.path("findings"), "rb"):  # opens when the audit has opened the other end
            endless.send_signal(signal.SIGINT)
            self.assertEqual(endless.wait(HANG_LIMIT), -signal.SIGINT)
        reader, writer = os.pipe()
        os.close(reader)
        broken = subprocess.run([*command, "topics", "--help"], stdout=writer)
        os.close(writer)
        self.assertEqual(broken.returncode, -signal.SIGPIPE)

    def test_plans_are_those_of_the_program(self):
        program("plan", "--recipe", "doc", "--target-epsilon", 3, "--json", self.path("plan.json"))
        with open(self.path("plan.json"), encoding="utf-8") as file:
            self.assertEqual(dplda.plan("doc", target_epsilon=3).record, json.load(file))
        printed = program("plan", "--recipe", "doc", "--target-epsilon", 3).stdout
        self.assertEqual(str(dplda.DocumentLDA(target_epsilon=3).plan()), printed)

    def test_the_statement_is_the_programs(self):
        fitted = quietly(lambda: estimator("HDPLDA", random_state=1).fit(self.matrix))
        fitted.model_.save(self.path("seeded.npz"))
        self.assertEqual(str(fitted.ledger_), program("statement", self.path("seeded.npz")).stdout)


class RealCorpus(unittest.TestCase):
    def test_nips_gives_the_bits_of_the_program_from_a_file_and_from_its_matrix(self):
        data = os.path.join(os.environ.get("DPLDA_DATA", "data"), "nips", "docword.nips.txt.gz")
        if not os.path.exists(data):
            self.skipTest("needs NIPS below DPLDA_DATA")
        with directory() as folder:
            corpus, key, out = (os.path.join(folder, name) for name in ("nips.npz", "key", "model.npz"))
            write_key(key)
            program("prepare", data, "--assume-public-vocab", "-o", corpus)
            program(
                "train", corpus, "--recipe", "hdp", "--target-epsilon", 200, "--topics", 20, "--sweeps", 2,
                "--key-file", key, "--no-ledger", "--quiet", "-o", out,
            )
            theirs = dplda.Model.load(out)
            documents = dplda.Documents.open(corpus)
            matrix = scipy.sparse.csr_matrix(documents.to_csr())
            for X, words in ((documents, None), (matrix, documents.words)):
                fitted = dplda.HDPLDA(
                    20, target_epsilon=200.0, max_iter=2, key=KEY, words=words, assume_public_vocab=True,
                    no_ledger=True,
                ).fit(X)
                self.assertEqual(fitted.model_.phi.tobytes(), theirs.phi.tobytes())


if __name__ == "__main__":
    unittest.main()
