"""What a letter is, and whatever follows from it: one of a closed set of outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from datetime import datetime
from email.utils import parseaddr
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from traders.domain.people import mailbox_identity, quotas
from traders.domain.play import door
from traders.domain.play.locked_game import HeldGame
from traders.domain.play.manners.accepted_suggestion import WOULD_ANSWER
from traders.domain.play.manners.courtesy_and_doubt_detection import denies
from traders.domain.play.new_game_checks import not_begun
from traders.domain.post.incoming import (
    answer_limits,
    bounces,
    held_letters,
    repeated_letters,
    seatless_replies,
)
from traders.domain.post.incoming.automatic_mail_detection import Signs, signs_of
from traders.domain.post.incoming.intake import MOST_OCTETS
from traders.domain.post.incoming.mime_parsing import OpenedLetter
from traders.domain.post.incoming.order_recognition import (
    ORDERS,
    Reading,
    Recognition,
    nearest,
    recognition,
    recognition_with_manners,
)
from traders.domain.post.incoming.quote_detection import OwnLetters, letters_asking, own_letters
from traders.domain.post.incoming.reply_line_sorting import MOST_PROSE, SortedReply, sorted_reply
from traders.domain.post.incoming.sender_authentication import is_players
from traders.domain.post.incoming.server_answers import answer, answer_now
from traders.domain.post.incoming.subject_line_doubts import with_doubts_of
from traders.domain.post.incoming.unread_part_remarks import (
    first_prose,
    nothing_read,
    remarks,
    remarks_on_enclosed,
    without_known,
)
from traders.domain.table.answer_size_limit import octets_of
from traders.domain.table.change_set import Line
from traders.engines.kernel.refusal import Refusal
from traders.models import Phase, Player, Prepared, Seat, Source
from traders.models.incoming_letters import Arrival, ArrivalOutcome
from traders.models.outgoing_letters import Letter


class Known(NamedTuple):
    """Where a letter is read: its game, if it has one, locked for its orders; a letter of ours with
    its name; letters to the same address that may be the same one; and those with orders of the
    hour before.
    """

    game: HeldGame | None
    ours: Sequence[Letter] = ()
    same: Sequence[Arrival] = ()
    lately: Sequence[Arrival] = ()


def outcome_of(
    arrival: Arrival, letter: OpenedLetter | None, at: datetime, known: Known
) -> ArrivalOutcome:
    """What the letter is, and whatever follows from it."""
    player = arrival.expected
    if letter is None:
        if player is not None and answer_limits.may_answer_unread(arrival):
            answer(
                arrival,
                "",
                "Your letter could not be read. Please write your orders once more, as plain text.",
                "Your letter could not be read",
            )
        return ArrivalOutcome.STRANGER if player is None else ArrivalOutcome.UNREADABLE
    own = (settings.DEFAULT_FROM_EMAIL, settings.SERVER_EMAIL)
    ours = frozenset(parseaddr(address)[1].lower() for address in own)
    signs = signs_of(letter, arrival.envelope_from, ours)
    found = signs.certain
    if not found and known.ours:
        found = ArrivalOutcome.LOOP
    if found == ArrivalOutcome.BOUNCE:
        bounces.keep(bytes(arrival.raw), letter, arrival)
    if found:
        return ArrivalOutcome(found)
    if player is None or (known.game is None and arrival.seat is not None):
        return ArrivalOutcome.STRANGER
    return _of_a_person(arrival, letter, at, known, signs)


def _of_a_person(
    arrival: Arrival, letter: OpenedLetter, at: datetime, known: Known, signs: Signs
) -> ArrivalOutcome:
    """A person's letter to a seat's address, or to that of a letter to them; or a list's."""
    player = arrival.expected
    assert player is not None
    confirmed = arrival.outcome == ArrivalOutcome.CONFIRMED
    doubted, listed = "" if confirmed else signs.doubted, signs.listed
    # a list that was accepted once is not who writes through it
    theirs = confirmed or (
        is_players(letter, player)
        and (not listed or mailbox_identity.is_registered(player, letter.senders[0]))
    )
    strictly, reads, own = _read_as(arrival, letter, known)
    found = sorted_reply(letter.text, strictly, own, player.display_name, letter.unseen, reads)
    found = with_doubts_of(letter.subject, found, arrival.seat)
    readable = any(
        line.strip() and not line.startswith("#") and reads(line) is not Reading.PROSE
        for line in found.orders
    )
    orders = [line.strip() for line in found.orders if reads(line) in ORDERS]
    if (doubted or (listed and not theirs)) and not orders and not _is_meant(found, reads):
        return ArrivalOutcome.AUTOMATIC
    if listed and theirs and not readable and not confirmed:
        return ArrivalOutcome.AUTOMATIC
    earlier = _earlier(arrival, letter, known.same)
    if earlier is not None and not confirmed:
        repeated_letters.answer_again(arrival, earlier, found)
        return ArrivalOutcome.DUPLICATE
    if not theirs or doubted:
        if not theirs and held_letters.of_who_sat_before(arrival, letter):
            return ArrivalOutcome.FORMER
        held_letters.hold(arrival, letter, next(iter(orders), ""), doubted)
        return ArrivalOutcome.UNCONFIRMED
    if player.mailbox_dead_since is not None:  # a letter came from it: it works
        Player.objects.filter(pk=player.pk).update(mailbox_dead_since=None)
    if arrival.size > len(arrival.raw):
        most = f"a letter holds at most {MOST_OCTETS // 2**20} MiB. Orders need no pictures."
        told = "Your letter is too large"
        answer(arrival, letter.message_id, f"{told}: {most}", told)
        return ArrivalOutcome.TOO_LARGE
    if not readable:
        _answer_unread(arrival, letter, found, reads)
        return ArrivalOutcome.EMPTY
    if _beyond_quota(arrival, letter, known.lately):
        return ArrivalOutcome.TOO_MANY
    if not _carried_out(arrival, letter, found, at, known, reads):
        return ArrivalOutcome.AUTOMATIC
    return ArrivalOutcome.CONFIRMED if confirmed else ArrivalOutcome.ORDERS


