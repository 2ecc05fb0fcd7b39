"""A game of Toll through the one door, in the database."""

from __future__ import annotations

import json
from typing import Any

from tests.seated import begin
from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.table.change_set import ChangeSet, Line
from traders.engines.registry import engine
from traders.models import Entry, Game, Player, Seat, SittingCause

SEATS = ("red", "blue", "green")


class Booth:
    """A game that has begun; `shoves` each seat holds. Tests that use it enter Toll among the
    engines (the fixture `toll`).
    """

    def __init__(self, *, shoves: int = 0, seated: bool = False, **settings: Any) -> None:
        start = {seat: {"hand": ["plain"] * shoves} for seat in SEATS}
        self.id = door.create(
            "toll", SEATS, {"goal": 99}, {"timing": "table"} | settings, start=start
        ).pk
        if seated:
            for seat in Seat.objects.filter(game_id=self.id):
                player = Player.objects.create_user(
                    f"{seat.colour}@example.org", display_name=f"Player of {seat.colour}"
                )
                seating.sit(seat, player, clock.now(), SittingCause.GATHERED)
        begin(self.id, stops=False)

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.id)

    @property
    def state(self) -> Any:
        return engine("toll").decode(bytes(self.game.position or b""))

    def says(self, seat: str, text: str, moment: str = "") -> ChangeSet:
        return door.orders(self.id, seat, text, moment=moment)

    def line(self, seat: str, text: str, moment: str = "") -> Line:
        """What became of the last line said."""
        return self.says(seat, text, moment).lines[-1]

    def entries(self) -> list[tuple[str, str]]:
        """Kind and seat of every entry, oldest first."""
        return list(
            Entry.objects.filter(game_id=self.id).order_by("number").values_list("kind", "seat")
        )

    def public(self, number: int) -> dict[str, Any]:
        return json.loads(Entry.objects.get(game_id=self.id, number=number).public)
