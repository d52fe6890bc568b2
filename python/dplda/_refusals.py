"""What is refused before anything else sees it, in sentences that show no value: NumPy, scikit-learn and pybind11 quote
what they cannot use, and here that may be somebody's document."""

import functools
import numbers
import os

import numpy as np

_REMEDY = (
    "cut texts into words first, with CountVectorizer, or prepare a corpus with `dplda prepare` and name its path"
)


def _refuse_text(X):
    raise ValueError(f"X is a {type(X).__name__} that holds text where counts of words are needed: {_REMEDY}")


def existing_path(path):
    """The path, which must be that of something. What is no path may be a document, so that it is not shown."""
    if os.fspath(path) != "-" and not os.path.exists(path):
        raise ValueError(
            "X is a text that names no file: there is no such path (not shown here, since it may be a document); "
            + _REMEDY
        )
    return os.fspath(path)


def _array_of(X):
    """X as an array. Whatever goes wrong on the way is said without showing X."""
    try:
        return np.asarray(X)
    except Exception as error:
        reason = type(error).__name__
    raise ValueError(f"X is a {type(X).__name__} that cannot be made a matrix of counts ({reason}): {_REMEDY}")


def _check_entries(X, entries):
    """Entries of an array of objects: numbers, whatever they are called."""
    kinds = {type(entry) for entry in entries.ravel()}
    if any(issubclass(kind, (str, bytes, bytearray)) for kind in kinds):
        _refuse_text(X)
    for kind in sorted(kinds, key=lambda each: each.__name__):
        if kind is type(None) or kind.__name__ in ("NAType", "NaTType"):
            raise ValueError("Input X contains NaN: X must hold counts of words, and some are missing")
        if issubclass(kind, (complex, np.complexfloating)):
            _refuse_complex()
        if not issubclass(kind, (numbers.Number, np.bool_)):
            raise ValueError(
                f"X is a {type(X).__name__} with entries of type {kind.__name__} where counts of words are needed: {_REMEDY}"
            )


def _refuse_complex():
    raise ValueError("Complex data not supported: X must hold counts of words")


def _check_type(X, array):
    kind = array.dtype.kind
    if kind == "O":
        _check_entries(X, array)
    elif kind in "US":
        _refuse_text(X)
    elif kind == "c":
        _refuse_complex()
    elif kind not in "biuf":
        raise ValueError(f"X is a {type(X).__name__} where counts of words are needed: {_REMEDY}")


def only_numbers(X):
    """X, or an array of what it holds, which is a matrix of numbers or is refused. What the numbers are is looked at
    later."""
    if hasattr(X, "tocsr"):
        _check_type(X, X.tocoo(copy=False).data)
        return X
    if hasattr(X, "columns") and all(getattr(each, "kind", "O") in "biuf" for each in X.dtypes):
        return X  # a table of numbers, which need not be copied to be looked at
    array = _array_of(X)
    if array.ndim == 0:
        raise ValueError(f"X is a {type(X).__name__} where a matrix of counts is needed: {_REMEDY}")
    _check_type(X, array)
    if array.ndim != 2:
        raise ValueError(
            "X must have two dimensions: a row for each document, a column for each word. Reshape your data, with "
            "X.reshape(1, -1) if it is a single document"
        )
    return X if hasattr(X, "columns") else array


def refuse_other_names(names, known):
    """Columns of other names than those of the fit, or in another order. The names may be words of documents."""
    if names != known and all(isinstance(name, str) for name in names):
        raise ValueError(
            "The feature names should match those that were passed during fit, in their order: "
            f"of the {len(names)} columns of X {len(set(names) - set(known))} were not there then, "
            f"{len(set(known) - set(names))} of the {len(known)} that were there are missing"
        )


def _shows_arguments(error):
    return "Invoked with:" in str(error)


def _types(arguments, keywords):
    named = [f"{name}: {type(value).__name__}" for name, value in keywords.items()]
    return ", ".join([type(value).__name__ for value in arguments] + named)


def _without_values(function):
    """The same function; where its arguments are of wrong types it names these, and no value."""

    @functools.wraps(function)
    def call(*arguments, **keywords):
        try:
            return function(*arguments, **keywords)
        except TypeError as error:
            if not _shows_arguments(error):
                raise
        raise TypeError(f"{function.__name__}() cannot be called with ({_types(arguments, keywords)})")

    return call


def show_no_arguments(*classes):
    """Makes the binding's methods say nothing of the values that they were called with."""
    for each in classes:
        for name, member in list(vars(each).items()):
            if isinstance(member, staticmethod):
                setattr(each, name, staticmethod(_without_values(member.__func__)))
            elif callable(member) and (name == "__init__" or not name.startswith("__")):
                setattr(each, name, _without_values(member))
