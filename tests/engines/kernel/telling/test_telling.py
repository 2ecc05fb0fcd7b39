"""Events are told by the rows of `events.toml`: now, and later to each reader; every kind has its
row, every row its kind, and a language is a folder of such files.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from traders.engines.kernel.telling.past_tense_telling import (
    Happened,
    concerns,
    headline,
    retold,
    tells_silence,
    under_way,
)
from traders.engines.kernel.telling.rows import HOUSE, Book, book, book_of
from traders.engines.kernel.telling.sentence_filling import SEAT_FORMS, Form, fields, filled, parts
from traders.engines.kernel.telling.teller import Teller
from traders.engines.registry import ENGINES

LUCK = ENGINES["traders-luck"]
ENGLISH = {
    "between": ", ", "last": " and ", "nothing": "nothing", "nobody": "nobody", "you": "you",
    "your": "your", "whose": "{seat}'s", "twice": "{deed} twice", "often": "{deed} {n} times",
    "seats": {"red": "Red", "blue": "Blue"}, "verbs_of_you": {"was": "were"},
}  # fmt: skip
GAME: dict[str, Any] = {
    "forms": {
        "credit": {"one": "{n} credit", "many": "{n} credits"},
        "cargo": {"one": "{name}", "many": "{n} {name}", "none": "no cargo"},
        "lot": {"one": "one {good} at {price}", "many": "{n} {good} at {price}"},
        "hit": {"words": {"true": "a hit", "false": "no hit"}},
    },
    "sells": {
        "now": "{seat} sells {cargo:cargo} for {paid:credit}.",
        "past": "{seat} sold {cargo:cargo} for {paid:credit}",
    },
    "jumps": {
        "now": "{seat} jumps to {goal}[ from {start}].",
        "past": "{seat} jumped to {goal}",
        "own": ["{seat} rolled {die}", "{seat} jumped to {goal}"],
        "headline": "{seat:whose} jump",
        "asked": "{seat} is jumping to {goal}",
        "asked_to": {"seat": "{seat} are jumping to {goal}"},
    },
    "strikes": {
        "now": "{seat} strikes {whom:seat}: {hit:hit}.",
        "past": "{seat} struck {whom:seat}",
        "to": {"whom": "{seat} struck {whom:whose} ship"},
        "tells_silence": True,
    },
    "paid": {"now": "{seat} is paid {lots:lot}.", "past": "{seat} was paid {lots:lot}"},
    "share": {"now": "{winners:seat} win.", "past": "{winners:seat} won."},
    "dice": {"now": "The die shows {die}.", "past": "The die showed {die}.", "latest": True},
    "rolls": {"now": "{seat} rolls.", "past": ""},
}
TOLD = book(ENGLISH, GAME)


def happened(kind: str, told: Book = TOLD, **data: Any) -> Happened:
    return Happened(told.now(kind, data), kind, data)


JUMPED = happened("jumps", seat="red", goal="Niven (13)", start="", die=4)
SOLD = happened("sells", seat="red", cargo=[["ore", 1], ["food", 3]], paid=1)


def test_an_event_is_a_sentence_as_it_happens() -> None:
    assert SOLD.text == "Red sells ore and 3 food for 1 credit."
    assert happened("sells", seat="blue", cargo=[], paid=2).text == (
        "Blue sells no cargo for 2 credits."
    )
    assert JUMPED.text == "Red jumps to Niven (13)."
    assert happened("jumps", seat="red", goal="Oz", start="Mink", die=4).text == (
        "Red jumps to Oz from Mink."
    )
    assert happened("strikes", seat="red", whom="blue", hit=False).text == (
        "Red strikes Blue: no hit."
    )
    lots = [{"good": "ore", "n": 1, "price": 4}, {"good": "food", "n": 2, "price": 3}]
    assert happened("paid", seat="red", lots=lots).text == (
        "Red is paid one ore at 4 and 2 food at 3."
    )
    assert happened("share", winners=[]).text == "Nobody win."


def test_a_number_below_the_least_has_words_of_its_own_whatever_it_is() -> None:
    """Two Superzaps bring a die to -3 or to 10 (ST-LUCK-09)."""
    told = book_of("traders.engines.star_traders")
    faces = [told.filled("{n:face}, {n:a_face}", {"n": n}) for n in (-3, 0, 1, 8, 10, 11)]
    assert faces[:2] == ["less than 1, less than 1"] * 2
    assert faces[2:] == ["1, a 1", "8, an 8", "10, a 10", "11, an 11"]


def test_what_is_remembered_is_told_by_its_value_and_kind() -> None:
    """1 and true are not the same, though Python takes them for equal; lists are told too."""
    tell = Teller("traders.engines.star_traders")
    kind = "die-counts"
    assert [tell(kind, value=one).data["value"] for one in (1, True)] == [1, True]
    assert tell(kind, value=1).text != tell(kind, value=True).text


def test_what_is_drawn_between_the_moves_of_others_is_one_sentence_with_all_of_it() -> None:
    """Where all fill their hands in each other's turns."""
    told = book_of("traders.engines.stratastar")
    names = ("attack", "move", "attack", "attack")
    drawn = [
        happened("draws-own", told, seat=seat, cards=[[name, 1]])
        for name in names
        for seat in ("red", "blue")
    ]
    gains = [happened("gains", told, seat="blue", ability="Scouting") for _ in drawn]
    between = [one for pair in zip(drawn, gains, strict=True) for one in pair]
    said = retold(told, between, "red")
    assert said[0] == "You drew 3 attack, 1 move."
    assert [text for text in said[1:] if "You drew" in text] == []
    assert len(said) == len(set(said))
    assert drawn[0].data["cards"] == [["attack", 1]]


