"""No organizer floods the club's mailboxes, whatever is decided and taken back again: what
somebody is written to about has a quota, and the refusal says from when on the next counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import cycle
from typing import Any

import pytest

from tests import seated
from tests.club.seasons.league import called, club_of, drawn_by_hand, olga, registered
from traders.club.desk import organizer_lines
from traders.club.membership import member_management
from traders.club.seasons import result_approval, round_start, season_draw
from traders.domain.calendar import clock
from traders.domain.play import door, gathering_and_start
from traders.domain.timeline import game_making_and_seat_taking
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import ENGINES
from traders.models import Entry, Kind, Letter, Membership, Phase, SeasonTable, Seat

pytestmark = pytest.mark.django_db

MOST, ROUNDS = 4, 8
Deeds = Iterator[Callable[[], Any]]


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setitem(ENGINES, "toll", "tests.toll")
    settings.QUOTA_DECISIONS = MOST


def roles() -> Deeds:
    club = club_of(["Ann"])
    by, row = olga(club), Membership.objects.get(player=called("Ann"))
    for role in cycle(["referee", "player"]):
        yield partial(member_management.appoint, club.pk, by, row.pk, role)


def seats_before_the_beginning() -> Deeds:
    club = club_of(["Ann"])
    game = door.create("toll", ["red", "blue"], title="First voyage", club=club)
    while True:
        yield lambda: game_making_and_seat_taking.sit_down(
            game, "red", called("Ann"), by=olga(club)
        )
        yield lambda: gathering_and_start.free(game.pk, "red", olga(club))


def draws() -> Deeds:
    season = registered(["Ann", "Bob"], 2, table_size=2)
    while True:
        yield lambda: drawn_by_hand(season, d1=[[["Ann", "Bob"]]])
        yield lambda: season_draw.undo(season.pk, olga(season.club))


def results() -> Deeds:
    season = drawn_by_hand(registered(["Ann", "Bob"], 2, table_size=2), d1=[[["Ann", "Bob"]]])
    round_start.begin(season.pk, olga(season.club))
    table = SeasonTable.objects.get()
    ann, bob = [place.entrant_id for place in table.places.order_by("pk")]
    for ranks in cycle([{ann: 1, bob: 2}, {ann: 2, bob: 1}]):
        yield partial(result_approval.correct, season.pk, table.pk, ranks, "So", olga(season.club))


def pauses() -> Deeds:
    club = club_of(["Ann", "Bob"])
    game = door.create("toll", ["red", "blue"], title="First voyage", club=club)
    for seat, name in zip(game.seats.all(), ("Ann", "Bob"), strict=True):
        Seat.objects.filter(pk=seat.pk).update(player=called(name))
    seated.begin(game.pk)
    game.refresh_from_db()
    assert game.phase == Phase.PLAYING
    for line in cycle(["pause {} for 2d: so", "resume {}: so", "more time {} all 24h: so"]):
        yield partial(organizer_lines.speak, club, olga(club), line.format(game.slug))


def _refusal(deed: Callable[[], Any]) -> str:
    try:
        told = deed()
    except Refusal as refusal:
        return refusal.text
    return str(told.words) if getattr(told, "answer", "") == "refused" else ""


@pytest.mark.parametrize("deeds", [roles, seats_before_the_beginning, draws, results, pauses])
def test_what_is_decided_again_and_again_is_few_letters(deeds: Callable[[], Deeds]) -> None:
    refused, begun = set[str](), clock.now()
    for deed, n in zip(deeds(), range(ROUNDS), strict=False):
        with clock.at(begun + timedelta(seconds=n)):
            refused.add(_refusal(deed))
    mine = Letter.objects.filter(player=called("Ann"), game=None)
    assert mine.count() <= MOST + 2
    assert Entry.objects.filter(kind=Kind.DECISION).count() <= MOST
    assert any(
        re.search(rf"{MOST} (?:times|decisions).* The next counts after", x) for x in refused
    )
