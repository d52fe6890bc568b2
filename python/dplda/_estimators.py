"""Topic models as scikit-learn's estimators.

Each is a recipe of the library. Its parameters, their defaults and what is said of them come from the recipe's option
table; only what Python adds (words, callback, verbose) is declared here.
"""

import inspect
import json
import numbers
import warnings

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin
from sklearn.utils.validation import check_is_fitted

try:
    from sklearn.utils.validation import validate_data  # scikit-learn 1.6 and later
except ImportError:
    validate_data = BaseEstimator._validate_data

try:
    from sklearn.base import ClassNamePrefixFeaturesOutMixin
except ImportError:  # its name until scikit-learn 1.2
    from sklearn.base import _ClassNamePrefixFeaturesOutMixin as ClassNamePrefixFeaturesOutMixin

from . import _dplda
from ._data import Documents, Reports, documents_of, documents_of_matrix, is_path, is_tokens, perturb, reports_of
from ._exports import gensim_model, pyldavis_inputs
from ._options import Key, Parameter, errors_in_python, fill, parameters_of
from ._progress import shown
from ._statement import PrivacyStatement, PrivacyWarning
from ._verbs import Plan

_Kind = _dplda.Kind

# What only Python has.
_OWN = [
    Parameter("words", "", _Kind.text, None, "the words of the columns of X, in their order (default: the names of its "
              "columns, or word0, word1, ...)"),
    Parameter("assume_public_vocab", "", _Kind.switch, False, "the words of X are a public list, not chosen from the "
              "documents: without this no model that shows them is private"),
    Parameter("callback", "", _Kind.text, None, "a function that is called with (done, total) after every sweep, or "
              "batch of a stream; a true answer ends the fit there, with a usable model"),
    Parameter("verbose", "", _Kind.switch, False, "show progress: a bar where tqdm is installed, lines elsewhere"),
]  # fmt: skip


def _first(parameters, names):
    rank = {name: index for index, name in enumerate(names)}
    return sorted(parameters, key=lambda each: rank.get(each.name, len(names)))


