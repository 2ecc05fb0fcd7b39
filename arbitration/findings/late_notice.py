"""`mail`: a notice came late or never (PR-MAIL-01, PR-EVIDENCE-02)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arbitration.evidence.evidence_types import DisputedMoment, EvidenceFile, Notice, hour
from arbitration.findings.finding_types import Fact, FindingResult, moment_fact, undone_fact
from arbitration.models import Remedy
from traders.engines.kernel.words import named


def find(evidence: EvidenceFile) -> FindingResult:
    """`time` while the interval is open, `reopen` when it has closed; `stand` if the notice came in
    the first half, or the seat knew, or none was due; `unsettled` where nobody can say.
    """
    at, notice = evidence.at, evidence.notice
    assert at is not None, "a claim on a notice names an interval"
    if notice is None:
        unasked = Fact(
            f"No notice of it was due to {named(evidence.seat)}, which was not asked: it held "
            "nothing that bears on it (PR-INTERVAL-10).",
            "the server",
            (evidence.seat,),
        )
        rules = ("PR-MAIL-01", "PR-INTERVAL-10", "PR-REMEDY-01")
        return FindingResult(Remedy.STAND, rules, (moment_fact(at), unasked), at=at)
    finding = _on(evidence, at, notice)
    if notice.by_mail:  # they decide nothing
        finding = replace(
            finding,
            rules=(finding.rules[0], *dict.fromkeys(("PR-EVIDENCE-01", *finding.rules[1:]))),
        )
    return finding


def _on(evidence: EvidenceFile, at: DisputedMoment, notice: Notice) -> FindingResult:
    """The finding on this notice, without the rule on reports by mail."""
    facts = (moment_fact(at), *_delivery_facts(notice, evidence.seat))
    if notice.contradicts:  # the referee decides between contradicting reports
        contradiction = Fact(notice.contradicts, "delivery reports")
        return FindingResult(
            Remedy.UNSETTLED,
            ("PR-MAIL-01", "PR-EVIDENCE-01"),
            (*facts, contradiction),
            at=at,
            reveals=True,
        )
    if notice.knew is not None:
        fact = Fact(
            f"{named(evidence.seat)} acted in it, or answered its notice, at {hour(notice.knew)}, "
            "and so knew of it.",
            "receipt",
            (evidence.seat,),
        )
        return FindingResult(Remedy.STAND, ("PR-MAIL-01", "PR-REMEDY-01"), (*facts, fact), at=at)
    if notice.looked is not None:
        facts = (
            *facts,
            Fact(
                f"{named(evidence.seat)} looked at the game's page at {hour(notice.looked)}.",
                "the server",
                (evidence.seat,),
            ),
        )
    if notice.read is not None:
        program = (
            f"A program of {named(evidence.seat)}'s read the game by API at {hour(notice.read)}: "
            "that shows no knowledge of its player's."
        )
        facts = (*facts, Fact(program, "the server", (evidence.seat,)))
    if _knew_in_time(notice):
        return FindingResult(Remedy.STAND, ("PR-MAIL-01", "PR-REMEDY-01"), facts, at=at)
    return _not_in_time(evidence, at, notice, facts)


def _not_in_time(
    evidence: EvidenceFile, at: DisputedMoment, notice: Notice, facts: tuple[Fact, ...]
) -> FindingResult:
    """The finding on a notice that came late or never, or whose delivery nobody reported."""
    if not evidence.possible:  # only a seat that could have reacted lost something
        facts = (*facts, Fact(evidence.why_not, "the position at that moment", (evidence.seat,)))
        return FindingResult(
            Remedy.STAND, ("PR-MAIL-01", *evidence.why_rules, "PR-REMEDY-01"), facts, at=at
        )
    if not notice.known:
        return FindingResult(
            Remedy.UNSETTLED,
            ("PR-EVIDENCE-02", "PR-MAIL-01"),
            (*facts, undone_fact(evidence)),
            order=evidence.order,
            at=at,
            reveals=True,
        )
    if at.passed is None:
        return FindingResult(
            Remedy.TIME,
            ("PR-MAIL-01", "PR-REMEDY-06", "PR-REMEDY-08"),
            facts,
            lesser=("If the move stands, its time was cut short.",),
            at=at,
        )
    return _reopened(evidence, at, facts)


def _reopened(evidence: EvidenceFile, at: DisputedMoment, facts: tuple[Fact, ...]) -> FindingResult:
    """Reopen the interval: of several that did not run for the seat, the latest in which the order
    fits (PR-REMEDY-08).
    """
    return FindingResult(
        Remedy.REOPEN,
        ("PR-MAIL-01", "PR-BACKUP-02", "PR-REMEDY-03", "PR-REMEDY-08"),
        (*facts, undone_fact(evidence)),
        lesser=(
            "Time alone does not mend it: the reaction window has closed.",
            "No later moment would do: it is the latest in which the claimant could have acted.",
        ),
        at=at,
        reveals=not evidence.undone.nothing_revealed,
    )


def _knew_in_time(notice: Notice) -> bool:
    """Whether the notice came in the first half of the interval, or the seat had looked at the page
    by then.
    """
    if notice.looked is not None and notice.looked <= notice.half:
        return True
    return notice.known and not notice.astray


def _delivery_facts(notice: Notice, seat: str) -> Iterator[Fact]:
    """Facts about the notice's delivery: what is known, and what is only claimed by mail."""
    yield Fact(f"The notice to {named(seat)} was written at {hour(notice.written)}.", "the server")
    if notice.accepted:
        took = f"It was accepted for delivery by our mail server at {hour(notice.accepted)}."
        yield Fact(took, "receipt")
    if notice.deferred:
        put_off = f"It was reported as not delivered until {hour(notice.deferred)}."
        yield Fact(put_off, "delivery report")
    if notice.bounced:
        yield Fact(f"A bounce was reported at {hour(notice.bounced)}.", "delivery report")
    elif notice.delivered:
        arrived = f"It was reported as delivered at {hour(notice.delivered)}."
        yield Fact(arrived, "delivery report")
    elif not notice.accepted:
        yield Fact("It had not left when the claim was made.", "the server")
    elif not notice.deferred:
        yield Fact("Nothing is known of its delivery.", "the server")
    for at, kind in notice.by_mail:
        said = f"A letter that anybody could have written says of it at {hour(at)}: {kind}."
        yield Fact(said, "what a player says")
    yield Fact(f"Half of the reaction window had passed at {hour(notice.half)}.", "the clock")
