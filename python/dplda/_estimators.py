"""The estimators: one for each way of training."""

import functools
import numbers
import warnings

import numpy as np

from . import _dplda
from ._data import Documents, documents_of, documents_of_matrix, is_path, is_tokens, perturb, reports_of
from ._options import errors_in_python, parameters_of
from ._progress import shown
from ._statement import PrivacyWarning
from ._topic_estimator import TopicEstimator


class LDA(TopicEstimator):
    """Plain latent Dirichlet allocation by collapsed Gibbs sampling. Protects nobody."""

    _recipe = "cgs"


class HDPLDA(TopicEstimator):
    """HDP-LDA: every word of every document is protected, even from who sees all topics and counts.

    Unit: word; view: topics+counts. Needs large totals to be useful: ``plan()`` says what a fit costs, ``ledger_``
    what it cost.
    """

    _recipe = "hdp"


class DocumentLDA(TopicEstimator):
    """Document-level LDA: whole documents are protected from who sees the released tables.

    Unit: document; view: counts. Good with many documents: ``DocumentLDA(target_epsilon=3)``.
    """

    _recipe = "doc"


class _OfReports:
    """What estimators share that learn from reports. Documents are perturbed first, and only their reports are used."""

    @classmethod
    def _more_options(cls):
        shared = {parameter.name for parameter in cls._options}
        contributor = parameters_of(_dplda.Settings.for_reports())
        return [each for each in contributor if each.name not in shared and each.name != "vocab"]

    def _reports(self, X, documents_of_batch, stacklevel, seen=0):
        """X if it is reports, or those of its documents; ``seen``: documents perturbed before these."""
        reports = reports_of(X)
        if reports is not None:
            return reports
        seed = self.random_state
        if seed is not None:
            warnings.warn(
                "not private: with random_state every flip of a report is known to everyone who knows that number; "
                "leave it out, or use key=",
                PrivacyWarning,
                stacklevel=stacklevel,
            )
        if isinstance(seed, numbers.Integral) and seen > 0:
            seed = int(np.random.SeedSequence([int(seed), seen]).generate_state(1)[0] >> 1)  # other flips every time
        values = {"epsilon": self.epsilon, "cap": self.cap, "key": self.key, "random_state": seed,
                  "n_jobs": self.n_jobs}
        given = {name: value for name, value in values.items() if value is not None}
        return perturb(documents_of_batch(X), **given)


class LPLDA(_OfReports, TopicEstimator):
    """LP-LDA: learns from reports that contributors perturbed before they sent them; the server need not be trusted.

    View: report; the statement has the units presence, word and document. ``fit`` takes Reports (``perturb`` makes
    them) or a file of them. Given documents it perturbs them itself with ``epsilon`` and learns from the reports alone:
    for trying it out, since the documents are here then.
    """

    _recipe = "lp"

    def fit(self, X, y=None):
        """Learns topics from Reports, a file of them, or from documents after perturbing those."""
        reports = self._reports(X, self._fitting, stacklevel=3)
        self._run(reports._set, self._settings())
        return self


class _Online(TopicEstimator):
    """What estimators of streams share."""

    _recipe = "online"
    _progress_unit = "document"

    def fit(self, X, y=None):
        """Forgets everything and learns from these, in batches."""
        self._stream = None
        return self.partial_fit(X)

    def partial_fit(self, X, y=None):
        """Learns from these, too, all at once or in batches of ``batch``."""
        first = getattr(self, "_stream", None) is None
        data = self._batch(X, first)
        if first:
            with errors_in_python():
                self._stream = _dplda.StreamFit(self._settings())
        stream = self._stream
        try:
            with errors_in_python(), shown(self.callback, self.verbose, self._progress_unit) as watch:
                raised = stream.learn(data, watch)
        except BaseException:
            if stream.batches == 0:
                self._stream = None
            raise
        self._take(stream.model)
        self.n_batch_iter_ = stream.batches
        self.n_iter_ = self.max_iter
        self.n_documents_seen_ = stream.documents
        if raised is not None:
            raise raised
        return self

    def _batch(self, X, first):
        return self._fitting(X) if first else self._following(X)

    def _following(self, X):
        if isinstance(X, Documents) or is_path(X):
            return documents_of(X)
        if is_tokens(X):
            return documents_of(X, self.model_.words, self.assume_public_vocab)
        return documents_of_matrix(self._checked(X, reset=False), self.model_.words, self.assume_public_vocab)

    def __getstate__(self):
        state = super().__getstate__()
        if state.get("_stream") is not None:
            state["_stream"] = state["_stream"].state()
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        if state.get("_stream") is not None:
            self._stream = _dplda.StreamFit(self._settings(), state["_stream"])


class OnlineLDA(_Online):
    """Plain LDA on a stream of documents, batch by batch. Protects nobody; a pickle holds counts of the documents."""

    _recipe = "online"


class OnlineLPLDA(_OfReports, _Online):
    """OLP-LDA: learns batch by batch from reports that contributors perturbed before they sent them.

    View: report. Takes what LPLDA takes.
    """

    _recipe = "online-lp"

    def _batch(self, X, first):
        seen = 0 if first else self._stream.documents
        documents_of_batch = functools.partial(super()._batch, first=first)
        return self._reports(X, documents_of_batch, stacklevel=4, seen=seen)._set
