"""A member stands in at a club, and no more; nobody else does it for them."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.models import Membership, Player, SittingCause

pytestmark = pytest.mark.django_db


def test_a_member_stands_in_on_the_account_page_and_no_more():
    otto = Player.objects.create_user("otto@example.org", display_name="Otto")
    club = club_roles.found("Spiral", "spiral", otto)
    client, page = Client(), reverse("standing-in", args=["spiral"])
    assert client.post(page, {"stand": "yes"})["Location"].startswith(reverse("account_login"))
    client.force_login(otto)
    looked_at = client.get(page)
    assert (looked_at.status_code, looked_at["Allow"]) == (405, "POST")
    assert "Press the button again" in looked_at.content.decode()
    assert looked_at["Content-Length"] == str(len(looked_at.content)), "all of it is sent"
    assert "I stand in at Spiral" in client.get(reverse("account")).content.decode()
    assert client.post(page, {"stand": "yes", "next": "/account"})["Location"] == "/account"
    assert Membership.objects.get(club=club).stands_in
    assert "You stand in at Spiral." in client.get(reverse("account")).content.decode()
    elsewhere = client.post(page, {"stand": "no", "next": "//evil.test/"})
    assert elsewhere["Location"] == reverse("account")
    assert not Membership.objects.get(club=club).stands_in
    Membership.objects.update(standing="left")
    assert client.post(page, {"stand": "yes"}).status_code == 404
    assert "Standing in" not in client.get(reverse("account")).content.decode()


def test_organizers_alone_read_how_reliable_those_are_who_take_seats():
    otto, ann, eve = (
        Player.objects.create_user(f"{name}@example.org", display_name=name.capitalize())
        for name in ("otto", "ann", "eve")
    )
    game = door.create("star-traders", ("red", "blue"), club=club_roles.found("Spiral", "s", otto))
    seating.sit(game.seats.get(colour="red"), ann, game.created, SittingCause.GATHERED)
    for reader, reads in ((otto, True), (ann, False), (eve, False)):
        client = Client()
        client.force_login(reader)
        page = client.get(reverse("game", args=[game.slug])).content.decode()
        assert ("little is known yet" in page) is reads
    client = Client()
    client.force_login(ann)
    assert "Little is known yet: 0 turns" in client.get(reverse("account")).content.decode()
