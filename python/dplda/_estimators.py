"""The estimators: one for each way of training."""

import functools
import numbers
import warnings

import numpy as np

from . import _dplda
from ._data import Documents, documents_of, documents_of_matrix, is_path, is_tokens, perturb, reports_of
from ._options import fill, parameters_of, seed_of
from ._progress import shown
from ._statement import PrivacyWarning
from ._topic_estimator import TopicEstimator


class LDA(TopicEstimator):
    """Plain latent Dirichlet allocation by collapsed Gibbs sampling. Protects nobody."""

    _recipe = "cgs"


class HDPLDA(TopicEstimator):
    """HDP-LDA: every word of every document is protected, even from those who see all topics and counts.

    Unit: word; view: topics+counts. Needs large totals to be useful: ``plan()`` says what a fit costs, ``ledger_``
    what it cost.
    """

    _recipe = "hdp"


class DocumentLDA(TopicEstimator):
    """Document-level LDA: whole documents are protected from those who see the released tables.

    Unit: document; view: counts. Good with many documents: ``DocumentLDA(target_epsilon=3)``.
    """

    _recipe = "doc"


class _OfReports:
    """What estimators share that learn from reports. Documents are perturbed first, and only their reports are used."""

    _AT_HOME = ("vocab", "ledger", "budget_epsilon", "budget_delta", "budget_unit", "wait")

    @classmethod
    def _contributor_options(cls):
        """What contributors choose, but for lists and accounts of their own, which they have at home."""
        options = parameters_of(_dplda.Settings.for_reports())
        return [option for option in options if option.name not in cls._AT_HOME]

    @classmethod
    def _more_options(cls):
        shared = {parameter.name for parameter in cls._options}
        return [option for option in cls._contributor_options() if option.name not in shared]

    def _reports(self, X, documents_of_batch, stacklevel, seen=0):
        """X if it is reports, or those of its documents; ``seen``: documents perturbed before these."""
        reports = reports_of(X)
        if reports is not None:
            if reports.refused:
                warnings.warn(
                    f"{reports.refused} reports were damaged or implausible and are left out; {len(reports)} are used",
                    UserWarning,
                    stacklevel=stacklevel,
                )
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
        values = {option.name: getattr(self, option.name) for option in self._contributor_options()}
        values["random_state"] = seed
        return perturb(documents_of_batch(X), **values)


class LPLDA(_OfReports, TopicEstimator):
    """LP-LDA: learns from reports that contributors perturbed before they sent them; the server need not be trusted.

    View: report; the statement has the units presence, word and document. ``fit`` takes Reports (``perturb`` makes
    them) or a file of them. Given documents it perturbs them itself with ``epsilon`` and learns from the reports alone:
    a trial of what contributors would do, since the documents are present. Several reports about one document add up,
    but the statement is that of one report each.
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
        self._check_callback()
        first = getattr(self, "_stream", None) is None
        if not first:
            self._check_unchanged()
        data = self._batch(X, first)
        if first:
            self._stream_values = self._drawn_values()
            self._stream = _dplda.StreamFit(self._stream_settings())
        stream = self._stream
        try:
            with shown(self.callback, self.verbose, self._progress_unit) as watch:
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

    # A stream goes on under the settings that it began with, in another process, too.
    def _drawn_values(self):
        values = {option.name: getattr(self, option.name) for option in self._options}
        if values["random_state"] is not None:
            values["random_state"] = seed_of(values["random_state"])
        return values

    def _stream_settings(self):
        return fill(_dplda.Settings(self._recipe), self._options, self._stream_values)

    def _check_unchanged(self):
        free = ("n_jobs", "random_state", "key")
        changed = [name for name, value in self._stream_values.items()
                   if name not in free and getattr(self, name) != value]
        if changed:
            raise ValueError(f"{', '.join(changed)} changed since the first batch; a stream goes on as it began: use fit")

    def _batch(self, X, first):
        return self._fitting(X) if first else self._following(X)

    def _following(self, X):
        if isinstance(X, Documents) or is_path(X):
            return documents_of(X, self.words, self.assume_public_vocab)
        if is_tokens(X):
            return documents_of(X, self.model_.words, self.assume_public_vocab)
        return documents_of_matrix(self._checked(X, reset=False), self.model_.words, self.assume_public_vocab)

    def __getstate__(self):
        state = super().__getstate__()
        if state.get("_stream") is not None:
            state["_stream"] = state["_stream"].state()
            state["_stream_values"] = {**state["_stream_values"], "key": None}
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        if state.get("_stream") is not None:
            self._stream = _dplda.StreamFit(self._stream_settings(), state["_stream"])

    def __deepcopy__(self, memo):
        other = super().__deepcopy__(memo)
        if getattr(self, "_stream", None) is not None:
            other._stream_values = dict(self._stream_values)
            other._stream = _dplda.StreamFit(other._stream_settings(), self._stream.state())
        return other

    __copy__ = functools.partialmethod(__deepcopy__, None)


class OnlineLDA(_Online):
    """Plain LDA on a stream of documents, batch by batch. Protects nobody; a pickle holds counts of the documents."""

    _recipe = "online"


class OnlineLPLDA(_OfReports, _Online):
    """OLP-LDA: learns batch by batch from reports that contributors perturbed before they sent them.

    View: report. Takes what LPLDA takes; of documents that come twice, two reports are made, which add up for whoever
    they are about, while the statement is that of one report each.
    """

    _recipe = "online-lp"

    def _batch(self, X, first):
        seen = 0 if first else self._stream.documents
        documents_of_batch = functools.partial(super()._batch, first=first)
        return self._reports(X, documents_of_batch, stacklevel=4, seen=seen)._set
