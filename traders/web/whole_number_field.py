"""A field for a whole number, which says in our words what cannot be."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms


class WholeNumber(forms.IntegerField):
    """A whole number, perhaps with a least and a most."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": "Write a whole number, as in 12.",
        "min_value": "It is at least %(limit_value)s.",
        "max_value": "It is at most %(limit_value)s.",
    }
