"""Each night's audit looks at what changed since a night passed, and in thirty nights at all."""

from __future__ import annotations

from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command

from tests import seated
from traders.domain.history import nightly_audit_selection
from traders.domain.play import door
from traders.models import Game

pytestmark = pytest.mark.django_db


def night() -> tuple[int, str]:
    """Its exit status, and what it says."""
    told = StringIO()
    try:
        call_command("audit", "--night", stdout=told, no_color=True)
    except SystemExit as ended:
        return int(ended.code or 0), told.getvalue()
    return 0, told.getvalue()


def begun() -> Game:
    made = door.create("imperial-trader", ("red", "blue", "green"), {}, {})
    seated.begin(made.pk)
    return Game.objects.get(pk=made.pk)


def looked_at() -> set[int]:
    return {game.pk for game in nightly_audit_selection.share().games}


def test_a_night_looks_at_what_changed_and_a_month_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nightly_audit_selection, "UNDER_WAY", 0)
    games = [begun() for _ in range(3)]
    known = {game.pk for game in games}
    assert looked_at() == known, "the first night looks at all"
    assert night() == (0, "3 of 3 games whole.\n")

    door.orders(games[1].pk, "red", "status\nend")
    assert games[1].pk in looked_at()
    throws = Game.objects.get(pk=games[1].pk).throws
    Game.objects.filter(pk=games[1].pk).update(throws=throws + 10_000)
    for _ in range(2):
        status, told = night()
        assert (status, games[1].slug in told) == (1, True), "a night that found a fault is no mark"
    Game.objects.filter(pk=games[1].pk).update(throws=throws)
    assert night()[0] == 0

    nights: Counter[int] = Counter()
    for _ in range(nightly_audit_selection.NIGHTS):
        share = nightly_audit_selection.share()
        nights.update(game.pk for game in share.games)
        share.passed()
    assert nights == dict.fromkeys(known, 1)
