"""How letters read: text first, nothing wider than 78 columns, orders to copy, hours in the
reader's zone.
"""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes
from email.policy import default

import pytest

from tests.digests import without_digests
from tests.domain.letters.real import made, say, table
from tests.domain.letters.table import NOON, change_set
from traders.domain.calendar import durations
from traders.domain.letters import remind, write
from traders.domain.letters.addresses import read_address
from traders.domain.letters.envelope import filled
from traders.domain.letters.words import tidy, wrapped
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.table.change_set import Line
from traders.models import Letter

pytestmark = pytest.mark.django_db

INTERVAL = """\
You may react, Player of blue: the interval "quarantine" is open
(ST-TIMING-01).
Cause: Red tries to jump from Mink to Niven.
A reaction is kept unseen until the interval closes. If several fit, they are
played in turn order, from the seat on turn. All others who may react get the
same letter. Nobody is told who answers what.

Answer by Tue 01:00 (in 12 hours).
If you do nothing, you pass.
Reply with one line, this or one from the list below:

  pass

WHAT HAPPENED
  5  Red tries to jump from Mink to Niven.
  6  Red draws a card.

WHAT YOU MAY DO
  play quarantine  keep Red out of Niven (ST-CALAMITY-02)
  pass             nothing from you in this interval (PR-INTERVAL-03)

Write orders above the quoted letter, one a line; put a line "--" behind them
if anything follows.

--\x20
Spiral Arm · you are Blue · move 6
"""
RECEIPT = """\
Your letter was taken, but line 2 was refused. What stands above it counts.
What stands below it came back unplayed.

YOUR LETTER
  1. stop at zap
     Noted: You stop at zap.
  2. jump nivne
     Refused (ST-JUMP-04): There is no world nivne.
     Possible instead: jump niven · jump mink
  3. end
     Returned unplayed.

The interval 'quarantine' is open for Blue and Green. The clock runs until Mon
19:00 (in 12 hours).

--\x20
Spiral Arm · you are Red · move 6
"""


def text_of(letter: Letter) -> str:
    return str(opened(letter).get_body(("plain",)).get_content()).replace("\r\n", "\n")


def opened(letter: Letter):
    return message_from_bytes(
        filled(bytes(letter.raw or b""), bytes(letter.picture.png) if letter.picture else None),
        policy=default,
    )


def bare(game, seats, **changes) -> dict[str, Letter]:
    """Letters without a board, by seat."""
    write(game, seats, change_set(game, views={seat.colour: {} for seat in seats}, **changes))
    return {letter.seat: letter for letter in made(game=game)}


def test_an_interval_reads_so(game, seats):
    seats[1].player.zone = "Europe/Berlin"
    seats[1].player.save()
    assert text_of(bare(game, seats)["blue"]).startswith(INTERVAL)


def test_a_receipt_reads_so(game, seats):
    seats[0].player.zone = "America/New_York"
    seats[0].player.save()
    lines = [
        Line("stop at zap", "noted", "Noted: you stop at zap."),
        Line(
            "jump nivne",
            "refused",
            "There is no world nivne.",
            "illegal",
            ("ST-JUMP-04",),
            ("jump niven", "jump mink"),
        ),
        Line("end", "returned"),
    ]
    letters = bare(game, seats, sender="red", lines=lines, told=[])
    assert text_of(letters["red"]).startswith(RECEIPT)
    assert letters["red"].subject == "Not done: jump nivne · Spiral Arm"


