"""Every form that a page shows, each of its fields filled in oddly: answered in words, never by an
error of ours.
"""

from __future__ import annotations

from html.parser import HTMLParser
from urllib.parse import urljoin

import pytest
from django.db import transaction
from django.test import Client

from tests.web.test_odd_input import ODD
from tests.web.test_permissions import addresses, told
from traders.models import Game, Player

__all__ = ["told"]


class Forms(HTMLParser):
    """The forms of a page that are posted: where to, and what stands in each field."""

    def __init__(self, page: str, html: str) -> None:
        super().__init__()
        self._page, self._form = page, dict[str, str]()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form begins, or has one field more."""
        known = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = {}
            if known.get("method", "").lower() == "post":
                self.found.append((urljoin(self._page, known.get("action", "")), self._form))
        elif tag in ("input", "select", "textarea", "button") and known.get("name"):
            self._form.setdefault(known["name"], known.get("value", ""))


@pytest.mark.examples("forms-of-pages")
def test_no_form_of_any_page_breaks_on_what_is_filled_in(
    red_client: Client, game: Game, red: Player, told: dict[str, object], examples: int, lots
) -> None:
    red_client.raise_request_exception = False
    seen = dict[tuple[str, tuple[str, ...]], dict[str, str]]()
    found = addresses(told)
    for path in lots.sample(found, min(len(found), 3 * examples)):
        answer = red_client.get(path)
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            for action, form in Forms(path, answer.content.decode()).found:
                seen.setdefault((action, tuple(sorted(form))), form)
    todo = [
        (action, form | {field: odd})
        for (action, fields), form in sorted(seen.items())
        for field in fields
        if field != "csrfmiddlewaretoken"
        for odd in ODD
    ]
    assert todo
    lots.shuffle(todo)
    session = red_client.cookies["sessionid"].value
    broken = []
    for action, form in todo[:examples]:
        with transaction.atomic():
            status = red_client.post(action, form).status_code
            transaction.set_rollback(True)
        red_client.cookies["sessionid"] = session  # one of the forms signs out
        if status >= 500:
            broken.append((action, form, status))
    assert not broken, broken[0]
