"""Standing orders are dropped one by one, or all at once."""

from __future__ import annotations

from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.table import Table
from traders.engines.registry import engine as engine_named


def test_forget_drops_one_standing_order_and_forget_all_the_rest():
    """(PR-STANDING-01)"""
    engine = engine_named("star-traders")
    table = Table(engine, engine.position(("red", "blue"), {}, {}), chance=lambda chance: 1)
    game_progression.go_on(table)
    said = Speech(table, "red").speak(
        "when blue jumps: play zap down\nwhen attacked: avoid\nwhen my jump fails: halt\nforget 1"
    )
    assert [line.answer for line in said] == ["noted"] * 4
    Speech(table, "blue").speak("when attacked: avoid")
    assert len(list(table.open("standing", "red"))) == 2
    last = Speech(table, "red").speak("forget all")[-1]
    assert (last.answer, last.words) == ("noted", "Forgotten: 2 standing orders.")
    assert not list(table.open("standing", "red"))
    assert len(list(table.open("standing", "blue"))) == 1
    assert Speech(table, "red").speak("forget all")[-1].answer == "noted"
