"""Offers by letter that cannot be: each is refused in plain words, and nothing is half done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.domain.letters.real import START, begun
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.render import render
from traders.domain.play import door
from traders.domain.timeline import timeline
from traders.engines.registry import engine
from traders.models import BY_HAND, Arrival, Entry, Game, Letter

pytestmark = pytest.mark.django_db

Take = Callable[..., Arrival]


@pytest.fixture
def game() -> Game:
    """One in which hands have room for a card."""
    return begun(START)


def read(arrival: Arrival) -> tuple[str, tuple[str, ...], str]:
    """What became of a letter's last line: the answer, the rules cited, the words."""
    timeline.read(arrival.pk)
    arrival.refresh_from_db()
    letter = arrival.answered_by
    assert isinstance(letter, Letter)
    line = decode(letter.facts).lines[-1]
    return line.answer, tuple(line.rules), line.words


def board(game: Game) -> dict[str, Any]:
    game.refresh_from_db()
    rules: Any = engine(game.system)
    return dict(rules.written(rules.decode(bytes(game.position or b""))))


def test_what_one_has_not_cannot_be_offered(game: Game, take: Take) -> None:
    """(ST-TRADE-01, ST-TRADE-09)"""
    before = board(game)
    for text, rule in (
        ("offer blue: 41 stellors for card gotcha", "ST-TRADE-09"),
        ("offer blue: card zap for 3 stellors", "ST-TRADE-01"),
        ("offer blue: station at oz for 3 stellors", "ST-TRADE-01"),
        ("offer blue: 3 stellors for station at oz", "ST-TRADE-01"),
        ("offer blue: 2 prestige for 3 stellors", "ST-TRADE-02"),
        ("offer blue: personality the hero for 3 stellors", "ST-TRADE-02"),
    ):
        answer, rules, _ = read(take("red", text))
        assert answer == "refused", text
        assert rule in rules, text
    assert board(game) == before
    assert read(take("blue", "accept 1"))[0] == "refused"  # none was made


def test_what_is_accepted_twice_is_done_once(game: Game, take: Take) -> None:
    """(ST-TRADE-03, ST-TRADE-13)"""
    read(take("red", "offer blue: 5 stellors for card gotcha"))
    assert read(take("blue", "accept 1"))[0] == "done"
    after = board(game)
    answer, _, words = read(take("blue", "accept 1", name="<again@phone.test>"))
    assert answer == "refused"
    assert "has been accepted" in words
    assert read(take("blue", "accept 1\naccept 1"))[0] == "returned"  # the first was refused
    assert board(game) == after
    assert (after["red"]["stellors"], after["blue"]["stellors"]) == (35, 45)
    assert Entry.objects.filter(game=game, kind="deal").count() == 1


@pytest.mark.parametrize("source", BY_HAND)
def test_the_history_says_by_which_way_an_offer_was_accepted(
    source: str, game: Game, take: Take
) -> None:
    """(PR-RECORD-01)"""
    read(take("red", "offer blue: 5 stellors for card gotcha"))
    door.orders(game.pk, "blue", "accept 1", source=source)
    assert Entry.objects.get(game=game, kind="deal").source == source


@pytest.mark.parametrize("withdrawn_first", [True, False])
def test_withdrawn_and_accepted_in_one_minute_the_letter_that_came_first_counts(
    game: Game, take: Take, withdrawn_first: bool
) -> None:
    """(PR-RECEIPT-01): the order of arrival decides, not the order in which letters are read."""
    read(take("red", "offer blue: 5 stellors for card gotcha", minutes=20))
    letters = (
        [("red", "withdraw 1"), ("blue", "accept 1")]
        if withdrawn_first
        else [("blue", "accept 1"), ("red", "withdraw 1")]
    )
    come = [take(seat, text, minutes=21) for seat, text in letters]
    first, second = (read(arrival) for arrival in come)
    assert first[0] == ("noted" if withdrawn_first else "done")
    assert second[0] == "refused"
    assert ("was withdrawn" if withdrawn_first else "has been accepted") in second[2]
    assert board(game)["red"]["stellors"] == (40 if withdrawn_first else 35)


def test_a_ring_of_offers_of_what_nobody_has_yet_comes_to_nothing(game: Game, take: Take) -> None:
    """Red would sell what it would have of Blue, Blue what it would have of Green, Green what it
    would have of Red (ST-TRADE-01).
    """
    before = board(game)
    rows = (
        ("red", "offer blue: card gotcha for card takeover"),
        ("blue", "offer green: card takeover for card zap"),
    )
    for seat, text in (*rows, ("green", "offer red: card superzap for card gotcha")):
        answer, rules, _ = read(take(seat, text))
        assert answer == "refused"
        assert "ST-TRADE-01" in rules
    for seat, text in (
        ("red", "offer blue: 1 stellors for card takeover"),
        ("blue", "offer green: 1 stellors for card takeover"),
    ):
        assert read(take(seat, text))[0] == "noted"  # what a hand holds only its owner knows
    assert read(take("green", "offer red: 1 stellors for a card"))[1] == (
        "ST-TRADE-01",
        "ST-LUCK-03",
    )  # that Red holds none all can see
    for seat in ("blue", "green"):
        answer, rules, _ = read(take(seat, "accept 1"))
        assert answer == "refused"
        assert "ST-TRADE-01" in rules
    assert board(game) == before
    assert not Entry.objects.filter(game=game, kind="deal").exists()


@pytest.mark.parametrize(
    "text",
    [
        "offer blue: 5 stellors for card gotcha if green accepts 2",
        "offer blue: offer 2 for card gotcha",
        "offer blue: 5 stellors for card gotcha and offer 1",
        "offer blue: 5 stellors when green accepts 1",
        "when blue accepts 1: offer green: 5 stellors for card zap",
        "plan\naccept 1\nend plan",
    ],
)
def test_an_offer_cannot_hang_on_another(game: Game, take: Take, text: str) -> None:
    """A condition on another bargain is no thing to deal in: nothing is kept that could go round in
    a ring.
    """
    before = board(game)
    answer, _, words = read(take("red", text))
    assert answer in ("refused", "returned")
    assert words
    assert board(game) == before
    assert read(take("blue", "accept 1"))[0] == "refused"


def test_a_ring_that_can_be_done_is_done_deal_by_deal(game: Game, take: Take) -> None:
    """Each deal is one instant of its own (ST-TRADE-13): the card comes round as each holds it."""
    assert START["blue"]["hand"] == ["Gotcha"]
    for seat, text in (
        ("red", "offer blue: 4 stellors for card gotcha"),
        ("blue", "accept 1"),
        ("green", "offer red: 6 stellors for card gotcha"),
        ("red", "accept 2"),
        ("blue", "offer green: 5 stellors for card gotcha"),
        ("green", "accept 2"),
    ):
        came = read(take(seat, text))
        assert came[0] in ("noted", "done"), (text, came)
    now = board(game)
    assert now["blue"]["hand"] == ["Gotcha"]
    assert [now[seat]["stellors"] for seat in ("red", "blue", "green")] == [42, 39, 39]


def test_a_letter_with_an_offer_does_not_say_that_nothing_is_asked(game: Game, take: Take) -> None:
    """Its reader may accept or decline."""
    read(take("red", "offer blue: 5 stellors for card gotcha"))
    letter = Letter.objects.filter(game=game, seat="blue").latest("pk")
    shown = render(letter.kind, decode(letter.facts), reader_of(letter))
    for part in (" ".join(shown.text.split()), shown.html):
        assert "here is what happened." in part and "decline 1" in part
        assert "Nothing is asked of you" not in part
