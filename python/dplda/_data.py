"""Documents and reports, from what Python users have: matrices, lists of words, files."""

import os
import tempfile

import numpy as np

from . import _dplda
from ._options import errors_in_python, filled

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


_dplda.Model.__repr__ = _model_repr
Documents.to_csr = _to_csr
Documents.__repr__ = _documents_repr


def is_tokens(X):
    """Whether X is a list of documents, each a list of words."""
    if not isinstance(X, (list, tuple)) or not X:
        return False
    first = next((document for document in X if isinstance(document, (list, tuple)) and document), None)
    return first is not None and isinstance(first[0], str)


def is_path(X):
    return isinstance(X, (str, os.PathLike))


def refuse_texts(X):
    """A list of texts is a likely mistake, and numpy's word for it a riddle."""
    if isinstance(X, (list, tuple)) and X and isinstance(X[0], str):
        raise ValueError(
            "X is a list of texts: cut them into words first, with CountVectorizer, or name the path of a corpus"
        )


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


def documents_of_matrix(X, words, is_public):
    """Documents over a matrix of counts, a row each. A canonical CSR matrix with 32-bit counts is read in place."""
    import scipy.sparse

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
    words = words_of_columns(matrix.shape[1]) if words is None else [str(word) for word in words]
    if len(words) != matrix.shape[1]:
        raise ValueError(f"X has {matrix.shape[1]} columns, but {len(words)} words are given for them")
    offsets = np.ascontiguousarray(matrix.indptr, dtype=np.int64)
    indices = np.ascontiguousarray(matrix.indices, dtype=np.int32)
    with errors_in_python():
        return Documents._over(offsets, indices, np.ascontiguousarray(counts), words, bool(is_public))


def _with_its_own_words(X, words, is_public):
    with errors_in_python():
        documents = Documents.open(os.fspath(X)) if is_path(X) else X
    if words is not None:
        raise ValueError("X has a list of words of its own: leave out words, or use Documents.matched_to")
    if is_public and documents.word_origin == "data":
        raise ValueError(
            "the words of X were chosen from its documents when it was prepared: leave out assume_public_vocab, or "
            "prepare it with --vocab or --assume-public-vocab"
        )
    return documents


def documents_of(X, words=None, is_public=False):
    """Documents from whatever the user has: Documents, a path, a matrix of counts or lists of words."""
    if isinstance(X, Documents) or is_path(X):
        return _with_its_own_words(X, words, is_public)
    with errors_in_python():
        if is_tokens(X):
            return Documents._of_tokens(list(X), [str(word) for word in words or []], bool(is_public))
    refuse_texts(X)
    if isinstance(X, (list, tuple)):
        X = np.asarray(X)
    return documents_of_matrix(X, words, is_public)


class Reports:
    """Perturbed reports of contributors: what they send to a server that nobody has to trust."""

    def __init__(self, data):
        """``data``: the bytes of a stream of reports (docs/reports.md), as files of them hold."""
        self._bytes = bytes(data)
        with errors_in_python():
            self._set = _dplda.ReportSet.read(self._bytes)

    @classmethod
    def open(cls, path):
        with open(path, "rb") as file:
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
        return f"Reports({len(self)} reports of {len(self.words)} words)\n{self.cost}".rstrip("\n")


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
    with errors_in_python():
        return Reports(_dplda.perturb(documents_of(X, words, assume_public_vocab), settings))
