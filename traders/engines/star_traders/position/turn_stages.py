"""The stages of a turn and its one Action: what may still be done (ST-TURN-01, ST-TURN-03)."""

from __future__ import annotations

from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.steps.agenda import Step, StepHandler, Told
from traders.engines.star_traders.position.agenda_steps import EnterClosing, Stage
from traders.engines.star_traders.position.state import Position

BEFORE_DRAW: tuple[Stage, ...] = ("movement", "action")
"""The stages in which there may be an Action (ST-TURN-03)."""


def enter_closing(state: Position, step: Step, told: Told) -> None:
    """After the draw: cards, cargo work and deals remain (ST-TURN-11, ST-TURN-12)."""
    state.turn.stage = "closing"


def enter_action(state: Position) -> None:
    """The Movement stage ends and is not resumed (ST-TURN-18)."""
    if state.turn.stage == "movement":
        state.turn.stage = "action"


def must_have_action(state: Position, *rules: str) -> None:
    """Refuse what needs an unused Action before the Draw stage (ST-TURN-03, ST-TURN-21)."""
    if state.turn.stage not in BEFORE_DRAW:
        raise Refusal("The Action stage is over.", *rules, "ST-TURN-21", "ST-TURN-01")
    if state.turn.action:
        raise Refusal("This turn's Action has been used.", *rules, "ST-TURN-03", "ST-TURN-21")
    if state.active.envoy:
        raise Refusal(
            "While you carry an Imperial Envoy you may take no Action.", "ST-CARD-10", *rules
        )


def has_action(state: Position) -> bool:
    """Whether an Action may be taken now."""
    return state.turn.stage in BEFORE_DRAW and not state.turn.action and not state.active.envoy


def use_action(state: Position) -> None:
    """This is the turn's Action, used from its announcement on (ST-TURN-03, ST-TURN-22)."""
    enter_action(state)
    state.turn.action = True


def give_back(state: Position, stage: Stage = "action") -> None:
    """The Action that was announced is free again where a rule says so, and Movement with it where
    `stage` is that (ST-TURN-22).
    """
    state.turn.action, state.turn.stage = False, stage


def ends_turn(state: Position) -> None:
    """What a card means by "ends your turn": Movement is over and the Action used; the draw remains
    (ST-TURN-19).
    """
    use_action(state)


STEPS = (StepHandler(EnterClosing, does=enter_closing),)
