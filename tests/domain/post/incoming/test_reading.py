"""Every letter ends in one outcome of a closed set, counts once, and is answered (PR-RECEIPT)."""

from __future__ import annotations

import hashlib
import json
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from django.db import OperationalError, connection

from tests.domain.letters.real import made
from tests.domain.letters.table import NOON
from tests.domain.post.incoming.conftest import letter
from tests.domain.post.incoming.readers import in_anothers_hands, killed
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.post.incoming import intake, outcome_decision, reading
from traders.domain.post.incoming.mime_parsing import Unreadable
from traders.domain.timeline import due_work_sweep, timeline
from traders.models import (
    Arrival,
    ArrivalOutcome,
    ArrivalStatus,
    Entry,
    Letter,
    LetterStatus,
    triggers,
)

pytestmark = pytest.mark.django_db


def read(arrival: Arrival) -> Arrival:
    timeline.read(arrival.pk)
    arrival.refresh_from_db()
    return arrival


def answer(arrival: Arrival) -> str:
    """The letter that answers it, as text."""
    assert arrival.answered_by is not None
    [found] = made(pk=arrival.answered_by_id)
    return (
        message_from_bytes(bytes(found.raw), policy=policy.default)
        .get_body(("plain",))
        .get_content()
    )


def jumps() -> int:
    """Jumps that Red has tried."""
    return sum(
        json.loads(entry.public).get("text", "").startswith("jump")
        for entry in Entry.objects.filter(seat="red")
    )


def test_orders_are_carried_out_and_answered(take):
    arrival = read(take("red", "jump niven\n", name="<one@phone.test>"))
    assert arrival.outcome == ArrivalOutcome.ORDERS
    assert arrival.answered_by.in_reply_to == "<one@phone.test>"
    assert "jump niven" in answer(arrival).lower()
    assert jumps() == 1


def test_the_bytes_stay_as_they_came(take):
    """(PR-RECORD-04)"""
    arrival = take("red", "jump niven\n")
    kept = bytes(Arrival.objects.get(pk=arrival.pk).raw)
    assert hashlib.sha256(kept).hexdigest() == arrival.sha256
    read(arrival)
    assert bytes(Arrival.objects.get(pk=arrival.pk).raw) == kept


def test_the_same_letter_counts_once_and_is_answered_with_the_first_answer(take, game):
    """(PR-RECEIPT-04)"""
    first = read(take("red", "jump niven\n", name="<one@phone.test>"))
    Letter.objects.update(status=LetterStatus.SENT)
    again = read(take("red", "jump niven\n", name="<one@phone.test>", moment="t1"))
    assert (again.outcome, again.duplicate_of, again.answered_by) == (
        ArrivalOutcome.DUPLICATE,
        first,
        first.answered_by,
    )
    copy = Letter.objects.exclude(status=LetterStatus.SENT).get()
    assert copy.facts == first.answered_by.facts
    assert jumps() == 1


def test_the_first_answer_that_is_still_to_go_goes_once(take):
    for _ in range(3):
        read(take("red", "jump niven\n", name="<one@phone.test>"))
    assert Letter.objects.filter(seat="red", key__contains="+").count() == 0


def test_without_a_message_id_the_same_bytes_are_the_same_letter(take, game):
    read(take("red", "jump niven\n", moment="t1", headers="Received: by one.test\r\n"))
    again = read(take("red", "jump niven\n", moment="t1", headers="Received: by two.test\r\n"))
    assert again.outcome == ArrivalOutcome.DUPLICATE


def test_anothers_letter_under_the_same_message_id_stands_in_nobodys_way(take):
    read(take("red", "halt\n", name="<one@phone.test>", sender="someone@else.test"))
    assert (
        read(take("red", "jump niven\n", name="<one@phone.test>")).outcome == ArrivalOutcome.ORDERS
    )


