"""Bounty Hunters & Pirates at a table: all level on days, and a fight."""

from __future__ import annotations

from tests.engines.traders_luck.game import NOTHING, Game

ON = {"bounty_hunters": True}


SLACK = {**ON, "attack_slack": 1}
"""With a day of slack a rival that is level on days may come (BH-PVP-05)."""


def level(days=4, **seats):
    """All have spent as much, so that red has the turn: a position that a game reaches."""
    return {seat: {"days": days, **seats.get(seat, {})} for seat in Game.SEATS}


QUIET = ("food", "ore", "luxury", *NOTHING)


POLICE = ("food", "ore", "luxury", "police", "blank", "blank", "blank")


def fight(
    red,
    blue,
    *chance,
    options=None,
    commits=("0 missiles and 0 shields", "1 missiles and 0 shields"),
):
    """Red lands on a Small planet, blue comes, both commit."""
    start = level(red.get("days", 4), red=red, blue={"missiles": 3, **blue})
    game = Game(*(chance or QUIET), options={**SLACK, **(options or {})}, **start)
    game.order("red", "travel small", "settle").order("blue", "intercept")
    return game.order("red", f"commit {commits[0]}").order("blue", f"commit {commits[1]}")
