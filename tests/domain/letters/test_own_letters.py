"""Letters that say why they came: a stop of one's own, a seat that is taken over, a turn whose end
is told with saved and extra time counted.
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests import seated
from tests.domain.letters.real import ASKED, made, say, table
from tests.domain.letters.table import NOON
from tests.domain.letters.test_reading import text_of
from traders.domain.history.moment_labels import MomentLabel
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.models import Letter, Player, Seat

pytestmark = pytest.mark.django_db


def test_a_window_that_waits_for_a_stop_of_ones_own_says_so_to_its_seat_alone() -> None:
    game = table(ASKED, timing="stops")
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "blue", "stop at quarantine", "", 5)
    say(game, "red", "jump niven", "t1", 10)
    [blue] = made(game=game, seat="blue", kind="interval")
    [green] = made(game=game, seat="green", kind="interval")
    told = " ".join(text_of(blue).split())
    assert "You get this letter because of your stop: `stop at quarantine`." in told
    assert "because of your stop" not in text_of(green)
    assert "this window stays open for all whom it concerns." in " ".join(text_of(green).split())
    assert "this window stays open" not in told
    say(game, "blue", "no stop at quarantine", "", 12)
    assert "stop" not in decode(Letter.objects.filter(seat="green").latest("pk").facts).extra


def test_a_stop_with_a_condition_is_told_whole_where_its_condition_holds() -> None:
    game = table(ASKED, timing="stops")
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "blue", "stop at quarantine when red jumps to niven", "", 5)
    say(game, "green", "stop at quarantine when red jumps to oz", "", 5)
    say(game, "red", "jump niven", "t1", 10)
    [blue] = made(game=game, seat="blue", kind="interval")
    [green] = made(game=game, seat="green", kind="interval")
    stop = "stop at quarantine when red jumps to niven"
    assert f"your stop: `{stop}`. To end that: `no {stop}`." in " ".join(text_of(blue).split())
    assert "this window stays open" in " ".join(text_of(green).split())


def test_a_window_that_opens_once_more_says_why_and_that_a_pass_no_longer_counts() -> None:
    game = table(ASKED)
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    say(game, "green", "pass", "", 15)
    say(game, "blue", "play gotcha on red\npass", "", 20)
    say(game, "red", "pass", "", 25)  # Gotcha is carried out: the window of the jump opens again
    letter = made(game=game, seat="green", kind="interval")[-1]
    told = " ".join(text_of(letter).split())
    again = "A reaction changed something, so I ask once more: an earlier `pass` no longer counts."
    assert f"{again} If you do nothing, you pass." in told
    assert "this window stays open" not in told
    first = " ".join(text_of(made(game=game, seat="green", kind="interval")[0]).split())
    assert again not in first


def test_who_has_passed_in_no_window_is_not_told_that_a_pass_no_longer_counts() -> None:
    game = table(ASKED)
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    say(game, "blue", "play gotcha on red\npass", "", 20)
    [asked] = made(game=game, seat="green", kind="interval")
    key = MomentLabel.read(decode(asked.facts).moment).key
    door.fall_due(game.pk, "interval", key, at=NOON + timedelta(days=1))
    say(game, "red", "pass", "", 25 * 60)  # Gotcha is carried out
    *_, green = made(game=game, seat="green", kind="interval")
    assert green.pk != asked.pk  # Green, who was silent, is asked once more
    told = " ".join(text_of(green).split())
    assert "If you do nothing, you pass." in told
    assert "no longer counts" not in told
    *_, blue = made(game=game, seat="blue", kind="interval")
    assert "an earlier `pass` no longer counts." in " ".join(text_of(blue).split())


def test_reactions_that_were_sent_are_told_of_to_who_has_sent_some_alone() -> None:
    game = table(ASKED)
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    say(game, "blue", "hold", "", 20)
    [receipt] = made(game=game, seat="blue", kind="receipt")
    told = " ".join(text_of(receipt).split())
    assert "If you do nothing, you pass." in told
    assert "reactions that you sent" not in told


def test_a_pass_where_no_window_is_open_is_not_headed_as_one() -> None:
    game = table(ASKED)
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "pass", "t1", 10)
    [receipt] = made(game=game, seat="red", kind="receipt")
    assert receipt.subject.startswith("Nothing to pass")


def test_what_is_possible_in_a_window_is_more_than_to_pass() -> None:
    game = table(ASKED)
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    say(game, "blue", "buy engine", "", 20)
    [receipt] = made(game=game, seat="blue", kind="receipt")
    told = " ".join(text_of(receipt).split())
    assert "Possible: `pass`, `play " in told or "Possible: pass, play " in told


def test_a_reaction_that_was_sent_counts_where_nothing_more_comes() -> None:
    game = table(ASKED)
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    say(game, "blue", "play gotcha on red\nmore", "", 20)
    [receipt] = made(game=game, seat="blue", kind="receipt")
    told = " ".join(text_of(receipt).split())
    assert "If you send nothing more, you pass; reactions that you sent count." in told


def test_who_sent_a_reaction_reads_that_nothing_more_is_wanted() -> None:  # PR-INTERVAL-03
    game = table()
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    say(game, "blue", "play gotcha on red", "", 20)
    [receipt] = made(game=game, seat="blue", kind="receipt")
    told = " ".join(text_of(receipt).split())
    assert "Nothing more is wanted from you; undo takes it back" in told.replace("`", "")
    assert told.count("nothing more") + told.count("Nothing more") == 1
    assert "The reaction window is open, until" in told
    assert "`pass`" not in told
    assert not receipt.asks


def test_who_has_answered_reads_whom_the_question_asks_beside_it() -> None:  # PR-SEALED-01
    game = door.create("imperial-trader", ("red", "blue", "green"), {}, {})
    seated.begin(game.pk)
    door.orders(game.pk, "blue", "start at greenholt")
    door.orders(game.pk, "red", "start at cinderfall")
    [receipt] = made(game=game, seat="red", kind="receipt")
    told = " ".join(text_of(receipt).split())
    assert (
        "Your answer is in. Blue and Green are asked, too, until " in told
    )  # who answered: secret
    assert "Red" not in told.partition("--")[0].replace("Red (you)", "")


def test_an_offer_that_is_withdrawn_asks_nothing_anew_in_an_open_window() -> None:
    game = table(ASKED)
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    say(game, "blue", "offer green: 3 stellors for 2 stellors", "", 12)
    asked = made(game=game, seat="green", kind="interval")
    assert "accept 1" in text_of(asked[-1])
    say(game, "blue", "withdraw 1", "", 15)
    assert made(game=game, seat="green", kind="interval") == asked
    news = Letter.objects.filter(game=game, seat="green").latest("pk")
    assert (news.kind, news.status) == ("happened", "held")
    say(game, "green", "status", "", 20)
    told = " ".join(text_of(made(game=game, seat="green", kind="receipt")[-1]).split())
    assert "Blue has withdrawn offer 1: 3 stellors for 2 stellors." in told


def test_the_first_letter_says_by_which_number_subjects_call_the_game() -> None:
    game = table(ASKED)
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "jump niven", "t1", 10)
    first, then = made(game=game, seat="blue", kind__in=["welcome", "interval"])
    assert "Spiral Arm (#7001) · you are Blue" in text_of(first)
    assert "Spiral Arm · you are Blue" in text_of(then)


def test_a_seat_that_passes_until_its_turn_is_asked_at_its_stops_alone() -> None:  # PR-INTERVAL-06
    game = table(timing="table")
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "blue", "pass until my turn", "", 5)
    say(game, "green", "pass until my turn", "", 6)
    say(game, "green", "stop at quarantine", "", 7)
    say(game, "red", "jump niven", "t1", 10)
    asked = Letter.objects.filter(game=game, kind="interval", asks=True)
    assert set(asked.values_list("seat", flat=True)) == {"green"}


def test_a_substitute_is_thanked_and_told_what_the_seat_was_told_and_what_was_left() -> None:
    game = table()
    door.begin(game.pk, stops=False, at=NOON)
    say(game, "red", "stop at zap", "", 5)
    say(game, "red", "build", "t1", 10)
    Seat.objects.filter(game=game, colour="red").update(left=NOON + timedelta(hours=1))
    tom = Player.objects.create_user("tom@example.org", display_name="Tom")
    leaving_and_taking_seats.take(game.pk, "red", tom, NOON + timedelta(hours=2))
    [letter] = made(game=game, player=tom)
    text = " ".join(text_of(letter).split())
    assert letter.subject.startswith("You take over Red")
    assert text.startswith("Thank you for stepping in, Tom. You play Red from here on")
    assert "Red built a station" in text.partition("WHAT HAPPENED SO FAR")[2]
    assert "stop at zap" in text.partition("LEFT BEHIND, AND STILL COUNTING")[2]
    others = made(game=game, seat="blue")
    assert "stepping in" not in text_of(others[-1])


def test_a_turn_tells_the_last_hour_with_extra_time() -> None:
    game = table(zone="UTC")
    game.settings = {"turn_time": "24h", "grace": "6h", "timing": "table"}
    game.save()
    door.begin(game.pk, at=NOON)
    [letter] = made(game=game, seat="red")
    assert letter.due is not None
    assert decode(letter.facts).ends == letter.due + timedelta(hours=6)
    assert "your extra time runs; then" in " ".join(text_of(letter).split())


def test_where_a_turn_is_not_ended_by_the_clock_no_such_hour_is_told() -> None:
    game = table(zone="UTC")
    game.settings = {"out_of_time": "referee"}
    game.save()
    door.begin(game.pk, at=NOON)
    [letter] = made(game=game, seat="red")
    assert decode(letter.facts).ends is None
    assert "saved time" not in " ".join(text_of(letter).split())