def test_a_strangers_letter_is_held_until_the_player_confirms_and_counts_from_then(take, game):
    """(PR-RECEIPT-03)"""
    held = read(take("red", "jump niven\n", sender="red@work.test"))
    assert held.outcome == ArrivalOutcome.UNCONFIRMED
    assert jumps() == 0
    assert held.answered_by.player.email == "red@example.org"
    assert f"confirm {held.held_as}" in answer(held)
    assert "Its first order: `jump niven`." in " ".join(answer(held).split())
    assert "/games/spiral/" in answer(held)
    confirming = read(take("red", f"confirm {held.held_as}\n", minutes=60))
    assert confirming.outcome == ArrivalOutcome.ORDERS
    read(held)
    assert held.outcome == ArrivalOutcome.CONFIRMED
    assert held.counts_from == NOON + timedelta(minutes=60)
    assert jumps() == 1
    assert (
        "there is no letter to"
        in answer(read(take("red", f"confirm {held.held_as}\n", minutes=61))).lower()
    )


def test_another_seat_cannot_confirm(take):
    held = read(take("red", "jump niven\n", sender="blue@example.org"))
    read(take("blue", f"confirm {held.held_as}\n"))
    assert read(held).outcome == ArrivalOutcome.UNCONFIRMED
    assert jumps() == 0


def test_a_reading_that_dies_twice_sets_the_letter_aside(take, monkeypatch):
    arrival = take("red", "jump niven\n")
    with monkeypatch.context() as broken:

        def die(*args):
            raise RuntimeError("a fault of ours")

        broken.setattr(outcome_decision, "sorted_reply", die)
        timeline.read(arrival.pk)
        timeline.read(arrival.pk)
        assert read(arrival).status == ArrivalStatus.SET_ASIDE
    assert "could not be read" in answer(arrival)
    assert reading.waiting_ids() == []
    assert timeline.read_again(arrival.pk) == ArrivalOutcome.ORDERS
    assert jumps() == 1


@pytest.mark.django_db(transaction=True)
def test_a_letter_is_given_back_as_soon_as_the_database_is_there_again(take, monkeypatch):
    """(else all letters to its game would wait until the claim is a dead worker's)"""
    arrival = take("red", "jump niven\n")
    tried: list[str] = []

    gone: list[bool] = []

    def go_away(*args):
        gone.append(True)
        raise OperationalError("connection refused")

    def away(execute, sql, params, many, context):
        if gone and sql.startswith("UPDATE") and "traders_arrival" in sql:
            tried.append(sql)
            if len(tried) < 3:
                raise OperationalError("connection refused")
        return execute(sql, params, many, context)

    monkeypatch.setattr("traders.models.database_outage_retries.time.sleep", lambda seconds: None)
    with monkeypatch.context() as broken, connection.execute_wrapper(away):
        broken.setattr(outcome_decision, "sorted_reply", go_away)
        assert timeline.read(arrival.pk) == ""
    assert len(tried) == 3
    arrival.refresh_from_db()
    assert (arrival.status, arrival.attempts) == (ArrivalStatus.STORED, 0)
    assert timeline.read(arrival.pk) == ArrivalOutcome.ORDERS


def test_a_claim_of_a_dead_worker_is_taken_over(take):
    arrival = take("red", "jump niven\n")
    with in_anothers_hands(arrival):
        assert timeline.read(arrival.pk) == ""
    killed(arrival)
    assert reading.waiting_ids() == [arrival.pk]
    assert timeline.read(arrival.pk) == ArrivalOutcome.ORDERS


def test_letters_to_a_game_are_read_in_the_order_taken(take):
    first, second = (
        take("red", "jump niven\n", minutes=20),
        take("red", "say: and now?\n", minutes=21, moment="t1"),
    )
    timeline.read(second.pk)
    assert [read(one).outcome for one in (first, second)] == [ArrivalOutcome.ORDERS] * 2
    assert first.answered_by_id < second.answered_by_id


