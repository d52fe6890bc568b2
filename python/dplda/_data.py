"""Documents and reports, from what Python users have: matrices, lists of words, files."""

import functools
import os
import tempfile

import numpy as np

from . import _dplda
from ._options import filled
from ._refusals import existing_path, only_numbers, show_no_arguments

Documents = _dplda.Documents


def _to_csr(self):
    """The documents as a scipy.sparse.csr_matrix over the same memory."""
    import scipy.sparse

    offsets, words, counts = self._rows()
    return scipy.sparse.csr_matrix((counts, words, offsets), shape=(len(self), len(self.words)), copy=False)


def _documents_repr(self):
    return f"Documents({len(self)} documents, {len(self.words)} words ({self.word_origin}), {self.tokens} tokens)"


def _model_repr(self):
    return f"Model({self.topics} topics, {len(self.words)} words, {'private' if self.is_private else 'not private'})"


def _model_of(parts):
    return _dplda.Model._of_parts(parts)


def _reduced_model(self):
    return _model_of, (self._parts(),)


def _not_pickled(self):
    raise TypeError(f"{type(self).__name__} is not pickled: keep the documents, or the estimator")


_dplda.Model.__repr__ = _model_repr
_dplda.Model.__reduce__ = _reduced_model
for _class in (_dplda.Documents, _dplda.ReportSet, _dplda.Settings, _dplda.StreamFit):
    _class.__reduce__ = _not_pickled
show_no_arguments(_dplda.Documents, _dplda.Model, _dplda.ReportSet, _dplda.Settings, _dplda.StreamFit)


def _opened(open_path):
    """Documents.open, which shows no path that leads nowhere."""

    @functools.wraps(open_path)
    def opened(path):
        if not is_path(path):
            raise TypeError(f"a path is a text or a Path, not a {type(path).__name__}")
        return open_path(existing_path(path))

    return staticmethod(opened)


Documents.open = _opened(Documents.open)
Documents.to_csr = _to_csr
Documents.__repr__ = _documents_repr


def is_tokens(X):
    """Whether X is a list of documents, each a list of words; all of them may be empty."""
    if not isinstance(X, (list, tuple)) or not X:
        return False
    lists = [document for document in X if isinstance(document, (list, tuple))]
    first = next((document for document in lists if document), None)
    return isinstance(first[0], str) if first is not None else len(lists) == len(X)


def list_of_words(words):
    """Words in the order of their columns, as a list of texts; None stays None. CountVectorizer's ``vocabulary_``, which
    maps words to columns, is put into that order."""
    if words is None:
        return None
    if isinstance(words, (str, bytes, set, frozenset)):
        raise ValueError(f"words must be a list in the order of the columns, not a {type(words).__name__}")
    if hasattr(words, "items"):
        columns = sorted(words.items(), key=lambda item: item[1])
        if [column for _, column in columns] != list(range(len(columns))):
            raise ValueError("words maps words to columns that are not 0, 1, 2, ...")
        words = [word for word, _ in columns]
    listed = [str(word) for word in words]
    if not listed:
        raise ValueError("words is empty: leave it out, or name some")
    for number, word in enumerate(listed, 1):
        if any(0xD800 <= ord(letter) < 0xE000 for letter in word):
            raise ValueError(f"word {number} of words is no valid text")
    return listed


def is_public(value):
    """What decides about privacy must be said plainly."""
    if not isinstance(value, (bool, np.bool_)):
        raise ValueError("assume_public_vocab must be True or False")
    return bool(value)


def is_path(X):
    return isinstance(X, (str, os.PathLike))


def words_of_columns(columns):
    return [f"word{column}" for column in range(columns)]


def _whole_counts(data):
    """Counts as 32-bit integers; the array itself if it is of that type."""
    if data.dtype == np.int32:
        return data
    if data.dtype.kind == "b":
        return data.astype(np.int32)
    if data.dtype.kind not in "iuf":
        raise ValueError(f"counts must be numbers, not of type {data.dtype}")
    if data.size and (data.min() < 0 or data.max() > np.iinfo(np.int32).max):
        raise ValueError("Negative values in data, or counts of 2^31 and more: X must hold counts of words")
    counts = data.astype(np.int32)
    if data.dtype.kind == "f" and not np.array_equal(counts, data):
        raise ValueError(
            "X must hold counts of words, which are whole numbers: use CountVectorizer, not TfidfVectorizer"
        )
    return counts


def with_room_for_sums(X):
    """A matrix of coordinates adds up when it becomes one of rows: in integers that hold the sum."""
    import scipy.sparse

    if not scipy.sparse.issparse(X) or X.format != "coo" or X.dtype.kind not in "biu":
        return X
    return scipy.sparse.coo_matrix((X.data.astype(np.int64), (X.row, X.col)), shape=X.shape)


