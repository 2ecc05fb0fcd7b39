"""Who has which Personality: by lot, by auction, or as the players agree; and what comes with it
before play begins (ST-SETUP-11, ST-OPTION-06 to 08).
"""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.jump.personality_jumps import Take
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.choice_and_answer import Asked, Choose, Choosing
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.personality_steps import (
    AllotPersonality,
    AllotStars,
    NextToTake,
    PersonalityAuction,
    PlaceFurther,
    TakePersonality,
    TurnUpPersonality,
)
from traders.engines.star_traders.position.state import Position, Station


def choosing(state: Position) -> list[Step]:
    """How Personalities come to the seats, once the first player is known (ST-SETUP-27)."""
    names = among(state)
    if not names:
        return [AllotStars()]
    match state.options.personality_choice:
        case "auction":
            return [TurnUpPersonality(names), AllotStars()]
        case "agreed":
            return [NextToTake(), AllotStars()]
    return [AllotPersonality(state.round_from(state.first), names), AllotStars()]


def among(state: Position) -> list[str]:
    """The Personalities in play, in the edition's order: the seven, and by option the five
    (ST-NEWPERSON-01).
    """
    wanted = {"none": (), "original": ("original",), "all": ("original", "new")}[
        state.options.personalities
    ]
    return [one.name for one in state.book.printed.personalities if one.set in wanted]


def given(state: Position, seat: Seat, name: str, told: Told) -> None:
    """A seat's Personality, open to all (ST-PERSON-01), with the resources that come with it in
    place of the plain ones (ST-NEWPERSON-11); what was bid for it is paid out of both.
    """
    trader = state.traders[seat]
    before = (
        personality_rules.first_stellors(state, trader),
        personality_rules.first_engines(state, trader),
    )
    trader.personalities.append(name)
    trader.stellors += personality_rules.first_stellors(state, trader) - before[0]
    trader.engines += personality_rules.first_engines(state, trader) - before[1]
    summary = state.book.personalities[name].summary
    told.append(
        tell("personality", "ST-SETUP-11", reveals=True, seat=seat, name=name, summary=summary)
    )


# --- by lot ---------------------------------------------------------------------------------------


def lot_chance(state: Position, step: AllotPersonality) -> Chance | None:
    """(ST-SETUP-11)"""
    return (
        Chance("pick", len(step.left), f"{step.seats[0]}'s Personality", "ST-SETUP-11")
        if step.seats
        else None
    )


def lot_picked(state: Position, step: AllotPersonality, outcome: int, told: Told) -> Steps:
    """One each, no two alike (ST-SETUP-11)."""
    given(state, step.seats[0], step.left[outcome - 1], told)
    left = [*step.left[: outcome - 1], *step.left[outcome:]]
    return [AllotPersonality(step.seats[1:], left)] if len(step.seats) > 1 else []


# --- by auction -----------------------------------------------------------------------------------


def without(state: Position) -> list[Seat]:
    """Seats that have none yet, from the first player (ST-OPTION-07)."""
    return [seat for seat in state.round_from(state.first) if not state.traders[seat].personalities]


def turn_up_chance(state: Position, step: TurnUpPersonality) -> Chance | None:
    """(ST-OPTION-06)"""
    return (
        Chance("pick", len(step.left), "the Personality turned up", "ST-OPTION-06")
        if without(state) and step.left
        else None
    )


def turned_up(state: Position, step: TurnUpPersonality, outcome: int, told: Told) -> Steps:
    """The last seat takes the next one free (ST-OPTION-07); else it is bid for (ST-OPTION-06)."""
    name = step.left[outcome - 1]
    left = [*step.left[: outcome - 1], *step.left[outcome:]]
    told.append(tell("turned-up", "ST-OPTION-06", reveals=True, name=name))
    waiting = without(state)
    if len(waiting) == 1:
        given(state, waiting[0], name, told)
        return []
    return [PersonalityAuction(name, left)]


def sold(state: Position, step: PersonalityAuction, winner: Seat, told: Told) -> Steps:
    """To the winner (ST-OPTION-06). One that nobody wants is laid aside while enough are left for
    all, else the next seat has it free (ST-OPTION-08), so that everybody gets one.
    """
    waiting = without(state)
    if not winner and len(step.left) < len(waiting):
        winner = waiting[0]
    if winner:
        given(state, winner, step.name, told)
    return [TurnUpPersonality(step.left)]


# --- as agreed ------------------------------------------------------------------------------------


def next_to_take(state: Position, step: NextToTake, told: Told) -> Steps:
    """From the first player, each seat that has none takes one (ST-OPTION-08)."""
    waiting = without(state)
    return [TakePersonality(waiting[0]), step] if waiting else []


def take(state: Position, step: TakePersonality) -> Asked:
    """Any that nobody has: by which method it was agreed who takes which, is the players' own
    affair (ST-OPTION-08, ST-SETUP-11).
    """
    held = {name for trader in state.traders.values() for name in trader.personalities}
    left = [Choose(name) for name in among(state) if name not in held]
    return Asked(
        step.seat, "Which Personality do you take?", left, "ST-OPTION-08", also=("ST-SETUP-11",)
    )


def taken(state: Position, step: TakePersonality, seat: Seat, order: Choose, told: Told) -> None:
    """(ST-OPTION-08)"""
    given(state, seat, order.thing, told)


# --- stations beside the first --------------------------------------------------------------------


def further(state: Position, step: PlaceFurther) -> Asked:
    """Any world without a station (ST-PERSON-27, ST-STATION-04)."""
    free = [Take(world) for world in state.book.worlds if world not in state.stations]
    question = (
        f"{'One station more is' if step.count == 1 else f'{step.count} stations more are'} "
        "yours to place: on which world?"
    )
    return Asked(step.seat, question, free, "ST-PERSON-27", also=("ST-STATION-04", "ST-SETUP-18"))


def further_placed(
    state: Position, step: PlaceFurther, seat: Seat, order: Take, told: Told
) -> Steps:
    """Free, and without Prestige (ST-PERSON-27)."""
    state.stations[order.world] = Station(seat)
    world = place(state, order.world)
    told.append(tell("places-station", "ST-PERSON-27", seat=seat, world=world))
    return [PlaceFurther(seat, step.count - 1)] if step.count > 1 else []


STEPS = (
    StepHandler(NextToTake, does=next_to_take),
    StepHandler(AllotPersonality, waits=lot_chance, takes=lot_picked),
    StepHandler(TurnUpPersonality, waits=turn_up_chance, takes=turned_up),
    Choosing(TakePersonality, asks=take, answers=taken),
    Choosing(PlaceFurther, asks=further, answers=further_placed),
)
