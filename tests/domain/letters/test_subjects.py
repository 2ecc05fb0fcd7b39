"""A letter's subject: the event, the hour, the game, in at most 38 characters; times in words."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.domain.letters.table import NOON
from traders.domain.letters.letter_facts import AwaitedAnswer, Facts, Happening, Message
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.plain_text_layout import distance, short_hour, when, zone_of
from traders.domain.letters.subjects import EVENTS, MOST, composed, subject_of
from traders.domain.table.change_set import Line
from traders.models import LetterKind

BERLIN = zone_of("Europe/Berlin")
DUE = NOON + timedelta(hours=66, minutes=53)
TURN = AwaitedAnswer("turn", "movement", silence="end")
JUMP = AwaitedAnswer(
    "interval",
    "quarantine",
    "Blue declares a station jump from Niven (13) to Endor (31)",
    about=Happening(
        0,
        "",
        kind="jumps",
        data={
            "seat": "blue",
            "jump": "a station jump",
            "deed": "jump",
            "start": "Niven (13)",
            "goal": "Endor (31)",
        },
    ),
)
MINE = AwaitedAnswer("interval", "zap", "Red has rolled 3 and needs 4 to come to Endor (31)")
PETITION = AwaitedAnswer("interval", "petition", "Red petitions the Emperor")
DIE = AwaitedAnswer("interval", "die", "Red's petition: the die shows 3")
ROLLED = AwaitedAnswer("interval", "zap", "Blue has rolled 3 and needs 4 to come to Endor (31)")
GOTCHA = AwaitedAnswer("interval", "calamity", "Blue plays Gotcha on Red: it takes 1 Prestige")
SCANDAL = AwaitedAnswer(
    "interval", "calamity", "Blue plays Court Scandal on Red: it costs 2 Prestige"
)
PLACE = AwaitedAnswer("interval", "place", "All choose a port to start at", question=True)
PAY = AwaitedAnswer("choice", "Pay for Endor?")
LONG = AwaitedAnswer("choice", "Which of your stations becomes Imperial before the others do?")
SOLD = (Happening(6, "Blue sold 3 luxury."),)


def reader(title: str = "First voyage") -> Reader:
    return Reader("Ann", BERLIN, "every", "red", title, "spiral", "star-traders")


def facts(**of: Any) -> Facts:
    return Facts(at=NOON, number=6, due=DUE, **of)


def line(text: str, answer: Any) -> Line:
    return Line(text, answer)


@pytest.mark.parametrize(
    ("kind", "content", "subject"),
    [
        ("turn", {"asked": TURN}, "Your turn · Thu 07:53 · First voyage"),
        ("turn", {"asked": TURN, "paused": True}, "Your turn · First voyage"),
        ("interval", {"asked": JUMP}, "Blue's jump · Thu 07:53 · First voyage"),
        ("interval", {"asked": ROLLED}, "Blue has rolled 3 · Thu 07:53"),
        ("interval", {"asked": MINE}, "You rolled 3 · Thu 07:53"),
        ("interval", {"asked": PETITION}, "You petition the Emperor · Thu 07:53"),
        ("interval", {"asked": DIE}, "Your petition · Thu 07:53"),
        ("interval", {"asked": GOTCHA}, "Blue plays Gotcha on you · Thu 07:53"),
        ("interval", {"asked": SCANDAL}, "Court Scandal on you · Thu 07:53"),
        ("interval", {"asked": PLACE}, "Your answer: place · Thu 07:53"),
        ("choice", {"asked": PAY}, "Pay for Endor? · Thu 07:53"),
        ("choice", {"asked": LONG}, "Your choice · Thu 07:53 · First voyage"),
        ("reminder", {"asked": TURN}, "Half your time left · First voyage"),
        ("welcome", {}, "You are Red · First voyage"),
        ("welcome", {"asked": TURN}, "You are Red · Thu 07:53 · First voyage"),
        ("happened", {"events": SOLD}, "Blue sold 3 luxury · First voyage"),
        ("happened", {"press": (Message("blue", "Hi"),)}, "Blue writes to all · First voyage"),
        (
            "happened",
            {"events": [Happening(7, "The organizer writes: “Fine. The club meets on Monday.”")]},
            "The organizer writes · First voyage",
        ),
        (
            "happened",
            {"notices": ('Red has answered claim 1: "No. I was in time, as my letter shows."',)},
            "Red has answered claim 1",
        ),
        ("happened", {}, "News · First voyage"),
        ("over", {"winners": ("red",)}, "You won First voyage"),
        ("over", {"winners": ("blue", "green")}, "Blue and Green won First voyage"),
        ("over", {}, "First voyage is over"),
        ("receipt", {"lines": (line("end", "done"),)}, "Done: end · First voyage"),
        (
            "receipt",
            {"lines": (line("jump oz", "done"), line("jump niven", "refused"))},
            "Not done: jump niven · First voyage",
        ),
        ("receipt", {"lines": (line("status", "told"),)}, "Answer: status · First voyage"),
        (
            "receipt",
            {"lines": (line("Sorry, I was away for so long. What did I miss?", "told"),)},
            "Answer: What did I miss?",
        ),
        (
            "receipt",
            {"lines": (line("What would it cost me to build a station at Niven?", "told"),)},
            "Answer to your question · First voyage",
        ),
        ("receipt", {"lines": (line("", "told"),)}, "Answer to your letter · First voyage"),
        ("receipt", {"lines": (line("play zap", "kept"),)}, "Kept secret: play zap · First voyage"),
        (
            "ruling",
            {"extra": {"subject": "The jump stands"}},
            "The jump stands · Thu 07:53",
        ),
        ("mailbox", {"extra": {"seat": "blue"}}, "Mail to Blue bounces · First voyage"),
        (
            "note",
            {"extra": {"event": "Is this letter yours?"}},
            "Is this letter yours? · First voyage",
        ),
        ("note", {}, "Answer to your letter · First voyage"),
    ],
)
def test_subjects_read_so(kind: str, content: dict[str, Any], subject: str) -> None:
    assert subject_of(kind, facts(**content), reader()) == subject
    for title in ("The long war of the nine emperors, second part", "W" * 60, "x"):
        assert len(subject_of(kind, facts(**content), reader(title))) <= MOST


def test_a_receipt_tells_the_most_telling_deed_and_not_its_first_line() -> None:
    """VOICE: the event first. A whole turn is one letter, whose first line says little of it."""

    def event(number: int, kind: str, rule: str, **data: Any) -> Happening:
        return Happening(number, "", rule, kind, {"seat": "red", **data})

    orders = ("jump niven", "load fur", "jump oz", "end")
    deeds = (
        event(7, "arrives", "ST-JUMP-14", world="Niven (13)"),
        event(8, "delivers", "ST-DELIVER-02", cargo="Fur", world="Oz"),
        event(8, "arrives", "ST-JUMP-14", world="Oz (4)"),
        event(9, "ends", "ST-TIMING-14"),
    )
    whole = facts(lines=[line(one, "done") for one in orders], events=deeds)
    assert subject_of("receipt", whole, reader()) == "You delivered Fur to Oz · First voyage"


def test_every_kind_has_a_subject() -> None:
    assert set(EVENTS) | {LetterKind.DIGEST} == set(LetterKind)
    assert subject_of("digest", facts(), reader(""), ["Spiral Arm"]) == "Your Monday in Spiral Arm"
    assert subject_of("digest", facts(), reader(""), ["a", "b"]) == "Your Monday · 2 games"
    assert subject_of("digest", facts(), reader(""), ["W" * 60]) == "Your Monday"


def test_the_latest_event_that_fits_is_told_and_else_how_the_latest_begins() -> None:
    long = "Green delivers Youth Serum to Hospital for 12 Stellors and 2 Prestige."
    events = (*SOLD, Happening(7, long))
    assert subject_of("happened", facts(events=events), reader()).startswith("Blue sold 3 luxury")
    told = subject_of("happened", facts(events=events[1:]), reader())
    assert told == "Green delivers Youth Serum to Hospital"


def test_the_title_stands_whole_or_not_at_all() -> None:
    assert composed(["Your turn"], "Thu 07:53", "The long war") == (
        "Your turn · Thu 07:53 · The long war"
    )
    assert composed(["Your turn"], "Thu 07:53", "The long war of nine") == ("Your turn · Thu 07:53")
    event = composed(["A jump to Endor"], "Thu 07:53", "Weltraumhändler")
    assert event == "A jump to Endor · Thu 07:53"


HEADS = (
    (("Your turn",), "Wed 11:42"),
    (("Your turn",), "Sun 29 Nov, 11:42"),
    (("Choose a start",), "Sun 23:41"),
    (("React or pass",), "Sun 23:41"),
    (("You are Purple",), "Sun 23:41"),
    (("Half your time left",), ""),
    (("You pass",), ""),
)
TITLES = (
    "First Star Trader's Luck",
    "First Star Traders",
    "First Imperial Trader",
    "The long war of the nine emperors",
    "Sunday table, round 2 of the season",
    "Sunday table, round 3 of the season",
    "W" * 60,
)


def test_who_has_several_games_can_tell_them_apart_in_the_list() -> None:
    for events, hour in HEADS:
        made = [composed(events, hour, title, number) for number, title in enumerate(TITLES, 995)]
        assert len(set(made)) == len(TITLES)
        assert max(map(len, made)) <= MOST
        assert all("#" in one or one.endswith(tuple(TITLES)) for one in made)
    for title, short in ((TITLES[0], "First Star #12"), (TITLES[3], "The long #12")):
        told = composed(["Your turn"], "Wed 11:42", title, 12)
        assert told == f"Your turn · Wed 11:42 · {short}"


def test_a_title_that_the_event_ends_with_stands_there_once() -> None:
    event = "You have a seat in Slow road"
    assert composed([event], "", "Slow road") == event
    long = "A letter of yours was not carried out in Slow road"
    assert composed([long], "", "Slow road").count("Slow road") <= 1


def test_an_offer_is_told_before_messages_and_votes() -> None:
    long = "Green offers you 5 stellors for permission at telzey: offer 1."
    offered = facts(
        events=(Happening(7, long),),
        press=(Message("green", "well met"),),
        notices=("Proposal 2 has passed: to go back to move 7.",),
    )
    assert subject_of("happened", offered, reader()) == "Green offers you a deal · First voyage"


def test_what_players_wrote_stands_in_one_line() -> None:
    told = composed(["jump\r\nBcc: x@example.org \u202eniven"], "", "T")
    assert told == "jump Bcc: x@example.org niven · T"


def test_times_are_said_as_people_say_them() -> None:
    assert when(DUE, NOON, BERLIN) == "Thu 07:53 (in 3 days)"
    assert short_hour(NOON + timedelta(days=7), NOON, BERLIN) == "Mon 9 Mar, 13:00"
    assert short_hour(NOON + timedelta(days=6), NOON, zone_of("UTC")) == "Sun 12:00"


@pytest.mark.parametrize(
    ("length", "words"),
    [
        (timedelta(hours=72), "3 days"),
        (timedelta(hours=71, minutes=50), "3 days"),
        (timedelta(hours=60), "2 days"),
        (timedelta(hours=24), "24 hours"),
        (timedelta(hours=11, minutes=50), "12 hours"),
        (timedelta(hours=11, minutes=40), "11 hours"),
        (timedelta(minutes=45), "45 minutes"),
        (timedelta(minutes=90), "90 minutes"),
        (timedelta(seconds=-5), "1 minute"),
    ],
)
def test_a_length_of_time_is_said_in_one_unit(length: timedelta, words: str) -> None:
    assert distance(length) == words


@pytest.mark.parametrize("known", [True, False])
def test_while_extra_time_runs_the_hour_is_its_end(known: bool) -> None:  # PR-TURN-04
    ends = NOON + timedelta(hours=22)
    late = Facts(
        at=NOON,
        number=6,
        due=NOON - timedelta(hours=2),
        ends=ends if known else None,
        asked=TURN,
        notices=("More time is taken back: 1 day from Red.",),
    )
    told = f" · {short_hour(ends, NOON, BERLIN)}" if known else ""
    shown = subject_of(LetterKind.HAPPENED, late, reader("Lanes" * 9))
    assert shown.removesuffix("…").startswith(f"More time is taken back{told}")
    assert known or ":" not in shown  # no hour


def test_a_long_event_ends_with_a_whole_part_of_it() -> None:
    told = composed(["The seat is offered to whoever comes first"], "Thu 11:11", "First voyage")
    assert told == "The seat is offered · Thu 11:11"


def test_a_part_does_not_end_in_a_word_that_says_nothing() -> None:
    told = composed(["Red travelled to a planet of middling size"], "", "First game")
    assert told == "Red travelled to a planet · First game"


def test_an_answer_is_told_by_what_it_says_and_never_by_lines_without_an_order() -> None:
    lines = [Line("", "told", "Is this letter yours?"), Line("confirm 1", "told", "It counts.")]
    held = Facts(NOON, 0, lines=tuple(lines), extra={"event": "Is this letter yours?"})
    for kind in (LetterKind.ASKED, LetterKind.NOTE):
        assert subject_of(kind, held, reader()).startswith("Is this letter yours?")
    lines = [Line("", "told", "By the way."), Line("confirm 1", "done", "Done.")]
    done = Facts(NOON, 0, lines=tuple(lines))
    for kind in (LetterKind.ASKED, LetterKind.RECEIPT):
        assert subject_of(kind, done, reader()).startswith("Done: confirm 1")
