"""Accounts: a changed address, the export of a player's data, and erasing an account
(PR-RECORD-04).
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.db.models.signals import pre_save
from django.dispatch import receiver

from traders.domain import hooks
from traders.domain.accounts.masked_message_erasure import ERASED, WORN
from traders.domain.accounts.seats_of_removed_accounts import games_of, leave_all
from traders.domain.calendar import clock
from traders.domain.letters.addresses import machine_headers
from traders.domain.letters.facts import Facts, encode
from traders.domain.people import seating
from traders.domain.people.mailbox_identity import canonical
from traders.domain.play.messages import label
from traders.models import (
    AddressChange,
    Arrival,
    ArrivalOutcome,
    ArrivalStatus,
    Complaint,
    Invitation,
    Letter,
    LetterStatus,
    Phase,
    Player,
    Press,
    Report,
    Seat,
    Sitting,
    WebHook,
)
from traders.models.evidence_chain import Marks, linking
from traders.models.players import NOBODY
from traders.models.triggers import lifted

log = logging.getLogger(__name__)

UNPROVEN = timedelta(days=1)
"""Age at which an account whose address was never proven is removed: it has no seat or letter."""
_UNSENT = (LetterStatus.WRITTEN, LetterStatus.HELD, LetterStatus.PREPARED)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """A transaction in which nobody else takes a name or proves a mailbox: the second of two who
    want the same finds it taken.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":  # on SQLite only one transaction writes anyway
            with connection.cursor() as cursor:
                cursor.execute(
                    "SELECT pg_advisory_xact_lock(hashtext('names and mailboxes of accounts'))"
                )
        yield


# --- an address that changes ----------------------------------------------------------------------


@receiver(pre_save, sender=Player, dispatch_uid="a changed address is told to the old one")
def _changed(sender: Any, instance: Player, **kwargs: Any) -> None:
    """Inform the old mailbox when an account's address changes, and end all its sessions."""
    old = (
        Player.objects.filter(pk=instance.pk).values_list("email", flat=True).first()
        if instance.pk
        else None
    )
    if old and old.lower() != instance.email.lower() and not instance.email.endswith(f"@{NOBODY}"):
        end_sessions(instance)
        transaction.on_commit(lambda: _tell_old_mailbox(old, instance.display_name))


def end_sessions(player: Player) -> None:
    """Sign the player out everywhere: sessions hold only as long as this secret stays."""
    player.set_unusable_password()
    Player.objects.filter(pk=player.pk).update(password=player.password)


def _tell_old_mailbox(old: str, name: str) -> None:
    text = (
        f"Hello {name}.\n\nThe address of your account at {settings.SITE_URL} was changed. "
        "Letters and sign-in codes go to the new one.\n\n"
        f"If you did not ask for this, write to {settings.SERVER_EMAIL} at once: whoever has "
        "the new mailbox can play your seats.\n"
    )
    write_to_mailbox(old, "Traders by Post: your address was changed", text)


def write_to_mailbox(address: str, subject: str, text: str) -> None:
    """Mail an account's old address; a failure is only logged."""
    try:
        EmailMessage(subject, text, to=[address], headers=machine_headers()).send()
    except OSError:  # Django's mail errors are subclasses
        log.warning("an old mailbox could not be told of another address", exc_info=True)


def address_given(player: Player, by: Player) -> None:
    """Keep only the address that somebody else gave the account, and run the hooks that put it on
    record.
    """
    player.emailaddress_set.exclude(email__iexact=player.email).delete()  # type: ignore[attr-defined]
    AddressChange.objects.filter(player=player).delete()
    if player.pk != by.pk:
        for act in hooks.ADDRESS_GIVEN:
            act(player, by)


def remove_unproven() -> None:
    """Remove accounts whose sign-in code was never used."""
    Player.objects.filter(
        display_name="", last_login=None, created__lt=clock.now() - UNPROVEN
    ).delete()


# --- what a player may take along -----------------------------------------------------------------


def export(player: Player) -> dict[str, Any]:
    """All data stored about a player, as JSON: the account, seats, messages, incoming letters with
    their text, outgoing letters by subject and time.
    """
    return {
        "account": _account(player),
        "seats": [
            {
                "game": one.seat.game.slug,
                "seat": one.seat.colour,
                "since": _time(one.since),
                "until": _time(one.until),
                "ended": one.ended,
            }
            for one in Sitting.objects.filter(player=player).select_related("seat__game")
        ],
        "notes": [
            {"game": one.seat.game.slug, "seat": one.seat.colour, "words": one.words}
            for one in player.notes.select_related("seat__game")
        ],
        **_of_clubs(player),
        **_words_and_letters(player),
    }


