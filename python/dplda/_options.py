"""From Python keywords to the library's options.

Names, defaults, choices and help come from the library's registry.
"""

import dataclasses
import numbers
import os
import re

from ._dplda import in_python, keyword_of


class Key:
    """32 secret bytes that make a private run repeatable for whoever has them. It shows itself to nobody: not in a
    notebook, not in a pickle. Its copy of the bytes is overwritten when it goes."""

    def __init__(self, secret):
        self._secret = bytearray(secret)

    def __del__(self):
        secret = getattr(self, "_secret", b"")
        if secret:
            secret[:] = bytes(len(secret))

    def __repr__(self):
        return "Key(secret)"

    def __eq__(self, other):
        return isinstance(other, Key) and self._secret == other._secret

    def __hash__(self):
        return id(type(self))

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        raise TypeError("a key is not pickled: who has the pickle would have the key")


@dataclasses.dataclass(frozen=True)
class Parameter:
    """A keyword: the library's option behind it, its default and its help."""

    name: str
    option: str
    kind: object
    default: object
    help: str
    choices: tuple = ()

    @property
    def type_text(self):
        if self.choices:
            return "{" + ", ".join(repr(choice) for choice in self.choices) + "}"
        names = {"switch": "bool", "whole_number": "int", "number": "float", "text": "str"}
        special = {"random_state": "int, RandomState instance", "key": "bytes or path", "n_jobs": "int"}
        text = special.get(self.name, names[self.kind.name])
        return text if self.default is not None else text + " or None"

    @property
    def doc(self):
        return f"{self.name} : {self.type_text}, default={self.default!r}\n    {in_python(self.help)}"


def _default_of(description):
    if description.name == "threads":
        return -1  # all cores, in scikit-learn's words
    text = description.value
    if description.kind.name == "switch":
        return text == "true"
    if not text:
        return None
    if description.kind.name == "whole_number":
        return int(text)
    return float(text) if description.kind.name == "number" else text


def parameters_of(settings):
    """The keywords of a recipe, or of a contributor, in the registry's order."""
    return [
        Parameter(
            name=keyword_of(each.name),
            option=each.name,
            kind=each.kind,
            default=_default_of(each),
            help=each.help,
            choices=tuple(each.choices),
        )
        for each in settings.options()
    ]


def _shown(value):
    """A number as it is, of everything else the type."""
    return repr(value) if isinstance(value, numbers.Number) else f"of type {type(value).__name__}"


def _threads(n_jobs):
    if n_jobs is None or n_jobs == -1:
        return "0"
    if not isinstance(n_jobs, numbers.Integral) or n_jobs < 1:
        raise ValueError(f"n_jobs must be a positive number of threads, or -1 for all cores, not {_shown(n_jobs)}")
    return str(int(n_jobs))


def seed_of(random_state):
    """A whole number from what scikit-learn takes for one."""
    if isinstance(random_state, numbers.Integral) and not isinstance(random_state, bool):
        return int(random_state)
    if hasattr(random_state, "randint"):
        return int(random_state.randint(2**31 - 1))
    if hasattr(random_state, "integers"):
        return int(random_state.integers(2**31 - 1))
    raise ValueError(f"random_state must be None, a whole number or a random generator, not {_shown(random_state)}")


def _text(parameter, value):
    if parameter.name == "n_jobs":
        return _threads(value)
    if parameter.name == "random_state":
        return str(seed_of(value))
    if parameter.kind.name == "text":
        return _path_or_word(parameter, value)
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "true" if value else "false"
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    return _number_in_words(parameter, value)


def _number_in_words(parameter, value):
    """"10" for 10. What is no number may be a document that was given in the wrong place, and is not shown."""
    if isinstance(value, str) and re.fullmatch(r"[-+.0-9a-z]{1,24}", value):
        return value
    raise ValueError(f"{parameter.name} must be a number, not of type {type(value).__name__}")


def _path_or_word(parameter, value):
    if isinstance(value, numbers.Real) and not isinstance(value, bool) and parameter.name == "batch_weight":
        return repr(value)  # a number, or "auto"
    if not isinstance(value, (str, os.PathLike)):
        raise ValueError(f"{parameter.name} must be a text, not of type {type(value).__name__}")
    if not os.fspath(value):
        raise ValueError(f"{parameter.name} is empty: leave it out, or name something")
    return os.fspath(value)


def _left_alone(value, default):
    if value is None or isinstance(value, bool) or isinstance(default, bool):
        return value is None or value is default
    return isinstance(value, (int, float, str)) and value == default


def _set_key(settings, value):
    """No message shows what was taken for a key."""
    if isinstance(value, (Key, bytes, bytearray)):
        settings.set_key(value._secret if isinstance(value, Key) else value)
        return
    if not isinstance(value, (str, os.PathLike)):
        raise TypeError(f"key must be 32 bytes or the path of a file with them, not of type {type(value).__name__}")
    path = os.fspath(value)
    if not os.path.exists(path):
        raise ValueError("key names no file; a key itself is given as bytes, such as bytes.fromhex(...)")
    settings.set("key-file", path)


def fill(settings, parameters, values):
    """Sets what differs from the defaults. None leaves an option alone."""
    for parameter in parameters:
        value = values.get(parameter.name)
        if _left_alone(value, parameter.default):
            continue
        if parameter.name == "key":
            _set_key(settings, value)
        else:
            settings.set(parameter.option, _text(parameter, value))
    return settings


def filled(settings, keywords):
    """Settings from keywords alone. Raises TypeError for one that there is not."""
    parameters = parameters_of(settings)
    known = {parameter.name for parameter in parameters}
    keywords = {keyword_of(name.replace("_", "-")): value for name, value in keywords.items()}  # flags' names, too
    for name in keywords:
        if name not in known:
            raise TypeError(f"there is no option {name!r}; there are: {', '.join(sorted(known))}")
    # Whatever was named counts as given, even where it is the default: a preset must not override it.
    given = [dataclasses.replace(parameter, default=None) for parameter in parameters]
    return fill(settings, given, keywords)
