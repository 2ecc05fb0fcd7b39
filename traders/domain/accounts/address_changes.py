"""Another address for an account: proven by a code that came there, it counts at once where the old
mailbox has just been proven too, and else after three days, in which the old mailbox undoes it.

So whoever finds a session open cannot take the account over, and whoever has lost the old mailbox
gets back in (docs/decisions/0037-what-an-open-session-may-not.md).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode

from traders.domain.accounts.account_erasure import end_sessions, one_at_a_time, write_to_mailbox
from traders.domain.calendar import clock
from traders.domain.letters.plain_text_layout import when, zone_of
from traders.domain.people import mailbox_identity
from traders.models import AddressChange, Player

WAITS = timedelta(days=3)
_SALT = "keep this address"


def propose(player: Player, address: str) -> AddressChange:
    """The address becomes the account's in three days; an earlier wish is replaced, and waits anew.
    The old mailbox is told how to undo it.
    """
    now = clock.now()
    change, _ = AddressChange.objects.update_or_create(
        player=player, defaults={"address": address.lower(), "asked": now, "due": now + WAITS}
    )
    return change


def tell(change: AddressChange) -> None:
    """Write to the old mailbox that the account's address is about to change."""
    player, old = change.player, change.player.email
    due = when(change.due, change.asked, zone_of(player.zone))
    text = (
        f"Hello {player.display_name}.\n\nSomebody who is signed in to your account at "
        f"{settings.SITE_URL} wants its letters and sign-in codes to go to another address: "
        f"{change.address}. That begins on {due}.\n\n"
        "If it was you, do nothing. If it was not, keep this address here; everybody who is "
        f"signed in to your account is signed out then:\n\n{undo_page(player)}\n"
    )
    transaction.on_commit(
        lambda: write_to_mailbox(old, "Traders by Post: is this change yours?", text)
    )


def undo_page(player: Player) -> str:
    """The web address on which the old mailbox keeps the account, signed. It holds for whatever
    change waits while the account has this address: a second wish does not outdate the first
    letter.
    """
    signed = Signer(salt=_SALT).sign(f"{player.pk}:{player.email}")
    token = urlsafe_base64_encode(signed.encode("utf-8"))
    return f"{settings.SITE_URL}{reverse('keep-address', args=[token])}"


def owner(token: str) -> Player | None:
    """The player whose address a page like that keeps; None where the token is invalid, or the
    account has another address by now.
    """
    try:
        signed = Signer(salt=_SALT).unsign(urlsafe_base64_decode(token).decode("utf-8"))
    except (BadSignature, ValueError):
        return None
    number, _, address = signed.partition(":")
    return Player.objects.filter(pk=int(number), email=address, is_active=True).first()


def undo(player: Player) -> bool:
    """Keep the account's address, and end all its sessions; False where no change waits."""
    undone, _ = AddressChange.objects.filter(player=player).delete()
    if undone:
        end_sessions(player)
    return bool(undone)


def carry_out(change: AddressChange) -> bool:
    """The address is the account's from now on, and all its sessions end. False where the mailbox
    has an account of its own by now (PR-SEAT-01), or the change was undone meanwhile.
    """
    with one_at_a_time():
        if not AddressChange.objects.filter(pk=change.pk).delete()[0]:
            return False
        player = change.player
        if mailbox_identity.has_account(change.address, besides=player):
            return False
        player.email, player.mailbox_dead_since = change.address, None
        player.save(update_fields=["email", "mailbox_dead_since"])
        addresses = player.emailaddress_set  # type: ignore[attr-defined]  # allauth's
        addresses.all().delete()
        addresses.create(email=change.address, verified=True, primary=True)
    return True


def carry_out_due(now: datetime) -> int:
    """Carry out all changes that have waited long enough; returns how many."""
    due = AddressChange.objects.filter(due__lte=now).select_related("player")
    return sum(carry_out(change) for change in due)
