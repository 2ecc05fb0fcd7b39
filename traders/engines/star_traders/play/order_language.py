"""The orders of Star Traders, in the order in which they are offered, and their lines: read by what
the position shows to be meant, and written for the history.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, cast

import msgspec

from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.grammar.order_parts import words_of
from traders.engines.kernel.grammar.orders import Form, Grammar
from traders.engines.kernel.orders.order_handler import Order, Shape
from traders.engines.kernel.orders.order_language import MOST_WRITTEN, OrderLanguage
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS, NO_NAMES, Seat, SeatNames
from traders.engines.star_traders import auction
from traders.engines.star_traders.auction import Bid
from traders.engines.star_traders.cards import avoid_calamity, card_play
from traders.engines.star_traders.cards.avoid_calamity import Avoid
from traders.engines.star_traders.cards.card import Play
from traders.engines.star_traders.court import petition
from traders.engines.star_traders.delivery import delivery
from traders.engines.star_traders.delivery.delivery import Deliver
from traders.engines.star_traders.edition import edition
from traders.engines.star_traders.holdings import cargo_orders as cargo
from traders.engines.star_traders.holdings import luck_cards, ship_engines, stations
from traders.engines.star_traders.holdings.cargo_abandonment import Abandon
from traders.engines.star_traders.holdings.cargo_hold import IMPERIAL, imperial
from traders.engines.star_traders.holdings.cargo_orders import Assign, Load
from traders.engines.star_traders.holdings.luck_cards import Keep
from traders.engines.star_traders.jump import dice, engine_raid, jump, personality_jumps
from traders.engines.star_traders.personalities import WAYS, personality_rules
from traders.engines.star_traders.play import ambiguous_names, named_things
from traders.engines.star_traders.position import choice_and_answer
from traders.engines.star_traders.position.choice_and_answer import Choose
from traders.engines.star_traders.position.state import Position
from traders.engines.star_traders.turn import turn

TALENTS = (
    *((rf"jump {way.kind}$", way.whose, way.rule) for way in WAYS.values()),
    (r"stay$", "Only the Seer may stay after a roll.", "ST-NEWPERSON-08"),
    (r"raid \w", *engine_raid.NOT_PETE),
    (r"keep \w", *luck_cards.NOT_LOU),
)
AUCTIONS = ((r"(bid [0-9]+|no bid)$", *auction.NONE),)
"""Orders that belong to Personalities and auctions: in a game without them they are understood, and
refused by their rule.
"""
ELSEWHERE = ("jump", "stay", "raid", "keep", "bid", "no")
"""How they begin."""

_THROW = re.compile(r" throw ([0-9]+)$")


class StarOrders(OrderLanguage[Position]):
    """Orders as they are read on a board, by a seat."""

    def read(self, state: Position, seat: Seat, text: str, names: SeatNames = NO_NAMES) -> Any:
        line = " ".join(words_of(text))
        if line.startswith(ELSEWHERE):
            for pattern, words, rule in _elsewhere(state):
                if re.match(pattern, line):
                    raise Refusal(words, rule)
        order = self._meant(state, seat, text, names)
        match order:
            case Bid(stellors=0) if line != "no bid":
                words = f"The lowest bid is {state.book.prices['auction_min_bid']}."
                raise Refusal(words, "ST-IMPERIAL-22", instead=["no bid"])
            case Load(cargo=cargo) if cargo == IMPERIAL:
                return msgspec.structs.replace(order, cargo=imperial(seat))  # (ST-MISSION-06)
            case Deliver(cargo=cargo) | Abandon(cargo=cargo) | Assign(cargo=cargo) if (
                cargo == IMPERIAL
            ):
                return msgspec.structs.replace(
                    order, cargo=named_things.imperial_meant(state, seat)
                )
            case Choose(thing=thing) if thing == IMPERIAL:
                return Choose(named_things.imperial_meant(state, seat))
            case Keep():
                return luck_cards.kept(state, seat, order)
            case Play():
                return _played(state, seat, order)
        return order

    def _meant(self, state: Position, seat: Seat, text: str, names: SeatNames) -> Order:
        """What fits several things is read once more among those that the order can take."""
        try:
            return cast("Order", self.grammar(state, seat).read(text, names))
        except Refusal as refusal:
            if refusal.kind != "ambiguous" or seat not in state.traders:
                raise
            words = words_of(text)
            known = named_things.kinds(state.book, tuple(state.seats), seat)
            meant = ambiguous_names.by_order(state, seat, words[0], words[1:])
            grammar = Grammar(self.forms, named_things.among(known, meant))
            return cast("Order", named_things.reread(grammar, text, names, refusal))

    def grammar(self, state: Position, seat: Seat) -> Grammar:
        return _grammar(state.edition, tuple(state.seats), seat)

    def language(self) -> Grammar:
        return _grammar(edition().digest, COLOURS, "")

    @cached_property
    def forms(self) -> list[Form]:
        """First those without a blank, which so come before all names."""
        return sorted(super().forms, key=lambda form: bool(form.slots))

    @cached_property
    def _writer(self) -> Grammar:
        return Grammar(self.forms, named_things.as_written())

    def write(self, order: Order) -> str:
        """Not remembered: a world is named while the editions at hand agree on its name."""
        return _THROW.sub(r" (throw \1)", self._writer.write(order))

    def public(self, order: Order) -> str:
        """Which throw a card was meant for is the box's note."""
        if isinstance(order, Choose) and order.thing in named_things.known_cards():
            return (
                "choose a card"  # which card changes hands is its two parties' to know (ST-LUCK-02)
            )
        return _THROW.sub("", self._writer.write(order))

    def offering(self, state: Position) -> Callable[[Order | Shape, str, str, bool], Offer]:
        """Worlds are called as the game's edition calls them."""
        return _offering(state.edition)


