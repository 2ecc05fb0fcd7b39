"""Announcements to more than one table: one letter each, so many a day."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from traders.domain.calendar import clock
from traders.domain.letters import officials
from traders.domain.people import clubs, quotas
from traders.domain.play.organizer.decision import reason
from traders.models import Announcement, Club, Letter, Player


def _members(club: Club, rest: str) -> Iterable[Player]:
    return [row.player for row in clubs.members(club) if row.player.is_active]


AUDIENCES: dict[str, Callable[[Club, str], Iterable[Player]]] = {"club": _members}
"""Who is told, by the word that a line names them with; other layers add theirs. Given the club
and the line from that word on; it may raise `Refusal`.
"""


def audience(rest: str) -> str:
    """The word with which the line names its audience; empty where that is a game's table."""
    word = rest.partition(" ")[0]
    return word if word in AUDIENCES else ""


@transaction.atomic
def announce(club: Club, organizer: Player, audience: str, rest: str, words: str) -> str:
    """Write to all of the audience; how many are told."""
    said = reason(words)
    Club.objects.select_for_update().get(pk=club.pk)  # so that two count one another's
    now = clock.now()
    people = {player.pk: player for player in AUDIENCES[audience](club, rest)}
    people[organizer.pk] = organizer
    sent = Letter.objects.filter(player=organizer, game=None, key__startswith=f"news.{club.pk}.")
    quotas.words_to_club(sent, now)
    key = f"news.{club.pk}.{organizer.pk}.{now:%y%m%d%H%M%S}"
    told = [said, f"{organizer.display_name}, for {club}."]
    page = settings.SITE_URL + reverse("club", args=[club.slug])
    if audience == "club":
        Announcement.objects.create(club=club, by=organizer, words=said, at=now)
    for player in people.values():
        officials.write(player, None, key, f"{club}: a word to all", told, at=now, page=page)
    return f"{len(people)} people read it."
