"""What the documented rules say on a claim: pure functions from a dossier to facts, rules and a remedy (PR-FINDING-01).

One file for each kind of claim; the ids of the rules stand at the code that applies them. A finding rests on history and evidence alone,
in the order of their weight (PR-EVIDENCE-01), never on what players say.
"""

from __future__ import annotations

from collections.abc import Callable

from arbitration.evidence import Dossier
from arbitration.findings import conduct, late, mail, missed, priority, rule
from arbitration.findings.found import Found

_BY_KIND: dict[str, Callable[[Dossier], Found]] = {
    "late": late.find,
    "missed": missed.find,
    "mail": mail.find,
    "priority": priority.find,
    "rule": rule.find,
    "conduct": conduct.find,
}


def find(dossier: Dossier) -> Found:
    """The finding on a dossier's claim."""
    return _BY_KIND[dossier.kind](dossier)


__all__ = ["Found", "find"]
