"""Sabotage of what is done in another's turn and of what would win, what a negation tells, and what
it leaves as it was (SS-SAB-03, SS-VIC-05, SS-PBM-04).
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from tests.engines.game import DirectGame
from traders.engines.stratastar import ENGINE

SABOTEUR = {"abilities": ["sabotage"], "hand": {"attack": 3}}


class Table(DirectGame):
    engine = ENGINE


def heard(game: DirectGame, seat: str) -> list[str]:
    return [event.text for event in game.events if event.heard_by(seat)]


def offered(game: DirectGame, seat: str) -> list[str]:
    return [order for order in game.offered(seat) if order.startswith("sabotage")]


def rival(**start: Any) -> DirectGame:
    """Red's Movement phase: red and blue can sabotage, and nobody keeps anybody out."""
    return Table(options={"diplomacy": False, "abilities": ["sabotage"]}, stage="movement", **start)


class TestAnsweredAtOnce:
    """A retreat, a block and a defence are answered as soon as they are made, by the active player
    too (SS-SAB-03).
    """

    def test_a_negated_retreat_may_be_made_again_for_another_card(self):
        game = rival(
            red={"fleets": {"d3": 3}, "hand": {"attack": 3}},
            blue={"fleets": {"d4": 1}, "hand": {"move": 2}},
        )
        game.order("red", "move 3 from d3 to d4").order("blue", "retreat from d4 to d5")
        assert (game.now["interval"], game.now["waiting"]) == ("sabotage", ["red", "green"])
        assert offered(game, "red") == ["sabotage 1"]
        game.order("red", "sabotage")
        assert game.now["interval"] == "retreat"
        game.order("blue", "retreat from d4 to e4").close_all()
        assert game.now["blue"]["fleets"]["e4"] == 1
        assert game.now["blue"]["hand"]["move"] == 0

    def test_a_block_lifted_lets_the_declared_move_through(self):
        game = Table(
            options={"abilities": ["sabotage"], "retreat": False},
            stage="movement",
            red={"fleets": {"d3": 2}, "hand": {"attack": 3}},
            blue={"fleets": {"d4": 1}, "hand": {"trade": 2}},
        )
        game.order("red", "move 1 from d3 to d4")
        first = game.pending.key
        game.order("blue", "block d4").order("red", "sabotage")
        assert game.now["interval"] == "block"
        assert game.pending.key > first, "it was over, and is another one"
        game.close_all()
        assert game.now["red"]["fleets"]["d4"] == 1
        assert game.now["blue"]["hand"]["trade"] == 0
        assert game.state.turn.closed == {}

    @pytest.mark.parametrize("moved", [True, False])
    def test_a_call_home_is_undone(self, moved):
        """While a fleet moves, and when movement ends (SS-DEF-02)."""
        game = Table(
            options={"diplomacy": False, "retreat": False},
            stage="movement",
            red={"abilities": ["sabotage"], "fleets": {"j8": 1}, "hand": {"attack": 3}},
            blue={"abilities": ["defend_homeworld"], "fleets": {"c3": 2}, "hand": {"move": 5}},
        )
        game.order("red", "move 1 from j8 to j9" if moved else "next")
        assert game.pending.name == "defend"
        game.order("blue", "defend").order("red", "sabotage")
        assert game.now["blue"]["fleets"]["c3"] == 2
        assert game.now["blue"]["hand"]["move"] == 0
        game.close_all()
        assert game.state.turn.deeds == []

    def test_a_third_seat_may_answer_and_the_reacting_one_may_not(self):
        game = rival(
            red={"fleets": {"d3": 3}},
            blue={"fleets": {"d4": 1}, "hand": {"move": 1, "attack": 3}},
            green={"hand": {"attack": 3}},
        )
        game.order("red", "move 3 from d3 to d4").order("blue", "retreat from d4 to d5")
        assert game.refused("blue", "sabotage") == ("SS-SAB-04", "SS-PBM-04", "SS-SAB-01")
        game.order("green", "sabotage").close_all()
        assert game.now["blue"]["fleets"]["d4"] == 1

    def test_spying_meanwhile_stands(self):
        """What was seen is seen, and paid for (SS-SAB-03)."""
        game = rival(
            red={"fleets": {"d3": 3}, "hand": {"attack": 4}},
            blue={"fleets": {"d4": 1}, "hand": {"move": 1}},
        )
        game.order("red", "move 3 from d3 to d4").order("blue", "retreat from d4 to d5")
        game.order("red", "spy on deck", "sabotage").close_all()
        assert game.now["red"]["hand"]["attack"] == 0
        assert game.now["blue"]["fleets"]["d4"] == 1

    def test_the_move_undone_gives_a_retreat_and_its_sabotage_back(self):
        """At the phase report: what was answered did not happen (SS-PBM-04)."""
        game = rival(
            red={"fleets": {"d3": 3}, "hand": {"attack": 3, "move": 1}},
            blue={"fleets": {"d4": 1}, "hand": {"move": 1, "attack": 3}},
        )
        game.order("red", "move 3 from d3 to d4").order("blue", "retreat from d4 to d5")
        game.order("red", "sabotage").close_all().order("red", "next").order("blue", "sabotage 1")
        now = game.now
        assert (now["red"]["hand"]["attack"], now["blue"]["hand"]["move"]) == (3, 1)
        assert (now["red"]["fleets"]["d3"], now["blue"]["fleets"]["d4"]) == (3, 1)

    def test_a_pursuit_is_a_move_of_the_phase(self):
        """SS-SAB-03, SS-RET-02"""
        game = rival(
            red={"fleets": {"d3": 3}, "hand": {"move": 1}},
            blue={"fleets": {"d4": 1}, "hand": {"move": 1, "attack": 3}},
        )
        game.order("red", "move 3 from d3 to d4").order("blue", "retreat from d4 to d5")
        game.close("sabotage").order("red", "pursue 2").close_all().order("red", "next")
        assert offered(game, "blue") == ["sabotage 1", "sabotage 2"]
        game.order("blue", "sabotage 2")
        now = game.now["red"]
        assert (now["fleets"]["d4"], now["fleets"]["d5"], now["hand"]["move"]) == (3, 0, 0)

    def test_a_standing_order_answers(self):
        """SS-PBM-02"""
        game = rival(
            red={"fleets": {"d3": 3}, "hand": {"attack": 3}},
            blue={"fleets": {"d4": 1}, "hand": {"move": 1}},
        )
        game.order("red", "move 3 from d3 to d4").order("blue", "retreat from d4 to d5")
        assert ENGINE.meets(game.state, "red", "red enters d4") != ""
        assert ENGINE.meets(game.state, "red", "red enters d5") == ""


