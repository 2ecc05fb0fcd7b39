"""`mail`: a notice came late or never (PR-MAIL-01, PR-EVIDENCE-02)."""

from __future__ import annotations

from dataclasses import replace

from arbitration.evidence.items import DisputedMoment, Dossier, Notice, hour
from arbitration.findings.base import Fact, FindingResult, for_another, opened, undone
from traders.engines.kernel.words import named


def find(dossier: Dossier) -> FindingResult:
    """`time` while the interval is open, `reopen` when it has closed; `stand` if the notice came in
    the first half, or the seat knew; `unsettled` where nobody can say.
    """
    another = for_another(dossier)
    if another is not None:
        return another
    at, notice = dossier.at, dossier.notice
    assert at is not None and notice is not None, (
        "a claim on a notice names an interval that its seat was told of"
    )
    found = _on(dossier, at, notice)
    if notice.by_mail:  # it has changed nothing
        found = replace(
            found, rules=(found.rules[0], *dict.fromkeys(("PR-EVIDENCE-01", *found.rules[1:])))
        )
    return found


def _on(dossier: Dossier, at: DisputedMoment, notice: Notice) -> FindingResult:
    facts = (opened(at), *_fate(notice, dossier.seat))
    if notice.contradicts:  # nobody can say what happened: the referee weighs it
        said = Fact(notice.contradicts, "delivery reports")
        return FindingResult(
            "unsettled", ("PR-MAIL-01", "PR-EVIDENCE-01"), (*facts, said), at=at, reveals=True
        )
    if notice.knew is not None:
        knew = Fact(
            f"{named(dossier.seat)} acted in it, or answered its notice, at {hour(notice.knew)}, "
            "and so knew of it.",
            "receipt",
            (dossier.seat,),
        )
        return FindingResult("stand", ("PR-MAIL-01", "PR-REMEDY-01"), (*facts, knew), at=at)
    if notice.looked is not None:
        facts = (
            *facts,
            Fact(
                f"{named(dossier.seat)} looked at the game's page at {hour(notice.looked)}.",
                "the server",
                (dossier.seat,),
            ),
        )
    if _knew_in_time(notice):
        return FindingResult("stand", ("PR-MAIL-01", "PR-REMEDY-01"), facts, at=at)
    if not dossier.possible:  # the claim is granted where the seat could have reacted
        facts = (*facts, Fact(dossier.why_not, "the position at that moment", (dossier.seat,)))
        return FindingResult(
            "stand", ("PR-MAIL-01", *dossier.why_rules, "PR-REMEDY-01"), facts, at=at
        )
    if not notice.known:
        return FindingResult(
            "unsettled",
            ("PR-EVIDENCE-02", "PR-MAIL-01"),
            (*facts, undone(dossier)),
            order=dossier.order,
            at=at,
            reveals=True,
        )
    if at.passed is None:
        return FindingResult(
            "time",
            ("PR-MAIL-01", "PR-REMEDY-06", "PR-REMEDY-08"),
            facts,
            lesser=("Letting it stand would cut its time short.",),
            at=at,
        )
    return _reopened(dossier, at, facts)


def _reopened(dossier: Dossier, at: DisputedMoment, facts: tuple[Fact, ...]) -> FindingResult:
    """Of several intervals that did not run for the seat the latest in which the order fits is
    opened again (PR-REMEDY-08).
    """
    return FindingResult(
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


def _knew_in_time(notice: Notice) -> bool:
    """The notice came in the first half of the interval, or the seat had looked at its page by
    then.
    """
    if notice.looked is not None and notice.looked <= notice.half:
        return True
    return notice.known and not notice.astray


def _fate(notice: Notice, seat: str) -> tuple[Fact, ...]:
    """What is known of the notice, and what is only said of it."""
    facts = [
        Fact(f"The notice to {named(seat)} was written at {hour(notice.written)}.", "the server")
    ]
    if notice.accepted:
        facts.append(
            Fact(
                f"It was accepted for delivery by our mail server at {hour(notice.accepted)}.",
                "receipt",
            )
        )
    if notice.deferred:
        facts.append(
            Fact(
                f"It was reported as not delivered until {hour(notice.deferred)}.",
                "delivery report",
            )
        )
    if notice.bounced:
        facts.append(Fact(f"A bounce was reported at {hour(notice.bounced)}.", "delivery report"))
    elif notice.delivered:
        facts.append(
            Fact(f"It was reported as delivered at {hour(notice.delivered)}.", "delivery report")
        )
    elif not notice.accepted:
        facts.append(Fact("It had not left when the claim was made.", "the server"))
    elif not notice.deferred:
        facts.append(Fact("Nothing is known of its delivery.", "the server"))
    for at, kind in notice.by_mail:
        facts.append(
            Fact(
                f"A letter that anybody could have written says of it at {hour(at)}: {kind}.",
                "what a player says",
            )
        )
    facts.append(Fact(f"Half of the interval had passed at {hour(notice.half)}.", "the clock"))
    return tuple(facts)
