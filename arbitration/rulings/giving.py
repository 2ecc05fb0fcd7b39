"""Giving a ruling: who may, when, in what form, and carrying it out (PR-RULING, PR-CLAIM-04)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from arbitration.casebook import precedents
from arbitration.claims.statements import all_have_answered
from arbitration.claims.subject import reacted_in
from arbitration.evidence import dossier
from arbitration.evidence.items import DisputedMoment
from arbitration.models import Appeal, Claim, ClaimKind, ClaimStatus, Remedy, Ruling
from arbitration.referees import conflict
from arbitration.remedies import corrections, due_dates, freezing, remedies
from traders.domain.calendar import clock
from traders.domain.history import record
from traders.domain.play import holding
from traders.domain.play.session import GameSession, open_session
from traders.domain.settings import game_settings
from traders.domain.table import advance
from traders.domain.table.change_set import ChangeSet
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Entry, Kind, Player

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
    beside: tuple[str, ...] = ()
    """Further remedies, ordered together with it (PR-REMEDY-09)."""
    order: str = ""
    """The order to be admitted, where it is not the one that the claim names."""
    move: int = 0
    """The move that it is about, where that is not the claim's moment."""
    give: timedelta | None = None
    seat: str = ""
    """The seat that is given time, if not the claimant; of a case about no seat, the seat that
    another remedy is for.
    """
    position: Any = None
    correction: str = ""
    """How the position should be, in the words of scenarios; see `corrections`."""
    winners: tuple[str, ...] | None = None
    """Who should have won, of a game that is over (PR-SEAT-07); () where nobody should have."""
    against: str = ""
    what: str = ""
    seen: int = -1
    """Number of the last entry on the page that the referee looked at; a ruling from a stale page
    is refused.
    """


def give(claim_id: int, referee: Player, given: Given, at: datetime | None = None) -> Ruling:
    """Rule on a claim, or on the appeal against its ruling; raises `Refusal`, and nothing is
    changed then.
    """
    taken = at or clock.exact()
    at = clock.whole(taken)
    game_id = Claim.objects.values_list("game_id", flat=True).get(pk=claim_id)
    with timeline.in_order(game_id, taken):
        with open_session(game_id, at) as session:
            # the session has the one lock
            claim = Claim.objects.select_related("finding").get(pk=claim_id)
            claim.game = session.game
            appeal = _appeal(claim)
            given, ordered = _meant(claim, appeal, given)
            _check(session, claim, appeal, referee, ordered, given)
            let_go(session, claim, appeal, ordered)
            if given.remedy == UPHELD:
                session.change_set.notices.append("The game stays as it was ruled.")
                advance.go_on(session.table)
            else:
                remedies.carry_out(session, claim, *orders_of(session, claim, ordered, given))
            session.settle()
            ruling = _row(session, claim, appeal, referee, ordered, given)
            _close(session, claim, ruling)
            _tell(session.change_set, ruling)
        if not freezing.still_frozen(game_id):
            holding.make_what_waited(game_id, at)
    return ruling


def _meant(claim: Claim, appeal: Appeal | None, given: Given) -> tuple[Given, list[str]]:
    """The remedies that a ruling names. One that upholds has those of the first ruling, and its
    reason for departing from the finding.
    """
    if given.remedy == UPHELD and appeal is not None:
        first = Ruling.objects.get(claim=claim, on_appeal=False)
        return replace(given, departs=given.departs if given.departs.strip() else first.departs), [
            *first.remedies
        ]
    return given, together(claim, given)


