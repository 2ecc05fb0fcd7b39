"""After any ruling of any kind on any game of bots the game is whole (PR-RECORD, PR-REMEDY,
PR-CHANCE-02).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from django.test import Client

from tests.arbitration.trial.court import KINDS, OURS, REMEDIES, WHISPER, Trial, over
from tests.arbitration.trial.play import SEATS, SYSTEMS, game_under_way
from tests.arbitration.trial.whole import Standing, faults
from tests.examples import drawn, size
from traders.domain.calendar import clock
from traders.domain.letters import board_picture
from traders.models import Player

pytestmark = pytest.mark.django_db

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01"
RULED = [
    *product(SYSTEMS[:3], REMEDIES, range(100)),
    *product(SYSTEMS[3:], REMEDIES, [0]),  # its other games were not looked at yet
]
PAGES = ("", "history", "history.json")
"""Of a game; before each step a seat looks at one of them alone."""
ON_APPEAL = ("stand", "reopen", "time", "put-right")


@pytest.fixture(autouse=True)
def _house(settings: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.TRUSTED_MAIL_HOSTS = (OURS,)  # type: ignore[attr-defined]
    monkeypatch.setattr(board_picture, "draw", lambda svg, part: PNG)
    yield
    clock.set_to(None)


@pytest.fixture
def referees(db: None) -> tuple[Player, Player]:
    return (
        Player.objects.create_user("judge@example.org", display_name="Judge"),
        Player.objects.create_user("other@example.org", display_name="Other judge"),
    )


@pytest.mark.examples("rulings")
@pytest.mark.parametrize(("system", "remedy", "seed"), drawn("rulings", RULED))
def test_after_any_ruling_the_game_is_whole(system, remedy, seed, referees):
    number = SYSTEMS.index(system) + len(SYSTEMS) * REMEDIES.index(remedy)
    table = game_under_way(system, 1_000 * seed + number)
    trial = Trial.of(table, KINDS[(number + seed) % len(KINDS)])
    if trial.is_open:
        trial.heard()
        before = Standing.of(table.game)
        trial.rule(remedy, referees[0])
        looked_at(trial, before)
    if (number + seed) % 2 and not over(table):
        trial.appeal()
        trial.heard(on_appeal=True)
        before = Standing.of(table.game)
        trial.rule(ON_APPEAL[(number // 2 + seed) % len(ON_APPEAL)], referees[1])
        looked_at(trial, before)
    for _ in range(4):
        table.step()  # and it is played on
    table.game.refresh_from_db()
    found = faults(table.game, Standing.of(table.game), trial.claim)
    assert not found, "\n".join(found)


def looked_at(trial: Trial, before: Standing) -> None:
    game = trial.table.game
    found = faults(game, before, trial.claim, costs=trial.costs)
    assert not found, "\n".join(found)
    for place, seat in enumerate(SEATS):
        client = Client()
        client.force_login(Player.objects.get(seats__game=game, seats__colour=seat))
        for page in PAGES[place : place + 1] if size() == "test" else PAGES:
            shown = client.get(f"/games/{game.slug}/{page}")
            assert shown.status_code == 200
            assert not (
                WHISPER in shown.content.decode()
                and not trial.claim.statements.filter(seat=seat, private=True).exists()
            )
