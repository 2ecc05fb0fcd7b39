"""Questions that the position answers: how far it is, what may be done, two in a line
(PR-RECEIPT-09).
"""

from __future__ import annotations

import pytest

from tests.seated import begin
from traders.domain.play import door
from traders.engines.registry import ENGINES

pytestmark = pytest.mark.django_db


def _asked(
    system: str,
    *said: str,
    start: dict[str, object] | None = None,
    options: dict[str, object] | None = None,
) -> str:
    """What the last of these lines of the seat on turn is told, of a game that began so."""
    beside = {"start": start} if start else {}
    game = door.create(system, ("red", "blue"), options or {}, {"timing": "table"}, **beside)
    begin(game.pk, stops=False)
    game.refresh_from_db()
    return [door.orders(game.pk, game.turn or "red", one).lines[0].words for one in said][-1]


AT_OZ = {"red": {"at": "Oz", "stations": ["Oz"]}, "blue": {"at": "Oz", "stations": ["Telzey"]}}
AT_GREENHOLT = {"red": {"at": "Greenholt"}, "blue": {"at": "Greenholt"}}
FLEETS = {
    "map": {"d5": "nebula"},
    "red": {"homeworld": "a1", "fleets": {"c5": 1}},
    "blue": {"homeworld": "j10", "fleets": {"c5": 1}},
}


@pytest.mark.parametrize(
    ("system", "start", "question", "told"),
    [
        ("star-traders", AT_OZ, "How far is Niven from Endor?", "From Endor to Niven: 1 jump. "),
        ("star-traders", AT_OZ, "How many jumps to Niven?", "From Oz to Niven: 2 jumps. "),
        ("star-traders", AT_OZ, "Can I reach Niven this turn?", "From Oz to Niven: 2 jumps. "),
        (
            "imperial-trader",
            AT_GREENHOLT,
            "How far is Greenholt from Port Meridian?",
            "From Port Meridian to Greenholt: 7 spaces, by way of Saint Ovane. ",
        ),
        (
            "imperial-trader",
            AT_GREENHOLT,
            "what is the distance to cinderfall",
            "From Greenholt to Cinderfall: 4 spaces. ",
        ),
        ("imperial-trader", AT_GREENHOLT, "How far is Greenholt?", "Your ship is at Greenholt."),
        ("stratastar", FLEETS, "How many moves from A1 to C3?", "From A1 to C3: 4 steps."),
        (
            "stratastar",
            FLEETS,
            "How far is it to E5?",
            "From C5, where your nearest Fleets are, to E5: 4 steps round the hazards.",
        ),
        ("stratastar", FLEETS, "How far is D5?", "There is a nebula at D5: no Fleet may enter"),
        ("traders-luck", None, "How far is a big planet?", "A trip to a Big planet takes 3 days."),
    ],
)
def test_how_far_it_is_is_told_by_the_games_own_map(system, start, question, told):
    """PR-RECEIPT-09."""
    assert _asked(system, question, start=start).startswith(told)


