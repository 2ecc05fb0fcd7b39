"""Petitioning the Emperor: the announcement, the die, the bonus of the Prestige zone, the table,
the price.
"""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.orders.order_handler import Meaning, Order, OrderHandler, stays
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, StepHandler, Steps, Told
from traders.engines.kernel.words import count
from traders.engines.star_traders.court import imperial_station_petition, petition_table
from traders.engines.star_traders.edition import PetitionRow
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import imperial_mission, money
from traders.engines.star_traders.jump.dice import Add
from traders.engines.star_traders.position import prestige, turn_stages
from traders.engines.star_traders.position.agenda_steps import DieInterval, Throw
from traders.engines.star_traders.position.choice_and_answer import Asked, Choosing, answer
from traders.engines.star_traders.position.delivery_and_petition_steps import (
    AddBonus,
    PayPrice,
    PetitionAnswered,
    PetitionHeard,
    PetitionInterval,
    TurnUpMission,
)
from traders.engines.star_traders.position.display_names import place, world_name
from traders.engines.star_traders.position.state import Position


def petition(seat: Seat, at: int = 0) -> list[Step]:
    """What a petition is, once it is announced (ST-PETITION-04)."""
    return [
        PetitionInterval(),  # before the roll (ST-PETITION-06)
        PetitionHeard(seat, at),  # whether there is a petition at all (ST-PETITION-07)
    ]


def hearing(seat: Seat, at: int = 0) -> list[Step]:
    """What follows where the petition is heard."""
    return [
        Throw("petition", seat),
        DieInterval(),  # the die may be changed (ST-PETITION-08)
        AddBonus(seat, at),  # the zone is looked at last (ST-PETITION-09)
    ]


# --- the order `petition` -------------------------------------------------------------------------


class Petition(Order, frozen=True):
    """`petition` · `petition <world>`"""

    at: int = 0


def _check(state: Position, seat: Seat, order: Petition) -> None:
    """An Action, on any world, with 15 Prestige, without a mission of one's own (ST-PETITION-02,
    ST-PETITION-03, ST-PETITION-05, ST-MISSION-12); what others have does not matter
    (ST-MISSION-15).
    """
    if state.options.game == "advanced":
        _check_station(state, seat, order)
        return
    if order.at:
        raise Refusal(
            "In the basic game a petition is for an Imperial Mission: petition.",
            "ST-TURN-06",
            "ST-PETITION-05",
            instead=["petition"],
        )
    turn_stages.must_have_action(state, "ST-PETITION-03")
    if state.turn.barred:
        raise Refusal(
            "Your petition of this turn was not heard: another Action may be taken, not a second "
            "petition.",
            "ST-PETITION-07",
        )
    if state.traders[seat].mission:
        raise Refusal("You have an Imperial Mission already.", "ST-MISSION-12")
    if not enough(state, seat):
        needed = state.book.limits["mission_min_prestige"]
        raise Refusal(
            f"A mission takes {needed} Prestige, and you have {state.traders[seat].prestige}.",
            "ST-PETITION-02",
        )


def _check_station(state: Position, seat: Seat, order: Petition) -> None:
    """For the Imperial status of an own station, as the turn's Action (ST-ADV-09, ST-IMPERIAL-01,
    ST-IMPERIAL-02, ST-IMPERIAL-23).
    """
    if not order.at:
        here = world_name(state, state.traders[seat].at).lower()
        words = (
            "In the advanced game there are no Imperial Missions: petition <world> is for the "
            "station there."
        )
        raise Refusal(words, "ST-ADV-09", "ST-TURN-06", instead=[f"petition {here}"])
    turn_stages.must_have_action(state, "ST-IMPERIAL-02", "ST-TURN-06")
    imperial_station_petition.must_be_station(state, seat, order.at)


def enough(state: Position, seat: Seat) -> bool:
    """(ST-PETITION-02)"""
    return state.traders[seat].prestige >= state.book.limits["mission_min_prestige"]


def _announce(state: Position, seat: Seat, order: Petition, told: Told) -> Steps:
    """Movement is over, whatever comes of it (ST-TURN-18), and this is the turn's Action
    (ST-PETITION-03, ST-IMPERIAL-02).
    """
    turn_stages.use_action(state)
    what = f"Imperial status for {place(state, order.at)}" if order.at else "an Imperial Mission"
    rule = "ST-IMPERIAL-02" if order.at else "ST-PETITION-03"
    told.append(tell("petitions", rule, seat=seat, what=what))
    return petition(seat, order.at)