class TestAVictoryWaits:
    """The window of the deed that would win opens first (SS-VIC-05)."""

    WORLDS: ClassVar = {f"c{row}": "world" for row in range(1, 10)}

    def about_to_win(self, **more: Any) -> DirectGame:
        return Table(
            options={"worlds": 9},
            stage="build",
            map=self.WORLDS,
            red={
                "fleets": {"c9": 1},
                "colonies": {f"c{row}": 1 for row in range(1, 9)},
                "hand": {"build": 5},
            },
            **more,
        )

    def test_without_sabotage_in_play_the_game_is_won_at_once(self):
        game = self.about_to_win()
        game.order("red", "colonize c9")
        assert (game.now["over"], game.now["winner"]) == (True, "red")

    def test_when_the_window_closes_the_victory_is_declared(self):
        game = self.about_to_win(blue=SABOTEUR)
        game.order("red", "build fleet", "colonize c9")
        assert (game.now["over"], game.now["interval"]) == (False, "sabotage")
        assert ENGINE.flaws(game.state)[1:] == []  # the cards alone are not those of a whole deck
        assert "wins" in game.pending.stakes
        game.close()
        assert (game.now["over"], game.now["winner"]) == (True, "red")

    def test_negated_the_phase_goes_on_and_what_stands_can_be_undone_at_its_end(self):
        game = self.about_to_win(blue={"abilities": ["sabotage"], "hand": {"attack": 6}})
        game.order("red", "build fleet", "colonize c9").order("blue", "sabotage").close_all()
        assert (game.now["over"], game.now["stage"]) == (False, "build")
        game.order("red", "build fleet", "next")
        assert offered(game, "blue") == ["sabotage 1", "sabotage 3"]
        game.order("blue", "sabotage 1").close_all()
        assert game.now["red"]["hand"]["build"] == 2
        assert game.now["red"]["fleets"]["a1"] == 1

    def test_an_earlier_deed_undone_leaves_the_victory(self):
        game = self.about_to_win(blue=SABOTEUR)
        game.order("red", "build fleet", "colonize c9").order("blue", "sabotage 1").close_all()
        assert game.now["winner"] == "red"

    def test_who_leaves_in_the_window_gives_the_victory_up(self):
        game = self.about_to_win(blue=SABOTEUR)
        game.order("red", "colonize c9")
        ENGINE.leave(game.state, "red")
        game.go_on()
        assert (game.now["over"], game.now["turn"]) == (False, "blue")

    def test_where_who_could_sabotage_leaves_the_game_is_won(self):
        game = self.about_to_win(blue=SABOTEUR)
        game.order("red", "colonize c9")
        ENGINE.leave(game.state, "blue")
        assert game.now["winner"] == "red"


