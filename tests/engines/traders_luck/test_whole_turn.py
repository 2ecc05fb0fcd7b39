"""A whole turn in one letter or plan, and the keeping policies in it (TL-PBM-02, TL-PBM-03)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from tests.engines.traders_luck.game import NOTHING
from traders.domain.play.commands.interpreter import Speech
from traders.domain.table import game_progression
from traders.domain.table.change_set import Line
from traders.domain.table.table import Table
from traders.engines.kernel.contract.contract import Chance
from traders.engines.kernel.refusal import Refusal
from traders.engines.traders_luck import ENGINE
from traders.engines.traders_luck.tables import tables

SEATS = ("red", "blue")
HUNTERS = {"bounty_hunters": True}
FORMS = pytest.mark.parametrize("form", ["{}", "plan\n{}\nend plan"], ids=["letter", "plan"])


class Whole:
    """Red's turn by what it sends; dice are a list of faces, or fall by a seed."""

    def __init__(self, *faces: str, seed: int = 0, options=None, **start) -> None:
        self.faces, self.box = list(faces), Random(seed)
        state = ENGINE.position(SEATS, options or {}, start)
        self.table = Table(ENGINE, state, chance=self.fallen, timing="sealed")
        game_progression.go_on(self.table)

    def fallen(self, chance: Chance) -> int:
        return (
            chance.faces.index(self.faces.pop(0)) + 1
            if self.faces
            else self.box.randint(1, chance.sides)
        )

    def says(self, text: str, seat: str = "red") -> list[Line]:
        return Speech(self.table, seat).speak(text)

    @property
    def orders(self) -> list[str]:
        return [move.text for move in self.table.moves if move.kind == "order"]

    @property
    def now(self):
        return ENGINE.written(self.table.state)


# --- policies -------------------------------------------------------------------------------------


@FORMS
@pytest.mark.parametrize(
    ("wishes", "faces", "orders"),
    [
        # so many lie there at once
        ("keep food until 2", "food food ore", ["settle"]),
        ("keep food until 1", "food ore ore", ["settle"]),
        # of one wish: set aside, thrown again, counted set aside or not
        ("keep food until 3", "food ore ore robots food food", ["keep food", "keep food"]),
        ("keep food until 3", "food food ore ore", ["keep 2 food"]),
        # none is shown: the first from the left
        ("keep food until 2", "ore robots luxury food ore ore", ["keep ore", "keep food"]),
        ("keep food until 1", "ore robots luxury ore ore luxury", ["keep ore", "keep ore"]),
        # the best wish that is shown, alone from then on
        ("keep robots until 2\nkeep food until 2", "food food ore robots", ["settle"]),
        ("keep robots until 2\nkeep food until 3", "food food ore robots", ["keep 2 food"]),
        (
            "keep robots until 3\nkeep food until 3",
            "food ore ore robots robots",
            ["keep food", "keep robots"],
        ),
        (
            "keep robots until 2\nkeep food until 3",
            "food robots ore food food",
            ["keep robots", "keep food"],
        ),
        # as many as there are dice, and more than there can be
        ("keep food until 5", "food food food", ["keep 3 food"]),
    ],
)
def test_a_policy_keeps_what_it_says(form, wishes, faces, orders):
    """TL-PBM-02, TL-ROL-02, TL-ROL-04"""
    small = Whole(*faces.split())
    small.says(form.format(f"explore small\n{wishes}"))
    assert small.orders[1:] == orders
    assert (small.now["stage"], small.table.waiting()) == ("trade", ("red",))
    assert not any(small.table.open("plan"))