def test_an_earlier_letter_in_anothers_hands_goes_first(take):
    first, second = (
        take("red", "jump niven\n", minutes=20),
        take("red", "say: and now?\n", minutes=21),
    )
    with in_anothers_hands(first):
        assert read(second).status == ArrivalStatus.STORED
        assert second.attempts == 0
    Arrival.objects.filter(pk=first.pk).update(status=ArrivalStatus.STORED)
    timeline.read(first.pk)
    second.refresh_from_db()
    assert second.status == ArrivalStatus.READ


def test_what_answers_a_passed_interval_is_late_and_told_both_times(take, game):
    """(PR-RECEIPT-07)"""
    read(take("red", "jump niven\n"))
    interval = Letter.objects.filter(seat="green", moment__startswith="i").latest("id").moment
    with clock.at(NOON + timedelta(hours=30)):
        due_work_sweep.sweep()
    late = read(take("green", "play zap on red\n", minutes=31 * 60, moment=interval))
    text = answer(late)
    assert "PR-RECEIPT-07" in text
    assert "claim late" in " ".join(text.split()), text
    assert "Your letter came on Tue 20:00" in text
    assert "the window that it answers had closed on Tue 01:10" in " ".join(text.split())
    by_api = door.orders(
        game.pk,
        "green",
        "play zap on red",
        source="api",
        moment=interval,
        at=NOON + timedelta(hours=31),
    )
    assert by_api.lines[0].words.startswith("Your order came on")


def test_a_letter_without_an_order_is_told_so(take):
    for text in (
        "",
        "\n\n",
        "> jump niven\n",
        "# only a note\n",
        "On Mon, 2 Mar 2026 at 13:00, Traders by Post wrote:\n> x\n\njump niven\n",
    ):
        with triggers.lifted():
            Arrival.objects.all().delete()  # the same words are answered once
        arrival = read(take("red", text))
        assert arrival.outcome == ArrivalOutcome.EMPTY, text
        quoted = "holds no order above the quoted letter"
        begin = quoted if ">" in text else "holds no order" if text.strip() else "holds no text"
        assert begin in " ".join(answer(arrival).split())
        assert ("reads like an order, `jump niven`" in " ".join(answer(arrival).split())) == (
            "\njump" in text
        )
    assert jumps() == 0


def test_orders_in_the_quoted_part_of_a_reply_to_a_reply_do_not_count(take):
    arrival = read(
        take(
            "red",
            "status\n\nOn Mon, 2 Mar 2026, Traders wrote:\n> > jump niven\n>\n> You wrote: jump "
            "niven\njump niven\n",
        )
    )
    assert arrival.notes["orders"] == "status"
    assert jumps() == 0


def test_to_a_forged_or_unknown_address_it_is_a_strangers(game):
    raw, to = letter(game, "red", "jump niven\n")
    forged = to.upper()
    wrong = to.split("@")[0][:-1] + ("a" if to.split("@")[0][-1] != "a" else "b") + "@post.test"
    for address in (
        wrong,
        "nobody@post.test",
        "play.x@post.test",
        "",
        "@",
        "play.zzzzzzzzzzzzz.t1.aaaaaaaaaaaaaaaaaaaa@post.test",
    ):
        arrival = intake.take(raw, envelope_to=address, channel="smtp")
        assert read(arrival).outcome == ArrivalOutcome.STRANGER
        assert arrival.answered_by is None
    assert forged.lower() == to
    # mail systems fold case
    assert intake.take(raw, envelope_to=forged, channel="smtp").seat is not None
    assert jumps() == 0


def test_a_machines_letter_is_stored_and_not_answered(take):
    """(PR-RECEIPT-06)"""
    before = Letter.objects.count()
    assert (
        read(take("red", "I am away.\n", headers="Auto-Submitted: auto-replied\r\n")).outcome
        == ArrivalOutcome.AUTOMATIC
    )
    assert read(take("red", "jump niven\n", sender="post@post.test")).outcome == ArrivalOutcome.LOOP
    own = Letter.objects.filter(seat="red").first().message_id
    assert read(take("red", "jump niven\n", name=own)).outcome == ArrivalOutcome.LOOP
    assert Letter.objects.count() == before
    assert jumps() == 0


