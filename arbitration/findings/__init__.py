"""Findings: pure functions from an evidence file to facts, rules and a remedy (PR-FINDING-01).

One file for each kind of claim; the ids of the rules stand at the code that applies them. A finding
rests on history and evidence alone, in the order of their weight (PR-EVIDENCE-01), never on what
players say.
"""

from __future__ import annotations

from collections.abc import Callable

from arbitration.evidence.evidence_types import EvidenceFile
from arbitration.findings import (
    conduct,
    late_letter,
    late_notice,
    misapplied_rule,
    missed_reaction,
    wrong_reaction_order,
)
from arbitration.findings.finding_types import Fact, FindingResult, for_another
from arbitration.models import ClaimKind, Remedy

_BY_KIND: dict[str, Callable[[EvidenceFile], FindingResult]] = {
    ClaimKind.LATE: late_letter.find,
    ClaimKind.MISSED: missed_reaction.find,
    ClaimKind.MAIL: late_notice.find,
    ClaimKind.PRIORITY: wrong_reaction_order.find,
    ClaimKind.RULE: misapplied_rule.find,
    ClaimKind.CONDUCT: conduct.find,
}

OF_A_SEAT: dict[str, str] = {
    ClaimKind.LATE: "letter",
    ClaimKind.MISSED: "wish",
    ClaimKind.MAIL: "notice",
}
"""Kinds of claim about one seat's letter, wish or notice."""


def find(evidence: EvidenceFile) -> FindingResult:
    """The finding on a claim or case."""
    if not evidence.seat and evidence.kind in OF_A_SEAT:
        fact = Fact(
            f"The case does not say whose {OF_A_SEAT[evidence.kind]} it is about: {evidence.words}",
            "the case",
        )
        return FindingResult(Remedy.UNSETTLED, ("PR-CLAIM-06",), (fact,), at=evidence.at)
    return for_another(evidence) if evidence.other_mail else _BY_KIND[evidence.kind](evidence)


__all__ = ["OF_A_SEAT", "FindingResult", "find"]
