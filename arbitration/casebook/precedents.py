"""The casebook: earlier rulings on the same rules, and rulings put into it with names left out
(PR-PRECEDENT-01).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from arbitration.models import CasebookEntry, Finding, Remedy, Ruling
from traders.engines.registry import engine as engine_of
from traders.models import Game

SAYS_NOTHING = frozenset({
    "PR-EVIDENCE-01", "PR-REMEDY-01", "PR-REMEDY-02", "PR-REMEDY-03", "PR-REMEDY-04",
    "PR-REMEDY-05", "PR-REMEDY-06", "PR-REMEDY-07", "PR-REMEDY-08",
})  # fmt: skip
"""Rules that every finding may cite: they do not make two cases alike."""


def on(game: Game, rules: Iterable[str]) -> list[CasebookEntry]:
    """The earlier rulings of the game's club on any of the rules that decide, oldest first."""
    wanted = deciding(rules)
    return [
        entry for entry in CasebookEntry.objects.filter(club=game.club) if wanted & set(entry.rules)
    ]


def departed_from(finding: Finding, remedy: str) -> list[CasebookEntry]:
    """The like cases from which that remedy departs: earlier rulings on just the rules that decide
    here, none of which ordered it.
    """
    wanted = deciding(finding.rules)
    alike = [
        entry
        for entry in CasebookEntry.objects.filter(pk__in=finding.earlier)
        if deciding(entry.rules) == wanted
    ]
    return [] if any(entry.remedy == remedy for entry in alike) else alike


def deciding(rules: Iterable[str]) -> set[str]:
    """Of the rules that a finding cites those which make two cases alike."""
    return set(rules) - SAYS_NOTHING


def publish(ruling: Ruling) -> CasebookEntry:
    """Put a ruling into its club's casebook: seats and players are not named in it."""
    claim = ruling.claim
    text = without_names(
        claim.game,
        f"{ruling.facts}\n\n{ruling.reasons}" + (f"\n\n{ruling.departs}" if ruling.departs else ""),
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
    """The cards, worlds and goods of the game that are named in what all may read; an order that
    was not carried out is not (PR-CLAIM-01).
    """
    said = " ".join(texts).casefold()
    names = {name.casefold() for name in engine_of(system).thing_names()}
    found = {
        name
        for name in names
        if len(name) > 2 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said)
    }
    return sorted(
        name
        for name in found
        if not any(name != other and name in other.split() for other in found)
    )


def without_names(game: Game, text: str) -> str:
    """A text with seats and players as a first, a second … seat."""
    for number, place in enumerate(game.seats.select_related("player"), 1):
        names = {place.colour, place.called, place.player.display_name if place.player else ""} - {
            ""
        }
        for name in sorted(names, key=len, reverse=True):
            text = re.sub(
                rf"(?<!\w){re.escape(name)}(?!\w)", f"seat {number}", text, flags=re.IGNORECASE
            )
    return re.sub(r"(^|[.!?]\s+|\n)seat (\d)", r"\1Seat \2", text)


def title(ruling: Ruling) -> str:
    """The ruling's name in the casebook, no seat named in it: `Claim: a rule was carried out
    wrongly, March 2026`.
    """
    claim = ruling.claim
    what = "Appeal" if ruling.on_appeal else "Case" if claim.opened_by_id else "Claim"
    about = f", about {claim.moment['name']}" if claim.moment.get("name") else ""
    return without_names(
        claim.game, f"{what}: {claim.get_kind_display()}{about}, {claim.made:%B %Y}"
    )[:120]
