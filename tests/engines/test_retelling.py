"""Events retold: what one seat did is one sentence, to the reader in the second person, and a word
file of a game names no group that its patterns do not find.
"""

from __future__ import annotations

import tomllib

import msgspec
import pytest

from traders.engines.kernel.printed_data import has, printed
from traders.engines.kernel.retelling import FILE, News, retold, under_way, without_numbers
from traders.engines.kernel.telling.rows import tells_by_rows
from traders.engines.kernel.words import sentence
from traders.engines.registry import ENGINES

STAR = ENGINES["star-traders"]
JUMPED = [
    "It is Blue's turn.",
    "Blue declares a regular jump from Niven (13) to Hench (21).",
    "Blue rolls 4.",
    "Blue's ship is moved to Hench (21).",
    "Blue arrives at Hench (21).",
    "Blue builds a station on Hench (21).",
]


def test_a_turn_is_one_sentence_in_the_past() -> None:
    assert retold(STAR, JUMPED, "red") == ["Blue jumped to Hench and built a station."]
    assert retold(STAR, JUMPED, "blue") == ["You rolled 4, jumped to Hench and built a station."]


def test_what_fails_says_where_it_was_to_lead_and_how_often() -> None:
    failed = [JUMPED[1], "Blue rolls 1.", "Blue's jump fails."]
    assert retold(STAR, [*failed, *failed, *JUMPED[1:5]]) == [
        "Blue failed to jump to Hench twice and jumped to Hench."
    ]


def test_where_it_was_to_lead_is_not_made_up() -> None:
    """Its declaration stood in an earlier letter; another seat's is another goal."""
    assert retold(STAR, ["Blue's jump fails."]) == ["Blue failed to jump."]
    assert retold(STAR, [JUMPED[1], "Red's jump fails."]) == ["Red failed to jump."]


def test_what_is_left_out_is_known_to_what_is_told() -> None:
    failed = ["Blue declares a regular jump from Hench (21) to Endor (61).", "Blue's jump fails."]
    assert retold(STAR, [*JUMPED[1:5], *failed], left_out={0, 4}) == [
        "Blue jumped to Hench and failed to jump to Endor."
    ]


def test_verbs_of_the_readers_deeds_are_in_the_second_person() -> None:
    granted = "Red is granted an Imperial Mission: Imperial Cargo from Niven (13) to Verne (12)."
    cargo = "granted an Imperial Mission: Imperial Cargo from Niven to Verne."
    assert retold(STAR, [granted], "red") == [f"You were {cargo}"]
    assert retold(STAR, [granted], "blue") == [f"Red was {cargo}"]


def test_a_deal_is_told_once_to_each_of_the_two() -> None:
    deal = "Red and Blue make a deal: Blue gives permission at Hexworld (53)."
    own = "You give Blue 8 Stellors and get permission at Hexworld (53). You have 32 Stellors."
    gave = "You gave Blue 8 Stellors for permission at Hexworld (now 32 Stellors)."
    assert retold(STAR, [deal, own], "red") == [gave]
    assert retold(STAR, [deal], "blue") == []
    assert retold(STAR, [deal], "green") == [
        "Red and Blue made a deal: Blue gives permission at Hexworld."
    ]
    assert retold(STAR, ["Red and Blue make a deal."], "green") == ["Red and Blue made a deal."]


def test_what_no_pattern_fits_stays_as_it_is() -> None:
    """But for the numbers of places."""
    strange = "Blue {eats} the Emperor's hat."
    assert retold(STAR, [strange, "Blue {eats} on Niven (13)."]) == [
        strange,
        "Blue {eats} on Niven.",
    ]
    assert retold("traders.engines.kernel", JUMPED) == [without_numbers(one) for one in JUMPED]
    assert under_way(STAR, strange) == strange


def test_what_is_under_way_is_told_in_the_present() -> None:
    assert under_way(STAR, JUMPED[1], "red") == "Blue is jumping from Niven to Hench."
    assert under_way(STAR, JUMPED[1], "blue") == "You are jumping from Niven to Hench."
    assert under_way(STAR, "Blue plays Gotcha on Red.", "blue") == "Blue plays Gotcha on Red."


@pytest.mark.parametrize(
    ("cause", "own"),
    [
        ("Red petitions the Emperor.", "You petition the Emperor."),
        ("Red's petition: the die shows 3.", "Your petition: the die shows 3."),
        (
            "Green plays Gotcha on Red: it takes 2 Prestige.",
            "Green plays Gotcha on you: it takes 2 Prestige.",
        ),
        (
            "Red has rolled 3 and needs 4 to come to Niven (13); as it stands, the jump fails.",
            "You are jumping to Niven, need a 4 and rolled a 3. As it stands, the jump fails.",
        ),
        (
            "Red's ship is moved to Niven (13) and is still in hyperspace.",
            "Your ship is moved to Niven and is still in hyperspace.",
        ),
    ],
)
def test_what_the_reader_has_under_way_is_told_in_the_second_person(cause: str, own: str) -> None:
    assert under_way(STAR, cause, "red") == own
    assert "You" not in under_way(STAR, cause, "blue")


def test_a_petition_that_failed_is_told_to_its_seat_in_the_past() -> None:
    lost = ["Red's petition is not granted.", "You lose 10 Stellors and have 46."]
    assert retold(STAR, lost, "red") == [
        "Your petition was not granted.",
        "You lost 10 Stellors (now 46).",
    ]


@pytest.mark.parametrize("package", [one for one in ENGINES.values() if not tells_by_rows(one)])
def test_the_words_are_read_and_name_only_groups_that_there_are(package: str) -> None:
    assert has(package, FILE)
    news = msgspec.convert(tomllib.loads(printed(package, FILE)), News)
    told = [*news.past.items(), *news.own.items(), *news.now.items(), *news.my_own.items()]
    groups = {part.partition(">")[0] for one, _ in told for part in one.split("(?P<")[1:]}
    for _, instead in told:
        assert {part.partition("}")[0] for part in instead.split("{")[1:]} <= groups


def test_a_card_played_on_oneself_is_told_so() -> None:
    played = ["Red plays Imperial Favor on Red."]
    package = "traders.engines.star_traders"
    assert retold(package, played, "red") == ["You played Imperial Favor on yourself."]
    assert retold(package, played, "blue") == ["Red played Imperial Favor on itself."]


def test_only_what_supersedes_is_left_out() -> None:
    told = retold(ENGINES["star-traders"], ["On space 2 lies A to B.", "On space 3 lies C to D."])
    assert len(told) == 2


def test_a_sentence_that_ends_inside_quotes_has_no_second_stop() -> None:
    assert (
        sentence("The organizer writes: “All are back.”") == "The organizer writes: “All are back.”"
    )
    assert sentence("“Amber” is no world") == "“Amber” is no world."
    assert sentence("It is “Amber”") == "It is “Amber”."
