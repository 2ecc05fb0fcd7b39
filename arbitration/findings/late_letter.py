"""`late`: a letter was in time (PR-RECEIPT-01, -03, PR-MAIL-02)."""

from __future__ import annotations

from collections.abc import Iterator

from arbitration.evidence.evidence_types import DisputedMoment, EvidenceFile, Mail, hour
from arbitration.findings.finding_types import Fact, FindingResult, undone_fact
from arbitration.models import Remedy


def find(evidence: EvidenceFile) -> FindingResult:
    """`admit` where the receiving side's stamps put the letter in time, `unsettled` where they
    contradict each other, else `stand`.
    """
    mail, at = evidence.mail, evidence.at
    assert mail is not None and at is not None, (
        "a claim that a letter was in time names a letter refused as late"
    )
    facts = time_facts(mail, at)
    if mail.confirmed:  # it counts from the confirmation, however early it came (PR-RECEIPT-03)
        return FindingResult(Remedy.STAND, ("PR-RECEIPT-03", "PR-REMEDY-01"), facts, at=at)
    if mail.contradicts:
        facts = (*facts, Fact(mail.contradicts, "the letter's transfer lines"))
    if mail.reached is None or not at.in_time(mail.reached):
        # Receipt decides (PR-RECEIPT-01); a date and stamps of the sender's side prove nothing
        # alone (PR-MAIL-02).
        shown = ("PR-MAIL-02", "PR-EVIDENCE-01") if mail.stamps or mail.dated else ()
        return FindingResult(Remedy.STAND, ("PR-RECEIPT-01", *shown, "PR-REMEDY-01"), facts, at=at)
    if not evidence.possible:  # in time, but without effect
        facts = (*facts, Fact(evidence.why_not, "the position at that moment", (evidence.seat,)))
        return FindingResult(
            Remedy.STAND, ("PR-MAIL-02", *evidence.why_rules, "PR-REMEDY-01"), facts, at=at
        )
    if mail.contradicts:  # a forger could have written either line: a referee decides
        return FindingResult(
            Remedy.UNSETTLED,
            ("PR-MAIL-02", "PR-EVIDENCE-01"),
            (*facts, undone_fact(evidence)),
            order=mail.text,
            at=at,
            reveals=True,
        )
    return FindingResult(
        Remedy.ADMIT,
        ("PR-MAIL-02", "PR-BACKUP-02", "PR-REMEDY-02", "PR-REMEDY-08"),
        (*facts, undone_fact(evidence)),
        lesser=("If the move stands, an order that was in time is left unmade.",),
        order=mail.text,
        at=at,
        reveals=not evidence.undone.nothing_revealed,
    )


def time_facts(mail: Mail, at: DisputedMoment) -> tuple[Fact, ...]:
    """The times known of the letter, the weightiest first (PR-EVIDENCE-01)."""
    return tuple(_times(mail, at))


def _times(mail: Mail, at: DisputedMoment) -> Iterator[Fact]:
    ended = (
        "was over, since all had passed,"
        if at.all_had_passed
        else "fell due"
        if at.due
        else "passed"
    )
    over = (
        f"The {at.kind} '{at.name}' {ended} at {hour(at.over)}."
        if at.kind != "order"
        else f"The turn ran out at {hour(at.over)}."
    )
    yield Fact(over, "deadline")
    yield Fact(f"The letter was taken by the server at {hour(mail.taken)}.", "receipt")
    for stamp in mail.stamps:
        when = f"stamped it at {hour(stamp.at)}."
        if stamp.ours:
            ours = f"{stamp.host}, a mail server of the receiving side, {when}"
            yield Fact(ours, "transfer line")
        else:
            said = f"A line that anybody could have written says that {stamp.host} {when}"
            yield Fact(said, "what a player says")
    if mail.dated:
        yield Fact(f"The letter dates itself {hour(mail.dated)}.", "the letter's own date")
