"""Forms' fields: words that others read, whole numbers, addresses to which a letter goes."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError

from traders.domain.letters.addresses import unreachable
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


class WholeNumber(forms.IntegerField):
    """A whole number, perhaps with a least and a most; our words say what cannot be."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": "Write a whole number, as in 12.",
        "min_value": "It is at least %(limit_value)s.",
        "max_value": "It is at most %(limit_value)s.",
    }


class LettersAddress(forms.EmailField):
    """An address at which somebody can be written to."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "required": "Write an address.",
        "invalid": "This is not an address.",
    }

    def run_validators(self, value: str) -> None:
        super().run_validators(value)
        if value and (problem := unreachable(value)):
            raise ValidationError(problem)
