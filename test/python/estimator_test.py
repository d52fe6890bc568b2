"""The estimators keep scikit-learn's conventions, and say nothing of options that the library does not say."""

import copy
import pathlib
import pickle
import unittest
import warnings

import numpy as np
import pandas as pd
import scipy.sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline
from sklearn.utils.estimator_checks import check_estimator

import dplda
import dplda._data
import dplda._estimators
from dplda import _dplda
from dplda._options import keyword_of
from shared import KEY, SETTINGS, counts, directory, estimator, quietly

NAMES = list(SETTINGS)
TEXTS = ["the cat sat", "the dog sat on the cat", "stocks fell and bonds fell", "bonds rose on stocks"] * 10


class Conventions(unittest.TestCase):
    def test_the_applicable_part_of_check_estimator_passes(self):
        for name in NAMES:
            with self.subTest(name), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                check_estimator(estimator(name, max_iter=3))

    def test_what_check_estimator_asks_with_fractions_holds_with_counts(self):
        matrix = counts()
        for name in NAMES:
            with self.subTest(name):
                fitted = estimator(name).fit(matrix, np.zeros(matrix.shape[0]))
                self.assertEqual(fitted.score(matrix, np.zeros(matrix.shape[0])), fitted.score(matrix))
                for bad in (np.nan, np.inf):
                    spoilt = matrix.toarray().astype(float)
                    spoilt[0, 0] = bad
                    with self.assertRaisesRegex(ValueError, "NaN|inf"):
                        estimator(name).fit(spoilt)
                    with self.assertRaisesRegex(ValueError, "NaN|inf"):
                        fitted.transform(spoilt)
                estimator(name).fit(matrix.toarray().astype(object))

    def test_parameters_are_the_options_of_the_registry_with_its_defaults_and_words(self):
        for name in NAMES:
            recipe = getattr(dplda, name)._recipe
            declared = {keyword_of(option.name): option for option in _dplda.Settings(recipe).options()}
            parameters = getattr(dplda, name)().get_params()
            own = {"words", "assume_public_vocab", "callback", "verbose"}
            reports = {"epsilon", "cap"} if "LP" in name else set()
            self.assertEqual(set(parameters), set(declared) | own | reports)
            for keyword, option in declared.items():
                if option.value and keyword != "n_jobs":
                    self.assertEqual(str(parameters[keyword]).lower(), _python_text(option))
                self.assertIn(f"\n{keyword} : ", getattr(dplda, name).__doc__)

    def test_the_documentation_speaks_of_keywords_not_of_flags(self):
        for name in NAMES:
            self.assertNotRegex(getattr(dplda, name).__doc__, r"--[a-z]")

    def test_clones_and_pickles_do_what_the_original_does(self):
        matrix = counts()
        for name in NAMES:
            with self.subTest(name):
                original = quietly(lambda: estimator(name, random_state=3).fit(matrix))
                copy = quietly(lambda: clone(original).fit(matrix))
                kept = pickle.loads(pickle.dumps(original))
                for other in (copy, kept):
                    self.assertEqual(other.get_params(), original.get_params())
                    self.assertEqual(other.components_.tobytes(), original.components_.tobytes())
                    np.testing.assert_array_equal(other.transform(matrix), original.transform(matrix))
                self.assertEqual(str(kept.ledger_), str(original.ledger_))
                self.assertEqual(kept.components_.ctypes.data, kept.model_.phi.ctypes.data)

    def test_every_protocol_of_pickles_works_or_refuses(self):
        fitted = estimator("LDA").fit(counts())
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            kept = pickle.loads(pickle.dumps(fitted, protocol))
            self.assertEqual(kept.components_.tobytes(), fitted.components_.tobytes())
            with self.assertRaises(TypeError):
                pickle.dumps(dplda._data.documents_of(counts()), protocol)

    def test_copies_in_one_process_keep_the_key(self):
        for name in ("HDPLDA", "OnlineLDA"):
            original = estimator(name, key=KEY).fit(counts())
            for other in (copy.copy(original), copy.deepcopy(original)):
                self.assertEqual(other.key, original.key)
                self.assertEqual(other.components_.tobytes(), original.components_.tobytes())
        stream = copy.deepcopy(original).partial_fit(counts())
        self.assertEqual(stream.components_.tobytes(), original.partial_fit(counts()).components_.tobytes())

    def test_a_plan_leaves_a_generator_alone(self):
        one, other = (estimator("LDA", random_state=np.random.RandomState(3)) for _ in range(2))
        one.plan()
        self.assertEqual(one.fit(counts()).components_.tobytes(), other.fit(counts()).components_.tobytes())

    def test_a_pickled_stream_goes_on_where_it_was(self):
        matrix = counts()
        for name in ("OnlineLDA", "OnlineLPLDA"):
            with self.subTest(name):
                halves = [matrix[:60], matrix[60:]]
                if name == "OnlineLPLDA":
                    halves = [dplda.perturb(half, epsilon=3, assume_public_vocab=True) for half in halves]
                whole = quietly(lambda: estimator(name, random_state=3).partial_fit(halves[0]))
                stopped = pickle.loads(pickle.dumps(whole))
                quietly(lambda: whole.partial_fit(halves[1]))
                quietly(lambda: stopped.partial_fit(halves[1]))
                self.assertEqual(stopped.components_.tobytes(), whole.components_.tobytes())
                self.assertEqual(stopped.n_documents_seen_, 120)

    def test_batches_of_a_stream_are_perturbed_each_in_its_own_way_under_a_known_seed_too(self):
        matrix, seen = counts(), []
        stream = estimator("OnlineLPLDA", random_state=3, max_iter=1)
        learn = dplda._estimators.perturb
        dplda._estimators.perturb = lambda *data, **options: seen.append(learn(*data, **options)) or seen[-1]
        try:
            quietly(lambda: stream.partial_fit(matrix).partial_fit(matrix))
        finally:
            dplda._estimators.perturb = learn
        self.assertNotEqual(bytes(seen[0]), bytes(seen[1]))

    def test_a_stream_that_is_fitted_anew_forgets_its_words(self):
        for name in ("OnlineLDA", "OnlineLPLDA"):
            stream = estimator(name).fit(counts())
            self.assertEqual(stream.fit(counts(words=20)).components_.shape, (4, 20))
            with self.assertRaisesRegex(ValueError, "features|columns"):
                stream.partial_fit(counts())

    def test_a_stream_goes_on_under_the_settings_that_it_began_with(self):
        matrix = counts()
        stream = estimator("OnlineLDA", random_state=np.random.RandomState(3)).partial_fit(matrix[:60])
        kept = pickle.loads(pickle.dumps(stream))
        self.assertEqual(
            kept.partial_fit(matrix[60:]).components_.tobytes(),
            stream.partial_fit(matrix[60:]).components_.tobytes(),
        )
        with self.assertRaisesRegex(ValueError, "n_components changed since the first batch"):
            stream.set_params(n_components=9).partial_fit(matrix)
        self.assertEqual(stream.fit(matrix).components_.shape[0], 9)

    def test_set_params_takes_effect_at_the_next_fit(self):
        fitted = estimator("LDA").set_params(n_components=7).fit(counts())
        self.assertEqual(fitted.components_.shape, (7, 40))
        with self.assertRaises(ValueError):
            fitted.set_params(nonsense=1)
        with self.assertRaises(TypeError):
            dplda.LDA(nonsense=1)

    def test_feature_names_are_those_of_the_topics(self):
        fitted = estimator("HDPLDA").fit(counts())
        self.assertEqual(list(fitted.get_feature_names_out()), [f"hdplda{topic}" for topic in range(4)])
        table = fitted.set_output(transform="pandas").transform(counts())
        self.assertEqual(list(table.columns), list(fitted.get_feature_names_out()))

    def test_nothing_is_said_before_a_fit(self):
        for name in NAMES:
            for ask in ("transform", "perplexity", "score"):
                with self.assertRaises(NotFittedError):
                    getattr(estimator(name), ask)(counts())

    def test_a_search_over_settings_runs(self):
        search = GridSearchCV(estimator("LDA"), {"n_components": [2, 4]}, cv=2).fit(counts())
        self.assertEqual(search.best_params_, {"n_components": 4})


