"""Django's templates, of which those in HTML keep a number and its per cent sign in one line: pages
and letters alike. In a letter's text `plain_text_layout` sees to it.
"""

from __future__ import annotations

import re
from typing import Any

from django.http import HttpRequest
from django.template.backends.django import DjangoTemplates, Template
from django.utils.safestring import SafeString, mark_safe

_PERCENT = re.compile(r"(?<=\d) (?=%)")


def unbroken(text: str) -> str:
    """The text with each number and its per cent sign in one line."""
    return _PERCENT.sub("\N{NO-BREAK SPACE}", text)


class Templates(DjangoTemplates):
    """The templates of the site, by name."""

    def get_template(self, template_name: str) -> Template:
        found: Template = super().get_template(template_name)
        return _Html(found.template, self) if template_name.endswith(".html") else found


class _Html(Template):
    """A template in HTML."""

    def render(
        self, context: dict[Any, Any] | None = None, request: HttpRequest | None = None
    ) -> SafeString:
        made = super().render(context, request)
        return mark_safe(unbroken(made))  # noqa: S308 - escaped above
