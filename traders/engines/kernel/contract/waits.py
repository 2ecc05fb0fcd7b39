"""What play waits for, written down: for a seat's view, and in the words of scenarios."""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.contract.contract import Choice, Interval, Over, Pending, Turn, View
from traders.engines.kernel.seats import Seat


def shown(pending: Pending, seat: Seat | None) -> dict[str, Any]:
    """What play waits for, as this seat may know it: what a choice is among is shown to its seat
    alone.
    """
    match pending:
        case Turn():
            return {
                "for": "turn",
                "seats": list(pending.seats),
                "stage": pending.stage,
                "rule": pending.rule,
            }
        case Interval():
            return {
                "for": "interval",
                "key": pending.key,
                "name": pending.name,
                "cause": pending.cause,
                "seats": list(pending.seats),
                "attacked": list(pending.attacked),
                "critical": bool(pending.stakes),
                "question": pending.question,
                "rule": pending.rule,
            }
        case Choice():
            asked: dict[str, Any] = {"for": "choice", "seats": [pending.seat], "rule": pending.rule}
            if seat == pending.seat:
                asked |= {
                    "key": pending.key,
                    "question": pending.question,
                    "things": list(pending.things),
                    "silence": pending.silence,
                }
            return asked
        case Over():
            return {"for": "over", "seats": [], "rule": pending.rule}
    return {"for": "chance", "seats": [], "rule": pending.rule}


def common(system: str, turn: Seat, pending: Pending, seat: Seat | None) -> View:
    """What every view holds: what a game says of the same name comes in its place. `turn`: whose
    turn it is until the game is over.
    """
    over = isinstance(pending, Over)
    return {
        "system": system,
        "seat": seat or "",
        "turn": "" if over else turn,
        "stage": pending.stage if isinstance(pending, Turn) else "",
        "interval": pending.name if isinstance(pending, Interval) else "",
        "over": over,
        "result": {"winners": list(pending.winners), "text": pending.text, "ending": pending.ending}
        if isinstance(pending, Over)
        else None,
        "waiting": shown(pending, seat),
    }


def now(view: View) -> str:
    """Where play stands, by a view, as a board's first words: `YOUR TURN`, `RED'S TURN`, `SET-UP`
    where it is nobody's, or how the game ended.
    """
    if view["over"]:
        return f"GAME OVER. {view['result']['text']}"
    if not view["turn"]:
        return "SET-UP"
    return "YOUR TURN" if view["turn"] == view["seat"] else f"{view['turn'].upper()}'S TURN"


def awaited(pending: Pending | None) -> tuple[Seat, ...]:
    """The seats that play waits for, by what all may know: those that have passed too."""
    if isinstance(pending, (Turn, Interval)):
        return pending.seats
    return (pending.seat,) if isinstance(pending, Choice) else ()


def in_scenario_words(pending: Pending) -> dict[str, Any]:
    """What play waits for, in the words of a scenario's `then`."""
    return {
        "interval": pending.name if isinstance(pending, Interval) else "none",
        "waiting": list(awaited(pending)),
        "over": isinstance(pending, Over),
        "winner": winner(pending),
    }


def winner(pending: Pending) -> Seat | list[Seat]:
    """Who has won: a seat, several, or `none` (`winner` of a scenario)."""
    if not isinstance(pending, Over) or not pending.winners:
        return "none"
    return pending.winners[0] if len(pending.winners) == 1 else list(pending.winners)