def test_cards_thrown_away_one_by_one_are_counted_together() -> None:
    told = book_of("traders.engines.stratastar")
    thrown = [
        happened("retool", told, seat="red", cards=[[name, 1]])
        for name in ("build", "attack", "attack")
    ]
    assert retold(told, thrown, "red") == ["You threw away 1 build, 2 attack."]


def test_what_one_seat_did_in_a_row_is_one_sentence_in_the_past() -> None:
    rolls = happened("rolls", seat="red")
    assert retold(TOLD, [JUMPED, rolls, SOLD, SOLD]) == [
        "Red jumped to Niven and sold ore and 3 food for 1 credit twice."
    ]
    assert retold(TOLD, [JUMPED, SOLD], "red") == [
        "You rolled 4, jumped to Niven and sold ore and 3 food for 1 credit."
    ]
    assert retold(TOLD, [SOLD, SOLD, SOLD]) == ["Red sold ore and 3 food for 1 credit 3 times."]
    assert retold(TOLD, [JUMPED, SOLD], left_out={0}) == ["Red sold ore and 3 food for 1 credit."]


def test_the_reader_is_you() -> None:
    struck = happened("strikes", seat="red", whom="blue", hit=True)
    assert retold(TOLD, [struck], "red") == ["You struck Blue."]
    assert retold(TOLD, [struck], "blue") == ["Red struck your ship."]
    assert retold(TOLD, [struck]) == ["Red struck Blue."]
    paid = happened("paid", seat="red", lots=[{"good": "ore", "n": 1, "price": 4}])
    assert retold(TOLD, [paid], "red") == ["You were paid one ore at 4."]
    assert retold(TOLD, [happened("share", winners=["red", "blue"])], "blue") == [
        "Red and you won."
    ]


def test_of_the_latest_alone_in_a_row_is_told() -> None:
    dice = [happened("dice", die=one) for one in (3, 5)]
    assert retold(TOLD, [*dice, SOLD, dice[0]]) == [
        "The die showed 5.",
        "Red sold ore and 3 food for 1 credit.",
        "The die showed 3.",
    ]


def test_what_has_no_row_stays_as_it_was_told() -> None:
    """But for the numbers of places: entries of release 0.1, and what the host tells."""
    assert retold(TOLD, [Happened("Blue {eats} on Niven (13)."), SOLD], "blue") == [
        "Blue {eats} on Niven.",
        "Red sold ore and 3 food for 1 credit.",
    ]
    assert under_way(TOLD, Happened("Blue eats.")) == "Blue eats."


def test_what_is_under_way_is_told_in_the_present_and_in_few_words() -> None:
    assert under_way(TOLD, JUMPED) == "Red is jumping to Niven."
    assert under_way(TOLD, JUMPED, "red") == "You are jumping to Niven."
    assert under_way(TOLD, SOLD) == SOLD.text
    assert headline(TOLD, JUMPED) == "Red's jump"
    assert headline(TOLD, JUMPED, "red") == "Your jump"
    assert headline(TOLD, SOLD) == ""
    assert tells_silence(TOLD, "strikes")
    assert not tells_silence(TOLD, "sells")


def test_whom_an_event_is_about_is_known_by_its_data() -> None:
    struck = happened("strikes", seat="red", whom="blue", hit=True)
    assert [concerns(TOLD, struck, seat) for seat in ("red", "blue", "green")] == [
        True,
        True,
        False,
    ]
    assert concerns(TOLD, happened("share", winners=["red", "blue"]), "blue")


def test_an_event_needs_a_row_and_just_the_data_that_it_tells() -> None:
    tell = Teller(LUCK)
    with pytest.raises(KeyError, match="sings"):
        tell("sings", seat="red")
    with pytest.raises(LookupError, match="settle tells"):
        tell("settle")
    with pytest.raises(LookupError, match="settle tells"):
        tell("settle", seat="red", secret="ore")


def test_a_value_has_no_name_that_the_teller_has_for_itself() -> None:
    row = {"now": "{seat} pays {to:seat}.", "past": "{seat} paid {to:seat}"}
    with pytest.raises(ValueError, match="pays: no value can be called to"):
        book(ENGLISH, {"pays": row})


@pytest.mark.parametrize("wrong", ["{a} [{b}", "{a}] {b}", "[{a} [{b}]]"])
def test_brackets_are_closed_and_stand_in_no_other(wrong: str) -> None:
    with pytest.raises(ValueError, match="bracket"):
        parts(wrong)