def documents_of_matrix(X, words, public):
    """Documents over a matrix of counts, a row each. A canonical CSR matrix with 32-bit counts is read in place."""
    import scipy.sparse

    stated_public = is_public(public)
    matrix = with_room_for_sums(X) if scipy.sparse.issparse(X) else scipy.sparse.csr_matrix(X)
    matrix = matrix.tocsr()
    if not matrix.has_canonical_format or (matrix.data.size and not np.all(matrix.data)):
        # A copy whose sums of small integers may be large. Not by astype(), which adds up before, and in place.
        data = matrix.data.astype(np.int64 if matrix.dtype.kind in "biu" else matrix.dtype)
        matrix = scipy.sparse.csr_matrix((data, matrix.indices.copy(), matrix.indptr.copy()), shape=matrix.shape)
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
    counts = _whole_counts(matrix.data)
    if counts.size and counts.min() < 0:
        raise ValueError("Negative values in data: X must hold counts of words")
    if len(matrix.shape) != 2:
        raise ValueError("X must have two dimensions: a row for each document, a column for each word")
    words = words_of_columns(matrix.shape[1]) if words is None else list_of_words(words)
    if len(words) != matrix.shape[1]:
        raise ValueError(f"X has {matrix.shape[1]} columns, but {len(words)} words are given for them")
    offsets = np.ascontiguousarray(matrix.indptr, dtype=np.int64)
    indices = np.ascontiguousarray(matrix.indices, dtype=np.int32)
    return Documents._over(offsets, indices, np.ascontiguousarray(counts), words, stated_public)


def _with_its_own_words(X, words, stated_public):
    documents = Documents.open(X) if is_path(X) else X
    if words is not None:
        raise ValueError("X has a list of words of its own: leave out words, or use Documents.matched_to")
    if stated_public and documents.word_origin == "data":
        raise ValueError(
            "the words of X were chosen from its documents when it was prepared: leave out assume_public_vocab, or "
            "prepare it with --vocab or --assume-public-vocab"
        )
    return documents


def documents_of(X, words=None, public=False):
    """Documents from whatever the user has: Documents, a path, a matrix of counts or lists of words."""
    stated_public = is_public(public)
    if isinstance(X, Documents) or is_path(X):
        return _with_its_own_words(X, words, stated_public)
    if is_tokens(X):
        if stated_public and words is None:
            raise ValueError(
                "words that are taken from the documents are not public: name the public list with words, or leave "
                "out assume_public_vocab"
            )
        return Documents._of_tokens(list(X), list_of_words(words) or [], stated_public)
    if words is None and hasattr(X, "columns") and all(isinstance(name, str) for name in X.columns):
        words = list(X.columns)
    X = only_numbers(X)
    return documents_of_matrix(X if hasattr(X, "tocsr") else np.asarray(X), words, stated_public)


class Reports:
    """Perturbed reports of contributors: what they send to a server that nobody has to trust."""

    def __init__(self, data):
        """``data``: the bytes of a stream of reports (docs/use/reports.md), as files of them hold."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise TypeError(f"reports are made of bytes, not of a {type(data).__name__}")
        self._bytes = bytes(data)
        self._set = _dplda.ReportSet.read(self._bytes)

    @classmethod
    def open(cls, path):
        with open(existing_path(path), "rb") as file:
            return cls(file.read())

    def save(self, path):
        """Writes a file of reports; it appears whole or not at all."""
        folder, name = os.path.split(os.path.abspath(os.fspath(path)))
        with tempfile.NamedTemporaryFile(dir=folder, prefix=f".{name}.", delete=False) as file:
            try:
                file.write(self._bytes)
                file.flush()
                os.fsync(file.fileno())
                os.chmod(file.name, 0o644)
                os.replace(file.name, path)
            except BaseException:
                os.unlink(file.name)
                raise

    def __bytes__(self):
        return self._bytes

    def __len__(self):
        return len(self._set)

    def __reduce__(self):
        return Reports, (self._bytes,)

    @property
    def words(self):
        return self._set.words

    @property
    def refused(self):
        """How many were damaged or implausible and are not counted."""
        return self._set.refused

    @property
    def cost(self):
        """What one report costs its contributor, a line for each unit."""
        return _dplda.report_cost(self._set)

    def __repr__(self):
        refused = f"; {self.refused} more were refused" if self.refused else ""
        return f"Reports({len(self)} reports of {len(self.words)} words{refused})\n{self.cost}".rstrip("\n")


def reports_of(X):
    """Reports if X is some, or a file of some; None otherwise."""
    if isinstance(X, Reports):
        return X
    if isinstance(X, (bytes, bytearray)):
        return Reports(X)
    if is_path(X) and os.path.isfile(X):
        with open(X, "rb") as file:
            front = file.read(4)
        if front == b"dplH":
            return Reports.open(X)
        if front[:2] == b"\x1f\x8b" or front == b"\x28\xb5\x2f\xfd":  # gzip, zstd
            try:
                return Reports.open(X)
            except ValueError:
                return None
    return None


def perturb(X, *, words=None, assume_public_vocab=False, **options):
    """Turns documents into perturbed reports, one each, for a collector that nobody has to trust.

    X is a matrix of counts, a list of lists of words, Documents or a path. The words must not have been chosen from the
    documents: say ``assume_public_vocab=True`` if they are a public list. ``options``: those of ``dplda perturb``,
    ``epsilon`` first of all (of each bit; unit: presence, view: report).
    """
    settings = filled(_dplda.Settings.for_reports(), options)
    documents = documents_of(X, words, assume_public_vocab)
    if documents.word_origin == "data" and options.get("vocab") is None:
        raise ValueError(
            "the words of X count as chosen from its documents, and reports would show them: if they are a public list, "
            "say so with assume_public_vocab=True"
        )
    return Reports(_dplda.perturb(documents, settings))
