"""Free trade: cards change hands by agreement in anyone's Trade phase (SS-TRD-01, SS-TRD-02, SS-PBM-06)."""

from __future__ import annotations

from collections.abc import Sequence

from traders.engines.agenda import Told, put
from traders.engines.contract import Event, Refusal, Seat, Terms
from traders.engines.stratastar import galaxy, hands, stages
from traders.engines.stratastar.order_types import Cards
from traders.engines.stratastar.orders import CardList
from traders.engines.stratastar.procedures import PROCEDURES
from traders.engines.stratastar.state import Position
from traders.engines.stratastar.steps import DealInterval
from traders.engines.stratastar.words import cards, count, named

LIST = CardList()


def things(state: Position, giver: Seat, text: str) -> str:
    """Cards, or nothing, in one form."""
    return LIST.write(LIST.read(text))


def _possible(state: Position, terms: Terms) -> None:
    """In a Trade phase (SS-TRD-01), between empires in contact (SS-XPL-04)."""
    if not {terms.maker, terms.taker} <= set(state.playing):
        raise Refusal("Only players in the game deal.", "SS-TRD-01")
    if stages.stage(state) != "trade":
        raise Refusal("Cards change hands in a Trade phase; offers lapse when it closes.", "SS-PBM-06", "SS-TRD-01")
    if not galaxy.in_contact(state, terms.maker, terms.taker):
        raise Refusal(f"The empires of {terms.maker} and {terms.taker} have never adjoined.", "SS-XPL-04")


def _wanted(text: str) -> Cards:
    return LIST.read(text)


def may_offer(state: Position, terms: Terms) -> None:
    """By what the maker holds, and the size of the taker's hand."""
    _possible(state, terms)
    hands.must_hold(state, terms.maker, _wanted(terms.gives), "SS-TRD-02")


def may_accept(state: Position, terms: Terms) -> None:
    """By what the taker holds."""
    _possible(state, terms)
    hands.must_hold(state, terms.taker, _wanted(terms.takes), "SS-TRD-02")


def exchange(state: Position, terms: Terms) -> list[Event]:
    """Both transfers at one moment; a deal that cannot be met is void. Others learn how many cards, not which (SS-TRD-02)."""
    may_accept(state, terms)
    gives, takes = _wanted(terms.gives), _wanted(terms.takes)
    for name, n in gives:
        if state.empires[terms.maker].hand.get(name, 0) < n:
            raise Refusal(f"{named(terms.maker)} cannot give that any more.", "SS-TRD-02")
    for giver, taker, what in ((terms.maker, terms.taker, gives), (terms.taker, terms.maker, takes)):
        for name, n in what:
            hand = state.empires[giver].hand
            hand[name] -= n
            state.empires[giver].hand = {card: m for card, m in hand.items() if m}
            hands.add(state, taker, name, n)
    sizes = [count(sum(n for _, n in what), "card") for what in (gives, takes)]
    told = f"{named(terms.maker)} gives {terms.taker} {cards(dict(gives))} for {cards(dict(takes))}."
    veiled = f"{named(terms.maker)} and {terms.taker} deal: {sizes[0]} for {sizes[1]}."
    both = (terms.maker, terms.taker)
    return [Event(told, to=both, rule="SS-TRD-02", kind="deal"), Event(veiled, but=both, rule="SS-TRD-02", kind="deal")]


def haggle(state: Position, seats: Sequence[Seat]) -> list[Event]:
    """Play waits for these seats' answers to offers."""
    told: Told = []
    state.turn.bargained = True
    put(state, [DealInterval(list(seats))])
    PROCEDURES.run(state, told)
    return told