def _of_clubs(player: Player) -> dict[str, Any]:
    """The export's clubs and seasons."""
    return {
        "clubs": [
            {
                "club": one.club.name,
                "role": one.role,
                "standing": one.standing,
                "since": _time(one.since),
                "why": one.why,
                "stands in": one.stands_in,
            }
            for one in player.memberships.select_related("club")
        ],
        "seasons": [
            {
                "season": one.season.name,
                "club": one.season.club.name,
                "registered": _time(one.registered),
                "confirmed": _time(one.confirmed),
                "withdrawn": _time(one.withdrawn),
            }
            for one in player.entrants.select_related("season__club")
        ],
        "ladders": [
            {"ladder": str(one.ladder), "when": _time(one.at), "what": one.get_kind_display()}
            for one in player.ladder_steps.select_related("ladder__club")
        ],
    }


def _account(player: Player) -> dict[str, Any]:
    """The export's account itself, and ways in which the player is told or speaks beside mail."""
    return {
        "name": player.display_name,
        "address": player.email,
        "address to come": [one.address for one in AddressChange.objects.filter(player=player)],
        "zone": player.zone,
        "letters": player.cadence,
        "hints": player.hints,
        "in the list of players": player.listed,
        "created": _time(player.created),
        "other mailboxes": [one.address for one in player.mailboxes.all()],
        "web hook": [
            {"address": one.url, "shape": one.shape, "off": _time(one.off)}
            for one in WebHook.objects.filter(player=player)
        ],
        "browsers": [
            {"name": one.name, "added": _time(one.added), "address": one.endpoint}
            for one in player.browsers.all()
        ],
        "sign-ins": [
            {"kind": one.kind, "kept until": _time(one.ends)} for one in player.sign_in_marks.all()
        ],
        "tokens": [
            {"name": one.name, "scopes": one.scopes, "made": _time(one.made)}
            for one in player.api_tokens.all()
        ],
    }


def _words_and_letters(player: Player) -> dict[str, Any]:
    """The export's messages and letters."""
    received = Letter.objects.filter(player=player).select_related("game").order_by("pk")
    return {
        "messages": [
            {
                "game": one.game.slug,
                "seat": one.seat,
                "to": _addressed(one),
                "at": _time(one.at),
                "words": one.words,
            }
            for one in _press_of(player).select_related("game")
        ],
        "reports": [
            {"game": one.game.slug, "about": one.who, "at": _time(one.at), "words": one.words}
            for one in _complaints_of(player).select_related("game")
        ],
        "letters from you": [
            {
                "taken": _time(one.taken),
                "outcome": one.outcome,
                "letter": bytes(one.raw).decode("utf-8", "replace"),
            }
            for one in _sent_by(player)
        ],
        "letters to you": [
            {
                "written": _time(one.written),
                "game": one.game.slug if one.game else "",
                "seat": one.seat,
                "kind": one.kind,
                "subject": one.subject,
                "address": one.recipient,
            }
            for one in received.defer("raw", "facts")
        ],
    }


def _addressed(said: Press) -> str:
    """Whom a message was written to, as its writer knows it."""
    if said.to_mask and said.game.phase != Phase.OVER:
        return label("", said.to_mask)
    return said.to or "all"


def _time(at: datetime | None) -> str:
    """A time in ISO form; "" for none."""
    return at.isoformat() if at else ""


def _while_seated(player: Player, game: str, seat: str, at: str) -> Q:
    """Filter for rows of the player's seats, from the times at which the player had them. The
    arguments are the rows' field names.
    """
    found = Q(pk__in=[])
    for sitting in Sitting.objects.filter(player=player).select_related("seat"):
        found |= Q(
            **{game: sitting.seat.game_id, seat: sitting.seat.colour, f"{at}__gte": sitting.since}
        ) & (Q(**{f"{at}__lte": sitting.until}) if sitting.until else Q())
    return found


def _press_of(player: Player) -> QuerySet[Press]:
    """The player's messages to other seats."""
    return Press.objects.filter(_while_seated(player, "game", "seat", "at")).order_by("pk")


def _complaints_of(player: Player) -> QuerySet[Complaint]:
    """What the player reported of others' messages."""
    return Complaint.objects.filter(_while_seated(player, "game", "seat", "at")).order_by("pk")


