"""Letters of the server itself: an answer to a letter without orders, and a letter sent once
more.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from traders.domain.calendar import clock
from traders.domain.letters.addresses import message_id
from traders.domain.letters.letter_facts import Facts, encode
from traders.domain.letters.worker_wake_up import wake
from traders.domain.table.change_set import Line
from traders.models import Letter, LetterKind, LetterStatus, Seat

_TO_GO = (LetterStatus.WRITTEN, LetterStatus.PREPARED, LetterStatus.SENDING, LetterStatus.UNKNOWN)


def note(
    seat: Seat, lines: Sequence[Line], *, name: str, event: str = "", in_reply_to: str = ""
) -> int:
    """Store a letter with these lines, and `event` as its subject, to the seat's player; returns
    its id. A second one of the same `name` is not stored.
    """
    assert seat.player is not None
    game = seat.game
    latest = (
        Letter.objects.filter(game=game, seat=seat.colour)
        .exclude(moment="")
        .order_by("-id")
        .first()
    )
    at = clock.now()
    facts = Facts(
        at=at,
        number=game.number,
        moment=latest.moment if latest else "",
        lines=tuple(lines),
        extra={"event": event} if event else {},
    )
    letter, _ = Letter.objects.get_or_create(
        message_id=message_id(game.mail_name, seat.colour, name),
        defaults={
            "game": game,
            "seat": seat.colour,
            "player": seat.player,
            "kind": LetterKind.NOTE,
            "entry": game.number,
            "key": f"o{name}",
            "moment": facts.moment,
            "facts": encode(facts),
            "written": at,
            "in_reply_to": in_reply_to,
            "next_try": at,
        },
    )
    wake([letter.pk])
    return letter.pk


def again(letter: Letter) -> int:
    """Store a copy of the letter, to go now; returns its id. If a copy is still to be sent, returns
    that one's.
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
        message_id=message_id(letter.game.mail_name if letter.game else "", letter.seat, key),
        next_try=at,
    )
    wake([copy.pk])
    return copy.pk
