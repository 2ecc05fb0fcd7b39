"""What a letter is answered, and when it is not: every line is accounted for, and machines get no
loop (PR-RECEIPT-03, PR-RECEIPT-06).
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.domain.letters.table import NOON
from tests.domain.post.incoming.conftest import letter
from tests.domain.post.incoming.test_reading import answer, jumps, read
from traders.domain.calendar import clock
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import Arrival, ArrivalOutcome, Letter, Mailbox, Player

pytestmark = pytest.mark.django_db


def said(arrival: Arrival) -> str:
    return " ".join(answer(arrival).split())


# --- every line -----------------------------------------------------------------------------------


def test_a_greeting_eats_no_order(take, game):
    arrival = read(take("red", "Hi, jump niven\nstatus\n"))
    assert [line[0].lower() for line in arrival.notes["lines"]] == ["jump niven", "status"]
    assert jumps() == 1


def test_prose_above_the_first_order_is_named_and_refuses_nothing(take):
    arrival = read(take("red", "Sorry for the delay.\n\njump niven\n"))
    assert jumps() == 1
    assert "left out: `Sorry for the delay.`" in said(arrival)


def test_prose_below_an_order_is_refused_with_what_follows(take):
    arrival = read(take("red", "status\nand now for something\njump niven\n"))
    assert [line[1] for line in arrival.notes["lines"]] == ["told", "refused", "returned"]
    assert jumps() == 0


def test_a_footer_that_comes_each_time_is_named_once(take):
    footer = "\n\nThis e-mail and any attachment is confidential.\nVirus-free. www.example.com\n"
    banner = "Classification: Internal\n\n"
    for n, text in enumerate(("status", "jump niven", "history")):
        arrival = read(take("red", f"{banner}{text}{footer}", minutes=20 + n, name=f"<{n}@x.test>"))
        assert [line[1] for line in arrival.notes["lines"]] != ["refused"]
        for line in ("Classification: Internal", "Virus-free. www.example.com"):
            assert (f"`{line}`" in said(arrival)) == (n == 0)
    assert jumps() == 1
    other = read(take("red", f"status\n\nI count on you, Blue.{footer}", minutes=25))
    assert "left out: `I count on you, Blue.`." in said(other)


@pytest.mark.parametrize(
    "gap", ["> a question\n", "Thanks!\n", "--\n", "Sent from my iPhone\n", "> > x\n> y\n\n"]
)
def test_an_order_below_the_end_is_named_and_not_carried_out(take, gap):
    arrival = read(take("red", f"status\n{gap}jump niven\n"))
    assert "a line that reads like an order, `jump niven`; it was not carried out" in said(arrival)
    assert jumps() == 0


def test_a_line_that_is_too_long_is_named_and_nothing_of_it_published(take):
    arrival = read(take("red", "status\nsay: " + "word " * 500 + "\njump niven\n"))
    assert "Not read, from here on: say: word" in said(arrival)
    assert [line[0] for line in arrival.notes["lines"]] == ["status"]


@pytest.mark.parametrize("lines", [1, 12])
def test_of_a_letter_of_hundreds_of_questions_twelve_are_answered(take, lines):
    asked = " ".join(f"Can I play card {n}?" for n in range(90))
    arrival = read(take("red", f"{asked}\n" * lines))
    assert said(arrival).count("Can I play card 11?") >= 1
    assert "please ask the rest in another" in said(arrival)
    assert "Can I play card 14?" not in said(arrival).replace(asked, "")


def test_of_a_letter_of_thousands_of_lines_sixty_are_listed(take):
    arrival = read(take("red", "status\n" * 3000))
    lines = decode(arrival.answered_by.facts).lines
    assert len(lines) == 61
    assert lines[-1].text == "… and 2940 more"
    assert len(answer(arrival)) < 20_000


def test_lines_that_a_telephone_ends_in_a_blank_are_lines(take, game):
    flowed = "Content-Type: text/plain; charset=utf-8; format=flowed\r\n"
    arrival = read(take("red", "say: hello \nstatus \nhistory\n", headers=flowed))
    assert [line[0] for line in arrival.notes["lines"]] == ["say: hello", "status", "history"]


def test_press_that_a_program_broke_is_one_line(take):
    text = (
        "say: this is the first half of a sentence that somebody typed in one go\nand this the "
        "second\nstatus\n"
    )
    assert [line[0][-10:] for line in read(take("red", text)).notes["lines"]] == [
        "the second",
        "status",
    ]


def test_another_letter_under_a_used_message_id_is_told_that_it_was_not_read(take):
    read(take("red", "status\n", name="<one@phone.test>"))
    other = read(take("red", "jump niven\n", name="<one@phone.test>"))
    assert other.outcome == ArrivalOutcome.DUPLICATE
    assert "Its own text was not read" in said(other)
    assert jumps() == 0


@pytest.mark.parametrize(
    "headers",
    [
        "Content-Type: multipart/mixed\r\n",
        "Content-Type: text/plain>\r\n",
        "Content-Type: text/markdown\r\n",
        "Content-Type: text/enriched\r\n",
    ],
)
def test_a_kind_of_text_that_few_write(take, headers):
    assert read(take("red", "jump niven\n", headers=headers)).outcome == ArrivalOutcome.ORDERS
    assert jumps() == 1


def test_a_signed_letter(take):
    signed = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\njump niven\n-----BEGIN PGP "
        "SIGNATURE-----\n\niQ==\n-----END PGP SIGNATURE-----\n"
    )
    read(take("red", signed))
    assert jumps() == 1


@pytest.mark.parametrize("before", [b"\xef\xbb\xbf", b"\r\n", b"\n\n"])
def test_what_stands_before_the_headers_by_mistake(game, before):
    raw, to = letter(game, "red", "jump niven\n")
    assert (
        timeline.read(intake.take(before + raw, envelope_to=to, channel="smtp").pk)
        == ArrivalOutcome.ORDERS
    )


# --- machines -------------------------------------------------------------------------------------


def test_a_responder_without_headers_is_answered_twice_a_day(take):
    for minute in range(20, 80):
        read(
            take(
                "red",
                "I am away until Monday and will write back then.\n",
                minutes=minute,
                name=f"<{minute}@phone.test>",
            )
        )
    assert Arrival.objects.exclude(answered_by=None).count() == 2
    later = read(take("red", "I am away until Monday.\n", minutes=30 * 60))
    assert later.answered_by is not None


def test_a_letter_that_can_be_read_begins_the_count_anew(take):
    said = ("good day to you\n", "good day again\n", "good day and again\n")
    letters = [read(take("red", text, minutes=19 + n)) for n, text in enumerate(said)]
    assert [one.answered_by is not None for one in letters] == [True, True, False]
    read(take("red", "status\n", minutes=22))
    assert read(take("red", "good day once more\n", minutes=23)).answered_by is not None


def test_the_same_refused_lines_are_answered_a_few_times_an_hour(take):
    outcomes = [
        read(take("red", "deliver nothing\n", minutes=20 + n, name=f"<{n}@phone.test>")).outcome
        for n in range(20)
    ]
    assert outcomes.count(ArrivalOutcome.ORDERS) == 3
    assert set(outcomes) == {ArrivalOutcome.ORDERS, ArrivalOutcome.AUTOMATIC}


def test_lines_that_were_refused_often_are_made_once_they_may_be(take):
    """Whoever wrote `end` too early three times may end the turn when it has come."""
    early = [
        read(take("blue", "end\n", minutes=20 + n, name=f"<{n}@phone.test>")) for n in range(4)
    ]
    assert [one.outcome for one in early] == [ArrivalOutcome.ORDERS] * 3 + [
        ArrivalOutcome.AUTOMATIC
    ]
    assert early[-1].answered_by is None
    assert Letter.objects.filter(seat="blue", in_reply_to="<3@phone.test>").count() == 0
    assert read(take("red", "end\n", minutes=30)).notes["lines"][0][1] == "done"
    last = read(take("blue", "end\n", moment="t2", minutes=31))
    assert (last.outcome, last.notes["lines"][0][1]) == (ArrivalOutcome.ORDERS, "done")
    assert last.answered_by is not None


def test_a_strangers_letters_make_one_question_a_day_and_mailbox(take):
    for n in range(20):
        read(
            take(
                "red",
                "jump niven\n",
                sender="red@work.test",
                minutes=20 + n,
                name=f"<{n}@work.test>",
            )
        )
    read(take("red", "jump niven\n", sender="red@home.test", minutes=50))
    assert Arrival.objects.filter(outcome=ArrivalOutcome.UNCONFIRMED).count() == 21
    assert Arrival.objects.exclude(answered_by=None).count() == 2


def test_copies_of_a_letter_are_answered_a_few_times(take):
    read(take("red", "status\n", name="<one@phone.test>"))
    for _ in range(20):
        Letter.objects.update(status="sent")
        read(take("red", "status\n", name="<one@phone.test>"))
    assert Letter.objects.filter(seat="red", key__contains="+").count() == 3


def test_a_receipt_for_reading_is_a_machines(take):
    headers = (
        'Content-Type: multipart/report; report-type=disposition-notification; boundary="b"\r\n'
    )
    assert (
        read(take("red", "--b\n\njump niven\n--b--\n", headers=headers)).outcome
        == ArrivalOutcome.AUTOMATIC
    )


def test_a_players_own_orders_that_a_list_brought_are_read(take):
    """(PR-RECEIPT-06)"""
    headers = "List-Id: <family.example.org>\r\nPrecedence: list\r\n"
    assert (
        read(take("red", "Weekly news from everybody\n", headers=headers)).outcome
        == ArrivalOutcome.AUTOMATIC
    )
    assert read(take("red", "jump niven\n", headers=headers)).outcome == ArrivalOutcome.ORDERS
    assert jumps() == 1


# --- mailboxes ------------------------------------------------------------------------------------


def test_a_letter_is_confirmed_on_the_page_by_a_number_of_its_seats_own(take, game):
    """(PR-RECEIPT-03)"""
    others = read(take("blue", "status\n", sender="blue@work.test", minutes=20))
    held = read(take("red", "jump niven\n", sender="red@work.test", minutes=21))
    assert (others.held_as, held.held_as) == (1, 1)  # no count over all seats leaves the house
    door.orders(game.pk, "red", "confirm 1", source="page", at=NOON + timedelta(minutes=22))
    assert read(held).outcome == ArrivalOutcome.CONFIRMED
    assert read(others).outcome == ArrivalOutcome.UNCONFIRMED
    assert jumps() == 1


def test_a_second_mailbox_is_confirmed_for_good(take, game):
    held = read(take("red", "status\n", sender="Red.X@gmail.com", minutes=20))
    assert "\n   confirm 1\n" in answer(held).replace("\r", "")  # each on a line of its own
    assert "\n   confirm 1 for good\n" in answer(held).replace("\r", "")
    read(take("red", "confirm 1 for good\n", minutes=21))
    assert Mailbox.objects.get().address == "redx@gmail.com"
    assert (
        read(take("red", "jump niven\n", sender="redx+traders@googlemail.com", minutes=22)).outcome
        == ArrivalOutcome.ORDERS
    )
    assert (
        read(take("blue", "status\n", sender="redx@gmail.com", minutes=23)).outcome
        == ArrivalOutcome.UNCONFIRMED
    )


@pytest.mark.parametrize("source", ["page", "api"])
def test_an_open_session_adds_no_mailbox(take, game, source):
    """Who sits down at a browser that was left open has one letter confirmed, and no more."""
    held = read(take("red", "jump niven\n", sender="red@work.test", minutes=20))
    at = NOON + timedelta(minutes=22)
    (line,) = door.orders(game.pk, "red", "confirm 1 for good", source=source, at=at).lines
    assert "write the same by letter" in line.words
    assert read(held).outcome == ArrivalOutcome.CONFIRMED
    assert not Mailbox.objects.exists()


def test_the_mailbox_that_asks_cannot_confirm_itself(take):
    read(take("red", "jump niven\n", sender="red@work.test", minutes=20))
    assert (
        read(take("red", "confirm 1 for good\n", sender="red@work.test", minutes=21)).outcome
        == ArrivalOutcome.UNCONFIRMED
    )
    assert not Mailbox.objects.exists()


def test_a_forged_letter_adds_no_mailbox(take, settings):
    settings.TRUSTED_MAIL_HOSTS = ["mx.post.test"]
    good = "Authentication-Results: mx.post.test; dmarc=pass\r\n"
    read(take("red", "jump niven\n", minutes=20))
    confirming = read(take("red", "confirm 1 for good\n", headers=good, minutes=21))
    assert "names no other mailbox" in said(confirming)
    assert not Mailbox.objects.exists()


def test_a_player_whose_provider_writes_the_domain_in_ascii_is_read(take):
    Player.objects.filter(email="red@example.org").update(email="red@münchen.de")
    assert (
        read(take("red", "jump niven\n", sender="red@xn--mnchen-3ya.de")).outcome
        == ArrivalOutcome.ORDERS
    )


# --- strangers ------------------------------------------------------------------------------------


def test_of_a_strangers_letter_the_head_is_kept_for_a_while(game):
    raw, _ = letter(game, "red", "jump niven\n" + "x" * (5 * 2**20))
    arrival = intake.take(raw, envelope_to="nobody@post.test", channel="smtp")
    assert (arrival.size, len(arrival.raw)) == (len(raw), intake.HEAD_KEPT)
    assert timeline.read(arrival.pk) == ArrivalOutcome.STRANGER
    clock.set_to(NOON + timedelta(days=15))
    new = intake.take(raw, envelope_to="nobody@post.test", channel="smtp")
    assert list(Arrival.objects.all()) == [new]


def test_a_status_shows_the_board_once(take):
    text = said(read(take("red", "status\n")))
    assert text.count("WAYS FROM") == 1
