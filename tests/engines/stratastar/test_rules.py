"""Rules of Stratastar that no scenario shows."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tests.engines.table import BareTable
from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.engine.optional_contract import Terms
from traders.engines.kernel.refusal import Refusal
from traders.engines.stratastar import ENGINE
from traders.engines.stratastar.position import galaxy
from traders.engines.stratastar.position.agenda_steps import Commitment
from traders.engines.stratastar.setup.setup import CODES
from traders.engines.stratastar.tables import full_deck, full_pile


def ordered(state: Any, seat: str, *lines: str) -> None:
    for line in lines:
        ENGINE.play(state, seat, ENGINE.read(state, seat, line))


def test_the_decks_are_the_printed_ones():
    """85 Galaxy cards, 16 of them starred with power cards; 96 chits beside the Homeworlds
    (SS-DEC-01, SS-POW-01, SS-MAP-02).
    """
    assert len(full_deck(power=False)) == len(full_deck(power=True)) == 85
    assert sum(card.endswith("*") for card in full_deck(power=True)) == 16
    assert len(full_pile()) == 96
    assert full_pile().count("world") == 20


def test_the_board_does_not_wrap():
    """A1 borders on A2 and B1 only (SS-MAP-10)."""
    assert set(galaxy.beside("a1")) == {"a2", "b1"}


def test_a_deal_tells_the_third_how_many_cards_only():
    """Not which (SS-TRD-02)."""
    start = {"stage": "trade", "red": {"hand": {"attack": 2}}, "blue": {"hand": {"move": 1}}}
    state = ENGINE.position(("red", "blue", "green"), {}, start)
    events = ENGINE.exchange(state, Terms("red", "blue", "2 attack", "1 move"))
    heard = " ".join(event.text for event in events if event.heard_by("green"))
    assert "2 cards for 1 card" in heard
    assert "attack" not in heard
    assert ENGINE.written(state)["blue"]["hand"]["attack"] == 2


def test_who_is_out_in_the_own_turn_holds_nobody_up():
    """To the Death an active player can lose the Homeworld; the turn passes on (SS-TTD-02)."""
    start = {"stage": "movement", "red": {"fleets": {}}, "blue": {"fleets": {"a1": 5}}}
    state = ENGINE.position(("red", "blue", "green"), {"to_the_death": True}, start)
    ordered(state, "red", "next")
    ordered(state, "blue", "fight at a1", "commit nothing")
    ordered(state, "red", "commit nothing")
    ENGINE.close(state)
    now = ENGINE.written(state)
    assert (now["turn"], now["stage"], now["map"]["a1"]) == ("blue", "draw", "world")


def test_a_spy_may_be_paid_with_a_sealed_card_whatever_interval_is_open():
    """What is left of the commitment counts (SS-SPY-03, SS-PBM-05)."""
    three = {"hand": {"attack": 3}, "fleets": {"d4": 1}}
    state = ENGINE.position(
        ("red", "blue"),
        {"abilities": ["spying"]},
        {"stage": "movement", "red": three, "blue": three},
    )
    ordered(state, "red", "next")
    ordered(state, "blue", "commit 3 attack at d4")
    ENGINE.haggle(state, ["red"])
    ordered(state, "blue", "spy on deck")
    (sealed,) = (step for step in state.agenda if isinstance(step, Commitment))
    assert sealed.sealed["blue"] == {"d4": {"attack": 2}}
    assert "spy on deck" in [offer.order for offer in ENGINE.offers(state, "blue")]
    ENGINE.close(state)
    ENGINE.close(state)
    assert ENGINE.written(state)["blue"]["hand"]["attack"] == 2


def test_a_commitment_sealed_before_a_spy_was_paid_counts_as_far_as_its_cards_are_there():
    """In the first of two spaces, and in the second what is left then (SS-SPY-03, SS-PBM-05)."""
    both = {"hand": {"attack": 3}, "fleets": {"d4": 1, "e5": 1}}
    start = {"stage": "movement", "red": both, "blue": both}
    state = ENGINE.position(("red", "blue"), {}, start)
    ordered(state, "red", "next", "spy on blue")
    sent = [
        ENGINE.read(state, "red", f"commit {n} attack at {at}") for n, at in ((2, "d4"), (1, "e5"))
    ]
    assert ENGINE.answered(state, "red", sent), "play does not wait for red again"
    ordered(state, "red", "fight at d4", "fight at e5", "commit 2 attack at d4")
    told = ENGINE.play(state, "red", sent[1])
    assert [event.text for event in told] == ["You commit nothing at E5."]
    ENGINE.close(state)
    assert ENGINE.written(state)["red"]["hand"]["attack"] == 0


class TestWishesOfWhoIsGone:
    """Where nobody that is there wants to fight all coexist (SS-BAT-02, SS-TTD-02)."""

    SEATS = ("red", "blue", "green")

    def test_who_leaves_takes_the_wish_along(self):
        deck = full_deck(power=False)
        there = {"hand": {"attack": 2}, "fleets": {"d4": 1}}
        for _ in range(2 * len(self.SEATS)):
            deck.remove("attack")
        state = ENGINE.position(
            self.SEATS, {}, {"stage": "movement", "deck": deck, **dict.fromkeys(self.SEATS, there)}
        )
        ordered(state, "red", "next")
        ordered(state, "green", "fight at d4", "commit 2 attack at d4")
        ENGINE.leave(state, "green")
        assert ENGINE.flaws(state) == []
        ENGINE.close(state)
        assert [ENGINE.written(state)[seat]["fleets"]["d4"] for seat in ("red", "blue")] == [1, 1]

    def test_who_is_put_out_by_one_battle_wants_no_other(self):
        there = {seat: {"fleets": {"e5": 1}} for seat in self.SEATS}
        start = {"stage": "movement", **there, "red": {"fleets": {"e5": 1, "j10": 6}}}
        state = ENGINE.position(self.SEATS, {"to_the_death": True}, start)
        ordered(state, "red", "battles j10 e5", "next")
        ordered(state, "blue", "fight at j10", "fight at e5")
        ENGINE.close(state)
        now = ENGINE.written(state)
        assert state.empires["blue"].out
        assert [now[seat]["fleets"].get("e5") for seat in ("red", "green")] == [1, 1]


def test_a_disaster_can_be_sabotaged_in_the_draw_phase():
    """An action of any phase is reported at its end (SS-SAB-01, SS-PBM-04)."""
    start = {
        "red": {"hand": {"attack": 5}},
        "blue": {"abilities": ["sabotage"], "hand": {"attack": 3}, "fleets": {"d4": 1}},
    }
    state = ENGINE.position(("red", "blue"), {}, start)
    ordered(state, "red", "strike blue fleet at d4", "next")
    assert isinstance(ENGINE.pending(state), Interval)
    ordered(state, "blue", "sabotage")
    assert ENGINE.written(state)["blue"]["fleets"]["d4"] == 1
    assert ENGINE.written(state)["red"]["hand"]["attack"] == 0


def test_an_option_that_is_none_is_refused():
    with pytest.raises(Refusal):
        ENGINE.setup(("red", "blue"), {"abilities": ["flying"]})


def test_who_lacks_no_ability_gains_none_at_an_uneven_start():
    """With every ability agreed for all there is one left to be alone with, and nothing for the
    others to roll for (SS-UNE-01, SS-BTK-01).
    """
    state = ENGINE.setup(
        ("red", "blue", "green"),
        {"uneven_start": True, "abilities": list(CODES), "breakthrough": True},
    )
    table = BareTable(ENGINE, state, 3)
    for _ in range(3):
        table.go_on()
        (seat,) = table.pending.seats
        table.order(seat, table.pending.silence)
    table.go_on()
    assert [empire.abilities for empire in state.empires.values()].count(["hand_size"]) == 1
    assert ENGINE.written(state)["stage"] == "draw"


class TestBorderRaids:
    """Each colony is raided once, of two on a terraformed World each (SS-BRD-02)."""

    START: ClassVar = {
        "stage": "movement",
        "map": {"e3": "world", "e4": "world"},
        "red": {
            "abilities": ["border_raids"],
            "fleets": {"d3": 1, "d4": 1},
            "hand": {"attack": 9},
        },
        "blue": {"colonies": {"e3": 1, "e4": 2}},
    }

    def raids(self, state: Any) -> list[str]:
        return [o.order for o in ENGINE.offers(state, "red") if o.order.startswith("border")]

    def test_what_is_raided_already_is_refused_and_not_offered(self):
        state = ENGINE.position(("red", "blue"), {}, self.START)
        ordered(state, "red", "border raid e3", "border raid e4", "border raid e4")
        for at in ("e3", "e4"):
            with pytest.raises(Refusal) as refused:
                ordered(state, "red", f"border raid {at}")
            assert refused.value.rules == ("SS-BRD-02",)
        assert self.raids(state) == []
        assert ENGINE.written(state)["red"]["hand"]["attack"] == 6

    def test_a_game_of_the_first_revision_goes_on_as_it_began(self):
        state = ENGINE.position(("red", "blue"), {}, self.START, revision=1)
        ordered(state, "red", "border raid e3", "border raid e3")
        assert ENGINE.written(state)["red"]["hand"]["attack"] == 7
        assert state.empires["blue"].raided == {"e3": 1}


class TestDiplomacy:
    """It answers a move that is declared, and nothing else of an opponent's phase (SS-DIP-03)."""

    def test_before_and_after_the_move_and_at_another_space_it_is_refused(self):
        start = {
            "stage": "movement",
            "red": {"fleets": {"d3": 2}},
            "blue": {"fleets": {"d4": 1, "e3": 1}, "hand": {"trade": 4}},
        }
        state = ENGINE.position(("red", "blue"), {"retreat": False}, start)
        refused = [self._refused(state, space) for space in ("d4", "e3")]
        ordered(state, "red", "move 1 from d3 to d4")
        pending = ENGINE.pending(state)
        assert isinstance(pending, Interval) and pending.name == "block"
        refused.append(self._refused(state, "e3"))
        assert [offer.order for offer in ENGINE.offers(state, "blue")] == ["block d4"]
        ordered(state, "blue", "block d4")
        assert self._refused(state, "e3")
        assert all("SS-DIP-03" in rules for rules in refused)
        assert not galaxy.there(state.empires["red"], "d4")

    @staticmethod
    def _refused(state: Any, space: str) -> tuple[str, ...]:
        with pytest.raises(Refusal) as refused:
            ENGINE.check(state, "blue", ENGINE.read(state, "blue", f"block {space}"))
        return refused.value.rules
