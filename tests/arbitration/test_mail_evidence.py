"""What became of a notice: a provider's report counts, what our own mail server took tells nothing,
what a player could have written changes nothing (PR-EVIDENCE-01, PR-EVIDENCE-02).
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from arbitration.casebook.export import scenario_of
from arbitration.evidence import evidence_file, evidence_timeline
from arbitration.evidence.claimant_knowledge import seen
from arbitration.evidence.evidence_types import Weight
from arbitration.models import Claim
from arbitration.rulings import giving
from tests.arbitration import disputed
from tests.domain.post.incoming.test_bounce import report, take
from traders.domain.calendar import clock
from traders.domain.deadlines import deadlines
from traders.domain.people import page_view_evidence
from traders.domain.play import door
from traders.domain.post import delivery, delivery_reports
from traders.models import Deadline, DeadlineKind, Game, Letter, Look, Report, ReportKind, Seat

pytestmark = pytest.mark.django_db

JUMPED = disputed.BEGUN + timedelta(minutes=5)
CLAIM = "claim mail about quarantine: play quarantine at kluge"


@pytest.fixture(scope="module")
def standing(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[int]:
    """One such game for all, by its id: nothing that a test does in it stays."""
    with django_db_blocker.unblock(), transaction.atomic():
        clock.set_to(disputed.BEGUN)
        game = disputed.seated("table")
        clock.set_to(JUMPED)
        door.orders(game.pk, "red", "jump verne regular", at=JUMPED)
        delivery.prepare_and_send(
            list(Letter.objects.filter(game=game).values_list("pk", flat=True))
        )
        yield game.pk
        transaction.set_rollback(True)


@pytest.fixture
def asked(standing: int, db: None) -> Game:
    """Red has jumped; the interval waits for blue, whose notice our own mail server has taken."""
    clock.set_to(JUMPED)
    game = Game.objects.get(pk=standing)
    assert notice(game).accepted is not None
    return game


def notice(game: Game) -> Letter:
    return Letter.objects.filter(game=game, seat="blue", moment__startswith="i").order_by("-pk")[0]


def told(game: Game, kind: str, minutes: int) -> None:
    """The provider's own, signed report."""
    clock.set_to(JUMPED + timedelta(minutes=minutes))
    delivery_reports.record(
        notice(game), kind, at=clock.now(), source="postmark", recipient="blue@example.org"
    )


def forge(game: Game, minutes: int, action: str = "failed") -> None:
    """Blue writes the report of its own notice, and mails it in."""
    clock.set_to(JUMPED + timedelta(minutes=minutes))
    take(report(notice(game), recipient="blue@example.org", action=action))
    assert Report.objects.filter(source="mail").exists()


def claimed(game: Game, hours: int = 2) -> Claim:
    disputed.by_letter(game, "blue", CLAIM, JUMPED + timedelta(hours=hours))
    return Claim.objects.select_related("finding").get(game=game)


def due(game: Game) -> object:
    """When the interval falls due; a freeze leaves aside."""
    row = Deadline.objects.get(game=game, kind=DeadlineKind.INTERVAL)
    return row.due or deadlines.due_before(row, clock.now())


def test_a_forged_bounce_moves_nothing_and_is_named_as_what_a_player_says(asked: Game) -> None:
    before = due(asked)
    told(asked, ReportKind.DELIVERED, 1)
    forge(asked, 30)
    claim = claimed(asked)
    assert (claim.finding.remedy, due(asked), claim.rulings.count()) == ("stand", before, 0)
    assert "PR-EVIDENCE-01" in claim.finding.rules
    assert [source for text, source, _ in claim.finding.facts if "anybody" in text] == [
        "what a player says"
    ]
    items = [
        item
        for item in evidence_timeline.items(claim, evidence_file.at_of(claim))
        if item.source == "report by mail"
    ]
    assert [item.weight for item in items] == [Weight.WORD]


@pytest.mark.parametrize("action", ["failed", "delayed", "delivered"])
def test_what_comes_by_mail_makes_nothing_known(asked: Game, action: str) -> None:
    forge(asked, 30, action)
    assert claimed(asked).finding.remedy == "unsettled"


def test_that_our_own_mail_server_took_it_tells_nothing_of_its_delivery(asked: Game) -> None:
    before = due(asked)
    claim = claimed(asked)
    assert (claim.finding.remedy, claim.finding.rules[0]) == ("unsettled", "PR-EVIDENCE-02")
    facts = " ".join(text for text, _, _ in claim.finding.facts)
    assert "accepted for delivery by our mail server" in facts
    assert "Nothing is known of its delivery." in facts
    assert claim.frozen_from is not None
    assert (claim.rulings.count(), due(asked)) == (0, before)


def test_a_bounce_that_the_provider_reports_gives_time(asked: Game) -> None:
    told(asked, ReportKind.BOUNCED, 1)
    assert claimed(asked).finding.remedy == "time"


def test_a_forged_bounce_does_not_choose_the_notice(asked: Game) -> None:
    game = asked
    first = notice(game)
    told(game, ReportKind.DELIVERED, 1)
    label = first.moment
    again = Letter.objects.get(pk=first.pk)
    again.pk, again.key, again.message_id = None, "again", "<again@post.test>"
    again.written = JUMPED + timedelta(hours=1)
    again.save()
    delivery_reports.record(
        again,
        ReportKind.BOUNCED,
        at=again.written,
        source="mail",
        recipient="blue@example.org",
        proven=False,
    )
    chosen = evidence_file.notice_letter(game, "blue", label, JUMPED, JUMPED + timedelta(hours=2))
    assert chosen == first


