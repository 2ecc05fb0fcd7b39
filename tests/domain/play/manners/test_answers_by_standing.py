"""Questions of how one wins, what one has, what an order costs, where things are: the game's own
answer, and nothing that only shares a word with the question (PR-RECEIPT-09).
"""

from __future__ import annotations

import re

import pytest

from tests.domain.play.manners.test_answers_by_the_game import _asked
from tests.seated import begin
from traders.domain.play import door
from traders.engines.registry import ENGINES

pytestmark = pytest.mark.django_db

RED = {"at": "Mink", "stations": ["Mink"], "stellors": 41, "hand": ["Takeover", "Zap"]}
BEFORE_COURT = {
    "turn": "red",
    "stage": "action",
    "contracts": ["Gremlins to Oz", "Fur to Hench"],
    "red": {**RED, "prestige": 15, "cargo": ["Autodocs"]},
    "blue": {"at": "Oz", "stations": ["Telzey"], "cargo": ["Fur"]},
}
AT_A_SHIPYARD = {
    **BEFORE_COURT,
    "stage": "movement",
    "shipyards": ["Kluge"],
    "red": {**RED, "at": "Kluge", "prestige": 3},
}
CAPTAINS = {
    "turn": "red",
    "red": {"at": "Greenholt", "orders": ["Heavy ore to Port Meridian"]},
    "blue": {"at": "Ferrum Vale", "orders": ["Grain to Ferrum Vale"]},
}
EMPIRES = {
    "turn": "red",
    "stage": "draw",
    "map": {"a2": "world", "a5": "world", "b4": "nebula", "j7": "world"},
    "red": {"homeworld": "a1", "fleets": {"a1": 1, "a3": 1}, "hand": {"build": 1, "attack": 1}},
    "blue": {"homeworld": "j10"},
}
TRADER = {
    "turn": "red",
    "red": {"days": 6, "credits": 11, "cargo": [{"good": "robots", "n": 2, "paid": 4}]},
    "blue": {"days": 8},
}
GRANTED = "The petition is granted with 50 %, for up to 40 Stellors. If not, you lose up to"


@pytest.mark.parametrize(
    "question",
    [
        "What are my chances if I petition?",
        "what does petition cost?",
        "How much does a petition cost?",
        "Should I petition now? What are my chances if I petition?",
    ],
)
def test_odds_and_cost_of_an_order_are_those_that_its_advice_tells(question):
    """ST-PETITION-05: what it costs granted, and what is lost where it is not."""
    told = _asked("star-traders", question, start=BEFORE_COURT)
    assert GRANTED in told
    assert "Building" not in told
    assert not told.endswith("?")


def test_what_an_order_costs_is_told_as_the_menu_tells_it():
    told = _asked("star-traders", "How much does an engine cost?", start=AT_A_SHIPYARD)
    assert told == "`engine`: buy engine 4 for 30 Stellors."


def test_it_and_one_stand_for_what_the_question_before_was_about():
    told = _asked("star-traders", "How much is an engine? Where do I buy one?", start=AT_A_SHIPYARD)
    assert told.split("\n\n")[2:] == [
        "Where do I buy one?",
        "Kluge (11): shipyard; Red's ship\nCapital (66): shipyard",
    ]


def test_what_it_costs_is_the_price_of_what_the_question_before_was_about():
    asked = "What is Resilient Machine Spirits? How much does it cost?"
    red = {"at": "Ferrum Vale", "orders": ["Heavy ore to Port Meridian"]}
    told = _asked("imperial-trader", asked, start={**CAPTAINS, "red": red})
    assert "15 credits" in told.partition("How much does it cost?")[2]
    assert "(IT-FLY-" not in told


def test_the_odds_of_what_cannot_be_done_are_not_those_of_something_else():
    told = _asked("star-traders", "What are my chances if I petition?", start=AT_A_SHIPYARD)
    assert told.startswith("Not now. `petition`: ")
    assert "%" not in told
    cost = _asked("star-traders", "what does petition cost?", start=AT_A_SHIPYARD)
    assert cost.startswith("Not now. `petition`: ")
    assert "Station Petition Table" not in cost  # that is the advanced game's
    engine = _asked("star-traders", "what does an engine cost?", start=BEFORE_COURT)
    assert "(ST-ENGINE-05)" in engine


