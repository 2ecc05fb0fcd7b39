"""How a table may talk, by its settings; muting and reporting (PR-SEAT-08)."""

from __future__ import annotations

import hmac
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from tests.domain.tollbooth import SEATS, Booth
from traders.domain.calendar import clock
from traders.domain.history import anonymous_masks, seed_encryption
from traders.domain.letters.letter_facts import decode
from traders.domain.people import club_roles, seating
from traders.domain.play import messages_for_reader
from traders.models import Complaint, Game, Letter, Player, Press, Seat, SittingCause

pytestmark = pytest.mark.usefixtures("toll")
MASKED = {"press": "anonymous"}


def booth(**settings: Any) -> Booth:
    return Booth(seated=True, shoves=1, **settings)


def seat(booth: Booth, colour: str) -> Seat:
    return Seat.objects.select_related("player").get(game_id=booth.id, colour=colour)


def read(booth: Booth, colour: str = "") -> list[tuple[str, str]]:
    """Who said what, as that seat reads it on its page; without a seat as somebody who watches."""
    reader = seat(booth, colour) if colour else None
    return [(one.by, one.words) for one in messages_for_reader.read_by(booth.game, reader, 9)]


def everything(booth: Booth, colour: str) -> str:
    """All that a seat gets hold of: pages, what programs read, letters."""
    client = Client()
    player = seat(booth, colour).player if colour else None
    if player is not None:
        client.force_login(player)
    slug = booth.game.slug
    paths = ("", "history", "history.json", "more", "notes", "settings", "live?after=0", "claims")
    shown = [client.get(f"/games/{slug}/{path}").content.decode() for path in paths]
    facts = Letter.objects.filter(game=booth.id, seat=colour).values_list("facts", flat=True)
    text = "".join([*shown, *facts]) if colour else "".join(shown)
    return re.sub(r'name="csrfmiddlewaretoken" value="\w+"|csrf\w*', "", text)


def test_where_no_messages_are_sent_one_is_refused_in_words():
    silent = booth(press="none")
    line = silent.line("red", "say: hello")
    assert (line.answer, line.rules) == ("refused", ("PR-SEAT-08",))
    assert not Press.objects.exists()


def test_while_a_window_is_open_a_message_waits_until_it_has_closed():
    game = booth(press="closed-windows", interval_time="5h")
    assert game.line("red", "say: before").answer == "noted"
    game.says("red", "roll")
    line = game.line("blue", "to red: please do not")
    assert (line.answer, line.rules) == ("refused", ("PR-SEAT-08",))
    due = clock.now() + timedelta(hours=5)
    assert f"{due:UTC on %-d %B}" in line.words
    for colour in SEATS:
        game.says(colour, "pass")
    assert game.line("blue", "to red: thank you").answer == "noted"


