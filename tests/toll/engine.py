"""The engine of Toll."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Annotated, Any

import msgspec

from traders.engines.kernel.book.rulebook import Rulebook, rulebook
from traders.engines.kernel.contract.board_coordinates import BoardPlace
from traders.engines.kernel.contract.contract import (
    Chance,
    Event,
    Interval,
    Offer,
    Outcome,
    Over,
    Pending,
    Turn,
    View,
)
from traders.engines.kernel.contract.option_declaration import Setting
from traders.engines.kernel.contract.seat_statistics import Figures, counted
from traders.engines.kernel.grammar.order_parts import shown
from traders.engines.kernel.grammar.order_table import OrderRow
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.positions.hidden import Hidden, veil
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames

GOAL = 10
SHOVE = 1
"""By how much a Shove moves the die (TO-SHOVE-01)."""


@cache
def fewest_and_most() -> tuple[int, int]:
    """For how many the game is (TO-SEATS-01)."""
    table = tomllib.loads(files("tests.toll").joinpath("tables.toml").read_text(encoding="utf-8"))[
        "seats"
    ][0]
    return table["fewest"], table["most"]


class State(msgspec.Struct):
    """A position of Toll."""

    seats: list[Seat]
    points: dict[Seat, int]
    hands: Annotated[dict[Seat, list[str]], Hidden("another's hand", owner="key")]
    goal: int = GOAL
    turn: int = 0
    keys: int = 0
    rolled: bool = False
    die: int | None = None
    asked: int = 0
    gains: list[int] = []
    number: int = 1
    gone: list[Seat] = []
    revision: int = 1


class Toll:
    """One system."""

    name = "toll"
    title = "Toll"
    revision = 1
    options = (Setting("goal", GOAL, "points that win", "TO-GOAL-01", low=1, high=99),)

    def setup(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        edition: str = "",
        *,
        revision: int = 0,
    ) -> State:
        return self.position(seats, options, {}, revision=revision)

    def position(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        start: Mapping[str, Any],
        *,
        setup: bool = False,
        revision: int = 0,
    ) -> State:
        """A start with hands and points as written; for two to four (TO-SEATS-01)."""
        fewest, most = fewest_and_most()
        if not fewest <= len(seats) <= most:
            raise Refusal("Toll is for two to four.", "TO-SEATS-01")
        told = {seat: start.get(seat, {}) for seat in seats}
        return State(
            list(seats),
            {seat: told[seat].get("points", 0) for seat in seats},
            {seat: list(told[seat].get("hand", [])) for seat in seats},
            options.get("goal", GOAL),
            list(seats).index(start.get("turn", seats[0])),
            revision=revision or self.revision,
        )

    def written(self, state: State) -> dict[str, Any]:
        over = self.pending(state)
        whole: dict[str, Any] = {
            "turn": state.seats[state.turn],
            "stage": "road",
            "over": isinstance(over, Over),
            "winner": list(over.winners) if isinstance(over, Over) else [],
            "gains": state.gains,
        }
        if state.die is not None:
            whole["die"] = state.die
        return whole | {
            seat: {"points": state.points[seat], "hand": state.hands[seat], "at": ""}
            for seat in state.seats
        }

    def copy(self, state: State) -> State:
        return self.decode(self.encode(state))

    def veiled(self, state: State, seat: Seat) -> State:
        veiled = self.copy(state)
        veil(veiled, seat)
        return veiled

    def encode(self, state: State) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> State:
        return msgspec.json.decode(data, type=State)

    def schema(self) -> str:
        return hashlib.sha256(repr(State.__struct_fields__).encode()).hexdigest()[:12]

    def flaws(self, state: State) -> list[str]:
        return [
            f"{seat} has {points} points" for seat, points in state.points.items() if points < 0
        ]

    def unpaid(self, before: State, after: State, events: Sequence[Event]) -> list[str]:
        return [
            f"{seat} lost points"
            for seat in after.seats
            if after.points[seat] < before.points[seat]
        ]

    def pending(self, state: State) -> Pending:
        # (TO-GOAL-01)
        winners = tuple(seat for seat in state.seats if state.points[seat] >= state.goal)
        staying = [seat for seat in state.seats if seat not in state.gone]
        if winners or len(staying) == 1:
            return Over(
                winners or tuple(staying),
                "The toll is paid.",
                "TO-GOAL-01",
                "goal" if winners else "default",
            )
        if state.asked:
            return Interval(
                state.asked,
                "shove",
                "The die has been rolled.",
                tuple(s for s in staying if state.hands[s]),
                "TO-SHOVE-01",
            )
        if state.rolled:
            return Chance("die", 6, "toll", "TO-ROLL-01")
        return Turn((state.seats[state.turn],), "road", "TO-ROLL-01", state.number)

    def standing(self, state: State) -> frozenset[int]:
        return frozenset({state.asked} if state.asked else ())

    def seats_in_order(self, state: State) -> tuple[Seat, ...]:
        order = state.seats[state.turn :] + state.seats[: state.turn]
        return tuple(seat for seat in order if seat not in state.gone)

    def play(self, state: State, seat: Seat, order: str) -> list[Event]:
        self.check(state, seat, order)
        if order == "roll":
            state.rolled = True
            return [Event(f"{seat} rolls.")]
        if order == "end":
            return [Event(f"{seat} ends the turn."), *self._next(state)]
        state.hands[seat].pop()
        assert state.die is not None
        state.die += SHOVE if order == "shove up" else -SHOVE
        return [Event(f"{seat} shoves the die to {state.die}.")]

    def close(self, state: State) -> list[Event]:
        state.asked = 0
        return self._gain(state)

    def happen(self, state: State, outcome: Outcome) -> list[Event]:
        """The die falls; who holds a Shove is asked (TO-SHOVE-01)."""
        if not isinstance(outcome, int) or not 1 <= outcome <= 6:
            raise ValueError(f"{outcome} cannot fall")
        state.rolled, state.die = False, outcome
        told = [Event(f"The die shows {outcome}.", reveals=True)]
        if any(state.hands[seat] for seat in self.seats_in_order(state)):
            state.keys += 1
            state.asked = state.keys
            return told
        return told + self._gain(state)

    def _gain(self, state: State) -> list[Event]:
        """What the die shows is gained (TO-ROLL-02)."""
        assert state.die is not None
        seat = state.seats[state.turn]
        state.points[seat] += state.die
        state.gains.append(state.die)
        state.die = None
        return [
            Event(f"{seat} has {state.points[seat]} points.", rule="TO-ROLL-02"),
            *self._next(state),
        ]

    def _next(self, state: State) -> list[Event]:
        state.number += 1
        for _ in state.seats:
            state.turn = (state.turn + 1) % len(state.seats)
            if state.seats[state.turn] not in state.gone:
                break
        return []

    def leave(self, state: State, seat: Seat) -> list[Event]:
        state.gone.append(seat)
        if state.seats[state.turn] == seat:
            self._next(state)
        return [Event(f"{seat} leaves the road.")]

    def read(self, state: State, seat: Seat, text: str, names: SeatNames = NO_NAMES) -> str:
        text = text.strip().lower()
        if text == "shove":
            raise Refusal("Up or down?", kind="ambiguous", instead=["shove up", "shove down"])
        if text not in ("roll", "end", "shove up", "shove down"):
            raise Refusal(f"{shown(text)} is no order.", kind="unreadable", instead=["roll"])
        return text

    def write(self, order: str) -> str:
        return order

    def public(self, order: str) -> str:
        return order

    def gathers(self, state: State, seat: Seat, order: str) -> bool:
        return order.startswith("shove")

    def check(self, state: State, seat: Seat, order: str, sent: Sequence[str] = ()) -> None:
        if isinstance(self.pending(state), Over):
            raise Refusal("The game is over.", kind="stale")
        if order.startswith("shove"):
            if state.die is None:
                raise Refusal("No die lies on the road.", "TO-SHOVE-02")
            if len(state.hands[seat]) <= len(sent):
                raise Refusal("You hold no Shove.", "TO-SHOVE-03")
        elif not isinstance(self.pending(state), Turn) or state.seats[state.turn] != seat:
            raise Refusal("It is not your turn.", "TO-ROLL-01")

    def offers(self, state: State, seat: Seat) -> tuple[Offer, ...]:
        every = ("roll", "end", "shove up", "shove down")
        return tuple(
            Offer(order, order.capitalize(), "TO-ROLL-01", order.startswith("shove"))
            for order in every
            if self._may(state, seat, order)
        )

    def _may(self, state: State, seat: Seat, order: str) -> bool:
        try:
            self.check(state, seat, order)
        except Refusal:
            return False
        return True

    def condition(self, state: State, text: str, names: SeatNames = NO_NAMES) -> str:
        if text not in ("the die shows 6", "my turn"):
            raise Refusal(f"{text!r} is no condition.", kind="unreadable")
        return text

    def meets(self, state: State, seat: Seat, condition: str) -> str:
        if condition == "my turn":
            return (
                f"turn {state.number}"
                if state.seats[state.turn] == seat and state.die is None
                else ""
            )
        return f"die of turn {state.number}" if state.die == 6 else ""

    def view(self, state: State, seat: Seat | None) -> View:
        return {
            "system": "toll",
            "seat": seat or "",
            "turn": state.seats[state.turn],
            "stage": "road",
            "interval": "shove" if state.asked else "",
            "over": isinstance(self.pending(state), Over),
            "seats": [
                {"seat": s, "points": state.points[s], "shoves": len(state.hands[s])}
                for s in state.seats
            ],
            "hand": state.hands[seat] if seat else [],
        }

    def goal(self, view: View) -> str:
        return f"The first to have {GOAL} points wins."

    def brief(self, view: View) -> str:
        return ""

    def board_text(self, view: View) -> str:
        return "\n".join(f"{one['seat']}: {one['points']}" for one in view["seats"])

    def board_svg(self, view: View) -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>Toll</title></svg>'

    def places(self, view: View) -> tuple[BoardPlace, ...]:
        return ()

    def figures(self, view: View) -> Figures:
        return {"points": counted(view, lambda one: one["points"])}

    def nearest(self, view: View) -> None:
        return None

    def way(self, view: View, start: str, goal: str) -> str:
        return ""

    def telling(self) -> tuple[str, ...]:
        return ("TO-ROLL-02",)

    def interval_names(self) -> tuple[str, ...]:
        return ("shove",)

    def grammars(self) -> tuple[Grammar, ...]:
        return ()

    def rulebook(self) -> Rulebook:
        return rulebook("tests.toll")

    def orders(self) -> tuple[OrderRow, ...]:
        return ()

    def thing_names(self) -> frozenset[str]:
        return frozenset({"Shove"})


ENGINE = Toll()