@pytest.mark.parametrize(
    ("system", "start", "told"),
    [
        ("star-traders", BEFORE_COURT, "Earn 15 Prestige"),
        ("imperial-trader", CAPTAINS, "The first to have 100 credits wins."),
        ("stratastar", EMPIRES, "Win with colonies on 12 Worlds"),
        ("traders-luck", TRADER, "The most credits win, when everybody has used up 50 days"),
    ],
)
@pytest.mark.parametrize(
    "question", ["how does one win?", "how do I win fastest?", "What is the aim of the game?"]
)
def test_how_one_wins_is_told_with_the_figures_of_this_game(system, start, told, question):
    found = _asked(system, question, start=start)
    assert found.startswith(told)
    assert "1. Red" not in found


def test_who_won_is_told_when_a_game_is_over():
    game = door.create("traders-luck", ("red", "blue"), {}, {"timing": "table"})
    begin(game.pk, stops=False)
    for _ in range(2):
        game.refresh_from_db()
        door.orders(game.pk, game.turn, "finish\nyes")
    for question in ("who is ahead?", "Who won?", "how do I win?"):
        told = door.orders(game.pk, "red", question).lines[0].words
        assert re.match(r"[A-Z].* wins?\b|.* won\b|.*share", told), told
        assert "(PR-" not in told


@pytest.mark.parametrize(
    ("system", "start", "question", "told"),
    [
        ("star-traders", BEFORE_COURT, "how much money have I got?", "41 Stellors"),
        ("star-traders", BEFORE_COURT, "how many engines do I have?", "3 engines"),
        ("star-traders", BEFORE_COURT, "Where's my cargo?", "Aboard: Autodocs"),
        ("star-traders", BEFORE_COURT, "what is my cargo?", "Aboard: Autodocs"),
        ("star-traders", AT_A_SHIPYARD, "How many jumps have I left?", "3 jumps left"),
        ("star-traders", BEFORE_COURT, "what are my cards good for?", "Zap: moves a die"),
        ("imperial-trader", CAPTAINS, "Where is my cargo?", "to be loaded at Cinderfall"),
        ("traders-luck", TRADER, "how much money have I got?", "Red (you)       11"),
        ("traders-luck", TRADER, "How many days do I have left?", "44 days left"),
        ("stratastar", EMPIRES, "what are my cards good for?", "`colonize d4`: "),
    ],
)
def test_what_one_has_is_told_by_ones_own_state(system, start, question, told):
    """And by no rule."""
    found = _asked(system, question, start=start)
    assert told in found
    assert not re.search(r"\([A-Z]{2}-", found)


@pytest.mark.parametrize(
    ("system", "start", "question", "told"),
    [
        ("star-traders", BEFORE_COURT, "how many cards may I hold?", "(ST-LUCK-04)"),
        ("star-traders", BEFORE_COURT, "how many engines can one have?", "(ST-ENGINE-03)"),
        ("star-traders", BEFORE_COURT, "how many cargoes may I carry?", "(ST-CARGO-09)"),
        ("imperial-trader", CAPTAINS, "how many orders may I hold?", "(IT-DEA-04)"),
        ("stratastar", EMPIRES, "how many cards may I hold?", "fills up to 5"),
    ],
)
def test_how_many_one_may_hold_is_told_by_the_rule_or_the_board(system, start, question, told):
    assert told in _asked(system, question, start=start)


@pytest.mark.parametrize(
    ("system", "start", "question", "told"),
    [
        ("star-traders", BEFORE_COURT, "Where are goods to be had?", "picks up Gremlins for Oz"),
        ("star-traders", BEFORE_COURT, "Where can I buy something to carry?", "picks up Fur for"),
        ("star-traders", BEFORE_COURT, "what do the others carry?", "Aboard: Fur to Hench."),
        ("star-traders", BEFORE_COURT, "what is Blue's cargo?", "Aboard: Fur to Hench."),
        ("imperial-trader", CAPTAINS, "where can I load something?", "exports Heavy ore"),
        ("stratastar", EMPIRES, "where are worlds?", "A2: world, A5: world, J7: world."),
        ("stratastar", EMPIRES, "where is the closest World to J10?", "From J10 to J7: 3 steps."),
    ],
)
def test_where_things_are_is_told_by_the_board(system, start, question, told):
    found = _asked(system, question, start=start)
    assert told in found
    assert not re.search(r"\([A-Z]{2}-", found)