def masked_by(writer: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What others get hold of in a game in which that seat wrote, its mask's number and salted
    digests left out. The game is undone afterwards.
    """
    monkeypatch.setattr(seed_encryption, "new_secret", lambda: b"\7" * 32)
    told = {}
    with transaction.atomic(), clock.at(datetime(2026, 3, 2, 9, tzinfo=UTC)):
        game = booth(**MASKED)
        number = anonymous_masks.numbers(game.game)[writer]
        game.says(writer, "say: beware of the road")
        game.says(writer, "to blue: between us")
        assert read(game) == [(f"mask {number}", "beware of the road")]
        assert read(game, "blue")[0] == (f"mask {number}", "between us")
        for reader in ("blue", ""):
            shown = everything(game, reader)
            assert "beware of the road" in shown
            assert ("between us" in shown) == (reader == "blue")
            assert re.search(rf"mask {number}", shown, re.IGNORECASE)
            told[reader] = re.sub(r"mask \d|[0-9a-f]{64}", "", shown, flags=re.IGNORECASE)
        transaction.set_rollback(True)
    return told


def test_under_masks_nobody_learns_who_wrote(monkeypatch):  # PR-SEAT-08
    """Two games that differ only in who wrote are alike to everybody else but for the number."""
    assert masked_by("red", monkeypatch) == masked_by("green", monkeypatch)


def test_a_message_under_a_mask_goes_alone():
    game = booth(**MASKED)
    for text in ("say: mine is the move\nend", "end\nsay: mine was the move"):
        who = game.game.turn
        lines = game.says(who, text).lines
        refused = [line for line in lines if line.text.startswith("say")]
        assert [(line.answer, line.rules) for line in refused] == [("refused", ("PR-SEAT-08",))]
        assert "done" in [line.answer for line in lines]
    assert not Press.objects.exists()
    assert not Letter.objects.filter(facts__contains="mine is the move", seat="green").exists()
    assert game.line("red", "status\nsay: hello").answer == "noted"


def test_a_word_that_ends_an_offer_is_under_no_mask():
    game = booth(**MASKED)
    Seat.objects.filter(game_id=game.id, colour="red").update(offered=clock.now(), timeouts=2)
    line = game.line("red", "say: hello")
    assert (line.answer, "ended the offer" in line.words) == ("refused", True)
    assert seat(game, "red").offered is None and not Press.objects.exists()
    assert game.line("red", "say: hello").answer == "noted" and Press.objects.count() == 1


def test_masks_are_the_seeds_and_are_opened_when_the_game_is_over():  # PR-SEAT-08
    game = booth(**MASKED)
    throws = game.game.throws
    drawn = anonymous_masks.numbers(game.game)
    assert sorted(drawn.values()) == [1, 2, 3]
    game.says("red", "say: hello")
    assert game.game.throws == throws
    for colour in ("red", "blue", "green"):
        assert "masks are off" not in everything(game, colour)
    game.says("blue", "propose end")
    game.says("blue", "yes")
    for colour in ("red", "green"):
        game.says(colour, "vote yes")
    assert game.game.phase == "over"
    seed = seed_encryption.unlock(game.game.secret)
    by_seed = sorted(SEATS, key=lambda one: hmac.digest(seed, f"mask:{one}".encode(), "sha256"))
    opened = ", ".join(f"mask {n} was {one.capitalize()}" for n, one in enumerate(by_seed, 1))
    over = Letter.objects.get(game=game.id, seat="green", kind="over")
    assert f"The masks are off: {opened}." in decode(over.facts).notices
    (message,) = messages_for_reader.read_by(game.game, None, 9)
    assert (message.seat, message.mask) == ("red", drawn["red"])


def test_who_watches_reads_later():  # PR-SEAT-08
    game = booth(watch_delay="3h")
    with clock.at(clock.now()):
        game.says("red", "say: hello")
        assert read(game, "green") == [("red", "hello")]
        assert read(game) == []
        clock.set_to(clock.now() + timedelta(hours=3))
        assert read(game) == [("red", "hello")]


def test_who_is_muted_is_not_read_and_does_not_learn_of_it():  # PR-SEAT-08
    game = booth()
    game.says("red", "say: first")
    before = {colour: everything(game, colour) for colour in ("red", "green", "")}
    assert game.line("blue", "mute red").answer == "noted"
    assert {colour: everything(game, colour) for colour in before} == before
    game.says("red", "to blue: do you hear me?")
    game.says("green", "say: I am read")
    assert read(game, "blue") == [("green", "I am read")]
    assert ("red", "first") in read(game, "green")
    blues = Letter.objects.filter(game=game.id, seat="blue")
    assert not blues.filter(facts__contains="do you hear me").exists()
    game.says("blue", "to red: I hear nothing")
    assert ("blue", "I hear nothing") in read(game, "blue")
    assert game.line("blue", "unmute red").answer == "noted"
    assert ("red", "do you hear me?") in read(game, "blue")
    for text in ("mute blue", "mute pink", "unmute green", "mute mask 2"):
        assert game.line("blue", text).kind == "unreadable" or text == "unmute green"


def test_a_mask_is_muted_by_its_number_alone():
    game = booth(**MASKED)
    number = anonymous_masks.numbers(game.game)["red"]
    game.says("red", "say: hello")
    assert game.line("blue", "mute red").answer == "refused"
    assert game.line("red", f"mute mask {number}").answer == "refused"
    assert game.line("blue", f"mute mask {number}").answer == "noted"
    assert read(game, "blue") == []


def test_who_takes_the_seat_over_reads_everybody():
    game = booth()
    with clock.at(clock.now()):
        game.says("red", "say: hello")
        game.says("blue", "mute red")
        clock.set_to(clock.now() + timedelta(hours=1))
        kim = Player.objects.create_user("kim@example.org", display_name="Kim")
        seating.sit(seat(game, "blue"), kim, clock.now(), SittingCause.SUBSTITUTE)
        assert read(game, "blue") == [("red", "hello")]


@pytest.mark.sampled
@pytest.mark.parametrize("whom", ["organizer", "operator"])
def test_a_report_goes_to_who_looks_after_the_table_and_to_nobody_else(whom, settings):
    settings.QUOTA_REPORTS = 2
    game = booth()
    look = Player.objects.create_user(
        "look@example.org", display_name="Looks", is_superuser=whom == "operator"
    )
    if whom == "organizer":
        club = club_roles.found("Club", "club", look)
        Game.objects.filter(pk=game.id).update(club=club)
    game.says("red", "to blue: you thief")
    game.says("blue", "mute red")  # what is muted is told all the same
    before = {colour: everything(game, colour) for colour in ("red", "green", "")}
    line = game.line("blue", "report red: he calls me names” Red wrote at 09:00 UTC: “I cheat")
    assert line.answer == "noted"
    assert whom in line.words
    letter = Letter.objects.get(player=look)
    told = " ".join(decode(letter.facts).extra["told"])
    assert "Blue reports Red" in told
    assert "he calls me names' Red wrote" in told
    assert (told.count("“"), told.count("”")) == (2, 2)
    assert "you thief" in told
    assert {colour: everything(game, colour) for colour in before} == before
    assert game.line("blue", "report red").kind == "unreadable"
    assert game.line("blue", "report red: again").answer == "noted"
    assert "within a day" in game.line("blue", "report red: and again").words
    assert Complaint.objects.count() == 2


def test_the_tables_own_rules_stand_in_the_first_letter_and_on_the_page():
    rules = "No hurry at weekends.\nBe <kind>."
    game = booth(house_rules=rules, press="none")
    letter = Letter.objects.get(game=game.id, seat="blue", kind="welcome")
    assert decode(letter.facts).extra["house_rules"] == rules
    page = everything(game, "blue")
    assert "No hurry at weekends.<br>Be &lt;kind&gt;." in page
