"""Remedies, carried out as entries of the history (PR-REMEDY; docs/decisions has how)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from arbitration.evidence import evidence_file, reaction_order
from arbitration.evidence.evidence_types import DisputedMoment
from arbitration.evidence.reaction_order import ARRIVED, Reaction
from arbitration.evidence.received_header_trust import mail
from arbitration.models import Claim, ClaimStatus, Finding, Remedy, Ruling
from traders.domain.deadlines import deadline_changes
from traders.domain.play.commands import leaving_and_taking_seats, proposals
from traders.domain.play.commands.interpreter import Speech
from traders.domain.play.game_session import GameSession
from traders.domain.table import game_progression
from traders.domain.table.change_set import ChangeSet
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Chance, Interval, Over
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import named
from traders.models import Phase, SealedKind, SealedOutcome, Seat, SittingCause, Source


class Penalty(StrEnum):
    """A consequence of conduct beyond a warning (PR-REMEDY-07)."""

    SAVED_TIME = "time in hand"
    REMOVAL = "removal"


@dataclass(slots=True)
class RemedyOrder:
    """A remedy to carry out, with its arguments."""

    remedy: str
    moment: DisputedMoment | None = None
    text: str = ""
    give: timedelta | None = None
    position: object = None
    seat: str = ""
    """The seat that is given time. For a case about no seat also the seat whose order is admitted,
    or for which a window reopens.
    """
    against: str = ""
    """The seat whose conduct it is, and `what` it costs."""
    cost: str = ""
    """The seat whose conduct is punished, and the penalty; "" for a warning."""
    winners: tuple[str, ...] | None = None
    """The winners as they should have been, for a game that is over (PR-SEAT-07)."""
    why: str = ""
    notices: list[str] = field(default_factory=list)


def carry_out(session: GameSession, claim: Claim, *orders: RemedyOrder) -> None:
    """Carry several remedies out, in that order, in one session (PR-REMEDY-09). Raises `Refusal` if
    one of them cannot be; the session must then be given up as a whole.
    """
    for order in orders:
        _CARRY_OUT[order.remedy](session, claim, order)
        session.change_set.notices += order.notices
    game_progression.go_on(session.table)


def carry_out_finding(
    session: GameSession, claim: Claim, finding: Finding, why: str = ""
) -> Ruling:
    """Carry a finding out without a referee: nothing revealed is undone (PR-BACKUP-02), or the
    ruling time is over (PR-CLAIM-03). Returns the ruling that states it.
    """
    why = (
        why
        or "Nothing random and nothing hidden was revealed since: it is carried out by itself "
        "(PR-BACKUP-02)."
    )
    carry_out(
        session,
        claim,
        RemedyOrder(finding.remedy, evidence_file.at_of(claim), finding.order, why=claim.name),
    )
    claim.status = ClaimStatus.RULED
    claim.save()
    session.settle()
    session.change_set.notices.append(
        f"{claim.name.capitalize()}: {finding.get_remedy_display()}. {why}"
    )
    tell_facts(session.change_set, finding)
    return Ruling.objects.create(
        claim=claim,
        found=finding.remedy,
        remedy=finding.remedy,
        facts=finding.open_facts,
        rules=finding.rules,
        reasons=why,
        at=session.now,
        entry=session.game.number,
    )


def tell_facts(change_set: ChangeSet, finding: Finding) -> None:
    """Tell all seats the facts on which a ruling rests, and beside them each seat those that it
    alone may read (PR-RULING-01).
    """
    rules = ", ".join(finding.rules)
    change_set.notices.append(f"What was found: {finding.open_facts} ({rules})")
    for seat in {seat for _, _, to in finding.facts for seat in to or ()}:
        facts = " ".join(finding.facts_of(seat))
        change_set.own_notices.setdefault(seat, []).append(
            f"Also found, told to you alone: {facts}"
        )


def _seat_for(claim: Claim, order: RemedyOrder) -> str:
    """The seat whose order is admitted, or for which a window reopens: the claimant, or the seat
    that the ruling on a case names (PR-CLAIM-06).
    """
    seat = claim.seat or order.seat
    if not seat:
        raise Refusal("The case is about no seat: say which seat it is for.", "PR-CLAIM-06")
    return seat


# --- each remedy ----------------------------------------------------------------------------------


def _stand(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """Let the move stand: play goes on from where it stopped (PR-REMEDY-01)."""


def _admit(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """Back up to the disputed moment and carry the order out (PR-REMEDY-02). In an interval it
    joins the collected reactions, and the interval closes again; before an order it is made first.
    """
    if not order.text:
        raise Refusal("No order is named that could be admitted.", "PR-REMEDY-02")
    seat = _seat_for(claim, order)
    arrivals = _arrivals_before(claim, order)
    moment = _back_up_to(session, order)
    if moment.kind == "interval":
        _close_again(session, claim, moment, seat, order.text, arrivals)
        return
    if isinstance(session.table.pending(), Chance):
        raise Refusal(
            "There chance falls, and nobody can act just before it: name the order that led to it.",
            "PR-REMEDY-02",
        )
    _carry_out_lines(session, seat, order.text)


def _reopen(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """Back up and reopen the interval for the claimant, for the whole interval time. The other
    seats' reactions and passes stand (PR-REMEDY-03).
    """
    seat = _seat_for(claim, order)
    arrivals = [
        reaction for reaction in _arrivals_before(claim, order) if reaction.row.seat != seat
    ]
    moment = _back_up_to(session, order)
    table = session.table
    pending = table.pending()
    if moment.kind != "interval" or not isinstance(pending, Interval):
        return  # a choice has one seat, which is asked again by the back-up
    if seat not in pending.seats:
        raise Refusal(
            f"'{pending.name}' does not ask {named(seat)}: it cannot open again for that seat.",
            "PR-REMEDY-03",
            "PR-INTERVAL-04",
        )
    for kind, key in (
        (SealedKind.PASS, pending.key),
        (SealedKind.ANSWER, pending.key),
        (SealedKind.STANDING_PASS, None),
    ):
        for note in list(table.open(kind, seat, key)):
            table.use(note, SealedOutcome.UNDONE)
    for other in pending.seats:
        if other != seat and not any(table.open(SealedKind.PASS, other, pending.key)):
            table.keep(other, SealedKind.PASS, interval=pending.key, source=Source.REFEREE)
    if arrivals:  # the others' reactions stand, in order of arrival
        _queue_by_arrival(table, claim, moment, arrivals)


def _reorder(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """Back up and carry the interval's reactions out in the order that the rules give
    (PR-REMEDY-04).
    """
    arrivals = _arrivals_before(claim, order)
    moment = _back_up_to(session, order)
    if moment.kind != "interval":
        raise Refusal(
            "Only reactions of a reaction window can be carried out in another order.",
            "PR-REMEDY-04",
        )
    _close_again(session, claim, moment, claim.seat, order.text, arrivals)


def _put_right(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """Correct the position by an entry of its own; nothing is undone (PR-REMEDY-05)."""
    if order.winners is not None and session.game.phase != Phase.OVER:
        raise Refusal("Who has won is stated of a game that is over.", "PR-SEAT-07")
    position = order.position
    if position is None:
        position = session.table.state if order.winners is not None else session.replayed()
    session.put_right(
        position, f"{order.why}: the position is put right", Source.REFEREE, order.winners
    )
    order.notices.append("The position was put right; nothing was undone.")
    if order.winners is not None and isinstance(result := session.table.pending(), Over):
        order.notices.append(result.text)


def _time(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """Move a deadline, or add time to a clock (PR-REMEDY-06)."""
    if session.game.phase == Phase.OVER:
        raise Refusal("The game is over: no clock runs.", "PR-SEAT-07")
    if order.give is not None:
        seat = order.seat or claim.seat
        if not seat:
            raise Refusal("Say which seat is given time.", "PR-REMEDY-06")
        session.change_set.granted.append((seat, order.give))
        return
    notice = evidence_file.notice_of(claim, order.moment) if order.moment is not None else None
    if order.moment is None or notice is None:
        raise Refusal("Say how much time is given.", "PR-REMEDY-06")
    arrived = (
        max(at for at in (notice.delivered, notice.bounced) if at is not None)
        if notice.delivered or notice.bounced
        else session.now
    )
    key, begins = order.moment.key, arrived or session.now
    session.beside(
        lambda: deadline_changes.whole_from(session.game, claim.seat, key, begins, session.now)
    )


def _conduct(session: GameSession, claim: Claim, order: RemedyOrder) -> None:
    """Warn a seat, take its saved time, or remove its player from the game (PR-REMEDY-07)."""
    place = next((place for place in session.seats if place.colour == order.against), None)
    if order.cost and session.game.phase == Phase.OVER:
        raise Refusal("The game is over: conduct in it can cost a warning alone.", "PR-SEAT-07")
    if order.cost and place is None:
        raise Refusal("Say which seat it is about.", "PR-REMEDY-07")
    if place is not None and order.cost:
        session.beside(lambda: _punish(session, place, order.cost))
    order.notices.append(f"{order.against or 'The table'}: {order.cost or 'a warning'}.")


def _punish(session: GameSession, place: Seat, cost: str) -> None:
    if cost == Penalty.SAVED_TIME:
        place.bank = 0
        Seat.objects.filter(pk=place.pk).update(bank=0)
    elif cost == Penalty.REMOVAL:
        leaving_and_taking_seats.get_up(session, place, SittingCause.REMOVED)
        proposals.settle(session)


_CARRY_OUT: dict[str, Callable[[GameSession, Claim, RemedyOrder], None]] = {
    Remedy.STAND: _stand,
    Remedy.ADMIT: _admit,
    Remedy.REOPEN: _reopen,
    Remedy.REORDER: _reorder,
    Remedy.PUT_RIGHT: _put_right,
    Remedy.TIME: _time,
    Remedy.CONDUCT: _conduct,
}


# --- backing up -----------------------------------------------------------------------------------


def _back_up_to(session: GameSession, order: RemedyOrder) -> DisputedMoment:
    """Back play up to the order's moment, and return the moment. Raises `Refusal` if it is no
    longer in play or the game is over.
    """
    moment = order.moment
    if moment is None:
        raise Refusal(
            "The claim names no moment to back up to; say which move it is about.", "PR-REMEDY-02"
        )
    if session.game.phase == Phase.OVER:
        raise Refusal(
            "The game is over and its secret is told: play cannot back up any more.",
            "PR-SEAT-07",
            "PR-CHANCE-01",
        )
    session.settle()
    if not session.in_play(moment.entry):
        raise Refusal("That moment is no longer in play.", "PR-RECORD-02", kind="stale")
    session.back_up(moment.entry, order.why, Source.REFEREE)
    order.notices.append(
        f"Play goes back to move {moment.entry} ({order.why}); chance falls afresh (PR-CHANCE-02)."
    )
    return moment


def _arrivals_before(claim: Claim, order: RemedyOrder) -> list[Reaction]:
    """The interval's reactions by arrival, read before play backs up over them; empty where
    reactions are collected until the interval closes.
    """
    return (
        reaction_order.arrivals(claim, order.moment)
        if order.moment is not None and reaction_order.carried_out_by_arrival(claim.game)
        else []
    )


def _close_again(
    session: GameSession,
    claim: Claim,
    moment: DisputedMoment,
    seat: str,
    text: str,
    arrivals: list[Reaction],
) -> None:
    """Add the admitted order, if there is one, then have the interval close, or, where reactions
    are not collected, carry each out in order of arrival (PR-PRIORITY-01).
    """
    table = session.table
    was_still, table.still = table.still, True
    if text:
        _carry_out_lines(session, seat, text, f"i{moment.key}")
    if reaction_order.carried_out_by_arrival(session.game):
        _queue_by_arrival(table, claim, moment, arrivals)
    else:
        table.progress.rounds[moment.key].due = True
    table.still = was_still


def _queue_by_arrival(
    table: Table, claim: Claim, moment: DisputedMoment, arrivals: list[Reaction]
) -> None:
    """Put the reactions that play has backed up over into the queue again, in order of arrival; an
    admitted order takes the place of its stamp.
    """
    serials = {reaction.row.serial for reaction in arrivals}
    sent = mail(claim.letter) if claim.letter else None
    stamp = (sent.reached if sent else None) or moment.begun
    queue = [
        (stamp, note.serial)
        for note in table.open(SealedKind.REACTION, claim.seat, moment.key)
        if note.serial not in serials
    ]
    open_serials = {note.serial for note in table.open(SealedKind.REACTION, interval=moment.key)}
    for reaction in arrivals:
        row = reaction.row
        serial = row.serial
        if serial not in open_serials:
            data = {ARRIVED: reaction.arrived.isoformat()}
            note = table.keep(
                row.seat,
                SealedKind.REACTION,
                row.text,
                interval=moment.key,
                condition=row.condition,
                data=data,
                source=Source.REFEREE,
            )
            serial = note.serial
        queue.append((reaction.arrived, serial))
    round_ = table.progress.rounds[moment.key]
    round_.queue, round_.carrying = [serial for _, serial in sorted(queue)], True


def _carry_out_lines(session: GameSession, seat: str, text: str, moment: str = "") -> None:
    """Carry lines out for a seat. Raises `Refusal` with the first refusal."""
    lines = Speech(session.table, seat, moment, Source.REFEREE).speak(text)
    refused = next((line for line in lines if line.answer == "refused"), None)
    if refused is not None:
        raise Refusal(
            f"The order cannot be carried out there: {refused.words}",
            *(refused.rules or ("PR-REMEDY-02",)),
        )
