"""Letters out of providers' calls, byte for byte, where the provider hands in the bytes: no reader
of letters stands before the store.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import Any
from urllib.parse import parse_qsl

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParser

from traders.domain.letters import addresses


@dataclass(frozen=True, slots=True)
class Handed:
    """One letter to one recipient."""

    raw: bytes
    recipient: str
    sender: str = ""
    event: str = ""


def fields(request: HttpRequest) -> dict[str, str]:
    """A form's fields with every octet as one character: a letter may be in any charset. Of several
    of one name the last.
    """
    if request.content_type == "application/x-www-form-urlencoded":
        return dict(
            parse_qsl(
                request.body.decode("ascii", "replace"), keep_blank_values=True, encoding="latin-1"
            )
        )
    if request.content_type != "multipart/form-data":
        return {}
    # parsed apart from the request, whose own form is text in UTF-8 and can be read only once
    parser = MultiPartParser(
        request.META, BytesIO(request.body), [MemoryFileUploadHandler(request)], "latin-1"
    )
    form, files = parser.parse()
    return {name: str(form[name]) for name in form} | {name: _text(files[name]) for name in files}


def _text(file: Any) -> str:
    return bytes(file.read()).decode("latin-1")


def mailgun(request: HttpRequest) -> list[Handed]:
    """Mailgun's route to `…/inbound_mime/`: the letter is the field `body-mime`."""
    form = fields(request)
    if "body-mime" not in form:
        return []
    return _each(
        form["body-mime"].encode("latin-1"),
        form.get("recipient", ""),
        form.get("sender", ""),
        form.get("token", ""),
    )


def sendgrid(request: HttpRequest) -> list[Handed]:
    """SendGrid's inbound parse with "send raw": the letter is the field `email`, the envelope a
    field of its own.
    """
    form = fields(request)
    if "email" not in form:
        return []
    envelope = _json(form.get("envelope", ""))
    return _each(
        form["email"].encode("latin-1"),
        ",".join(map(str, envelope.get("to", []))),
        str(envelope.get("from", "")),
        "",
    )


def postmark(request: HttpRequest) -> list[Handed]:
    """Postmark with "include raw email": the letter is `RawEmail`."""
    told = _json(request.body)
    if not isinstance(told.get("RawEmail"), str):
        return []
    to = str(told.get("OriginalRecipient") or "")
    named = [
        str(one.get("Email", ""))
        for kind in ("ToFull", "CcFull", "BccFull")
        for one in told.get(kind) or []
        if isinstance(one, dict)
    ]
    to = to or ",".join(filter(addresses.is_ours, named))
    headers = told.get("Headers") or [{}]
    sender = (
        str(headers[0].get("Value", ""))
        if str(headers[0].get("Name", "")).lower() == "return-path"
        else ""
    )
    return _each(
        told["RawEmail"].encode("utf-8", "replace"), to, sender, str(told.get("MessageID", ""))
    )


def postal(request: HttpRequest) -> list[Handed]:
    """Postal's raw messages, in base64."""
    told = _json(request.body)
    if not isinstance(told.get("message"), str):
        return []
    try:
        raw = base64.b64decode(told["message"])
    except ValueError:
        return []
    return _each(
        raw, str(told.get("rcpt_to", "")), str(told.get("mail_from", "")), str(told.get("id", ""))
    )


def _each(raw: bytes, recipients: str, sender: str, event: str) -> list[Handed]:
    return [
        Handed(raw, to, sender, event)
        for to in dict.fromkeys(one.strip() for one in recipients.split(","))
        if to
    ][:20] or [Handed(raw, "", sender, event)]


def _json(text: bytes | str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


READERS: dict[str, Callable[[HttpRequest], list[Handed]]] = {
    "MailgunInboundWebhookView": mailgun,
    "SendGridInboundWebhookView": sendgrid,
    "PostmarkInboundWebhookView": postmark,
    "PostalInboundWebhookView": postal,
}
"""By the name of anymail's view, which checks the call."""
