"""Whatever changes a game finds done what came before it: letters taken earlier, whoever reads
them, and deadlines that passed (PR-RECEIPT-02, PR-RECEIPT-07).
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import OperationalError

from tests.domain.post.incoming.readers import in_anothers_hands, killed
from traders.domain.calendar import clock
from traders.domain.timeline import timeline
from traders.models import ArrivalStatus, Deadline, DeadlineKind, Entry, Source

pytestmark = pytest.mark.django_db


def on_the_page(game, seat: str, text: str):
    return timeline.orders(game.pk, seat, text, source=Source.PAGE, on_the_spot=True).lines[-1]


def is_busy(monkeypatch, letter, game, seat: str, text: str) -> None:
    """An order on the page is told so while another reads the letter, and does not wait long.
    Whoever shall be answered has the time that a busy machine takes.
    """
    with monkeypatch.context() as haste, in_anothers_hands(letter):
        haste.setattr(timeline, "PATIENCE", 0.2)
        with pytest.raises(timeline.Busy):
            on_the_page(game, seat, text)


def said(game) -> list[tuple[str, str]]:
    """Orders in the history: seat and source."""
    return list(
        Entry.objects.filter(game=game, kind="order")
        .order_by("number")
        .values_list("seat", "source")
    )


def test_a_letter_taken_before_a_pages_order_counts_before_it(take, game):
    letter = take("red", "jump niven\n")
    assert on_the_page(game, "red", "jump niven").answer == "refused"  # the letter has jumped
    letter.refresh_from_db()
    assert letter.status == ArrivalStatus.READ
    assert said(game) == [("red", "letter")]


def test_a_letter_in_a_living_readers_hands_is_waited_for_and_no_order_goes_before(
    take, game, monkeypatch
):
    letter = take("red", "jump niven\n")
    is_busy(monkeypatch, letter, game, "red", "jump niven")
    assert said(game) == []


def test_a_letter_of_a_reader_that_was_killed_is_taken_over_at_once(take, game):
    letter = take("red", "jump niven\n")
    with in_anothers_hands(letter):
        pass
    killed(letter)
    assert on_the_page(game, "red", "jump niven").answer == "refused"
    assert said(game) == [("red", "letter")]


def test_no_order_goes_before_a_deadline_for_which_a_letter_is_read(take, game, monkeypatch):
    """A letter taken in time is read by another; an order on the page after the deadline waits."""
    on_the_page(game, "red", "jump niven")
    interval = Deadline.objects.get(game=game, kind=DeadlineKind.INTERVAL, done_at=None)
    clock.set_to(interval.due)
    letter = take("green", "pass\n")
    clock.set_to(interval.due + timedelta(seconds=4))
    is_busy(monkeypatch, letter, game, "blue", "play gotcha on red")
    killed(letter)
    on_the_page(game, "blue", "play gotcha on red")
    interval.refresh_from_db()
    assert interval.done_at is not None


def test_no_letter_goes_before_a_deadline_that_cannot_be_reached_just_now(take, game, monkeypatch):
    on_the_page(game, "red", "jump niven")
    interval = Deadline.objects.get(game=game, kind=DeadlineKind.INTERVAL, done_at=None)
    clock.set_to(interval.due + timedelta(seconds=4))
    late = take("blue", "play gotcha on red\n")
    with monkeypatch.context() as busy:

        def away(*args):
            raise OperationalError("canceling statement due to lock timeout")

        busy.setattr("traders.domain.timeline.deadline_reached._carry_out", away)
        assert timeline.read(late.pk) == ""
    late.refresh_from_db()
    assert (late.status, late.attempts) == (ArrivalStatus.STORED, 0)
    timeline.read(late.pk)
    late.refresh_from_db()
    assert late.notes["lines"][0][2] == "late"


def test_a_deadline_that_fails_holds_no_other_back(take, game, monkeypatch):
    on_the_page(game, "red", "jump niven")
    interval = Deadline.objects.get(game=game, kind=DeadlineKind.INTERVAL, done_at=None)
    clock.set_to(interval.due + timedelta(seconds=4))

    def fail(*args):
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("traders.domain.timeline.deadline_reached._carry_out", fail)
    assert timeline.catch_up(game.pk, clock.now())
    assert not Deadline.objects.filter(done_at=None, due__lt=clock.now()).exists()
