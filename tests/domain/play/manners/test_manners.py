"""An order with manners around it is that order; prose is never one (PR-RECEIPT-09)."""

from __future__ import annotations

from functools import cache

import pytest

from tests.domain.play.manners.readers import everything, reader
from tests.examples import drawn
from traders.domain.play.manners.nearest_order_guess import nearest_lines
from traders.engines.kernel.contract.contract import Blank, Offer
from traders.engines.registry import ENGINES, engine

DRESSED = (
    "Please {}.",
    "{}, please",
    "{} please!",
    "{}. Thanks!",
    "Hi all, {}",
    "Hello everybody, {}",
    "I'd like to {}",
    "I would like to {}, thank you.",
    "I'll {} now, please.",
    "OK, {}",
    "Ok then: {}",
    "Right, I'm going to {}.",
    "Could you please {} for me. Thank you so much.",
    "My move is: {}",
    "Let's {}",
    "Dear all, I will {}. Kind regards",
    "This time I'll just {}.",
    "{} 🚀",
    "**{}**",
    "“{}”",
    "{} (fingers crossed)",
    "{} # as we agreed",
    "1. {}",
    "- {}",
    "{}  ",
    "Go ahead and {}",
    "So I'd like to {} please",
    "Good morning! {}. Cheers",
    "Sorry for the delay. {}",
    "{}, that's all from me",
    "First {}",
    "I think I'll {}",
    "Here is my order: {}",
    "Would you kindly {}",
    "{} now",
    "Sure, {}",
    "I want to {}. Sorry, mate, nothing personal.",
    "a) {}",
    "(1) {}",
    "Orders for turn 5:\n{}",
    "Here we go:\n\n{}",
    "I'd love to {}",
    "Would you be so kind as to {}?",
    "Could I please {}",
    "Time to {}",
    "{}. Sent from my iPhone",
    "{}, if that's possible",
    "I should like my ship to {}, please",
    "We are in port anyway, so {}",
    "Since it is sunny here, {}",
    "Our people are restless; {}",
    "Time to stretch our legs: {}",
    "{}. By the way, how much is an engine?",
    "Could you {}, if you would be so kind?",
    "If it's not too much trouble, could you {}?",
    "I'd be most grateful if you could {}.",
    "Be so good as to {}. Kind regards, Harold",
    "{}, of course, and hope for the best",
)
CORRECTED = ("{}, sorry, {}", "{}, no wait, {}", "{}\nno, {}", "{}... oops, {}", "{}\nI meant {}")
"""The order above is replaced by the same: it is done once."""
TAKING_BACK = ("pass", "strike")
"""Verbs of orders that say no to others: nothing of such a letter is done, or the same twice."""
PROSE = (
    "I don't want to {}.",
    "Don't {} yet please",
    "Do not {}",
    "Please don't {}",
    "Never {}, my grandfather said",
    "Blue should {}",
    "Blue, {} and we share",
    "I hope Blue will {}",
    "Please tell Blue to {}",
    "Green wants to {}",
    "If I could {} I would",
    "If only I could {}",
    "I would {} if I were rich",
    "I'd {} but I can't",
    "I might {}",
    "Maybe I'll {}",
    "Perhaps {}",
    "Should I {}?",
    "Can I {}",
    "{}?",
    "What if I {}",
    "How do I {}",
    "{} or not",
    "Once Blue has left, {}",
    "After dinner I will {}",
    "{} only if Green agrees",
    "{} unless Blue objects",
    "{} tomorrow",
    "I'll {} tomorrow",
    "I will {} next week",
    "I'll {} tonight when the kids are in bed",
    "Last turn I wrote: {}. It did not work.",
    'Tom said that "{}" is enough',
    "I was going to {}",
    "I was about to {}, but no",
    "You wrote {} in your letter",
    "The rules say {} is allowed",
    "To {} or not to {}, that is the question",
    "I won't {}",
    "I'm not going to {}",
    "Not going to {} today",
    "{} is a silly idea",
    "{} would be nice",
    "I wish I could {}",
    "Yeah right, {} my foot",
    "I'd like to {}. Not now, though.",
    "I'd like to {} but not today",
    "Would you be so kind as to {}, Blue?",
    "Could Blue please {}?",
    "Could you please tell me how to {}?",
    "Do {} one day, you will love it",
    "I'd love to {} but no",
    "I'll {}. Just kidding.",
    "{} - no, don't",
    "{}. On second thoughts, no.",
    "Before I {} I must think",
    "Let Blue {}",
    "Why would anybody {}",
    "I cannot {}",
    "We used to {} every day",
    "{} he said",
    "Wait until I {}",
    "{} (not yet)",
    "{} # no, rather not",
    "I have no wish to {}",
    "Nobody will {}",
    "Instead of that, Green could {}",
    "I forbid you to {}",
    "Neither {} nor anything else",
    "Next turn: {}",
    "My next turn: {}",
    "Next round, {}",
    "Plan: {}",
    "Blue's plan:\n{}",
    "Your letter said:\n\n{}",
    "What I don't want:\n{}",
    "Suggestion for Blue:\n- {}",
    "Dear Blue, {}",
    "Blue's suggestion was\n{}",
    "{}\n(not really)",
    "{}\nscratch the first one",
    "A or B?\nA: {}\nB: something else",
    "B: {}",
    "Option 2: {}",
    "Plan A: {}",
    "Shall I:\n- {}",
    "As Blue says, {}",
    "Green is restless, so {}",
    "He gave me a tip. {}",
    "Since the rules say so, {}",
    "My neighbour told me a trick. {}",
    "It looks like this. If all goes well, {}",
    "{}. By the way, not really",
    "{}. By the way, is that wise?",
    "In my dreams. {}",
    "My wife's favourite. {}",
    "My son typed this. {}",
    "As a joke, {}",
    "Because of Blue, {}",
    "{}\n?",
)

