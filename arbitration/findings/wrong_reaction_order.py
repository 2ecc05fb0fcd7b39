"""`priority`: reactions or letters were carried out in the wrong order (PR-PRIORITY-01, -02,
PR-RECEIPT-01).
"""

from __future__ import annotations

from arbitration.evidence.evidence_types import EvidenceFile, hour
from arbitration.findings.finding_types import Fact, FindingResult, undone_fact
from arbitration.findings.late_letter import time_facts
from arbitration.models import Remedy
from traders.engines.kernel.words import named

MOST_LETTERS = 6


def find(evidence: EvidenceFile) -> FindingResult:
    """`reorder` if the rules give another order, else `stand`."""
    at = evidence.at
    if at is None or at.kind == "order" or not evidence.carried:
        return _letters_in_order(evidence)
    facts = (
        *(
            time_facts(evidence.mail, at)
            if (evidence.agreed_late or evidence.by_stamp) and evidence.mail
            else ()
        ),
        Fact(
            f"Reactions of '{at.name}' were carried out in the order "
            f"{', '.join(evidence.carried)}.",
            "history",
        ),
    )
    if not evidence.by_rule or evidence.by_rule == evidence.carried:
        return FindingResult(
            Remedy.STAND, ("PR-PRIORITY-01", "PR-RECEIPT-01", "PR-REMEDY-01"), facts, at=at
        )
    # a returned reaction stays secret (PR-PRIORITY-03)
    all_known = set(evidence.by_rule) <= set(evidence.carried)
    rightful = Fact(
        f"The rules give the order {', '.join(evidence.by_rule)}.",
        "the postal rules",
        None if all_known else (),
    )
    why: tuple[str, ...] = ("PR-PRIORITY-01",)
    if evidence.agreed_late or evidence.by_stamp:
        why = ("PR-MAIL-02", "PR-PRIORITY-02" if evidence.agreed_late else "PR-PRIORITY-01")
    return FindingResult(
        Remedy.REORDER,
        (*why, "PR-REMEDY-04", "PR-BACKUP-02", "PR-REMEDY-08"),
        (*facts, rightful, undone_fact(evidence)),
        lesser=("If the move stands, reactions keep an order that the rules do not give.",),
        order=evidence.mail.text if evidence.agreed_late and evidence.mail else "",
        at=at,
        reveals=not evidence.undone.nothing_revealed,
    )


def _letters_in_order(evidence: EvidenceFile) -> FindingResult:
    """The finding on letters of one seat: they count in the order in which the server received
    them, whatever their own dates (PR-RECEIPT-01).
    """
    facts = tuple(
        Fact(
            f"A letter of {named(evidence.seat)}'s was taken at {hour(mail.taken)}"
            + (f"; it dates itself {hour(mail.dated)}." if mail.dated else "."),
            "receipt",
        )
        for mail in evidence.letters[-MOST_LETTERS:]
    )
    none = (Fact("No reactions were carried out together.", "history"),)
    return FindingResult(
        Remedy.STAND,
        ("PR-RECEIPT-01", "PR-EVIDENCE-01", "PR-REMEDY-01"),
        facts or none,
        at=evidence.at,
    )
