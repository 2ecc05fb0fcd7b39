"""`priority`: reactions or letters were carried out in the wrong order (PR-PRIORITY-01, -02,
PR-RECEIPT-01).
"""

from __future__ import annotations

from arbitration.evidence.items import Dossier, hour
from arbitration.findings.base import Fact, FindingResult, for_another, undone
from arbitration.findings.late import when
from traders.engines.kernel.words import named

MOST_LETTERS = 6


def find(dossier: Dossier) -> FindingResult:
    """`reorder` if the rules give another order, else `stand`."""
    another = for_another(dossier)
    if another is not None:
        return another
    at = dossier.at
    if at is None or at.kind == "order" or not dossier.carried:
        return _as_they_came(dossier)
    facts = (
        *(
            when(dossier.mail, at)
            if (dossier.agreed_late or dossier.by_stamp) and dossier.mail
            else ()
        ),
        Fact(
            f"Reactions of '{at.name}' were carried out in the order {', '.join(dossier.carried)}.",
            "history",
        ),
    )
    if not dossier.right or dossier.right == dossier.carried:
        return FindingResult(
            "stand", ("PR-PRIORITY-01", "PR-RECEIPT-01", "PR-REMEDY-01"), facts, at=at
        )
    # a reaction that went home is nobody's to know of (PR-PRIORITY-03)
    seen = set(dossier.right) <= set(dossier.carried)
    told = Fact(
        f"The rules give the order {', '.join(dossier.right)}.",
        "the postal rules",
        None if seen else (),
    )
    why: tuple[str, ...] = ("PR-PRIORITY-01",)
    if dossier.agreed_late or dossier.by_stamp:
        why = ("PR-MAIL-02", "PR-PRIORITY-02" if dossier.agreed_late else "PR-PRIORITY-01")
    return FindingResult(
        "reorder",
        (*why, "PR-REMEDY-04", "PR-BACKUP-02", "PR-REMEDY-08"),
        (*facts, told, undone(dossier)),
        lesser=("Letting it stand would leave reactions in an order that the rules do not give.",),
        order=dossier.mail.text if dossier.agreed_late and dossier.mail else "",
        at=at,
        reveals=not dossier.undone.nothing_revealed,
    )


def _as_they_came(dossier: Dossier) -> FindingResult:
    """Letters of one seat count in the order in which the server took them, whatever they say of
    themselves (PR-RECEIPT-01).
    """
    facts = tuple(
        Fact(
            f"A letter of {named(dossier.seat)}'s was taken at {hour(mail.taken)}"
            + (f"; it dates itself {hour(mail.dated)}." if mail.dated else "."),
            "receipt",
        )
        for mail in dossier.letters[-MOST_LETTERS:]
    )
    none = (Fact("No reactions were carried out together.", "history"),)
    return FindingResult(
        "stand", ("PR-RECEIPT-01", "PR-EVIDENCE-01", "PR-REMEDY-01"), facts or none, at=dossier.at
    )
