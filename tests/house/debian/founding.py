"""A club of people who are written to, and wait to be answered: `traders shell` on the machine
carries this out.

A season asks Ann, Bob, Cat and Dan whether they play it; on a ladder Dan challenges Bob; in a game
sit Ann, Bob and Cat; Eve stands in; Olga runs the club, and has her letter of the morning.
"""

from __future__ import annotations

from django.db import transaction

from traders.club.ladders import ladder_maintenance, player_actions
from traders.club.seasons import registration, setting_up
from traders.domain.calendar import clock
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.models import Club, Game, Membership, Player, SittingCause

NAMES = ("Ann", "Bob", "Cat", "Dan")
MORNING = 9
"""Of the organizer's day, whatever the hour is where this runs."""


def person(name: str, zone: str = "UTC") -> Player:
    """An account with a mailbox at the players' provider."""
    address = f"{name.lower()}@players.example"
    return Player.objects.create_user(address, display_name=name, zone=zone)


def morning() -> str:
    """A zone in which it is morning."""
    ahead = (MORNING - clock.now().hour + 12) % 24 - 12
    return f"Etc/GMT{-ahead:+d}" if ahead else "UTC"


def club_of(olga: Player) -> Club:
    """The club, with its members."""
    club = club_roles.found("Star Club", "star", olga)
    for name in (*NAMES, "Eve"):
        club_roles.admit(club, person(name))
    Membership.objects.filter(player__display_name="Eve").update(stands_in=True)
    return club


def season_of(club: Club, olga: Player, people: list[Player]) -> None:
    """A season that asks whether they play."""
    games = [{"system": "traders-luck", "options": {"days": 10}}]
    plan = setting_up.SeasonPlan(divisions=(4,), rounds=1, table_size=4, games=games, name="Spring")
    season = setting_up.make(club, olga, plan)
    registration.open_registration(season.pk, olga)
    for player in people:
        registration.register(season.pk, player)
    registration.ask_to_confirm(season.pk, olga)


def ladder_of(club: Club, olga: Player, people: list[Player]) -> None:
    """A ladder on which the lowest has challenged the second."""
    ladder = ladder_maintenance.make(
        club, olga, "star-traders", ladder_maintenance.LadderPlan(reach=2)
    )
    for player in people:
        player_actions.join(ladder.pk, player)
    player_actions.challenge(ladder.pk, people[3], people[1])


def game_of(club: Club, people: list[Player]) -> Game:
    """A game that has begun."""
    game = door.create("star-traders", ("red", "blue", "green"), club=club, title="First voyage")
    seats = list(game.seats.order_by("place"))
    seated: dict = dict(zip(seats, people[:3], strict=True))
    seating.seat_all(seated, clock.whole(clock.now()), SittingCause.GATHERED)
    door.begin(game.pk)
    return Game.objects.get(pk=game.pk)


def found() -> None:
    """All of it, or nothing; prints what play waits for."""
    with transaction.atomic():
        olga = person("Olga", morning())
        club = club_of(olga)
        people = [Player.objects.get(display_name=name) for name in NAMES]
        season_of(club, olga, people)
        ladder_of(club, olga, people)
        game = game_of(club, people)
    print(game.waiting_for)
