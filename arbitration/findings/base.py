"""What a finding is, and what several kinds of finding share. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from arbitration.evidence.items import DisputedMoment, Dossier, hour, moves
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named

FREEZES_NOTHING = ("PR-CLAIM-01", "PR-INTERVAL-03", "PR-BACKUP-01")
"""A claim that one of these answers alone leaves play as it is (PR-CLAIM-03)."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A sentence that a finding rests on. `to`: the seats that may be told of it, beside the
    referee; None: all.
    """

    text: str
    source: str
    to: tuple[Seat, ...] | None = None


@dataclass(frozen=True, slots=True)
class FindingResult:
    """Facts, rules (the one that decides first) and the remedy they lead to, or `unsettled`."""

    remedy: str
    rules: tuple[str, ...]
    facts: tuple[Fact, ...]
    lesser: tuple[str, ...] = ()
    """Why no lesser remedy mends it (PR-REMEDY-08)."""
    order: str = ""
    at: DisputedMoment | None = None
    reveals: bool = False
    """Carrying it out would undo something revealed, or an order of somebody's (PR-BACKUP-02)."""

    @property
    def by_itself(self) -> bool:
        """Carried out in the second of the claim (PR-BACKUP-02)."""
        return (
            self.remedy in ("admit", "reopen", "reorder", "time")
            and not self.reveals
            and self.at is not None
            and self.at.in_play
        )

    @property
    def refuted(self) -> bool:
        """The moves, done again, lead to the position as it is stored: so a claim that a rule was
        broken is answered at once (PR-CLAIM-03).
        """
        return self.remedy == "stand" and self.rules[0] == "PR-RECORD-01"

    @property
    def freezes(self) -> bool:
        """Whether the claim freezes the game until it is ruled on (PR-CLAIM-03)."""
        return (
            not self.by_itself
            and not self.refuted
            and self.rules[0] not in ("PR-CLAIM-03", *FREEZES_NOTHING)
        )


def undone(dossier: Dossier) -> Fact:
    """What a back-up would undo, in a sentence."""
    gone = dossier.undone
    if gone.nothing_revealed:
        return Fact(
            "Since that moment nothing random and nothing hidden was revealed, and no order was "
            "carried out.",
            "history",
        )
    parts = [
        f"chance fell ({moves(gone.chance)})" if gone.chance else "",
        f"something hidden was shown ({moves(gone.reveals)})" if gone.reveals else "",
        f"orders were carried out ({moves(gone.orders)})" if gone.orders else "",
    ]
    return Fact("Since that moment " + "; ".join(part for part in parts if part) + ".", "history")


def for_another(dossier: Dossier) -> FindingResult | None:
    """A claim for another seat is none (PR-CLAIM-01)."""
    if not dossier.other_mail:
        return None
    return FindingResult(
        "stand",
        ("PR-CLAIM-01",),
        (
            Fact(
                f"{named(dossier.seat)} claims what concerns {named(dossier.other_mail)}'s letter; "
                "a claim is made for oneself.",
                "the claim",
            ),
        ),
    )


def opened(at: DisputedMoment) -> Fact:
    """When the moment began and passed."""
    name = f"The {at.kind} '{at.name}'" if at.kind != "order" else f"'{at.name}'"
    if at.kind == "order":
        return Fact(
            f"{name} was carried out at {hour(at.begun if at.passed is None else at.passed)}.",
            "history",
        )
    passed = f"closed at {hour(at.passed)}" if at.passed else "is open"
    return Fact(f"{name} opened at {hour(at.begun)} and {passed}.", "history")
