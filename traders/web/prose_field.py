"""A form's field for words that others read."""

from __future__ import annotations

from typing import Any

from django import forms

from traders.engines.kernel.words import harmless


class Prose(forms.CharField):
    """Text as it was typed, without what is not seen and would change how the rest is shown."""

    def to_python(self, value: Any) -> str:
        return harmless(super().to_python(value) or "")
