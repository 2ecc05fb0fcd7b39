"""Letters of the office itself: an answer to what was no order, and a letter sent once more."""

from __future__ import annotations

from django.db.models import Q

from traders.domain.calendar import clock
from traders.domain.letters.addresses import message_id
from traders.domain.letters.facts import Facts, encode
from traders.domain.letters.written import wake
from traders.domain.table.change_set import Line
from traders.models import Letter, LetterKind, LetterStatus, Seat

_TO_GO = (LetterStatus.WRITTEN, LetterStatus.PREPARED, LetterStatus.SENDING, LetterStatus.UNKNOWN)


def note(place: Seat, told: str, *, name: str, in_reply_to: str = "") -> int:
    """Store a letter that tells the seat's player `told`; returns its id. `name` makes it one: the
    same name again stores nothing new.
    """
    assert place.player is not None
    game = place.game
    latest = (
        Letter.objects.filter(game=game, seat=place.colour)
        .exclude(moment="")
        .order_by("-id")
        .first()
    )
    at = clock.now()
    facts = Facts(
        at=at,
        number=game.number,
        moment=latest.moment if latest else "",
        lines=(Line("", "told", told),),
    )
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
    """Store the letter once more, as it was, to go now; returns the new letter's id. One that is
    still to go need not go twice.
    """
    at = clock.now()
    first = letter.key.partition("+")[0]
    sent = Letter.objects.filter(
        Q(key=first) | Q(key__startswith=f"{first}+"),
        game=letter.game,
        seat=letter.seat,
        player=letter.player,
    )
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
