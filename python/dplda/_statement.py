"""What a fit protected: for people who answer for the data, on the terminal and in notebooks."""

import html
import json
import math


class PrivacyWarning(UserWarning):
    """Something was asked for that protects less than it seems to."""


class NoiseWarning(UserWarning):
    """Topics of a fit are no more than noise."""


class PrivacyStatement:
    """The privacy statement of a fit: printed as text, rendered in notebooks.

    ``record`` is the same for programs (docs/use/formats.md); ``is_private`` says whether anyone is protected.
    """

    def __init__(self, text, record):
        self.text = text
        self.record = record

    @classmethod
    def of(cls, model):
        return cls(model.statement, json.loads(model.privacy_json))

    @property
    def is_private(self):
        return self.record["private"]

    def __str__(self):
        return self.text

    def __repr__(self):
        return self.text.rstrip("\n")

    def _repr_html_(self):
        colour, verdict = ("#1b7837", "private") if self.is_private else ("#b2182b", "NOT PRIVATE")
        rows = "".join(
            f"<tr><td>{html.escape(label)}</td><td>{html.escape(value)}</td></tr>" for label, value in self._facts()
        )
        return (
            f'<div style="border-left:4px solid {colour};padding-left:1em">'
            f'<p><strong style="color:{colour}">{verdict}</strong>'
            f" &middot; recipe {html.escape(self.record['recipe'])}</p>"
            f"<table>{rows}</table>"
            f"<details><summary>privacy statement</summary><pre>{html.escape(self.text)}</pre></details></div>"
        )

    def _facts(self):
        if not self.is_private:
            yield "epsilon", "infinite, for every unit and every view: nobody is protected"
        elif "units" in self.record:
            for loss in self.record["units"]:
                yield "each report", _total(loss)
        elif "run" in self.record:
            yield "this fit", _total(self.record["run"])
            if self.record["recorded"]:
                yield "these data in all", _total(self.record["data"])
            elif self.record.get("account") == "process":
                yield "fits of this process on them", _total(self.record["data"])
                yield "these data in all", "not known: no ledger was kept, other releases are not counted"
            else:
                yield "these data in all", "not known: no ledger was kept, other releases are not counted"
        for exposure in self.record["exposures"]:
            yield "exposed", f"{exposure['release']}: {exposure['reason']}"
        yield "list of words", self.record["vocabulary"]
        yield "key", self.record["key"]


def _total(loss):
    """An epsilon never stands without its unit and view."""
    scope = f"[unit: {loss['unit']}, view: {loss['view']}]"
    pure, at_delta = loss.get("pure_epsilon"), loss.get("epsilon_at_delta")
    finite = [isinstance(value, (int, float)) for value in (pure, at_delta)]
    if finite[1] and (not finite[0] or _up(at_delta) != _up(pure) and at_delta < pure):
        return f"epsilon {_up(at_delta)} at delta {loss['delta']:g} {scope}"
    return f"epsilon {_up(pure) if finite[0] else 'infinite'} {scope}"


def _up(value):
    """Four digits, rounded up."""
    if value == 0:
        return "0"
    step = 10 ** (math.floor(math.log10(value)) - 3)
    return f"{math.ceil(value / step - 1e-6) * step:.10g}"
