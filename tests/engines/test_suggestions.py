"""What is suggested can be done: in games of bots of every system each line is carried out, or
fails by the dice only, and then its words say so.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.engines.table import thrown
from tests.examples import drawn
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import advance
from traders.domain.table.table import Table
from traders.engines.kernel.contract import (
    Blank,
    Chance,
    Choice,
    Engine,
    Interval,
    Offer,
    Outcome,
    Over,
    Turn,
)
from traders.engines.kernel.engine_defaults import first_offered, holds
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.suggestion import Suggestion, all_of, at_least, percent
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of
from traders.proof.simulation import grid

GAMES = (
    ("star-traders", {}),
    ("star-traders", {"game": "advanced"}),
    ("imperial-trader", {}),
    ("imperial-trader", {"rounds_at_once": True, "shifting_imperium": True}),
    ("stratastar", {}),
    ("stratastar", {"exploration": True, "power_cards": True}),
    ("traders-luck", {}),
    ("traders-luck", {"bounty_hunters": True, "cargo_bay": True}),
)
STEPS = 260
OTHERS = 4
"""Games of each system with other options."""
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
        advance.fall_due(table, pending.key)
    refused = [line.words for line in told if line.answer == "refused"]
    stopped = [reasons[0] for reasons in table.stopped_plans.values()]
    return "" if isinstance(pending, Over) else "".join([*refused, *stopped][:1])


def answered(engine: Engine[Any, Any], state: Any, seat: str, lines: str) -> None:
    """Play on as a bot does, apart from deals, which are no order of the engine; none for a pass
    in a window.
    """
    orders = [line for line in lines.split("\n") if line.split()[0] not in ("offer", "hold")]
    if orders == ["pass"]:
        return
    line = orders[0] if orders else "next"
    engine.play(state, seat, engine.read(state, seat, line))


def times_advised(engine: Engine[Any, Any], state: Any, seed: int) -> int:
    """How often something is suggested in a game of bots, of which each line is carried out, or
    fails by the dice only, as its words say.
    """
    box = Random(seed)

    def best(chance: Chance) -> Outcome:
        return chance.sides if is_plain(chance) else thrown(chance, box)

    def worst(chance: Chance) -> Outcome:
        return 1 if is_plain(chance) else thrown(chance, box)

    advised = 0
    for step in range(STEPS):
        go_on(engine, state, lambda chance: thrown(chance, box))
        pending = engine.pending(state)
        if not isinstance(pending, Turn | Choice | Interval):
            break
        seats = (pending.seat,) if isinstance(pending, Choice) else pending.seats
        for seat in seats:
            view, offers = engine.view(state, seat), engine.offers(state, seat)
            advice = engine.suggestion(view, pending, offers)
            if advice is not None:
                advised += 1
                assert advice.orders
                assert not tried(engine, state, seat, advice, best), advice
                if tried(engine, state, seat, advice, worst):
                    assert "come back" in advice.words, advice
            answered(engine, state, seat, engine.bot(view, pending, offers, step))
            if engine.pending(state) != pending:
                break
        if isinstance(pending, Interval) and engine.pending(state) == pending:
            engine.close(state)
    return advised


@pytest.mark.examples("suggestions")
@pytest.mark.parametrize(
    ("system", "wanted", "seed"),
    drawn("suggestions", [(*game, seed) for seed in (1, 2) for game in GAMES]),
)
def test_what_is_suggested_is_carried_out_or_fails_by_the_dice(
    system: str, wanted: dict[str, Any], seed: int
):
    engine = engine_of(system)
    state = engine.setup(("red", "blue", "green"), wanted)
    assert times_advised(engine, state, seed) >= 40


@pytest.mark.examples("suggestions-options")
@pytest.mark.parametrize(
    ("system", "number"),
    drawn("suggestions-options", list(product(sorted(ENGINES), range(OTHERS)))),
)
def test_so_it_is_with_any_options_and_seats(system: str, number: int):
    engine = engine_of(system)
    seats, chosen = grid.tables(engine, COLOURS, OTHERS, seed=1)[number]
    assert times_advised(engine, engine.setup(COLOURS[:seats], chosen), number) >= 10


@pytest.mark.parametrize("system", sorted(ENGINES))
def test_the_same_view_gives_the_same_advice(system: str):
    engine, box = engine_of(system), Random(3)
    state = engine.setup(("red", "blue", "green"), {})
    go_on(engine, state, lambda chance: thrown(chance, box))
    pending = engine.pending(state)
    assert isinstance(pending, Turn | Interval)
    view, offers = engine.view(state, pending.seats[0]), engine.offers(state, pending.seats[0])
    assert engine.suggestion(view, pending, offers) == engine.suggestion(view, pending, offers)


def test_an_offer_holds_a_line_that_fills_its_blanks():
    move = Offer("move {n} from a1 to {space}", "", "", blanks=(Blank("n", 1, 3), Blank("space")))
    assert holds(Offer("end", "", ""), "end")
    assert not holds(Offer("end", "", ""), "ends")
    assert not holds(move, "move 4 from a1 to a2")
    assert not holds(move, "move one from a1 to a2")
    named = Offer("play zap on {who}", "", "", blanks=(Blank("who", things=("red", "blue")),))
    assert holds(named, "play zap on blue")
    assert not holds(named, "play zap on green")
    assert first_offered("offer red: 1 for 2\nend", [Offer("end", "", "")]) == Suggestion(("end",))
    assert first_offered("hold", [Offer("end", "", "")]) is None


def test_odds_are_told_in_per_cent_each_and_together():
    five, four = at_least(2, 6), at_least(3, 6)
    assert all_of([five]) == "83 %"
    assert all_of([five, four]) == "83 %, 67 %; both 56 %"
    assert all_of([five, four, four]) == "83 %, 67 %, 67 %; all three 37 %"
    assert (at_least(0, 6), at_least(7, 6)) == (Fraction(1), Fraction(0))


@pytest.mark.parametrize(
    ("odds", "told"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 400), "under 1 %"),
        (Fraction(1, 100), "1 %"),
        (Fraction(5, 6), "83 %"),
        (Fraction(399, 400), "over 99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_only_what_cannot_be_has_no_odds_and_only_what_is_sure_has_all(
    odds: Fraction, told: str
) -> None:
    assert percent(odds) == told
