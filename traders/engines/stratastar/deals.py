"""Free trade: cards change hands by agreement in anyone's Trade phase (SS-TRD-01, SS-TRD-02,
SS-PBM-06).
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.kernel.contract.contract import Event
from traders.engines.kernel.engine.optional_contract import Session, Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames
from traders.engines.kernel.steps.agenda import Told, put
from traders.engines.kernel.words import named
from traders.engines.stratastar.empire import cards_and_payment, phase_action_record
from traders.engines.stratastar.events import tell
from traders.engines.stratastar.phases import card_swaps
from traders.engines.stratastar.phases.card_swaps import LIST
from traders.engines.stratastar.play.step_handlers import PROCEDURES
from traders.engines.stratastar.position import galaxy, turn_stages
from traders.engines.stratastar.position.agenda_steps import DealInterval
from traders.engines.stratastar.position.display_names import counted
from traders.engines.stratastar.position.state import Position


def things(
    state: Position, giver: Seat, text: str, names: SeatNames = NO_NAMES, *, own: bool = False
) -> str:
    """Cards, or nothing, in one form."""
    return LIST.write(LIST.read(text))


def _parties(state: Position, terms: Terms) -> None:
    """Both in the game, their empires in contact (SS-XPL-04)."""
    if not {terms.maker, terms.taker} <= set(state.playing):
        raise Refusal("Only players in the game deal.", "SS-TRD-01")
    if not galaxy.in_contact(state, terms.maker, terms.taker):
        raise Refusal(
            f"The empires of {named(terms.maker)} and {named(terms.taker)} have never adjoined.",
            "SS-XPL-04",
        )


def session(state: Position) -> Session:
    """An offer is for the Trade phase under way, or for the next one, and lapses when that closes
    (SS-PBM-06).
    """
    stage = turn_stages.stage(state)
    later = stage not in ("draw", "trade", "placing")
    return Session(f"trade {state.turn.number + later}", "SS-PBM-06")


def may_offer(state: Position, terms: Terms) -> None:
    """At any time (SS-PBM-06), by what the maker holds."""
    _parties(state, terms)
    cards_and_payment.must_hold(state, terms.maker, LIST.read(terms.gives), "SS-TRD-02")


def may_accept(state: Position, terms: Terms) -> None:
    """In a Trade phase (SS-TRD-01), by what the taker holds."""
    _parties(state, terms)
    if turn_stages.stage(state) != "trade":
        raise Refusal(
            "Cards change hands in a Trade phase: accept when one is open.",
            "SS-PBM-06",
            "SS-TRD-01",
        )
    cards_and_payment.must_hold(state, terms.taker, LIST.read(terms.takes), "SS-TRD-02")


def exchange(state: Position, terms: Terms) -> list[Event]:
    """Both transfers at one moment; others learn how many cards, not which (SS-TRD-02). A phase
    that is played again makes the deals of it again (SS-PBM-04).
    """
    may_accept(state, terms)
    card_swaps.swap(state, terms)
    phase_action_record.note_deal(state, terms)
    gives, takes = LIST.read(terms.gives), LIST.read(terms.takes)
    sizes = [sum(n for _, n in what) for what in (gives, takes)]
    both = (terms.maker, terms.taker)
    return [
        tell(
            "deal",
            "SS-TRD-02",
            to=both,
            seat=terms.maker,
            whom=terms.taker,
            gives=counted(dict(gives)),
            takes=counted(dict(takes)),
        ),
        tell("deal-unseen", "SS-TRD-02", but=both, both=both, gives=sizes[0], takes=sizes[1]),
    ]


def haggle(state: Position, seats: Sequence[Seat]) -> list[Event]:
    """Play waits for these seats' answers to offers."""
    told: Told = []
    state.turn.bargained = True
    put(state, [DealInterval(list(seats))])
    PROCEDURES.run(state, told)
    return told
