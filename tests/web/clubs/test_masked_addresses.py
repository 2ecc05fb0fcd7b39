"""Private clubs from before their addresses were masked get one that nobody guesses."""

from __future__ import annotations

import re
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client

from traders.club.membership import founding
from traders.domain.people import club_roles
from traders.models import Club, Player

mask = import_module("traders.migrations.0024_masked_addresses_of_private_clubs").mask


@pytest.mark.django_db
def test_a_plain_address_of_a_private_club_is_masked_and_the_old_one_leads_nowhere(
    red: Player, red_client: Client
) -> None:
    masked = founding.hidden("old-hands")
    for slug, public in (("circle", False), ("x" * 50, False), (masked, False), ("open", True)):
        club_roles.found(f"Club {slug[:9]}", slug, red, public=public)
    mask(apps, None)
    slugs = set(Club.objects.values_list("slug", flat=True))
    assert {masked, "open"} < slugs and len(slugs) == 4
    new = next(one for one in slugs if one.startswith("circle"))
    assert re.fullmatch("circle-[a-z2-9]{8}", new)
    assert max(map(len, slugs)) == 50
    assert red_client.get("/clubs/circle/").status_code == 404
    assert red_client.get(f"/clubs/{new}/").status_code == 200
    mask(apps, None)
    assert slugs == set(Club.objects.values_list("slug", flat=True))
