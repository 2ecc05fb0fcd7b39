"""Where all order a round at once, who has not ordered has time in hand and grace as in a turn, and
who orders early saves time (PR-TURN-04, PR-TURN-05, IT-PBM-03).
"""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.domain.deadlines.table import START
from tests.domain.deadlines.test_silent_rounds import SEATS, Rounds
from tests.domain.deadlines.test_silent_seats import peopled
from traders.domain.calendar import durations
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.addresses import reply_address
from traders.domain.letters.letter_facts import Facts, decode
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.letter_sections import by_when, deadline
from traders.domain.letters.plain_text_layout import WIDEST, tidy, typed
from traders.domain.letters.render import render
from traders.domain.letters.stored_reminders import filled
from traders.domain.play import door
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import DeadlineKind, Letter, LetterKind, Player

HOUR = 3_600


def rounds(**settings: str) -> Rounds:
    """The first round begins at 12 hours; it lasts 24."""
    otto = Player.objects.create_user("otto@example.org", display_name="Otto")
    found = Rounds(**({"grace": "6h", "bank_limit": "48h"} | settings))
    peopled(found, otto)
    found.at("12h1s")
    assert found.pending.name == "orders"
    return found


def banks(found: Rounds) -> list[int]:
    """Time in hand of each seat, in whole hours."""
    return [found.seat(seat).bank // HOUR for seat in SEATS]


def orders(found: Rounds, *seats: str) -> None:
    for seat in seats:
        assert found.line(seat, "round: end").answer != "refused"


def reminded(found: Rounds) -> dict[str, int]:
    """How many reminders each seat got in the round."""
    begun = START + timedelta(hours=13)
    rows = Letter.objects.filter(game=found.id, kind=LetterKind.REMINDER, written__gt=begun)
    return {seat: rows.filter(seat=seat).count() for seat in SEATS}


@pytest.mark.django_db
def test_who_has_not_ordered_has_the_grace_time_and_is_told_alone() -> None:
    found = rounds(bank_limit="0h")
    orders(found, "blue", "green")
    key, ends = found.pending.key, durations.read(found.deadline)
    found.at("37h")
    assert (found.pending.key, reminded(found)) == (key, {"red": 2, "blue": 0, "green": 0})
    assert durations.read(found.deadline) == ends  # the others are not told of another
    found.at("43h")
    assert found.pending.key != key
    assert [found.seat(seat).timeouts for seat in SEATS] == [1, 0, 0]


@pytest.mark.django_db
def test_a_rounds_reminder_tells_the_hour_and_extra_time() -> None:
    def newest() -> str:
        letter = Letter.objects.filter(game=found.id, seat="red", kind=LetterKind.REMINDER).last()
        assert letter is not None
        facts = filled(letter)
        reader = Reader("Ann", ZoneInfo("UTC"), "every", "red", "Lanes", "lanes")
        return " ".join(render("reminder", facts, reader).text.split())

    found = rounds(bank_limit="0h")
    ends = START + timedelta(hours=42)
    found.at("25h")
    assert "Ann, order your round in Lanes, until" in newest()
    assert "you pass after your extra time." in newest()
    found.at("37h")
    assert f"your extra time runs until {ends:%a %H:%M}" in newest()
    assert "If you do nothing, you pass then." in newest()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "order", ["round: end; end", f"round: {'; '.join(['fly harrowgate'] * 9)}"]
)
def test_an_order_copied_from_a_letter_as_it_stands_there_is_one_order(order: str) -> None:
    """Letters break a long one behind a `;`, and it is read on there."""
    found = rounds()
    place = found.game.seats.select_related("player").get(colour="red")
    lines = tidy(f"A GOOD TURN\n{typed(order)}\n").splitlines()[1:]
    assert all(len(line) <= WIDEST for line in lines) and (len(lines) > 1) == (len(order) > WIDEST)
    to = reply_address(place.pk, MomentLabel.of(found.pending).moment)
    body = "\r\n".join(lines)
    raw = f"From: {place.player.email}\r\nTo: {to}\r\nSubject: Re\r\n\r\n{body}\r\n".encode()
    letter = intake.take(raw, envelope_to=to, envelope_from=place.player.email, channel="smtp")
    assert timeline.read(letter.pk) == "orders"
    rows = Letter.objects.filter(game=found.id, seat="red", kind=LetterKind.RECEIPT)
    receipt = rows.latest("pk")
    assert [line.text for line in decode(receipt.facts).lines] == [order]


