"""A small game that waits in every way in which a game can wait, for tests of what is apart from
any rulebook.

`jump` opens `quarantine` and then `zap` for the others; `lurk` opens `ambush`, which asks the seat
on turn alone; `ask <seat>` a choice; `bid` a question for all; `end` passes the turn, `win` ends
the game. Reactions: `zap`, and `gotcha <seat>`, which opens `calamity` inside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from traders.engines.kernel.book.rulebook import Rulebook
from traders.engines.kernel.contract.board_coordinates import BoardPlace
from traders.engines.kernel.contract.contract import (
    Choice,
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
from traders.engines.kernel.contract.seat_statistics import Figures
from traders.engines.kernel.grammar.order_parts import shown
from traders.engines.kernel.grammar.order_table import OrderRow
from traders.engines.kernel.grammar.orders import Grammar
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import NO_NAMES, Seat, SeatNames


class Skiff(msgspec.Struct):
    seats: list[Seat]
    turn: int = 0
    number: int = 1
    key: int = 1
    stack: list[Interval | Choice] = []
    critical: bool = False
    empty: list[Seat] = []
    """Seats that hold nothing to react with: with `fill <seat>` they do."""
    log: list[str] = []
    left: list[Seat] = []
    won: Seat = ""


class SkiffEngine:
    name, title, revision = "skiff", "Skiff", 1
    options: tuple[Setting, ...] = ()

    def rulebook(self) -> Rulebook:
        return Rulebook("Skiff", "SK", ())

    def setup(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        edition: str = "",
        *,
        revision: int = 0,
    ) -> Skiff:
        return Skiff(list(seats))

    def position(
        self,
        seats: Sequence[Seat],
        options: Mapping[str, Any],
        start: Mapping[str, Any],
        *,
        setup: bool = False,
        revision: int = 0,
    ) -> Skiff:
        critical, empty = bool(start.get("critical")), list(start.get("empty", ()))
        return Skiff(list(seats), critical=critical, empty=empty)

    def written(self, state: Skiff) -> dict[str, Any]:
        return {"log": state.log}

    def copy(self, state: Skiff) -> Skiff:
        return self.decode(self.encode(state))

    def veiled(self, state: Skiff, seat: Seat) -> Skiff:
        return self.copy(state)

    def encode(self, state: Skiff) -> bytes:
        return msgspec.json.encode(state)

    def decode(self, data: bytes) -> Skiff:
        return msgspec.json.decode(data, type=Skiff)

    def schema(self) -> str:
        return "skiff-1"

    def flaws(self, state):
        return []

    def unpaid(self, before, after, events):
        return []

    def pending(self, state: Skiff) -> Pending:
        if state.won:
            return Over((state.won,), f"{state.won} wins.", "SK-1", "race")
        if state.stack:
            return state.stack[-1]
        return Turn((state.seats[state.turn],), "movement", "SK-1", state.number)

    def standing(self, state: Skiff) -> frozenset[int]:
        return frozenset(waits.key for waits in state.stack)

    def seats_in_order(self, state: Skiff) -> tuple[Seat, ...]:
        order = state.seats[state.turn :] + state.seats[: state.turn]
        return tuple(seat for seat in order if seat not in state.left)

    def play(self, state: Skiff, seat: Seat, order: str) -> list[Event]:
        self.check(state, seat, order)
        word, _, rest = order.partition(" ")
        others = tuple(s for s in self.seats_in_order(state) if s != seat)
        match word:
            case "jump":
                self._open(state, "zap", others, stakes="It could win." * state.critical)
                self._open(state, "quarantine", others, stakes="It could win." * state.critical)
            case "lurk":
                self._open(state, "ambush", (seat,))
            case "bid":
                self._open(state, "auction", self.seats_in_order(state), question=True)
            case "ask":
                state.stack.append(
                    Choice(state.key, rest, "yes or no", ("yes", "no"), "yes", "SK-2")
                )
                state.key += 1
            case "gotcha":
                self._open(state, "calamity", (rest,), attacked=(rest,))
            case "yes" | "no":
                state.stack.pop()
            case "fill":
                state.empty.remove(rest)
            case "end":
                self._next(state)
            case "win":
                state.won = seat
        state.log.append(f"{seat} {order}")
        return [Event(f"{seat}: {order}", rule="SK-1")]

    def _open(self, state: Skiff, name: str, seats: tuple[Seat, ...], **more: Any) -> None:
        state.stack.append(
            Interval(state.key, name, f"Now is the time for {name}.", seats, "SK-3", **more)
        )
        state.key += 1

    def _next(self, state: Skiff) -> None:
        state.number += 1
        state.turn = (state.turn + 1) % len(state.seats)
        if state.seats[state.turn] in state.left:
            self._next(state)

    def close(self, state: Skiff) -> list[Event]:
        closed = state.stack.pop()
        state.log.append(f"close {closed.name}" if isinstance(closed, Interval) else "close")
        return [Event(state.log[-1])]

    def happen(self, state: Skiff, outcome: Outcome) -> list[Event]:
        raise AssertionError("a skiff throws no dice")

    def leave(self, state: Skiff, seat: Seat) -> list[Event]:
        state.left.append(seat)
        if state.seats[state.turn] == seat:
            self._next(state)
        return [Event(f"{seat} drops out")]

    def read(self, state: Skiff, seat: Seat, text: str, names: SeatNames = NO_NAMES) -> str:
        if text.split(" ")[0] not in (
            "jump",
            "lurk",
            "bid",
            "ask",
            "gotcha",
            "zap",
            "yes",
            "no",
            "end",
            "win",
            "fill",
        ):
            raise Refusal(f"{shown(text)} is no order.", kind="unreadable")
        return text

    def write(self, order: str) -> str:
        return order

    def public(self, order: str) -> str:
        return order

    def gathers(self, state: Skiff, seat: Seat, order: str) -> bool:
        return not order.startswith("fill")

    def check(self, state: Skiff, seat: Seat, order: str, sent: Sequence[str] = ()) -> None:
        pending = self.pending(state)
        word = order.split(" ")[0]
        match pending:
            case Turn(seats=seats) if seat in seats and word not in ("zap", "yes", "no"):
                return
            case Choice(seat=asked) if seat == asked and word in ("yes", "no"):
                return
            case Interval(seats=seats) if seat in seats and word in (
                "zap",
                "gotcha",
                "yes",
                "fill",
            ):
                return
        raise Refusal("Not now.", "SK-1")

    def offers(self, state: Skiff, seat: Seat) -> tuple[Offer, ...]:
        if isinstance(self.pending(state), Interval):
            holds = seat not in state.empty
            return (Offer("zap", "zap it", "SK-1", reaction=True),) if holds else ()
        return (Offer("end", "end the turn", "SK-1"),)

    def condition(self, state: Skiff, text: str, names: SeatNames = NO_NAMES) -> str:
        return text

    def meets(self, state: Skiff, seat: Seat, condition: str) -> str:
        pending = self.pending(state)
        attacked = isinstance(pending, Interval) and seat in pending.attacked
        return (
            f"{state.number}"
            if condition == "always so" or (condition == "attacked" and attacked)
            else ""
        )

    def view(self, state: Skiff, seat: Seat | None) -> View:
        pending = self.pending(state)
        interval = pending.name if isinstance(pending, Interval) else ""
        turn = state.seats[state.turn]
        seats = [{"seat": s} for s in state.seats]
        shown = {
            "system": "skiff",
            "seat": seat or "",
            "turn": turn,
            "stage": "movement",
            "interval": interval,
            "seats": seats,
        }
        return shown | {"over": bool(state.won), "log": list(state.log)}

    def brief(self, view: View) -> str:
        return ""

    def board_text(self, view: View) -> str:
        return "a skiff"

    def board_svg(self, view: View) -> str:
        return '<svg xmlns="http://www.w3.org/2000/svg"/>'

    def places(self, view: View) -> tuple[BoardPlace, ...]:
        return ()

    def figures(self, view: View) -> Figures:
        return {}

    def orders(self) -> tuple[OrderRow, ...]:
        return ()

    def nearest(self, view: View) -> None:
        return None

    def way(self, view: View, start: str, goal: str) -> str:
        return ""

    def telling(self) -> tuple[str, ...]:
        return ()

    def interval_names(self) -> tuple[str, ...]:
        return ("quarantine", "zap", "calamity", "ambush", "auction")

    def thing_names(self) -> frozenset[str]:
        return frozenset()

    def grammars(self) -> tuple[Grammar, ...]:
        return ()


ENGINE = SkiffEngine()
