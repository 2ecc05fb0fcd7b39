"""Announcements to more than one table: one letter each, so many a day."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from traders.domain.calendar import clock
from traders.domain.letters import seatless_letters
from traders.domain.people import club_roles, quotas
from traders.domain.play.organizer.decision import announced
from traders.engines.kernel.words import in_quotes
from traders.models import Announcement, Club, Letter, Player


class Audience(NamedTuple):
    """Who is told, and as what: `all members`."""

    people: Iterable[Player]
    called: str


def _members(club: Club, rest: str) -> Audience:
    people = [row.player for row in club_roles.members(club) if row.player.is_active]
    return Audience(people, "all members")


AUDIENCES: dict[str, Callable[[Club, str], Audience]] = {"club": _members}
"""Audiences by the word that a line names them with; other layers add theirs. Given the club and
the line from that word on; it may raise `Refusal`.
"""


def audience(rest: str) -> str:
    """The word with which the line names its audience; empty where that is a game's table."""
    word = rest.partition(" ")[0]
    return word if word in AUDIENCES else ""


@transaction.atomic
def announce(club: Club, organizer: Player, audience: str, rest: str, words: str) -> str:
    """Write to all of the audience; how many are told."""
    said = announced(words)
    Club.objects.select_for_update().get(pk=club.pk)  # so that two count one another's
    now = clock.now()
    found, called = AUDIENCES[audience](club, rest)
    people = {player.pk: player for player in found}
    people[organizer.pk] = organizer
    sent = Letter.objects.filter(player=organizer, game=None, key__startswith=f"news.{club.pk}.")
    quotas.words_to_club(sent, now)
    # of two in one second each reaches its people; the same once more is the same
    digest = hashlib.sha256(f"{organizer.pk} {called} {said}".encode()).hexdigest()
    key = f"news.{club.pk}.{now:%y%m%d%H%M%S}.{digest[:8]}"
    if Letter.objects.filter(player=organizer, game=None, seat="", key=key).exists():
        return "These words went out just now, and nobody is written to twice."
    told = [in_quotes(said), f"{organizer.display_name}, for {club}, to {called}."]
    page = settings.SITE_URL + reverse("club", args=[club.slug])
    if audience == "club":
        Announcement.objects.create(club=club, by=organizer, words=said, at=now)
    for player in people.values():
        seatless_letters.write(player, None, key, f"A word to {called}", told, at=now, page=page)
    return f"{len(people)} people read it."
