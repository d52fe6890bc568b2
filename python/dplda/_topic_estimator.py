"""What all estimators share.

An estimator is a recipe of the library. Its parameters, their defaults and what is said of them come from the recipe's
option table; only what Python adds (words, callback, verbose) is declared here.
"""

import copy
import functools
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
from ._data import (
    Documents,
    Reports,
    documents_of,
    documents_of_matrix,
    is_path,
    is_tokens,
    list_of_words,
    with_room_for_sums,
)
from ._exports import gensim_model, pyldavis_inputs
from ._options import Key, Parameter, fill, in_python, parameters_of
from ._progress import shown
from ._refusals import only_numbers, refuse_other_names
from ._statement import NoiseWarning, PrivacyStatement, PrivacyWarning
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
]


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
        state.pop("components_", None)  # a view of the model's memory
        return state

    def __setstate__(self, state):
        super().__setstate__(state)
        if "model_" in state:
            self.components_ = self.model_.phi

    # A copy in the same process keeps the key.
    def __deepcopy__(self, memo):
        other = type(self).__new__(type(self))
        other.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        other.key = self.key
        return other

    __copy__ = functools.partialmethod(__deepcopy__, None)

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
                "check_dataframe_column_names_consistency": "it wants columns' names in errors, and those may be words "
                "of documents",
            },
        }

    # ---- Training

    def _settings(self):
        return fill(_dplda.Settings(self._recipe), self._options, vars(self))

    def plan(self):
        """What a fit would release and what that costs; needs no data."""
        values = dict(vars(self))
        if values["random_state"] is not None:
            values["random_state"] = 0  # which one makes no difference here, and a generator stays as it is
        return Plan(_dplda.plan(fill(_dplda.Settings(self._recipe), self._options, values)))

    def fit(self, X, y=None):
        """Learns topics from documents: a matrix of counts with a row each, a list of lists of words, Documents or the
        path of a corpus. Ctrl-C ends it with KeyboardInterrupt and keeps the model of the sweeps so far."""
        documents = self._fitting(X)
        settings = self._settings()
        self._warn(settings, documents.word_origin)
        try:
            self._run(documents, settings)
        finally:
            self._warn_of_account()
        return self

    def _warn_of_account(self):
        """Where nothing but this process counts what was released."""
        if not hasattr(self, "ledger_") or self.ledger_.record.get("account") != "process":
            return
        warnings.warn(
            "no ledger was named: what fits on these documents release is added up in this process alone, and forgotten "
            "with it; name one with ledger=",
            PrivacyWarning,
            stacklevel=3,
        )

    def _run(self, data, settings):
        self._check_callback()
        with shown(self.callback, self.verbose, self._progress_unit) as watch:
            model, sweeps, raised, checkpoint_failure, notice = _dplda.fit(data, settings, watch)
        self._take(model)
        self.n_iter_ = sweeps
        if notice:
            warnings.warn(in_python(notice), PrivacyWarning, stacklevel=3)
        if raised is not None:
            raise raised
        if checkpoint_failure:  # the model was paid for, and is kept
            raise OSError(checkpoint_failure)
        if self.told_from_noise_ is not None and not self.told_from_noise_.all():
            noise = np.count_nonzero(~self.told_from_noise_)
            warnings.warn(
                f"{noise} of {len(self.told_from_noise_)} topics cannot be told from noise (told_from_noise_); more "
                "documents or a larger epsilon help, fewer topics may",
                NoiseWarning,
                stacklevel=3,
            )

    def _check_callback(self):
        if self.callback is not None and not callable(self.callback):
            raise ValueError("callback must be a function, or None")

    def _take(self, model):
        self.model_ = model
        self.components_ = model.phi
        self.ledger_ = PrivacyStatement.of(model)
        self.n_features_in_ = len(model.words)
        check = json.loads(model.meta_json).get("noise_check", {})
        self.told_from_noise_ = np.array(check["told_from_noise"], dtype=bool) if check.get("checked") else None

    def _warn(self, settings, word_origin):
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
        if isinstance(X, Reports):
            raise ValueError("X is reports of contributors: LPLDA and OnlineLPLDA learn from those")
        if isinstance(X, Documents) or is_path(X) or is_tokens(X):
            vars(self).pop("feature_names_in_", None)  # of another fit
            return documents_of(X, self.words, self.assume_public_vocab)
        X = self._checked(X, reset=True)
        words = self.words if self.words is not None else getattr(self, "feature_names_in_", None)
        return documents_of_matrix(X, words, self.assume_public_vocab)

    def _known(self, X):
        """Documents to look at with the model, its words in their places."""
        check_is_fitted(self, "model_")
        if isinstance(X, Reports):
            raise ValueError("X is reports of contributors: nobody knows the topics of their documents")
        if isinstance(X, Documents):
            return X
        if is_path(X):
            return documents_of(X)
        if is_tokens(X):
            return documents_of(X, self.model_.words, True)
        return documents_of_matrix(self._checked(X, reset=False), self.model_.words, True)

    def _checked(self, X, reset):
        X = with_room_for_sums(only_numbers(X))
        if not reset and hasattr(X, "columns") and hasattr(self, "feature_names_in_"):
            refuse_other_names(list(X.columns), list(self.feature_names_in_))
        return validate_data(self, X, accept_sparse="csr", accept_large_sparse=True, dtype="numeric", reset=reset)

    # ---- Use

    def transform(self, X):
        """The topic shares of documents, a row each. What it says of a document is as private as the document."""
        documents = self._known(X)
        return self.model_.infer(documents, self._threads())

    def perplexity(self, X, completion=False):
        """How well the model predicts documents; lower is better. ``completion``: half of each document from the other
        half, which is the honest comparison between recipes."""
        documents = self._known(X)
        return self.model_.perplexity(documents, completion, self._threads())

    def score(self, X, y=None):
        """The log-likelihood of documents given their topic shares; higher is better."""
        documents = self._known(X)
        return self.model_.log_likelihood(documents, self._threads())

    def _threads(self):
        return 0 if self.n_jobs is None else max(0, int(self.n_jobs))

    @property
    def _n_features_out(self):
        return self.model_.topics

    def top_words(self, count=10, words=None):
        """The most probable words of each topic, in the order of ``components_``; ``told_from_noise_`` says which of them
        mean something. ``words``: names of the columns, where fit knew none."""
        check_is_fitted(self, "model_")
        if not isinstance(count, numbers.Integral) or count < 0:
            raise ValueError(f"count must be a number of words, not of type {type(count).__name__}")
        if words is None:
            return [self.model_.top_words(topic, int(count)) for topic in range(self.model_.topics)]
        words = list_of_words(words)
        if len(words) != self.components_.shape[1]:
            raise ValueError(f"the model has {self.components_.shape[1]} words, not {len(words)}")
        order = np.argsort(-self.components_, axis=1, kind="stable")[:, :count]
        return [[str(words[index]) for index in row] for row in order]

    def summary(self, count=10, words=None):
        """The topics for people, a line each: the most prevalent first, those that cannot be told from noise last,
        marked with ~."""
        names = self.top_words(count, words)
        told = self.told_from_noise_ if self.told_from_noise_ is not None else np.ones(len(names), dtype=bool)
        shares = self.model_.prevalence
        shares = np.zeros(len(names)) if shares is None or len(shares) == 0 else np.asarray(shares)
        order = sorted(range(len(names)), key=lambda topic: (not told[topic], -shares[topic]))
        return "\n".join(
            f"{'' if told[topic] else '~'}{topic}".rjust(5) + f"  {100 * shares[topic]:5.1f}%  {' '.join(names[topic])}"
            for topic in order
        )

    def to_pyldavis(self, X):
        """The arguments of pyLDAvis.prepare() for these documents, by name."""
        documents = self._known(X)
        return pyldavis_inputs(self.model_, documents, self._threads())

    def to_gensim(self):
        """A gensim LdaModel with the same topics."""
        check_is_fitted(self, "model_")
        return gensim_model(self.model_)
