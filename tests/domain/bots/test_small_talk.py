"""What bots say, and to whom they offer nothing (PR-SEAT-08): as the table wishes, seldom, and
never what only they can see.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from tests.domain.bots.test_letter_answering import SEATS, game_of_bots, sweep
from tests.domain.letters.real import START
from traders.domain.bots import letter_answering, small_talk
from traders.domain.calendar import clock
from traders.domain.letters.letter_facts import AwaitedAnswer, Facts, decode, encode
from traders.domain.play import door
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import named
from traders.models import Game, Letter, LetterKind, LetterStatus, Press, Sealed, SealedKind, Seat

pytestmark = pytest.mark.django_db
TALKING = {"bots_say": "words"}


@pytest.fixture(autouse=True)
def _at_once(settings) -> None:
    settings.BOT_PACE = 0


def table(system: str = "star-traders", **more: Any) -> Game:
    """A game of two bots and Green, a person, with bots that talk; Red, a bot, is on turn."""
    more = {"settings": TALKING, "people": ("green",)} | more
    if system == "star-traders":
        more.setdefault("start", START)
    return game_of_bots(system, **more)


def said(game: Game, to: str | None = "") -> list[tuple[str, str]]:
    """Who said what, to all or to that seat."""
    return list(Press.objects.filter(game=game, to=to).values_list("seat", "words"))


def whole(system: str, **more: Any) -> Game:
    """A short game of bots, played to its end."""
    short = {"traders-luck": {"days": 12}, "imperial-trader": {"rounds": 4}}
    game = game_of_bots(system, options=short[system], settings=TALKING | more)
    for _ in range(1_000):
        if not sweep():
            break
    return Game.objects.get(pk=game.pk)


def test_each_bot_greets_once():
    game = table()
    sweep(12)
    greetings = said(game)
    assert [seat for seat, _ in greetings] == ["red", "blue"][: len(greetings)]
    assert "red" in dict(greetings)
    assert all("I am a bot" in words for _, words in greetings)


def test_no_two_bots_of_a_game_greet_alike():
    game = table("traders-luck")
    bot = Seat.objects.get(game=game, colour="red")
    told = set()
    for bot.place, bot.colour in enumerate(COLOURS):
        line = small_talk._line(game, bot, small_talk._table().greeting)
        told.add(line.replace(named(bot.colour), ""))
    assert len(told) == len(COLOURS)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "agreed",
    [{}, {"bots_say": "nothing"}, TALKING | {"press": "none"}, TALKING | {"press": "anonymous"}],
)
def test_bots_are_silent_where_the_table_wants_it_and_under_masks(agreed):  # PR-SEAT-08
    game = table(settings=agreed)
    door.orders(game.pk, "green", "to red: who are you?")
    sweep(12)
    assert not Press.objects.exclude(seat="green").exists()
    assert Game.objects.get(pk=game.pk).number > game.number


@pytest.mark.parametrize(
    ("system", "words"),
    [("star-traders", "write `offer red:`"), ("imperial-trader", "This game has no deals")],
)
def test_who_writes_to_a_bot_is_answered_that_it_is_one(system, words):  # PR-SEAT-08
    game = table(system)
    door.orders(game.pk, "green", "to red: are you there?")
    sweep(3)
    ((seat, answer),) = said(game, "green")
    assert seat == "red"
    assert "I am a bot and cannot read messages." in answer
    assert words in answer


def test_a_bot_answers_once_a_turn_however_often_it_is_written_to():
    game = table()
    for _ in range(4):
        door.orders(game.pk, "green", "to red: hello?")
        sweep(2)
    assert len(said(game, "green")) == 1


def test_a_window_before_a_bots_second_turn_is_no_turn():
    """Its first turn comes with its welcome."""
    game = table()
    red = Seat.objects.get(game=game, colour="red")
    window = Letter.objects.get(game=game, seat="red")
    facts = replace(decode(window.facts), asked=AwaitedAnswer("interval", name="Laxu"))
    window.pk, window.kind, window.entry = None, LetterKind.INTERVAL, 7
    window.key, window.message_id = "e7", "<window@post.test>"
    window.moment, window.facts = "i7", encode(facts)
    window.save()
    assert small_talk._turn_began(game, red) == 0


def test_a_message_that_asks_nothing_is_answered_out_of_turn_too():
    game = table()
    sweep()
    before = Letter.objects.filter(game=game, seat="green").count()
    door.orders(game.pk, "green", "to blue: and you?")
    assert sweep(12)  # a window that comes first is answered by what is played
    assert "blue" in dict(said(game, "green"))
    assert Letter.objects.filter(game=game, seat="green").count() > before


def test_a_greeting_makes_no_letter_of_its_own_for_a_person_who_is_asked():
    """All place at once: the bots' words come with the first letter after."""
    game = table("imperial-trader")
    (welcome,) = Letter.objects.filter(game=game, seat="green")
    assert welcome.asks
    sweep(3)
    assert {seat for seat, _ in said(game)} == {"red", "blue"}
    assert not Letter.objects.filter(game=game, seat="green", status=LetterStatus.WRITTEN).exclude(
        pk=welcome.pk
    )
    door.orders(game.pk, "green", "start at harrowgate")
    sweep(9)
    told = [
        decode(one.facts)
        for one in Letter.objects.filter(game=game, seat="green", status=LetterStatus.WRITTEN)
    ]
    heard = [message for facts in told for before in facts.earlier for message in before.press]
    assert len(heard) == 2


