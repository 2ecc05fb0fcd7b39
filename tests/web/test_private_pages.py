"""What one person was shown is kept nowhere; visitors are told apart behind a proxy; nobody needs
Redis, or a password, to sign in.
"""

from __future__ import annotations

import pytest
from django.conf import settings as django_settings
from django.test import Client
from django.urls import NoReverseMatch, reverse

from traders.models import Player

pytestmark = pytest.mark.django_db


def signed_in() -> Client:
    client = Client()
    client.force_login(Player.objects.create_user("ann@example.org", display_name="Ann"))
    return client


@pytest.mark.parametrize("path", ["/", "/account", "/games/new", "/accounts/email/", "/rules/"])
def test_no_cache_keeps_what_a_player_is_shown(path):
    assert signed_in().get(path)["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/accounts/login/", "/accounts/signup/"])
def test_a_page_that_hands_out_a_token_is_not_kept(client, path):
    assert "no-store" in client.get(path)["Cache-Control"]


@pytest.mark.parametrize(
    "name", ["account_set_password", "account_change_password", "account_reset_password"]
)
def test_there_are_no_pages_of_passwords(name):
    with pytest.raises(NoReverseMatch):
        reverse(name)
    client = signed_in()
    assert client.get("/accounts/password/set/").status_code == 404
    assert client.get("/accounts/password/change/").status_code == 404


class TestBehindAProxy:
    @pytest.fixture(autouse=True)
    def proxy(self, settings):
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

    def joins(self, client: Client, number: int, visitor: str) -> int:
        return int(
            client.post(
                "/accounts/signup/",
                {"email": f"p{number}@example.org", "display_name": f"Visitor {number}"},
                headers={"X-Forwarded-For": visitor},
            ).status_code
        )

    def test_one_stranger_uses_up_their_own_attempts_alone(self, client):
        answers = [self.joins(client, number, "203.0.113.66") for number in range(25)]
        assert 429 in answers
        assert self.joins(Client(), 100, "198.51.100.7") != 429

    def test_what_the_stranger_writes_before_the_proxys_address_counts_for_nothing(self, client):
        answers = [
            self.joins(client, number, f"10.0.0.{number}, 203.0.113.66") for number in range(25)
        ]
        assert 429 in answers

    @pytest.mark.parametrize("visitor", ["", "not an address", "1.2.3.4, , "])
    def test_an_odd_header_is_no_fault(self, client, visitor):
        assert self.joins(client, 1, visitor) < 500

    def test_fewer_proxies_than_are_said_to_be_there_is_no_fault(self, client, settings):
        settings.ALLAUTH_TRUSTED_PROXY_COUNT = 3
        assert self.joins(client, 1, "203.0.113.66") < 500


def test_what_is_cached_is_in_no_place_that_others_can_write_to():
    assert [one["BACKEND"] for one in django_settings.CACHES.values()] == [
        "django.core.cache.backends.locmem.LocMemCache"
    ]