def _played(state: Position, seat: Seat, order: Play) -> Order:
    """A card as it is meant: some are played by an order of their own (ST-NEWPERSON-14), one on a
    die is meant for the throw that lies there (PR-PRIORITY-03).
    """
    cards = state.book.cards
    if cards[order.card].when == "reply":
        return Avoid()
    if order.stands_for and seat in state.traders:
        others = personality_rules.stands_in(state, state.traders[seat], order.card)
        if order.stands_for in others and cards[order.stands_for].when == "reply":
            return Avoid(order.card)
    if state.die is not None and not order.throw and cards[order.card].target == "die":
        return msgspec.structs.replace(order, throw=state.die.throw)
    return order


def _elsewhere(state: Position) -> tuple[tuple[str, str, str], ...]:
    """What is not in this game."""
    options = state.options
    talents = options.personalities == "none" and not any(
        trader.personalities for trader in state.traders.values()
    )
    auctions = options.game == "basic" and options.personality_choice != "auction"
    return (TALENTS if talents else ()) + (AUCTIONS if auctions else ())


def for_later(order: Order) -> Order:
    """The order without the throw that lay there as it was read (PR-PRIORITY-03)."""
    return msgspec.structs.replace(order, throw=0) if isinstance(order, Play) else order


ORDERS = StarOrders(
    (
        jump.JUMP,
        *personality_jumps.OWN_WAYS,
        jump.RANDOM,
        turn.HALT,
        stations.BUILD,
        ship_engines.ENGINE,
        luck_cards.DRAW,
        turn.END,
        card_play.PLAY,
        avoid_calamity.AVOIDING,
        dice.REROLL,
        ship_engines.REPAIR,
        stations.PERMIT,
        stations.FORBID,
        cargo.LOAD,
        delivery.DELIVER,
        cargo.ABANDON,
        cargo.ASSIGN,
        petition.PETITION,
        dice.ADD,
        engine_raid.RAID,
        auction.BID,
        petition.PAY,
        petition.REFUSE,
        personality_jumps.STAY,
        personality_jumps.TAKE,
        luck_cards.KEEP,
        luck_cards.DISCARD,
        choice_and_answer.CHOOSE,
    ),
    names=named_things.thing_names,
)


@lru_cache(maxsize=256)
def _grammar(digest: str, seats: tuple[Seat, ...], seat: Seat) -> Grammar:
    """The order language of one seat in one game."""
    return Grammar(ORDERS.forms, named_things.kinds(edition(digest), seats, seat))


@lru_cache(maxsize=16)
def _offering(digest: str) -> Callable[[Order | Shape, str, str, bool], Offer]:
    grammar = Grammar(ORDERS.forms, named_things.as_offered(edition(digest)))

    @lru_cache(MOST_WRITTEN)
    def offered(thing: Order | Shape, words: str, rule: str, reaction: bool) -> Offer:
        if isinstance(thing, Shape):
            return Offer(thing.pattern, words, rule, reaction, thing.blanks)
        return Offer(grammar.write(thing), words, rule, reaction)

    return offered
