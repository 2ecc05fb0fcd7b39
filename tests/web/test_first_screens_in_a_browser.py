"""The first screen of each game is short enough to be read, on a desk and on a telephone."""

from __future__ import annotations

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from tests.web.newcomers_time import EVERYWHERE, ON_THE_PAGE
from tests.web.seasons.organizers_time import WORD
from traders.engines.kernel.book.game_introduction import first_steps_of
from traders.engines.registry import ENGINES

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_WORDS = 400
DESK: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("name", [name for name, at in ENGINES.items() if first_steps_of(at)])
def test_a_first_screen_has_at_most_400_words(
    name: str, window: ViewportSize, page: Page, live_server: LiveServer
) -> None:
    """All that is seen when it is opened, to its end; names on the boards are looked at."""
    page.set_viewport_size(window)
    page.goto(live_server.url + reverse("start", args=[name]))
    seen = [WORD.findall(text) for text in page.evaluate(ON_THE_PAGE, EVERYWHERE)]
    assert sum(map(len, seen)) <= MOST_WORDS
