"""Forms' fields for words that others read: a text, and a name."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError

from traders.engines.kernel.words import UNSEEN_NAME, harmless, hides


class Prose(forms.CharField):
    """Text as it was typed, without what is not seen and would change how the rest is shown."""

    def to_python(self, value: object) -> str:
        return harmless(super().to_python(value) or "")


class Name(forms.CharField):
    """What a thing is called, on one line that shows whole."""

    def validate(self, value: str) -> None:
        super().validate(value)
        if hides(value):
            raise ValidationError(UNSEEN_NAME)
