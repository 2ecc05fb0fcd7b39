"""The demonstration club of the embedded set-up: games of bots and a seat in each system for the
newcomer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from traders.domain.play import door
from traders.domain.play.commands import leaving
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine
from traders.models import Club, Game

CLUB = "demonstration"
HOURS = {"interval_time": "12h", "turn_time": "72h"}


@dataclass(frozen=True)
class DemonstrationGame:
    """A game of the club: its title, its system and seats, the seat that is left free ("": bots
    have all), and its options.
    """

    title: str
    system: str
    seats: tuple[str, ...]
    free: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)


FOUR, THREE = ("red", "blue", "green", "yellow"), ("red", "blue", "green")
COURT = {"game": "advanced", "personalities": "all", "personality_trade": True}
"""The advanced game, with Personalities that may be dealt in."""
SHORT_LUCK = {"days": 12}
SHORT_REACH = {"rounds": 6}
SHORT_GALAXY = {"worlds": 3, "round_cap": 8}
"""Options that make a game short enough to be seen to its end."""
GAMES: tuple[DemonstrationGame, ...] = (
    DemonstrationGame("First voyage", "star-traders", FOUR, "red"),
    DemonstrationGame("Bots: Star Traders", "star-traders", FOUR),
    DemonstrationGame("Bots: Star Traders, advanced", "star-traders", THREE, options=COURT),
    DemonstrationGame("First market", "traders-luck", THREE, "red", SHORT_LUCK),
    DemonstrationGame("Bots: Star Trader's Luck", "traders-luck", THREE, options=SHORT_LUCK),
    DemonstrationGame("First lanes", "imperial-trader", THREE, "red", SHORT_REACH),
    DemonstrationGame("Bots: Imperial Trader", "imperial-trader", THREE, options=SHORT_REACH),
    DemonstrationGame("First galaxy", "stratastar", THREE, "red", SHORT_GALAXY),
    DemonstrationGame("Bots: Stratastar", "stratastar", THREE, options=SHORT_GALAXY),
)
MORE: list[Callable[[Club], None]] = []
"""What layers above show in the club: each makes what is not there yet."""


def make() -> Club:
    """The club with its bots and games; whatever is there already stays as it is. Games with no
    free seat begin.
    """
    club, _ = Club.objects.get_or_create(
        slug=CLUB,
        defaults={
            "name": "Demonstration club",
            "about": "Bots play here. A seat is free in each system: take one, and answer your "
            "first letter.",
        },
    )
    for shown in GAMES:
        if not Game.objects.filter(club=club, title=shown.title).exists():
            _make(club, shown, shown.title)
    for more in MORE:
        more(club)
    return club


def another(system: str = "") -> Game:
    """One game more of a system (else of the first), with bots on all seats but one: for the
    newcomer who finds no seat free.
    """
    club = make()
    with_seat = [shown for shown in GAMES if shown.free]
    shown = (
        next((shown for shown in with_seat if shown.system == system), None) or _first_of(system)
        if system
        else with_seat[0]
    )
    number = Game.objects.filter(club=club, title__startswith=shown.title).count() + 1
    return _make(club, shown, f"{shown.title} {number}")


def _first_of(system: str) -> DemonstrationGame:
    """A game of a system that has none in the list, for two, or as many as its rules ask for.
    `Refusal` where none of up to four seats can play it.
    """
    for number in (2, 3, 4):
        with suppress(Refusal):
            engine(system).setup(FOUR[:number], {})
            break
    else:
        number = 1
    engine(system).setup(FOUR[:number], {})
    return DemonstrationGame(f"First {engine(system).title}", system, FOUR[:number], "red")


def _make(club: Club, shown: DemonstrationGame, title: str) -> Game:
    game = door.create(shown.system, shown.seats, shown.options, HOURS, title=title, club=club)
    leaving.give_to_bots(game, [seat for seat in shown.seats if seat != shown.free])
    if not shown.free:
        door.begin(game.pk)
    return game
