"""The page of a case: the reader's zone, each seat's own hours, what the claimant had seen, and
what was ruled on the players before.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from arbitration.models import Claim
from arbitration.pages import case_times
from arbitration.pages.case_presenter import Case
from arbitration.rulings import conduct_record, giving
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.people import page_view_evidence
from traders.domain.play import door
from traders.models import Club, Game, Player, Seat

pytestmark = pytest.mark.django_db


def page(bench: Client, claim: Claim) -> str:
    return bench.get(f"/admin/arbitration/claim/{claim.pk}/change/").content.decode()


def test_it_speaks_the_readers_zone(bench: Client, judge: Player, claim: Claim) -> None:
    judge.zone = "Asia/Tokyo"
    judge.save()
    shown = page(bench, claim)
    assert "(Asia/Tokyo)" in shown
    assert "Mon 2 Mar, 21:00:00" in shown  # the claim, made at noon UTC
    assert "UTC" not in re.sub(r"<th>.*?</th>", "", shown[shown.index('class="case"') :])


def test_each_seats_own_hours_stand_beside(bench: Client, claim: Claim) -> None:
    Player.objects.filter(seats__game=claim.game, seats__colour="blue").update(
        zone="America/Los_Angeles"
    )
    claim.game.settings = {**claim.game.settings, "night": ["22:00", "08:00"]}
    claim.game.save()
    shown = page(bench, claim)
    assert "Blue (America/Los_Angeles)" in shown
    assert "Blue: Mon 04:00, outside its hours" in shown
    assert "none, 3 days" in shown  # saved time and waiting time in words
    assert "night 22:00 to 08:00" in shown


def test_each_item_tells_its_source_and_its_weight(bench: Client, claim: Claim) -> None:
    shown = page(bench, claim)
    cells = re.findall(r'<td class="source">(.*?)</td><td class="weight">(.*?)</td>', shown)
    assert cells
    for source, weight in cells:
        assert source
        assert re.fullmatch(r'<span class="weight-word">weight </span>[1-5]', weight)


def test_times_in_words_are_read_by_the_readers_clock() -> None:
    near = datetime(2026, 1, 1, 1, tzinfo=ZoneInfo("UTC"))
    with timezone.override("Europe/Berlin"):
        assert (
            case_times.with_local_times(
                "It closed at 23:30:00 UTC on 31 December, not before.", near
            )
            == "It closed on Thu 1 Jan, 00:30:00, not before."
        )
        for odd in ("at 25:61:00 UTC on 40 Foo", "at 10:00:00 UTC on 30 February", ""):
            assert case_times.with_local_times(odd, near) == odd


def test_letters_that_are_no_notice_of_the_moment_are_folded(
    bench: Client, claim: Claim, judge: Player
) -> None:
    case = Case(claim, judge)
    assert case.aside
    assert all("letter to Blue" in item.text for item in case.aside)
    assert any("letter to Blue was written" in item.text for item in case.items)
    assert page(bench, claim).count('<tr id="item-') == len(case.items)


def test_it_says_what_the_claimant_had_seen(game: Game, judge: Player) -> None:
    claim = disputed.claimed(game)
    sentences = " ".join(Case(claim, judge).seen)
    assert "The first thing revealed since is move" in sentences
    assert "Blue is not known to have looked" in sentences
    assert "it is not known whether it had seen" in sentences


def test_a_look_at_the_page_after_the_die_is_named(game: Game, judge: Player) -> None:
    clock.set_to(disputed.CLAIMED - timedelta(hours=1))
    page_view_evidence.note(Seat.objects.get(game=game, colour="blue"), game.number)
    sentences = " ".join(Case(disputed.claimed(game), judge).seen)
    assert "Blue had looked at the game's page after move" in sentences
    assert "had been shown what was revealed" in sentences


def test_earlier_warnings_of_its_players_in_the_club_are_listed(
    bench: Client, claim: Claim, judge: Player
) -> None:
    club = Club.objects.create(name="Club", slug="club")
    Game.objects.filter(pk=claim.game.pk).update(club=club)
    disputed.by_letter(claim.game, "green", "claim conduct: red shouts", disputed.HEARD)
    before = Claim.objects.order_by("-pk")[0]
    clock.set_to(before.answers_due + timedelta(seconds=1))
    giving.give(
        before.pk, judge, giving.RulingRequest("conduct", "He shouted.", "Weighed.", against="red")
    )
    door.orders(claim.game.pk, "green", "claim conduct: again")
    last = Claim.objects.select_related("game__club").order_by("-pk")[0]
    assert [(one.seat, one.cost) for one in conduct_record.earlier(last)] == [("red", "a warning")]
    assert "Red: a warning" in page(bench, last)
    assert conduct_record.earlier(Claim.objects.select_related("game__club").get(pk=claim.pk)) == []


def _in_full(statements: list[str]) -> list[str]:
    """The statements, and those that PostgreSQL keeps of which they name one."""
    if connection.vendor != "postgresql":
        return statements
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, statement FROM pg_prepared_statements")
        kept = dict(cursor.fetchall())
    return statements + [kept[name] for name in re.findall(r"EXECUTE (\w+)", " ".join(statements))]


def test_looking_at_a_case_locks_nothing_and_writes_nothing(
    bench: Client, judge: Player, claim: Claim
) -> None:
    """PR-RULING-01: each remedy is tried on a copy in memory."""
    bench.get(f"/admin/arbitration/claim/{claim.pk}/change/")
    said: list[str] = []

    def heard(execute: Callable[..., object], sql: str, *told: object) -> object:
        said.append(sql)
        return execute(sql, *told)

    with connection.execute_wrapper(heard):
        shown = page(bench, claim)
    assert shown.count("<svg") > len(Case(claim, judge).remedies)
    words = " ".join(_in_full(said)).upper()
    assert all(sql.startswith(("SELECT", "EXECUTE select_")) for sql in said)
    assert not re.search(r"FOR UPDATE|INSERT INTO|UPDATE \"|DELETE FROM", words)
    assert len(said) <= (30 if connection.vendor == "postgresql" else 60)
