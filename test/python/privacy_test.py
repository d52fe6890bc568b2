"""What is said about privacy in Python is true, complete and hard to overlook."""

import os
import pickle
import re
import unittest
import warnings

import numpy as np

import dplda
from shared import KEY, PRIVATE, SETTINGS, counts, directory, estimator, program, quietly


class Statement(unittest.TestCase):
    def test_a_known_seed_is_warned_of_and_stamped(self):
        for name in PRIVATE:
            with self.subTest(name):
                with self.assertWarnsRegex(dplda.PrivacyWarning, "not private: with random_state"):
                    fitted = estimator(name, random_state=1).fit(counts())
                self.assertFalse(fitted.ledger_.is_private)
                self.assertIn("NOT PRIVATE", fitted.ledger_._repr_html_())

    def test_words_from_the_documents_are_warned_of_and_stamped(self):
        for name in PRIVATE:
            with self.subTest(name):
                with self.assertWarnsRegex(dplda.PrivacyWarning, "assume_public_vocab=True"):
                    fitted = estimator(name, assume_public_vocab=False).fit(counts())
                self.assertFalse(fitted.ledger_.is_private)

    def test_a_private_fit_warns_of_nothing(self):
        for name in (*PRIVATE, "LPLDA", "OnlineLPLDA"):
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("error")
                self.assertTrue(estimator(name).fit(counts()).ledger_.is_private)
                self.assertTrue(estimator(name, key=KEY).fit(counts()).ledger_.is_private)

    def test_plain_recipes_say_that_they_protect_nobody(self):
        for name in ("LDA", "OnlineLDA"):
            self.assertFalse(estimator(name).fit(counts()).ledger_.is_private)

    def test_reports_of_a_known_seed_are_stamped(self):
        for name in ("LPLDA", "OnlineLPLDA"):
            with self.assertWarnsRegex(dplda.PrivacyWarning, "not private"):
                self.assertFalse(estimator(name, random_state=1).fit(counts()).ledger_.is_private)

    def test_a_known_seed_of_the_server_harms_no_report(self):
        reports = dplda.perturb(counts(), epsilon=2, assume_public_vocab=True)
        for name in ("LPLDA", "OnlineLPLDA"):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                self.assertTrue(estimator(name, random_state=1).fit(reports).ledger_.is_private)

    def test_warnings_point_at_the_line_of_the_user(self):
        for name in ("HDPLDA", "LPLDA"):
            with warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                estimator(name, random_state=1).fit(counts())
            self.assertEqual(seen[0].filename, __file__)

    def test_no_epsilon_stands_without_its_unit_and_view(self):
        for name in SETTINGS:
            fitted = estimator(name).fit(counts())
            for text in (str(fitted.ledger_), repr(fitted.ledger_), fitted.ledger_._repr_html_()):
                for line in re.split(r"\n|<tr>", text):
                    if re.search(r"epsilon (\d|infinite)", line):
                        self.assertRegex(line, r"unit: \w+, view: |for one of|For the whole document")
        reports = dplda.perturb(counts(), epsilon=2, assume_public_vocab=True)
        for line in repr(reports).split("\n")[1:]:
            self.assertRegex(line, r"\[unit: \w+, view: report\]")

    def test_a_target_is_kept(self):
        record = estimator("DocumentLDA", target_epsilon=2.5).fit(counts()).ledger_.record
        self.assertLessEqual(record["run"]["epsilon_at_delta"], 2.5)
        self.assertEqual((record["run"]["unit"], record["run"]["view"]), ("document", "counts"))

    def test_an_epsilon_must_be_chosen(self):
        for name, keyword in (("HDPLDA", "target_epsilon"), ("DocumentLDA", "target_epsilon"), ("LPLDA", "epsilon")):
            with self.assertRaisesRegex(ValueError, keyword):
                getattr(dplda, name)(4, assume_public_vocab=True).fit(counts())

    def test_markup_in_names_stays_text(self):
        fitted = estimator("LDA", words=[f"<b>{column}</b>" for column in range(40)]).fit(counts())
        self.assertNotIn("<b>", fitted.ledger_._repr_html_())


