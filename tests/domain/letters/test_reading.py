"""How letters read: text first, nothing wider than 44 columns, orders to copy, hours in the
reader's zone.
"""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes
from email.policy import default

import pytest

from tests.digests import without_digests
from tests.domain.letters.real import ASKED, START, begun, made, say, table
from tests.domain.letters.table import NOON, change_set
from traders.bots.registry import bots
from traders.domain.calendar import durations
from traders.domain.letters import remind, write
from traders.domain.letters.addresses import read_address
from traders.domain.letters.plain_text_layout import (
    WIDTH,
    stuffed,
    tidy,
    unstuffed,
    verbatim,
    wrapped,
)
from traders.domain.letters.render import WITH_BOARD
from traders.domain.play import door
from traders.domain.post import delivery
from traders.domain.post.mail_transport import filled
from traders.domain.table.change_set import Line, SaidMessage
from traders.models import Letter, Player, Seat

pytestmark = pytest.mark.django_db

INTERVAL = """\
Red tries to jump from Mink to Niven. You
may react. Answer by Tue 01:00 (in 12
hours). If you do nothing, you pass. Nobody
sees your answer before the window closes.

WHAT HAPPENED
Red draws a card.

YOU MAY
  pass
    let it stand
  pass until my turn
    pass in every window before your turn,
    except at your stops
  play quarantine
    keep Red out of Niven
All orders: reply `orders`. The board:
`status`.

I ask you because this window stays open
for all whom it concerns.

--\x20
Spiral Arm · you are Blue · move 6
"""
RECEIPT = """\
I could not carry out line 2. The lines
above it count. The lines below it came
back to you.

  stop at zap
    You stop at zap.
  jump nivne
    Not done. There is no world nivne.
    Possible: jump niven, jump mink.
  end
  say: hello
    Not carried out.

Blue and Green may react in the Quarantine
window, until Mon 19:00 (in 12 hours).

Rules: ST-JUMP-04

--\x20
Spiral Arm · you are Red · move 6
"""


def text_of(letter: Letter) -> str:
    return read(str(opened(letter).get_body(("plain",)).get_content()))


def read(flowed: str) -> str:
    """The text as it is shown: without the blanks that `format=flowed` adds."""
    lines = unstuffed(flowed.replace("\r\n", "\n")).split("\n")
    return "\n".join(line if line == "-- " else line.rstrip() for line in lines)


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


def test_a_reader_who_told_no_zone_reads_once_in_which_hours_are(game, seats):
    Player.objects.filter(pk=seats[1].player.pk).update(zone="Europe/Berlin")
    letters = bare(game, Seat.objects.filter(game=game).select_related("player"))
    said = [text_of(letters[seat]).count("UTC") for seat in ("red", "blue")]
    assert said == [1, 0]
    told = text_of(letters["red"])
    assert "\n-- \nUTC · Spiral Arm · you are Red · move 6\nhttp" in told
    html = opened(letters["red"]).get_body(("html",)).get_content()
    assert html.count("Hours are UTC") == 1


def test_a_letter_without_an_hour_says_nothing_of_zones(game, seats):
    assert "UTC" not in text_of(bare(game, seats, due=None, ends={})["red"])


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
        Line("say: hello", "returned"),
    ]
    letters = bare(game, seats, sender="red", lines=lines, told=[])
    assert text_of(letters["red"]).startswith(RECEIPT)
    assert letters["red"].subject == "Not done: jump nivne · Spiral Arm"