def _petitions(state: Position, seat: Seat) -> tuple[Petition]:
    basic = state.options.game == "basic"
    return (Petition() if basic else Petition(state.traders[seat].at),)


def _means(state: Position, seat: Seat, order: Petition) -> Meaning:
    if not order.at:
        return "petition the Emperor for an Imperial Mission", "ST-PETITION-03"
    world = place(state, order.at)
    words = f"petition the Emperor for Imperial status of your station on {world}"
    return words, "ST-IMPERIAL-02"


PETITION = OrderHandler(
    Petition,
    forms=("petition [<at:world>]",),
    help="Petition the Emperor for a mission, or in the advanced game for your station here.",
    example="petition",
    said=("ask emperor", "petition emperor", "see emperor"),
    stages=turn_stages.BEFORE_DRAW,
    rule="ST-TURN-06",
    untimely=("ST-PETITION-03", "ST-TURN-06", "ST-TURN-01"),
    check=_check,
    menu=_petitions,
    means=_means,
    deed=stays(_announce),
)


# --- before the roll, and after -------------------------------------------------------------------


def heard(state: Position, step: PetitionHeard, told: Told) -> Steps:
    """Prestige brought under 15 before the roll: there is no petition, and a different Action may
    be taken, not a second petition (ST-PETITION-07); a station that has gone meanwhile gives the
    Action back to nobody (ST-TURN-22).
    """
    if step.at and not imperial_station_petition.petitions_for(state, step.seat, step.at):
        world = place(state, step.at)
        told.append(tell("no-ordinary-station", "ST-IMPERIAL-23", seat=step.seat, world=world))
        return []
    if not step.at and not enough(state, step.seat):
        told.append(tell("too-little-prestige", "ST-PETITION-07", seat=step.seat))
        turn_stages.give_back(state)
        state.turn.barred = state.options.revision > 1
        return []
    return hearing(step.seat, step.at)


def bonus(state: Position, step: AddBonus) -> Asked | None:
    """What the zone allows now may be added, or less, the best first; silence adds nothing. Asked
    only where it allows anything; for a station likewise (ST-PETITION-09 to 11, ST-IMPERIAL-20).
    """
    most = state.book.zone(state.traders[step.seat].prestige).bonus
    if not most:
        return None
    shown = state.die.value if state.die is not None else 0
    rule = "ST-PETITION-10" if most == 1 else "ST-PETITION-11"
    results = range(shown, shown + most + 1)
    ordered = petition_table.best_first(state, step.seat, results, step.at)
    return Asked(
        step.seat,
        f"The die shows {shown}. What do you add to it?",
        [Add(result - shown) for result in ordered],
        rule,
        silence=ordered.index(shown),
        does=[(petition_table.told(state, step.seat, one, step.at), rule) for one in ordered],
    )


def unraised(state: Position, step: AddBonus, told: Told) -> Steps:
    """The zone gives nothing: the die is the result. Prestige brought under 15 does not stop the
    petition (ST-PETITION-24).
    """
    assert state.die is not None
    return [PetitionAnswered(step.seat, state.die.value, step.at)]


def raised(state: Position, step: AddBonus, seat: Seat, order: Add, told: Told) -> Steps:
    """(ST-PETITION-10, ST-PETITION-11)"""
    assert state.die is not None
    return [PetitionAnswered(seat, state.die.value + order.bonus, step.at)]


# --- the table ------------------------------------------------------------------------------------


def answered(state: Position, step: PetitionAnswered, told: Told) -> Steps:
    """Denied with a loss, granted free, or granted at a price; a price that is there is paid
    without a question (ST-PETITION-21).
    """
    state.die = None
    found = state.book.petition_row(step.result, step.at)
    answer: dict[str, Any] = {"seat": step.seat, "result": step.result, "label": found.label}
    told.append(tell("answer", found.rule, **answer))
    if found.outcome == "denied":
        fail(state, step.seat, found, told)
        return imperial_station_petition.auction(state, step.seat, step.at) if found.auction else []
    if step.at:
        return [PayPrice(step.seat, step.result, step.at)]
    if _none_fits(state, told):
        return []
    if not money.can_pay(state, step.seat, found.price_stellors):
        return [PayPrice(step.seat, step.result, step.at)]
    return grant(state, step.seat, found, told)