class Accounts(unittest.TestCase):
    def setUp(self):
        self._directory = directory()
        self.addCleanup(self._directory.cleanup)
        self.ledger = os.path.join(self._directory.name, "data.ledger")

    def test_fits_on_the_same_data_add_up_in_their_ledger(self):
        first = estimator("DocumentLDA", target_epsilon=1.0, ledger=self.ledger).fit(counts())
        second = estimator("DocumentLDA", target_epsilon=1.0, ledger=self.ledger).fit(counts())
        self.assertGreater(
            second.ledger_.record["data"]["epsilon_at_delta"], 1.3 * first.ledger_.record["data"]["epsilon_at_delta"]
        )
        self.assertIn("document", program("ledger", "show", self.ledger).stdout)

    def test_an_exact_repetition_under_a_key_is_charged_once(self):
        first = estimator("DocumentLDA", ledger=self.ledger, key=KEY).fit(counts())
        again = estimator("DocumentLDA", ledger=self.ledger, key=KEY).fit(counts())
        self.assertEqual(first.components_.tobytes(), again.components_.tobytes())
        self.assertEqual(first.ledger_.record["data"], again.ledger_.record["data"])

    def test_a_budget_that_is_used_up_refuses_and_charges_nothing(self):
        keep = {"ledger": self.ledger, "budget_epsilon": 2.5, "budget_delta": 1e-6}
        estimator("DocumentLDA", target_epsilon=2.0, **keep).fit(counts())
        with open(self.ledger, "rb") as file:
            before = file.read()
        refused = estimator("DocumentLDA", target_epsilon=2.0, **keep)
        with self.assertRaises(dplda.BudgetExhausted) as caught:
            refused.fit(counts())
        self.assertNotIn("--", str(caught.exception))
        self.assertFalse(hasattr(refused, "components_"))
        with open(self.ledger, "rb") as file:
            self.assertEqual(file.read(), before)

    def test_a_budget_needs_a_ledger_that_keeps_it(self):
        with self.assertRaisesRegex(ValueError, "name one with ledger"):
            estimator("DocumentLDA", budget_epsilon=3.0).fit(counts())

    def test_a_known_seed_gets_into_no_ledger(self):
        with self.assertRaisesRegex(ValueError, "random_state is known"):
            quietly(lambda: estimator("DocumentLDA", ledger=self.ledger, random_state=1).fit(counts()))
        self.assertFalse(os.path.exists(self.ledger))

    def test_words_from_the_documents_get_into_no_ledger(self):
        with self.assertRaisesRegex(ValueError, "chosen from the documents themselves"):
            quietly(
                lambda: estimator("DocumentLDA", ledger=self.ledger, assume_public_vocab=False).fit(counts())
            )

    def test_documents_from_a_file_have_the_ledger_beside_it(self):
        path = os.path.join(self._directory.name, "corpus.npz")
        estimator("DocumentLDA")._fitting(counts()).save(path)
        fitted = estimator("DocumentLDA").fit(path)
        self.assertTrue(os.path.exists(path + ".ledger"))
        self.assertTrue(fitted.ledger_.record["recorded"])
        again = estimator("DocumentLDA").fit(dplda.Documents.open(path))
        self.assertGreater(
            again.ledger_.record["data"]["epsilon_at_delta"], fitted.ledger_.record["data"]["epsilon_at_delta"]
        )

    def test_a_ledger_in_use_is_not_shared(self):
        path = os.path.join(self._directory.name, "corpus.npz")
        estimator("DocumentLDA")._fitting(counts()).save(path)
        failures = []

        def fit_inside(done, total):
            try:
                estimator("DocumentLDA", ledger=self.ledger).fit(path)
            except ValueError as error:
                failures.append(str(error))
            return True

        estimator("DocumentLDA", ledger=self.ledger, callback=fit_inside).fit(path)
        self.assertRegex(failures[0], "in use")


class Keys(unittest.TestCase):
    def test_a_key_shows_itself_nowhere(self):
        fitted = estimator("HDPLDA", key=KEY).fit(counts())
        shown = repr(fitted) + str(fitted.get_params()) + fitted._repr_html_() + str(fitted.ledger_)
        self.assertNotIn(repr(KEY)[2:12], shown)
        self.assertNotIn(KEY, pickle.dumps(fitted))
        self.assertIsNone(pickle.loads(pickle.dumps(fitted)).key)
        with self.assertRaises(TypeError):
            pickle.dumps(dplda.Key(KEY))

    def test_a_key_has_32_bytes_and_excludes_a_seed(self):
        with self.assertRaisesRegex(ValueError, "32 secret bytes"):
            estimator("HDPLDA", key=b"short").fit(counts())
        with self.assertRaisesRegex(ValueError, "random_state or key"):
            estimator("HDPLDA", key=KEY, random_state=1).fit(counts())

    def test_without_a_key_noise_is_fresh(self):
        one, other = (estimator("HDPLDA").fit(counts()) for _ in range(2))
        self.assertFalse(np.array_equal(one.components_, other.components_))


class Errors(unittest.TestCase):
    def test_they_are_value_errors_that_name_keywords(self):
        for bad, keyword in (
            ({"n_components": 0}, "n_components"),
            ({"max_iter": -1}, "max_iter"),
            ({"alpha": 0.0}, "alpha"),
            ({"target_epsilon": -1.0}, "target_epsilon"),
            ({"sampler": "quick"}, "sampler must be one of"),
            ({"delta": 2.0}, "delta"),
            ({"n_components": "many"}, "n_components"),
            ({"clip": float("nan")}, "clip"),
        ):
            with self.assertRaisesRegex(ValueError, keyword) as caught:
                estimator("HDPLDA", **bad).fit(counts())
            self.assertNotIn("--", str(caught.exception))

    def test_a_full_disk_is_an_os_error(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("needs /dev/full")
        fitted = estimator("LDA").fit(counts())
        with self.assertRaises((OSError, ValueError)):
            fitted.model_.save("/dev/full")


if __name__ == "__main__":
    unittest.main()
