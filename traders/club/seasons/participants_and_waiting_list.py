"""Who takes part in a season, and who waits for a place: reckoned, never kept."""

from __future__ import annotations

from dataclasses import dataclass

from traders.domain.people import club_roles
from traders.models import Entrant, Player, Season


@dataclass(frozen=True)
class Entries:
    """Who takes part in a season, in the order of registration, and who waits for a place."""

    taking_part: list[Entrant]
    waiting: list[Entrant]

    def of(self, player: Player | None) -> Entrant | None:
        """The player's own entry."""
        everybody = [*self.taking_part, *self.waiting]
        return next((one for one in everybody if player and one.player_id == player.pk), None)

    def place_of(self, entrant: Entrant) -> int:
        """The place on the waiting list; 0 for who takes part."""
        return self.waiting.index(entrant) + 1 if entrant in self.waiting else 0

    @property
    def unconfirmed(self) -> list[Entrant]:
        """Who takes part and has not said that they are still there."""
        return [entrant for entrant in self.taking_part if entrant.confirmed is None]


def entries(season: Season) -> Entries:
    """Who takes part and who waits. A member who left or was removed does neither, from then on."""
    members = set(club_roles.members(season.club).values_list("player", flat=True))
    rows = list(season.entrants.filter(withdrawn=None).select_related("player", "division"))
    there = [
        one for one in rows if one.player_id in members and one.player and one.player.is_active
    ]
    seated = [one for one in there if one.division_id]
    room = sum(division.size for division in season.divisions.all()) - len(seated)
    if any(one.seed for one in rows):
        room = 0  # a bracket stands: nobody moves up into it
    free = [one for one in there if not one.division_id]
    chosen = {one.pk for one in [*seated, *free[: max(room, 0)]]}
    return Entries(
        [one for one in there if one.pk in chosen], [one for one in there if one.pk not in chosen]
    )
