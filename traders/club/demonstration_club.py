"""The demonstration club of the embedded set-up: in each system games of bots, and a free seat for
the newcomer.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from django.db import transaction
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, When

from traders.club.membership.founding import DEMONSTRATION, DEMONSTRATION_NAME
from traders.domain import hooks
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine
from traders.models import Club, Game, Phase, Player, Role, Seat, Sitting
from traders.models.players import PEOPLE

CLUB = DEMONSTRATION
ORGANIZER = "organizer@organizers.test"
SETTINGS = {"interval_time": "1h", "turn_time": "72h", "bots_say": "words"}
"""Settings of its games. Bots answer in seconds: a window that waits for a newcomer, who may know
nothing of windows yet, is short.
"""


@dataclass(frozen=True)
class DemonstrationGame:
    """A game of the club: title, system, seats, options, and the seat left free ("": bots have
    all).
    """

    title: str
    system: str
    seats: tuple[str, ...]
    free: str = ""
    options: Mapping[str, object] = field(default_factory=dict)


FOUR, THREE = ("red", "blue", "green", "yellow"), ("red", "blue", "green")
ADVANCED = {"game": "advanced", "personalities": "all", "personality_trade": True}
"""Options of the advanced game with Personalities."""
SHORT_LUCK = {"days": 12}
SHORT_REACH = {"rounds": 6}
SHORT_GALAXY = {"worlds": 3, "round_cap": 8}
"""Options that make a game short enough to watch to its end."""
GAMES: tuple[DemonstrationGame, ...] = (
    DemonstrationGame("First voyage", "star-traders", FOUR, "red"),
    DemonstrationGame("Bots: Star Traders", "star-traders", FOUR),
    DemonstrationGame("Bots: Star Traders, advanced", "star-traders", THREE, options=ADVANCED),
    DemonstrationGame("First market", "traders-luck", THREE, "red", SHORT_LUCK),
    DemonstrationGame("Bots: Star Trader's Luck", "traders-luck", THREE, options=SHORT_LUCK),
    DemonstrationGame("First lanes", "imperial-trader", THREE, "red", SHORT_REACH),
    DemonstrationGame("Bots: Imperial Trader", "imperial-trader", THREE, options=SHORT_REACH),
    DemonstrationGame("First galaxy", "stratastar", THREE, "red", SHORT_GALAXY),
    DemonstrationGame("Bots: Stratastar", "stratastar", THREE, options=SHORT_GALAXY),
)


def make() -> Club:
    """Make the club with its bots and games; what is there already stays. Games without a free seat
    begin.
    """
    club, _ = Club.objects.get_or_create(
        slug=CLUB,
        defaults={
            "name": DEMONSTRATION_NAME,
            "about": "Bots play here. Play now, on the front page, gives you a seat among them.",
        },
    )
    for spec in GAMES:
        if not Game.objects.filter(club=club, title=spec.title).exists():
            _make(club, spec, spec.title)
    for add in hooks.DEMONSTRATED:
        add(club)
    return club


def organizer() -> Player:
    """The account that runs the club in the embedded set-up."""
    account = Player.objects.filter(email=ORGANIZER).first() or Player.objects.create_user(
        ORGANIZER, display_name="Organizer"
    )
    club_roles.admit(make(), account, Role.ORGANIZER)
    return account


def welcome(player: Player) -> None:
    """Make a newcomer a member, where there is the club: members make games, and take seats."""
    if club := Club.objects.filter(slug=CLUB).first():
        club_roles.admit(club, player)


def watched() -> QuerySet[Game]:
    """The club's games that were made to be watched: made and played by bots alone, whatever a game
    is called that somebody makes in the club.
    """
    titles = [spec.title for spec in GAMES if not spec.free]
    seats = Seat.objects.filter(game=OuterRef("pk"))
    sittings = Sitting.objects.filter(seat__game=OuterRef("pk"))
    of_people = sittings.filter(Q(player=None) | Q(player__in=Player.objects.filter(PEOPLE)))
    return Game.objects.filter(
        ~Exists(seats.filter(bot=False)),
        ~Exists(of_people),
        club__slug=CLUB,
        title__in=titles,
        maker=None,
    )


def to_watch(moves: int) -> Game | None:
    """The game to show a visitor: one with so many moves, one that is still played if there is."""
    games = watched().filter(number__gte=moves).defer("position", "course", "secret")
    return games.order_by(Case(When(phase=Phase.OVER, then=1), default=0), "pk").first()


def begin_anew(club: Club, spec: DemonstrationGame) -> Game:
    """One more game of a title that is watched; it begins at once."""
    return _make(club, spec, spec.title)


def another(system: str = "") -> Game:
    """One more game of a system (else of the first), with bots on all seats but one, for a newcomer
    who finds no seat free.
    """
    club = make()
    with_seat = [spec for spec in GAMES if spec.free]
    spec = (
        next((spec for spec in with_seat if spec.system == system), None) or _first_of(system)
        if system
        else with_seat[0]
    )
    number = Game.objects.filter(club=club, title__startswith=spec.title).count() + 1
    return _make(club, spec, f"{spec.title} {number}")


def _first_of(system: str) -> DemonstrationGame:
    """A game of a system that is not in the list, for two seats or as many more (else one) as its
    rules ask for. Raises `Refusal` if none of up to four seats can play it.
    """
    for number in (2, 3, 4):
        with suppress(Refusal):
            engine(system).setup(FOUR[:number], {})
            break
    else:
        number = 1
    engine(system).setup(FOUR[:number], {})
    return DemonstrationGame(f"First {engine(system).title}", system, FOUR[:number], "red")


@transaction.atomic
def _make(club: Club, spec: DemonstrationGame, title: str) -> Game:
    """Create the game with its bots; without a free seat it begins."""
    game = door.create(spec.system, spec.seats, spec.options, SETTINGS, title=title, club=club)
    leaving_and_taking_seats.give_to_bots(game, [seat for seat in spec.seats if seat != spec.free])
    if not spec.free:
        door.begin(game.pk)
    return game
