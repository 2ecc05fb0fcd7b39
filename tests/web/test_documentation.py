"""The guides on the site: every link in them leads somewhere, and every place that it names is
there.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from traders.web.documentation import GUIDES

DECISIONS = sorted(path.stem for path in (Path(settings.HOUSE) / "docs" / "decisions").glob("*.md"))
PAGES = [
    *(f"/guides/{name}" for name in GUIDES),
    *(f"/guides/decisions/{name}" for name in DECISIONS),
]


def article(client: Client, page: str) -> str:
    answer = client.get(page)
    assert answer.status_code == 200, page
    return answer.content.decode().partition("<article")[2].partition("</article>")[0]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_guide_leads_somewhere(client: Client, db: None, page: str) -> None:
    text = article(client, page)
    for link in {*re.findall(r'href="([^"]+)"', text), *re.findall(r'src="([^"]+)"', text)}:
        if re.match(r"https?:|mailto:", link):
            continue
        path, _, place = link.partition("#")
        path = (
            path
            if path.startswith("/")
            else page
            if not path
            else f"{page.rpartition('/')[0]}/{path}"
        )
        answer = client.get(path, follow=True)
        assert answer.status_code == 200, link
        if place:
            assert f'id="{place}"' in answer.content.decode(), link
        if answer.streaming:
            assert b"".join(answer)  # a picture; its file is closed when it was read


@pytest.mark.parametrize("page", ["/guides/{}", "/guides/decisions/{}", "/guides/pictures/{}.png"])
@pytest.mark.parametrize("name", ["none", "a" * 3000])
def test_a_name_of_any_length_that_there_is_not(
    client: Client, db: None, page: str, name: str
) -> None:
    assert client.get(page.format(name)).status_code == 404


def test_a_guide_that_there_is_not(client: Client, db: None) -> None:
    for page in ("/guides/none", "/guides/decisions/none", "/guides/0016-rounds-at-once"):
        assert client.get(page).status_code == 404
    assert reverse("decision", args=["0016-rounds-at-once"]) in article(
        client, "/guides/organizers"
    )