GREETINGS = (
    "Good luck everyone",
    "Good luck to you all!",
    "Good luck",
    "Best of luck, everybody.",
    "What a fine start. Best of luck.",
    "What a roll!",
)


def _done(system: str, text: str) -> list[str]:
    """What the lines of a letter would carry out: lines as they stand that cannot be read do
    nothing, and a message is no order.
    """
    one = reader(system)
    return [
        said.line
        for said in one.hear(text.split("\n"))
        if said.how in ("line", "corrects")
        and one.sight.is_order(said.line)
        and not one.is_query(said.line)
        and not said.line.casefold().startswith("to ")
    ]


def test_what_a_plan_may_say_of_an_order_is_read_as_it_stands():
    """Also the words that are manners elsewhere: `if possible` is this order's condition."""
    of = cache(reader)
    wrong = [
        (system, line)
        for system, order in everything()
        for line in (f"{order} if possible", f"otherwise {order}", f"otherwise {order} if possible")
        if of(system).sight.is_order(line)
        and [unit.text for unit in of(system).units(line) or ()] != [line]
    ]
    assert wrong == []


@pytest.mark.examples("manners")
def test_an_order_with_manners_around_it_is_the_order(examples):
    cases = [(s, o, f) for s, o in everything() for f in DRESSED if _is_plain(o)]
    for system, order, frame in drawn("manners", cases):
        found = _done(system, frame.format(order))
        written = [_as_kept(system, one) for one in found]
        assert written == [_as_kept(system, order)], (system, frame.format(order), found)


@pytest.mark.examples("manners")
def test_prose_around_an_order_carries_nothing_out(examples):
    cases = [(s, o, f) for s, o in everything() for f in PROSE]
    for system, order, frame in drawn("manners", cases):
        text = frame.format(*[order] * frame.count("{}"))
        assert _done(system, text) == [], (system, text)


def test_a_no_right_before_an_order_denies_it():
    """It is none of what was suggested, as the one of `no thanks, build` is."""
    for system, order in everything():
        done = _done(system, f"No {order} from me") if order[:3] not in ("no ", "not") else []
        assert all(line.startswith("no ") for line in done), (system, order, done)
    assert _done("star-traders", "No thanks, build") == ["build"]
    assert _done("star-traders", "No, build") in ([], ["build"])


@pytest.mark.parametrize("mixes", [False, True])
@pytest.mark.parametrize("system", ENGINES)
def test_a_wish_for_the_others_is_neither_an_order_nor_a_question(system, mixes):
    one = reader(system, mixes=mixes)
    said = [said for text in GREETINGS for said in one.hear([text])]
    assert [said for said in said if said.how == "asks" or one.sight.is_order(said.line)] == []


@pytest.mark.examples("manners")
def test_a_correction_replaces_the_order_above(examples):
    orders = [one for one in everything() if _is_plain(one[1])]
    plain = [one for one in orders if one[1].split()[0] not in TAKING_BACK]
    cases = [(s, o, f) for s, o in plain for f in CORRECTED]
    for system, order, frame in drawn("manners", cases):
        found = _done(system, frame.format(order, order))
        written = [_as_kept(system, one) for one in found]
        assert written == [_as_kept(system, order)], (system, frame.format(order, order), found)


def _is_plain(order: str) -> bool:
    """Whether an order has no order within it, and is no word by which people count up."""
    return ":" not in order and order != "next"


def _as_kept(system: str, order: str) -> str:
    sight = reader(system).sight
    return sight.engine.write(sight.engine.read(sight.state, sight.seat, order))


ENDING = [name for name in ENGINES if any(row.prefix == "end" for row in engine(name).orders())]
"""Games with an order that ends a turn."""


@pytest.mark.parametrize("system", ENDING)
def test_a_turn_that_is_ended_in_two_ways_is_ended_once(system):
    for line in ("I'm done, end my turn please", "end my turn, I'm done!", "done, end"):
        for lines in ([line], line.split(",")):
            assert [one.line for one in reader(system).hear(lines)] in (["end"], ["end turn"])


