"""Search in the casebook, by rule, thing, kind, game and words (PR-PRECEDENT-01)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from django.db.models import Q, QuerySet

from arbitration.casebook.precedents_and_publication import GENERAL_RULES
from arbitration.findings.claim_kind_guide import KINDS
from arbitration.models import CasebookEntry, Ruling
from traders.domain.people import visibility
from traders.engines.registry import ENGINES
from traders.models import Game, Player

MOST_SHOWN = 100
MOST_ASKED = 100
"""How many characters of a query's field are used."""


@dataclass(frozen=True, slots=True)
class CasebookQuery:
    """A query of the casebook; an empty field matches everything."""

    rule: str = ""
    card: str = ""
    kind: str = ""
    game: str = ""
    club: str = ""
    words: str = ""

    @classmethod
    def of(cls, form: Mapping[str, object]) -> CasebookQuery:
        """The query of an address's parameters; other parameters are ignored."""
        return cls(
            **{
                field.name: " ".join(str(form.get(field.name, "")).split())[:MOST_ASKED]
                for field in fields(cls)
            }
        )

    def __bool__(self) -> bool:
        return any(getattr(self, field.name) for field in fields(self))


def search(
    query: CasebookQuery, reader: Player | None = None, most: int = MOST_SHOWN
) -> list[CasebookEntry]:
    """The rulings that match, newest first. Those of a private club are read by its members
    alone.
    """
    rows = read_by(reader).order_by("-published", "-pk")
    if query.kind:
        rows = rows.filter(kind=query.kind)
    if query.game:
        rows = rows.filter(system=query.game)
    if query.club:
        rows = rows.filter(club__slug=query.club)
    found: list[CasebookEntry] = []
    for entry in rows.iterator(chunk_size=500):
        if _fits(entry, query):
            found.append(entry)
            if len(found) == most:
                break
    return found


def read_by(reader: Player | None) -> QuerySet[CasebookEntry]:
    """The rulings that the reader may read."""
    seen = Q(club=None) | Q(club__in=visibility.clubs_seen(reader).values("pk"))
    return CasebookEntry.objects.filter(seen).select_related("club", "ruling__claim")


def _fits(entry: CasebookEntry, query: CasebookQuery) -> bool:
    rule, card, words = query.rule.upper(), query.card.casefold(), query.words.casefold().split()
    text = f"{entry.title} {entry.text} {entry.ordered}".casefold()
    return (
        (not rule or any(field == rule or field.startswith(f"{rule}-") for field in entry.rules))
        and (not card or card in entry.things or card in text)
        and all(word in text for word in words)
    )


def for_claimant(game: Game, kind: str, most: int = 8) -> list[CasebookEntry]:
    """Earlier rulings of the club for a player about to make a claim of that kind: on the kind, or
    on its rules; newest first.
    """
    rules = set(KINDS[kind].rules) - GENERAL_RULES
    rows = (
        CasebookEntry.objects.filter(club=game.club)
        .select_related("ruling__claim")
        .order_by("-published", "-pk")
    )
    return [entry for entry in rows[:1_000] if entry.kind == kind or rules & set(entry.rules)][
        :most
    ]


def on_appeal(entry: CasebookEntry) -> CasebookEntry | None:
    """The published ruling on appeal against this one; None if there is none, or if this is it."""
    ruling = entry.ruling
    if ruling is None or ruling.on_appeal:
        return None
    return CasebookEntry.objects.filter(
        ruling__claim=ruling.claim_id, ruling__on_appeal=True
    ).first()


def first_ruling(entry: CasebookEntry) -> CasebookEntry | None:
    """The published first ruling, of a ruling on appeal; None otherwise."""
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
    """Values to offer in the search: rules, cards and games that occur in the entries."""
    all_entries = list(entries)
    return {
        "rules": sorted({rule for entry in all_entries for rule in entry.rules}),
        "cards": sorted({thing for entry in all_entries for thing in entry.things}),
        "games": [
            system for system in ENGINES if any(entry.system == system for entry in all_entries)
        ],
    }