class TestWhatFellIsTold:
    """Each seat is told what a negation took from it and gave back, and of another's cards the
    number alone (SS-PBM-04, PR-RECEIPT-06).
    """

    def test_the_stargate_falls_with_its_colony(self):
        game = Table(
            stage="build",
            map={"c3": "world"},
            blue=SABOTEUR,
            red={"fleets": {"c3": 1}, "hand": {"build": 4}},
        )
        game.order("red", "colonize c3", "stargate c3", "next")
        game.events.clear()
        game.order("blue", "sabotage 1")
        assert heard(game, "red") == [
            "Blue discards 3 attack.",
            "Blue sabotages Red: colonize c3 is undone.",
            "Not possible any more, and not paid for: Red's stargate c3.",
            "You lose: stargate at c3, colony at c3.",
            "You get back: 3 build.",
        ]
        assert heard(game, "green")[3:] == [
            "Red loses: stargate at c3, colony at c3.",
            "Red gets back: 3 cards.",
        ]

    def test_a_taken_card_goes_back_unseen_by_others(self):
        game = Table(
            1,
            stage="trade",
            blue=SABOTEUR,
            red={"hand": {"trade": 1}},
            green={"hand": {"move": 1, "build": 1}},
        )
        game.order("red", "raid green", "next")
        game.events.clear()
        game.order("blue", "sabotage")
        assert heard(game, "red")[2:] == ["You lose: 1 move.", "Green gets back: 1 card."]
        assert heard(game, "green")[2:] == ["Red loses: 1 card.", "You get back: 1 move."]
        assert heard(game, "blue")[2:] == ["Red loses: 1 card.", "Green gets back: 1 card."]

    def test_an_ability_and_what_was_built_by_it(self):
        game = Table(
            1,
            options={"breakthrough": True},
            stage="build",
            blue=SABOTEUR,
            red={"hand": {"build": 7, "research": 1}},
        )
        game.order("red", "breakthrough", "warfleet", "next")
        game.order("blue", "sabotage 1")
        assert "You lose: warfleet at a1, the ability Warfleet." in heard(game, "red")
        assert "You get back: 3 build." in heard(game, "red")

    def test_a_hand_that_a_spy_saw_is_unknown_when_a_negation_changes_it(self):
        """SS-SPY-01"""
        game = Table(
            1,
            stage="trade",
            blue={"abilities": ["sabotage", "spying"], "hand": {"attack": 5}},
            red={"hand": {"trade": 1}},
            green={"hand": {"move": 1, "build": 1}},
        )
        game.order("red", "raid green").order("blue", "spy on green", "spy on red")
        game.order("red", "next").order("blue", "sabotage")
        assert ENGINE.view(game.state, "blue")["spied"] == {}


