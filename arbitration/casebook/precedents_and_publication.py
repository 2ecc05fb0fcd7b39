"""Precedents: earlier rulings on the same rules, and the publication of rulings without names
(PR-PRECEDENT-01).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from arbitration.models import CasebookEntry, Finding, Remedy, Ruling
from traders.engines.kernel.words import in_quotes
from traders.engines.registry import engine as engine_of
from traders.models import Game

GENERAL_RULES = frozenset({
    "PR-EVIDENCE-01", "PR-REMEDY-01", "PR-REMEDY-02", "PR-REMEDY-03", "PR-REMEDY-04",
    "PR-REMEDY-05", "PR-REMEDY-06", "PR-REMEDY-07", "PR-REMEDY-08",
})  # fmt: skip
"""Rules that any finding may cite: they do not make two cases alike."""


def on(game: Game, rules: Iterable[str]) -> list[CasebookEntry]:
    """The club's earlier rulings on any of the deciding rules, oldest first."""
    wanted = deciding(rules)
    return [
        entry for entry in CasebookEntry.objects.filter(club=game.club) if wanted & set(entry.rules)
    ]


def departed_from(finding: Finding, remedy: str) -> list[CasebookEntry]:
    """The like cases from which a remedy departs: earlier rulings on exactly these deciding rules,
    if none of them ordered it.
    """
    wanted = deciding(finding.rules)
    alike = [
        entry
        for entry in CasebookEntry.objects.filter(pk__in=finding.earlier)
        if deciding(entry.rules) == wanted
    ]
    return [] if any(entry.remedy == remedy for entry in alike) else alike


def deciding(rules: Iterable[str]) -> set[str]:
    """The cited rules that make two cases alike."""
    return set(rules) - GENERAL_RULES


def publish(ruling: Ruling) -> CasebookEntry:
    """Publish a ruling in its club's casebook, without the names of seats and players."""
    claim = ruling.claim
    said = [words for words in (ruling.reasons, ruling.departs) if words]
    text = without_names(
        claim.game,
        "\n\n".join([ruling.facts, *map(in_quotes, said)]),
    )
    entry, _ = CasebookEntry.objects.get_or_create(
        ruling=ruling,
        defaults={
            "club": claim.game.club,
            "title": title(ruling),
            "kind": claim.kind,
            "system": claim.game.system,
            "rules": ruling.rules,
            "remedy": ruling.remedy,
            "beside": ruling.beside,
            "text": text,
            "things": things(
                claim.game.system,
                text,
                claim.moment.get("name", ""),
                claim.order if ruling.remedy == Remedy.ADMIT else "",
            ),
            "published": ruling.at,
        },
    )
    return entry


def things(system: str, *texts: str) -> list[str]:
    """The game's cards, worlds and goods that public texts name; an order that was not carried out
    is not public (PR-CLAIM-01).
    """
    text = " ".join(texts).casefold()
    names = {name.casefold() for name in engine_of(system).thing_names()}
    found = {
        name
        for name in names
        if len(name) > 2 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
    }
    return sorted(
        name
        for name in found
        if not any(name != other and name in other.split() for other in found)
    )


def without_names(game: Game, text: str) -> str:
    """A text with seats and players replaced by `seat 1`, `seat 2` …"""
    for number, place in enumerate(game.seats.select_related("player"), 1):
        names = {place.colour, place.called, place.player.display_name if place.player else ""} - {
            ""
        }
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(
                rf"(?<!\w){re.escape(name)}(?!\w)", f"seat {number}", text, flags=re.IGNORECASE
            )
    return re.sub(r"((?:^|[.!?]\s+|\n)“?)seat (\d)", r"\1Seat \2", text)


def title(ruling: Ruling) -> str:
    """The ruling's title without names: `Claim: a rule was carried out wrongly, March 2026`."""
    claim = ruling.claim
    noun = "Appeal" if ruling.on_appeal else "Case" if claim.opened_by_id else "Claim"
    about = f", about {claim.moment['name']}" if claim.moment.get("name") else ""
    return without_names(
        claim.game, f"{noun}: {claim.get_kind_display()}{about}, {claim.made:%B %Y}"
    )[:120]