def test_every_kind_of_a_real_game_keeps_to_78_columns_and_shows_board_and_menu():
    game = table()
    door.begin(game.pk, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    game.refresh_from_db()
    asked = made(seat="blue")[-1]
    assert asked.due is not None
    remind(game, ["blue"], asked.moment, asked.due, NOON + timedelta(hours=6))
    kinds = {letter.kind: letter for letter in made(game=game)}
    assert {"welcome", "interval", "reminder"} <= set(kinds)
    for letter in kinds.values():
        text = text_of(letter)
        assert max(len(line) for line in text.splitlines() if "http" not in line) <= 78, letter.kind
        assert "THE BOARD" in text
        assert opened(letter).get_body(("html",)).get_content().count("<table") >= 3
        assert letter.picture.png[:8] == b"\x89PNG\r\n\x1a\n"


def test_the_picture_is_in_the_letter_and_kept_once_for_all_seats():
    game = table()
    door.begin(game.pk, at=NOON)
    letters = made(game=game)
    assert len({letter.picture_id for letter in letters}) == 1
    message = opened(letters[0])
    images = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert images[0].get_content() == bytes(letters[0].picture.png)
    assert f"cid:{images[0]['Content-ID'].strip('<>')}" in message.get_body(("html",)).get_content()


def test_what_the_menu_offers_is_taken():
    game = table()
    door.begin(game.pk, at=NOON)
    [letter] = made(game=game, seat="red")
    order = text_of(letter).partition("For example:")[2].split("\n")[2].strip()
    say(game, "red", order, letter.moment, 5)
    assert "Refused" not in text_of(made(game=game, seat="red")[-1])


def test_a_touch_on_a_reaction_answers_with_it_and_passes(game, seats):
    html = opened(bare(game, seats)["blue"]).get_body(("html",)).get_content()
    assert "&amp;body=play%20quarantine%0D%0Apass" in html
    assert "&amp;body=pass" in html


def test_a_blank_with_one_value_is_filled_in_and_can_be_touched():
    game = table(
        system="stratastar", start={"stage": "movement", "red": {"fleets": {"a1": 1, "e5": 3}}}
    )
    door.begin(game.pk, at=NOON)
    [letter] = made(game=game, seat="red")
    text, html = text_of(letter), opened(letter).get_body(("html",)).get_content()
    assert "  move 1 from a1 to b1" in text
    assert "move {n} from e5 to e6" in text
    assert "{n}: 1 to 3" in text
    assert "body=move%201%20from%20a1%20to%20b1" in html


def test_threads_answers_and_automatic_mail(game, seats):
    letters = bare(
        game,
        seats,
        in_reply_to="<one@phone.example.org>",
        sender="red",
        lines=[Line("end", "done", "Done: end.")],
    )
    red, blue = opened(letters["red"]), opened(letters["blue"])
    assert red["In-Reply-To"] == "<one@phone.example.org>"
    assert red["References"].split()[-1] == "<one@phone.example.org>"
    assert blue["References"] == blue["In-Reply-To"]
    assert blue["Auto-Submitted"] == "auto-generated"
    local = blue["Reply-To"].addresses[0].username
    assert read_address(local) == (seats[1].pk, "i9")


@pytest.mark.parametrize("hostile", ["<a@b>\r\nBcc: x@example.org", "<a@b> <c@d>", "x" * 900, "<>"])
def test_a_strangers_message_id_is_not_repeated(game, seats, hostile):
    letters = bare(game, seats, in_reply_to=hostile, sender="red", lines=[Line("end", "done")])
    message = opened(letters["red"])
    assert message["Bcc"] is None
    assert hostile not in str(message["References"])


def test_what_players_wrote_breaks_no_letter(game, seats):
    game.title = "Arm\r\nBcc: x@example.org \u202e<b>"
    game.save()
    seats[0].player.display_name = 'Zoë "<script>" \u0007'
    seats[0].player.save()
    letters = bare(game, seats, press=[("blue", "", "Hello\n-- \n<img src=x onerror=y>")])
    message = opened(letters["red"])
    html = message.get_body(("html",)).get_content()
    assert message["Bcc"] is None
    assert "<script>" not in html
    assert "<img src=x" not in html
    assert "Hello -- <img src=x onerror=y>" in text_of(letters["red"]).replace("\n    ", " ")


def test_the_same_facts_give_the_same_bytes(game, seats):
    """Down to the digests in the foot, which follow the record."""

    def made():
        return {
            seat: without_digests(bytes(letter.raw or b""))
            for seat, letter in bare(game, seats).items()
        }

    before = made()
    Letter.objects.all().delete()
    assert made() == before
    assert all(b"\n" not in raw.replace(b"\r\n", b"") for raw in before.values())


def test_a_reminder_after_its_deadline_moved_is_not_sent():
    game = table()
    door.begin(game.pk, at=NOON)
    [letter] = made(game=game, seat="red")
    game.refresh_from_db()
    assert letter.due is not None
    ids = remind(
        game, ["red"], letter.moment, letter.due + timedelta(hours=1), NOON + timedelta(hours=36)
    )
    delivery.prepare(ids)
    assert Letter.objects.get(pk=ids[0]).status == "stale"
    ids = remind(game, ["red"], letter.moment, letter.due, NOON + timedelta(hours=36))
    delivery.prepare(ids)
    assert Letter.objects.get(pk=ids[0]).status == "prepared"
    assert remind(game, ["red"], letter.moment, letter.due, NOON + timedelta(hours=37)) == []


def test_words():
    assert durations.shortly(timedelta(days=1, hours=4, minutes=3)) == "1 day and 4 hours"
    assert durations.shortly(timedelta(seconds=1)) == "1 second"
    assert durations.shortly(timedelta(0)) == "no time"
    assert wrapped("a " * 60, "  1  ").split("\n")[1].startswith("     a")
    assert tidy("a\n\n\n\nb  \n\n") == "a\n\nb\n"
