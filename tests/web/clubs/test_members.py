"""The page on which an organizer does something with one member."""

from __future__ import annotations

import pytest
from django.test import Client

from traders.domain.people import club_roles
from traders.models import Player


@pytest.fixture(autouse=True)
def _club(red: Player) -> None:
    club_roles.found("Lantern", "lantern", red)


@pytest.mark.sampled
@pytest.mark.parametrize("member", ["", "x", "-1", "²", "٣", "9" * 30, "1.5"])
def test_a_member_whose_number_is_none_is_nobody(red_client: Client, member: str) -> None:
    for do in ("role", "remove", "let-in"):
        form = {"do": do, "member": member, "role": "guest"}
        answer = red_client.post("/clubs/lantern/members", form, follow=True)
        assert b'<p class="notice bad"' in answer.content
