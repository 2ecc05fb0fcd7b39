"""What the documented rules say on a claim: pure functions from a dossier to facts, rules and a
remedy (PR-FINDING-01).

One file for each kind of claim; the ids of the rules stand at the code that applies them. A finding
rests on history and evidence alone, in the order of their weight (PR-EVIDENCE-01), never on what
players say.
"""

from __future__ import annotations

from collections.abc import Callable

from arbitration.evidence.items import Dossier
from arbitration.findings import conduct, late, mail, missed, priority, rule
from arbitration.findings.base import Fact, FindingResult

_BY_KIND: dict[str, Callable[[Dossier], FindingResult]] = {
    "late": late.find,
    "missed": missed.find,
    "mail": mail.find,
    "priority": priority.find,
    "rule": rule.find,
    "conduct": conduct.find,
}

OF_A_SEAT = {"late": "letter", "missed": "wish", "mail": "notice"}
"""Kinds that are found on for a seat alone."""


def find(dossier: Dossier) -> FindingResult:
    """The finding on a dossier's claim, or case."""
    if not dossier.seat and dossier.kind in OF_A_SEAT:
        said = Fact(
            f"The case does not say whose {OF_A_SEAT[dossier.kind]} it is about: {dossier.words}",
            "the case",
        )
        return FindingResult("unsettled", ("PR-CLAIM-06",), (said,), at=dossier.at)
    return _BY_KIND[dossier.kind](dossier)


__all__ = ["OF_A_SEAT", "FindingResult", "find"]
