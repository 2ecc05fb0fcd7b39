"""Letters that wait when play backs up: they tell no more of what is undone, and ask nothing that play does not wait for."""

from __future__ import annotations

from traders.domain.letters.facts import decode, encode
from traders.models import Game, Letter, LetterKind, LetterStatus

WAITING = (LetterStatus.WRITTEN, LetterStatus.HELD, LetterStatus.PREPARED)
TELLING = (LetterKind.TURN, LetterKind.INTERVAL, LetterKind.CHOICE, LetterKind.HAPPENED, LetterKind.REMINDER)
"""Kinds that say what happened and what is asked. A receipt answers a letter: it goes as it is (PR-RECEIPT-06)."""


def take_back(game: Game, to: int) -> None:
    """Of letters not sent yet: what they tell of entries after `to` is left out; one that tells of nothing else does not go."""
    for letter in Letter.objects.filter(game=game, entry__gt=to, status__in=WAITING, kind__in=TELLING).order_by("pk"):
        facts = decode(letter.facts)
        kept = tuple(event for event in facts.events if event.number <= to)
        changes: dict[str, object] = {"status": LetterStatus.STALE, "problem": "play backed up", "next_try": None}
        if letter.status != LetterStatus.PREPARED and (kept or facts.notices or facts.press or facts.home or facts.plans):
            facts.events, facts.asked, facts.moment, facts.due, facts.offers = kept, None, "", None, ()
            changes = {"facts": encode(facts), "kind": LetterKind.HAPPENED, "moment": "", "due": None, "asks": False}
        Letter.objects.filter(pk=letter.pk, status=letter.status).update(**changes)
