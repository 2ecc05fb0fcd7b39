"""Who may do what with a club: every kind of visitor, every page, by GET and by POST, for a public
and for a private club. What is expected is worked out from three questions alone: who is it, does
the club show itself to them, does the page belong to organizers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from django.db import transaction
from django.test import Client

from tests import seated
from tests.examples import drawn
from traders.club.ladders import ladder_maintenance, player_actions
from traders.club.seasons import registration, setting_up
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import (
    Challenge,
    Club,
    Entrant,
    Game,
    Invitation,
    Ladder,
    LadderStep,
    Membership,
    Player,
    Role,
    Season,
    Seat,
    Standing,
    WebHook,
)

pytestmark = pytest.mark.django_db

SIGNED_OUT, VISITOR, BANNED, OPERATOR = "signed out", "visitor", "banned", "operator"
WHO = (SIGNED_OUT, VISITOR, BANNED, OPERATOR, *Role.values)
SEEN = (
    "/clubs/lantern/", "/games/cup/", "/games/cup/history", "/games/cup/history.json",
    "/games/cup/live", "/games/cup/settings", "/games/cup/proof", "/games/open/take/red",
)  # fmt: skip
"""Pages that whoever sees the club reads."""
RULES = {"reach": 3, "answer_days": 7, "decline_costs": 1, "idle_days": 60}
ORGANIZERS: dict[str, dict[str, Any]] = {
    "/clubs/lantern/settings": {"name": "Other", "joining": "open"},
    "/clubs/lantern/members": {"do": "role", "role": "guest"},
    "/clubs/lantern/invitations": {"link": 1, "link-role": "player", "link-uses": 1}
    | {"link-days": 1},
    "/games/open/seats/red": {},
    "/clubs/lantern/desk/order": {"order": "pause", "game": "cup", "length": "2d", "why": "Rest"},
    "/clubs/lantern/desk/letter": {"wanted": "no"},
    "/games/open/fill": {"level": "player"},
    "/games/open/invite": {"address": "anna@example.org"},
    "/clubs/lantern/web-hook": {"url": "https://hooks.example/x", "shape": "json"},
    "/clubs/lantern/ladders/new": {"system": "star-traders"} | RULES,
    "/clubs/lantern/ladders/stratastar/keep": {"do": "close"},
    "/clubs/lantern/seasons/spring/run": {"do": "close"},
    "/clubs/lantern/seasons/spring/people": {"do": "out"},
}
"""Pages of organizers, with what is posted to them."""
BY_GET = (
    "/clubs/lantern/settings", "/clubs/lantern/members", "/clubs/lantern/desk/",
    "/clubs/lantern/desk/games/cup/",
)  # fmt: skip


class World(NamedTuple):
    """A club with one of each kind."""

    public: bool
    people: dict[str, Player]
    member: Membership
    """A further member, with whom organizers do something."""
    clients: dict[str, Client]
    before: list[Any]
    """What stands before anybody does anything."""

    def sees(self, who: str) -> bool:
        return self.public or who == OPERATOR or who in Role.values


@pytest.fixture(params=drawn("clubs", [True, False]), ids=["private", "public"].__getitem__)
def world(request: pytest.FixtureRequest) -> World:
    make = Player.objects.create_user
    people = {
        who: make(f"{who}@example.org", display_name=who.capitalize())
        for who in WHO
        if who not in (SIGNED_OUT, OPERATOR)
    }
    people[OPERATOR] = Player.objects.create_superuser("op@example.org", display_name="Op")
    club = club_roles.found("Lantern", "lantern", people[Role.ORGANIZER], public=request.param)
    for role in Role.values:
        club_roles.admit(club, people[role], Role(role))
    club_roles.stand(club, people[BANNED], Standing.BANNED, why="Cheats")
    member = club_roles.admit(club, make("further@example.org", display_name="Further"))
    for title in ("Cup", "Open"):
        game = door.create("toll", ["red", "blue", "green"], title=title, club=club)
        Game.objects.filter(pk=game.pk).update(slug=title.lower())
        Seat.objects.filter(game=game, colour="blue").update(player=member.player)
    Seat.objects.filter(game__title="Cup").exclude(player=member.player).update(bot=True)
    seated.begin(Game.objects.get(slug="cup").pk)
    _competing(club, people[Role.ORGANIZER], member)
    clients = {who: Client() for who in WHO}
    for who, player in people.items():
        clients[who].force_login(player)
    return World(request.param, people, member, clients, state())


def _competing(club: Club, organizer: Player, member: Membership) -> None:
    """A ladder on which the member stands, and a season in which they take part."""
    ladder = ladder_maintenance.make(club, organizer, "stratastar", ladder_maintenance.LadderPlan())
    player_actions.join(ladder.pk, member.player)
    plan = setting_up.SeasonPlan(
        name="Spring", divisions=(4,), rounds=1, table_size=2, games=[{"system": "stratastar"}]
    )
    season = setting_up.make(club, organizer, plan)
    registration.open_registration(season.pk, organizer)
    registration.register(season.pk, member.player)


def state() -> list[Any]:
    return [
        list(model._default_manager.order_by("pk").values_list(*fields))  # type: ignore[attr-defined]
        for model, fields in (
            (Club, ("name", "closed")),
            (Membership, ("pk", "role", "standing", "desk_letter")),
            (Invitation, ("pk", "uses_left", "taken_back")),
            (Seat, ("pk", "player", "bot", "left")),
            (Game, ("pk", "phase", "number")),
            (WebHook, ("pk", "url")),
            (Ladder, ("pk", "closed")),
            (LadderStep, ("pk", "kind")),
            (Challenge, ("pk", "state")),
            (Season, ("pk", "phase")),
            (Entrant, ("pk", "withdrawn")),
        )
    ]


@pytest.mark.examples("clubs")
def test_who_reads_which_page(world: World) -> None:
    wrong = []
    for who in WHO:
        client = world.clients[who]
        for page in (*SEEN, *BY_GET):
            expected = 200 if world.sees(who) else 404
            if page in BY_GET:
                if who == SIGNED_OUT:
                    expected = 302
                elif who != Role.ORGANIZER and expected == 200:
                    expected = 403
            answer = client.get(page)
            if answer.status_code != expected:
                wrong.append((who, page, answer.status_code, expected))
            if expected == 404 and b"Lantern" in answer.content:
                wrong.append((who, page, "names the club"))
        for page in ("/", "/games/", "/clubs/", "/casebook/"):
            named = b"Lantern" in client.get(page).content
            shown = world.sees(who) and not (who == OPERATOR and not world.public)
            if (named and not shown) or (page in ("/games/", "/clubs/") and named != shown):
                wrong.append((who, page, named))
    assert wrong == []
    assert state() == world.before


@pytest.mark.examples("clubs")
def test_who_sends_the_organizers_forms(world: World) -> None:
    wrong = []
    for who in WHO:
        for page, form in ORGANIZERS.items():
            posted = form | {"member": world.member.pk}
            if "/seats/" in page:
                mine = Membership.objects.get(player=world.people[Role.GUEST])
                posted = {"member": mine.pk}
            if page.endswith("/people"):
                posted |= {"entrant": Entrant.objects.get().pk}
            if who == SIGNED_OUT:
                expected = (302, False)
            elif who == Role.ORGANIZER:
                expected = (302, True)
            else:
                expected = (403 if world.sees(who) else 404, False)
            wrong += cell(world, who, page, posted, expected)
    assert wrong == []
    assert state() == world.before


@pytest.mark.examples("clubs")
def test_who_does_what(world: World) -> None:
    wrong = []
    for who in WHO:
        for page, expected in others(world, who).items():
            wrong += cell(world, who, page, {}, expected)
        wrong += _climbs_and_plays(world, who)
    assert wrong == []
    assert state() == world.before


def _climbs_and_plays(world: World, who: str) -> list[Any]:
    """Everybody who signed in presses the buttons of ladders and seasons; members alone join them,
    a challenge is of who stands on the ladder, and nobody answers another's.
    """
    may = who in Role.values and who != Role.GUEST
    status = 302 if who == SIGNED_OUT or world.sees(who) else 404
    ladder, season = (
        "/clubs/lantern/ladders/stratastar/climb",
        "/clubs/lantern/seasons/spring/entry",
    )
    wrong = cell(world, who, season, {"do": "register"}, (status, may))
    for deed in ("join", "challenge", "accept", "decline", "take-back", "leave"):
        posted = {"do": deed, "player": world.member.player_id}
        wrong += cell(world, who, ladder, posted, (status, may and deed == "join"))
    return wrong


def others(world: World, who: str) -> dict[str, tuple[int, bool]]:
    """What becomes of other pages' buttons: the status, and whether anything is changed."""
    hidden, signed_out = (404, False), (302, False)
    inside, sees = who in Role.values, world.sees(who)
    done, refused = (302, True), (409, False)
    joins = done if world.public and who in (VISITOR, OPERATOR) else refused
    found: dict[str, tuple[int, bool]] = {
        "/clubs/lantern/join": joins,
        "/clubs/lantern/leave": done if inside and who != Role.ORGANIZER else refused,
        "/games/open/cancel": done if who == Role.ORGANIZER else refused,
        "/games/open/take/red": done if inside and who != Role.GUEST else refused,
    }
    if who == SIGNED_OUT:
        found = dict.fromkeys(found, signed_out)
        for page in ("/clubs/lantern/join", "/games/open/take/red"):
            found[page] = signed_out if sees else hidden
    elif not sees:
        found = dict.fromkeys(found, hidden)
    return found


def cell(
    world: World, who: str, page: str, form: dict[str, Any], expected: tuple[int, bool]
) -> list[Any]:
    """Post, and take back what it did; what was not as expected."""
    with transaction.atomic():
        status = world.clients[who].post(page, form).status_code
        changed = state() != world.before
        transaction.set_rollback(True)
    return [] if (status, changed) == expected else [(who, page, (status, changed), expected)]
