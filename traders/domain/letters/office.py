"""Letters of the office itself: an answer to what was no order, and a letter sent once more."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.db.models import Q

from traders.domain import clock, words
from traders.domain.addresses import message_id
from traders.domain.letters.facts import Facts, encode
from traders.domain.letters.written import wake
from traders.domain.passage import Line
from traders.engines.contract import Refusal
from traders.models import Letter, LetterKind, LetterStatus, Seat

if TYPE_CHECKING:  # the desk stands above the letters
    from traders.domain.desk import Desk

_TO_GO = (LetterStatus.WRITTEN, LetterStatus.PREPARED, LetterStatus.SENDING, LetterStatus.UNKNOWN)


def note(place: Seat, told: str, *, name: str, in_reply_to: str = "") -> int:
    """Store a letter that tells the seat's player `told`; returns its id. `name` makes it one: the same name again stores nothing new."""
    assert place.player is not None
    game = place.game
    latest = Letter.objects.filter(game=game, seat=place.colour).exclude(moment="").order_by("-id").first()
    at = clock.now()
    facts = Facts(at=at, number=game.number, moment=latest.moment if latest else "", lines=(Line("", "told", told),))
    letter, _ = Letter.objects.get_or_create(
        message_id=message_id(game.slug, place.colour, name),
        defaults={
            "game": game,
            "seat": place.colour,
            "player": place.player,
            "kind": LetterKind.NOTE,
            "entry": game.number,
            "key": f"o{name}",
            "moment": facts.moment,
            "facts": encode(facts),
            "written": at,
            "in_reply_to": in_reply_to,
            "status": LetterStatus.WRITTEN,
            "next_try": at,
        },
    )
    wake([letter.pk])
    return letter.pk


def again(letter: Letter) -> int:
    """Store the letter once more, as it was, to go now; returns the new letter's id. One that is still to go need not go twice."""
    at = clock.now()
    first = letter.key.partition("+")[0]
    sent = Letter.objects.filter(Q(key=first) | Q(key__startswith=f"{first}+"), game=letter.game, seat=letter.seat, player=letter.player)
    under_way = sent.filter(status__in=_TO_GO).order_by("id").first()
    if under_way is not None:
        return under_way.pk
    key = f"{first}+{sent.count()}"
    copy = Letter.objects.create(
        game=letter.game,
        seat=letter.seat,
        player=letter.player,
        kind=letter.kind,
        entry=letter.entry,
        key=key,
        moment=letter.moment,
        due=letter.due,
        asks=letter.asks,
        facts=letter.facts,
        written=at,
        in_reply_to=letter.in_reply_to,
        message_id=message_id(letter.game.slug if letter.game else "", letter.seat, key),
        status=LetterStatus.WRITTEN,
        next_try=at,
    )
    wake([copy.pk])
    return copy.pk


def resend(desk: Desk, seat: str, rest: str, raw: str) -> Line | None:
    """`resend [<n>]`: a letter to the seat's present player once more; the latest that asked something, or that of move n (PR-SEAT-01)."""
    match = re.fullmatch(r"(\d{1,7})?", rest)
    if match is None:
        return None
    mine = Letter.objects.filter(game=desk.game, seat=seat, player=desk.place(seat).player).exclude(kind=LetterKind.RECEIPT).order_by("-id")
    found = mine.filter(entry__gte=int(rest)).order_by("id").first() if rest else (mine.filter(asks=True).first() or mine.first())
    if found is None and not rest:  # all of the seat's letters went to who had it before
        desk.passage.anew.add(seat)
        return Line(raw, "done", "Here is what play waits for now, written anew for you.")
    if found is None:
        raise Refusal("There is no such letter of yours.", kind="unreadable")
    again(found)
    return Line(raw, "done", f"Sent once more: the letter of {found.written:%-d %B, %H:%M} UTC.")


words.enter("resend", resend, always=True)