def test_bots_do_not_answer_each_other():
    game = table(people=())
    door.orders(game.pk, "blue", "to red: are you there?")
    sweep(6)
    assert said(game, "blue") == []


def test_the_first_bot_or_the_one_that_won_has_the_last_word():
    """One of them speaks, once, when the game is over; nobody is answered then."""
    game = whole("traders-luck")
    last = Press.objects.filter(game=game).order_by("pk").last()
    assert game.phase == "over"
    assert last is not None
    assert last.seat in game.winners
    assert last.number == game.number
    assert Press.objects.filter(game=game, number=game.number).count() == 1


def test_a_person_who_won_is_congratulated_by_the_first_bot():
    game = table()
    red, blue = (Seat.objects.get(game=game, colour=colour) for colour in ("red", "blue"))
    facts = Facts(at=game.started, number=game.number, ended="Green has won.", winners=("green",))
    (words,) = small_talk.at_the_end(game, red, facts)
    assert "Green" in words
    assert small_talk.at_the_end(game, blue, facts) == []
    assert small_talk.at_the_end(game, red, Facts(at=game.started, number=game.number)) == []


@pytest.mark.sampled
@pytest.mark.parametrize("system", ["traders-luck", "imperial-trader"])
def test_bots_do_not_talk_much_and_play_as_they_would(system):
    """In a whole game each says a few words to all, and no order is refused for them."""
    game = whole(system)
    told = [seat for seat, _ in said(game)]
    assert game.phase == "over"
    assert set(told) == set(SEATS)
    assert all(told.count(seat) <= small_talk.MOST_SAID + 1 for seat in SEATS)
    lines = [
        line
        for letter in Letter.objects.filter(game=game)
        for line in decode(letter.facts).lines
        if small_talk.is_talk(line.text)
    ]
    assert {line.answer for line in lines} == {"noted"}


def test_a_great_turn_is_praised():
    """By the count that leads, since the bot's turn before."""
    game = table("traders-luck")
    red = Seat.objects.get(game=game, colour="red")
    letter = Letter.objects.filter(game=game, seat="red").latest("pk")
    facts = decode(letter.facts)
    assert small_talk._great_turn(game, red, facts) == ""
    Letter.objects.filter(pk=letter.pk).update(kind=LetterKind.TURN)
    richer = decode(letter.facts)
    richer.moment, richer.number = "t99", facts.number + 9
    seats = richer.view["seats"]
    next(one for one in seats if one["seat"] == "blue")["credits"] += 20
    assert small_talk._great_turn(game, red, richer) == "blue"
    next(one for one in seats if one["seat"] == "blue")["credits"] -= 19
    assert small_talk._great_turn(game, red, richer) == ""