def grant(state: Position, seat: Seat, found: PetitionRow, told: Told) -> Steps:
    """The price is paid, the mission drawn (ST-PETITION-16 to 20, ST-MISSION-01)."""
    if _none_fits(state, told):
        return []
    money.pay(state, seat, found.price_stellors, told, found.rule)
    return [TurnUpMission(seat)]


def _none_fits(state: Position, told: Told) -> bool:
    """Whether neither deck nor discards hold a contract for a mission: all are told, nothing is
    paid, and the Action is used (ST-MISSION-03).
    """
    if state.options.revision == 1 or imperial_mission.there_is_one(state):
        return False
    told.append(tell("no-mission", "ST-MISSION-03"))
    return True


def fail(state: Position, seat: Seat, found: PetitionRow, told: Told) -> None:
    """What a petition that fails costs, as far as it is there (ST-MONEY-07, ST-PRESTIGE-09); it may
    be made again in a later turn (ST-PETITION-23).
    """
    told.append(tell("denied", found.rule, seat=seat))
    money.lose(state, seat, found.fail_stellors, told, found.rule)
    prestige.lose(state, seat, found.fail_prestige, told, found.rule)
    if found.lose_turns:
        state.traders[seat].skip += found.lose_turns
        told.append(tell("will-lose-turn", found.rule, seat=seat))


class Pay(Order, frozen=True):
    """`pay`"""


class Refuse(Order, frozen=True):
    """`refuse`"""


def price(state: Position, step: PayPrice) -> Asked:
    """A price that cannot be paid yet: money may still be raised; silence refuses (ST-PETITION-22,
    ST-IMPERIAL-18).
    """
    found = state.book.petition_row(step.result, step.at)
    orders: list[Order] = [Refuse()]
    loss = petition_table.loss_in_words(state, step.seat, found)
    declined = (loss, "ST-IMPERIAL-18" if step.at else "ST-PETITION-22")
    if step.at:
        barred = imperial_station_petition.missing(state, step.seat, step.at, found)
        orders += [] if barred else [Pay()]
        words = imperial_station_petition.in_words(state, step.seat, step.at, found)
        granted = (f"{world_name(state, step.at)} becomes an Imperial Station", found.rule)
        does = [declined, granted][: len(orders)]
        return Asked(step.seat, words, orders, found.rule, alone=True, also=barred, does=does)
    price, free = found.price_stellors, money.free(state, step.seat)
    if price <= free:
        orders.append(Pay())
        question = f"The mission costs {count(price, 'Stellor')}: `pay`, or `refuse`?"
    else:
        question = (
            f"The mission costs {count(price, 'Stellor')} and you have {free}. Raise "
            f"{price - free} by a deal and `pay`, or `refuse`?"
        )
    does = [declined, ("you get an Imperial Mission", found.rule)][: len(orders)]
    return Asked(step.seat, question, orders, found.rule, alone=True, does=does)


def settled(state: Position, step: PayPrice, seat: Seat, order: Order, told: Told) -> Steps:
    """(ST-PETITION-16 to 19, ST-PETITION-22, ST-IMPERIAL-13 to 19)"""
    found = state.book.petition_row(step.result, step.at)
    if isinstance(order, Pay) and step.at:
        return imperial_station_petition.promote(state, seat, step.at, found, told)
    if isinstance(order, Pay):
        return grant(state, seat, found, told)
    fail(state, seat, found, told)
    return []


PAY = answer(
    Pay,
    "pay",
    help="Pay the price of your granted petition.",
    said=("pay price", "pay up"),
    rule="ST-PETITION-22",
)
REFUSE = answer(
    Refuse,
    "refuse",
    help="Do not pay the price of your petition, and take the loss instead.",
    rule="ST-IMPERIAL-18",
)

STEPS = (
    StepHandler(PetitionHeard, does=heard),
    StepHandler(PetitionAnswered, does=answered),
    Choosing(AddBonus, asks=bonus, answers=raised, closes=unraised),
    Choosing(PayPrice, asks=price, answers=settled),
)
