"""A claim that nobody may be asked to rule on: who is told, and that the next appointment takes it
up (PR-RULING-03).
"""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client

from arbitration.demonstration_case import CLAIM
from arbitration.models import Asking, Claim
from arbitration.rulings import giving
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.operators import alerts, health_figures
from traders.domain.timeline import due_work_sweep, timeline
from traders.models import Game, Letter, Player

pytestmark = pytest.mark.django_db
NOBODY = "There is no referee who may be asked"


def said(game: Game, seat: str, text: str) -> str:
    return timeline.orders(game.pk, seat, text).lines[-1].words


def told(player: Player) -> list[str]:
    return [letter.facts for letter in Letter.objects.filter(player=player, seat="")]


def appointed(name: str) -> str:
    disputed.player(name)
    out = StringIO()
    call_command("referee", f"{name}@example.org", stdout=out)
    return out.getvalue()


def figure() -> health_figures.Figure:
    return next(one for one in health_figures.figures() if one.name == "cases_without_referee")


def test_the_claimant_is_told_once_that_there_is_no_referee(game: Game) -> None:
    clock.set_to(disputed.CLAIMED)
    seen = timeline.orders(game.pk, "blue", "claim conduct: Red is rude")
    told = [*(line.words for line in seen.lines), *seen.own_notices["blue"]]
    assert [NOBODY in words for words in told].count(True) == 1
    assert "To take it back: `withdraw claim 1`." in told


def test_claimant_organizer_and_operator_are_told_at_once(
    game: Game, organizer: Player, settings: object
) -> None:
    settings.OPERATORS = ["operator@example.org"]  # type: ignore[attr-defined]
    assert not figure().problem
    clock.set_to(disputed.CLAIMED)
    assert NOBODY in said(game, "blue", "claim conduct: Red is rude")
    [letter] = told(organizer)
    assert NOBODY in letter
    assert figure().problem.startswith("1 case waits for a ruling, and nobody is left to ask")
    alerts.send()
    assert "manage.py referee" in str(mail.outbox[-1].body)
    assert "ruling" not in Client().get("/health").content.decode()  # a stranger's


@pytest.mark.parametrize("letter", ["claim conduct: Red is rude", CLAIM])
def test_no_letter_or_page_says_that_a_referee_decides(game: Game, letter: str) -> None:
    clock.set_to(disputed.CLAIMED)
    assert "referee rules" not in said(game, "blue", letter)
    for seat in ("red", "blue", "green"):
        told = Letter.objects.filter(game=game, seat=seat).latest("pk").facts
        assert NOBODY in told
        assert "eferee decides" not in told
    client = Client()
    client.force_login(Player.objects.get(email="blue@example.org"))
    page = client.get(f"/games/{game.slug}/claims").content.decode()
    assert page.count(NOBODY) == 1


def test_who_is_appointed_is_asked_of_what_waits(game: Game) -> None:
    claim = disputed.claimed(game)
    assert not Asking.objects.exists()
    assert "a referee is asked now" in appointed("late")
    assert Asking.objects.get().referee.email == "late@example.org"
    assert claim.finding.sentence in told(Player.objects.get(email="late@example.org"))[0]
    assert not figure().problem
    assert "asked" not in appointed("later")
    claim.refresh_from_db()
    assert claim.ruling_due == Claim.objects.get().ruling_due


def test_a_case_whose_time_is_over_has_it_anew_when_somebody_is_appointed(game: Game) -> None:
    claim = disputed.claimed(game)
    clock.set_to(claim.ruling_due + timedelta(seconds=2))
    for _ in range(4):
        due_work_sweep.sweep()
    notice = Letter.objects.filter(game=game, seat="red").latest("pk").facts
    assert "it waits for another referee, whom the operator has to appoint" in notice
    assert figure().problem
    appointed("late")
    was, claim = claim.ruling_due, Claim.objects.get()
    assert claim.ruling_due > was
    assert not figure().problem


def test_an_appeal_goes_to_nobody_where_there_is_nobody_else(game: Game, judge: Player) -> None:
    claim = disputed.claimed(game)
    clock.set_to(disputed.HEARD)
    giving.give(claim.pk, judge, giving.RulingRequest("stand", "So it was.", "It is left open."))
    assert NOBODY in said(game, "blue", "appeal 1: the die had not fallen")
    assert figure().problem
    appointed("second")
    assert Asking.objects.get(on_appeal=True).referee.email == "second@example.org"


def test_somebody_appointed_otherwise_is_asked_at_half_of_the_ruling_time(game: Game) -> None:
    claim = disputed.claimed(game)
    judge = disputed.referee()
    clock.set_to(claim.made + (claim.ruling_due - claim.made) / 2 + timedelta(seconds=2))
    for _ in range(4):
        due_work_sweep.sweep()
    assert Asking.objects.get().referee == judge


def test_nobody_waits_for_a_ruling_on_a_game_of_bots(db: None) -> None:
    call_command("demonstration", verbosity=0)
    assert Claim.objects.filter(status="open").exists()
    assert not figure().problem
