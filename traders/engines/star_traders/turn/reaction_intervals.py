"""Which intervals open, for whom, by public facts alone (PR-INTERVAL-04): hand sizes are public, so
most open while any seat holds a card and wait for those that do. One in which nobody could act does
not open.
"""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.contract.contract import Event, Interval
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.steps.agenda import StepHandler
from traders.engines.kernel.words import seats_listed
from traders.engines.star_traders.cards import CARDS, die_result_in_words
from traders.engines.star_traders.court import imperial_station_petition
from traders.engines.star_traders.events import tell
from traders.engines.star_traders.holdings.cargo_hold import IMPERIAL
from traders.engines.star_traders.jump.jump import declared
from traders.engines.star_traders.personalities import personality_rules
from traders.engines.star_traders.position.agenda_steps import (
    CalamityInterval,
    DieInterval,
    LostInterval,
    QuarantineInterval,
    ZapInterval,
)
from traders.engines.star_traders.position.delivery_and_petition_steps import (
    DealInterval,
    PetitionInterval,
)
from traders.engines.star_traders.position.display_names import place, world_name
from traders.engines.star_traders.position.personality_steps import RaidInterval
from traders.engines.star_traders.position.state import Position

NAMES = ("quarantine", "zap", "lost", "calamity", "petition", "die", "deal", "auction")
Stakes = tuple[str, Seat]
"""What the deed under way could win, a sentence; and who wins the game by it at once, or ""."""
NONE: Stakes = ("", "")
THEN = {"quarantine": ("zap", "lost"), "zap": ("zap", "lost"), "petition": ("die",)}
"""What may follow an interval in the same jump or petition (ST-TIMING-01, ST-PETITION-04)."""
USES = {"petition": "petition", "jackpot": "delivery at Jackpot", "raid": "raid"}


def card_holders(state: Position, *also: Seat) -> tuple[Seat, ...]:
    """Seats that hold a card, and these, from the one on turn round the table."""
    return tuple(
        [
            seat
            for seat in state.round_from(state.turn.seat)
            if state.traders[seat].hand or seat in also
        ]
    )


def _interval(
    key: int,
    name: str,
    about: Event,
    seats: tuple[Seat, ...],
    rule: str,
    *,
    stakes: Stakes = NONE,
    attacked: tuple[Seat, ...] = (),
) -> Interval:
    words, wins = stakes
    more = {"stakes": words, "wins": wins, "attacked": attacked, "then": THEN.get(name, ())}
    return Interval.upon(about, key, name, seats, rule, **more)


def quarantine(state: Position, step: QuarantineInterval) -> Interval:
    """Step 2 of a jump (ST-TIMING-07): for who holds cards, and for the owner of the station aimed
    at (ST-STATION-12).
    """
    jump = state.jump
    assert jump is not None
    owner = ""
    if (
        jump.kind == "station"
        and jump.to in state.stations
        and state.stations[jump.to].owner != jump.seat
    ):
        owner = state.stations[jump.to].owner
    seats = card_holders(state, owner)
    about = declared(state)
    return _interval(step.key, "quarantine", about, seats, "ST-TIMING-07", stakes=wins(state))


def zap(state: Position, step: ZapInterval) -> Interval:
    """Step 4 of a jump, in which Zaps and re-rolls come in any order, or a die of a world's number
    (ST-TIMING-14, ST-TIMING-15, ST-TIMING-36).
    """
    die, jump = state.die, state.jump
    assert die is not None
    assert jump is not None
    seats = card_holders(state, *personality_rules.rerolls_free(state))
    if die.use == "world":
        plain = (
            ("arm", "world")
            if jump.kind == "random" or jump.moved
            else ("first die", "second die", "third die")
        )
        what = plain[len(jump.digits)]
        about = tell("rolls-world", seat=die.seat, die=die.value, what=what)
        return _interval(step.key, "zap", about, seats, "ST-TIMING-36", stakes=wins(state))
    data: dict[str, Any] = {"seat": die.seat, "die": die.value, "stands": _stands(state)}
    about = (
        tell("rolled-for", needs=jump.needs, goal=place(state, jump.to), **data)
        if jump.to
        else tell("rolled", **data)
    )
    return _interval(step.key, "zap", about, seats, "ST-TIMING-14", stakes=wins(state))


def lost(state: Position, step: LostInterval) -> Interval:
    """Step 6 of a jump (ST-TIMING-20)."""
    jump = state.jump
    assert jump is not None
    seats = card_holders(state)
    about = tell("in-hyperspace", seat=jump.seat, world=place(state, jump.to))
    return _interval(step.key, "lost", about, seats, "ST-TIMING-20", stakes=wins(state))


