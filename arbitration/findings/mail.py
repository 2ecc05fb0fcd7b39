"""`mail`: a notice came late or never (PR-MAIL-01)."""

from __future__ import annotations

from arbitration.evidence import At, Dossier, Notice, hour
from arbitration.findings.found import Fact, Found, for_another, opened, undone


def find(dossier: Dossier) -> Found:
    """`time` while the interval is open, `reopen` when it has closed; `stand` if the notice came in the first half, or the seat knew."""
    another = for_another(dossier)
    if another is not None:
        return another
    at, notice = dossier.at, dossier.notice
    assert at is not None and notice is not None, "a claim on a notice names an interval that its seat was told of"
    facts = (opened(at), *_fate(notice, dossier.seat))
    if notice.contradicts:  # nobody can say what happened: the referee weighs it
        return Found(
            "unsettled", ("PR-MAIL-01", "PR-EVIDENCE-01"), (*facts, Fact(notice.contradicts, "the provider's reports")), at=at, reveals=True
        )
    if notice.knew is not None:
        knew = Fact(
            f"{dossier.seat} acted in it at {hour(notice.knew)}, and so knew of it.", "what was said in the interval", (dossier.seat,)
        )
        return Found("stand", ("PR-MAIL-01", "PR-REMEDY-01"), (*facts, knew), at=at)
    if not _has_not_run(notice):
        return Found("stand", ("PR-MAIL-01", "PR-REMEDY-01"), facts, at=at)
    if not dossier.possible:  # the claim is granted where the seat could have reacted
        facts = (*facts, Fact(dossier.why_not, "the position at that moment", (dossier.seat,)))
        return Found("stand", ("PR-MAIL-01", *dossier.why_rules, "PR-REMEDY-01"), facts, at=at)
    if at.passed is None:
        return Found(
            "time", ("PR-MAIL-01", "PR-REMEDY-06", "PR-REMEDY-08"), facts, lesser=("Letting it stand would cut its time short.",), at=at
        )
    return _reopened(dossier, at, facts)


def _reopened(dossier: Dossier, at: At, facts: tuple[Fact, ...]) -> Found:
    """Of several intervals that did not run for the seat the latest in which the order fits is opened again (PR-REMEDY-08)."""
    return Found(
        "reopen",
        ("PR-MAIL-01", "PR-BACKUP-02", "PR-REMEDY-03", "PR-REMEDY-08"),
        (*facts, undone(dossier)),
        lesser=(
            "Time alone does not mend it: the interval has closed.",
            "No later moment would do: it is the latest in which the claimant could have acted.",
        ),
        at=at,
        reveals=not dossier.undone.nothing_revealed,
    )


def _has_not_run(notice: Notice) -> bool:
    """It bounced, or was still undelivered when half of the interval had passed (PR-MAIL-01)."""
    if notice.bounced is not None:
        return True
    return notice.half is not None and (notice.delivered is None or notice.delivered > notice.half)


def _fate(notice: Notice, seat: str) -> tuple[Fact, ...]:
    facts = [Fact(f"The notice to {seat} was written at {hour(notice.written)}.", "the server")]
    if notice.deferred:
        facts.append(Fact(f"It was reported as not delivered until {hour(notice.deferred)}.", "the provider's report"))
    if notice.bounced:
        facts.append(Fact(f"A bounce was reported at {hour(notice.bounced)}.", "the provider's report"))
    elif notice.delivered:
        facts.append(Fact(f"It was delivered at {hour(notice.delivered)}.", "the provider's report"))
    if notice.half:
        facts.append(Fact(f"Half of the interval had passed at {hour(notice.half)}.", "the clock"))
    return tuple(facts)
