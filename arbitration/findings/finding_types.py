"""Findings and their facts as values, and what several kinds of finding share. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from arbitration.evidence.evidence_types import DisputedMoment, EvidenceFile, hour, moves
from arbitration.models import Remedy
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named

FREEZES_NOTHING = ("PR-CLAIM-01", "PR-INTERVAL-03", "PR-BACKUP-01")
"""Rules that end a claim at once: where one of them decides, play is not paused (PR-CLAIM-03)."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence that supports a finding. `to`: the seats that may read it, beside the referee;
    None: everybody.
    """

    text: str
    source: str
    to: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class FindingResult:
    """A finding: facts, rules (the deciding one first), and the remedy they lead to, or
    `unsettled`.
    """

    remedy: Remedy
    rules: tuple[str, ...]
    facts: tuple[Fact, ...]
    lesser: tuple[str, ...] = ()
    """Why no lesser remedy mends it (PR-REMEDY-08)."""
    order: str = ""
    at: DisputedMoment | None = None
    reveals: bool = False
    """Whether the remedy would undo a revelation or somebody's order (PR-BACKUP-02)."""

    @property
    def is_automatic(self) -> bool:
        """Whether it is carried out at once, without a referee (PR-BACKUP-02)."""
        return (
            self.remedy in (Remedy.ADMIT, Remedy.REOPEN, Remedy.REORDER, Remedy.TIME)
            and not self.reveals
            and self.at is not None
            and self.at.in_play
        )

    @property
    def refuted(self) -> bool:
        """Whether replaying the moves leads to the stored position, which answers a claim about a
        rule at once (PR-CLAIM-03).
        """
        return self.remedy == Remedy.STAND and self.rules[0] == "PR-RECORD-01"

    @property
    def freezes(self) -> bool:
        """Whether the claim freezes the game until it is ruled on (PR-CLAIM-03)."""
        return (
            not self.is_automatic
            and not self.refuted
            and self.rules[0] not in ("PR-CLAIM-03", *FREEZES_NOTHING)
        )


def undone_fact(evidence: EvidenceFile) -> Fact:
    """A fact that says what a back-up would undo."""
    undone_fact = evidence.undone
    if undone_fact.nothing_revealed:
        return Fact(
            "Since that moment nothing random and nothing hidden was revealed, and no order was "
            "carried out.",
            "history",
        )
    parts = [
        f"dice or cards decided ({moves(undone_fact.chance)})" if undone_fact.chance else "",
        f"something hidden was shown ({moves(undone_fact.reveals)})" if undone_fact.reveals else "",
        f"orders were carried out ({moves(undone_fact.orders)})" if undone_fact.orders else "",
    ]
    return Fact("Since that moment " + "; ".join(part for part in parts if part) + ".", "history")


def for_another(evidence: EvidenceFile) -> FindingResult:
    """The finding on a claim made for another seat: it stands (PR-CLAIM-01)."""
    return FindingResult(
        Remedy.STAND,
        ("PR-CLAIM-01",),
        (
            Fact(
                f"{named(evidence.seat)} claims what concerns {named(evidence.other_mail)}'s "
                "letter; a claim is made for oneself.",
                "the claim",
            ),
        ),
    )


def moment_fact(at: DisputedMoment) -> Fact:
    """A fact that says when the moment began and passed."""
    names = {"order": f"'{at.name}'", "interval": f"The reaction window '{at.name}'"}
    name = names.get(at.kind, f"The {at.kind} '{at.name}'")
    if at.kind == "order":
        return Fact(
            f"{name} was carried out at {hour(at.begun if at.passed is None else at.passed)}.",
            "history",
        )
    passed = f"closed at {hour(at.passed)}" if at.passed else "is open"
    return Fact(f"{name} opened at {hour(at.begun)} and {passed}.", "history")
