"""Giving a ruling: checks, form, and carrying it out (PR-RULING, PR-CLAIM-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from arbitration.casebook import precedents_and_publication
from arbitration.claims.answers_and_withdrawal import all_have_answered, heard_until
from arbitration.claims.claim_subject import reacted_in
from arbitration.evidence import evidence_file
from arbitration.evidence.evidence_types import DisputedMoment
from arbitration.models import Appeal, Claim, ClaimKind, ClaimStatus, Remedy, Ruling
from arbitration.referees import awaited_appeals, conflict_of_interest
from arbitration.remedies import (
    pausing,
    position_corrections,
    remedy_execution,
    ruling_and_pause_deadlines,
)
from traders.domain.calendar import clock
from traders.domain.history import recording_and_replay
from traders.domain.play import claim_pause
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.settings import game_settings
from traders.domain.table import game_progression
from traders.domain.table.change_set import ChangeSet
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import in_quotes
from traders.models import Entry, Player

AS_FOUND, UPHELD = "as found", "uphold"
"""Values in place of a remedy: the finding's remedy; on appeal, the first ruling's."""


@dataclass(frozen=True, slots=True)
class RulingRequest:
    """A ruling as the referee fills in its form (PR-RULING-01)."""

    remedy: str = AS_FOUND
    reasons: str = ""
    departs: str = ""
    """The reason for departing from the finding, or from earlier rulings in like cases."""
    unfounded: bool = False
    beside: tuple[str, ...] = ()
    """Further remedies, ordered together with it (PR-REMEDY-09)."""
    order: str = ""
    """The order to be admitted, if not the one that the claim names."""
    move: int = 0
    """The move that it is about, if not the claim's moment; 0 otherwise."""
    give: timedelta | None = None
    seat: str = ""
    """The seat that is given time, if not the claimant; for a case about no seat, the seat that
    another remedy is for.
    """
    position: object = None
    correction: str = ""
    """The facts of the corrected position, as in scenarios; see `position_corrections`."""
    winners: tuple[str, ...] | None = None
    """The rightful winners of a game that is over (PR-SEAT-07); () for nobody."""
    against: str = ""
    cost: str = ""
    seen: int = -1
    """The last entry on the page that the referee read; a ruling from an outdated page is
    refused.
    """


def give(
    claim_id: int, referee: Player, request: RulingRequest, at: datetime | None = None
) -> Ruling:
    """Rule on a claim, or on the appeal against its ruling. Raises `Refusal`; nothing is changed
    then.
    """
    taken = at or clock.exact()
    at = clock.whole(taken)
    game_id = Claim.objects.values_list("game_id", flat=True).get(pk=claim_id)
    with timeline.in_order(game_id, taken):
        with open_session(game_id, at) as session:
            # locked by the session
            claim = Claim.objects.select_related("finding").get(pk=claim_id)
            claim.game = session.game
            appeal = Appeal.objects.filter(claim=claim).first()
            request, ordered = _request_and_remedies(claim, appeal, request)
            _check(session, claim, appeal, referee, ordered, request)
            unfreeze(session, claim, appeal)
            if request.remedy == UPHELD:
                session.change_set.notices.append("The game stays as it was ruled.")
                game_progression.go_on(session.table)
            else:
                moment = evidence_file.at_of(claim)
                orders = orders_of(session, claim, ordered, request, moment)
                remedy_execution.carry_out(session, claim, *orders)
            session.settle()
            ruling = _row(session, claim, appeal, referee, ordered, request)
            pausing.account(session, claim)
            _close(session, claim, ruling)
            _tell(session.change_set, ruling)
            if appeal is not None:
                ruling_and_pause_deadlines.begin(session, claim)
        if not pausing.still_frozen(game_id):
            claim_pause.make_what_waited(game_id, at)
    return ruling


def _request_and_remedies(
    claim: Claim, appeal: Appeal | None, request: RulingRequest
) -> tuple[RulingRequest, list[str]]:
    """The request and its remedies. A ruling that upholds takes the first ruling's remedies, and
    its reason for departing from the finding.
    """
    if request.remedy == UPHELD and appeal is not None:
        first = Ruling.objects.get(claim=claim, on_appeal=False)
        return replace(
            request, departs=request.departs if request.departs.strip() else first.departs
        ), [*first.remedies]
    return request, ordered_remedies(claim, request)