# --- what the seat itself showed ------------------------------------------------------------------


def look(client: Client, game: Game, colour: str, minutes: int, page: str = "") -> None:
    clock.set_to(JUMPED + timedelta(minutes=minutes))
    client.force_login(Seat.objects.get(game=game, colour=colour).player)
    assert client.get(f"/games/{game.slug}/{page}").status_code == 200


def test_a_seat_that_looked_at_its_page_in_the_first_half_knew(asked: Game, client: Client) -> None:
    look(client, asked, "blue", 10)
    look(client, asked, "blue", 20)
    assert [(one.seat.colour, one.at) for one in Look.objects.all()] == [
        ("blue", JUMPED + timedelta(minutes=10))
    ]
    claim = claimed(asked)
    assert claim.finding.remedy == "stand"
    items = [
        item
        for item in evidence_timeline.items(claim, evidence_file.at_of(claim))
        if item.source == "page"
    ]
    assert [item.to for item in items] == [("blue",)]


def test_looks_of_others_of_an_open_tab_and_into_the_past_show_nothing(
    asked: Game, client: Client
) -> None:
    look(client, asked, "red", 10)
    look(client, asked, "blue", 10, "live?after=1")
    look(client, asked, "blue", 10, "?at=1")
    client.logout()
    assert client.get(f"/games/{asked.slug}/").status_code == 200
    assert {one.seat.colour for one in Look.objects.all()} == {"red"}
    assert claimed(asked).finding.remedy == "unsettled"


def test_a_letter_that_answers_the_notice_shows_that_it_came(asked: Game) -> None:
    disputed.answer(asked, "blue", "status", JUMPED + timedelta(hours=1))
    assert claimed(asked).finding.remedy == "stand"


def test_a_claim_that_answers_the_notice_shows_nothing(asked: Game) -> None:
    disputed.answer(asked, "blue", "claim mail about nothing", JUMPED + timedelta(hours=1))
    disputed.answer(asked, "blue", CLAIM, JUMPED + timedelta(hours=2))
    assert Claim.objects.get(game=asked).finding.remedy == "unsettled"


# --- told again -----------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("known", ["nothing", "forged", "delivered"])
def test_a_ruling_on_the_mail_runs_as_a_scenario(asked: Game, known: str) -> None:
    if known == "delivered":
        told(asked, ReportKind.DELIVERED, 1)
    if known != "nothing":
        forge(asked, 30)
    claim = claimed(asked)
    clock.set_to(claim.answers_due + timedelta(seconds=1))
    ruling = giving.give(
        claim.pk, disputed.referee(), giving.RulingRequest("stand", "So it was.", "Weighed.")
    )
    text = scenario_of(ruling).text
    assert ('by = "mail"' in text, 'report = "accepted"' in text) == (
        known != "nothing",
        known != "delivered",
    )


def test_letters_in_the_case_are_numbered_by_seat(asked: Game) -> None:
    """A number among all letters would tell how many others wrote meanwhile (PR-INTERVAL-05)."""
    for minutes in (7, 8, 9):
        disputed.by_letter(asked, "green", "status", disputed.BEGUN + timedelta(minutes=minutes))
    disputed.by_letter(asked, "blue", "status", disputed.BEGUN + timedelta(minutes=20))
    claim = claimed(asked)
    blues = [
        item.source
        for item in evidence_timeline.items(claim, evidence_file.at_of(claim))
        if item.to == ("blue",) and "letter" in item.source
    ]
    ours, out = (
        {source for source in blues if part in source} for part in (" of Blue", " to Blue")
    )
    assert "receipt of letter 1 of Blue" in ours
    assert ours <= {f"{kind}letter {n} of Blue" for kind in ("", "receipt of ") for n in (1, 2)}
    assert "letter 1 to Blue" in out
    assert {*ours, *out} == set(blues)


def test_what_a_program_read_is_named_so_and_shows_no_knowledge(asked: Game) -> None:
    """PR-MAIL-01"""
    told(asked, ReportKind.DEFERRED, 1)
    clock.set_to(JUMPED + timedelta(minutes=30))
    seat = Seat.objects.get(game=asked, colour="blue")
    page_view_evidence.note_program(seat, Game.objects.get(pk=asked.pk).number)
    claim = claimed(asked, hours=9)
    assert claim.finding.remedy == "time"
    assert any("read the game by API" in text for text, _, _ in claim.finding.facts)
    assert not any("looked" in text for text, _, _ in claim.finding.facts)
    items = evidence_timeline.items(claim, evidence_file.at_of(claim))
    assert [item.source for item in items if "read the game" in item.text] == ["read by API"]
    assert "Blue is not known to have looked" in " ".join(seen(claim, evidence_file.at_of(claim)))


def test_a_visit_of_the_player_beside_the_programs_is_knowledge(asked: Game) -> None:
    """PR-MAIL-01"""
    told(asked, ReportKind.DEFERRED, 1)
    clock.set_to(JUMPED + timedelta(minutes=30))
    seat, number = Seat.objects.get(game=asked, colour="blue"), Game.objects.get(pk=asked.pk).number
    page_view_evidence.note_program(seat, number)
    page_view_evidence.note(seat, number)
    assert claimed(asked, hours=9).finding.remedy == "stand"
