"""Web hooks of players and clubs, and players' browsers: saved, replaced, removed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import IntegrityError, transaction

from traders.domain.calendar import clock
from traders.domain.operators import per_minute_counter
from traders.domain.post.notifications.public_address_check import NotAllowed, target
from traders.domain.post.notifications.queue import queue_trial
from traders.domain.post.notifications.web_push import AUTH, CURVE, POINT, from_text
from traders.models import Browser, Club, Player, WebHook
from traders.models.notifications import new_secret

MOST_TRIALS = 20
"""Trials of one owner in a minute: whose address it is that they go to is not known."""
MOST_BROWSERS = 10
"""Browsers of one player; a further one takes the place of the oldest."""


def save_hook(owner: Player | Club, url: str, shape: str) -> WebHook:
    """Keep or change the owner's web hook, switched on, and send a trial there. Its secret stays
    while it leads to the same address. Raises `NotAllowed`.
    """
    target(url)
    _count_trial(owner)
    whose = _whose(owner)
    with transaction.atomic():
        before = WebHook.objects.select_for_update().filter(**whose).first()
        fields = {"url": url, "shape": shape, "off": None, "failing_since": None, "problem": ""}
        if before is None or before.url != url:
            fields |= {"secret": new_secret(), "told": None}
        hook, _ = WebHook.objects.update_or_create(**whose, defaults=fields)
        hook.tellings.all().delete()
        queue_trial(hook, clock.now())
    return hook


def remove_hook(owner: Player | Club) -> bool:
    """Remove the owner's web hook; whether there was one."""
    removed, _ = WebHook.objects.filter(**_whose(owner)).delete()
    return removed > 0


def _whose(owner: Player | Club) -> dict[str, Any]:
    return {"player": owner} if isinstance(owner, Player) else {"club": owner}


def save_browser(
    player: Player, endpoint: str, public_key: str, auth: str, name: str = ""
) -> Browser:
    """Keep a browser that its owner subscribed, and send a trial there. It belongs to who is signed
    in there now. Raises `NotAllowed` for what no browser says.
    """
    target(endpoint)
    try:
        key, secret = from_text(public_key), from_text(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, key)
    except ValueError as fault:
        raise NotAllowed("The browser's keys cannot be read. Try again.") from fault
    if (len(key), len(secret)) != (POINT, AUTH):
        raise NotAllowed("The browser's keys cannot be read. Try again.")
    _count_trial(player)
    with _first_to_add(), transaction.atomic():
        Browser.objects.filter(endpoint=endpoint).delete()
        browser = Browser.objects.create(
            player=player, endpoint=endpoint, public_key=public_key, auth=auth, name=name[:40]
        )
        kept = player.browsers.order_by("-pk").values_list("pk", flat=True)[:MOST_BROWSERS]
        player.browsers.exclude(pk__in=list(kept)).delete()
        queue_trial(browser, clock.now())
    return browser


def _count_trial(owner: Player | Club) -> None:
    times, seconds = per_minute_counter.count(f"told.{owner._meta.label}.{owner.pk}")
    if times > MOST_TRIALS:
        raise NotAllowed(f"You did so {MOST_TRIALS} times within a minute. Wait {seconds} seconds.")


@contextmanager
def _first_to_add() -> Iterator[None]:
    """Who adds the browser second, in the same moment, is told that it is there."""
    try:
        yield
    except IntegrityError as fault:
        raise NotAllowed("It was added in this moment. Look at the list.") from fault
