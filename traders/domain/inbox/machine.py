"""Letters that no person wrote: vacation notices, bounces, list traffic, our own letters come back. Stored, not answered (PR-RECEIPT-06). Pure."""

from __future__ import annotations

import re

from traders.domain.inbox.opened import Opened
from traders.models.post import ArrivalOutcome

_AUTO_SUBJECT = re.compile(
    r"^\s*(?:auto(?:matic)?[- ]?(?:reply|response|matisch)|automatische antwort|abwesenheit|out of (?:the )?office|"
    r"réponse automatique|respuesta automática|risposta automatica|automatisch antwoord|autosvar|on vacation|vacation reply)",
    re.IGNORECASE,
)
_NOBODY = re.compile(r"^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+@-]|$)", re.IGNORECASE)


def machine(letter: Opened, envelope_from: str) -> str:
    """Which machine wrote it: an outcome, or "" where a person did."""
    if letter.values("x-traders-letter"):
        return ArrivalOutcome.LOOP
    kinds = " ".join(letter.values("content-type")[:1]).lower()
    if "multipart/report" in kinds and "delivery-status" in kinds:
        return ArrivalOutcome.BOUNCE
    if envelope_from.strip() in ("<>", "") and any(_NOBODY.match(address) for address in letter.senders):
        return ArrivalOutcome.BOUNCE
    submitted = " ".join(letter.values("auto-submitted")).strip().lower()
    if submitted and submitted != "no":
        return ArrivalOutcome.AUTOMATIC
    if any(value.strip().lower() in ("bulk", "junk", "list", "auto_reply") for value in letter.values("precedence")):
        return ArrivalOutcome.AUTOMATIC
    for name in ("x-autoreply", "x-autorespond", "x-autoresponder", "list-id", "list-unsubscribe", "feedback-id"):
        if any(value.strip().lower() not in ("", "no") for value in letter.values(name)):
            return ArrivalOutcome.AUTOMATIC
    if any(_NOBODY.match(address) for address in letter.senders) or _AUTO_SUBJECT.match(letter.subject):
        return ArrivalOutcome.AUTOMATIC
    return ""
