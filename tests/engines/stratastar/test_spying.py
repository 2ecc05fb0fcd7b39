"""What a spy has seen of a hand stays in its seat's view until that hand changes (SS-SPY-01)."""

from __future__ import annotations

from traders.engines.kernel.contract.contract import Chance
from traders.engines.stratastar import ENGINE


def test_a_spied_hand_is_seen_by_the_spy_alone_until_it_changes():
    state = ENGINE.position(
        ("red", "blue", "green"),
        {},
        {
            "stage": "trade",
            "red": {"hand": {"attack": 2, "trade": 1}},
            "blue": {"hand": {"build": 2}},
            "green": {"hand": {"move": 1}},
        },
    )
    for line in ("spy on blue", "spy on green"):
        told = ENGINE.play(state, "red", ENGINE.read(state, "red", line))
        assert [event.to for event in told if event.reveals] == [("red",)]  # PR-BACKUP-02
    seen = ENGINE.view(state, "red")
    assert seen["spied"] == {"blue": {"build": 2}, "green": {"move": 1}}
    assert "Holds, as your spy has seen: 2 build." in ENGINE.board_text(seen)
    assert "Green: 1 move" in ENGINE.brief(seen)
    assert not any(ENGINE.view(state, seat)["spied"] for seat in ("blue", "green", None))
    ENGINE.play(state, "red", ENGINE.read(state, "red", "raid blue"))
    chance = ENGINE.pending(state)
    assert isinstance(chance, Chance) and chance.secret
    ENGINE.happen(state, 1)
    assert ENGINE.view(state, "red")["spied"] == {"green": {"move": 1}}
