"""Accounts: a changed address, and erasing an account (PR-RECORD-04)."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import connection, transaction
from django.db.models import Case, F, Q, Value, When
from django.db.models.signals import pre_save
from django.dispatch import receiver

from traders.domain import hooks
from traders.domain.accounts.masked_message_erasure import ERASED, WORN
from traders.domain.accounts.personal_data_queries import (
    complaints_of,
    invitations_to,
    press_of,
    sent_by,
)
from traders.domain.accounts.seats_of_removed_accounts import games_of, leave_all
from traders.domain.calendar import clock
from traders.domain.letters.addresses import machine_headers
from traders.domain.letters.letter_facts import Facts, encode
from traders.domain.people import seating
from traders.models import (
    AddressChange,
    Arrival,
    ArrivalOutcome,
    ArrivalStatus,
    Invitation,
    Letter,
    LetterStatus,
    Player,
    Press,
    Report,
    Seat,
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
def _changed(sender: object, instance: Player, **kwargs: object) -> None:
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
        press = list(press_of(player).values_list("pk", flat=True))
        sent = list(sent_by(player).values_list("pk", flat=True))
        Press.objects.filter(pk__in=press).exclude(WORN).update(words=ERASED)
        complaints_of(player).update(words=ERASED)
        _empty_arrivals(sent)
        _empty_letters(player, marks)
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
        player.calendar, player.zones_before = token, []
        player.is_active = player.is_staff = player.is_superuser = False
        player.set_unusable_password()
        player.save()


# No row is written twice in the transaction: of one that was, PostgreSQL asks at the end whether
# its game is still there, and waits for whoever holds a game of which nothing else is changed.


def _empty_arrivals(sent: list[int]) -> None:
    """Empty the letters that the player sent."""
    gone: dict[str, Any] = {"raw": b"", "envelope_from": "", "envelope_to": "", "remote": None}
    gone |= {"message_id": "", "notes": {}}
    Arrival.objects.filter(pk__in=sent).update(
        **gone,
        **_unless(
            Q(status=ArrivalStatus.READ),  # their bytes go, so nobody can read them later
            status=ArrivalStatus.READ,
            outcome=ArrivalOutcome.UNREADABLE,
            read_at=clock.now(),
        ),
    )


def _empty_letters(player: Player, marks: Marks) -> None:
    """Empty the letters that were written to the player; those not sent yet never are."""
    unsent = _unless(
        ~Q(status__in=_UNSENT),
        status=LetterStatus.STALE,
        problem="its reader's account was removed",
        next_try=None,
    )
    letters = Letter.objects.filter(player=player)
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
            **unsent,
        )


def _unless(kept: Q, **values: object) -> dict[str, Case]:
    """These values for the rows that the filter does not find; those keep what they hold."""
    return {
        name: Case(When(kept, then=F(name)), default=Value(value)) for name, value in values.items()
    }


def _forget_all_of(player: Player) -> None:
    """Remove the player's other mailboxes, browsers, web hook, tokens, notes, clubs, proofs of
    addresses, and invitations: to the player's mailbox, and by the player to seats; those by the
    player to clubs are void.
    """
    player.mailboxes.all().delete()
    player.notes.all().delete()
    player.browsers.all().delete()
    player.api_tokens.all().delete()
    player.memberships.all().delete()
    AddressChange.objects.filter(player=player).delete()
    player.sign_in_marks.all().delete()
    invitations_to(player).delete()
    Invitation.objects.filter(by=player).exclude(game=None).delete()
    Invitation.objects.filter(by=player, taken_back=None).update(taken_back=clock.now())
    WebHook.objects.filter(player=player).delete()
    player.emailaddress_set.all().delete()  # type: ignore[attr-defined]  # allauth's
