"""A player's calendar as a file that calendar programs subscribe to (RFC 5545), and its secret
address.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime

from django.conf import settings
from django.db.models import Max
from django.urls import reverse

from traders.domain.feeds.calendar_entry import CalendarEntry
from traders.domain.letters import addresses
from traders.models import Player, Sitting

AGAIN = "PT1H"
"""After which a calendar program is asked to look again, as RFC 5545 writes a duration."""
LONGEST = 75
"""Octets of a line."""
_ESCAPED = str.maketrans({"\\": r"\\", ";": r"\;", ",": r"\,", "\n": r"\n", "\r": ""})


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
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Traders by Post//Calendar//EN",
        "CALSCALE:GREGORIAN",
        "NAME:Traders by Post",
        "X-WR-CALNAME:Traders by Post",
        f"REFRESH-INTERVAL;VALUE=DURATION:{AGAIN}",
        f"X-PUBLISHED-TTL:{AGAIN}",
        *(line for entry in entries for line in _event(entry)),
        "END:VCALENDAR",
    ]
    return b"".join(_folded(line) for line in lines)


def _event(entry: CalendarEntry) -> Iterator[str]:
    page = f"{settings.SITE_URL}{entry.page}"
    yield "BEGIN:VEVENT"
    yield f"UID:{_text(addresses.message_id('calendar', entry.key).strip('<>'))}"
    yield f"DTSTAMP{_time(entry.changed)}"
    yield f"LAST-MODIFIED{_time(entry.changed)}"
    yield f"SEQUENCE:{entry.changes}"
    yield f"STATUS:{'CANCELLED' if entry.gone else 'CONFIRMED'}"
    yield f"DTSTART{_time(entry.begins)}"
    if entry.until is not None:
        yield f"DTEND{_time(entry.until)}"
    yield f"SUMMARY:{_text(entry.title)}"
    yield "DESCRIPTION:" + _text(f"{entry.words}\n{page}")
    yield f"URL:{page}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _time(at: date) -> str:
    """A moment, or a day, with what stands between it and its name."""
    if isinstance(at, datetime):
        return f":{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
    return f";VALUE=DATE:{at:%Y%m%d}"


def _text(words: str) -> str:
    return words.translate(_ESCAPED)


def _folded(line: str) -> bytes:
    """A line as it stands in the file: what is longer goes on in the next, whole characters on
    each, after a space.
    """
    folded = b""
    row = b""
    for character in line:
        octets = character.encode()
        if len(row) + len(octets) > LONGEST:
            folded += row + b"\r\n"
            row = b" "
        row += octets
    return folded + row + b"\r\n"
