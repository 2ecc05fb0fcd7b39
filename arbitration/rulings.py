"""Giving a ruling: who may, when, in what form, and carrying it out (PR-RULING, PR-CLAIM-04)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from arbitration import calendar, conflict, corrections, dossier, freezing, precedents, remedies
from arbitration.evidence import At
from arbitration.models import Appeal, Claim, ClaimKind, ClaimStatus, Remedy, Ruling
from arbitration.moment import reacted_in
from arbitration.statements import all_have_answered
from traders.domain import clock, history, staying, sweep
from traders.domain.desk import Desk, at_desk
from traders.domain.passage import Passage
from traders.engines.contract import Refusal
from traders.models import Entry, Kind, Player, Seat

AS_FOUND, UPHELD = "as found", "uphold"
"""What a ruling may say in place of a remedy: the finding's; on appeal, that it stays as ruled."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a referee writes into the form of a ruling (PR-RULING-01)."""

    remedy: str = AS_FOUND
    reasons: str = ""
    departs: str = ""
    """Why it departs from the finding, or from earlier rulings in like cases."""
    groundless: bool = False
    order: str = ""
    """The order to be admitted, where it is not the one that the claim names."""
    move: int = 0
    """The move that it is about, where that is not the claim's moment."""
    give: timedelta | None = None
    position: Any = None
    correction: str = ""
    """How the position should be, in the words of scenarios; see `corrections`."""
    against: str = ""
    what: str = ""
    seen: int = -1
    """Number of the last entry on the page that the referee looked at; a ruling from a stale page is refused."""


def give(claim_id: int, referee: Player, given: Given, at: datetime | None = None) -> Ruling:
    """Rule on a claim, or on the appeal against its ruling; raises `Refusal`, and nothing is changed then."""
    at = clock.whole(at or clock.now())
    game_id = Claim.objects.values_list("game_id", flat=True).get(pk=claim_id)
    sweep.catch_up(game_id, at)
    with transaction.atomic():
        with at_desk(game_id, at) as desk:
            claim = Claim.objects.select_related("finding").get(pk=claim_id)  # the desk has the one lock
            claim.game = desk.game
            appeal = _appeal(claim)
            given, remedy = _meant(claim, appeal, given)
            _check(desk, claim, appeal, referee, remedy, given)
            if appeal is not None:
                freezing.thaw_appeal(desk, appeal)
            freezing.thaw(desk, claim, upheld=remedy not in (Remedy.STAND, Remedy.CONDUCT))
            if given.remedy == UPHELD:
                desk.passage.notices.append("The game stays as it was ruled.")
                desk.course.go_on()
            else:
                remedies.carry_out(desk, claim, order_of(desk, claim, remedy, given))
            desk.settle()
            ruling = _row(desk, claim, appeal, referee, remedy, given)
            _close(desk, claim, ruling)
            _tell(desk.passage, ruling)
        if not freezing.still_frozen(game_id):
            staying.make_what_waited(game_id, at)
    return ruling


def _meant(claim: Claim, appeal: Appeal | None, given: Given) -> tuple[Given, str]:
    """The remedy that a ruling names. One that upholds has that of the first ruling, and its reason for departing from the finding."""
    if given.remedy == UPHELD and appeal is not None:
        first = Ruling.objects.get(claim=claim, on_appeal=False)
        return replace(given, departs=given.departs if given.departs.strip() else first.departs), first.remedy
    return given, claim.finding.remedy if given.remedy == AS_FOUND else given.remedy


def _appeal(claim: Claim) -> Appeal | None:
    return Appeal.objects.filter(claim=claim).first()


def _check(desk: Desk, claim: Claim, appeal: Appeal | None, referee: Player, remedy: str, given: Given) -> None:
    """All that stands against the ruling, the gravest first."""
    if claim.status == ClaimStatus.WITHDRAWN:
        raise Refusal("The claim was withdrawn.", "PR-CLAIM-01", kind="stale")
    ruled = Ruling.objects.filter(claim=claim).count()
    if ruled and (appeal is None or ruled > 1):
        raise Refusal(
            "The claim has been ruled on" + (", and on appeal; that is final." if ruled > 1 else "; it can be appealed against."),
            "PR-APPEAL-01",
        )
    conflict.may_rule(referee, claim)
    due = appeal.answers_due if appeal else claim.answers_due
    if desk.now <= due and not all_have_answered(claim, appeal):
        raise Refusal(f"The others are heard until {due:%H:%M:%S UTC on %-d %B}, or until all have answered.", "PR-CLAIM-04")
    if given.seen >= 0 and Entry.objects.filter(game=claim.game, number__gt=given.seen).exists():
        raise Refusal("Play has gone on since that page was made. Look at the case again.", "PR-RULING-01", kind="stale")
    if remedy not in Remedy.values or remedy == Remedy.UNSETTLED:
        raise Refusal("The finding does not settle it: a ruling names a remedy.", "PR-RULING-01")
    if not given.reasons.strip():
        raise Refusal("A ruling states its reasons.", "PR-RULING-01")
    if remedy != claim.finding.remedy and not given.departs.strip():
        raise Refusal("A ruling that departs from the finding says why.", "PR-RULING-01")
    others = precedents.departed_from(claim.finding, remedy)
    if others and not given.departs.strip():
        earlier = "; ".join(f"'{entry.title}' ({entry.get_remedy_display()})" for entry in others)
        raise Refusal(f"It departs from what was ruled in like cases, and says why: {earlier}.", "PR-PRECEDENT-01")