def calamity(state: Position, step: CalamityInterval) -> Interval:
    """After a Calamity: for its victim alone, with cards or without, since a deal may help
    (ST-CALAMITY-03, ST-CALAMITY-04, ST-CALAMITY-10); after a Quarantine for who holds cards
    (ST-CARD-30).
    """
    play = step.play
    if play.on:
        about = tell(
            "calamity",
            seat=play.by,
            card=play.card,
            standing="" if play.card == play.printed else play.printed,
            on=play.on,
            threat=CARDS[play.printed or play.card].threat(state, play),
        )
        victim = (play.on,)
        return _interval(step.key, "calamity", about, victim, "ST-CALAMITY-03", attacked=victim)
    holders = card_holders(state)
    world = place(state, play.at)
    about = tell("quarantine-played", seat=play.by, card=play.card, world=world)
    struck = tuple(
        seat for seat in state.playing() if state.traders[seat].at == play.at and seat != play.by
    )
    return _interval(step.key, "calamity", about, holders, "ST-CARD-30", attacked=struck)


def raid(state: Position, step: RaidInterval) -> Interval | None:
    """After a raid's successful die, for its victim alone, with cards or without (ST-NEWPERSON-16,
    ST-CALAMITY-10).
    """
    if state.traders[step.on].out:
        return None
    about, struck = tell("raid", seat=step.by, on=step.on), (step.on,)
    return _interval(step.key, "calamity", about, struck, "ST-NEWPERSON-16", attacked=struck)


def petition(state: Position, step: PetitionInterval) -> Interval:
    """Before the petitioner's die: cards kept for it are played now (ST-PETITION-06,
    ST-PRESTIGE-06).
    """
    seats = card_holders(state)
    return _interval(
        step.key,
        "petition",
        tell("petition", seat=state.turn.seat),
        seats,
        "ST-PETITION-06",
        stakes=_of_petition(state),
    )


def die(state: Position, step: DieInterval) -> Interval:
    """After any die but those of jumps (ST-CARD-54)."""
    thrown = state.die
    assert thrown is not None
    seats = card_holders(state)
    about = tell(
        "petition-die",
        seat=thrown.seat,
        use=USES[thrown.use],
        die=thrown.value,
        stands=_stands(state),
    )
    stakes = _of_petition(state) if thrown.use == "petition" else NONE
    return _interval(step.key, "die", about, seats, "ST-CARD-54", stakes=stakes)


def deal(state: Position, step: DealInterval) -> Interval:
    """A bargainer has asked for time; without that, deals hold up nobody (ST-TRADE-07,
    ST-TRADE-08).
    """
    seats = tuple(seat for seat in state.round_from(state.turn.seat) if seat in step.seats)
    cause = f"A bargainer asks for time: play waits for {seats_listed(seats)}."
    return Interval(step.key, "deal", cause, seats, "ST-TRADE-07", haggling=True)


def _stands(state: Position) -> str:
    """What the die that lies there comes to as it stands."""
    assert state.die is not None
    return die_result_in_words.result(state, state.die.value)


def _of_petition(state: Position) -> Stakes:
    """What a petition may win: a mission whose delivery wins, or a station (ST-ADV-05)."""
    if state.options.game == "basic":
        return "An Imperial Mission is at stake: delivering it wins the game.", ""
    seat = state.turn.seat
    longer = len(imperial_station_petition.chain(state, seat, state.traders[seat].at))
    if longer < imperial_station_petition.needed(state):
        return "An Imperial Station is at stake.", ""
    return "If it is granted, the chain is complete and wins the game.", seat


def wins(state: Position) -> Stakes:
    """What the jump under way would win: it goes to the goal of the jumper's mission with its cargo
    aboard (PR-INTERVAL-06).
    """
    jump = state.jump
    if jump is None or not jump.to:
        return NONE
    trader = state.traders[jump.seat]
    if not trader.mission or state.book.contracts[trader.mission].deliver != jump.to:
        return NONE
    aboard = any(
        cargo.name.startswith(IMPERIAL) and cargo.owner == jump.seat for cargo in trader.hold
    )
    if not aboard:
        return NONE
    goal = world_name(state, jump.to)
    return f"Arriving at {goal} with the Imperial Cargo wins the game.", jump.seat


STEPS = (
    StepHandler(QuarantineInterval, waits=quarantine),
    StepHandler(ZapInterval, waits=zap),
    StepHandler(LostInterval, waits=lost),
    StepHandler(CalamityInterval, waits=calamity),
    StepHandler(DieInterval, waits=die),
    StepHandler(PetitionInterval, waits=petition),
    StepHandler(DealInterval, waits=deal),
    StepHandler(RaidInterval, waits=raid),
)
