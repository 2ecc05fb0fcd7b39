"""The simulation's own books of what goes wrong, kept from what it did and saw fall due; the desk
is held against them, and writes nothing here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from traders.club.desk.game_list_by_trouble import DeskLine
from traders.club.desk.game_troubles import Trouble
from traders.engines.kernel.words import named

SEATS_OWN = (Trouble.SILENT, Trouble.OFFERED, Trouble.EMPTY, Trouble.BOUNCED)
"""Troubles of a seat's player, over once somebody else has it."""
WORD_ENDS = (Trouble.SILENT, Trouble.OFFERED)
"""Troubles that a word of the seat ends."""
Place = tuple[int, str]
"""A game's number and a seat's colour; the colour is empty where it is the whole game's."""


@dataclass(slots=True, eq=False)
class Ill:
    """One trouble: what, where, from when until when, and whether the desk named it: at once, or on
    the evening of its day.
    """

    trouble: Trouble
    place: Place
    since: datetime
    row: int = 0
    """The deadline that it is about."""
    until: datetime | None = None
    at_once: bool = False
    named: bool = False


@dataclass(slots=True)
class Books:
    """All troubles of a season, and how many turns of each seat the clock has ended in a row."""

    silent_after: int
    offered_after: int
    ills: list[Ill] = field(default_factory=list)
    open: dict[tuple[Trouble, Place], Ill] = field(default_factory=dict)
    fresh: list[Ill] = field(default_factory=list)
    """Those that began since the desk was looked at last."""
    ended: dict[Place, int] = field(default_factory=dict)
    sat_after: list[float] = field(default_factory=list)
    """Hours from a seat's trouble until a substitute sat."""

    def begins(self, trouble: Trouble, place: Place, at: datetime, row: int = 0) -> None:
        """A trouble begins; one that lasts already goes on."""
        if (trouble, place) not in self.open:
            ill = self.open[trouble, place] = Ill(trouble, place, at, row)
            self.ills.append(ill)
            self.fresh.append(ill)

    def ends(self, place: Place, at: datetime, troubles: Collection[Trouble]) -> None:
        """These troubles of a place are over; one that began in the same second was none."""
        for trouble in troubles:
            if ill := self.open.pop((trouble, place), None):
                ill.until = at
                if ill.since == at:
                    self.ills.remove(ill)

    def turn_ended(self, place: Place, at: datetime) -> None:
        """The clock has ended a turn of the seat (PR-SEAT-05)."""
        self.ended[place] = count = self.ended.get(place, 0) + 1
        if count >= self.silent_after:
            self.begins(Trouble.SILENT, place, at)
        if count >= self.offered_after and (Trouble.EMPTY, place) not in self.open:
            self.begins(Trouble.OFFERED, place, at)

    def word(self, place: Place, at: datetime) -> None:
        """The seat has said something."""
        self.ended.pop(place, None)
        self.ends(place, at, WORD_ENDS)

    def left(self, place: Place, at: datetime) -> None:
        """The seat's player has left it."""
        self.ends(place, at, (Trouble.OFFERED,))
        self.begins(Trouble.EMPTY, place, at)

    def sat(self, place: Place, at: datetime) -> None:
        """Somebody else has the seat."""
        asked = [
            ill.since
            for trouble in (Trouble.OFFERED, Trouble.EMPTY)
            if (ill := self.open.get((trouble, place)))
        ]
        self.sat_after += [(at - since).total_seconds() / 3600 for since in asked[:1]]
        self.ended.pop(place, None)
        self.ends(place, at, SEATS_OWN)

    def dropped(self, place: Place, at: datetime) -> None:
        """The seat is out of the game."""
        self.ended.pop(place, None)
        self.ends(place, at, list(Trouble))

    def over(self, game: int, at: datetime) -> None:
        """The game is over, and the desk has it no more."""
        for trouble, place in [key for key in self.open if key[1][0] == game]:
            self.ends(place, at, (trouble,))

    # --- the desk -----------------------------------------------------------------------------

    def look(self, desk: Iterable[DeskLine], games: Mapping[str, int], *, evening: bool) -> None:
        """Hold the desk against what began since it was looked at last; on the `evening` of a day
        also against what began in it, lasts, and was not named yet.
        """
        said = {games[line.game.slug]: line for line in desk}
        for ill in list(self.open.values()) if evening else self.fresh:
            line = said.get(ill.place[0])
            if not ill.named and line is not None and _named(line, ill):
                ill.named, ill.at_once = True, not evening
        self.fresh.clear()


def _named(line: DeskLine, ill: Ill) -> bool:
    """Whether the line names the trouble, and the seat where it is a seat's."""
    who = named(ill.place[1]) if ill.place[1] else ""
    return any(found.trouble == ill.trouble and who in found.words for found in line.found)
