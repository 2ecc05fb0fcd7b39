"""Being told beside mail, on the account's page: a web hook, and browsers that show messages."""

from __future__ import annotations

import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from traders.domain.accounts import account_erasure
from traders.domain.post.notifications.web_push import CURVE, to_text
from traders.models import Browser, Player, Telling, WebHook

HOOK = "https://discord.example/api/webhooks/1/abc"
KEYS = {
    "endpoint": "https://push.example/send/1",
    "p256dh": to_text(
        ec.derive_private_key(99, CURVE)
        .public_key()
        .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    ),
    "auth": to_text(bytes(16)),
}


def said(client: Client, name: str, **posted: Any) -> str:
    """What the account's page says after something was posted."""
    return client.post(reverse(name), posted, follow=True).content.decode()


def test_a_hook_is_saved_tried_changed_and_removed(red_client: Client, red: Player) -> None:
    assert "trial message is on its way" in said(red_client, "web-hook", url=HOOK, shape="slack")
    hook = WebHook.objects.get(player=red)
    assert (hook.url, hook.shape) == (HOOK, "slack")
    assert Telling.objects.get().hook == hook
    html = red_client.get(reverse("account")).content.decode()
    assert hook.secret in html
    said(red_client, "web-hook", url=HOOK, shape="json")
    assert WebHook.objects.get().secret == hook.secret
    said(red_client, "web-hook", url=HOOK + "d", shape="json")
    assert WebHook.objects.get().secret != hook.secret
    assert Telling.objects.count() == 1
    assert "is removed" in said(red_client, "web-hook", remove="1")
    assert not WebHook.objects.exists()


@pytest.mark.parametrize(
    "url", ["http://discord.example/", "https://x:99/", "x", "https://" + "y" * 600]
)
def test_an_address_that_is_not_allowed_loses_nothing(red_client: Client, url: str) -> None:
    said(red_client, "web-hook", url=HOOK, shape="slack")
    assert "was not saved" in said(red_client, "web-hook", url=url, shape="slack")
    assert WebHook.objects.get().url == HOOK


def test_a_hook_that_is_off_says_why(red_client: Client, red: Player) -> None:
    said(red_client, "web-hook", url=HOOK, shape="slack")
    WebHook.objects.update(off="2026-03-02T12:00Z", problem="It answered 500.")
    html = red_client.get(reverse("account")).content.decode()
    assert "Switched off on" in html
    assert "It answered 500." in html


def test_a_browser_is_added_and_removed_by_its_owner_alone(
    red_client: Client, blue: Player, red: Player
) -> None:
    added = red_client.post(
        reverse("browsers"), KEYS, headers={"User-Agent": "Mozilla (X11; Linux) Firefox/140"}
    )
    assert added.status_code == 302
    browser = Browser.objects.get()
    assert (browser.player, browser.name) == (red, "Firefox, Linux")
    other = Client()
    other.force_login(blue)
    for number in (browser.pk, "x", "9" * 40, "-1", ""):
        said(other, "browsers", remove=number)
    assert Browser.objects.exists()
    said(red_client, "browsers", remove=browser.pk)
    assert not Browser.objects.exists()


@pytest.mark.parametrize("changed", [
    {"endpoint": "http://127.0.0.1/"}, {"endpoint": ""}, {"p256dh": "AAAA"}, {"auth": "\0"},
    {"auth": ""},
])  # fmt: skip
def test_what_no_browser_says_is_refused(red_client: Client, changed: dict[str, str]) -> None:
    assert "was not added" in said(red_client, "browsers", **KEYS | changed)
    assert not Browser.objects.exists()


@pytest.mark.parametrize("name", ["web-hook", "browsers"])
def test_only_who_is_signed_in_changes_anything(client: Client, db: None, name: str) -> None:
    assert client.post(reverse(name), {"url": HOOK} | KEYS).status_code == 302
    assert client.get(reverse(name)).status_code in {302, 405}
    assert not WebHook.objects.exists()
    assert not Browser.objects.exists()


def test_both_are_in_the_copy_and_go_with_the_account(red_client: Client, red: Player) -> None:
    said(red_client, "web-hook", url=HOOK, shape="slack")
    said(red_client, "browsers", **KEYS)
    kept = json.loads(red_client.get(reverse("export-account")).content)
    assert [one["address"] for one in kept["web hook"]] == [HOOK]
    assert [one["address"] for one in kept["browsers"]] == [KEYS["endpoint"]]
    account_erasure.erase(red)
    assert not WebHook.objects.exists()
    assert not Browser.objects.exists()
    assert not Telling.objects.exists()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_message_is_shown_in_a_browser_and_replaced_by_the_next(
    live_server: Any, page_with_notices: Page, red: Player
) -> None:
    """The page's scripts and the service worker are real; only the push service, which no test may
    call, is stood in for by the browser's own tools.
    """
    page, client = page_with_notices, Client()
    client.force_login(red)
    page.context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    page.context.grant_permissions(["notifications"])
    page.goto(live_server.url + reverse("account"))
    expect(page.get_by_role("button", name="Tell me in this browser")).to_be_visible()
    tools = page.context.new_cdp_session(page)
    registrations: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(one["registrationId"] for one in told["registrations"]),
    )
    tools.send("ServiceWorker.enable")
    page.evaluate(
        "navigator.serviceWorker.register('/service-worker.js')"
        ".then(() => navigator.serviceWorker.ready).then(() => true)"
    )
    shown = (
        "navigator.serviceWorker.ready.then(worker => worker.getNotifications())"
        ".then(all => all.map(one => [one.title, one.data]))"
    )
    for subject in ("Your turn · Wed 07:53 · The old road", "Reminder · Thu 07:53 · The old road"):
        data = {"subject": subject, "about": "a", "id": subject, "url": live_server.url + "/games/"}
        message = {
            "origin": live_server.url,
            "registrationId": registrations[-1],
            "data": json.dumps(data),
        }
        for turn in range(600):
            if turn % 40 == 0:  # a worker that has only just begun may miss one
                tools.send("ServiceWorker.deliverPushMessage", message)
            if page.evaluate(shown) == [[subject, data["url"]]]:
                break
            page.wait_for_timeout(50)
        assert page.evaluate(shown) == [[subject, data["url"]]]
