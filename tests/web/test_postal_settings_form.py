"""Settings as forms: a club's in the admin, a game's on its page; what cannot be is said at its
field (PR-TURN-07).
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from traders.domain.people import club_roles
from traders.domain.settings import game_settings
from traders.models import Club, Entry, Game, Kind, Player, Role
from traders.web.new_game import GameForm
from traders.web.postal_settings_form import FIELDS, ChangeForm, ClubForm

WRONG = [
    ("turn_time", "banana"),
    ("turn_time", "10m"),
    ("turn_time", "9" * 400),
    ("vacation_days", "-1"),
    ("vacation_days", "367"),
    ("vacation_days", "many"),
    ("interval_floor", "20h"),
    ("night", "late"),
    ("night", "22:00 to 22:00"),
    ("holidays", "2026-13-01"),
    ("holidays", "XX"),
    ("zones", "blue = Europe/Berlni"),
    ("zones", "pink = Europe/Berlin"),
    ("zones", "../../etc/passwd"),
    ("timing", "never"),
    ("weekends", "perhaps"),
    ("press", "loud"),
    ("watch_delay", "soon"),
    ("house_rules", "x" * 1_001),
]


@pytest.fixture
def operator(client: Client, db: None) -> Client:
    client.force_login(Player.objects.create_superuser("operator@example.org", display_name="Oona"))
    return client


@pytest.fixture
def club(db: None) -> Club:
    return Club.objects.create(name="Lantern", slug="lantern", settings={"turn_time": "48h"})


def edit(operator: Client, club: Club, **typed: str):
    fields = {
        name: str(value)
        for name, value in ClubForm(instance=club).initial.items()
        if value is not None
    }
    fields |= {name: str(field.initial) for name, field in FIELDS.items() if name not in fields}
    fields |= {f"setting.{name}": text for name, text in typed.items()}
    return operator.post(reverse("admin:traders_club_change", args=[club.pk]), fields)


def test_every_setting_is_a_field_with_a_label_help_and_its_default(
    operator: Client, club: Club
) -> None:
    html = operator.get(reverse("admin:traders_club_change", args=[club.pk])).content.decode()
    for name in game_settings.READERS:
        assert f'name="setting.{name}"' in html
        assert game_settings.label(name) in html
        assert game_settings.RULES[name] in html
    assert 'value="48h"' in html
    assert (
        set(ClubForm.base_fields) & set(FIELDS)
        == set(ChangeForm.base_fields) & set(FIELDS)
        == set(FIELDS)
    )
    assert set(FIELDS) <= set(GameForm("toll").fields)


def test_what_a_club_sets_is_kept_where_it_differs_from_the_rules(
    operator: Client, club: Club
) -> None:
    assert (
        edit(
            operator,
            club,
            turn_time="3 days",
            grace="2 hours",
            weekends="no",
            night="22:00 to 08:00",
            holidays="2026-12-25, DE",
        ).status_code
        == 302
    )
    club.refresh_from_db()
    assert club.settings == {
        "grace": "2 hours",
        "weekends": False,
        "night": ["22:00", "08:00"],
        "holidays": ["2026-12-25", "DE"],
    }
    assert game_settings.read(club.settings).grace == timedelta(hours=2)


def test_rules_of_a_club_are_kept_line_by_line_and_taken_away_again(
    operator: Client, club: Club
) -> None:
    edit(operator, club, house_rules="No hurry.\r\nBe\u202e kind.", press="anonymous")
    club.refresh_from_db()
    kept = {"house_rules": "No hurry.\nBe kind.", "press": "anonymous", "turn_time": "48h"}
    assert game_settings.read(club.settings) == game_settings.read(kept)
    edit(operator, club, house_rules="", press="anonymous")
    club.refresh_from_db()
    assert "house_rules" not in club.settings


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "text"), WRONG)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_kept(
    operator: Client, club: Club, name: str, text: str
) -> None:
    answer = edit(operator, club, **{name: text})
    assert answer.status_code == 200
    assert list(answer.context["adminform"].form.errors) == [f"setting.{name}"]
    club.refresh_from_db()
    assert club.settings == {"turn_time": "48h"}


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "text"), WRONG)
def test_so_it_is_where_a_game_is_made(red_client: Client, name: str, text: str) -> None:
    answer = red_client.post(
        reverse("new-game"),
        {"system": "toll", "seats": 3, "bots": 0, "option.goal": 12, f"setting.{name}": text},
    )
    assert answer.status_code == 200
    assert list(answer.context["form"].errors) == [f"setting.{name}"]
    assert not Game.objects.exists()


# --- a game that is played ------------------------------------------------------------------------


def page(game: Game) -> str:
    return reverse("game-settings", args=[game.slug])


def test_everybody_reads_the_settings_and_players_change_none(
    red_client: Client, game: Game
) -> None:
    html = red_client.get(page(game)).content.decode()
    assert "3 days" in html
    assert game_settings.help_of("turn_time") in html
    assert "organizer and the operator can change them" in html
    assert (
        red_client.post(page(game), {"setting.turn_time": "1h", "why": "mine"}).status_code == 403
    )
    assert game_settings.of(Game.objects.get(pk=game.pk)) == game_settings.STANDARD


def test_the_organizer_changes_a_setting_and_it_is_an_entry(
    client: Client, game: Game, club: Club
) -> None:
    otto = Player.objects.create_user("otto@example.org", display_name="Otto")
    club_roles.admit(club, otto, Role.ORGANIZER)
    Game.objects.filter(pk=game.pk).update(club=club)
    client.force_login(otto)
    assert (
        client.post(page(game), {"setting.turn_time": "5 days", "why": "Easter"}).status_code == 302
    )
    assert game_settings.of(Game.objects.get(pk=game.pk)).turn_time.days == 5
    assert Entry.objects.filter(game=game, kind=Kind.SETTINGS, source="organizer").count() == 1
    assert "Easter" in client.get(reverse("history", args=[game.slug])).content.decode()
    for wrong in (
        {"setting.turn_time": "soon", "why": "x"},
        {"setting.turn_time": "6 days"},
        {"setting.turn_time": "5d", "why": "same"},
    ):
        assert client.post(page(game), wrong).status_code == 200
    assert Entry.objects.filter(game=game, kind=Kind.SETTINGS).count() == 1


def test_the_operator_comes_there_from_the_admin(operator: Client, game: Game) -> None:
    html = operator.get(reverse("admin:traders_game_change", args=[game.pk])).content.decode()
    assert "change-settings" in html
    answer = operator.get(f"/admin/traders/game/{game.pk}/change-settings", follow=True)
    assert answer.redirect_chain[-1][0] == page(game)
    assert b"Change the settings" in answer.content


def test_a_players_zone_and_name_are_checked_in_the_admin_too(
    operator: Client, red: Player
) -> None:
    typed = {
        "display_name": "regular",
        "email": red.email,
        "zone": "Nowhere/Land",
        "cadence": "every",
        "is_active": "on",
    }
    answer = operator.post(reverse("admin:traders_player_change", args=[red.pk]), typed)
    assert set(answer.context["adminform"].form.errors) == {"display_name", "zone"}