@pytest.mark.parametrize("system", ENDING)
def test_what_stands_behind_a_head_that_cannot_be_read_is_named(system):
    own = reader(system)
    near = nearest_lines(own, "I'd like a little of something else: end my turn")
    assert near == ["end"]
    assert nearest_lines(own, "Tom: end my turn") == [], "that is said to Tom"


def test_who_would_keep_something_is_not_asked_whether_to_give_it_up():
    """Of two things one goes: to keep the one is to give the other up."""
    orders = ("discard heavy ore to greenholt", "discard machine parts to saint ovane")
    offers = tuple(Offer(order, "", "IT-DEA-03") for order in orders)
    own = reader("imperial-trader")
    own.menu = lambda: offers
    for words in ("I'll keep the machine parts one", "I would hold on to my machine parts"):
        assert nearest_lines(own, words) == [orders[0]]
    assert nearest_lines(own, "away with those machine parts") == [orders[1]]


def test_a_line_that_is_named_has_the_number_that_was_said():
    own = reader("stratastar")
    move = Offer("move {n} from c3 to c4", "", "SS-MOV-03", blanks=(Blank("n", 1, 3),))
    own.menu = lambda: (Offer("exchange 1 attack", "", "SS-TRD-05"), move)
    for words, line in (
        ("swap two attacks for new cards", "exchange 2 attack"),
        ("move both fleets to c4 first", "move 2 from c3 to c4"),
        ("move the whole fleet over to c4 first", "move 3 from c3 to c4"),
        ("move fleets to c4 first", "move 1 from c3 to c4"),
    ):
        assert nearest_lines(own, words)[:1] == [line], words


def test_a_line_that_is_named_leaves_out_nothing_that_was_named():
    own = reader("star-traders")
    for words in ("make the jump to Mink over Niven", "I would jump to Mink via Niven please"):
        assert "jump mink" not in nearest_lines(own, words), words


def test_who_has_an_offer_says_no_to_that():
    own = reader("star-traders")
    own.menu = lambda: (Offer("accept 1", "", "ST-TRADE-01"), Offer("decline 1", "", "ST-TRADE-01"))
    for words in ("too cheap, no", "not for twelve, no"):
        assert nearest_lines(own, words) == ["decline 1"], words


def test_the_same_twice_is_meant_where_it_is_no_saying():
    own = reader("stratastar")
    assert [one.line for one in own.hear(["next, next"])] == ["next", "next"]
    assert [one.line for one in own.hear(["We're home a little earlier, so I'm back!"])] == ["back"]


def test_who_keeps_playing_says_no_and_who_is_certain_yes():
    """To the question whether one's `resign` is meant."""
    own = reader("star-traders", question="resign")
    for words in (
        "I'd rather keep going",
        "no, let me keep playing",
        "I would prefer to stay in",
        "Oops, no, wrong thread",
        "nope, I'd like to go on a bit longer",
        "I'm not quite sure",
    ):
        assert own.answer([words]) == "no", words
    for words in (
        "Yes, I'm quite certain.",
        "I'm sure. Thanks for the game!",
        "yes please do, and thanks for having me",
        "Yup, all done here",
        "Yes, absolutely sure. It was a pleasure, all.",
    ):
        assert own.answer([words]) == "yes", words
    for words in ("yes, thanks for nothing", "It was fun, was it not", "I know for certain"):
        assert own.answer([words]) == "", words


def test_who_would_have_a_thing_back_means_undo():
    for system in ENGINES:
        assert nearest_lines(reader(system), "Ah no, put the cargo back")[0] == "undo"


def test_days_of_one_month_are_of_the_month_that_is_named_behind_them():
    own = reader("star-traders")
    for words in ("from 5th to 9th of july", "from the 5th to the 9th of July inclusive"):
        lines = [said.line for said in own.hear([f"I shall be away {words}"])]
        assert len(lines) == 1, lines
        assert lines[0].count("july") == 2, lines


def test_why_one_is_away_is_no_day():
    own = reader("star-traders")
    day = own.absences.line("away on 5 july")
    assert day
    assert own.absences.line("i regret that i am away on 5 july, visiting my daughter") == day
    for more in ("for my whole week off", "with my wife until friday", "at my home on monday"):
        assert own.absences.line(f"away on 5 july, {more}") != day, more


def test_what_is_to_come_first_goes_before_what_stands_above_it():
    own = reader("star-traders")
    for text in (
        "jump niven, build first",
        "jump niven\nbuild first please",
        "jump niven. no, build first",
    ):
        done = [said.line for said in own.hear(text.split("\n"))]
        assert done == ["build", "jump niven"], (text, done)
    assert next(said.line for said in own.hear(["jump niven, then build first"])) == "jump niven"


def test_a_bare_word_that_fits_the_order_above_as_well_is_asked_back():
    own = reader("stratastar")
    done = [said.line for said in own.hear(["commit 2 attack and research"])]
    assert not any(own.sight.is_order(one) for one in done), done
    done = [said.line for said in reader("star-traders").hear(["jump niven and end"])]
    assert done == ["jump niven", "end"], "a part of a world's name is none"