def ordered_remedies(claim: Claim, request: RulingRequest) -> list[str]:
    """The remedies of a ruling in the order of execution: the point from which play goes on, then
    time, then conduct (PR-REMEDY-09). Raises `Refusal` if several set that point.
    """
    remedies_named = [
        claim.finding.remedy if remedy == AS_FOUND else remedy
        for remedy in (request.remedy, *request.beside)
    ]
    ordered = sorted(
        dict.fromkeys(remedies_named),
        key=lambda remedy: Remedy.values.index(remedy) if remedy in Remedy.values else -1,
    )
    beside = [remedy for remedy in ordered[1:] if remedy not in (Remedy.TIME, Remedy.CONDUCT)]
    if beside and ordered[0] in Remedy.values:
        raise Refusal(
            f"'{ordered[0]}' and '{beside[0]}' cannot be ordered together: play goes on from "
            "one place.",
            "PR-REMEDY-09",
        )
    return ordered


def unfreeze(session: GameSession, claim: Claim, appeal: Appeal | None) -> None:
    """End the pauses of the claim and its appeal."""
    if appeal is not None:
        pausing.thaw_appeal(session, appeal)
    pausing.thaw(session, claim)


def _check(
    session: GameSession,
    claim: Claim,
    appeal: Appeal | None,
    referee: Player,
    ordered: Sequence[str],
    request: RulingRequest,
) -> None:
    """Raise `Refusal` for anything that stands against the ruling, the gravest first."""
    if claim.status == ClaimStatus.WITHDRAWN:
        raise Refusal("The claim was withdrawn.", "PR-CLAIM-01", kind="stale")
    given = Ruling.objects.filter(claim=claim).count()
    if given and (appeal is None or given > 1):
        raise Refusal(
            "The claim has been ruled on"
            + (", and on appeal; that is final." if given > 1 else "; it can be appealed against."),
            "PR-APPEAL-01",
        )
    conflict_of_interest.may_rule(referee, claim)
    if appeal is None:
        _no_appeal_is_open(claim, request)
    due = heard_until(claim, appeal, session.now)
    if session.now <= due and not all_have_answered(claim, appeal):
        raise Refusal(
            f"The others are heard until {due:%H:%M:%S UTC on %-d %B}, or until all have answered.",
            "PR-CLAIM-04",
        )
    if (
        request.seen >= 0
        and Entry.objects.filter(game=claim.game, number__gt=request.seen).exists()
    ):
        raise Refusal(
            "Play has gone on since that page was made. Look at the case again.",
            "PR-RULING-01",
            kind="stale",
        )
    if any(remedy not in Remedy.values or remedy == Remedy.UNSETTLED for remedy in ordered):
        raise Refusal("The rules do not settle it: choose a decision.", "PR-RULING-01")
    if not request.reasons.strip():
        raise Refusal("A ruling states its reasons.", "PR-RULING-01")
    if claim.finding.departed_from(ordered[0]) and not request.departs.strip():
        raise Refusal("You decide otherwise than the rules say: say why.", "PR-RULING-01")
    others = precedents_and_publication.departed_from(claim.finding, ordered[0])
    if others and not request.departs.strip():
        earlier = "; ".join(f"'{entry.title}' ({entry.ordered})" for entry in others)
        raise Refusal(
            f"You decide otherwise than in like cases: say why. {earlier}.",
            "PR-PRECEDENT-01",
        )


def _no_appeal_is_open(claim: Claim, request: RulingRequest) -> None:
    """Raise `Refusal` while an appeal is open on another claim about the moment of this one, or
    about the move of which the ruling speaks (PR-APPEAL-01).
    """
    move = {"kind": "order", "key": request.move} if request.move else {}
    awaited = awaited_appeals.awaited(claim) or awaited_appeals.awaited(claim, move)
    if awaited is not None:
        raise Refusal(
            f"It is ruled on when {awaited_appeals.words(awaited)}, is over.", "PR-APPEAL-01"
        )


def orders_of(
    session: GameSession,
    claim: Claim,
    ordered: Sequence[str],
    request: RulingRequest,
    moment: DisputedMoment | None,
) -> list[remedy_execution.RemedyOrder]:
    """The ruling's remedies as orders, one each; `moment` is the claim's."""
    return [_order(session, claim, remedy, request, moment) for remedy in ordered]