@pytest.mark.parametrize(
    ("system", "start", "question", "told"),
    [
        ("star-traders", AT_OZ, "How far is Niven from Atlantis?", 'There is no place "Atlantis".'),
        ("star-traders", AT_OZ, "How far is it from Nivan to Oz?", "Did you mean Niven"),
        ("star-traders", AT_OZ, "How far is it to Atlantis?", "on the board, for instance "),
        ("star-traders", AT_OZ, "How far is it between Endor and Niven?", "From Endor to Niven: 1"),
        ("star-traders", AT_OZ, "How far is it between Endor and Mu?", 'There is no place "Mu".'),
        ("star-traders", AT_OZ, "What is the distance from Endor to Oz?", "From Endor to Oz: 1 "),
        ("star-traders", AT_OZ, "How far is Niven from Niven?", "From Niven to Niven: 0 jumps."),
        ("star-traders", AT_OZ, "How far am I from Niven?", "From Oz to Niven: 2 jumps. "),
        ("star-traders", AT_OZ, "How far is Niven from here?", "From Oz to Niven: 2 jumps. "),
        (
            "star-traders",
            {**AT_OZ, "blue": {"at": "Niven"}},
            "How far is Blue?",
            "Blue's ship is at Niven. From Oz to Niven: 2 jumps. ",
        ),
        ("star-traders", AT_OZ, "How far is Blue?", "Blue's ship is at Oz. Your ship is at Oz."),
        (
            "star-traders",
            AT_OZ,
            "How far is Blue's ship from Niven?",
            "Blue's ship is at Oz. From Niven to Oz: 2 jumps. ",
        ),
        (
            "star-traders",
            AT_OZ,
            "How far is it from Blue to Niven?",
            "From Oz to Niven: 2 jumps. ",
        ),
        (
            "imperial-trader",
            AT_GREENHOLT,
            "How far is Greenholt from Cinder?",
            "From Cinderfall to Greenholt: 4 spaces. ",
        ),
        (
            "imperial-trader",
            AT_GREENHOLT,
            "How far is Greenholt from Greenholt?",
            "From Greenholt to Greenholt: 0 spaces.",
        ),
        (
            "imperial-trader",
            {**AT_GREENHOLT, "blue": {"at": "Greenholt>Cinderfall:1"}},
            "How far is Blue?",
            "Blue's ship is between Greenholt and Cinderfall. From Greenholt to there: 1 space.",
        ),
        (
            "stratastar",
            {**FLEETS, "blue": {"homeworld": "j10", "fleets": {"c3": 1}}},
            "How far is Blue?",
            "From C5, where your nearest Fleets are, to C3, where Blue's nearest Fleets are: 2 st",
        ),
        ("stratastar", FLEETS, "How far is A1 from K11?", 'There is no place "K11".'),
        ("stratastar", FLEETS, "How far is A1 from A1?", "From A1 to A1: 0 steps."),
        (
            "traders-luck",
            None,
            "How far is Red from Blue?",
            "You can ask how far it is to a place on the",
        ),
        (
            "traders-luck",
            None,
            "How far is a small planet from a big planet?",
            "A trip to a Small planet takes 1 day.",
        ),
    ],
)
def test_how_far_it_is_is_told_from_what_is_named_behind_from(system, start, question, told):
    """PR-RECEIPT-09: never from the asker's own place instead."""
    found = _asked(system, question, start=start)
    assert told in found
    assert (
        "there is no place" in found.casefold() or "on the board" in told or found.startswith(told)
    )


def test_how_far_somebody_is_from_winning_is_no_way():
    for question in ("How far am I from winning?", "How far ahead is Blue?"):
        told = _asked("star-traders", question, start=AT_OZ)
        assert "place" not in told.split("\n")[0]
        assert "From Oz" not in told


def test_the_odds_of_a_way_are_those_that_no_jump_on_it_fails():
    """ST-JUMP-06."""
    told = _asked("star-traders", "How far is Niven from Oz?", start=AT_OZ)
    assert told.endswith("without a failed jump: Endor 83 %, Niven 42 %.")


def test_an_order_that_cannot_be_given_from_here_is_told_with_the_way():
    told = _asked("star-traders", "Can I jump to Niven?", start=AT_OZ)
    refused, way = told.split("\n\n")
    assert "cannot be done now: No jumpline leads from Oz" in refused
    assert way.startswith("From Oz to Niven: 2 jumps. ")


@pytest.mark.parametrize(
    "question",
    [
        "What do I get from Greenholt?",
        "What goods go to Greenholt?",
        "Is there a way to sell at Greenholt?",
        "What happened so far at Greenholt?",
    ],
)
def test_another_question_that_names_a_place_is_not_told_the_way_to_it(question):
    told = _asked("imperial-trader", question, start={"red": {"at": "Cinderfall"}})
    assert "From Cinderfall to Greenholt" not in told
    assert "Greenholt" in told


def test_how_far_others_are_is_not_told_as_ones_own_way():
    assert "From Oz to Niven" not in _asked("star-traders", "When is Blue at Niven?", start=AT_OZ)


@pytest.mark.parametrize("system", ENGINES)
@pytest.mark.parametrize(
    "question", ["May I start there as well?", "Can I move it later?", "May I play it as well?"]
)
def test_a_question_that_names_nothing_is_told_what_may_be_done(system, question):
    """PR-RECEIPT-09: no rule that shares a word with it."""
    told = _asked(system, question)
    assert told.startswith("Now you may:")
    assert "(PR-" not in told
    book = {"star-traders": "ST", "stratastar": "SS", "imperial-trader": "IT", "traders-luck": "TL"}
    assert f"({book[system]}-" not in told


def test_of_an_order_that_is_named_it_is_told_where_it_may_be_done():
    told = _asked("imperial-trader", "May I start there as well?").splitlines()
    assert len(told) == 7
    assert all(line.startswith("  `start at ") for line in told[1:])


def test_what_one_has_sent_and_may_take_back_is_told_who_asks_whether_it_can_be_changed():
    """PR-SEALED-02, PR-BACKUP-03."""
    told = _asked("imperial-trader", "start at cinderfall", "Can I change it later?")
    sent, _ = told.split("\n\n", 1)
    assert sent == (
        "You have sent `start at cinderfall`; `undo` takes it back while the window is open."
    )


