"""Which lines of a letter read as orders (PR-RECEIPT-06)."""

from __future__ import annotations

from email import message_from_bytes, policy

import pytest

from tests.domain.letters.real import made
from traders.domain.play.manners.accepted_suggestion import MEANT
from traders.domain.post.incoming.order_recognition import ORDERS, Reading, nearest, recognition
from traders.domain.post.incoming.quote_detection import OwnLetters, head_above
from traders.domain.post.incoming.reply_line_sorting import sorted_reply
from traders.domain.timeline import timeline
from traders.models import ArrivalOutcome, Game, Seat

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("stop at zap when my jump fails", True),
        ("no stop at zap when my jump fails", True),
        ("stop at zap when blue jumps from niven to endor", True),
        ("pass until blue jumps from niven to endor", True),
        ("stop at the shop when you come home today", False),
        ("pass until you have heard from me again, will you", False),
    ],
)
def test_a_wish_with_a_long_condition_is_an_order(game: Game, line: str, order: bool) -> None:
    assert (recognition(Seat.objects.get(game=game, colour="red"))(line) in ORDERS) is order


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("away from 24 december to 2 january", True),
        ("away from 24 december to 2 january play on", True),
        ("away from all this noise of the city I would so like to be now and then", False),
        ("to be or not to be", False),
        ("to blue: to be or not to be, that is what I ask you", True),
        ("if failed plans were gold I would be rich", False),
    ],
)
def test_a_command_is_an_order_as_long_as_its_forms_are(game: Game, line: str, order: bool) -> None:
    assert (recognition(Seat.objects.get(game=game, colour="red"))(line) in ORDERS) is order


def test_a_stop_that_a_letter_of_ours_tells_of_is_no_quote(game: Game) -> None:
    own = OwnLetters(
        lambda: [
            "You begin with these stops:\n  stop at calamity when attacked\n  stop at zap when "
            "my jump fails\nDrop one with"
        ]
    )
    found = sorted_reply(
        "stop at zap when my jump fails",
        recognition(Seat.objects.get(game=game, colour="red")),
        own,
    )
    assert found.orders == ("stop at zap when my jump fails",)


SENT = """Hello Player of red. You play Red, and it is your turn.

YOU MAY ALSO
   build
   draw
   jump niven
   jump random
   halt
   end
All orders: reply `orders`."""


@pytest.mark.parametrize("broken", ["ay.5el.t1@post.test\n> wrote:", "ay.5el.t1@post.test\n>:"])
def test_an_attribution_broken_before_its_angle_makes_no_marked_quote(
    game: Game, broken: str
) -> None:
    """Of a quote without marks the order below alone is named (PR-RECEIPT-06)."""
    head = f"On 02/03/2026 13:00, Traders by Post <pl\n{broken}"
    found = sorted_reply(
        f"status\n\n{head}\n{SENT}\n\nwithdraw claim 1.",
        recognition(Seat.objects.get(game=game, colour="red")),
        OwnLetters(lambda: [SENT]),
    )
    assert (found.text, found.below) == ("status", ("withdraw claim 1.",))


@pytest.mark.parametrize("subject", ["เรื่อง: your turn", "विषय: your turn", "Тема: your turn"])
def test_a_head_above_the_quote_is_known_in_scripts_that_write_vowels_above_letters(
    subject: str,
) -> None:
    lines = ["status", "", "X: Traders <post@post.test>", subject, "Hello Ann."]
    assert head_above(lines, 4, lambda line: Reading.PROSE) == 2


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("pss", "pass"),
        ("ed", "end"),
        ("edn", "end"),
        ("jmp niven", "jump niven"),
        ("statu", "status"),
        ("oops, take back the flight please", "undo"),
        ("by then I am back", ""),
        ("thank you", ""),
        ("Ann", ""),
    ],
)
def test_a_letter_with_one_slip_in_its_order_is_told_what_was_meant(
    game: Game, line: str, order: str
) -> None:
    """Short words too, which are prose beside an order (PR-RECEIPT-06)."""
    found = nearest(Seat.objects.get(game=game, colour="red"), line)
    assert (order, MEANT) in (found or [("", MEANT)])


def test_the_answer_to_it_asks_whether_that_was_meant(take, game: Game) -> None:
    arrival = take("red", "pss\n")
    timeline.read(arrival.pk)
    arrival.refresh_from_db()
    assert arrival.outcome == ArrivalOutcome.EMPTY
    [answer] = made(pk=arrival.answered_by_id)
    body = message_from_bytes(bytes(answer.raw), policy=policy.default).get_body(("plain",))
    assert "pass Did you mean this?" in " ".join(body.get_content().split())
