"""What a club does before a letter to its people is written, for specimens: a season of Star Club
from its registration to its final table.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from allauth.account.adapter import get_adapter
from django.conf import settings

from traders.club.membership import invitation_letter
from traders.club.seasons import (
    closing,
    registration,
    result_approval,
    round_start,
    season_draw,
    setting_up,
)
from traders.domain.calendar import clock
from traders.domain.letters.render import Rendered
from traders.domain.people import club_roles
from traders.domain.timeline import game_making_and_seat_taking
from traders.models import Club, Game, Membership, Player, Role, Season, SeasonTable
from traders.proof.scenarios import people

AT = datetime(2026, 11, 22, 7, 53, tzinfo=UTC)
"""When these letters are written: a Sunday."""
LUCK = {"system": "traders-luck", "options": {"days": 10}}


def club(game: Game | None = None) -> Club:
    """Star Club, which Kim runs; the game is one of its own."""
    made = club_roles.found("Star Club", "star", people.account("Kim"))
    if game is not None:
        for place in game.seats.all():
            assert place.player is not None
            club_roles.admit(made, place.player)
        Game.objects.filter(pk=game.pk).update(club=made)
        game.refresh_from_db()
    return made


def with_a_stand_in(game: Game) -> None:
    """The game's club has Tom, who stands in."""
    member = club_roles.admit(club(game), people.account("Tom"))
    Membership.objects.filter(pk=member.pk).update(stands_in=True)


def confirming() -> Player:
    """Ann is asked whether she plays."""
    season = _registering()
    registration.register(season.pk, people.account("Ann"))
    registration.ask_to_confirm(season.pk)
    return people.account("Ann")


def moving_up() -> Player:
    """Tom has waited for a place, and Ann withdraws."""
    season = _registering()
    for name in ("Ann", "Ash", "Tom"):
        registration.register(season.pk, people.account(name))
    registration.withdraw(season.pk, people.account("Ann"))
    return people.account("Tom")


def drawn() -> Player:
    """The season is drawn, and Ann takes part."""
    _drawn()
    return people.account("Ann")


def corrected() -> Player:
    """A result is stated by the organizer."""
    _settled()
    return people.account("Ann")


def ended() -> Player:
    """The season is over."""
    season = _settled()
    by = people.account("Kim")
    result_approval.approve(season.pk, 1, by)
    closing.end(season.pk, by)
    return people.account("Ann")


def _registering() -> Season:
    """A season of one round for two people, of whom a third waits."""
    made, by = club(), people.account("Kim")
    for name in ("Ann", "Ash", "Tom"):
        club_roles.admit(made, people.account(name))
    plan = setting_up.SeasonPlan(
        name="Spring",
        games=[LUCK],
        rounds=1,
        table_size=2,
        divisions=[2],
        closes=AT + timedelta(days=3),
    )
    season = setting_up.make(made, by, plan)
    registration.open_registration(season.pk, by)
    return season


def _drawn() -> Season:
    season, by = _registering(), people.account("Kim")
    for name in ("Ann", "Ash"):
        registration.register(season.pk, people.account(name))
        registration.confirm(season.pk, people.account(name))
    season_draw.ask(season.pk, by, seed=1)
    season_draw.work(season.pk)
    season_draw.bind(season.pk, by, 1)
    season.refresh_from_db()
    return season


def _settled() -> Season:
    season, by = _drawn(), people.account("Kim")
    round_start.begin(season.pk, by)
    table = SeasonTable.objects.get(round__season=season)
    ranks = {place.entrant_id: 1 + (place.entrant.name != "Ann") for place in table.places.all()}
    result_approval.correct(season.pk, table.pk, ranks, "Ash had to stop", by)
    return season


def at_the_hour(deed: Callable[[], Player]) -> Player:
    """What the club does, at the hour of all these letters."""
    with clock.at(AT):
        return deed()


def invitation() -> Rendered:
    """The letter that invites somebody to Star Club, with a secret that never was one."""
    page, none = (f"{settings.SITE_URL}/invitations/{rest}" for rest in ("k7p2qx", "none/tom"))
    return invitation_letter.letter_of(club(), people.account("Kim"), Role.PLAYER, page, none)


def invitation_to_a_seat() -> Rendered:
    """The letter that invites somebody to a game for four, in which one sits, and a bot."""
    page, none = (f"{settings.SITE_URL}/invitations/{rest}" for rest in ("k7p2qx", "none/tom"))
    by = people.account("Kim")
    game = game_making_and_seat_taking.make_game("star-traders", 4, {}, {}, maker=by, bots=1)
    return invitation_letter.seat_letter_of(game, by, page, none)


def sign_in() -> Rendered:
    """The letter with a sign-in code."""
    context = {"code": "K7P2QX", "minutes": 3}
    made = get_adapter().render_mail("account/email/login_code", "ann@example.org", context)
    return Rendered(str(made.subject), str(made.body), "", "")


SEASONS: dict[str, Callable[[], Player]] = {
    "season-confirm": confirming,
    "season-place": moving_up,
    "season-drawn": drawn,
    "season-result": corrected,
    "season-over": ended,
}
"""What comes before each letter of a season, and who reads it."""
ALONE: dict[str, Callable[[], Rendered]] = {
    "invitation": invitation,
    "invitation-seat": invitation_to_a_seat,
    "sign-in": sign_in,
}
"""Letters to somebody who has no account, or is not known to be signed in."""
