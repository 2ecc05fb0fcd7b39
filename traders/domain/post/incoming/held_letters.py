"""Letters held because they came from another mailbox than the player's, until the player confirms
them (PR-RECEIPT-03).
"""

from __future__ import annotations

import re
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.urls import reverse

from traders.domain.calendar import clock
from traders.domain.letters import seatless_letters
from traders.domain.people import mailbox_identity, seating
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.commands.seatless_answer_types import Reply
from traders.domain.play.game_session import GameSession
from traders.domain.post.incoming import answer_limits
from traders.domain.post.incoming.automatic_mail_detection import (
    bears_anothers_sender,
    came_by_a_list,
)
from traders.domain.post.incoming.intake import arrived
from traders.domain.post.incoming.mime_parsing import OpenedLetter
from traders.domain.post.incoming.sender_authentication import is_players
from traders.domain.post.incoming.server_answers import answer
from traders.domain.table.change_set import Line
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.models import Arrival, ArrivalOutcome, ArrivalStatus, Mailbox, Player, Source

_WORDING = re.compile(r"([0-9]{1,9})?\s*(for good)?")


MOST_LISTED = 5
"""Held letters that a refusal names, the latest."""
MOST_NAMED = 60
"""Characters of a held letter's first order that its player is told."""


def hold(arrival: Arrival, letter: OpenedLetter, first: str, doubt: str = "") -> None:
    """Hold a letter under a number counted per seat, or per player without one, and ask the player
    about it: once a day and mailbox, a few times where a list brought it, since others write
    through it too. `first`: its first order, "" where none can be read; `doubt`: why it may be a
    machine's.
    """
    seat, player = arrival.seat, arrival.expected
    of_all = Q(seat=seat) if seat is not None else Q(asked_by__player=player)
    last = Arrival.objects.filter(of_all).aggregate(last=Max("held_as"))["last"] or 0
    arrival.held_as = last + 1
    listed = came_by_a_list(letter) or bears_anothers_sender(letter)
    arrival.notes["listed"] = listed
    if not answer_limits.may_ask_whose(arrival, answer_limits.MOST_UNREAD if listed else 1):
        return
    own = (
        player is not None
        and len(letter.senders) == 1
        and mailbox_identity.is_of(player, letter.senders[0])
    )
    unproven = "but no check of our mail server shows that your provider sent it"
    why = (
        f"in your name, {doubt or unproven}"
        if own and not listed
        else f"from {', '.join(letter.senders[:3]) or 'a mailbox that does not name itself'}, "
        f"{'as mailing lists write' if listed else 'which is not your mailbox'}"
    )
    confirm = f"confirm {arrival.held_as}"
    ways = [(confirm, "That letter counts.")]
    if not (own or listed or doubt):
        ways.append((f"{confirm} for good", "So do all letters from that mailbox."))
    more = (
        "I ask about each letter that comes so."
        if listed
        else "More such letters are held too, and I ask once a day."
    )
    named_first = f" Its first order: `{first[:MOST_NAMED]}`." if first else ""
    answer(
        arrival,
        "",
        f"{_what(arrival)} came {why}.{named_first} It is held and does not count. {more} "
        "If you wrote it, answer from your own "
        f"mailbox{_or_page(arrival)} {'one of these lines' if ways[1:] else 'this line'}.",
        "Is this letter yours?",
        ways,
    )


def of_who_sat_before(arrival: Arrival, letter: OpenedLetter) -> bool:
    """Whether the letter is of somebody whose seat is another's now. They are told so, once a day;
    who has the seat is not asked, and learns nothing of them.
    """
    seat = arrival.seat
    if seat is None:
        return False
    sat = seat.sittings.exclude(until=None).exclude(player=None).select_related("player")
    before = {one.player for one in sat.order_by("-pk") if one.player}
    for player in before:
        if is_players(letter, player):
            who = named(seat.colour)
            seatless_letters.write(
                player,
                seat.game,
                f"former.{seat.colour}.{arrival.taken:%y%m%d}",
                f"You play {who} no more",
                [f"{who} is not your seat any more. Nothing of your letter was carried out."],
                at=clock.whole(arrival.taken),
            )
            return True
    return False


def _what(arrival: Arrival) -> str:
    return "A letter with orders for your seat" if arrival.seat else "An answer to a letter to you"


def _or_page(arrival: Arrival) -> str:
    """Where else the letter can be confirmed: a seat's on the game's page."""
    if arrival.seat is None:
        return " with"
    page = settings.SITE_URL + reverse("game", args=[arrival.seat.game.slug])
    return f", or write on the game's page, {page},"