def test_every_kind_of_a_real_game_keeps_to_44_columns_and_its_html_shows_a_board():
    game = table(ASKED)
    door.begin(game.pk, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    game.refresh_from_db()
    asked = made(seat="blue")[-1]
    assert asked.due is not None
    remind(game, ["blue"], asked.moment, asked.due, NOON + timedelta(hours=6))
    kinds = {letter.kind: letter for letter in made(game=game)}
    assert set(kinds) == {"welcome", "interval", "receipt", "reminder"}
    for kind, letter in kinds.items():
        whole = [line for line in text_of(letter).splitlines() if " " in line.strip()]
        assert max(map(len, whole)) <= WIDTH, kind
        assert ("YOU: at " in text_of(letter)) == (kind != "welcome")
        html = opened(letter).get_body(("html",)).get_content()
        assert html.count("<table") >= 2
        assert ("cid:" in html) == (letter.picture is not None) == (kind in WITH_BOARD)


def test_text_flows_so_that_mail_programs_join_its_paragraphs(game, seats):
    part = opened(bare(game, seats)["blue"]).get_body(("plain",))
    assert part.get_param("format") == "flowed"
    raw = part.get_payload(decode=True).decode().replace("\r\n", "\n")
    assert "Red tries to jump from Mink to Niven. You \nmay react." in raw
    assert "\n   pass\n     let it stand\n" in raw
    assert "\n-- \nUTC · Spiral Arm" in raw


def test_a_receipt_is_short_and_says_where_its_reader_stands_and_what_next():
    game = begun()
    say(game, "red", "build", "t1", 10)
    receipt = text_of(made(game=game, seat="red", kind="receipt")[0])
    body = receipt.partition("\n-- \n")[0]
    print(receipt)
    assert len([line for line in body.splitlines() if line]) <= 13
    assert "  build\n    You built a station" in body
    assert "NEXT, FOR INSTANCE" in body
    assert "YOU: at Mink" in body
    assert "THE BOARD" not in body


def test_many_orders_stand_in_groups_of_their_first_words():
    lines = [["Mink", world, "red"] for world in ("Niven", "Jaxin", "Oz", "Verne")]
    game = table({**START, "lines": lines})
    door.begin(game.pk, at=NOON)
    text = text_of(made(game=game, seat="red")[0])
    told = re.search(r"\nJump: ([^()]*) \(([^)]*)\)\n", text)
    assert told
    assert re.fullmatch(r"[a-z ,]*niven regular[a-z ,]*random", " ".join(told[1].split()))
    assert " ".join(told[2].split()) == "regular: with a roll; random: two dice show where"
    assert "`halt`: stop jumping; your action is next" in " ".join(text.split())


def test_the_welcome_is_short_and_says_where_to_read_on():
    game = table()
    door.begin(game.pk, at=NOON)
    text = text_of(made(game=game, seat="blue")[0])
    before, _, after = text.partition("YOUR START")
    assert len(before.split()) <= 150
    assert "/rules/star-traders/start" in before
    assert game.secret_digest in after
    assert "/games/spiral/proof" in after


def test_the_first_letter_fits_a_telephone():
    """Its longest word, the seed's fingerprint, stands in two lines."""
    game = table()
    door.begin(game.pk, at=NOON)
    html = opened(made(game=game, seat="blue")[0]).get_body(("html",)).get_content()
    halves = (game.secret_digest[:32], game.secret_digest[32:])
    assert f">{halves[0]}\n{halves[1]}</pre>" in html.replace("\r\n", "\n")


def test_the_picture_is_in_the_letter_and_kept_once_for_all_seats():
    game = table()
    door.begin(game.pk, at=NOON)
    letters = made(game=game)
    assert len({letter.picture_id for letter in letters}) == 1
    message = opened(letters[0])
    images = [part for part in message.walk() if part.get_content_type() == "image/png"]
    assert images[0].get_content() == bytes(letters[0].picture.png)
    assert f"cid:{images[0]['Content-ID'].strip('<>')}" in message.get_body(("html",)).get_content()


def test_a_turn_is_suggested_with_its_words_and_is_taken():
    game = table()
    door.begin(game.pk, at=NOON)
    [letter] = made(game=game, seat="red")
    text = text_of(letter)
    orders = "  build\n  draw\n  end\n"
    said = "A station on Mink: 2 Prestige for 5 Stellors."
    assert " ".join(text.partition(f"A GOOD TURN\n{orders}")[2].split()).startswith(said)
    html = opened(letter).get_body(("html",)).get_content()
    assert said in html
    assert "body=build%0D%0Adraw%0D%0Aend" in html
    say(game, "red", orders, letter.moment, 5)
    assert "Not done" not in text_of(made(game=game, seat="red")[-1])


def test_the_first_letter_suggests_an_answer_to_its_question_too():
    game = door.create("imperial-trader", ["red", "blue"])
    for colour in ("red", "blue"):
        player = Player.objects.create_user(f"{colour}@example.org", display_name=colour)
        Seat.objects.filter(game=game, colour=colour).update(player=player)
    door.begin(game.pk, at=NOON)
    [letter] = made(game=game, seat="red")
    text = text_of(letter)
    found = re.search(r"\nA GOOD ANSWER\n  (start at [a-z ]+)\nOn average the orders", text)
    assert found
    html = opened(letter).get_body(("html",)).get_content()
    assert "A GOOD ANSWER" in html
    assert found[1] in html


def test_a_player_without_hints_gets_no_suggestion():
    game = table()
    Player.objects.update(hints=False)
    door.begin(game.pk, at=NOON)
    [letter] = made(game=game, seat="red")
    assert "A GOOD TURN" not in text_of(letter)
    assert "YOU MAY" in text_of(letter)


def test_a_fault_in_the_advice_costs_no_letter(monkeypatch, caplog):
    def faulty(*facts: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(bots("star-traders"), "suggestion", faulty)
    game = table()
    door.begin(game.pk, at=NOON)
    [letter] = made(game=game, seat="red")
    assert "A GOOD TURN" not in text_of(letter)
    assert "YOU MAY" in text_of(letter)
    assert "no suggestion for red" in caplog.text


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
    assert "  move 1 from a1 to b1\n" in text
    assert "2 from e5 to e6" in " ".join(text.split())
    assert "2 may be 1 to 3" in " ".join(text.split())
    assert "{n}" not in text
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
    letters = bare(
        game, seats, press=[SaidMessage("blue", "", "Hello\n-- \n<img src=x onerror=y>", "blue")]
    )
    message = opened(letters["red"])
    html = message.get_body(("html",)).get_content()
    assert message["Bcc"] is None
    assert "<script>" not in html
    assert "<img src=x" not in html
    assert "Hello -- <img src=x onerror=y>" in text_of(letters["red"]).replace("\n", " ")


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
    assert durations.shortly(timedelta(0)) == "none"
    assert wrapped("a " * 60, "  1  ").split("\n")[1].startswith("     a")
    assert tidy("a\n\n\n\nb  \n\n") == "a\n\nb\n"
    assert tidy("word " * 20).split("\n")[0] == "word " * 8
    assert tidy(verbatim("word " * 15)) == ("word " * 15).rstrip() + "\n"
    assert stuffed("  a\n> b\nFrom c\nd") == "   a\n > b\n From c\nd"
    assert unstuffed(stuffed("  a\n> b\nFrom c\nd")) == "  a\n> b\nFrom c\nd"
