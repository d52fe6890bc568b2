"""Topic models that keep their authors' secrets.

Estimators in the manner of scikit-learn: ``HDPLDA`` (single words are protected), ``DocumentLDA`` (whole documents),
``LPLDA`` and ``OnlineLPLDA`` (contributors perturb their documents before they send them), ``LDA`` and ``OnlineLDA``
(nobody is). ``est.ledger_`` says what a fit protected, against whom and how strongly. The functions ``plan``,
``perturb``, ``attack``, ``audit`` and ``experiment`` do what the verbs of the command line do, ``run`` is all of it.
"""

import importlib

from ._dplda import BudgetExhausted, FileInUse, __version__

# What is imported when it is first asked for: scikit-learn alone takes longer than everything of ours.
_HOMES = {
    "LDA": "_estimators",
    "HDPLDA": "_estimators",
    "DocumentLDA": "_estimators",
    "LPLDA": "_estimators",
    "OnlineLDA": "_estimators",
    "OnlineLPLDA": "_estimators",
    "Documents": "_data",
    "Reports": "_data",
    "perturb": "_data",
    "Key": "_options",
    "Model": "_dplda",
    "NoiseWarning": "_statement",
    "PrivacyStatement": "_statement",
    "PrivacyWarning": "_statement",
    "attack": "_verbs",
    "audit": "_verbs",
    "experiment": "_verbs",
    "plan": "_verbs",
    "run": "_verbs",
}

__all__ = ["BudgetExhausted", "FileInUse", "__version__", *_HOMES]


def __getattr__(name):
    if name not in _HOMES:
        raise AttributeError(f"module 'dplda' has no attribute '{name}'")
    value = getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__():
    return sorted(set(globals()) | set(_HOMES))