def order_of(desk: Desk, claim: Claim, remedy: str, given: Given) -> remedies.Order:
    """What is ordered by a ruling in that form."""
    at = _at_move(desk, given.move, remedy) if given.move else dossier.at_of(claim)
    text = _taken_in(claim, remedy, given)
    position = given.position
    if given.correction.strip() and remedy == Remedy.PUT_RIGHT:
        position = corrections.corrected(desk.game, history.position_at(desk.game, desk.game.head), given.correction)
    return remedies.Order(remedy, at, text, given.give, position, given.against, given.what, why=f"ruling on claim {claim.number}")


def _taken_in(claim: Claim, remedy: str, given: Given) -> str:
    """What a remedy takes in: the order that is admitted, or what was agreed on who goes first. What else a claim names is not made by
    carrying out reactions again (PR-REMEDY-04)."""
    if remedy == Remedy.REORDER and claim.kind != ClaimKind.PRIORITY:
        return ""
    return given.order or claim.finding.order or claim.order


def _at_move(desk: Desk, number: int, remedy: str) -> At:
    """The making of a move, as a moment to which play can back up; to carry reactions out in another order, the interval in whose course it was
    made (PR-REMEDY-04)."""
    entry = Entry.objects.filter(game=desk.game, number=number).first()
    if entry is None or entry.kind == Kind.START or not history.in_play(desk.game, number):
        raise Refusal(f"Move {number} is not in play.", "PR-RECORD-02")
    if remedy == Remedy.REORDER and (found := reacted_in(desk.game, entry)) is not None:
        interval, stand = found
        return At("interval", interval.name, interval.key, stand.entry, stand.begin, interval.last.end, seats=interval.seats)
    return At("order", f"move {number}", number, entry.parent, entry.at, entry.at)


def _row(desk: Desk, claim: Claim, appeal: Appeal | None, referee: Player, remedy: str, given: Given) -> Ruling:
    return Ruling.objects.create(
        claim=claim,
        referee=referee,
        on_appeal=appeal is not None,
        found=claim.finding.remedy,
        remedy=remedy,
        facts=remedies.open_facts(claim.finding),
        rules=claim.finding.rules,
        reasons=given.reasons.strip(),
        departs=given.departs.strip() if remedy != claim.finding.remedy or precedents.departed_from(claim.finding, remedy) else "",
        data=_needed(given),
        groundless=given.groundless,
        at=desk.now,
        entry=desk.game.number,
    )


def _needed(given: Given) -> dict[str, Any]:
    """What the remedy needed beside its name."""
    give = int(given.give.total_seconds()) if given.give is not None else None
    named = {
        "order": given.order,
        "move": given.move,
        "give": give,
        "against": given.against,
        "what": given.what,
        "correction": given.correction,
    }
    return {name: value for name, value in named.items() if value} | ({"upholds": True} if given.remedy == UPHELD else {})


def _close(desk: Desk, claim: Claim, ruling: Ruling) -> None:
    """The claim is ruled on; one found groundless counts against its seat (PR-CLAIM-05)."""
    claim.status = ClaimStatus.RULED
    claim.save()
    calendar.close_for(claim, desk.now)
    precedents.publish(ruling)
    if ruling.groundless and not ruling.on_appeal:
        place = next(place for place in desk.seats if place.colour == claim.seat)
        place.groundless += 1
        Seat.objects.filter(pk=place.pk).update(groundless=place.groundless)


def _tell(passage: Passage, ruling: Ruling) -> None:
    """All seats are told, hidden cards and money left out (PR-RULING-01)."""
    claim = ruling.claim
    passage.at_once = True
    title = f"Ruling on {'the appeal against claim' if ruling.on_appeal else 'claim'} {claim.number} ({claim.kind}, by {claim.seat})"
    rules = ", ".join(ruling.rules)
    passage.notices.append(
        f"{title}: {'upheld: ' if ruling.data.get('upholds') else ''}{ruling.get_remedy_display()}. Facts: {ruling.facts} Rules: {rules}. Reasons: {ruling.reasons}"
    )
    if ruling.departs:
        passage.notices.append(f"It departs from {ruling.departed_from}, because: {ruling.departs}")
    if not ruling.on_appeal:
        passage.notices.append(f"Any seat may appeal, once: appeal {claim.number}: <words>")
