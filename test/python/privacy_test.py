"""What is said about privacy in Python is true, complete and hard to overlook."""

import fcntl
import json
import os
import pickle
import re
import resource
import unittest
import warnings

import numpy as np
from sklearn.model_selection import GridSearchCV

import dplda
from shared import KEY, PRIVATE, SETTINGS, counts, directory, estimator, program, quietly


class Statement(unittest.TestCase):
    def test_a_known_seed_is_warned_of_and_stamped(self):
        for name in PRIVATE:
            with self.subTest(name):
                with self.assertWarnsRegex(dplda.PrivacyWarning, "not private: with random_state"):
                    fitted = estimator(name, random_state=1).fit(counts())
                self.assert_nobody(fitted)

    def assert_nobody(self, fitted):
        """Neither text nor table shows a finite epsilon."""
        self.assertFalse(fitted.ledger_.is_private)
        table = fitted.ledger_._repr_html_().split("<details>")[0]
        self.assertIn("NOT PRIVATE", table)
        self.assertNotRegex(table, r"epsilon</td><td>\d|epsilon \d")
        self.assertRegex(str(fitted.ledger_), "NOT PRIVATE|infinite|No bound")

    def test_words_from_the_documents_are_warned_of_and_stamped(self):
        for name in PRIVATE:
            with self.subTest(name):
                with self.assertWarnsRegex(dplda.PrivacyWarning, "assume_public_vocab=True"):
                    fitted = estimator(name, assume_public_vocab=False).fit(counts())
                self.assert_nobody(fitted)

    def test_a_private_fit_warns_of_nothing(self):
        for name in (*PRIVATE, "LPLDA", "OnlineLPLDA"):
            with self.subTest(name), warnings.catch_warnings(), directory() as folder:
                warnings.simplefilter("error")
                warnings.simplefilter("ignore", dplda.NoiseWarning)  # there are few documents
                kept = {"ledger": os.path.join(folder, "ledger")} if name in PRIVATE else {}
                self.assertTrue(estimator(name, **kept).fit(counts()).ledger_.is_private)
                self.assertTrue(estimator(name, key=KEY, **kept).fit(counts()).ledger_.is_private)

    def test_topics_of_noise_are_warned_of_marked_and_shown_last(self):
        with self.assertWarnsRegex(dplda.NoiseWarning, "4 of 4 topics cannot be told from noise"):
            fitted = estimator("DocumentLDA", target_epsilon=0.5, key=KEY).fit(counts())
        self.assertEqual(fitted.told_from_noise_.tolist(), [False] * 4)
        self.assertTrue(all(line.strip().startswith("~") for line in fitted.summary(3).splitlines()))
        self.assertEqual(len(fitted.top_words(3)), 4)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            unchecked = estimator("DocumentLDA", noise_check=False, no_ledger=True).fit(counts())
        self.assertIsNone(unchecked.told_from_noise_)
        self.assertNotIn("~", unchecked.summary())
        # Marks decide the order, then prevalence.
        fitted.told_from_noise_ = np.array([False, True, False, True])
        rows = [line.split()[0] for line in fitted.summary(3).splitlines()]
        self.assertEqual(sorted(rows[:2]), ["1", "3"])
        self.assertEqual(sorted(rows[2:]), ["~0", "~2"])

    def test_plain_recipes_say_that_they_protect_nobody(self):
        for name in ("LDA", "OnlineLDA"):
            self.assert_nobody(estimator(name).fit(counts()))

    def test_the_table_of_reports_has_every_unit_and_that_of_a_fit_says_if_no_ledger_was_kept(self):
        table = estimator("LPLDA", cap=10).fit(counts()).ledger_._repr_html_().split("<details>")[0]
        self.assertEqual(table.count("each report"), 3)
        for unit in ("presence", "word", "document"):
            self.assertIn(f"[unit: {unit}, view: report]", table)
        table = estimator("DocumentLDA").fit(counts()).ledger_._repr_html_().split("<details>")[0]
        self.assertIn("no ledger was kept", table)

    def test_reports_of_a_known_seed_are_stamped(self):
        for name in ("LPLDA", "OnlineLPLDA"):
            with self.assertWarnsRegex(dplda.PrivacyWarning, "not private"):
                self.assertFalse(estimator(name, random_state=1).fit(counts()).ledger_.is_private)

    def test_a_known_seed_of_the_server_harms_no_report(self):
        reports = dplda.perturb(counts(), epsilon=2, assume_public_vocab=True)
        for name in ("LPLDA", "OnlineLPLDA"):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                warnings.simplefilter("ignore", dplda.NoiseWarning)
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

    def test_markup_in_a_record_stays_text(self):
        statement = dplda.PrivacyStatement("<b>", {"private": False, "recipe": "<i>", "exposures": [],
                                                   "vocabulary": "<u>", "key": "<s>"})
        for mark in ("<b>", "<i>", "<u>", "<s>"):
            self.assertNotIn(mark, statement._repr_html_())

    def test_words_taken_from_lists_of_words_cannot_be_stated_to_be_public(self):
        documents = [["flu", "cough"]] * 20 + [["a-name", "cough"]]
        for name in SETTINGS:
            with self.assertRaisesRegex(ValueError, "name the public list with words"):
                estimator(name).fit(documents)
            with self.assertRaisesRegex(ValueError, "words is empty"):
                estimator(name, words=[]).fit(documents)
        with self.assertRaisesRegex(ValueError, "name the public list with words"):
            dplda.perturb(documents, epsilon=1, assume_public_vocab=True)
        fitted = estimator("DocumentLDA", words=["flu", "cough"]).fit(documents)
        self.assertTrue(fitted.ledger_.is_private)
        self.assertEqual(fitted.model_.words, ["flu", "cough"])

    def test_that_words_are_public_is_said_with_true_alone(self):
        for unclear in ("no", "False", 1, None):
            with self.assertRaisesRegex(ValueError, "assume_public_vocab must be True or False"):
                estimator("DocumentLDA", assume_public_vocab=unclear).fit(counts())

    def test_a_large_delta_must_be_asked_for(self):
        with self.assertRaisesRegex(ValueError, "say large_delta"):
            estimator("DocumentLDA", delta=0.5).fit(counts())
        fitted = estimator("DocumentLDA", delta=0.5, large_delta=True, no_ledger=True).fit(counts())
        self.assertIn("in one of 2 runs anything may be given away", str(fitted.ledger_))

    def test_words_that_were_cut_stay_so_though_they_are_stated_to_be_public(self):
        with directory() as folder:
            notes, corpus = os.path.join(folder, "notes.txt"), os.path.join(folder, "notes.npz")
            with open(notes, "w", encoding="utf-8") as file:
                file.write("common word here\n" * 20 + "rare common word\n")
            program("prepare", notes, "--min-df", 5, "--assume-public-vocab", "-o", corpus)
            documents = dplda.Documents.open(corpus)
            copy = os.path.join(folder, "copy.npz")
            documents.save(copy)
            for X in (documents, corpus, copy, dplda.Documents.open(copy)):
                with self.assertRaisesRegex(ValueError, "decided by all of them together"):
                    dplda.perturb(X, epsilon=1)
            with self.assertRaisesRegex(ValueError, "no list undoes that"):
                documents.matched_to(["common", "word"], assume_public_vocab=True)
            fitted = dplda.DocumentLDA(3, target_epsilon=3).fit(documents)
            self.assertIn("the documents' own frequencies", str(fitted.ledger_))

    def test_a_list_given_later_undoes_no_choice_by_frequency(self):
        with directory() as folder:
            notes, corpus = os.path.join(folder, "notes.txt"), os.path.join(folder, "notes.npz")
            with open(notes, "w", encoding="utf-8") as file:
                file.write("common word here\n" * 20 + "rare common word\n")
            program("prepare", notes, "--min-df", 5, "-o", corpus)
            documents = dplda.Documents.open(corpus)
            with self.assertRaisesRegex(ValueError, "no list undoes that"):
                documents.matched_to(["common", "word"], assume_public_vocab=True)
            words = os.path.join(folder, "words.txt")
            with open(words, "w", encoding="utf-8") as file:
                file.write("common\nword\n")
            for X in (documents, corpus, counts()):
                with self.assertRaisesRegex(ValueError, "decided by all of them together"):
                    dplda.perturb(X, epsilon=1, vocab=words)
            # Documents of which every word is known can be put into a public list.
            whole = dplda.perturb([["common", "word"], ["rare"]], epsilon=1, vocab=words)
            self.assertEqual(whole.words, ["common", "word"])
            self.assertEqual(len(dplda.perturb(notes, epsilon=1, vocab=words)), 21)

    def test_documents_in_other_words_are_charged_where_they_came_from(self):
        with directory() as folder:
            corpus = os.path.join(folder, "corpus.npz")
            documents = estimator("DocumentLDA")._fitting(counts())
            documents.save(corpus)
            matched = dplda.Documents.open(corpus).matched_to(documents.words[:20], assume_public_vocab=True)
            dplda.DocumentLDA(3, target_epsilon=3).fit(matched)
            self.assertTrue(os.path.exists(corpus + ".ledger"))


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

    def test_without_a_ledger_fits_of_the_process_add_up_where_documents_overlap(self):
        matrix = counts(documents=90, seed=11)
        with self.assertWarnsRegex(dplda.PrivacyWarning, "name one with ledger="):
            first = estimator("DocumentLDA", target_epsilon=3.0).fit(matrix)
        other = quietly(lambda: estimator("DocumentLDA", target_epsilon=3.0).fit(counts(documents=90, seed=12)))
        second = quietly(lambda: estimator("DocumentLDA", target_epsilon=3.0).fit(matrix[20:70]))
        total = lambda fitted: fitted.ledger_.record["data"]["epsilon_at_delta"]
        self.assertLessEqual(total(first), 3)
        self.assertEqual(total(other), total(first))
        self.assertGreater(total(second), 4.4)
        self.assertNotIn("All that", str(second.ledger_).replace("All private fits", ""))
        with self.assertRaises(dplda.BudgetExhausted):
            estimator("DocumentLDA", target_epsilon=3.0, budget_epsilon=5.0).fit(matrix)

    def test_no_search_over_settings_ends_with_the_cost_of_one_fit(self):
        matrix = counts(documents=90, seed=13)
        for jobs in (None, 2):
            search = GridSearchCV(estimator("DocumentLDA", target_epsilon=3.0), {"n_components": [2, 3]}, cv=3,
                                  n_jobs=jobs)
            quietly(lambda: search.fit(matrix))
            statement = search.best_estimator_.ledger_
            self.assertNotRegex(str(statement), "All that (is|was) known")
            self.assertIn("No ledger was kept", str(statement))
            if jobs is None:  # seven fits, each with all of the others' documents but a third
                self.assertGreater(statement.record["data"]["rho"], 6.99 * statement.record["run"]["rho"])

    def test_searches_in_several_processes_share_a_ledger_and_its_budget(self):
        matrix = counts(documents=90, seed=14)
        settings = {"n_components": [2, 3]}
        search = GridSearchCV(estimator("DocumentLDA", target_epsilon=1.0, ledger=self.ledger), settings, cv=3, n_jobs=2)
        search.fit(matrix)
        record = search.best_estimator_.ledger_.record
        self.assertEqual(record["account"], "ledger")
        self.assertGreater(record["data"]["rho"], 6.99 * record["run"]["rho"])
        limited = self.ledger + ".limited"
        program("ledger", "create", limited, "--budget-epsilon", 3)
        search = GridSearchCV(estimator("DocumentLDA", target_epsilon=1.5, ledger=limited), settings, cv=3, n_jobs=2,
                              error_score="raise")
        with self.assertRaises(dplda.BudgetExhausted):
            search.fit(counts(documents=90, seed=15))
        shown = program("ledger", "show", limited, "--json", "-").stdout
        self.assertLessEqual(json.loads(shown)["totals"][0]["epsilon_at_delta"], 3)

    def test_a_known_seed_gets_into_no_ledger(self):
        with self.assertRaisesRegex(ValueError, "random_state is known"):
            quietly(lambda: estimator("DocumentLDA", ledger=self.ledger, random_state=1).fit(counts()))
        self.assertFalse(os.path.exists(self.ledger))
        quietly(lambda: estimator("DocumentLDA", ledger=self.ledger).fit(counts()))
        with self.assertRaisesRegex(ValueError, "keeps account of these data, and a run whose random_state is known"):
            quietly(lambda: estimator("DocumentLDA", random_state=1).fit(counts()))

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

    def test_a_fit_within_a_fit_is_charged_to_the_same_ledger(self):
        inside = []

        def fit_inside(done, total):
            if not inside:
                inside.append(estimator("DocumentLDA", ledger=self.ledger).fit(counts()))

        outside = estimator("DocumentLDA", ledger=self.ledger, callback=fit_inside).fit(counts())
        self.assertGreater(outside.ledger_.record["data"]["rho"], 1.99 * outside.ledger_.record["run"]["rho"])

    def test_a_ledger_that_another_holds_is_waited_for_and_then_said_to_be_in_use(self):
        estimator("DocumentLDA", ledger=self.ledger).fit(counts())
        with open(self.ledger, "rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            with self.assertRaisesRegex(dplda.FileInUse, "wait"):
                estimator("DocumentLDA", ledger=self.ledger, wait=0).fit(counts())
        estimator("DocumentLDA", ledger=self.ledger, wait=0).fit(counts())


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

    def test_a_key_that_was_never_drawn_is_refused(self):
        for key in (bytes(32), bytearray(32), dplda.Key(bytes(32)), b"k" * 32):
            with self.assertRaisesRegex(ValueError, "all its bytes are equal"):
                estimator("HDPLDA", key=key).fit(counts())
            with self.assertRaisesRegex(ValueError, "all its bytes are equal"):
                dplda.perturb(counts(), epsilon=1, assume_public_vocab=True, key=key)

    def test_a_key_is_overwritten_when_it_goes(self):
        key = dplda.Key(KEY)
        kept = key._secret
        del key
        self.assertEqual(bytes(kept), bytes(32))

    def test_what_was_taken_for_a_key_is_not_shown(self):
        for wrong in (list(KEY), np.frombuffer(KEY, dtype=np.uint8), KEY.hex(), 17):
            with self.assertRaises((ValueError, TypeError)) as caught:
                estimator("HDPLDA", key=wrong).fit(counts())
            for shown in ("17", KEY.hex()[:16], "1, 2, 3"):
                self.assertNotIn(shown, str(caught.exception))

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
            ({"ledger": ""}, "ledger is empty"),
            ({"checkpoint": True}, "checkpoint must be a text"),
            ({"random_state": True}, "random_state"),
            ({"callback": 5}, "callback must be a function"),
        ):
            with self.assertRaisesRegex(ValueError, keyword) as caught:
                estimator("HDPLDA", **bad).fit(counts())
            self.assertNotIn("--", str(caught.exception))

    def test_keywords_that_do_nothing_are_refused_unless_they_are_left_at_their_defaults(self):
        for name in ("LDA", "HDPLDA", "DocumentLDA", "LPLDA", "OnlineLDA", "OnlineLPLDA"):
            estimator(name, **estimator(name).get_params()).plan()
        for name, idle in (("DocumentLDA", {"beta": 0.1}), ("DocumentLDA", {"average": 2}), ("LPLDA", {"omega": 0.3}),
                           ("LDA", {"optimize_every": 3}), ("OnlineLDA", {"prior_sweeps": 7}), ("LDA", {"every": 7})):
            with self.assertRaisesRegex(ValueError, next(iter(idle)) + " has no meaning here") as caught:
                estimator(name, **idle).plan()
            self.assertNotIn("--", str(caught.exception))

    def test_they_show_no_word_of_a_document(self):
        for bad in (
            [["secret", "words"], ["c", 3]],
            [["secret", "words"], "plain text"],
            [["secret", "\ud800"]],
            [["secret"], None],
        ):
            with self.assertRaisesRegex(ValueError, "document [12]") as caught:
                estimator("LDA", assume_public_vocab=False).fit(bad)
            self.assertNotIn("secret", str(caught.exception))

    def test_a_full_disk_is_an_os_error_and_costs_no_model_that_was_paid_for(self):
        with directory() as folder:
            full = estimator("DocumentLDA", checkpoint=os.path.join(folder, "state"), every=1)
            limits = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
            try:
                with self.assertRaises(OSError):
                    full.fit(counts())
                self.assertEqual(full.components_.shape, (4, 40))
                self.assertLess(full.n_iter_, 5)
                with self.assertRaises(OSError):
                    full.model_.save(os.path.join(folder, "model.npz"))
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, limits)


if __name__ == "__main__":
    unittest.main()