class TopicEstimator(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """What all estimators share. A subclass names its recipe."""

    _recipe = None
    _progress_unit = "sweep"

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls._options = cls._recipe_options()
        own = {parameter.name: parameter for parameter in [*cls._options, *cls._more_options(), *_OWN]}
        cls._parameters = _first(own.values(), ["n_components", "max_iter"])
        cls.__init__ = cls._made_init()
        cls.__doc__ = f"{inspect.cleandoc(cls.__doc__)}\n\nParameters\n----------\n" + "\n".join(
            parameter.doc for parameter in cls._parameters
        )

    @classmethod
    def _recipe_options(cls):
        return parameters_of(_dplda.Settings(cls._recipe))

    @classmethod
    def _more_options(cls):
        return []

    @classmethod
    def _made_init(cls):
        parameters = cls._parameters
        kinds = inspect.Parameter

        def __init__(self, *arguments, **keywords):
            bound = __init__.__signature__.bind(self, *arguments, **keywords)
            bound.apply_defaults()
            for name, value in list(bound.arguments.items())[1:]:
                setattr(self, name, value)

        __init__.__signature__ = inspect.Signature(
            [kinds("self", kinds.POSITIONAL_OR_KEYWORD)]
            + [
                kinds(
                    parameter.name,
                    kinds.POSITIONAL_OR_KEYWORD if index == 0 else kinds.KEYWORD_ONLY,
                    default=parameter.default,
                )
                for index, parameter in enumerate(parameters)
            ]
        )
        return __init__

    # A key shows itself neither in notebooks nor in pickles.
    def __setattr__(self, name, value):
        super().__setattr__(name, Key(value) if name == "key" and isinstance(value, (bytes, bytearray)) else value)

    def __getstate__(self):
        state = super().__getstate__().copy()
        if isinstance(state.get("key"), Key):
            state["key"] = None
        return state

    def _more_tags(self):
        return {
            "requires_positive_X": True,
            "X_types": ["2darray", "sparse", "categorical"],
            "preserves_dtype": [],
            "_xfail_checks": {
                "check_fit_score_takes_y": "its documents are all empty once fractions of words are cut off",
                "check_dtype_object": "its documents are all empty once fractions of words are cut off",
                "check_estimators_nan_inf": "its documents are all empty once fractions of words are cut off",
                "check_estimator_sparse_data": "its X holds fractions, and counts of words are whole numbers",
            },
        }

    # ---- Training

    def _settings(self):
        return fill(_dplda.Settings(self._recipe), self._options, vars(self))

    def plan(self):
        """What a fit would release and what that costs; needs no data."""
        with errors_in_python():
            return Plan(_dplda.plan(self._settings()))

    def fit(self, X, y=None):
        """Learns topics from documents: a matrix of counts with a row each, a list of lists of words, Documents or the
        path of a corpus. Ctrl-C ends it with KeyboardInterrupt and keeps the model of the sweeps so far."""
        documents = self._fitting(X)
        settings = self._settings()
        self._warn(settings, documents.word_origin)
        self._run(documents, settings)
        return self

    def _run(self, data, settings):
        with errors_in_python(), shown(self.callback, self.verbose, self._progress_unit) as watch:
            model, sweeps, _, raised = _dplda.fit(data, settings, watch)
        self._take(model)
        self.n_iter_ = sweeps
        if raised is not None:
            raise raised

    def _take(self, model):
        self.model_ = model
        self.components_ = model.phi
        self.ledger_ = PrivacyStatement.of(model)
        self.n_features_in_ = len(model.words)

    def _warn(self, settings, word_origin):
        with errors_in_python():
            planned = json.loads(_dplda.plan(settings).json)
        if not planned["releases"]:
            return  # nobody expects protection
        if self.random_state is not None:
            warnings.warn(
                "not private: with random_state the noise is known to everyone who knows that number; leave it out, or "
                "use key= for a fit that only you can repeat",
                PrivacyWarning,
                stacklevel=3,
            )
        if word_origin == "data":
            warnings.warn(
                "not private: the words of X count as chosen from the documents; if they are a public list "
                "(CountVectorizer(vocabulary=...)), say so with assume_public_vocab=True",
                PrivacyWarning,
                stacklevel=3,
            )

    # ---- Documents

    def _fitting(self, X):
        if isinstance(X, Documents) or is_path(X):
            return documents_of(X)
        if is_tokens(X):
            return documents_of(X, self.words, self.assume_public_vocab)
        X = self._checked(X, reset=True)
        words = self.words if self.words is not None else getattr(self, "feature_names_in_", None)
        return documents_of_matrix(X, words, self.assume_public_vocab)

    def _known(self, X):
        """Documents to look at with the model, its words in their places."""
        check_is_fitted(self, "model_")
        if isinstance(X, Documents):
            return X
        if is_path(X):
            return documents_of(X)
        if is_tokens(X):
            return documents_of(X, self.model_.words, True)
        return documents_of_matrix(self._checked(X, reset=False), self.model_.words, True)

    def _checked(self, X, reset):
        return validate_data(self, X, accept_sparse="csr", accept_large_sparse=True, dtype="numeric", reset=reset)

    # ---- Use

    def transform(self, X):
        """The topic shares of documents, a row each. What it says of a document is as private as the document."""
        documents = self._known(X)
        with errors_in_python():
            return self.model_.infer(documents, self._threads())

    def perplexity(self, X, completion=False):
        """How well the model predicts documents; lower is better. ``completion``: half of each document from the other
        half, which is the honest comparison between recipes."""
        documents = self._known(X)
        with errors_in_python():
            return self.model_.perplexity(documents, completion, self._threads())

    def score(self, X, y=None):
        """The log-likelihood of documents given their topic shares; higher is better."""
        documents = self._known(X)
        with errors_in_python():
            return self.model_.log_likelihood(documents, self._threads())

    def _threads(self):
        return 0 if self.n_jobs is None else max(0, int(self.n_jobs))

    @property
    def _n_features_out(self):
        return self.model_.topics

    def top_words(self, count=10, words=None):
        """The most probable words of each topic. ``words``: names of the columns, where fit knew none."""
        check_is_fitted(self, "model_")
        if words is None:
            return [self.model_.top_words(topic, count) for topic in range(self.model_.topics)]
        order = np.argsort(-self.components_, axis=1, kind="stable")[:, :count]
        return [[str(words[index]) for index in row] for row in order]

    def to_pyldavis(self, X):
        """The arguments of pyLDAvis.prepare() for these documents, by name."""
        documents = self._known(X)
        return pyldavis_inputs(self.model_, documents, self._threads())

    def to_gensim(self):
        """A gensim LdaModel with the same topics."""
        check_is_fitted(self, "model_")
        return gensim_model(self.model_)


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

    def _reports(self, X, documents_of_batch, seen=0):
        """X if it is reports, or those of its documents; ``seen``: documents perturbed before these."""
        reports = reports_of(X)
        if reports is not None:
            return reports
        seed = self.random_state
        if isinstance(seed, numbers.Integral) and seen > 0:
            seed = int(np.random.SeedSequence([int(seed), seen]).generate_state(1)[0] >> 1)  # other flips every time
        values = {"epsilon": self.epsilon, "cap": self.cap, "key": self.key, "random_state": seed,
                  "n_jobs": self.n_jobs}  # fmt: skip
        given = {name: value for name, value in values.items() if value is not None}
        return perturb(documents_of_batch(X), **given)

    def _warn_reports(self):
        if self.random_state is not None:
            warnings.warn(
                "not private where documents are perturbed here: with random_state every flip is known to everyone who "
                "knows that number",
                PrivacyWarning,
                stacklevel=4,
            )


class LPLDA(_OfReports, TopicEstimator):
    """LP-LDA: learns from reports that contributors perturbed before they sent them; the server need not be trusted.

    View: report; the statement has the units presence, word and document. ``fit`` takes Reports (``perturb`` makes
    them) or a file of them. Given documents it perturbs them itself with ``epsilon`` and learns from the reports alone:
    for trying it out, since the documents are here then.
    """

    _recipe = "lp"

    def fit(self, X, y=None):
        """Learns topics from Reports, a file of them, or from documents after perturbing those."""
        reports = self._reports(X, self._fitting)
        self._warn_reports()
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
        self._warn_reports()
        seen = 0 if first else self._stream.documents
        return self._reports(X, lambda documents: super(OnlineLPLDA, self)._batch(documents, first), seen)._set
