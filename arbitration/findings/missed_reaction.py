"""`missed`: play ran past a seat that wished to act (PR-BACKUP-01, -02, -04)."""

from __future__ import annotations

from arbitration.evidence.evidence_types import DisputedMoment, EvidenceFile, hour
from arbitration.findings.finding_types import Fact, FindingResult, moment_fact, undone_fact
from arbitration.models import Remedy
from traders.engines.kernel.words import named


def find(evidence: EvidenceFile) -> FindingResult:
    """`stand` where play waited for the seat or it claims too late, `admit` where nothing was
    revealed since, else `unsettled`.
    """
    at, notified, until = evidence.at, evidence.notified_at, evidence.claim_until
    assert at is not None and notified is not None, "a wish that was missed has its moment"
    noticed = Fact(
        f"The notice of it to {named(evidence.seat)} was accepted for delivery by our mail server "
        f"at {hour(notified)}; {evidence.by} claimed at {hour(evidence.made)}.",
        "receipts",
    )
    facts = (moment_fact(at), noticed)
    if at.waited:  # without a reaction the seat passes at the deadline (PR-INTERVAL-03)
        waited = Fact(
            f"Play waited in it for {named(evidence.seat)}"
            + (f" until {hour(at.passed)}." if at.passed else "."),
            "deadline",
        )
        return FindingResult(
            Remedy.STAND,
            ("PR-INTERVAL-03", "PR-BACKUP-01", "PR-REMEDY-01"),
            (*facts, waited),
            at=at,
        )
    if until is not None and evidence.made > until:  # (PR-BACKUP-01)
        late = Fact(f"The time for such a claim was over at {hour(until)}.", "the clock")
        return FindingResult(Remedy.STAND, ("PR-BACKUP-01", "PR-REMEDY-01"), (*facts, late), at=at)
    return _in_time(evidence, at, facts)


def _in_time(evidence: EvidenceFile, at: DisputedMoment, facts: tuple[Fact, ...]) -> FindingResult:
    """The finding where play did not wait for the seat and the claim is in time."""
    able = Fact(
        f"{named(evidence.seat)} could have made the order named then.",
        "the position at that moment",
        (evidence.seat,),
    )
    if evidence.undone.nothing_revealed:  # the game backs up by itself (PR-BACKUP-02)
        return FindingResult(
            Remedy.ADMIT,
            ("PR-BACKUP-01", "PR-BACKUP-02", "PR-REMEDY-02", "PR-REMEDY-08"),
            (*facts, able, undone_fact(evidence)),
            lesser=("If the move stands, a wish claimed in time is left unheard.",),
            order=evidence.order,
            at=at,
        )
    # The referee weighs whether the claimant could profit from what was revealed (PR-BACKUP-04).
    return FindingResult(
        Remedy.UNSETTLED,
        ("PR-BACKUP-02", "PR-BACKUP-04"),
        (*facts, able, undone_fact(evidence)),
        order=evidence.order,
        at=at,
        reveals=True,
    )
