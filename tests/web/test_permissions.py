"""Every address of the site, every verb, every kind of visitor: no fault, no page of another's, and
nothing changed without a token of ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.examples import drawn
from traders.club.ladders import player_actions
from traders.club.membership import invitations
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Game, Ladder, Player, Role, Season, SeasonPhase

VERBS = ("get", "head", "post", "put", "delete", "options")
ROLES = ("nobody", "stranger", "seat", "operator")
NOT_STATE = {
    "sessions.Session",
    "traders.Look",
    "traders.ProgramLook",
    "traders.EvidenceLink",
    "account.EmailAddress",
}
"""What a visit alone may write: the browser's session, that a seat has looked, linked as evidence,
and allauth's copy of the own address.
"""
NO_FORMS = ("api/", "hooks/")
OPEN_TO_ALL = (
    "/accounts/", "/rules/", "/guides/", "/casebook/", "/games/", "/hooks/", "/health", "/metrics",
    "/unsubscribe/", "/verify.py", "/credits", "/orders", "/api/", "/begin", "/mailbox/",
    "/service-worker.js", "/clubs/", "/invitations/", "/players/",
)  # fmt: skip


@pytest.fixture
def told(game: Game, red: Player) -> dict[str, object]:
    """What stands in the addresses' blanks, by name."""
    door.orders(game.pk, "red", "claim conduct: blue is rude\nto blue: for blue alone")
    club = club_roles.found("Lantern", "lantern", red)
    ladder = Ladder.objects.create(club=club, system="toll", made=clock.now())
    player_actions.join(ladder.pk, red)
    Season.objects.create(
        club=club,
        slug=game.slug,
        name="Spring",
        phase=SeasonPhase.RUNNING,
        games=[{"system": "toll"}],
        made=clock.now(),
    )
    return {
        "table": 1,
        "season": game.slug,
        "slug": game.slug,
        "game": game.slug,
        "colour": "blue",
        "name": "postal",
        "question": "x",
        "number": 1,
        "token": "x",
        "club": club.slug,
        "secret": invitations.by_link(club.pk, red, Role.PLAYER, 1, 1),
        "tag": "x",
        "provider": "postmark",
        "system": ladder.system,
        "object_id": 0,
        "app_label": "traders",
        "content_type_id": 1,
        "url": "nowhere",
        "key": 1,
        "pk": 1,
    }


def patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from patterns(one, route)
        else:
            yield route, one


def addresses(told: dict[str, object]) -> list[str]:
    """One address for each pattern of the site. A blank that `told` does not know fails here: tell
    it above.
    """
    found = []
    for route, one in patterns(get_resolver()):
        blanks = one.pattern.converters  # type: ignore[attr-defined]
        # a pattern by regular expression: the administration's own last resorts
        if one.pattern.regex.groups > len(blanks):
            continue
        path = route
        of_a_club = route.startswith("clubs/")
        for name in blanks:
            known = told["club" if of_a_club and name == "slug" else name]
            path = re.sub(
                rf"<(\w+:)?{name}>", str(row(path) if name == "object_id" else known), path
            )
        assert "<" not in path, path
        found.append("/" + path)
    return sorted(set(found))


def row(path: str) -> object:
    """The key of a row of the model whose page of the administration this is; one that there is not
    where it has none.
    """
    _, app, model, *_ = path.split("/")
    if app == "r":  # the administration's way to a row's own page
        return 0
    first = apps.get_model(app, model)._default_manager.first()
    return first.pk if first else 0


def visitor(role: str, red: Player) -> Client:
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    if role == "stranger":
        client.force_login(Player.objects.create_user("kim@example.org", display_name="Kim"))
    elif role == "seat":
        client.force_login(red)
    elif role == "operator":
        client.force_login(
            Player.objects.create_superuser("operator@example.org", display_name="Operator")
        )
    return client


def state() -> dict[str, str]:
    """All rows, by model, but those that a visit alone may write, and their count."""
    models = [model for model in apps.get_models() if model._meta.label not in NOT_STATE]
    return {
        model._meta.label: serializers.serialize(
            "json",
            model._default_manager.order_by("pk"),
            fields=[field.name for field in model._meta.fields if field.name != "links"],
        )
        for model in models
    }


@pytest.mark.examples("visits")
@pytest.mark.parametrize("role", ROLES)
def test_no_address_breaks_and_nothing_changes_without_a_token(
    role: str, game: Game, red: Player, told: dict[str, object]
) -> None:
    found = addresses(told)
    assert len(found) > 60
    client = visitor(role, red)
    before = state()
    broken = []
    for path, verb in drawn("visits", list(product(found, VERBS))):
        if role == "operator" and path.startswith("/admin/") and verb not in VERBS[:3]:
            continue
        status = getattr(client, verb)(path).status_code
        # which says so where no worker runs
        if status >= 500 and not path.startswith("/health"):
            broken.append((verb, path, status))
    assert not broken
    assert [name for name, rows in state().items() if rows != before[name]] == []


def bare(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The refusal of a form without a token, without its page: that takes longest."""
    return HttpResponse(status=403)


def test_every_form_is_refused_without_a_token_of_ours(
    game: Game, red: Player, told: dict[str, object], settings: Any
) -> None:
    """What takes forms without one knows its sender otherwise: by a token in its address, a secret,
    or a header that no other site's form can set.
    """
    routes = patterns(get_resolver())
    without = {r for r, one in routes if getattr(one.callback, "csrf_exempt", False)}
    assert {route.partition("<")[0] for route in without if not route.startswith(NO_FORMS)} == {
        "invitations/none/",
        "unsubscribe/",
    }
    settings.CSRF_FAILURE_VIEW = "tests.web.test_permissions.bare"
    client, before = visitor("seat", red), state()
    form = {"orders": "pass", "seat": "red", "sure": "1", "action": "remove", "action_remove": ""}
    taken = [
        (path, answer.status_code)
        for path in addresses(told)
        if not path[1:].startswith((*NO_FORMS, "invitations/none/", "unsubscribe/"))
        for answer in [client.post(path, form)]
        if answer.status_code != 403
    ]
    assert taken == []
    assert [name for name, rows in state().items() if rows != before[name]] == []


@pytest.mark.sampled
@pytest.mark.parametrize("role", ["nobody", "stranger", "seat"])
def test_the_administration_opens_to_nobody_else(
    role: str, game: Game, red: Player, told: dict[str, object]
) -> None:
    client = visitor(role, red)
    for path in addresses(told):
        if path.startswith("/admin/"):
            assert client.get(path).status_code in (302, 403, 404), path


def test_who_is_signed_out_sees_no_page_of_ones_own(
    game: Game, red: Player, told: dict[str, object]
) -> None:
    for path in addresses(told):
        if path != "/" and not path.startswith(OPEN_TO_ALL):
            assert Client().get(path).status_code in (302, 403, 404), path


@pytest.mark.examples("visits-read")
@pytest.mark.parametrize("role", ["nobody", "stranger"])
def test_no_page_holds_an_address_a_private_message_or_a_claim(
    role: str, game: Game, red: Player, told: dict[str, object]
) -> None:
    hidden = [red.email, "blue@example.org", "for blue alone", "is rude"]
    client = visitor(role, red)
    for path in drawn("visits-read", addresses(told)):
        html = client.get(path).getvalue().decode("utf-8", "replace")
        assert not [one for one in hidden if one in html], path