def test_words_follow_from_what_all_know():
    """Two seats' hands or money change nothing: the same game, seat and entry give the same."""
    game = table()
    red = Seat.objects.get(game=game, colour="red")
    facts = decode(Letter.objects.filter(game=game, seat="red").latest("pk").facts)
    own = facts.view["own"]
    before = small_talk.beside(game, red, facts, ["end"])
    own["stellors"], own["hand"] = 99, []
    assert small_talk.beside(game, red, facts, ["end"]) == before
    assert before[-1] == "end" and before[0].startswith("say: ")


def test_a_bot_thanks_for_the_offer_that_it_accepts():
    game = table(start=START | {"blue": {"at": "Niven", "stations": ["Oz"]}})
    sweep(6)
    door.orders(game.pk, "green", "offer blue: 9 stellors for permission at oz")
    sweep(2)
    assert ("blue", True) in [(seat, "hank" in words) for seat, words in said(game, "green")]


def test_words_that_may_not_be_said_cost_no_order(settings):
    """A bot beyond its quota of messages plays on."""
    settings.QUOTA_PRESS = 1
    game = table()
    door.orders(game.pk, "green", "to red: hello")
    sweep(8)
    assert Game.objects.get(pk=game.pk).number > game.number
    assert Press.objects.filter(game=game, seat="red").count() == 1


# --- offers that are not wanted -------------------------------------------------------------------


def declined(game: Game, *outcomes: tuple[str, str, str]) -> None:
    """Offers of the game so far: maker, taker, outcome."""
    for serial, (maker, to, outcome) in enumerate(outcomes, 1):
        Sealed.objects.create(
            game=game, seat=maker, kind=SealedKind.OFFER, serial=9_000 + serial, made=game.number,
            used=game.number, outcome=outcome, at=clock.now(),
            text="1 stellors for a card", data={"to": to, "numbers": {maker: serial, to: serial}},
        )  # fmt: skip


def spared(game: Game, colour: str = "red") -> set[str]:
    seat = Seat.objects.get(game=game, colour=colour)
    facts = decode(Letter.objects.filter(game=game, seat=colour).latest("pk").facts)
    return letter_answering._spared(game, seat, facts)


def test_who_declined_an_offer_is_offered_nothing_until_they_offer_something():  # PR-SEAT-08
    game = table()
    assert spared(game) == set()
    declined(game, ("red", "blue", "declined"), ("red", "green", "declined"))
    assert spared(game) == {"green"}, "bots do not mind"
    assert spared(game, "blue") == set()


@pytest.mark.parametrize(
    "last", [("red", "green", "done"), ("red", "green", "withdrawn"), ("green", "red", "declined")]
)
def test_it_is_the_latest_offer_that_counts(last):
    game = table()
    declined(game, ("red", "green", "declined"), last)
    assert spared(game) == set()


def test_where_bots_say_nothing_they_offer_nothing_and_still_answer_offers():  # PR-SEAT-08
    game = table(settings={"bots_say": "nothing"}, people=("green",))
    assert spared(game) == set(SEATS)
    door.orders(game.pk, "green", "offer blue: 1 stellor for card avoid calamity")
    sweep(12)
    offers = Sealed.objects.filter(game=game, kind=SealedKind.OFFER)
    assert set(offers.values_list("seat", flat=True)) == {"green"}
    assert offers.get().outcome == "declined"


def test_the_table_of_lines_fills_every_gap():
    game = table()
    red = Seat.objects.get(game=game, colour="red")
    for occasion in small_talk._table().__struct_fields__:
        for line in getattr(small_talk._table(), occasion):
            words = small_talk._line(game, red, [line], "Green")
            assert not re.search(r"[{}]", words), words
            assert len(words) < 200