def _python_text(option):
    return {"switch": option.value, "text": option.value.lower(), "whole_number": option.value}.get(
        option.kind.name, repr(float(option.value)) if option.kind.name == "number" else None
    )


class Data(unittest.TestCase):
    def test_all_kinds_of_input_give_the_same_model(self):
        matrix = counts()
        words = [f"word{column}" for column in range(40)]
        tokens = [[words[column] for column in row.indices for _ in range(row[0, column])] for row in matrix]
        kinds = {
            "int64": matrix.astype(np.int64),
            "float": matrix.astype(np.float64),
            "uint8": matrix.astype(np.uint8),
            "dense": matrix.toarray(),
            "list": matrix.toarray().tolist(),
            "csc": matrix.tocsc(),
            "coo": matrix.tocoo(),
            "array": scipy.sparse.csr_array(matrix),
            "frame": pd.DataFrame(matrix.toarray(), columns=words),
            "documents": dplda._data.documents_of(matrix, words, True),
        }
        expected = estimator("LDA", key=KEY).fit(matrix).components_.tobytes()
        for name, X in kinds.items():
            with self.subTest(name):
                self.assertEqual(estimator("LDA", key=KEY).fit(X).components_.tobytes(), expected)
        fitted = estimator("LDA", key=KEY, words=words).fit(tokens)
        self.assertEqual(fitted.components_.tobytes(), expected)
        np.testing.assert_array_equal(fitted.transform(tokens), fitted.transform(matrix))

    def test_a_csr_matrix_of_32_bit_counts_is_read_in_place(self):
        matrix = counts()
        documents = dplda._data.documents_of_matrix(matrix, None, True)
        _, words, numbers = documents._rows()
        self.assertEqual(words.ctypes.data, matrix.indices.ctypes.data)
        self.assertEqual(numbers.ctypes.data, matrix.data.ctypes.data)
        # Of CountVectorizer's 64-bit counts only the counts are converted.
        wide = matrix.astype(np.int64)
        _, words, _ = dplda._data.documents_of_matrix(wide, None, True)._rows()
        self.assertEqual(words.ctypes.data, wide.indices.ctypes.data)

    def test_the_memory_of_a_matrix_lives_as_long_as_its_documents(self):
        documents = dplda._data.documents_of_matrix(counts(), None, True)
        np.testing.assert_array_equal(documents.to_csr().toarray(), counts().toarray())

    def test_the_matrix_is_left_as_it_was(self):
        rows = scipy.sparse.csr_matrix(
            (np.array([2, 0, 1, 3]), np.array([3, 1, 1, 3]), np.array([0, 4])), shape=(1, 5)
        )  # unsorted, with a zero and a word twice
        before = [array.copy() for array in (rows.data, rows.indices, rows.indptr)]
        documents = dplda._data.documents_of_matrix(rows, None, True)
        for array, copy in zip((rows.data, rows.indices, rows.indptr), before):
            np.testing.assert_array_equal(array, copy)
        np.testing.assert_array_equal(documents.to_csr().toarray(), [[0, 1, 0, 5, 0]])

    def test_what_is_no_count_is_refused(self):
        for bad, reason in (
            (counts().astype(float) * 0.5, "whole numbers"),
            (-counts(), "Negative"),
            (counts().astype(np.int64) * 2**31, "2\\^31"),
            ([["a"], [1]], "document 2 has a word that is no text"),
            (["a cat", "a dog"], "holds text"),
            (counts()[:0], "minimum of 1 is required"),
            (np.zeros((3, 4), dtype=int), "no tokens"),
        ):
            with self.assertRaisesRegex(ValueError, reason):
                estimator("LDA", assume_public_vocab=False).fit(bad)
        with self.assertRaisesRegex(ValueError, "40 columns, but 3 words"):
            estimator("LDA", words=["a", "b", "c"]).fit(counts())
        with self.assertRaisesRegex(ValueError, "no file|there is no"):
            estimator("LDA").fit("absent.npz")

    def test_counts_of_a_word_that_stands_twice_in_a_row_are_added_up_without_overflow(self):
        twice = scipy.sparse.csr_matrix(
            (np.array([200, 100], dtype=np.uint8), np.array([1, 1]), np.array([0, 2])), shape=(1, 3)
        )
        coordinates = scipy.sparse.coo_matrix((twice.data, ([0, 0], [1, 1])), shape=(1, 3))
        for matrix in (twice, coordinates):
            documents = estimator("LDA")._fitting(matrix)
            np.testing.assert_array_equal(documents.to_csr().toarray(), [[0, 300, 0]])
        self.assertEqual(len(twice.data), 2)

    def test_words_are_taken_in_the_order_of_the_columns(self):
        texts = ["zebra apple mango", "kiwi apple", "zebra kiwi mango"]
        vectorizer = CountVectorizer()
        matrix = vectorizer.fit_transform(texts)
        for words in (vectorizer.vocabulary_, vectorizer.get_feature_names_out(), ("apple", "kiwi", "mango", "zebra")):
            self.assertEqual(estimator("LDA", 2, words=words).fit(matrix).model_.words,
                             ["apple", "kiwi", "mango", "zebra"])
        fitted = estimator("LDA", 2).fit(matrix)
        self.assertEqual(fitted.top_words(2, words=vectorizer.vocabulary_),
                         fitted.top_words(2, words=vectorizer.get_feature_names_out()))
        for words in ({"a", "b", "c", "d"}, "abcd", {"a": 0, "b": 5, "c": 2, "d": 3}, ["a", "b", "c", "\ud800"]):
            with self.assertRaisesRegex(ValueError, "words|word 4"):
                estimator("LDA", 2, words=words).fit(matrix)
        tokens = [text.split() for text in texts]
        self.assertEqual(
            estimator("LDA", 2, words=vectorizer.get_feature_names_out()).fit(tokens).components_.shape, (2, 4)
        )

    def test_names_of_another_fit_are_forgotten(self):
        frame = pd.DataFrame(counts().toarray(), columns=[f"c{column}" for column in range(40)])
        fitted = estimator("LDA", words=["a", "b"])
        fitted.set_params(words=None).fit(frame)
        fitted.set_params(words=["a", "b"]).fit([["a", "b"], ["b"]])
        self.assertFalse(hasattr(fitted, "feature_names_in_"))
        reports = dplda.perturb(frame, epsilon=2, assume_public_vocab=True)
        self.assertEqual(reports.words, list(frame.columns))

    def test_paths_may_be_paths(self):
        with directory() as folder:
            path = pathlib.Path(folder) / "corpus.npz"
            dplda._data.documents_of(counts(), None, True).save(path)
            fitted = estimator("LDA", no_ledger=True).fit(dplda.Documents.open(path))
            fitted.model_.save(path.with_name("model.npz"))
            self.assertEqual(dplda.Model.load(path.with_name("model.npz")).topics, 4)

    def test_a_corpus_keeps_its_own_words(self):
        documents = dplda._data.documents_of(counts(), None, False)
        with self.assertRaisesRegex(ValueError, "leave out words"):
            estimator("LDA", words=["a"] * 40).fit(documents)
        with self.assertRaisesRegex(ValueError, "leave out assume_public_vocab"):
            estimator("LDA").fit(documents)

    def test_documents_without_words_are_kept_and_have_the_shares_of_the_prior(self):
        matrix = counts().toarray()
        matrix[5] = 0
        fitted = estimator("LDA", words=[f"word{column}" for column in range(40)]).fit(matrix)
        np.testing.assert_allclose(fitted.transform([[], []]), 0.25)
        shares = fitted.transform(matrix)
        self.assertEqual(shares.shape, (120, 4))
        np.testing.assert_allclose(shares[5], 0.25)
        np.testing.assert_allclose(shares.sum(axis=1), 1, rtol=1e-5)

    def test_it_works_in_a_pipeline_behind_a_vectorizer(self):
        public = ["cat", "dog", "sat", "stocks", "bonds", "fell", "rose"]
        for name in NAMES:
            with self.subTest(name):
                line = Pipeline([("count", CountVectorizer(vocabulary=public)), ("lda", estimator(name, 2))])
                shares = line.fit(TEXTS).transform(TEXTS)
                self.assertEqual(shares.shape, (40, 2))
                self.assertEqual(len(line.get_feature_names_out()), 2)
        topics = line["lda"].top_words(3, words=line["count"].get_feature_names_out())
        self.assertTrue(set(sum(topics, [])) <= set(public))

    def test_the_number_of_threads_changes_nothing(self):
        one = estimator("HDPLDA", key=KEY, n_jobs=1).fit(counts())
        three = estimator("HDPLDA", key=KEY, n_jobs=3).fit(counts())
        self.assertEqual(one.components_.tobytes(), three.components_.tobytes())
        for bad in (0, -2, "two"):
            with self.assertRaisesRegex(ValueError, "n_jobs"):
                estimator("LDA", n_jobs=bad).fit(counts())

    def test_topics_are_found_again(self):
        shares = estimator("LDA", max_iter=100, random_state=1).fit_transform(counts(400))
        self.assertGreater(np.sort(shares, axis=1)[:, -1].mean(), 0.6)  # documents are about one or two of four


if __name__ == "__main__":
    unittest.main()