@pytest.mark.parametrize(
    ("system", "start", "question", "told"),
    [
        ("stratastar", EMPIRES, "Can I build?", "No, not now. `build fleet`: "),
        ("stratastar", EMPIRES, "can I move 3 steps?", "No, not now. `move 2 from d3 to d4`: "),
        ("stratastar", EMPIRES, "what would happen if i attack blue?", "Not now. `fight at d4`: "),
        ("imperial-trader", CAPTAINS, "can I load two orders?", "No, not now. `load ore to "),
        ("traders-luck", TRADER, "Can I sell illegally?", "No: `sell illegal` cannot be done now"),
        ("star-traders", BEFORE_COURT, "May I build here?", "No: `build` cannot be done now"),
        ("star-traders", BEFORE_COURT, "Can I petition?", "Yes. `petition`: petition the Emperor"),
        ("imperial-trader", CAPTAINS, "Can I draw an order?", "Yes."),
    ],
)
def test_who_asks_whether_something_may_be_done_reads_yes_or_no_first(
    system, start, question, told
):
    found = _asked(system, question, start=start)
    assert found.startswith(told)
    assert ". . ." not in found


def test_what_an_unknown_thing_is_good_for_is_said_to_be_unknown():
    for system in ENGINES:
        told = _asked(system, "What about the weather?")
        assert told.startswith("I have no answer to that.")
        assert "%" in (odds := _asked(system, "what are my chances?")) or odds.startswith("I can")
        assert "settled by lot" not in odds


def test_why_is_answered_by_the_reason_of_the_advice():
    told = _asked("star-traders", "Why?", start=BEFORE_COURT)
    assert told.startswith("I would write:\n  petition\n")


@pytest.mark.parametrize(
    "question", ["I was away. What did I miss?", "Sorry, I was away. What did I miss?"]
)
def test_what_one_missed_is_what_came_to_pass_since_ones_own_last_order(question):
    game = door.create("imperial-trader", ("red", "blue"), {}, {"timing": "table"}, start=CAPTAINS)
    begin(game.pk, stops=False)
    for seat in ("red", "blue"):
        door.orders(game.pk, seat, "end")
    told = door.orders(game.pk, "red", question).lines[0].words
    assert told.startswith("Since your last order:")
    assert "Blue: end" in told
    assert "Red: " not in told
    assert "away from" not in told


def test_which_card_to_throw_away_is_no_holiday():
    told = _asked("star-traders", "which card should I throw away?", start=BEFORE_COURT)
    assert told.startswith("I would write:")
    assert "- Takeover: " in told
    assert "gotcha" not in told
    assert "away from" not in told
    holiday = _asked("star-traders", "Can I be away for a week?")
    assert "away from" in holiday


def test_what_damage_does_is_told_to_its_end():
    """IT-DMG-01, IT-DMG-02."""
    told = _asked("imperial-trader", "what does damage do?", start=CAPTAINS)
    first, second = told.split("\n\n")[:2]
    assert first.endswith("(IT-DMG-01)")
    assert second.endswith("(IT-DMG-02)")


@pytest.mark.parametrize(
    ("question", "never"),
    [
        ("What happens if I miss my turn?", "Since your last order"),
        ("What happens while I am on holiday?", "Since your last order"),
        ("Can I change my name?", "No, not now"),
        ("Is it best to wait?", "1. Red"),
        ("What are my chances to win?", "Win with colonies"),
        ("What happens if I win?", "Win with colonies"),
        ("How many more can I have?", "(SS-"),
    ],
)
def test_a_question_of_something_else_that_has_such_a_word_is_not_taken_for_one(question, never):
    assert never not in _asked("stratastar", question, start=EMPIRES)
