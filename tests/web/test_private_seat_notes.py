"""Notes of a player's own: kept for that player alone, and never lost."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from traders.domain.accounts import account_erasure, data_export
from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.models import Game, Note, Player, Seat, SittingCause
from traders.web.private_seat_notes import BOTH, MOST

PLAN = "Blue bluffs.\nBuild at Oz <b>first</b>."


def write(client: Client, game: Game, words: str, before: str = "") -> str:
    address = reverse("notes", args=[game.slug])
    return client.post(address, {"words": words, "before": before}, follow=True).content.decode()


def test_what_is_written_is_there_again_and_nowhere_else(
    red_client: Client, game: Game, red: Player, blue: Player
) -> None:
    assert "Build at Oz &lt;b&gt;first" in write(red_client, game, PLAN.replace("\n", "\r\n"))
    assert Note.objects.get().words == PLAN
    assert data_export.export(red)["notes"] == [{"game": game.slug, "seat": "red", "words": PLAN}]
    staff = Player.objects.create_user("staff@example.org", display_name="Staff")
    Player.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    staff.refresh_from_db()
    for other in (blue, staff, None):
        red_client.logout()
        if other is not None:
            red_client.force_login(other)
        for path in ("", "notes", "history", "history.json", "claims", "more"):
            answer = red_client.get(f"/games/{game.slug}/{path}")
            assert b"Build at Oz" not in answer.content, (other, path)


def test_a_substitute_never_reads_a_predecessors_notes(red_client: Client, game: Game) -> None:
    write(red_client, game, PLAN)
    other = Player.objects.create_user("third@example.org", display_name="Third")
    seat = Seat.objects.get(game=game, colour="red")
    seating.sit(seat, other, clock.now(), SittingCause.SUBSTITUTE)
    assert red_client.get(reverse("notes", args=[game.slug])).status_code == 403
    red_client.force_login(other)
    assert b"Build at Oz" not in red_client.get(reverse("notes", args=[game.slug])).content


@pytest.mark.parametrize("words", ["", "Sell."])
def test_two_windows_lose_nothing(red_client: Client, game: Game, words: str) -> None:
    write(red_client, game, "Buy.")
    assert BOTH in write(red_client, game, words, before="")
    assert Note.objects.get().words == f"Buy.\n\n{words}".strip()
    write(red_client, game, words, before="")  # sent twice
    assert Note.objects.get().words == f"Buy.\n\n{words}".strip()
    write(red_client, game, "New.", before=Note.objects.get().words)
    assert Note.objects.get().words == "New."


def test_what_one_window_strikes_out_another_does_not_bring_back(
    red_client: Client, game: Game
) -> None:
    shown = "Buy.\nSell.\nBuild."
    write(red_client, game, shown)
    write(red_client, game, "Buy.\nBuild.", before=shown)
    assert BOTH in write(red_client, game, shown, before=shown)  # the other window changed nothing
    assert Note.objects.get().words == "Buy.\nBuild."
    write(red_client, game, "Sell.\nBuild.\nJump.", before=shown)
    assert Note.objects.get().words == "Build.\n\nJump."


def test_what_is_too_long_is_not_saved_and_still_stands_there(
    red_client: Client, game: Game
) -> None:
    write(red_client, game, "Buy.")
    html = write(red_client, game, "x" * (MOST + 1), before="Buy.")
    assert "Not saved" in html
    assert "x" * (MOST + 1) in html
    assert Note.objects.get().words == "Buy."


def test_they_go_with_the_account(red_client: Client, game: Game, red: Player) -> None:
    write(red_client, game, PLAN)
    account_erasure.erase(red)
    assert not Note.objects.exists()
