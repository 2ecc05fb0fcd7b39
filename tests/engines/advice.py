"""What is suggested can be done: a part of what every engine keeps. In games of bots each line is
carried out, or fails by the dice only, and then its words say so.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.engines.table import thrown
from tools.simulation import seat_option_combinations
from traders.bots.registry import bots
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.advice import suggested
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import (
    Chance,
    Choice,
    Engine,
    Interval,
    Outcome,
    Over,
    Turn,
)
from traders.engines.kernel.contract.suggestion import Suggestion
from traders.engines.kernel.seats import COLOURS

STEPS = 260
SELDOM = 26
"""In a game of bots something is suggested once in so many steps, at least."""
Dice = Callable[[Chance], Outcome]


def is_plain(chance: Chance) -> bool:
    """Whether it is a die on which much is good; where others show a thing they roll until it is
    new.
    """
    return chance.kind == "die" and chance.sides <= 6


def go_on(engine: Engine[Any, Any], state: Any, dice: Dice) -> None:
    """Until somebody is asked: nobody reacts."""
    while True:
        match engine.pending(state):
            case Chance() as chance:
                engine.happen(state, dice(chance))
            case Interval(question=False):
                engine.close(state)
            case _:
                return


def tried(engine: Engine[Any, Any], state: Any, seat: str, advice: Suggestion, dice: Dice) -> str:
    """Send the lines as one letter, nobody reacting; why one that is not the first was not done."""
    table = Table(engine, engine.copy(state), chance=dice, timing="stops")
    told = Speech(table, seat).speak("\n".join(advice.orders))
    assert told[0].answer != "refused", (advice, told[0])
    while isinstance(pending := table.pending(), Interval) and not pending.question:
        game_progression.fall_due(table, pending.key)
    refused = [line.words for line in told if line.answer == "refused"]
    stopped = [reasons[0] for reasons in table.stopped_plans.values()]
    return "" if isinstance(pending, Over) else "".join([*refused, *stopped][:1])


def has_a_reason(advice: Suggestion) -> bool:
    """Whether its words say more than its first order does, and do not only ask back."""
    told = re.sub(r"[^.?]*\?", "", advice.words.lower())
    said = {*re.findall(r"[a-z0-9%]+", told)}
    return bool(said - {"a", "at", "the", "you", "your", *advice.orders[0].lower().split()})


OF_THE_HOUSE = ("offer", "hold", "forget", "when")


def answered(engine: Engine[Any, Any], state: Any, seat: str, lines: str) -> None:
    """Play on as a bot does, apart from deals and standing orders, which are none of the engine's;
    nothing for a pass in a window.
    """
    orders = [line for line in lines.split("\n") if line.split()[0] not in OF_THE_HOUSE]
    if orders == ["pass"]:
        return
    line = orders[0] if orders else "next"
    engine.play(state, seat, engine.read(state, seat, line))


def advised(engine: Engine[Any, Any], state: Any, seed: int, most: int) -> tuple[int, int]:
    """A game of bots until so much was suggested, or to its end: how many steps there were, and how
    often something was suggested. Each line of it is carried out, or fails by the dice only, as its
    words say.
    """
    box = Random(seed)

    def best(chance: Chance) -> Outcome:
        return chance.sides if is_plain(chance) else thrown(chance, box)

    def worst(chance: Chance) -> Outcome:
        return 1 if is_plain(chance) else thrown(chance, box)

    minds, times, step = bots(engine.name), 0, 0
    while times < most and step < STEPS:
        step += 1
        go_on(engine, state, lambda chance: thrown(chance, box))
        pending = engine.pending(state)
        if not isinstance(pending, Turn | Choice | Interval):
            break
        seats = (pending.seat,) if isinstance(pending, Choice) else pending.seats
        for seat in seats:
            view, offers = engine.view(state, seat), engine.offers(state, seat)
            advice = minds.suggestion(view, pending, offers)
            if advice is not None:
                times += 1
                assert advice.orders
                told = suggested(engine, view, pending, offers)
                assert told is not None, advice
                assert has_a_reason(told) or not minds.advises, told
                why = tried(engine, state, seat, advice, best)
                assert not why, (advice, why)
                why = tried(engine, state, seat, advice, worst)
                assert not why or "come back" in advice.words, (advice, why)
            answered(engine, state, seat, minds.bot(view, pending, offers, step))
            if engine.pending(state) != pending:
                break
        if isinstance(pending, Interval) and engine.pending(state) == pending:
            engine.close(state)
    return step, times


class Advice:
    """Suggestions in games of bots; `engine` is a fixture of `Conformance`."""

    @pytest.mark.examples("suggestions")
    def test_what_is_suggested_is_carried_out_or_fails_by_the_dice(
        self: Any, engine, examples, lots
    ):
        """With any number of seats and any options; an example is a suggestion."""
        steps = times = 0
        while times < examples:
            seats, wanted = lots.choice(
                seat_option_combinations.tables(engine, COLOURS, 12, lots.randrange(10**6))
            )
            state = engine.setup(COLOURS[:seats], wanted)
            more = advised(engine, state, lots.randrange(10**6), examples - times)
            steps, times = steps + more[0], times + more[1]
            assert steps <= SELDOM * examples + STEPS

    def test_the_same_view_gives_the_same_advice(self: Any, engine):
        state, box = next(iter(self.beginnings(engine))), Random(3)
        go_on(engine, state, lambda chance: thrown(chance, box))
        pending = engine.pending(state)
        seat = pending.seat if isinstance(pending, Choice) else pending.seats[0]
        view, offers = engine.view(state, seat), engine.offers(state, seat)
        advice = bots(engine.name)
        again = advice.suggestion(view, pending, offers)
        assert advice.suggestion(view, pending, offers) == again
