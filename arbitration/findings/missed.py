"""`missed`: play ran past a seat that wished to act (PR-BACKUP-01, -02, -04)."""

from __future__ import annotations

from arbitration.evidence.items import DisputedMoment, Dossier, hour
from arbitration.findings.base import Fact, FindingResult, for_another, opened, undone
from traders.engines.kernel.words import named


def find(dossier: Dossier) -> FindingResult:
    """`stand` where play waited for the seat or it claims too late, `admit` where nothing was
    revealed since, else `unsettled`.
    """
    another = for_another(dossier)
    if another is not None:
        return another
    at, told, limit = dossier.at, dossier.told, dossier.limit
    assert at is not None and told is not None, "a wish that was missed has its moment"
    noticed = Fact(
        f"The notice of it to {named(dossier.seat)} was accepted for delivery by our mail server "
        f"at {hour(told)}; {dossier.by} claimed at {hour(dossier.made)}.",
        "receipts",
    )
    facts = (opened(at), noticed)
    if at.waited:  # who says nothing passes at the deadline (PR-INTERVAL-03)
        waited = Fact(
            f"Play waited in it for {named(dossier.seat)}"
            + (f" until {hour(at.passed)}." if at.passed else "."),
            "deadline",
        )
        return FindingResult(
            "stand", ("PR-INTERVAL-03", "PR-BACKUP-01", "PR-REMEDY-01"), (*facts, waited), at=at
        )
    if limit is not None and dossier.made > limit:  # (PR-BACKUP-01)
        late = Fact(f"The time for such a claim was over at {hour(limit)}.", "the clock")
        return FindingResult("stand", ("PR-BACKUP-01", "PR-REMEDY-01"), (*facts, late), at=at)
    return _in_time(dossier, at, facts)


def _in_time(dossier: Dossier, at: DisputedMoment, facts: tuple[Fact, ...]) -> FindingResult:
    """Play did not wait for the seat, and it has claimed in time."""
    able = Fact(
        f"{named(dossier.seat)} could have made the order named then.",
        "the position at that moment",
        (dossier.seat,),
    )
    if dossier.undone.nothing_revealed:  # the game backs up by itself (PR-BACKUP-02)
        return FindingResult(
            "admit",
            ("PR-BACKUP-01", "PR-BACKUP-02", "PR-REMEDY-02", "PR-REMEDY-08"),
            (*facts, able, undone(dossier)),
            lesser=("Letting it stand would leave a wish claimed in time unheard.",),
            order=dossier.order,
            at=at,
        )
    # The referee weighs whether the claimant could profit from what was revealed (PR-BACKUP-04).
    return FindingResult(
        "unsettled",
        ("PR-BACKUP-02", "PR-BACKUP-04"),
        (*facts, able, undone(dossier)),
        order=dossier.order,
        at=at,
        reveals=True,
    )
