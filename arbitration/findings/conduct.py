"""`conduct`: how somebody behaves (PR-CLAIM-03, PR-REMEDY-07)."""

from __future__ import annotations

from arbitration.evidence.items import Dossier, hour
from arbitration.findings.base import Fact, FindingResult


def find(dossier: Dossier) -> FindingResult:
    """`unsettled`: no record decides it, and it changes no position, so that nothing is frozen
    (PR-CLAIM-03).
    """
    said = Fact(
        f"{dossier.by} claims at {hour(dossier.made)}: {dossier.words}", "what a player says"
    )
    return FindingResult("unsettled", ("PR-CLAIM-03", "PR-REMEDY-07"), (said,))
