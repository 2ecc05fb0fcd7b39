"""The order of reactions in an interval, actual and by the rules: turn order, agreement, or arrival
(PR-PRIORITY-01, PR-PRIORITY-02).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from arbitration.evidence.evidence_types import DisputedMoment, Mail
from arbitration.evidence.received_header_trust import mail
from arbitration.models import Claim
from traders.domain.calendar import clock
from traders.domain.history import recording_and_replay
from traders.domain.settings import game_settings
from traders.engines.kernel.seats import Seat
from traders.engines.registry import engine as engine_of
from traders.models import Arrival, ArrivalOutcome, Game, Sealed, SealedKind, SealedOutcome, Source

ARRIVED = "arrived"
"""Key in a reaction's data: its first arrival, kept when it is carried out again."""


@dataclass(frozen=True, slots=True)
class ReactionOrder:
    """The order in which reactions were carried out, and the order that the rules give."""

    carried: tuple[Seat, ...] = ()
    by_rule: tuple[Seat, ...] = ()
    agreed_late: bool = False
    """Whether the rules' order rests on an agreement in the claimant's late letter."""
    by_stamp: bool = False
    """Whether the rules' order rests on stamps of the claimant's letters."""


def reaction_order(claim: Claim, at: DisputedMoment) -> ReactionOrder:
    """The actual and the rightful order of the reactions in an interval."""
    return (
        _arrival_order(claim, at) if carried_out_by_arrival(claim.game) else _turn_order(claim, at)
    )


def _turn_order(claim: Claim, at: DisputedMoment) -> ReactionOrder:
    """The order where reactions are collected: turn order, or as agreed in time (PR-PRIORITY-01,
    PR-PRIORITY-02).

    Reactions opened in one entry were carried out together, so between them the order of the rules
    holds. A seat whose reaction was returned unplayed (PR-PRIORITY-03) still counts in an
    agreement, and has a place in an agreed order.
    """
    reactions = Sealed.objects.filter(
        game=claim.game,
        interval=at.key,
        kind__in=[SealedKind.REACTION, SealedKind.ANSWER],
        made__lte=at.entry,
        used__gt=at.entry,
        outcome__in=[SealedOutcome.DONE, SealedOutcome.RETURNED],
    ).order_by("used", "serial")
    used = [(row.used or 0, row.outcome, row.seat) for row in reactions]
    seats, late = _seats_in_order(claim, at, {seat for _, _, seat in used})
    ranks = {seat: number for number, seat in enumerate(seats)}

    def rank(seat: Seat) -> int:
        return ranks.get(seat, len(ranks))

    reacted = [
        (outcome, seat)
        for _, outcome, seat in sorted(used, key=lambda use: (use[0], use[1], rank(use[2])))
    ]
    carried = tuple(seat for outcome, seat in reacted if outcome == SealedOutcome.DONE)
    if late and [seat for _, seat in reacted] != (
        as_agreed := sorted((seat for _, seat in reacted), key=rank)
    ):
        return ReactionOrder(carried, tuple(as_agreed), agreed_late=True)
    return ReactionOrder(carried, tuple(sorted(carried, key=rank)), agreed_late=late)


def _seats_in_order(
    claim: Claim, at: DisputedMoment, reacting: set[Seat]
) -> tuple[list[Seat], bool]:
    """The seats in turn order, or as all who reacted agreed; and whether the claimant's letter
    agreed in time, but was received late.
    """
    rows = Sealed.objects.filter(
        game=claim.game, interval=at.key, kind=SealedKind.AGREE, made__lte=at.entry
    ).filter(Q(outcome=SealedOutcome.OVER) | Q(used=None))
    agreed = {row.seat: row.text for row in rows.order_by("serial")}
    letter = mail(claim.letter) if claim.letter else None
    late = (
        _agreed_order_in(letter) if letter and letter.reached and at.in_time(letter.reached) else ""
    )
    if late:
        agreed[claim.seat] = late
    engine = engine_of(claim.game.system)
    in_turn = list(engine.seats_in_order(recording_and_replay.position_at(claim.game, at.entry)))
    agreements = {agreed.get(seat) for seat in reacting}
    if len(reacting) < 2 or len(agreements) > 1 or None in agreements:
        return in_turn, False
    ordered = [seat for seat in (late or str(agreements.pop())).split(", ") if seat in reacting]
    return ordered if set(ordered) == reacting else in_turn, bool(late)


def _agreed_order_in(letter: Mail) -> str:
    """The order of seats in a letter's `agree` line, as the table stores it; "" if there is
    none.
    """
    for line in letter.text.lower().splitlines():
        if line.strip().startswith("agree "):
            return ", ".join(
                name.strip()
                for name in line.strip().removeprefix("agree ").split(",")
                if name.strip()
            )
    return ""


# --- by arrival -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reaction:
    """A reaction and its arrival."""

    row: Sealed
    arrived: datetime
    stamped: bool = False
    """Whether `arrived` is a stamp of a mail server on the receiving side, instead of the receipt
    (PR-MAIL-02).
    """


def carried_out_by_arrival(game: Game) -> bool:
    """Whether the game carries each reaction out as it arrives, instead of collecting them."""
    return game_settings.of(game).gather == "arrival"


def arrivals(claim: Claim, at: DisputedMoment) -> list[Reaction]:
    """The interval's reactions after the moment, by arrival. A stamp on the claimant's letter
    replaces the receipt (PR-MAIL-02). Reactions of standing orders are left out: they act again by
    themselves.
    """
    rows = Sealed.objects.filter(
        game=claim.game,
        interval=at.key,
        kind=SealedKind.REACTION,
        used__gt=at.entry,
        outcome__in=[SealedOutcome.DONE, SealedOutcome.RETURNED],
    )
    stamped = _stamped(claim)
    found = []
    for row in rows.exclude(source=Source.STANDING).order_by("serial"):
        stamp = stamped.get(row.at) if row.seat == claim.seat else None
        if row.data.get(ARRIVED):
            found.append(Reaction(row, datetime.fromisoformat(row.data[ARRIVED])))
        elif stamp is not None and stamp < row.at:
            found.append(Reaction(row, stamp, stamped=True))
        else:
            found.append(Reaction(row, row.at))
    return sorted(found, key=lambda reaction: (reaction.arrived, reaction.row.serial))


def _stamped(claim: Claim) -> dict[datetime, datetime]:
    """For the claimant's letters: the second of receipt -> the time at a mail server of the
    receiving side.
    """
    outcomes = [ArrivalOutcome.ORDERS, ArrivalOutcome.CONFIRMED]
    rows = Arrival.objects.filter(
        game=claim.game, seat__colour=claim.seat, taken__lt=claim.made, outcome__in=outcomes
    ).defer("raw")
    letters = [mail(arrival) for arrival in rows]
    return {
        clock.whole(letter.taken): letter.reached
        for letter in letters
        if letter.reached and not letter.confirmed and not letter.contradicts
    }


def _arrival_order(claim: Claim, at: DisputedMoment) -> ReactionOrder:
    """The order where reactions are carried out as they arrive."""
    reactions = arrivals(claim, at)
    carried_out = [reaction for reaction in reactions if reaction.row.outcome == SealedOutcome.DONE]
    carried = tuple(
        reaction.row.seat
        for reaction in sorted(
            carried_out, key=lambda reaction: (reaction.row.used or 0, reaction.row.serial)
        )
    )
    return ReactionOrder(
        carried,
        tuple(reaction.row.seat for reaction in carried_out),
        by_stamp=any(reaction.stamped for reaction in reactions),
    )
