"""`rule`: a rule was carried out wrongly (PR-RECORD-01, PR-REMEDY-05)."""

from __future__ import annotations

from arbitration.evidence.evidence_types import EvidenceFile
from arbitration.findings.finding_types import Fact, FindingResult
from arbitration.models import Remedy


def find(evidence: EvidenceFile) -> FindingResult:
    """`put-right` if the history gives another position than the one stored, else `stand`: the
    history is the game (PR-RECORD-01).
    """
    if evidence.slips:
        slips = tuple(
            Fact(f"The stored position differs from what the moves lead to: {slip}.", "history", ())
            for slip in evidence.slips
        )
        return FindingResult(
            Remedy.PUT_RIGHT,
            ("PR-RECORD-01", "PR-REMEDY-05", "PR-REMEDY-08"),
            (
                Fact(
                    "The moves, done again from the first one, do not lead to the stored position.",
                    "history",
                ),
                *slips,
            ),
            lesser=("If the move stands, a position is left that the moves do not lead to.",),
        )
    done = Fact(
        "The moves, done again from the first one, lead to the position as it is stored.", "history"
    )
    return FindingResult(Remedy.STAND, ("PR-RECORD-01", "PR-REMEDY-01"), (done,), at=evidence.at)
