"""What a player may take along: all that is kept of the player, as JSON (PR-RECORD-04)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from traders.domain import hooks
from traders.domain.accounts.personal_data_queries import (
    complaints_of,
    invitations_to,
    press_of,
    sent_by,
)
from traders.domain.play.messages_for_reader import label
from traders.models import (
    AddressChange,
    Invitation,
    Letter,
    Phase,
    Player,
    Press,
    Sitting,
    WebHook,
)


def export(player: Player) -> dict[str, Any]:
    """All data stored about a player, as JSON: the account, seats, messages, incoming letters with
    their text, outgoing letters by subject and time, and what packages above keep.
    """
    found = {
        "account": _account(player),
        "seats": [
            {
                "game": one.seat.game.slug,
                "seat": one.seat.colour,
                "since": written(one.since),
                "began": one.began,
                "until": written(one.until),
                "ended": one.ended,
            }
            for one in Sitting.objects.filter(player=player).select_related("seat__game")
        ],
        "games that you made": [game.slug for game in player.made.all()],
        "notes": [
            {"game": one.seat.game.slug, "seat": one.seat.colour, "words": one.words}
            for one in player.notes.select_related("seat__game")
        ],
        **_ways(player),
        **_of_clubs(player),
        **_invitations(player),
        **_words_and_letters(player),
    }
    for kept in hooks.KEPT_OF:
        found |= kept(player)
    return found


def _of_clubs(player: Player) -> dict[str, object]:
    """The export's clubs and seasons."""
    return {
        "clubs": [
            {
                "club": one.club.name,
                "role": one.role,
                "standing": one.standing,
                "since": written(one.since),
                "why": one.why,
                "ran it until": written(one.organized),
                "stands in": one.stands_in,
                "gets the desk as a letter": one.desk_letter,
            }
            for one in player.memberships.select_related("club")
        ],
        "seasons": [
            {
                "season": one.season.name,
                "club": one.season.club.name,
                "division": str(one.division or ""),
                "registered": written(one.registered),
                "confirmed": written(one.confirmed),
                "withdrawn": written(one.withdrawn),
                "enters in round": one.enters,
                "seeded": one.seed,
            }
            for one in player.entrants.select_related("season__club", "division")
        ],
        "ladders": [
            {
                "ladder": str(one.ladder),
                "when": written(one.at),
                "what": one.get_kind_display(),
                "rungs lost": one.costs,
            }
            for one in player.ladder_steps.select_related("ladder__club")
        ],
    }


def _invitations(player: Player) -> dict[str, object]:
    """The export's invitations: the player's, and those to the player's mailbox."""

    def told(one: Invitation) -> dict[str, object]:
        return {
            "club": one.club.name if one.club else "",
            "role": one.role,
            "game": one.game.slug if one.game else "",
            "address": one.address,
            "made": written(one.made),
            "expires": written(one.expires),
            "uses left": one.uses_left,
            "taken back": written(one.taken_back),
        }

    own = Invitation.objects.filter(by=player).select_related("club", "game")
    others = invitations_to(player).select_related("by", "club", "game")
    return {
        "invitations of yours": [told(one) for one in own],
        "invitations to you": [
            told(one) | {"by": one.by.display_name if one.by else ""} for one in others
        ],
    }


def _account(player: Player) -> dict[str, object]:
    """The export's account itself."""
    return {
        "name": player.display_name,
        "address": player.email,
        "addresses to sign in with": [
            {"address": one.email, "confirmed": one.verified, "first": one.primary}
            for one in player.emailaddress_set.all()  # type: ignore[attr-defined]  # allauth's
        ],
        "address to come": [
            {"address": one.address, "asked": written(one.asked), "from": written(one.due)}
            for one in AddressChange.objects.filter(player=player)
        ],
        "mailbox refuses letters since": written(player.mailbox_dead_since),
        "zone": player.zone,
        "zones before, with until when": player.zones_before,
        "letters": player.cadence,
        "reminded at the hours": player.reminder_hours,
        "nudges": player.nudges,
        "hints": player.hints,
        "in the list of players": player.listed,
        "calendar": player.calendar,
        "created": written(player.created),
        "last sign-in": written(player.last_login),
        "active": player.is_active,
        "sees the operators' pages": player.is_staff,
        "operator": player.is_superuser,
    }


def _ways(player: Player) -> dict[str, object]:
    """Ways in which the player is told or speaks beside mail; no secret by which somebody else
    could.
    """
    return {
        "other mailboxes": [
            {"address": one.address, "confirmed": written(one.confirmed)}
            for one in player.mailboxes.all()
        ],
        "web hook": [
            {
                "address": one.url,
                "shape": one.shape,
                "told": written(one.told),
                "fails since": written(one.failing_since),
                "problem": one.problem,
                "off": written(one.off),
            }
            for one in WebHook.objects.filter(player=player)
        ],
        "browsers": [
            {"name": one.name, "added": written(one.added), "address": one.endpoint}
            for one in player.browsers.all()
        ],
        "sign-ins": [
            {"kind": one.kind, "kept until": written(one.ends)}
            for one in player.sign_in_marks.all()
        ],
        "tokens": [
            {
                "name": one.name,
                "scopes": one.scopes,
                "made": written(one.made),
                "used": written(one.used),
                "expires": written(one.expires),
                "taken back": written(one.taken_back),
            }
            for one in player.api_tokens.all()
        ],
    }


def _words_and_letters(player: Player) -> dict[str, object]:
    """The export's messages and letters."""
    received = Letter.objects.filter(player=player).select_related("game").order_by("pk")
    return {
        "messages": [
            {
                "game": one.game.slug,
                "seat": one.seat,
                "to": _addressed(one),
                "at": written(one.at),
                "words": one.words,
            }
            for one in press_of(player).select_related("game")
        ],
        "reports": [
            {
                "game": one.game.slug,
                "seat": one.seat,
                "about": one.who,
                "at": written(one.at),
                "words": one.words,
            }
            for one in complaints_of(player).select_related("game")
        ],
        "letters from you": [
            {
                "taken": written(one.taken),
                "outcome": one.outcome,
                "letter": bytes(one.raw).decode("utf-8", "replace"),
            }
            for one in sent_by(player)
        ],
        "letters to you": [
            {
                "written": written(one.written),
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


def written(at: datetime | None) -> str:
    """A time in ISO form; "" for none."""
    return at.isoformat() if at else ""