def confirm(arrival_id: int, at: datetime) -> None:
    """Confirm a held letter: it counts from `at`, and is to be read again (PR-RECEIPT-03)."""
    Arrival.objects.filter(pk=arrival_id, outcome=ArrivalOutcome.UNCONFIRMED).update(
        status=ArrivalStatus.STORED, outcome=ArrivalOutcome.CONFIRMED, counts_from=at, attempts=0
    )


def _confirm(session: GameSession, seat: str, rest: str, raw: str) -> Line | None:
    """`confirm [<n>] [for good]`: accept a held letter; for good, accept all from its mailbox
    (PR-RECEIPT-03). That is said by letter: an open session adds no mailbox.
    """
    wording = _WORDING.fullmatch(rest)
    if wording is None:
        return None
    held = Arrival.objects.select_related("seat__player").filter(
        seating.in_this_sitting(session.place(seat), "taken"),
        game=session.game,
        seat__colour=seat,
        outcome=ArrivalOutcome.UNCONFIRMED,
    )
    by_mail = session.table.source == Source.LETTER
    return _confirmed(
        _meant(held, wording[1]), session.now, raw, for_good=bool(wording[2]), by_mail=by_mail
    )


def confirms(folded: str) -> bool:
    """Whether a line of an answer accepts one that is held."""
    return bool(_WORDING.fullmatch(folded.removeprefix("confirm").strip())) and folded.startswith(
        "confirm"
    )


def confirm_answer(reply: Reply, folded: str, raw: str) -> Line:
    """The same for who was asked without a seat: a held answer counts from the confirmation."""
    wording = _WORDING.fullmatch(folded.removeprefix("confirm").strip())
    assert wording is not None
    held = Arrival.objects.select_related("asked_by__player").filter(
        asked_by__player=reply.player, outcome=ArrivalOutcome.UNCONFIRMED
    )
    return _confirmed(_meant(held, wording[1]), clock.taken(), raw, for_good=bool(wording[2]))


def _meant(held: QuerySet[Arrival], number: str | None) -> Arrival | None:
    """The held letter of that number; without one the only one of which its player was asked, so
    that nobody's letter counts by coming last. None where there is none.
    """
    if number:
        return held.filter(held_as=int(number)).first()
    asked = list(held.filter(answered_by__isnull=False).order_by("held_as"))
    if len(asked) > 1:
        ways = [f"confirm {one.held_as}" for one in asked[-MOST_LISTED:]]
        raise Refusal(
            "Several letters wait for that. Write the number of yours.",
            "PR-RECEIPT-03",
            kind="ambiguous",
            instead=ways,
        )
    return asked[0] if asked else None


def _confirmed(
    arrival: Arrival | None, at: datetime, raw: str, *, for_good: bool, by_mail: bool = True
) -> Line:
    if arrival is None or arrival.expected is None:
        raise Refusal(
            "There is no letter to confirm by that number.", "PR-RECEIPT-03", kind="stale"
        )
    senders = list(arrival.notes.get("from", []))
    also = ""
    if for_good and arrival.notes.get("listed"):
        also = " Only this letter is confirmed: others write through that mailing list too."
    elif for_good and not by_mail:
        also = " Only this letter is confirmed: to add its mailbox, write the same by letter."
    elif for_good:
        also = _keep_mailbox(arrival.expected, senders, at)
    confirm(arrival.pk, at)
    # read again by a reader of its own, after this session: its orders need a session of theirs
    transaction.on_commit(lambda: arrived.send(sender=Arrival, ids=[arrival.pk]))
    return Line(raw, "done", f"Confirmed: the letter counts from now. Its receipt follows.{also}")


def _keep_mailbox(player: Player, senders: list[str], now: datetime) -> str:
    """Accept letters from that mailbox from now on. Returns the remark for the receipt."""
    address = mailbox_identity.exact(senders[0]) if len(senders) == 1 else ""
    longest = Mailbox._meta.get_field("address").max_length or 0
    if not address or len(address) > longest or mailbox_identity.is_of(player, senders[0]):
        return " Only this letter is confirmed: it names no other mailbox."
    Mailbox.objects.get_or_create(player=player, address=address, defaults={"confirmed": now})
    return f" From now on letters from {senders[0]} count as yours; your account's page ends it."


COMMANDS = (
    Command(
        prefix="confirm",
        group=Group.SEAT,
        forms=("confirm [<n>]", "confirm [<n>] for good"),
        when=When.ALWAYS,
        help="A letter from another mailbox is yours; with `for good` so are all from that "
        "mailbox.",
        example="confirm 1",
        rule="PR-RECEIPT-03",
        deed=_confirm,
    ),
)
