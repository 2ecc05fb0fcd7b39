"""The casebook: earlier rulings on the same rules, and rulings put into it with names left out (PR-PRECEDENT-01)."""

from __future__ import annotations

from collections.abc import Iterable

from arbitration.models import CasebookEntry, Claim, Ruling
from traders.models import Game

SAYS_NOTHING = frozenset(
    {
        "PR-EVIDENCE-01",
        "PR-REMEDY-01",
        "PR-REMEDY-02",
        "PR-REMEDY-03",
        "PR-REMEDY-04",
        "PR-REMEDY-05",
        "PR-REMEDY-06",
        "PR-REMEDY-07",
        "PR-REMEDY-08",
    }
)
"""Rules that every finding may cite: they do not make two cases alike."""


def on(game: Game, rules: Iterable[str]) -> list[CasebookEntry]:
    """The earlier rulings of the game's club on any of the rules that decide, oldest first."""
    deciding = set(rules) - SAYS_NOTHING
    return [entry for entry in CasebookEntry.objects.filter(club=game.club) if deciding & set(entry.rules)]


def publish(ruling: Ruling) -> CasebookEntry:
    """Put a ruling into its club's casebook: seats and players are not named in it."""
    claim = ruling.claim
    entry, _ = CasebookEntry.objects.get_or_create(
        ruling=ruling,
        defaults={
            "club": claim.game.club,
            "title": _title(claim),
            "kind": claim.kind,
            "system": claim.game.system,
            "rules": ruling.rules,
            "remedy": ruling.remedy,
            "text": without_names(claim.game, f"{ruling.facts}\n\n{ruling.reasons}"),
            "published": ruling.at,
        },
    )
    return entry


def without_names(game: Game, text: str) -> str:
    """A text with seats and players as a first, a second … seat."""
    for number, place in enumerate(game.seats.select_related("player"), 1):
        names = [place.colour, place.colour.capitalize(), *([place.player.display_name] if place.player else [])]
        for name in sorted(names, key=len, reverse=True):
            text = text.replace(name, f"seat {number}")
    return text


def _title(claim: Claim) -> str:
    about = f" about {claim.moment['name']}" if claim.moment.get("name") else ""
    return f"A claim {claim.kind}{about} of {claim.made:%B %Y}"[:120]
