"""The page that shows the API's document, in a browser, under the house's own content policy."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_document_is_shown_with_nothing_from_elsewhere_and_nothing_refused(
    page: Page, live_server: LiveServer
) -> None:
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda line: said.append(line.text) if line.type == "error" else None)
    page.goto(f"{live_server.url}/api/docs")
    expect(page.get_by_text("/api/games/{slug}/orders")).to_be_visible()
    page.get_by_role("button", name="Authorize").first.click()
    expect(page.get_by_text("Bearer (http, Bearer)")).to_be_visible()
    assert said == []
    assert all(url.startswith((live_server.url, "data:")) for url in asked)
