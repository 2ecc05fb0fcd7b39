"""The casebook to read: published rulings searched by rule, thing, kind, game and words
(PR-PRECEDENT-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from arbitration.casebook.precedents import SAYS_NOTHING
from arbitration.findings.kinds import KINDS
from arbitration.models import CasebookEntry, Ruling
from traders.engines.registry import ENGINES
from traders.models import Game

MOST_SHOWN = 100
MOST_ASKED = 100
"""Characters of a question that are looked at."""


@dataclass(frozen=True, slots=True)
class CasebookQuery:
    """What is asked of the casebook; empty asks for nothing."""

    rule: str = ""
    card: str = ""
    kind: str = ""
    game: str = ""
    club: str = ""
    words: str = ""

    @classmethod
    def of(cls, form: Mapping[str, Any]) -> CasebookQuery:
        """Out of an address; what is no text is left out."""
        return cls(
            **{
                one.name: " ".join(str(form.get(one.name, "")).split())[:MOST_ASKED]
                for one in fields(cls)
            }
        )

    def __bool__(self) -> bool:
        return any(getattr(self, one.name) for one in fields(self))


def search(asked: CasebookQuery, most: int = MOST_SHOWN) -> list[CasebookEntry]:
    """The rulings that fit, newest first."""
    rows = CasebookEntry.objects.select_related("club", "ruling__claim").order_by(
        "-published", "-pk"
    )
    if asked.kind:
        rows = rows.filter(kind=asked.kind)
    if asked.game:
        rows = rows.filter(system=asked.game)
    if asked.club:
        rows = rows.filter(club__slug=asked.club)
    found: list[CasebookEntry] = []
    for entry in rows.iterator(chunk_size=500):
        if _fits(entry, asked):
            found.append(entry)
            if len(found) == most:
                break
    return found


def _fits(entry: CasebookEntry, asked: CasebookQuery) -> bool:
    rule, card, words = asked.rule.upper(), asked.card.casefold(), asked.words.casefold().split()
    said = f"{entry.title} {entry.text} {entry.ordered}".casefold()
    return (
        (not rule or any(one == rule or one.startswith(f"{rule}-") for one in entry.rules))
        and (not card or card in entry.things or card in said)
        and all(word in said for word in words)
    )


def for_claimant(game: Game, kind: str, most: int = 8) -> list[CasebookEntry]:
    """Earlier rulings that a player about to make a claim of that kind should know: of the club, on
    the kind or on its rules.
    """
    rules = set(KINDS[kind].rules) - SAYS_NOTHING
    rows = (
        CasebookEntry.objects.filter(club=game.club)
        .select_related("ruling__claim")
        .order_by("-published", "-pk")
    )
    return [entry for entry in rows[:1_000] if entry.kind == kind or rules & set(entry.rules)][
        :most
    ]


def on_appeal(entry: CasebookEntry) -> CasebookEntry | None:
    """The ruling on appeal against this one, as the casebook has it; None where there is none, or
    this is it.
    """
    ruling = entry.ruling
    if ruling is None or ruling.on_appeal:
        return None
    return CasebookEntry.objects.filter(
        ruling__claim=ruling.claim_id, ruling__on_appeal=True
    ).first()


def first_ruling(entry: CasebookEntry) -> CasebookEntry | None:
    """The ruling that this one, on appeal, is about."""
    ruling = entry.ruling
    if ruling is None or not ruling.on_appeal:
        return None
    return CasebookEntry.objects.filter(
        ruling__claim=ruling.claim_id, ruling__on_appeal=False
    ).first()


def upholds(ruling: Ruling | None) -> bool:
    """Whether a ruling on appeal leaves the first as it is."""
    return ruling is not None and bool(ruling.data.get("upholds"))


def choices(entries: Iterable[CasebookEntry]) -> dict[str, list[str]]:
    """What can be asked for: the rules, cards and games that occur in the casebook."""
    listed = list(entries)
    return {
        "rules": sorted({rule for entry in listed for rule in entry.rules}),
        "cards": sorted({thing for entry in listed for thing in entry.things}),
        "games": [system for system in ENGINES if any(entry.system == system for entry in listed)],
    }