class TestThingsAreKept:
    """A negation changes neither what others drew nor what a later roll brought (SS-PBM-04)."""

    def test_a_later_roll_keeps_its_ability(self):
        """The first roll's ability was rolled again then, and would be new now (SS-TBL-02)."""
        game = Table(
            1,
            1,
            4,
            options={"breakthrough": True},
            stage="build",
            blue=SABOTEUR,
            red={"hand": {"build": 8, "research": 2}},
        )
        game.order("red", "breakthrough", "breakthrough", "next").order("blue", "sabotage 1")
        assert game.now["red"]["abilities"] == ["defend_homeworld"]

    def test_a_choice_that_a_roll_left_is_kept_though_more_is_open_now(self):
        """SS-TBL-03"""
        game = Table(
            8,
            8,
            options={"breakthrough": True},
            stage="build",
            blue=SABOTEUR,
            red={"hand": {"build": 8, "research": 2}},
        )
        game.order("red", "breakthrough", "choose treason", "breakthrough", "next")
        game.order("blue", "sabotage 1")
        assert game.now["red"]["abilities"] == ["piracy"]

    def test_the_deck_that_was_shuffled_stays_shuffled(self):
        """Else the discards would show which of them were drawn (SS-DEC-02)."""
        game = Table(
            stage="trade",
            deck=["build"],
            discard=["move", "attack", "trade"],
            blue=SABOTEUR,
            red={"hand": {"research": 2}},
        )
        game.order("red", "research", "research", "next").order("blue", "sabotage 1")
        now = game.now
        assert now["red"]["hand"]["attack"] == now["red"]["hand"]["trade"] == 1
        assert (now["deck"], now["red"]["hand"]["build"]) == (["build", "move", "research"], 0)
        assert now["discard"] == ["research", "attack", "attack", "attack"]

    def test_the_card_that_paid_pays_again(self):
        """Not another that is there now (SS-RES-01)."""
        game = Table(
            stage="trade",
            deck=["trade", "move", "build"],
            blue=SABOTEUR,
            red={"hand": {"research": 2}},
            green={"hand": {"move": 1}},
        )
        game.order("red", "research", "raid green", "next").order("blue", "sabotage 1")
        assert game.now["red"]["hand"]["research"] == 1, "the raid was paid with a card now gone"
        assert game.now["green"]["hand"]["move"] == 1

    def test_a_known_nebula_is_paid_for_as_a_nebula(self):
        """It was uncovered by the step that is undone (SS-XPL-06, SS-NEB-01)."""
        game = Table(
            options={"exploration": True},
            stage="movement",
            pile=["nebula", "blank"],
            blue=SABOTEUR,
            red={
                "abilities": ["nebulous_navigation"],
                "fleets": {"a1": 2},
                "hand": {"move": 2},
            },
        )
        game.order("red", "move 1 from a1 to b1", "move 1 from a1 to b1", "next")
        game.order("blue", "sabotage 1")
        now = game.now
        assert (now["red"]["fleets"]["b1"], now["red"]["hand"]["move"]) == (1, 0)

    def test_contact_once_made_lasts(self):
        """SS-XPL-05"""
        game = Table(
            options={"exploration": True},
            stage="movement",
            pile=["blank"] * 9,
            blue=SABOTEUR,
            red={"fleets": {"d4": 1}},
            green={"fleets": {"d6": 1}},
        )
        game.order("red", "move 1 from d4 to d5", "next").order("blue", "sabotage")
        assert game.state.empires["red"].met == ["green"]
