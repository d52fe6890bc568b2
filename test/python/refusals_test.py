"""No exception, none behind it and no warning shows what stands in a document, wherever one is given by mistake."""

import collections
import datetime
import pathlib
import re
import traceback
import unittest
import warnings

import numpy as np
import pandas as pd
import scipy.sparse
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import Pipeline

import dplda
import dplda._data
from shared import SETTINGS, counts, directory, estimator, quietly

MARK = "zorgumel"
NOTE = f"patient {MARK} has 3 aches"
NUMBER = 918273645  # stands for a count that only one document has
DIGITS = (str(NUMBER), f"{NUMBER:.3g}".split("e", maxsplit=1)[0])


class _Spiteful:
    """Shows its text wherever it can."""

    def __repr__(self):
        return NOTE

    __str__ = __repr__

    def __array__(self, dtype=None):
        raise ValueError(NOTE)


def _sparse_text():
    matrix = scipy.sparse.coo_matrix(np.ones((2, 40)))
    matrix.data = np.array([NOTE] * 80, dtype=object)
    return matrix


def _arrow():
    try:
        pd.Series([NOTE], dtype="string[pyarrow]")
        return {"Series of arrow": lambda: pd.Series([NOTE, NOTE], dtype="string[pyarrow]")}
    except ImportError:
        return {}


# Made anew for each use: a generator serves once.
TEXTS = {
    "text": lambda: NOTE,
    "long text": lambda: NOTE * 1000,
    "text with a zero": lambda: NOTE + "\0",
    "text of numpy": lambda: np.str_(NOTE),
    "path": lambda: pathlib.Path(NOTE),
    "bytes": lambda: NOTE.encode(),
    "bytearray": lambda: bytearray(NOTE.encode()),
    "memoryview": lambda: memoryview(NOTE.encode()),
    "list": lambda: [NOTE, NOTE],
    "tuple": lambda: (NOTE, NOTE),
    "set": lambda: {NOTE},
    "frozenset": lambda: frozenset([NOTE]),
    "dict": lambda: {NOTE: NOTE},
    "dict of lists": lambda: {"note": [NOTE, NOTE]},
    "dict values": lambda: {1: NOTE}.values(),
    "generator": lambda: (note for note in [NOTE, NOTE]),
    "iterator": lambda: iter([NOTE, NOTE]),
    "map": lambda: map(str, [NOTE]),
    "deque": lambda: collections.deque([NOTE, NOTE]),
    "list of bytes": lambda: [NOTE.encode()],
    "list of dicts": lambda: [{"note": NOTE}],
    "list of sets": lambda: [{NOTE}],
    "nested list of bytes": lambda: [[NOTE.encode()]],
    "nested twice": lambda: [[[NOTE]]],
    "ragged": lambda: [[1, 2], [NOTE]],
    "number, then text": lambda: [1, NOTE],
    "text, then number": lambda: [NOTE, 1],
    "row with text": lambda: [[1, NOTE]],
    "rows, one of text": lambda: [[1, 2], [3, NOTE]],
    "lists of words, then a text": lambda: [["one"], NOTE],
    "lists of words, then a number": lambda: [[NOTE], [1]],
    "lists of words, then bytes": lambda: [[NOTE], [NOTE.encode()]],
    "lists of words and none": lambda: [[NOTE, None]],
    "list of arrays": lambda: [np.array([NOTE]), np.array([NOTE])],
    "list of Series": lambda: [pd.Series([NOTE])],
    "array of str": lambda: np.array([NOTE, NOTE]),
    "array of objects": lambda: np.array([NOTE, NOTE], dtype=object),
    "array of bytes": lambda: np.array([NOTE.encode()]),
    "array without dimensions": lambda: np.array(NOTE),
    "matrix of str": lambda: np.array([[NOTE] * 40]),
    "matrix of objects": lambda: np.array([[NOTE] + [1] * 39], dtype=object),
    "matrix of lists": lambda: np.array([[[NOTE], 1], [2, 3]], dtype=object),
    "cube of str": lambda: np.array([[[NOTE]]]),
    "records": lambda: np.array([(NOTE, 1)], dtype=[("note", "U40"), ("age", "i4")]),
    "sparse": _sparse_text,
    "Series": lambda: pd.Series([NOTE, NOTE], name=NOTE),
    "Series of string": lambda: pd.Series([NOTE, None], dtype="string"),
    "Series of category": lambda: pd.Series([NOTE, NOTE], dtype="category"),
    "Index": lambda: pd.Index([NOTE]),
    "DataFrame": lambda: pd.DataFrame({"note": [NOTE, NOTE]}),
    "DataFrame of string": lambda: pd.DataFrame({"note": pd.Series([NOTE], dtype="string")}),
    "DataFrame with text": lambda: pd.DataFrame({"age": [1, 2], "note": [NOTE, NOTE]}),
    "DataFrame of category": lambda: pd.DataFrame({"note": pd.Series([NOTE], dtype="category")}),
    "what cannot be made an array": _Spiteful,
    "list of what cannot be made an array": lambda: [_Spiteful()],
    "matrix of what is no number": lambda: np.array([[{NOTE: NOTE}] * 40], dtype=object),
    **_arrow(),
}