def test_a_letter_of_twenty_megabytes_is_read(take):
    arrival = take("red", "jump niven\n--\n" + ("x" * 76 + "\n") * (20 * 2**20 // 78))
    assert arrival.size > 20 * 2**20 - 100
    assert read(arrival).outcome == ArrivalOutcome.ORDERS


def test_a_letter_over_the_limit_is_refused_or_its_head_is_kept_and_answered(game):
    raw, to = letter(game, "red", "jump niven\n" + "x" * (intake.MOST_OCTETS + 1))
    with pytest.raises(intake.TooLarge):
        intake.take(raw, envelope_to=to, channel="smtp")
    arrival = read(intake.take(raw, envelope_to=to, channel="mailgun", taken_over=True))
    assert (arrival.outcome, arrival.size, len(arrival.raw)) == (
        ArrivalOutcome.TOO_LARGE,
        len(raw),
        intake.HEAD_KEPT,
    )
    assert "too large" in answer(arrival)
    assert jumps() == 0


def test_parts_within_parts_without_end_are_unreadable_and_answered(game):
    _, to = letter(game, "red", "")
    deep = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (i, i)
        for i in range(3000)
    )
    arrival = read(intake.take(b"From: red@example.org\r\n" + deep, envelope_to=to, channel="smtp"))
    assert arrival.outcome == ArrivalOutcome.UNREADABLE
    assert "could not be read" in answer(arrival)


@pytest.mark.parametrize(
    "charset",
    ["no-such-charset", "utf-8", "utf-16", "unicode_escape", "punycode", "base64", "\x00", "=?"],
)
def test_a_charset_that_does_not_exist_hides_no_order(take, charset):
    arrival = read(
        take("red", "jump niven\n", headers=f"Content-Type: text/plain; charset={charset}\r\n")
    )
    assert arrival.outcome in (ArrivalOutcome.ORDERS, ArrivalOutcome.EMPTY)
    assert jumps() == (1 if charset != "utf-16" else 0)


def test_nul_bytes_are_no_harm(take):
    assert read(take("red", "jump \x00niven\n\x00")).outcome == ArrivalOutcome.ORDERS
    assert jumps() == 1


def test_after_the_end_and_before_the_beginning_a_letter_is_answered(take, game):
    game.phase = "gathering"
    game.save()
    assert "not begun" in answer(read(take("red", "jump niven\n")))


def test_reading_again_doubles_no_order(take):
    arrival = read(take("red", "jump niven\n"))
    assert timeline.read_again(arrival.pk) == ArrivalOutcome.ORDERS
    assert jumps() == 1


def test_erased_or_altered_bytes_are_not_read_again(take):
    arrival = read(take("red", "> quoted\n"))
    with triggers.lifted():
        Arrival.objects.filter(pk=arrival.pk).update(raw=b"")
    with pytest.raises(Unreadable):
        timeline.read_again(arrival.pk)


def test_a_letter_that_the_receiving_server_found_forged_is_held(take, settings):
    settings.TRUSTED_MAIL_HOSTS = ["mx.post.test"]
    held = read(
        take(
            "red",
            "jump niven\n",
            headers="Authentication-Results: mx.post.test; dmarc=fail header.from=example.org\r\n",
        )
    )
    assert held.outcome == ArrivalOutcome.UNCONFIRMED
    assert "no check of our mail server" in " ".join(answer(held).split())


def test_two_seats_of_one_game_have_their_own_letters(take, game):
    read(take("red", "jump niven\n"))
    assert read(take("blue", "pass\n", name="<same@phone.test>")).outcome == ArrivalOutcome.ORDERS
    assert read(take("green", "pass\n", name="<same@phone.test>")).outcome == ArrivalOutcome.ORDERS