def _sent_by(player: Player) -> QuerySet[Arrival]:
    """Letters to the player's seats while the player had them, answers to letters that
    asked the player, and letters to no seat whose envelope names the player's mailbox, which
    anybody can write.
    """
    theirs = {canonical(player.email), *player.mailboxes.values_list("address", flat=True)}
    to_nobody = Arrival.objects.filter(seat=None).exclude(envelope_from="")
    claimed = [
        pk
        for pk, address in to_nobody.values_list("pk", "envelope_from").iterator()
        if canonical(address.strip("<> ")) in theirs
    ]
    return Arrival.objects.filter(
        Q(pk__in=claimed)
        | Q(asked_by__player=player)
        | _while_seated(player, "seat__game", "seat__colour", "taken")
    ).order_by("pk")


# --- what is erased -------------------------------------------------------------------------------


def erase(player: Player) -> None:
    """Erase the account: its seats are free for substitutes; bytes, addresses, names and messages
    go; digests and moves stay (PR-RECORD-04).

    Letters that others received stay theirs; words under a mask go later (`masked_words`). The
    caller reads the player's unread letters first. Only this and `masked_words` may bypass the
    triggers; each row that is emptied is linked anew.
    """
    games = games_of(player)
    while missed := _erased(player, games):
        games |= missed


@transaction.atomic
def _erased(player: Player, games: set[int]) -> set[int]:
    """Erase the account with these games locked; or nothing, where it has come to others before
    they were, which are returned.
    """
    with linking(*games) as marks:
        seating.held(player)
        if missed := games_of(player) - games:
            return missed
        leave_all(player)
        _empty(player, marks)
    return set()


def _empty(player: Player, marks: Marks) -> None:
    """Empty whatever is kept of the player; `marks`: of the evidence of the player's games."""
    with lifted():
        press = list(_press_of(player).values_list("pk", flat=True))
        sent = list(_sent_by(player).values_list("pk", flat=True))
        Press.objects.filter(pk__in=press).exclude(WORN).update(words=ERASED)
        _complaints_of(player).update(words=ERASED)
        Arrival.objects.filter(pk__in=sent).exclude(status=ArrivalStatus.READ).update(
            status=ArrivalStatus.READ, outcome=ArrivalOutcome.UNREADABLE, read_at=clock.now()
        )  # their bytes go, so nobody can read them later
        Arrival.objects.filter(pk__in=sent).update(
            raw=b"", envelope_from="", envelope_to="", remote=None, message_id="", notes={}
        )
        letters = Letter.objects.filter(player=player)
        letters.filter(status__in=_UNSENT).update(
            status=LetterStatus.STALE, problem="its reader's account was removed", next_try=None
        )
        for pk, at, number, game in letters.values_list("pk", "written", "entry", "game_id"):
            if game in marks:  # also what release 0.1 linked before it was sent
                marks[game][Letter._meta.label, pk] = None
            Letter.objects.filter(pk=pk).update(
                facts=encode(Facts(at=at, number=number)),
                raw=None,
                picture=None,
                recipient="",
                subject="",
                in_reply_to="",
            )
        Report.objects.filter(letter__player=player).update(recipient="", words="", raw={})
        for seat in Seat.objects.filter(player=player).exclude(name=""):
            Seat.objects.filter(pk=seat.pk).update(name=seat.colour.capitalize())
        _forget_all_of(player)
        token = secrets.token_hex(6)
        player.email, player.display_name, player.zone = (
            f"{token}@{NOBODY}",
            f"Former player {token[:4]}",
            "UTC",
        )
        player.calendar = token
        player.is_active = player.is_staff = player.is_superuser = False
        player.set_unusable_password()
        player.save()


def _forget_all_of(player: Player) -> None:
    """Remove the player's other mailboxes, browsers, web hook, tokens, notes, clubs, invitations
    and proofs of addresses.
    """
    player.mailboxes.all().delete()
    player.notes.all().delete()
    player.browsers.all().delete()
    player.api_tokens.all().delete()
    player.memberships.all().delete()
    AddressChange.objects.filter(player=player).delete()
    player.sign_in_marks.all().delete()
    Invitation.objects.filter(address__iexact=player.email).delete()
    WebHook.objects.filter(player=player).delete()
    player.emailaddress_set.all().delete()  # type: ignore[attr-defined]  # allauth's
