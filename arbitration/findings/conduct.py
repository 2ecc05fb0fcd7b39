"""`conduct`: how somebody behaves (PR-CLAIM-03, PR-REMEDY-07)."""

from __future__ import annotations

from arbitration.evidence.evidence_types import EvidenceFile, hour
from arbitration.findings.finding_types import Fact, FindingResult
from arbitration.models import Remedy


def find(evidence: EvidenceFile) -> FindingResult:
    """Always `unsettled`: no record decides it. It changes no position, so nothing is paused
    (PR-CLAIM-03).
    """
    fact = Fact(
        f"{evidence.by} claims at {hour(evidence.made)}: {evidence.words}", "what a player says"
    )
    return FindingResult(Remedy.UNSETTLED, ("PR-CLAIM-03", "PR-REMEDY-07"), (fact,))