def together(claim: Claim, given: Given) -> list[str]:
    """The remedies of a ruling in the order in which they are carried out: where play goes on from,
    then time, then conduct (PR-REMEDY-09). Refused where several say where play goes on from.
    """
    named = [
        claim.finding.remedy if remedy == AS_FOUND else remedy
        for remedy in (given.remedy, *given.beside)
    ]
    ordered = sorted(
        dict.fromkeys(named),
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


def let_go(
    session: GameSession, claim: Claim, appeal: Appeal | None, ordered: Sequence[str]
) -> None:
    """What was frozen goes on; the freezing time counts against its seat unless the claim is upheld
    (PR-CLAIM-03).
    """
    if appeal is not None:
        freezing.thaw_appeal(session, appeal)
    freezing.thaw(session, claim, upheld=ordered[0] not in (Remedy.STAND, Remedy.CONDUCT))


def _appeal(claim: Claim) -> Appeal | None:
    return Appeal.objects.filter(claim=claim).first()


def _check(
    session: GameSession,
    claim: Claim,
    appeal: Appeal | None,
    referee: Player,
    ordered: Sequence[str],
    given: Given,
) -> None:
    """All that stands against the ruling, the gravest first."""
    if claim.status == ClaimStatus.WITHDRAWN:
        raise Refusal("The claim was withdrawn.", "PR-CLAIM-01", kind="stale")
    ruled = Ruling.objects.filter(claim=claim).count()
    if ruled and (appeal is None or ruled > 1):
        raise Refusal(
            "The claim has been ruled on"
            + (", and on appeal; that is final." if ruled > 1 else "; it can be appealed against."),
            "PR-APPEAL-01",
        )
    conflict.may_rule(referee, claim)
    due = appeal.answers_due if appeal else claim.answers_due
    if session.now <= due and not all_have_answered(claim, appeal):
        raise Refusal(
            f"The others are heard until {due:%H:%M:%S UTC on %-d %B}, or until all have answered.",
            "PR-CLAIM-04",
        )
    if given.seen >= 0 and Entry.objects.filter(game=claim.game, number__gt=given.seen).exists():
        raise Refusal(
            "Play has gone on since that page was made. Look at the case again.",
            "PR-RULING-01",
            kind="stale",
        )
    if any(remedy not in Remedy.values or remedy == Remedy.UNSETTLED for remedy in ordered):
        raise Refusal("The finding does not settle it: a ruling names a remedy.", "PR-RULING-01")
    if not given.reasons.strip():
        raise Refusal("A ruling states its reasons.", "PR-RULING-01")
    if ordered[0] != claim.finding.remedy and not given.departs.strip():
        raise Refusal("A ruling that departs from the finding says why.", "PR-RULING-01")
    others = precedents.departed_from(claim.finding, ordered[0])
    if others and not given.departs.strip():
        earlier = "; ".join(f"'{entry.title}' ({entry.ordered})" for entry in others)
        raise Refusal(
            f"It departs from what was ruled in like cases, and says why: {earlier}.",
            "PR-PRECEDENT-01",
        )


def orders_of(
    session: GameSession, claim: Claim, ordered: Sequence[str], given: Given
) -> list[remedies.RemedyOrder]:
    """What is ordered by a ruling in that form, a remedy each."""
    return [_order(session, claim, remedy, given) for remedy in ordered]


def _order(session: GameSession, claim: Claim, remedy: str, given: Given) -> remedies.RemedyOrder:
    at = _at_move(session, given.move, remedy) if given.move else dossier.at_of(claim)
    text = _taken_in(claim, remedy, given)
    position = given.position
    if given.correction.strip() and remedy == Remedy.PUT_RIGHT:
        position = corrections.corrected(
            session.game, record.position_at(session.game, session.game.head), given.correction
        )
    return remedies.RemedyOrder(
        remedy,
        at,
        text,
        given.give,
        position,
        seat=given.seat,
        against=given.against,
        what=given.what,
        winners=given.winners,
        why=f"ruling on {claim.name}",
    )


def _taken_in(claim: Claim, remedy: str, given: Given) -> str:
    """What a remedy takes in: the order that is admitted, or what was agreed on who goes first.
    What else a claim names is not made by carrying out reactions again (PR-REMEDY-04).
    """
    if remedy == Remedy.REORDER and claim.kind != ClaimKind.PRIORITY:
        return ""
    return given.order or claim.finding.order or claim.order


def _at_move(session: GameSession, number: int, remedy: str) -> DisputedMoment:
    """The making of a move, as a moment to which play can back up; to carry reactions out in
    another order, the interval in whose course it was made (PR-REMEDY-04).
    """
    entry = Entry.objects.filter(game=session.game, number=number).first()
    if entry is None or entry.kind == Kind.START or not record.in_play(session.game, number):
        raise Refusal(f"Move {number} is not in play.", "PR-RECORD-02")
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
    given: Given,
) -> Ruling:
    remedy = ordered[0]
    return Ruling.objects.create(
        claim=claim,
        referee=referee,
        on_appeal=appeal is not None,
        found=claim.finding.remedy,
        remedy=remedy,
        beside=list(ordered[1:]),
        facts=remedies.open_facts(claim.finding),
        rules=claim.finding.rules,
        reasons=given.reasons.strip(),
        departs=given.departs.strip()
        if remedy != claim.finding.remedy or precedents.departed_from(claim.finding, remedy)
        else "",
        data=_needed(given),
        groundless=given.groundless,
        at=session.now,
        entry=session.game.number,
    )


def _needed(given: Given) -> dict[str, Any]:
    """What the remedy needed beside its name."""
    give = int(given.give.total_seconds()) if given.give is not None else None
    named = {
        "order": given.order,
        "move": given.move,
        "give": give,
        "seat": given.seat,
        "against": given.against,
        "what": given.what,
        "correction": given.correction,
    }
    stated = {"winners": list(given.winners)} if given.winners is not None else {}
    return (
        {name: value for name, value in named.items() if value}
        | stated
        | ({"upholds": True} if given.remedy == UPHELD else {})
    )


def _close(session: GameSession, claim: Claim, ruling: Ruling) -> None:
    """The claim is ruled on, and its ruling published."""
    claim.status = ClaimStatus.RULED
    claim.save()
    due_dates.close_for(claim, session.now)
    precedents.publish(ruling)


def _tell(change_set: ChangeSet, ruling: Ruling) -> None:
    """All seats are told, hidden cards and money left out (PR-RULING-01)."""
    claim = ruling.claim
    change_set.at_once = True
    title = (
        f"Ruling on {'the appeal against ' if ruling.on_appeal else ''}{claim.name} "
        f"({claim.kind}, by {claim.by})"
    )
    rules = ", ".join(ruling.rules)
    change_set.notices.append(
        f"{title}: {'upheld: ' if ruling.data.get('upholds') else ''}{ruling.ordered}. Facts: "
        f"{ruling.facts} Rules: {rules}. Reasons: {ruling.reasons}"
    )
    if ruling.departs:
        change_set.notices.append(
            f"It departs from {ruling.departed_from}, because: {ruling.departs}"
        )
    if not ruling.on_appeal:
        until = ruling.at + game_settings.of(claim.game).appeal_time
        change_set.notices.append(
            f"Any seat may appeal, once, until {until:%H:%M UTC on %-d %B}: appeal "
            f"{claim.number}: <words>"
        )