@pytest.mark.django_db
def test_the_letter_of_a_round_counts_the_seats_own_saved_and_extra_time() -> None:
    def asked(seat: str) -> Facts:
        letters = Letter.objects.filter(game=found.id, seat=seat, asks=True)
        return decode(letters.exclude(kind=LetterKind.REMINDER).order_by("pk").last().facts)

    found = rounds()
    first = asked("red")
    assert first.due is not None and first.ends == first.due + timedelta(hours=6)
    reader = Reader("Ann", ZoneInfo("UTC"), "every", "red", "Lanes", "lanes")
    told = by_when(first, reader, deadline(first, reader))
    assert "If you miss it, your extra time runs; then" in told and "you pass" in told
    found.at("14h")
    orders(found, "red")
    found.at("30h")
    orders(found, "blue", "green")
    assert banks(found) == [22, 6, 6]
    for seat, saved in zip(SEATS, banks(found), strict=True):
        facts = asked(seat)
        assert facts.due is not None and facts.ends is not None
        assert facts.ends - facts.due - timedelta(hours=6 + saved) < timedelta(hours=1), seat
        assert facts.ends - facts.due >= timedelta(hours=6 + saved), seat


@pytest.mark.django_db
def test_an_order_in_the_grace_time_counts_and_no_turn_was_lost() -> None:
    found = rounds(bank_limit="0h")
    orders(found, "blue", "green")
    found.at("37h")
    key = found.pending.key
    orders(found, "red")
    assert found.pending.key != key
    assert [found.seat(seat).timeouts for seat in SEATS] == [0, 0, 0]


@pytest.mark.django_db
def test_who_orders_early_saves_and_who_is_late_draws_on_it_before_the_grace() -> None:
    found = rounds()
    found.at("14h")
    orders(found, "red")
    found.at("24h")
    orders(found, "blue")
    found.at("30h")
    assert banks(found) == [0, 0, 0]  # the round is not over
    orders(found, "green")
    assert banks(found) == [22, 12, 6]
    orders(found, "blue", "green")  # the next round, at once: Red is silent
    found.at("54h1m")
    key = found.pending.key
    assert found.row(DeadlineKind.INTERVAL).data["step"] == "bank"
    assert found.seat("red").bank == 0
    found.at("60h")
    orders(found, "red")  # six hours of 22 were used
    assert found.pending.key != key
    assert banks(found)[0] in (15, 16)
    assert banks(found)[1:] == [36, 30]


@pytest.mark.django_db
def test_an_order_given_early_and_changed_late_saves_what_was_left_late() -> None:
    found = rounds()
    orders(found, "red", "blue")
    found.at("32h")
    assert found.line("red", "round: end").answer == "kept"
    orders(found, "green")
    assert banks(found) == [4, 23, 4]


@pytest.mark.django_db
def test_a_back_up_into_a_round_takes_out_what_it_saved() -> None:
    found = rounds()
    begun = found.game.number
    orders(found, *SEATS)
    assert banks(found) == [23, 23, 23]
    door.back_up(found.id, begun, "a slip")
    assert found.pending.name == "orders"
    assert banks(found) == [0, 0, 0]
    orders(found, *SEATS)  # it has its whole time anew
    assert banks(found) == [24, 24, 24]


@pytest.mark.django_db
@pytest.mark.parametrize("choice", ["substitute", "referee"])
def test_whatever_the_club_chose_for_turns_a_round_does_not_wait_longer(choice: str) -> None:
    """PR-TURN-04: those who have ordered would wait."""
    found = rounds(out_of_time=choice, bank_limit="0h")
    orders(found, "blue", "green")
    key = found.pending.key
    found.at("43h")
    assert found.pending.key != key
    told = [decode(one.facts).notices for one in Letter.objects.filter(game=found.id, seat="blue")]
    assert not any("out of time" in line for lines in told for line in lines)