def _answer_unread(
    arrival: Arrival, letter: OpenedLetter, found: SortedReply, reads: Recognition
) -> None:
    """What a letter is told in which nothing can be read, as often as it may be."""
    if answer_limits.may_answer_unread(arrival, first_prose(found)):
        told = nothing_read(arrival.seat, letter, found, reads)
        ways = _ways_to_answer(arrival.seat, first_prose(found))
        answer(arrival, letter.message_id, told, "No order in your letter", ways)


def _ways_to_answer(seat: Seat | None, prose: str) -> list[tuple[str, str]]:
    """Lines that the letter may have meant, else what its seat is asked for; each with why."""
    if seat is not None and prose and (near := nearest(seat, prose)):
        return near
    order = "" if denies(prose) else answer_now(seat)
    return [(order, WOULD_ANSWER)] if order else []


def _read_as(
    arrival: Arrival, letter: OpenedLetter, known: Known
) -> tuple[Recognition, Recognition, OwnLetters]:
    """How lines of the letter read as they stand, and the sender's own with manners taken off; and
    which letters of ours it may quote.
    """
    if arrival.asked_by is not None:
        asked, of = arrival.asked_by, seatless_replies.recognition_of
        return of(asked), of(asked, own=True), letters_asking(asked, letter)
    assert arrival.seat is not None
    seat, seats = arrival.seat, known.game.seats if known.game else None
    reads = recognition(seat, seats)
    with_manners = recognition_with_manners(seat, reads, seats)
    return reads, with_manners, own_letters(seat, letter, arrival.moment)


def _is_meant(found: SortedReply, reads: Recognition) -> bool:
    """Whether the letter begins with a few words that resemble an order: a person's slip."""
    first = next((line for line in found.orders if line.strip()), "")
    return len(first.split()) <= MOST_PROSE and reads(first) is Reading.NEARLY


class _RefusedAgain(Exception):
    """The same lines came to nothing once more: nothing of them is kept or answered."""


