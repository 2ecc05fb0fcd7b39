"""Orders by the API: through the door as a letter's, once each, for the moment that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from threading import Barrier, Event, Thread
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from tests.api.program import Program
from tests.examples import property_of
from tests.services.waiting import FAR
from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.timeline import timeline
from traders.models import (
    ApiPost,
    Entry,
    Game,
    Letter,
    Player,
    Press,
    Seat,
    SittingCause,
    Source,
    liveness_locks,
)


def entries(game: Game) -> int:
    return Entry.objects.filter(game=game).count()


def order(program: Program, game: Game, *lines: str, **headers: str) -> Any:
    return program.post(f"games/{game.slug}/orders", {"orders": list(lines)}, **headers)


def test_an_order_is_carried_out_as_a_letters_is_and_answered_here(
    reds: Program, game: Game
) -> None:
    letters = Letter.objects.filter(seat="red").count()
    receipt = order(reds, game, "end", "end").json()
    assert [line["answer"] for line in receipt["lines"]] == ["done", "refused"]
    assert receipt["came"]
    assert receipt["number"] == entries(game)
    assert Entry.objects.filter(game=game, seat="red", source=Source.API).count() == 1
    assert Letter.objects.filter(seat="red").count() == letters  # no receipt by letter beside it


def test_a_post_of_which_no_line_counts_is_refused_with_all_its_lines(
    blues: Program, game: Game
) -> None:
    answer = order(blues, game, "roll", "end")
    problem = answer.json()
    assert answer.status_code == 409
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert problem["rules"]
    assert [line["answer"] for line in problem["lines"]] == ["refused", "returned"]


def test_a_test_changes_nothing(reds: Program, game: Game) -> None:
    before = reds.get(f"games/{game.slug}").json()
    answer = reds.post(f"games/{game.slug}/test", {"orders": ["end"]}).json()
    assert {line["answer"] for line in answer["lines"]} == {"tested"}
    assert reds.get(f"games/{game.slug}").json() == before


def test_an_order_for_a_moment_that_has_passed_is_refused(
    reds: Program, blues: Program, game: Game
) -> None:
    moment = reds.get(f"games/{game.slug}/offers").json()["moment"]
    assert order(reds, game, "end", If_Match=f'"{moment}"').status_code == 200
    order(blues, game, "end")
    assert reds.get(f"games/{game.slug}").json()["asks_me"]
    before = entries(game)
    late = order(reds, game, "end", If_Match=f'"{moment}"')
    assert late.status_code == 412
    assert "Look at the board as it is now." in late.json()["detail"]
    assert "letter" not in late.json()["detail"]
    assert entries(game) == before
    assert order(reds, game, "end", If_Match="*").status_code == 200


def test_who_has_no_seat_orders_nothing(game: Game, django_user_model: Any) -> None:
    stranger = Program(django_user_model.objects.create_user("kim@example.org"))
    for path in ("orders", "test"):
        answer = stranger.post(f"games/{game.slug}/{path}", {"orders": ["end"]})
        assert answer.status_code == 403
    for path in ("offers", "claims"):
        assert stranger.get(f"games/{game.slug}/{path}").status_code == 403
    assert entries(game) == 1


# --- once -----------------------------------------------------------------------------------------


def test_the_same_key_is_answered_again_and_carried_out_once(
    reds: Program, blues: Program, game: Game
) -> None:
    first = order(reds, game, "end", Idempotency_Key="k")
    order(blues, game, "end")
    again = order(reds, game, "end", Idempotency_Key="k")
    assert again.json() == first.json()
    assert again.headers["Idempotent-Replayed"] == "true"
    assert entries(game) == 3
    assert order(reds, game, "roll", Idempotency_Key="k").status_code == 422
    refused = order(blues, game, "end", Idempotency_Key="k")  # a key is its token's own
    assert refused.status_code == 409
    assert order(blues, game, "end", Idempotency_Key="k").json() == refused.json()
    elsewhen = order(reds, game, "end", Idempotency_Key="k", If_Match='"t9"')
    assert elsewhen.status_code == 422  # another condition is another request
    assert order(reds, game, "end", Idempotency_Key="x" * 81).status_code == 400
    with clock.at(clock.now() + timedelta(days=1, seconds=1)):
        assert "Idempotent-Replayed" not in order(reds, game, "end", Idempotency_Key="k").headers


def test_what_failed_keeps_no_key(
    reds: Program, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: Any, **named: Any) -> None:
        raise OperationalError

    with monkeypatch.context() as broken:
        broken.setattr(door, "orders", away)
        assert order(reds, game, "end", Idempotency_Key="k").status_code == 503
    assert not ApiPost.objects.exists()
    assert order(reds, game, "end", Idempotency_Key="k").status_code == 200


def test_a_post_that_is_under_way_is_425_however_long_it_takes(
    reds: Program, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """409 is only for what a rule refuses: its program need not send that again."""
    real = timeline.orders
    meanwhile: list[Any] = []

    def hangs(*args: Any, **named: Any) -> Any:
        monkeypatch.setattr(timeline, "orders", real)
        for seconds in (0, 61, 3600):
            with clock.at(clock.now() + timedelta(seconds=seconds)):
                meanwhile.append(order(reds, game, "end", Idempotency_Key="k"))
        return real(*args, **named)

    monkeypatch.setattr(timeline, "orders", hangs)
    assert order(reds, game, "end", Idempotency_Key="k").status_code == 200
    for answer in meanwhile:
        assert answer.status_code == 425
        assert 0 < int(answer.headers["Retry-After"]) < 10
        assert "rules" not in answer.json()
    again = order(reds, game, "end", Idempotency_Key="k")
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (200, "true")
    assert entries(game) == 2


def test_a_post_that_was_given_up_and_sent_again_counts_once(
    reds: Program, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another process took the row over, who had it first is undone."""
    real = timeline.orders

    def taken_over(*args: Any, **named: Any) -> Any:
        ApiPost.objects.update(at=clock.now() + timedelta(seconds=1))
        return real(*args, **named)

    monkeypatch.setattr(timeline, "orders", taken_over)
    assert order(reds, game, "end", Idempotency_Key="k").status_code == 425
    assert entries(game) == 1


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_post_whose_carrier_died_is_carried_out_by_the_next_attempt_at_once(
    reds: Program, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connection is ended in the middle, as when the process or the database is killed."""
    real = timeline.orders

    def dies(*args: Any, **named: Any) -> Any:
        with connection.cursor() as cursor, suppress(OperationalError):
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return real(*args, **named)

    def send() -> None:
        monkeypatch.setattr(timeline, "orders", dies)
        answers.append(order(reds, game, "end", Idempotency_Key="k"))
        connection.close()

    answers: list[Any] = []
    thread = Thread(target=send)
    thread.start()
    thread.join()
    monkeypatch.setattr(timeline, "orders", real)
    assert answers[0].status_code == 503
    assert int(answers[0].headers["Retry-After"]) > 0
    assert ApiPost.objects.get().status == 0  # nobody was left to take it away
    again = order(reds, game, "end", Idempotency_Key="k")
    assert again.status_code == 200
    assert entries(game) == 2


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_post_of_another_process_that_lives_is_not_taken_over(reds: Program, game: Game) -> None:
    order(reds, game, "end", Idempotency_Key="k")
    ApiPost.objects.update(status=0, at=clock.now() - timedelta(hours=1))
    row, ready, done = ApiPost.objects.get().pk, Event(), Event()

    def other_process() -> None:
        with liveness_locks.having([row], liveness_locks.POSTS) as alone:
            assert alone
            ready.set()
            done.wait(FAR)
        connection.close()

    thread = Thread(target=other_process)
    thread.start()
    assert ready.wait(FAR)
    assert order(reds, game, "end", Idempotency_Key="k").status_code == 425
    done.set()
    thread.join()
    assert order(reds, game, "end", Idempotency_Key="k").status_code == 409  # by a rule: once more


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_is_carried_out(reds: Program, game: Game) -> None:
    together, answers = Barrier(2), []

    def send() -> None:
        together.wait()
        answers.append(order(reds, game, "end", Idempotency_Key="k"))
        connection.close()

    threads = [Thread(target=send) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert entries(game) == 2
    assert sorted(answer.status_code for answer in answers) in ([200, 200], [200, 425])
    assert order(reds, game, "end", Idempotency_Key="k").status_code == 200


# --- quotas ---------------------------------------------------------------------------------------


def test_a_seats_posts_have_the_quota_of_its_letters_and_a_substitute_has_a_whole_one(
    reds: Program, game: Game, settings: Any, django_user_model: Any
) -> None:
    settings.QUOTA_LETTERS = 2
    for _ in range(2):
        order(reds, game, "status")
    refused = order(reds, game, "status")
    assert refused.status_code == 429
    assert 0 < int(refused.headers["Retry-After"]) <= 3601
    newcomer = django_user_model.objects.create_user("kim@example.org", display_name="Kim")
    seat = Seat.objects.get(game=game, colour="red")
    seating.sit(seat, newcomer, clock.now() + timedelta(seconds=1), SittingCause.SUBSTITUTE)
    with clock.at(clock.now() + timedelta(seconds=2)):
        assert order(Program(newcomer), game, "status").status_code == 200


def test_who_waits_as_long_as_the_refusal_says_is_heard_again(
    reds: Program, game: Game, settings: Any
) -> None:
    settings.QUOTA_LETTERS = 2
    now = clock.now()
    for seconds in (0, 90):
        with clock.at(now + timedelta(seconds=seconds)):
            order(reds, game, "status")
    with clock.at(now + timedelta(seconds=100)):
        again = int(order(reds, game, "status").headers["Retry-After"])
    assert again in (3500, 3501)  # the first of the two counts for an hour
    with clock.at(now + timedelta(seconds=100 + again)):
        assert order(reds, game, "status").status_code == 200


# --- the same as by letter ------------------------------------------------------------------------

LINES = st.sampled_from(
    ["roll", "end", "pass", "shove", "status", "undo", "to blue: hello", "nonsense", "orders"]
)


@property_of("api-orders")
@given(lines=st.lists(LINES, min_size=1, max_size=4))
def test_every_line_is_answered_as_the_door_answers_a_letter(
    reds: Program, game: Game, lines: list[str], in_a_trial: Callable[[], Any]
) -> None:
    with in_a_trial():
        told = timeline.orders(game.pk, "red", "\n".join(lines), on_the_spot=True).lines
    with in_a_trial():
        answer = order(reds, game, *lines).json()
    found = [(line["text"], line["answer"], line["words"]) for line in answer["lines"]]
    assert found == [(line.text, line.answer, line.words) for line in told]


def test_nobody_orders_in_a_seat_that_another_took_while_they_waited(
    reds: Program, red: Player, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    ida = Player.objects.create_user("ida@example.org", display_name="Ida")
    before, number = timeline.in_order, game.number
    client = Client()
    client.force_login(red)

    @contextmanager
    def after_a_stand_in(*args: Any) -> Iterator[Game]:
        place = Seat.objects.get(game=game, colour="red")
        with before(*args) as held:
            seating.sit(place, ida, clock.now(), SittingCause.SUBSTITUTE)
            yield held

    monkeypatch.setattr(timeline, "in_order", after_a_stand_in)
    for say in (
        lambda: order(reds, game, "roll"),
        lambda: reds.post(f"games/{game.slug}/press", {"words": "hello"}),
        lambda: client.post(f"/games/{game.slug}/orders", {"orders": "roll"}),
        lambda: client.post(f"/games/{game.slug}/claims", {"do": "claim", "kind": "other"}),
    ):
        Seat.objects.filter(game=game, colour="red").update(player=red)
        answer = say()
        assert answer.status_code == 302 or "Somebody else plays Red" in answer.content.decode()
    assert Game.objects.get().number == number and not Press.objects.exists()