@pytest.mark.parametrize("size", ["small", "medium", "big"])
@pytest.mark.parametrize("options", [{}, HUNTERS], ids=["alone", "hunters"])
def test_a_policy_is_never_refused_and_ends_as_it_says(size, options):
    """Every face as a wish, on dice of every kind: dice that must be kept are kept with the rest
    (BH-ROL-03, BH-ROL-04).
    """
    faces = [
        *tables().goods,
        *(("police", "no police", "pirate", "trader", "blank") if options else ()),
    ]
    for seed in range(60):
        first, second, n = faces[seed % len(faces)], faces[(seed // 3) % len(faces)], 1 + seed % 5
        table = Whole(seed=seed, options=options)
        told = table.says(f"explore {size}\nkeep {first} until {n}\nkeep {second} until {n}")
        assert not [line for line in told if line.answer == "refused"]
        assert table.table.stopped_plans == {}
        assert table.now["stage"] != "roll"
        kept = [order for order in table.orders if order.startswith("keep")]
        assert len(kept) <= 8
        if table.orders[-1] == "settle" and {first, second} <= set(tables().goods):
            dice = Counter(die.face for die in table.table.state.turn.planet.dice)
            assert max(dice[first], dice[second]) >= n


def test_a_die_that_must_be_kept_is_kept_with_the_wish():
    """BH-ROL-03"""
    table = Whole(
        "food",
        "ore",
        "ore",
        "no police",
        "pirate",
        "blank",
        "blank",
        "food",
        "food",
        *NOTHING[:1],
        "blank",
        "blank",
        options=HUNTERS,
    )
    table.says("explore small\nkeep food until 2")
    assert table.orders[1:] == ["keep food and pirate", "settle"]


def test_wishes_that_were_not_followed_stay_secret():
    """TL-PBM-02: the history shows the orders that a policy came to, nothing of what else was
    wished.
    """
    table = Whole("food", "ore", "ore", "robots", "food")
    table.says("explore small\nkeep medicine until 3\nkeep food until 2\nkeep luxury until 2")
    assert "medicine" not in " ".join(f"{move.text} {move.public}" for move in table.table.moves)


def test_a_policy_may_follow_what_was_kept_by_hand():
    table = Whole("food", "ore", "ore", "food", "robots")
    table.says("travel small\nkeep food")
    table.says("keep food until 2")
    assert table.orders == ["travel small", "keep food", "settle"]


@pytest.mark.parametrize(
    "line",
    [
        "keep spice until 2",
        "keep food until",
        "keep food until 0",
        "keep food until many",
        "keep until 2",
    ],
)
@FORMS
def test_a_policy_that_cannot_be_read_is_refused(line, form):
    table = Whole()
    assert [told.kind for told in table.says(form.format(line))[:1]] == ["unreadable"]
    assert table.orders == []


def test_a_policy_out_of_its_time():
    """TL-TRV-02, TL-ROL-04, TL-ORD-02: before the trip, when the dice lie, in another's turn."""
    table = Whole("food", "ore", "ore")
    assert table.says("keep food until 2")[0].rules[-2:] == ("TL-TRV-02", "TL-ORD-08")
    assert table.says("keep food until 2", "blue")[0].rules[0] == "TL-ORD-02"
    table.says("travel small\nsettle")
    assert table.says("keep food until 2")[0].rules[0] == "TL-ROL-04"
    with pytest.raises(Refusal):
        ENGINE.followed(table.table.state, "red", ["keep food until 2"])


@FORMS
def test_who_follows_needs_no_policy(form):
    """TL-FOL-03: one letter for either trip."""
    planet = {"size": "small", "dice": ["robots", "robots", "ore"]}
    table = Whole(planet=planet, red={"credits": 30})
    table.says(form.format("follow\notherwise explore big\nkeep robots until 2\nbuy 2 robots\nend"))
    assert table.orders == ["follow", "buy 2 robots", "end"]


# --- the rest of the turn -------------------------------------------------------------------------


TURN = """explore big
keep robots until 3
keep medicine until 2
sell if robots cost 9 or more
buy 3 robots
otherwise buy 2 food
end"""


@FORMS
@pytest.mark.parametrize(
    ("red", "faces", "orders"),
    [
        ({"credits": 18}, "robots robots robots food ore", ["settle", "buy 3 robots", "end"]),
        ({"credits": 9}, "robots robots robots food food", ["settle", "buy 2 food", "end"]),
        (
            {"cargo": [{"good": "robots", "n": 2, "paid": 5}]},
            "robots robots food food food food food food food food food",
            None,
        ),
    ],
)
def test_the_example_of_the_order_language(red, faces, orders, form):
    """TL-PBM-03: tried from top to bottom, each line at its step."""
    table = Whole(*faces.split(), red=red)
    table.says(form.format(TURN))
    # at 9 the sale comes first, and no more robots are bought than dice show them
    if orders is None:
        assert table.orders[1:4] == ["keep 2 robots", "keep food", "keep food"]
        assert table.orders[-3:] == ["sell", "buy 2 food", "end"]
    else:
        assert table.orders[1:] == orders
    assert table.now["turn"] == "blue"


@FORMS
@pytest.mark.parametrize(
    ("faces", "orders"),
    [
        ("food food ore", ["settle", "buy 2 food", "end"]),
        ("food ore ore luxury ore ore", ["keep food", "keep luxury", "buy 1 food", "end"]),
        ("robots robots luxury ore ore ore", ["keep robots", "keep ore", "end"]),
    ],
)
def test_what_is_ordered_if_possible_stops_nothing(form, faces, orders):
    """TL-PBM-03: passed over where it cannot be done."""
    table = Whole(*faces.split(), red={"credits": 8})
    told = table.says(
        form.format(
            "explore small\nkeep food until 2\nbuy 2 food\notherwise buy 1 food if possible\nend"
        )
    )
    assert not [line for line in told if line.answer == "refused"]
    assert table.orders[1:] == orders
    assert table.now["turn"] == "blue"


def test_what_is_no_order_is_refused_if_possible_or_not():
    told = Whole().says("sell them all if possible")
    assert [line.kind for line in told] == ["unreadable"]


def test_wishes_are_weighed_together_also_those_that_are_passed_over():
    """TL-PBM-02: the second is passed over by its condition, the third is followed."""
    wishes = "keep luxury until 3\nkeep food until 2 if 2 food show\nkeep ore until 2"
    for form in ("{}", "plan\n{}\nend plan"):
        table = Whole("food", "ore", "robots", "ore", "food")
        told = table.says(form.format(f"explore small\n{wishes}"))
        assert not [line for line in told if line.answer == "refused"]
        assert table.orders[1:] == ["keep ore", "settle"]


@FORMS
def test_what_became_of_each_wish_is_told_and_none_is_said_to_be_kept_that_is_over(form):
    """PR-STANDING-04, TL-PBM-02: followed, weighed beside that, or past what it speaks of."""
    wishes = "keep luxury until 3\nkeep food until 2\nkeep ore until 2"
    told = Whole("food", "ore", "ore", "ore", "robots").says(
        form.format(f"explore small\n{wishes}")
    )
    assert [(line.answer, line.words) for line in told[1:]] == [
        ("noted", "Passed over: I went by `keep food until 2`."),
        ("done", "Done: keep food until 2."),
        ("noted", "Passed over: I went by `keep food until 2`."),
    ]
    late = Whole("food", "ore", "ore").says(form.format("explore small\nsettle\nkeep ore until 3"))
    assert late[-1].words == "Passed over: The dice lie as they are."


def test_a_line_that_cannot_be_done_stops_a_letter_by_its_rule_and_a_plan_with_a_word():
    """PR-STANDING-04, TL-BUY-03"""
    letter, plan = Whole("food", "ore", "ore"), Whole("food", "ore", "ore")
    told = letter.says("explore small\nkeep food until 1\nbuy 2 food\nend")
    assert [(line.answer, line.rules) for line in told[2:]] == [
        ("refused", ("TL-BUY-03",)),
        ("returned", ()),
    ]
    told = plan.says("plan\nexplore small\nkeep food until 1\nbuy 2 food\nend\nend plan")
    assert [(line.answer, line.rules) for line in told[2:]] == [
        ("returned", ()),
        ("returned", ()),
    ]
    why = "Only 1 food can be had here. At most now: `buy 1 food`. (TL-BUY-03)"
    assert plan.table.stopped_plans == {"red": [why]}
    assert letter.now == plan.now


def test_a_whole_turn_ahead_is_nobody_s_to_see_and_asks_nobody():
    """PR-STANDING-04, PR-STANDING-05"""
    table = Whole("food", "ore", "ore", "ore", "food", "food", "ore", "luxury")
    table.says(
        "plan\nexplore small\nkeep ore until 2\nsell if ore costs 9 or more\nbuy 2 "
        "ore\notherwise buy 1 ore\nend\nend plan",
        "blue",
    )
    assert table.table.moves == []
    table.says("travel small\nsettle\nend")
    assert [
        move.text for move in table.table.moves if move.seat == "blue" and move.kind == "order"
    ][:1] == ["travel small"]
    assert (table.now["turn"], table.now["blue"]["days"]) == ("red", 2)


def test_no_sale_is_waited_for_that_no_planet_pays():
    for paid, wanted in ((4, 5), (5, 5), (9, 5)):
        table = Whole(red={"credits": 40, "cargo": [{"good": "food", "n": 2, "paid": paid}]})
        text = ENGINE.board_text(ENGINE.view(table.table.state, "red"))
        assert f"sell if food cost {wanted} or more" in text


def test_a_letter_shows_a_turn_that_can_be_sent_as_it_stands():
    """TL-PBM-03: with an empty hold and with cargo; every line of it is understood and none is out
    of place.
    """
    for cargo in ([], [{"good": "medicine", "n": 2, "paid": 8}]):
        for seed in range(20):
            table = Whole(seed=seed, red={"credits": 40, "cargo": cargo})
            text = ENGINE.board_text(ENGINE.view(table.table.state, "red"))
            lines = [
                line.strip()
                for line in text.split("A WHOLE TURN")[1].splitlines()[1:]
                if line.strip()
            ]
            told = table.says("\n".join(lines))
            assert not [line for line in told if line.kind == "unreadable"]
            assert not [
                line
                for line in told
                if line.answer == "refused" and not line.rules[0].startswith("TL-BUY")
            ]
            assert "A WHOLE TURN" not in ENGINE.board_text(ENGINE.view(table.table.state, "red"))
    table = Whole()
    table.says("travel small")
    assert "keep robots until 3" in ENGINE.board_text(ENGINE.view(table.table.state, "red"))
    assert "YOUR NEXT TURN may be sent now" in ENGINE.board_text(
        ENGINE.view(Whole().table.state, "blue")
    )


WORDS = (
    "explore", "travel", "big", "keep", "robots", "pirate", "until", "2", "sell", "if", "cost",
    "9 or more", "and", "otherwise", ":", ",",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(8))
def test_any_words_are_answered_and_play_goes_on(seed):
    """Letters and plans of words at random, of lines of a turn and of what is offered, in any order
    and by either seat: each line has an answer, and whoever is waited for can still act.
    """
    box = Random(seed)
    table = Whole(seed=seed, options=HUNTERS if seed % 2 else {})
    while len(table.orders) < 60 and not table.now["over"]:
        seat = box.choice(SEATS)
        lines = [" ".join(box.choices(WORDS, k=box.randint(1, 6)))] if box.random() < 0.3 else []
        offered = [
            offer.order
            for offer in table.table.menu(seat)
            if not offer.blanks and offer.order != "finish"
        ]
        lines += [
            f"{box.choice(('', '', 'otherwise '))}{line}"
            for line in [*box.choices(TURN.splitlines(), k=2), *offered[:2]]
        ]
        box.shuffle(lines)
        if box.random() < 0.5:
            lines = ["plan", *lines, "end plan"]
        told = table.says("\n".join(lines), seat)
        assert all(line.answer and line.words for line in told)
        if not table.now["over"]:
            assert all(table.table.menu(one) for one in table.table.waiting())