# Numbers that are no counts.
NUMBERS = {
    "one dimension": lambda: np.full(40, NUMBER),
    "list of numbers": lambda: [NUMBER] * 40,
    "Series of numbers": lambda: pd.Series([NUMBER] * 40),
    "three dimensions": lambda: np.full((2, 2, 40), NUMBER),
    "a number": lambda: NUMBER,
    "complex": lambda: np.full((2, 40), complex(NUMBER, 1)),
    "complex objects": lambda: np.full((2, 40), complex(NUMBER, 1), dtype=object),
    "sparse complex": lambda: scipy.sparse.csr_matrix(np.full((2, 40), complex(NUMBER, 1))),
    "not a number": lambda: np.array([[np.nan] + [NUMBER] * 39]),
    "infinite": lambda: np.array([[np.inf] + [NUMBER] * 39]),
    "none": lambda: np.array([[None] + [NUMBER] * 39], dtype=object),
    "missing": lambda: pd.DataFrame(np.array([[pd.NA] + [NUMBER] * 39], dtype=object)),
    "negative": lambda: np.full((2, 40), -NUMBER),
    "fraction": lambda: np.full((2, 40), NUMBER + 0.5),
    "too large": lambda: np.full((2, 40), NUMBER * 10**5),
    "sparse and negative": lambda: scipy.sparse.csr_matrix(np.full((2, 40), -NUMBER)),
    "too few columns": lambda: np.full((2, 39), NUMBER),
    "dates": lambda: np.full((2, 40), np.datetime64(NUMBER, "s")),
    "objects that are dates": lambda: np.full((2, 40), datetime.date(2000, 1, 1), dtype=object),
    "ragged": lambda: [[NUMBER, 1], [NUMBER]],
}


def _chain(error):
    """An exception and all that stand behind it, shown or not."""
    seen = []
    while error is not None and error not in seen:
        seen.append(error)
        yield error
        error = error.__cause__ or error.__context__


class Case(unittest.TestCase):
    def assert_refused_unseen(self, function, *arguments, never=(MARK,), **keywords):
        """That it raises, and that nothing it says holds any of the texts `never`."""
        with warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            try:
                function(*arguments, **keywords)
            except Exception as error:
                caught = error
            else:
                self.fail("nothing was raised")
        said = "".join(traceback.format_exception(caught))
        said += "".join(f"{each!r} {each} {each.args}" for each in _chain(caught))
        said += "".join(str(each.message) for each in warned)
        for text in never:
            self.assertNotIn(text, said)
        return caught


