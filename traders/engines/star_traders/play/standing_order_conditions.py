"""What standing orders, stops and plans may wait for. A seat is told only of what it can see: all
of these lie open, but for Prestige and place of its own, which do so too. What began with an event
counts until it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from traders.engines.kernel.grammar.orders import Form
from traders.engines.kernel.grammar.standing_order_conditions import ME, StandingConditions, whose
from traders.engines.kernel.seats import COLOURS, Seat
from traders.engines.star_traders.edition import edition
from traders.engines.star_traders.jump import jump
from traders.engines.star_traders.play.named_things import kinds
from traders.engines.star_traders.position.agenda_steps import (
    CalamityInterval,
    LoseCargo,
    LoseStation,
    Misfortune,
    Played,
)
from traders.engines.star_traders.position.delivery_and_petition_steps import (
    AddBonus,
    PayPrice,
    PetitionAnswered,
    PetitionHeard,
)
from traders.engines.star_traders.position.personality_steps import RaidInterval, RaidRolled
from traders.engines.star_traders.position.state import Happened, Position


class Jumps(msgspec.Struct, frozen=True):
    """A jump of the seat is under way, from its declaration to the end of its last step."""

    seat: Seat
    origin: int = 0
    to: int = 0


class Rolls(msgspec.Struct, frozen=True):
    """The die now in question is the seat's, and shows so much."""

    seat: Seat
    n: int
    way: Literal["better", "worse"]


class Plays(msgspec.Struct, frozen=True):
    """The seat has played the card, and its course is not over."""

    seat: Seat
    card: str
    on: Seat = ""


class Arrives(msgspec.Struct, frozen=True):
    """The seat's ship has come out of hyperspace at the world."""

    seat: Seat
    world: int


class Petitions(msgspec.Struct, frozen=True):
    """The seat's petition is under way."""

    seat: Seat


class Delivers(msgspec.Struct, frozen=True):
    """The seat has delivered the cargo."""

    seat: Seat
    cargo: str


class Attacked(msgspec.Struct, frozen=True):
    """The seat itself is the victim of the Calamity under way, or of a raid."""


class At(msgspec.Struct, frozen=True):
    """The seat's own ship is at the world, not in hyperspace."""

    world: int


class Prestige(msgspec.Struct, frozen=True):
    """The seat itself has so much Prestige."""

    n: int


class JumpFails(msgspec.Struct, frozen=True):
    """The seat's own jump has just failed, or fails as its roll stands."""


FORMS = (
    Form(Jumps, "<seat> jumps [from <origin:world>] [to <to:world>]"),
    Form(Jumps, "<seat> jump [from <origin:world>] [to <to:world>]"),
    Form(Rolls, "<seat> rolls <n> or <way:better|worse>"),
    Form(Plays, "<seat> plays <card> [on <on:seat>]"),
    Form(Arrives, "<seat> arrives at <world>"),
    Form(Petitions, "<seat> petitions"),
    Form(Delivers, "<seat> delivers <cargo>"),
    Form(Attacked, "attacked"),
    Form(Attacked, "i am attacked"),
    Form(At, "at <world>"),
    Form(Prestige, "prestige <n> or more"),
    Form(JumpFails, "my jump fails"),
)


# --- one look each --------------------------------------------------------------------------------


def _jumps(state: Position, me: Seat, atom: Jumps) -> str:
    way = state.jump
    if way is None or whose(atom.seat, me) != way.seat:
        return ""
    if atom.origin not in (0, way.origin) or atom.to not in (0, way.to):
        return ""
    return f"jump {way.number}"


def _rolls(state: Position, me: Seat, atom: Rolls) -> str:
    die = state.die
    if die is None or whose(atom.seat, me) != die.seat:
        return ""
    holds = die.value >= atom.n if atom.way == "better" else die.value <= atom.n
    return f"throw {die.throw}" if holds else ""


def _plays(state: Position, me: Seat, atom: Plays) -> str:
    def fits(event: Happened) -> bool:
        return (
            event.thing == atom.card
            and whose(atom.seat, me) == event.seat
            and (not atom.on or whose(atom.on, me) == event.on)
        )

    return _lately(state, "plays", fits)


def _arrives(state: Position, me: Seat, atom: Arrives) -> str:
    return _lately(
        state,
        "arrives",
        lambda event: event.world == atom.world and whose(atom.seat, me) == event.seat,
    )


def _delivers(state: Position, me: Seat, atom: Delivers) -> str:
    return _lately(
        state,
        "delivers",
        lambda event: event.thing.startswith(atom.cargo) and whose(atom.seat, me) == event.seat,
    )


def _jump_fails(state: Position, me: Seat, atom: JumpFails) -> str:
    if (
        state.jump is not None
        and state.die is not None
        and state.jump.seat == me
        and jump.fails(state)
    ):
        return f"throw {state.die.throw}"
    return _lately(state, "fails", lambda event: event.seat == me)


def _lately(state: Position, what: str, fits: Callable[[Happened], bool]) -> str:
    """What happened last of this kind since the seat on turn gave its order."""
    return next(
        (
            f"{what} {event.number}"
            for event in reversed(state.lately)
            if event.what == what and fits(event)
        ),
        "",
    )


def _petitions(state: Position, me: Seat, atom: Petitions) -> str:
    under_way = any(
        isinstance(step, (PetitionHeard, AddBonus, PetitionAnswered, PayPrice))
        for step in state.agenda
    )
    return (
        f"petition {state.turn.number}"
        if under_way and whose(atom.seat, me) == state.turn.seat
        else ""
    )


def _attacked(state: Position, me: Seat, atom: Attacked) -> str:
    struck = any(play.on == me != play.by for play in _calamities(state))
    if struck or any(
        isinstance(step, (LoseStation, LoseCargo)) and step.seat == me for step in state.agenda
    ):
        return _lately(state, "plays", lambda event: event.on == me != event.seat) or "calamity"
    raided = any(
        isinstance(step, (RaidRolled, RaidInterval)) and step.on == me for step in state.agenda
    )
    return f"raid {state.turn.number}" if raided else ""


def _calamities(state: Position) -> Iterator[Played]:
    """The Calamities under way."""
    for step in state.agenda:
        if isinstance(step, (CalamityInterval, Misfortune)):
            yield step.play


def _at(state: Position, me: Seat, atom: At) -> str:
    away = state.jump is not None and state.jump.seat == me and state.jump.hyperspace
    return f"at {atom.world}" if state.traders[me].at == atom.world and not away else ""


def _prestige(state: Position, me: Seat, atom: Prestige) -> str:
    return f"prestige {atom.n}" if state.traders[me].prestige >= atom.n else ""


CONDITIONS: StandingConditions[Position] = StandingConditions(
    FORMS,
    {
        Jumps: _jumps,
        Rolls: _rolls,
        Plays: _plays,
        Arrives: _arrives,
        Petitions: _petitions,
        Delivers: _delivers,
        Attacked: _attacked,
        At: _at,
        Prestige: _prestige,
        JumpFails: _jump_fails,
    },
    kinds=lambda digest, seats: kinds(edition(digest), (*seats, ME)),
    of=lambda state: (state.edition, tuple(state.seats)),
    standard=lambda: (edition().digest, COLOURS),
)
