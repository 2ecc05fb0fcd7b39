"""Whatever is changed behind the house's back is named by the audit, with the row: in the history,
in the game's row, in the evidence.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from io import StringIO

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from django.db.models import CharField, ForeignKey, TextField

from arbitration.models import CaseLook, Claim
from arbitration.referees import opening_hidden_hands
from arbitration.rulings import giving
from arbitration.rulings.giving import RulingRequest
from tests.arbitration import disputed
from tests.arbitration.tampering import KINDS, time_and_digests
from traders.domain.accounts import account_erasure
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.history import recording_and_replay
from traders.domain.people import page_view_evidence
from traders.domain.play import door
from traders.domain.post import delivery, delivery_reports
from traders.models import (
    Arrival,
    Entry,
    EvidenceLink,
    Game,
    Heartbeat,
    Letter,
    LetterStatus,
    Player,
    Report,
    ReportKind,
    Seat,
    triggers,
)


def evidence_of_all_kinds() -> Game:
    """A game with a claim that was ruled on, and everything else that bears on one; letters went
    out, and one came back.
    """
    game = disputed.jumped()
    for seat, said in (
        ("green", "say: hello all\nstop at zap\nwhen red lands: play gotcha on red"),
        ("blue", "propose 24h more for red\naway from 2026-05-01 to 2026-05-02"),
    ):
        disputed.by_letter(game, seat, said, disputed.BEGUN + timedelta(hours=1))
    claim = disputed.claimed(game)
    disputed.by_letter(game, "green", "answer: not so", disputed.CLAIMED + timedelta(hours=1))
    judge = disputed.referee()
    clock.set_to(disputed.HEARD)
    opening_hidden_hands.open_hidden(claim, judge, "to see whether the card was held")
    CaseLook.objects.create(claim=claim, player=judge, at=clock.now())
    giving.give(
        claim.pk,
        judge,
        RulingRequest(remedy="stand", reasons="As the rules say.", departs="It is fair so."),
    )
    disputed.by_letter(game, "blue", "appeal: it was not fair", disputed.HEARD + timedelta(hours=1))
    delivery.prepare(list(Letter.objects.filter(game=game).values_list("pk", flat=True)))
    Letter.objects.filter(game=game, status=LetterStatus.PREPARED).update(
        status=LetterStatus.SENT, accepted=clock.now()
    )
    came_back = Letter.objects.filter(game=game, seat="green", status=LetterStatus.SENT).first()
    delivery_reports.record(came_back, ReportKind.DEFERRED, at=clock.now(), source="esp", event="1")
    page_view_evidence.note(Seat.objects.get(game=game, colour="blue"), 2)
    for _ in range(4):
        door.back_up(game.pk, 1, "to be tried")
    door.orders(game.pk, "green", "say: and that is the last word")
    return Game.objects.get(pk=game.pk)


@pytest.fixture(scope="module")
def standing(django_db_setup: None, django_db_blocker: pytest.FixtureRequest) -> Iterator[Game]:
    """One game for all: nothing that a test edits in it stays."""
    with pytest.MonkeyPatch.context() as patch, django_db_blocker.unblock(), transaction.atomic():  # type: ignore[attr-defined]
        patch.setattr(recording_and_replay, "CHECKPOINT_EVERY", 5)
        yield evidence_of_all_kinds()
        clock.set_to(None)
        transaction.set_rollback(True)


def audited(game: Game) -> str:
    """What an audit of the game says."""
    told = StringIO()
    with suppress(SystemExit):
        call_command("audit", game.slug, stdout=told, no_color=True)
    return told.getvalue()


@pytest.mark.django_db
def test_a_game_that_has_just_begun_is_whole() -> None:
    assert audited(disputed.seated("table")) == "1 of 1 games whole.\n"


def test_what_nobody_touched_is_whole(standing: Game) -> None:
    assert audited(standing) == "1 of 1 games whole.\n"
    assert Claim.objects.filter(game=standing).exists()


@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS)
def test_tampering_is_named(standing: Game, kind: str) -> None:
    edit, named = KINDS[kind]
    place = transaction.savepoint()
    try:
        with triggers.lifted():
            edit(standing.pk)
        told = audited(standing)
    finally:
        transaction.savepoint_rollback(place)
    assert named in told, told
    assert "0 of 1 games whole" in told


def test_the_database_refuses_what_is_never_changed(standing: Game) -> None:
    """(PR-RECORD-02, PR-RECORD-04)"""
    models = {model._meta.db_table: model for model in apps.get_models()}
    empty = set()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # what the test itself inserted must not be what refuses
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    for table, guard in triggers.INSERT_ONLY.items():
        model = models[table]
        if not model._default_manager.exists():
            empty.add(table)
            continue
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        changes = [
            f"SET \"{f.column}\" = 'changed'"
            if isinstance(f, CharField | TextField)
            else f'SET "{f.column}" = "{f.column}" + 1'
            for f in fields
            if (guard.fixed == triggers.ALL or f.column in guard.fixed)
            and isinstance(f, CharField | TextField | ForeignKey)
        ]
        change = next((one for one in changes if one.endswith("'changed'")), changes[0])
        kept = f'WHERE "{guard.kept}" IS NOT NULL' if guard.kept else ""
        attempts = [f"UPDATE {table} {change} {kept}", f"DELETE FROM {table}"]
        attempts.append(
            f"TRUNCATE {table} CASCADE"
            if connection.vendor == "postgresql"
            else f"INSERT OR REPLACE INTO {table} SELECT * FROM {table} {kept} LIMIT 1"
        )
        for attempt in attempts:
            with (
                pytest.raises(DatabaseError, match="PR-RECORD-02"),
                transaction.atomic(),
                connection.cursor() as cursor,
            ):
                cursor.execute(attempt)
    assert empty == {"traders_edition", "traders_heartbeat", "arbitration_asking"}


def test_a_row_beside_the_chain_is_named(standing: Game) -> None:
    place = transaction.savepoint()
    with connection.cursor() as cursor:
        cursor.execute(
            'INSERT INTO traders_press (game_id, seat, "to", to_mask, words, at, number, masked) '
            "VALUES (%s, %s, %s, 0, %s, %s, 1, false)",
            [standing.pk, "red", "", "never said", "2026-03-02 09:10:00+00:00"],
        )
    told = audited(standing)
    transaction.savepoint_rollback(place)
    assert "stands in no link" in told


def test_the_foot_of_a_letter_holds_against_the_house(standing: Game) -> None:
    """A letter in a player's mailbox tells that the record was made anew, with the house's own
    key.
    """
    sent = Letter.objects.filter(game=standing, seat="red").exclude(raw=None).order_by("-pk")
    texts = [bytes(letter.raw or b"").decode() for letter in sent]
    text = next(text for text in texts if "Fingerprints of this game" in text)
    foot = text[text.index("Fingerprints of this game") :][:300]
    told = StringIO()
    call_command("audit", standing.slug, foot=foot, stdout=told, no_color=True)
    assert told.getvalue() == "1 of 1 games whole.\n"
    place = transaction.savepoint()
    with triggers.lifted():
        time_and_digests(standing.pk)
    told = StringIO()
    with pytest.raises(SystemExit):
        call_command("audit", standing.slug, foot=foot, stdout=told, no_color=True)
    transaction.savepoint_rollback(place)
    assert "its record does not lead to" in told.getvalue()


def test_arrivals_and_reports_are_there(standing: Game) -> None:
    """So that no edit above edits nothing."""
    assert Arrival.objects.filter(game=standing).count() > 3
    assert Report.objects.count() == 1
    assert EvidenceLink.objects.filter(game=standing).count() > 5


def test_a_person_is_erased_and_the_record_stays_whole(standing: Game) -> None:
    """(PR-RECORD-04)"""
    moves = list(
        Entry.objects.filter(game=standing).order_by("number").values_list("number", "digest")
    )
    place = transaction.savepoint()
    account_erasure.erase(Player.objects.get(email="blue@example.org"))
    told = audited(standing)
    blue = Seat.objects.get(game=standing, colour="blue")
    kept = [bytes(raw or b"") for raw in blue.arrivals.values_list("raw", flat=True)]
    written = [
        bytes(raw or b"")
        for raw in Letter.objects.filter(game=standing, seat="blue").values_list("raw", flat=True)
    ]
    after = list(
        Entry.objects.filter(game=standing, number__lte=len(moves))
        .order_by("number")
        .values_list("number", "digest")
    )
    addresses = Player.objects.filter(email="blue@example.org").exists()
    left = blue.left
    transaction.savepoint_rollback(place)
    assert told == "1 of 1 games whole.\n"
    assert (set(kept), set(written), after, addresses) == ({b""}, {b""}, moves, False)
    assert left is not None


@pytest.mark.django_db
@pytest.mark.parametrize("what", ["its end", "its beginning", "gone", "put in", "nothing"])
def test_what_is_changed_of_when_the_house_lived_is_named(what: str) -> None:
    """Outages are evidence (PR-MAIL-03, PR-EVIDENCE-02)."""
    for hours in (0, 0.01, 2, 5, 9):
        heartbeat_and_outages.beat(disputed.BEGUN + timedelta(hours=hours))
    spans = list(Heartbeat.objects.order_by("since"))
    assert len(spans) == 4
    hour = timedelta(hours=1)
    if what == "its end":
        Heartbeat.objects.filter(pk=spans[1].pk).update(until=spans[1].until + hour)
    elif what == "its beginning":
        with triggers.lifted():
            Heartbeat.objects.filter(pk=spans[1].pk).update(since=spans[1].since - hour)
    elif what == "gone":
        with triggers.lifted():
            spans[1].delete()
    elif what == "put in":
        Heartbeat.objects.create(since=spans[1].until + hour, until=spans[1].until + hour)
    assert ("heartbeat " in _audited_house()) == (what != "nothing")


@pytest.mark.django_db
def test_a_letter_of_no_game_whose_bytes_were_changed_is_named() -> None:
    """(PR-RECORD-04)"""
    arrivals = [
        Arrival.objects.create(
            raw=raw, sha256=sha256(b"so it came").hexdigest(), size=10, taken=disputed.BEGUN
        )
        for raw in (b"so it came", b"so it went", b"")
    ]
    told = _audited_house()
    assert [f"arrival {arrival.pk}: its bytes" in told for arrival in arrivals] == [
        False, True, False,
    ]  # fmt: skip


def _audited_house() -> str:
    """What an audit of all that there is says."""
    told = StringIO()
    with suppress(SystemExit):
        call_command("audit", all=True, stdout=told, no_color=True)
    return told.getvalue()