def test_another_language_is_a_folder_of_such_files() -> None:
    german = ENGLISH | {
        "last": " und ", "you": "du", "your": "deine", "whose": "{seat}s",
        "twice": "{deed} (zweimal)",
        "seats": {"red": "Rot", "blue": "Blau"}, "verbs_of_you": {"ist": "bist", "hat": "hast"},
    }  # fmt: skip
    game = {
        "strikes": {
            "now": "{seat} schlägt {whom:seat}.",
            "past": "{seat} hat {whom:seat} geschlagen",
            "to": {"whom": "{seat} hat dich geschlagen"},
        },
        "jumps": {"now": "{seat} springt.", "past": "{seat} ist gesprungen"},
    }
    told = book(german, game)
    struck = happened("strikes", told, seat="red", whom="blue")
    leapt = happened("jumps", told, seat="red")
    assert struck.text == "Rot schlägt Blau."
    assert retold(told, [leapt, leapt, struck], "red") == [
        "Du bist gesprungen (zweimal) und hast Blau geschlagen."
    ]
    assert retold(told, [struck], "blue") == ["Rot hat dich geschlagen."]


# --- the games ------------------------------------------------------------------------------------


def modules(package: str) -> Iterator[ast.AST]:
    for path in sorted(Path(str(files(package))).rglob("*.py")):
        yield from ast.walk(ast.parse(path.read_text(encoding="utf-8")))


NOT_DATA = {"to", "but", "reveals", "pile"}


@pytest.mark.parametrize("package", ENGINES.values())
def test_each_kind_that_a_game_tells_has_a_row_and_each_row_is_told(package: str) -> None:
    """With just the data that the row tells, also where no test comes."""
    told, named = book_of(package), set[str]()
    for node in modules(package):
        match node:
            case ast.Constant(str(text)):
                named.add(text)
            case ast.Call(func=ast.Name("tell"), args=[ast.Constant(str(kind)), *_]):
                assert told.names[kind] == data(node, told.names[kind]), kind
            case ast.Call(
                func=ast.Attribute(ast.Name("tell")), args=[_, ast.Constant(str(kind)), *_]
            ):
                assert told.names[kind] == data(node, told.names[kind]) | {"seat"}, kind
    assert told.rows.keys() - book_of(HOUSE).rows.keys() <= named


def data(call: ast.Call, all_: frozenset[str]) -> set[str]:
    """The names of the data of a call; all of a row where it gives some by `**`."""
    given = {keyword.arg for keyword in call.keywords}
    if None in given:
        assert given - {None} <= all_ | NOT_DATA
        return set(all_)
    return {name for name in given if name} - NOT_DATA


@pytest.mark.parametrize("package", [HOUSE, *ENGINES.values()])
def test_the_rows_have_forms_that_there_are_and_end_as_sentences_do(package: str) -> None:
    told = book_of(package)
    for kind, row in told.rows.items():
        assert row.now.endswith((".", "?", "!", ".]", "{summary}", ".[ {remark}]")), kind
        for template in row.templates():
            assert {form for _, form in fields(template)} <= {"", *SEAT_FORMS, *told.forms}, kind
        assert {*row.to, *row.asked_to} <= row.seats(), kind
    for name, form in told.forms.items():
        for template in (form.one, form.many):
            assert {one for _, one in fields(template)} <= {"", *SEAT_FORMS, *told.forms}, name


def test_a_turn_of_luck_is_told_to_each_reader() -> None:
    tell, told = Teller(LUCK), book_of(LUCK)
    events = [
        tell("travel", seat="red", days=1, size="small"),
        tell("dice", seat="red", faces=[["food", 2], ["ore", 1]]),
        tell("keep", seat="red", faces=[["food", 2]]),
        tell("dice", seat="red", faces=[["food", 3]]),
        tell("illegal-offer", seat="red", goods=[["medicine", 2]]),
        tell("police-die", caught=True),
        tell("confiscated", seat="red", goods=[["medicine", 2]]),
        tell("days-spent", seat="red"),
    ]
    all_ = [Happened(one.text, one.kind, one.data) for one in events]
    assert [one.text for one in events[1:3]] == [
        "The dice show 2 food and ore.",
        "Red keeps 2 food.",
    ]
    assert retold(told, all_, "red") == [
        "You travelled to a Small planet (1 day).",
        "The dice show 3 food.",
        "You tried to sell 2 medicine illegally, lost 2 medicine to the police and have used up "
        "all days.",
    ]
    assert retold(told, all_[:1] + all_[-1:], "blue") == [
        "Red travelled to a Small planet (1 day) and has used up all days."
    ]


def test_a_form_may_use_another() -> None:
    forms = {"unit": Form(words={"robots": "robot"}), "one": Form("{n} {name:unit}", "{n} {name}")}
    assert filled("{x:one}", {"x": [["robots", 1], ["robots", 2]]}, TOLD.language, forms) == (
        "1 robot and 2 robots"
    )


@pytest.mark.parametrize("package", ENGINES.values())
def test_a_turns_stage_is_named_alike_for_whose_turn_it_is_and_for_others(package: str) -> None:
    told = " ".join(book_of(package).stages.values())
    assert not {"you", "your"} & set(told.split())
