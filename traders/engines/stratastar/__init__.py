"""Stratastar, with its optional rules and abilities: the engine, a thin object over the modules of its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from traders.engines import rulebook
from traders.engines.contract import Event, Offer, Outcome, Pending, Seat, Setting, Terms, View
from traders.engines.stratastar import board_svg, board_text, bot, conditions, deals, leaving, orders, play, position, setup, view
from traders.engines.stratastar.order_types import Order
from traders.engines.stratastar.procedures import PROCEDURES
from traders.engines.stratastar.state import Position, copy

INTERVALS = ("retreat", "pursuit", "block", "defend", "commit", "sabotage", "deal")


class Stratastar:
    """The game and its options."""

    name = "stratastar"
    title = "Stratastar"
    revision = 1
    options: tuple[Setting, ...] = setup.OPTIONS

    def rulebook(self) -> rulebook.Rulebook:
        return rulebook.rulebook(__name__)

    # the position

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any], edition: str = "") -> Position:
        return position.opening(seats, options, {})

    def position(self, seats: Sequence[Seat], options: Mapping[str, Any], start: Mapping[str, Any], *, setup: bool = False) -> Position:
        return (position.opening if setup else position.standard)(seats, options, start)

    def written(self, state: Position) -> dict[str, Any]:
        return position.written(state)

    def copy(self, state: Position) -> Position:
        return copy(state)

    def encode(self, state: Position) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> Position:
        return _decoder().decode(data)

    def schema(self) -> str:
        return _schema()

    # how play goes on

    def pending(self, state: Position) -> Pending:
        return PROCEDURES.pending(state)

    def standing(self, state: Position) -> frozenset[int]:
        return PROCEDURES.standing(state)

    def seats_in_order(self, state: Position) -> tuple[Seat, ...]:
        """The seat on turn first, the others in the order of play (SS-SET-03)."""
        return tuple(state.from_active())

    def play(self, state: Position, seat: Seat, order: Order) -> list[Event]:
        return play.play(state, seat, order)

    def close(self, state: Position) -> list[Event]:
        return play.close(state)

    def happen(self, state: Position, outcome: Outcome) -> list[Event]:
        return play.happen(state, outcome)

    def leave(self, state: Position, seat: Seat) -> list[Event]:
        return leaving.leave(state, seat)

    # orders

    def read(self, state: Position, seat: Seat, text: str) -> Order:
        return orders.read(state, seat, text)

    def write(self, order: Order) -> str:
        return orders.write(order)

    def public(self, order: Order) -> str:
        return orders.public(order)

    def gathers(self, state: Position, seat: Seat, order: Order) -> bool:
        return play.gathers(state, seat, order)

    def check(self, state: Position, seat: Seat, order: Order, sent: Sequence[Order] = ()) -> None:
        play.check(state, seat, order, sent)

    def offers(self, state: Position, seat: Seat) -> tuple[Offer, ...]:
        return play.offers(state, seat)

    # conditions

    def condition(self, state: Position, text: str) -> str:
        return conditions.canonical(state, text)

    def meets(self, state: Position, seat: Seat, condition: str) -> str:
        return conditions.meets(state, seat, condition)

    # deals

    def things(self, state: Position, giver: Seat, text: str) -> str:
        return deals.things(state, giver, text)

    def may_offer(self, state: Position, terms: Terms) -> None:
        deals.may_offer(state, terms)

    def may_accept(self, state: Position, terms: Terms) -> None:
        deals.may_accept(state, terms)

    def exchange(self, state: Position, terms: Terms) -> list[Event]:
        return deals.exchange(state, terms)

    def haggle(self, state: Position, seats: Sequence[Seat]) -> list[Event]:
        return deals.haggle(state, seats)

    # what is shown

    def view(self, state: Position, seat: Seat | None) -> View:
        return view.view(state, seat, PROCEDURES.pending(state))

    def board_text(self, view: View) -> str:
        return board_text.board_text(view)

    def board_svg(self, view: View) -> str:
        return board_svg.board_svg(view)

    def interval_names(self) -> tuple[str, ...]:
        return INTERVALS

    def thing_names(self) -> frozenset[str]:
        return orders.thing_names()

    # players of wood

    def bot(self, view: View, pending: Pending, offers: Sequence[Offer], seed: int) -> str:
        return bot.bot(view, pending, offers, seed)

    def bot_words(self, view: View, seed: int) -> tuple[str, ...]:
        return bot.bot_words(view, seed)


@cache
def _decoder() -> msgspec.json.Decoder[Position]:
    return msgspec.json.Decoder(Position)


@cache
def _schema() -> str:
    return sha256(msgspec.json.encode(msgspec.json.schema(Position), order="sorted")).hexdigest()[:16]


ENGINE = Stratastar()
