"""Letters that no person wrote: vacation notices, bounces, list traffic, our own letters come back. Stored, not answered (PR-RECEIPT-06)."""

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


def machine(letter: Opened, envelope_from: str, own: frozenset[str] = frozenset()) -> str:
    """Which machine wrote it: an outcome, or "" where a person did. `own`: the house's addresses, whose letters come back are a loop.

    An empty `envelope_from` is an unknown one; a null sender is `<>`. What a person's provider adds to every letter (Feedback-ID) tells nothing.
    """
    if own.intersection(letter.senders):
        return ArrivalOutcome.LOOP
    kinds = " ".join(letter.values("content-type")[:1]).lower()
    if "multipart/report" in kinds and "delivery-status" in kinds:
        return ArrivalOutcome.BOUNCE
    null = envelope_from.strip() == "<>" or bool(_NOBODY.match(envelope_from.strip("<> ")))
    if (null or not envelope_from.strip()) and any(_NOBODY.match(address) for address in letter.senders):
        return ArrivalOutcome.BOUNCE
    submitted = " ".join(letter.values("auto-submitted")).strip().lower()
    if submitted and submitted != "no":
        return ArrivalOutcome.AUTOMATIC
    if any(value.strip().lower() in ("bulk", "junk", "list", "auto_reply") for value in letter.values("precedence")):
        return ArrivalOutcome.AUTOMATIC
    for name in ("x-autoreply", "x-autorespond", "x-autoresponder", "list-id", "list-unsubscribe"):
        if any(value.strip().lower() not in ("", "no") for value in letter.values(name)):
            return ArrivalOutcome.AUTOMATIC
    if null or any(_NOBODY.match(address) for address in letter.senders) or _AUTO_SUBJECT.match(letter.subject):
        return ArrivalOutcome.AUTOMATIC
    return ""
