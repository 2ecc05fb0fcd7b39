"""What is old and rests on nothing is taken away; what a claim, a player or an audit may ask for
stays (PR-RECORD-04).
"""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command

from tests.domain.post.test_letter_size import played
from traders.domain.calendar import clock
from traders.domain.operators import retention
from traders.domain.post import delivery
from traders.domain.post.preparing import picture_in
from traders.models import (
    Arrival,
    ArrivalOutcome,
    ArrivalStatus,
    Letter,
    LetterStatus,
    Picture,
    Report,
    ReportKind,
)

pytestmark = pytest.mark.django_db

OLD, YOUNG, NEW = timedelta(days=200), timedelta(days=100), timedelta(days=29)


def board(age: timedelta, digest: str) -> Picture:
    made = Picture.objects.create(digest=digest, png=b"png", width=1, height=1)
    Picture.objects.filter(pk=made.pk).update(made=clock.now() - age)
    return made


def letter(
    seat,
    age: timedelta,
    *,
    of_game: bool = True,
    picture: Picture | None = None,
    status=LetterStatus.SENT,
) -> Letter:
    count = Letter.objects.count()
    return Letter.objects.create(
        game=seat.game if of_game else None, seat=seat.colour if of_game else "",
        player=seat.player, kind="happened", key=f"e{count}", facts="{}",
        written=clock.now() - age, message_id=f"<{count}@post.test>", status=status,
        raw=b"frozen", picture=picture,
    )  # fmt: skip


def arrival(age: timedelta, outcome: ArrivalOutcome, **more: object) -> Arrival:
    return Arrival.objects.create(
        raw=b"x",
        sha256="0" * 64,
        size=1,
        taken=clock.now() - age,
        channel="smtp",
        status=ArrivalStatus.READ,
        outcome=outcome,
        **more,
    )


def test_old_boards_go_and_the_letters_of_a_game_stay(seats):
    shared, single, fresh = board(YOUNG, "a"), board(YOUNG, "b"), board(NEW, "c")
    old = [letter(seats[0], OLD, picture=shared), letter(seats[0], YOUNG, picture=single)]
    young = letter(seats[1], NEW, picture=shared)
    waiting = letter(seats[1], OLD, picture=fresh, status=LetterStatus.PREPARED)
    gone = retention.prune(timedelta(days=180))
    assert (gone.pictures, gone.bodies, gone.arrivals) == (1, 0, 0)
    assert set(Picture.objects.all()) == {shared, fresh}
    for one in [*old, young, waiting]:
        one.refresh_from_db()
        assert bytes(one.raw) == b"frozen"
    assert [one.picture for one in [*old, young, waiting]] == [None, None, shared, fresh]


def test_the_board_of_an_old_letter_is_drawn_again_when_it_is_asked_for(smtp_sink, monkeypatch):
    game = played()
    written = Letter.objects.filter(status=LetterStatus.WRITTEN, kind__in=["welcome", "turn"])
    delivery.prepare_and_send(list(written.values_list("pk", flat=True)[:8]))
    shown = list(Letter.objects.filter(picture__isnull=False).select_related("picture"))
    assert {one.kind for one in shown} >= {"welcome", "turn"}
    pictures = {one.pk: bytes(one.picture.png) for one in shown}
    assert len(set(pictures.values())) > 1
    monkeypatch.setattr(retention, "BOARDS_KEPT", timedelta(seconds=-1))
    assert retention.prune(timedelta(days=180)).pictures == len(set(pictures.values()))
    for one in Letter.objects.filter(game=game, status=LetterStatus.SENT):
        assert picture_in(one) == pictures.get(one.pk)


def test_old_digests_keep_their_words_and_lose_their_bytes(seats):
    old, young = letter(seats[0], OLD, of_game=False), letter(seats[0], YOUNG, of_game=False)
    Report.objects.create(
        letter=old,
        kind=ReportKind.DELIVERED,
        at=clock.now(),
        taken=clock.now(),
        source="x",
        digest="d",
    )
    assert retention.prune(timedelta(days=180)).bodies == 1
    old.refresh_from_db()
    young.refresh_from_db()
    assert (old.raw, old.facts, old.reports.count()) == (None, "{}", 1)
    assert bytes(young.raw) == b"frozen"


@pytest.mark.parametrize("outcome", ArrivalOutcome)
def test_only_strangers_and_machines_mail_goes(seats, outcome):
    of_nobody = outcome in (ArrivalOutcome.STRANGER, ArrivalOutcome.AUTOMATIC, ArrivalOutcome.LOOP)
    arrival(OLD, outcome)
    kept = [
        arrival(YOUNG, outcome),
        arrival(OLD, outcome, seat=seats[0], game=seats[0].game),
        arrival(OLD, outcome, game=seats[0].game),
    ]
    assert retention.prune(timedelta(days=180)).arrivals == int(of_nobody)
    assert Arrival.objects.count() == len(kept) + (not of_nobody)
    assert Arrival.objects.filter(pk__in=[one.pk for one in kept]).count() == len(kept)


def test_more_than_a_portion_goes_in_portions(seats, monkeypatch):
    monkeypatch.setattr(retention, "PORTION", 2)
    for number in range(5):
        letter(seats[0], OLD, picture=board(OLD, f"{number}"))
        arrival(OLD, ArrivalOutcome.STRANGER)
    gone = retention.prune(timedelta(days=180))
    assert (gone.pictures, gone.arrivals) == (5, 5)


@pytest.mark.parametrize("age", ["29d", "0h", "soon", "-200d", ""])
def test_the_command_refuses_what_is_no_age_or_too_little(age):
    with pytest.raises(CommandError):
        call_command("prune", older=age)


def test_the_command_says_what_went(seats):
    letter(seats[0], OLD, picture=board(OLD, "a"))
    said = io.StringIO()
    call_command("prune", older="180d", stdout=said)
    assert (
        said.getvalue()
        == "1 boards, 0 letters of no game and 0 letters of strangers and machines.\n"
    )
