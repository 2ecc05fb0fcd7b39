"""`late`: a letter was in time (PR-RECEIPT-01, -03, PR-MAIL-02)."""

from __future__ import annotations

from arbitration.evidence.items import DisputedMoment, Dossier, Mail, hour
from arbitration.findings.base import Fact, FindingResult, for_another, undone


def find(dossier: Dossier) -> FindingResult:
    """`admit` where the receiving side's stamps put the letter in time, `unsettled` where they
    contradict each other, else `stand`.
    """
    another = for_another(dossier)
    if another is not None:
        return another
    mail, at = dossier.mail, dossier.at
    assert mail is not None and at is not None, (
        "a claim that a letter was in time names a letter refused as late"
    )
    facts = when(mail, at)
    if mail.confirmed:  # it counts from the confirmation, wherever it lay before (PR-RECEIPT-03)
        return FindingResult("stand", ("PR-RECEIPT-03", "PR-REMEDY-01"), facts, at=at)
    if mail.contradicts:
        facts = (*facts, Fact(mail.contradicts, "the letter's transfer lines"))
    if mail.reached is None or not at.in_time(mail.reached):
        # Receipt decides (PR-RECEIPT-01); a date and stamps of the sender's side prove nothing
        # alone (PR-MAIL-02).
        shown = ("PR-MAIL-02", "PR-EVIDENCE-01") if mail.stamps or mail.dated else ()
        return FindingResult("stand", ("PR-RECEIPT-01", *shown, "PR-REMEDY-01"), facts, at=at)
    if not dossier.possible:  # in time, but of no effect then
        facts = (*facts, Fact(dossier.why_not, "the position at that moment", (dossier.seat,)))
        return FindingResult(
            "stand", ("PR-MAIL-02", *dossier.why_rules, "PR-REMEDY-01"), facts, at=at
        )
    if mail.contradicts:  # whoever can write one line can write the other: a referee weighs them
        return FindingResult(
            "unsettled",
            ("PR-MAIL-02", "PR-EVIDENCE-01"),
            (*facts, undone(dossier)),
            order=mail.text,
            at=at,
            reveals=True,
        )
    return FindingResult(
        "admit",
        ("PR-MAIL-02", "PR-BACKUP-02", "PR-REMEDY-02", "PR-REMEDY-08"),
        (*facts, undone(dossier)),
        lesser=("Letting it stand would leave an order unmade that was in time.",),
        order=mail.text,
        at=at,
        reveals=not dossier.undone.nothing_revealed,
    )


def when(mail: Mail, at: DisputedMoment) -> tuple[Fact, ...]:
    """What there is of the letter's times, the weightiest first (PR-EVIDENCE-01)."""
    ended = (
        "was over, since all had passed,"
        if at.all_had_passed
        else "fell due"
        if at.due
        else "passed"
    )
    what = (
        f"The {at.kind} '{at.name}' {ended} at {hour(at.over)}."
        if at.kind != "order"
        else f"The turn ran out at {hour(at.over)}."
    )
    facts = [
        Fact(what, "deadline"),
        Fact(f"The letter was taken by the server at {hour(mail.taken)}.", "receipt"),
    ]
    for stamp in mail.stamps:
        if stamp.ours:
            facts.append(
                Fact(
                    f"{stamp.host}, a mail server of the receiving side, stamped it at "
                    f"{hour(stamp.at)}.",
                    "transfer line",
                )
            )
        else:
            said = (
                f"A line that anybody could have written says that {stamp.host} stamped it at "
                f"{hour(stamp.at)}."
            )
            facts.append(Fact(said, "what a player says"))
    if mail.dated:
        facts.append(Fact(f"The letter dates itself {hour(mail.dated)}.", "the letter's own date"))
    return tuple(facts)
