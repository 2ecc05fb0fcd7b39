"""The kinds of claim, explained to players who are about to make one, with the deciding rules."""

from __future__ import annotations

from dataclasses import dataclass

from arbitration.models import ClaimKind


@dataclass(frozen=True, slots=True)
class ClaimKindGuide:
    """The explanation of one kind of claim (ORDERS.md)."""

    name: str
    title: str
    when: str
    """The situation for which it is the right kind."""
    rules: tuple[str, ...]
    """The rules that decide it."""
    words: str
    """What to write into the claim."""
    order: bool = False
    """Whether it names the order that its seat would have made."""
    moment: bool = True
    """Whether it may name a moment."""


KINDS: dict[str, ClaimKindGuide] = {
    ClaimKind.LATE: ClaimKindGuide(
        ClaimKind.LATE,
        "My letter was in time",
        "A letter of yours was refused as late, and you hold that it was in time.",
        ("PR-RECEIPT-01", "PR-RECEIPT-02", "PR-MAIL-02", "PR-MAIL-03"),
        "What the server cannot know by itself. Its own receipts and the stamps in your letter "
        "are looked at in any case.",
    ),
    ClaimKind.MISSED: ClaimKindGuide(
        ClaimKind.MISSED,
        "I had no chance to react",
        "Play went on before you could do something that you had a right to do. "
        "Where a reaction window waited for you, this claim does not help: if you did nothing "
        "there, you passed.",
        ("PR-BACKUP-01", "PR-BACKUP-02", "PR-BACKUP-04", "PR-INTERVAL-03"),
        "The order that you would have made, as you would write it in a letter. The referee "
        "alone is shown it until it is carried out.",
        order=True,
    ),
    ClaimKind.PRIORITY: ClaimKindGuide(
        ClaimKind.PRIORITY,
        "Reactions came in the wrong order",
        "Reactions of one reaction window, or letters of one seat, were carried out in another "
        "order than the rules give.",
        ("PR-PRIORITY-01", "PR-PRIORITY-02", "PR-RECEIPT-01"),
        "Which should have come first, and why.",
    ),
    ClaimKind.MAIL: ClaimKindGuide(
        ClaimKind.MAIL,
        "A letter came late or never",
        "The server told you of a reaction window too late, or its letter never came.",
        ("PR-MAIL-01", "PR-MAIL-04", "PR-MAIL-03"),
        "The order that you would have made, if there is one; else what happened.",
    ),
    ClaimKind.RULE: ClaimKindGuide(
        ClaimKind.RULE,
        "A rule was carried out wrongly",
        "The position is not what the moves and the rules lead to.",
        ("PR-RECORD-01", "PR-REMEDY-05"),
        "What is wrong, and the rule that says so. All seats read it.",
    ),
    ClaimKind.CONDUCT: ClaimKindGuide(
        ClaimKind.CONDUCT,
        "How somebody behaves",
        "Somebody at the table behaves as one should not. The game is not paused for it.",
        ("PR-CLAIM-03", "PR-REMEDY-07"),
        "Who, and what was done. All seats read it.",
        moment=False,
    ),
}
