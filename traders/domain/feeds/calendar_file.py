"""A player's calendar as a file that calendar programs subscribe to (RFC 5545), and its secret
address.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db.models import Max
from django.urls import reverse
from icalendar import Calendar, Event

from traders.domain.feeds.calendar_entry import CalendarEntry
from traders.domain.letters import addresses
from traders.models import Player, Sitting

AGAIN = timedelta(hours=1)
"""After which a calendar program is asked to look again."""


def address_of(player: Player) -> str:
    """The full secret address of the player's calendar."""
    name = addresses.calendar_name(player.pk, player.calendar)
    return f"{settings.SITE_URL}{reverse('calendar', args=[name])}"


def change_address(player: Player) -> None:
    """Give the player's calendar another address; the old one leads nowhere from now on."""
    player.calendar = secrets.token_hex(8)
    player.save(update_fields=["calendar"])


def owner_of(name: str) -> Player | None:
    """The player whose calendar has that name; None if nobody's has, or the account is removed."""
    known: dict[int, Player] = {}

    def drawn(pk: int) -> str:
        player = Player.objects.filter(pk=pk, is_active=True).first() if pk < 1 << 63 else None
        if player is None:
            return secrets.token_hex(8)
        known[pk] = player
        return player.calendar

    pk = addresses.calendar_of(name, drawn)
    return known[pk] if pk is not None else None


def changed(player: Player, entries: Iterable[CalendarEntry]) -> datetime:
    """When the calendar changed last: one of its entries, or the seats that the player has."""
    seats = Sitting.objects.filter(player=player).aggregate(Max("since"), Max("until"))
    times = [player.created, *seats.values(), *(entry.changed for entry in entries)]
    latest: datetime = max(time for time in times if time)
    return latest


def written(entries: Iterable[CalendarEntry]) -> bytes:
    """The file. Moments are in UTC, so that no program has to know a zone; days have no zone."""
    calendar = Calendar()
    calendar.add("prodid", "-//Traders by Post//Calendar//EN")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("name", "Traders by Post")
    calendar.add("x-wr-calname", "Traders by Post")
    calendar.add("refresh-interval", AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    for entry in entries:
        calendar.add_component(_event(entry))
    raw: bytes = calendar.to_ical()
    return raw


def _event(entry: CalendarEntry) -> Event:
    event = Event()
    event.add("uid", addresses.message_id("calendar", entry.key).strip("<>"))
    event.add("dtstamp", _second(entry.changed))
    event.add("last-modified", _second(entry.changed))
    event.add("sequence", entry.changes)
    event.add("status", "CANCELLED" if entry.gone else "CONFIRMED")
    begins = entry.begins
    event.add("dtstart", _second(begins) if isinstance(begins, datetime) else begins)
    if entry.until is not None:
        event.add("dtend", entry.until)
    event.add("summary", entry.title)
    page = f"{settings.SITE_URL}{entry.page}"
    event.add("description", f"{entry.words}\n{page}")
    event.add("url", page)
    event.add("transp", "TRANSPARENT")
    return event


def _second(at: datetime) -> datetime:
    return at.astimezone(UTC).replace(microsecond=0)
