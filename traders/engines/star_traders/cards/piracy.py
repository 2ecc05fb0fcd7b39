"""Piracy: a cargo and 2 Prestige of a Trader on the same world."""

from __future__ import annotations

from traders.engines.kernel.orders.order_handler import Menu
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import Step, Steps, Told
from traders.engines.kernel.words import listed, named
from traders.engines.star_traders.cards.card import Card, Play, must_name_trader
from traders.engines.star_traders.cards.gotcha import steal
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings import cargo_hold
from traders.engines.star_traders.jump import jump
from traders.engines.star_traders.position.agenda_steps import Played, ShedCargo, TakeCargo
from traders.engines.star_traders.position.choice_and_answer import Asked, Choose, Choosing
from traders.engines.star_traders.position.delivery_and_petition_steps import Deliveries
from traders.engines.star_traders.position.display_names import place
from traders.engines.star_traders.position.state import Position


def _check(state: Position, seat: Seat, order: Play) -> None:
    """In one's own turn, on a shared world, where there is something to steal and the excess can be
    paid for (ST-CARD-24 to 26).
    """
    must_name_trader(state, seat, order)
    if order.on == seat:
        raise Refusal("Piracy takes from another Trader.", "ST-CARD-19")
    if order.on not in jump.near(state, seat):
        raise Refusal(
            f"{named(order.on)}'s ship is not where yours is.", "ST-CARD-25", "ST-TRADE-15"
        )
    cargoes = cargo_hold.stealable(state, order.on)
    if not cargoes and not state.traders[order.on].prestige:
        raise Refusal(
            f"{named(order.on)} has neither cargo that can be taken nor Prestige.", "ST-CARD-26"
        )
    if order.taking and order.taking not in cargoes:
        rules = (
            ("ST-MISSION-10", "ST-CARD-19")
            if cargo_hold.is_imperial(order.taking)
            else ("ST-CARD-19",)
        )
        raise Refusal(
            f"{order.taking} cannot be taken from {named(order.on)}.", *rules, instead=cargoes
        )
    borne = cargo_hold.takeable(state, seat, order.on)
    if order.taking not in borne if order.taking else cargoes and not borne:
        words = "Your hold is full, and you could not pay for abandoning a cargo."
        raise Refusal(words, "ST-CARD-24", "ST-LUCK-15", "ST-CARGO-13", instead=borne)


def _effect(state: Position, play: Played, told: Told) -> Steps:
    """Prestige and cargo, each whether or not the other can be had (ST-CARD-19 to 22); a cargo that
    the pirate cannot bear any more stays where it is (ST-CARGO-24).
    """
    steal(state, play.by, play.on, state.book.bonuses["piracy_prestige"], told, "ST-CARD-19")
    cargoes = cargo_hold.takeable(state, play.by, play.on)
    if not cargoes:
        return []
    if play.choice not in cargoes and len(cargoes) > 1:
        return [TakeCargo(play.by, play.on), *_after(play.by)]
    _take(state, play.by, play.on, play.choice if play.choice in cargoes else cargoes[0], told)
    return _after(play.by)


def _after(seat: Seat) -> list[Step]:
    """What is wanted here is delivered (ST-DELIVER-03), then the excess is abandoned at once
    (ST-CARD-24, ST-CARGO-25).
    """
    return [Deliveries(seat), ShedCargo(seat)]


def choice(state: Position, step: TakeCargo) -> Asked | None:
    """The pirate's choice among what it can bear (ST-CARD-19, ST-CARGO-24)."""
    orders = [Choose(name) for name in cargo_hold.takeable(state, step.seat, step.victim)]
    if not orders:
        return None
    return Asked(
        step.seat, f"Which of {named(step.victim)}'s cargoes do you take?", orders, "ST-CARD-19"
    )


def chosen(state: Position, step: TakeCargo, seat: Seat, order: Choose, told: Told) -> None:
    """(ST-CARD-19)"""
    _take(state, seat, step.victim, order.thing, told)


def _take(state: Position, pirate: Seat, victim: Seat, name: str, told: Told) -> None:
    """The marker on the contract is now the pirate's (ST-CARGO-20); no right to deliver comes with
    it (ST-CARD-23).
    """
    state.traders[pirate].hold.append(cargo_hold.take_out(state.traders[victim], name))
    told.append(tell("piracy", "ST-CARD-19", seat=pirate, victim=victim, cargo=name))


def _menu(state: Position, seat: Seat, card: str) -> Menu:
    here, prestige = jump.whereabouts(state, seat), state.book.bonuses["piracy_prestige"]
    for other in jump.near(state, seat):
        whose, cargoes = named(other), cargo_hold.stealable(state, other)
        for name in cargoes:
            words = f"take {name} and {prestige} Prestige from {whose} on {place(state, here)}"
            yield Play(card, other, taking=name), (words, "ST-CARD-19")
        if not cargoes:
            yield Play(card, other), (f"take {prestige} Prestige from {whose}", "ST-CARD-21")


def _threat(state: Position, play: Played) -> str:
    """The cargo that was asked for, or of several one of the pirate's choice (ST-CARD-19)."""
    taken = min(state.book.bonuses["piracy_prestige"], state.traders[play.on].prestige)
    cargoes = cargo_hold.takeable(state, play.by, play.on)
    cargo = play.choice if play.choice in cargoes else cargoes[0] if len(cargoes) == 1 else ""
    what = [f"{taken} Prestige"] if taken else []
    return f"takes {listed([*what, *([cargo or 'a cargo'] if cargoes else [])])}"


PIRACY = Card(_check, _effect, _menu, threat=_threat, own=("ST-CARD-25",), takes=("taking",))


STEPS = (Choosing(TakeCargo, asks=choice, answers=chosen),)