def _order(
    session: GameSession,
    claim: Claim,
    remedy: str,
    request: RulingRequest,
    moment: DisputedMoment | None,
) -> remedy_execution.RemedyOrder:
    at = _at_move(session, request.move, remedy) if request.move else moment
    text = _order_text(claim, remedy, request)
    position = request.position
    if request.correction.strip() and remedy == Remedy.PUT_RIGHT:
        position = position_corrections.corrected(
            session.game,
            recording_and_replay.position_at(session.game, session.game.head),
            request.correction,
        )
    return remedy_execution.RemedyOrder(
        remedy,
        at,
        text,
        request.give,
        position,
        seat=request.seat,
        against=request.against,
        cost=request.cost,
        winners=request.winners,
        why=f"ruling on {claim.name}",
    )


def _order_text(claim: Claim, remedy: str, request: RulingRequest) -> str:
    """The order that a remedy carries out: the one admitted, or the agreement on who goes first.
    Nothing for other claims whose reactions are carried out again (PR-REMEDY-04).
    """
    if remedy == Remedy.REORDER and claim.kind != ClaimKind.PRIORITY:
        return ""
    return request.order or claim.finding.order or claim.order


def _at_move(session: GameSession, number: int, remedy: str) -> DisputedMoment:
    """A move as a moment to which play can back up; for another order of reactions, the interval in
    which the move was made (PR-REMEDY-04).
    """
    entry = recording_and_replay.move_in_play(session.game, number)
    if remedy == Remedy.REORDER and (found := reacted_in(session.game, entry)) is not None:
        interval, stand = found
        return DisputedMoment(
            "interval",
            interval.name,
            interval.key,
            stand.entry,
            stand.begin,
            interval.last.end,
            seats=interval.seats,
        )
    return DisputedMoment("order", f"move {number}", number, entry.parent, entry.at, entry.at)


def _row(
    session: GameSession,
    claim: Claim,
    appeal: Appeal | None,
    referee: Player,
    ordered: Sequence[str],
    request: RulingRequest,
) -> Ruling:
    remedy = ordered[0]
    return Ruling.objects.create(
        claim=claim,
        referee=referee,
        on_appeal=appeal is not None,
        found=claim.finding.remedy,
        remedy=remedy,
        beside=list(ordered[1:]),
        facts=claim.finding.open_facts,
        rules=claim.finding.rules,
        reasons=request.reasons.strip(),
        departs=request.departs.strip()
        if claim.finding.departed_from(remedy)
        or precedents_and_publication.departed_from(claim.finding, remedy)
        else "",
        data=_stored_data(request),
        unfounded=request.unfounded,
        at=session.now,
        entry=session.game.number,
    )


def _stored_data(request: RulingRequest) -> dict[str, object]:
    """The remedy's arguments, as the ruling's row stores them."""
    give = int(request.give.total_seconds()) if request.give is not None else None
    values = {
        "order": request.order,
        "move": request.move,
        "give": give,
        "seat": request.seat,
        "against": request.against,
        "what": request.cost,
        "correction": request.correction,
    }
    stated = {"winners": list(request.winners)} if request.winners is not None else {}
    return (
        {name: value for name, value in values.items() if value}
        | stated
        | ({"upholds": True} if request.remedy == UPHELD else {})
    )


def _close(session: GameSession, claim: Claim, ruling: Ruling) -> None:
    """Close the claim, and publish its ruling."""
    claim.status = ClaimStatus.RULED
    claim.save()
    ruling_and_pause_deadlines.close_for(claim, session.now)
    precedents_and_publication.publish(ruling)


def _tell(change_set: ChangeSet, ruling: Ruling) -> None:
    """Announce the ruling to all seats, without hidden cards and money (PR-RULING-01)."""
    claim = ruling.claim
    change_set.at_once = True
    upheld = "upheld: " if ruling.data.get("upholds") else ""
    change_set.notices += [
        f"Ruling: {upheld}{ruling.ordered}. This is the ruling on "
        f"{'the appeal against ' if ruling.on_appeal else ''}{claim.name} by {claim.by}: "
        f"{claim.says}.",
        f"Why: {in_quotes(ruling.reasons)}",
    ]
    if ruling.departs:
        change_set.notices.append(
            f"The referee decided otherwise than {ruling.departed_from}, because: "
            f"{in_quotes(ruling.departs)}"
        )
    remedy_execution.tell_facts(change_set, claim.finding)
    if not ruling.on_appeal:
        until = ruling.at + game_settings.of(claim.game).appeal_time
        change_set.notices.append(
            f"If you disagree, write `appeal {claim.number}: your reasons` until "
            f"{until:%H:%M UTC on %-d %B}. A different referee decides, and that is final."
        )
