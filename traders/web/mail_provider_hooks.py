"""Web hooks of mail providers: letters handed in, and what became of ours. They are there only
where ANYMAIL_WEBHOOK_SECRET is set.

anymail checks the secret and each provider's signature. Around it every call is taken in one
transaction, is used once and has to be fresh, also where the provider's adapter does not look;
where the database cannot be had the provider is asked to come again (503).
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from anymail.exceptions import AnymailConfigurationError, AnymailError
from anymail.signals import inbound
from anymail.urls import urlpatterns as anymails
from django.conf import settings
from django.db import IntegrityError, OperationalError, transaction
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.urls import URLPattern
from django.views.decorators.csrf import csrf_exempt

from traders.domain.calendar import clock
from traders.domain.post.incoming import intake
from traders.models import UsedToken
from traders.web.provider_webhook_letters import READERS, Handed, fields

log = logging.getLogger(__name__)

FRESH = timedelta(hours=24)
"""As long as providers go on handing in what was not taken; a signature is used once within it, and
is nothing after it.
"""
AHEAD = timedelta(minutes=10)


_ODD = (
    AnymailError,
    ValueError,
    TypeError,
    LookupError,
    ArithmeticError,
    OSError,
    AttributeError,
    RecursionError,
)
"""What the readers of providers' calls raise over a call that no provider makes."""


class OddCall(Exception):
    """No reader of the provider's calls can make anything of it."""


class UsedBefore(Exception):
    """The call was taken already."""


def hook(view: Any) -> Callable[..., HttpResponse]:
    """One of anymail's views, guarded."""

    def take(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.ANYMAIL.get("WEBHOOK_SECRET"):
            raise Http404("This server has no web hooks.")
        try:
            if request.method != "POST":
                return _anymails(view, request)
            if not _reading(_is_fresh)(request, view.esp_name):
                return HttpResponseBadRequest("This call is too old.")
            with transaction.atomic():
                answer = _taken(view, request)
                _use(view.esp_name, request)
            return answer
        except UsedBefore:
            return HttpResponse("Taken before.")
        except AnymailConfigurationError:
            raise Http404("This server does not use that provider.") from None
        except OddCall as odd:
            log.warning("a call of %s could not be read: %r", view.esp_name, odd.__cause__)
            return HttpResponseBadRequest("This call could not be read.")
        except OperationalError:
            log.warning(
                "a call of %s could not be taken; the provider is asked to come again",
                view.esp_name,
                exc_info=True,
            )
            return HttpResponse("Try again later.", status=503, headers={"Retry-After": "60"})

    return csrf_exempt(take)


def _taken(view: Any, request: HttpRequest) -> HttpResponse:
    """What is handed in byte for byte is stored without a look at it; anymail reads the rest."""
    reader = READERS.get(view.__name__)
    if reader is None:
        return _anymails(view, request)
    checking = view()
    checking.setup(request)
    _reading(checking.run_validators)(request)
    handed = _reading(reader)(request)
    if not handed:
        return _anymails(view, request)
    for letter in handed:
        _store(letter, view.esp_name)
    return HttpResponse()


def _anymails(view: Any, request: HttpRequest) -> HttpResponse:
    asked = view()
    asked.setup(request)
    asked.run_validators, asked.parse_events = (
        _reading(asked.run_validators),
        _reading(asked.parse_events),
    )
    answer: HttpResponse = asked.dispatch(request)
    return answer


def _reading(read: Callable[..., Any]) -> Callable[..., Any]:
    """The same reader, which raises nothing but `OddCall` over what a call holds. What we do with
    it is none of its faults.
    """

    def carefully(request: HttpRequest, *more: str) -> Any:
        try:
            return read(request, *more)
        except AnymailConfigurationError:
            raise
        except _ODD as problem:
            raise OddCall from problem

    return carefully


def _store(letter: Handed, provider: str) -> None:
    intake.take(
        letter.raw,
        envelope_to=letter.recipient,
        envelope_from=letter.sender,
        channel=provider.lower(),
        provider_id=letter.event,
        taken_over=True,
    )


@receiver(inbound, dispatch_uid="letters handed in")
def _handed_in(sender: Any, event: Any, esp_name: str, **kwargs: Any) -> None:
    """A letter of a provider that hands it in taken apart: anymail has put it together again."""
    message = event.message
    to = message.envelope_recipient or next(
        (str(a.addr_spec) for a in [*message.to, *message.cc]), ""
    )
    _store(
        Handed(message.as_bytes(), to, message.envelope_sender or "", str(event.event_id or "")),
        esp_name,
    )


# --- fresh, and once ------------------------------------------------------------------------------


def _signed(provider: str, request: HttpRequest) -> tuple[str, str]:
    """The token and the time (seconds) that the provider signed, where it signs them."""
    if provider == "Resend":  # nobody else signs headers: who sends a call again may change them
        return request.headers.get("svix-id", ""), request.headers.get("svix-timestamp", "")
    if request.content_type == "application/json":
        try:
            block = json.loads(request.body).get("signature", {})
            return str(block.get("token", "")), str(block.get("timestamp", ""))
        except (ValueError, AttributeError, RecursionError):
            return "", ""
    found = fields(request)
    return found.get("token", ""), found.get("timestamp", "")


def _is_fresh(request: HttpRequest, provider: str) -> bool:
    _, seconds = _signed(provider, request)
    if not seconds:
        return True
    try:
        age = clock.now().timestamp() - float(seconds)
    except ValueError:
        return False
    return -AHEAD.total_seconds() <= age <= FRESH.total_seconds()


def _use(provider: str, request: HttpRequest) -> None:
    """Note that the call was taken, at whichever of the provider's hooks; `UsedBefore` undoes what
    a second one did.
    """
    token, _ = _signed(provider, request)
    used = hashlib.sha256(token.encode("utf-8", "replace") if token else request.body).hexdigest()
    now = clock.now()
    UsedToken.objects.filter(used__lt=now - 2 * FRESH).delete()
    try:
        with transaction.atomic():
            UsedToken.objects.create(channel=provider.lower()[:40], token=used, used=now)
    except IntegrityError:
        raise UsedBefore from None


urlpatterns = [
    URLPattern(pattern.pattern, hook(vars(pattern.callback)["view_class"]), name=pattern.name)
    for pattern in anymails
    if isinstance(pattern, URLPattern)
    # it needs boto3, which is no part of this server
    and not str(pattern.name).startswith("amazon_ses")
]