class Estimators(Case):
    @classmethod
    def setUpClass(cls):
        cls.fitted = {name: quietly(lambda: estimator(name).fit(counts())) for name in SETTINGS}

    def uses(self, name):
        """Everything that takes documents."""
        fitted = self.fitted[name]
        yield "fit", estimator(name).fit
        yield "fit_transform", estimator(name).fit_transform
        yield "fit in a pipeline", Pipeline([("lda", estimator(name))]).fit
        for method in ("transform", "perplexity", "score", "to_pyldavis"):
            yield method, getattr(fitted, method)
        yield "transform in a pipeline", Pipeline([("lda", fitted)]).transform
        if hasattr(fitted, "partial_fit"):
            yield "partial_fit", estimator(name).partial_fit
            yield "partial_fit again", fitted.partial_fit

    def test_no_text_is_shown(self):
        for name in SETTINGS:
            for use, method in self.uses(name):
                for container, made in TEXTS.items():
                    with self.subTest(estimator=name, method=use, container=container):
                        self.assert_refused_unseen(method, made())

    def test_no_number_of_a_document_is_shown(self):
        for name in SETTINGS:
            for use, method in self.uses(name):
                for kind, made in NUMBERS.items():
                    if kind == "too few columns" and (use.startswith("fit") or use == "partial_fit"):
                        continue
                    with self.subTest(estimator=name, method=use, kind=kind):
                        error = self.assert_refused_unseen(method, made(), never=DIGITS)
                        self.assertIsInstance(error, (ValueError, TypeError))

    def test_the_sentence_names_the_type_and_says_what_to_do(self):
        for made, kind in ((TEXTS["list"], "list"), (TEXTS["Series"], "Series"), (TEXTS["array of str"], "ndarray"),
                           (TEXTS["DataFrame"], "DataFrame"), (TEXTS["dict"], "dict"),
                           (TEXTS["generator"], "generator"), (TEXTS["bytes"], "bytes")):
            for use in ("fit", "transform"):
                with self.assertRaisesRegex(ValueError, f"a {kind} .*CountVectorizer.*dplda prepare"):
                    getattr(self.fitted["LDA"], use)(made())
        with self.assertRaisesRegex(ValueError, "names no file"):
            self.fitted["LDA"].transform(NOTE)

    def test_names_of_columns_are_not_shown(self):
        frame = pd.DataFrame(counts().toarray(), columns=[f"{MARK}{column}" for column in range(40)])
        for name in SETTINGS:
            fitted = quietly(lambda: estimator(name).fit(frame))
            for other in (frame.rename(columns=str.upper), frame[frame.columns[::-1]], frame[frame.columns[:30]],
                          frame.rename(columns={f"{MARK}3": 3})):
                for method in (fitted.transform, fitted.score):
                    self.assert_refused_unseen(method, other, never=(MARK, MARK.upper()))

    def test_a_search_over_settings_shows_no_text_either(self):
        search = GridSearchCV(estimator("LDA"), {"n_components": [2, 4]}, cv=2)
        self.assert_refused_unseen(search.fit, [NOTE] * 6)

    def test_a_document_given_for_a_setting_is_not_shown(self):
        for keyword in ("n_components", "n_jobs", "random_state", "alpha", "key", "callback", "assume_public_vocab"):
            for value in (NOTE, [NOTE], _Spiteful()):
                with self.subTest(keyword=keyword):
                    wrong = estimator("LDA").set_params(**{keyword: value})
                    self.assert_refused_unseen(wrong.fit, counts())
        for words in (NOTE, [NOTE], {NOTE}, [NOTE] * 40, [NOTE + "\ud800"] * 40):
            self.assert_refused_unseen(estimator("LDA", words=words).fit, counts())
        self.assert_refused_unseen(self.fitted["LDA"].top_words, [NOTE])


class Functions(Case):
    def test_functions_that_take_documents_show_none(self):
        for container, made in TEXTS.items():
            with self.subTest(container):
                self.assert_refused_unseen(dplda.perturb, made(), epsilon=1, assume_public_vocab=True)
                self.assert_refused_unseen(dplda.attack, "membership", made(), recipe="cgs")
                self.assert_refused_unseen(dplda.attack, made(), counts(), recipe="cgs")
                self.assert_refused_unseen(dplda.Reports, made())
                self.assert_refused_unseen(dplda.Reports.open, made())
                self.assert_refused_unseen(dplda.Documents.open, made())
                if not isinstance(made(), (str, pathlib.Path)):  # those are words of a command line
                    self.assert_refused_unseen(dplda.run, "info", made())
                    self.assert_refused_unseen(dplda.audit, runs=made())
                    self.assert_refused_unseen(dplda.experiment, made())
                    self.assert_refused_unseen(dplda.plan, made())
                    self.assert_refused_unseen(dplda.plan, "hdp", topics=made())

    def test_the_methods_of_models_and_documents_show_none(self):
        model = estimator("LDA").fit(counts()).model_
        documents = dplda._data.documents_of(counts(), None, True)
        for container, made in TEXTS.items():
            with self.subTest(container):
                for method in (model.infer, model.perplexity, model.log_likelihood, model.top_words):
                    self.assert_refused_unseen(method, made())
                self.assert_refused_unseen(model.infer, documents=made())
                self.assert_refused_unseen(documents.matched_to, counts(), made())
                if not isinstance(made(), (str, bytes, pathlib.Path)):  # paths
                    self.assert_refused_unseen(documents.save, made())
                    self.assert_refused_unseen(dplda.Model.load, made())

    def test_a_damaged_corpus_file_is_refused_without_its_text(self):
        with directory() as folder:
            for name, content in (("notes.bin", b"PK\x03\x04" + NOTE.encode()), ("notes.npz", NOTE.encode() + b"\xff"),
                                  ("docword.txt", b"3\n2\n1\n1 1 " + NOTE.encode())):
                path = pathlib.Path(folder) / name
                path.write_bytes(content)
                error = self.assert_refused_unseen(estimator("LDA").fit, path)
                self.assertTrue(re.search(re.escape(name), str(error)), str(error))


if __name__ == "__main__":
    unittest.main()