@pytest.mark.parametrize(
    "question",
    [
        "Whose turn is it? And how far is Greenholt from Cinderfall?",
        "Whose turn is it and how far is Greenholt from Cinderfall?",
        "How far is Greenholt from Cinderfall, and whose turn is it?",
        "How far is Greenholt from Cinderfall; whose turn is it",
    ],
)
def test_two_questions_in_a_line_are_both_answered(question):
    """PR-RECEIPT-09: each below its words."""
    told = _asked("imperial-trader", question)
    assert "From Cinderfall to Greenholt: 4 spaces." in told
    assert "Choose a start." in told


def test_a_condition_is_no_question_of_its_own():
    told = _asked("star-traders", "When Blue jumps and I hold Zap, can I play it?", start=AT_OZ)
    assert "\nWhen Blue jumps" not in told
    assert not told.startswith("When Blue jumps")


def test_a_question_that_holds_an_order_is_told_one_thing_of_it():
    """PR-RECEIPT-09: what it would do; nothing of it was done."""
    told = _asked("imperial-trader", "hmm, start at cinderfall? rather not yet")
    assert told.split("\n\n") == [
        "hmm, start at cinderfall?",
        "`start at cinderfall`: mining world, Heavy ore.",
        "This would be kept secret until all have answered. Nothing was done: if you mean it, "
        "write `start at cinderfall`.",
    ]


@pytest.mark.parametrize(
    ("system", "said", "first", "places"),
    [
        ("imperial-trader", "start", "start at harrowgate", 6),
        ("traders-luck", "travel", "travel small", 3),
    ],
)
def test_an_order_of_which_only_the_beginning_is_said_is_answered_with_all_that_go_on_from_it(
    system, said, first, places
):
    """PR-RECEIPT-09."""
    for before in ([], [first]) if system == "imperial-trader" else ([],):
        told = _asked(system, *before, said)
        _, meant = told.split("Did you mean ")
        assert meant.startswith(f"`{first}`, ")
        assert meant.count(f"`{said} ") == places
        assert "It is written" not in told


@pytest.mark.parametrize(
    ("system", "options", "said", "told"),
    [
        ("stratastar", {"worlds": 3}, "rules vic 1", "with colonies on 3 worlds wins."),
        ("stratastar", {"worlds": 3}, "What is a victory by colonies?", "on 3 worlds wins. (SS-"),
        ("stratastar", {"worlds": 3, "round_cap": 8}, "rules pbm 7", "worlds 3, round cap 8."),
        ("stratastar", {"fleets": 4}, "rules set 1", "Each player starts with 4 Fleets"),
        ("imperial-trader", {"rounds": 6}, "rules pbm 5", "In this game: rounds 6."),
    ],
)
def test_a_rule_is_told_with_the_games_own_figures(system, options, said, told):
    """PR-RECEIPT-09, SS-PBM-07: not with those that its options changed."""
    assert told in _asked(system, said, options=options)


def test_a_wish_behind_a_question_that_is_near_to_an_order_is_named():
    """PR-RECEIPT-09: what stands in a letter is done or named."""
    told = _asked("imperial-trader", "How do I win? I'd like to start at harowgate please")
    assert told.endswith(
        "I'd like to start at harowgate please\n\n"
        "Not done: that is no order. Did you mean `start at harrowgate`?"
    )


def test_help_lists_no_orders_of_what_is_not_played():
    """PR-RECEIPT-05"""
    own = _asked("traders-luck", "help").partition("ORDERS OF")[2]
    assert "travel" in own
    for verb in ("expand", "attack", "shield", "intercept", "pirate"):
        assert verb not in own
    played = {"cargo_bay": True, "bounty_hunters": True}
    more = _asked("traders-luck", "help", options=played).partition("ORDERS OF")[2]
    assert "expand" in more
    assert "intercept" in more


def test_of_an_order_that_is_not_tried_no_trial_is_told():
    """PR-RECEIPT-09."""
    told = _asked("star-traders", "How do I resign?", start=AT_OZ)
    assert told.startswith("Nothing was done: if you mean it, write `resign`.")


def test_what_is_tried_tells_its_odds_where_its_own_seat_may_react():
    """PR-RECEIPT-08."""
    start = AT_OZ | {"red": {**AT_OZ["red"], "hand": ["Quarantine"]}}
    game = door.create("star-traders", ("red", "blue"), {}, {"timing": "table"}, start=start)
    begin(game.pk, stops=False)
    _, tried, end = door.orders(game.pk, "red", "test\njump telzey\nend").lines
    assert tried.words.startswith("This would be carried out. Red declares a regular jump")
    assert "Odds if nobody reacts: Telzey 50 %." in end.words.replace("\N{NO-BREAK SPACE}", " ")