def _carried_out(
    arrival: Arrival,
    letter: OpenedLetter,
    found: SortedReply,
    at: datetime,
    known: Known,
    reads: Recognition,
) -> bool:
    """Hand the lines to the door, or to who asked for them. A machine's, refused again and again,
    are not answered; lines that may be made by now are (PR-RECEIPT-06).
    """
    often = bool(known.lately) and answer_limits.is_often_refused(known.lately, found.text)
    try:
        with transaction.atomic() if often else nullcontext():
            if arrival.asked_by is not None:
                arrival.notes["orders"] = found.text[:4000]
                lines = seatless_replies.carry_out(arrival, letter.message_id, found.orders, at)
                _note_lines(arrival, lines)
            else:
                _orders(arrival, letter, found, at, known.game, reads)
            if often and answer_limits.is_refused(arrival):
                raise _RefusedAgain
    except _RefusedAgain:
        arrival.answered_by = None
        del arrival.notes["orders"], arrival.notes["lines"]
        return False
    return True


def _beyond_quota(arrival: Arrival, letter: OpenedLetter, lately: Sequence[Arrival]) -> bool:
    """Whether the seat has sent its quota of an hour; the first letter beyond it is answered."""
    try:
        quotas.letter([one.taken for one in lately])
        if len(lately) >= answer_limits.FEW:
            answer_limits.refuse_beyond_octets(arrival)
    except Refusal as refusal:
        if quotas.is_first_beyond(arrival):
            answer(
                arrival,
                letter.message_id,
                f"{refusal.text} This letter is kept, and not carried out: send its orders "
                "again then.",
                "Too many letters",
            )
        return True
    return False


def _earlier(
    arrival: Arrival, letter: OpenedLetter, read_before: Sequence[Arrival]
) -> Arrival | None:
    """The same letter, if it came to this address before (PR-RECEIPT-04): the same bytes, or the
    same Message-ID of the same sender.
    """
    name = letter.message_id if len(letter.message_id) > len("<@>") else None
    named = [one for one in read_before if one.message_id == name]
    alike = [one for one in read_before if one.content == arrival.content]
    alike += [one for one in named[:20] if one.notes.get("from") == list(letter.senders[:5])]
    return next(iter(alike), None)


def _orders(
    arrival: Arrival,
    letter: OpenedLetter,
    found: SortedReply,
    at: datetime,
    game: HeldGame | None,
    reads: Recognition,
) -> None:
    """Hand the lines to the door; the receipt is part of the session's letter."""
    place = arrival.seat
    assert place is not None
    assert game is not None
    arrival.notes["orders"] = found.text[:4000]
    if game.game.phase == Phase.GATHERING or not game.game.number:  # no game to order in
        answer(arrival, letter.message_id, not_begun(game.game), "It has not begun")
        return
    change_set = door.orders(
        place.game_id,
        place.colour,
        found.text,
        subject=found.subject,
        source=Source.LETTER,
        moment=arrival.moment,
        at=at,
        in_reply_to=letter.message_id,
        answers=" ".join(letter.headers.get("in-reply-to", ())[:2]),
        remarks=[
            *remarks(without_known(arrival, found)),
            *remarks_on_enclosed(letter.enclosed, reads),
        ],
        held=game,
    )
    _note_lines(arrival, change_set.lines)
    told = change_set.letters.get(place.colour)
    if told is None and (last := _LATEST.first(place.game_id, place.colour, change_set.last)):
        told = last.pk
    arrival.answered_by_id = told


def _note_lines(arrival: Arrival, lines: Sequence[Line]) -> None:
    arrival.notes["lines"] = [
        [line.text[:300], line.answer, line.kind, list(line.rules)] for line in lines
    ]
    arrival.notes["octets"] = answer_limits.FRAME + octets_of(lines)


_LATEST = Prepared(
    Letter,
    lambda game, seat=str, entry=int: (
        Letter.objects.filter(game=game, seat=seat, entry=entry).only("pk").order_by("-id")[:1]
    ),
)
"""The newest of a seat's letters after an entry."""
