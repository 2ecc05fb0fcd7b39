"""What a seat is shown: everything that lies on the table, its own hand and money, nothing else."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import property_of
from traders.engines.registry import engine as engine_named

ENGINE = engine_named("star-traders")
SEATS = ("red", "blue", "green")
START = {
    "red": {
        "at": "Mink",
        "stellors": 8264,
        "hand": ["Codebreaker", "Zap"],
        "cargo": ["Fur"],
        "stations": ["Niven"],
    },
    "blue": {"at": "Oz", "stellors": 3157, "hand": ["Gotcha"], "envoy": "Helix", "stressed": True},
    "green": {
        "at": "Oz",
        "stellors": 11,
        "hand": [],
        "mission": {"from": "Asimov", "to": "Jaxin"},
        "cargo": ["Imperial Cargo (green)"],
    },
    "contracts": ["Fur to Frygia", "Psionic Shields to Jackpot"],
    "completed": ["Fur to Hench"],
    "quarantines": [{"world": "Oz", "by": "red"}],
}


def position(**differing):
    return ENGINE.position(SEATS, {}, {**START, **differing})


def shown(state, seat) -> str:
    """Everything that a seat is shown, as one text."""
    view = ENGINE.view(state, seat)
    return "\n".join(
        [msgspec.json.encode(view).decode(), ENGINE.board_text(view), ENGINE.board_svg(view)]
    )


def test_a_seat_sees_its_own_hand_and_money_and_the_sizes_of_other_hands():
    view = ENGINE.view(position(), "red")
    assert view["own"]["stellors"] == 8264
    assert [card["name"] for card in view["own"]["hand"]] == ["Codebreaker", "Zap"]
    assert all(card["effect"] for card in view["own"]["hand"])
    assert {trader["seat"]: trader["hand_size"] for trader in view["seats"]} == {
        "red": 2,
        "blue": 1,
        "green": 0,
    }


def test_hands_and_money_of_others_are_shown_to_nobody_else():
    """(ST-MONEY-03, ST-LUCK-02)"""
    state = position()
    for seat in ("blue", "green", None):
        assert "8264" not in shown(state, seat)
        assert "Codebreaker" not in shown(state, seat)
    for seat in ("red", "green", None):
        assert "3157" not in shown(state, seat)
        assert "Gotcha" not in shown(state, seat)
    assert "own" not in ENGINE.view(state, None)
    assert "8264" in shown(state, "red")
    assert "Gotcha" in shown(state, "blue")


def test_tracks_lie_open_to_all():
    """(ST-SETUP-08)"""
    state = position(
        red={"prestige": 12, "engines": 4, "hand": []},
        blue={"prestige": 3, "engines": 2, "hand": []},
    )
    for seat in (*SEATS, None):
        view = ENGINE.view(state, seat)
        assert [(trader["prestige"], trader["engines"]) for trader in view["seats"][:2]] == [
            (12, 4),
            (3, 2),
        ]
        assert "Blue" in ENGINE.board_text(view)
        assert "3 Prestige, 2 engines" in ENGINE.board_text(view)


def test_completed_contracts_lie_in_a_place_of_their_own():
    """(ST-SETUP-24)"""
    view = ENGINE.view(
        position(red={"at": "Mink", "cargo": ["Fur"], "hand": []}, contracts=["Robots to Jaxin"]),
        "blue",
    )
    assert [one["contract"] for one in view["completed"]] == ["Fur to Hench"]
    assert view["completed"][0]["markers"] == ["red"]
    assert all(one is None or one["contract"] != "Fur to Hench" for one in view["contracts"])


def test_what_lies_on_the_table_is_shown_to_all():
    state = position()
    for seat in (*SEATS, None):
        text = ENGINE.board_text(ENGINE.view(state, seat))
        for told in (
            "Fur to Frygia",
            "Psionic Shields to Jackpot",
            "Fur to Hench",
            "Quarantine on Oz",
            "Envoy bound for Helix",
        ):
            assert told in text, (seat, told)
        assert "Stressed Engines" in text
        assert "Asimov to Jaxin" in text
        view = ENGINE.view(state, seat)
        assert view["contracts"][0]["doubled"]
        assert not view["contracts"][1]["doubled"]
        assert view["contracts"][0]["markers"] == ["red"]


def test_where_others_may_use_stations_and_where_not_is_shown_to_all():
    """(ST-STATION-12)"""
    state = position()
    for line in ("permit blue at niven", "permit green", "forbid green at niven"):
        ENGINE.play(state, "red", ENGINE.read(state, "red", line))
    for seat in (*SEATS, None):
        red = ENGINE.view(state, seat)["seats"][0]
        assert red["permits"] == ["green"]
        assert (red["permits_at"], red["barred_at"]) == ({"Niven": ["blue"]}, {"Niven": ["green"]})
    assert "You may use them (not all)." in ENGINE.board_text(ENGINE.view(state, "green"))


def test_space_one_counts_once_with_two_players():
    state = ENGINE.position(SEATS[:2], {}, {"contracts": ["Fur to Frygia"]})
    assert not ENGINE.view(state, "red")["contracts"][0]["doubled"]


def test_a_choice_is_shown_to_the_seat_that_has_it_alone():
    state = position(
        blue={"hand": ["Lose a Cargo"], "at": "Oz"},
        red={"at": "Mink", "cargo": ["Fur", "Robots"], "hand": []},
    )
    ENGINE.play(state, "blue", ENGINE.read(state, "blue", "play lose a cargo on red"))
    if ENGINE.view(state, None)["interval"]:
        ENGINE.close(state)
    asked = ENGINE.view(state, "red")["waiting"]
    assert asked["for"] == "choice"
    assert len(asked["things"]) == 2
    assert "YOUR CHOICE" in ENGINE.board_text(ENGINE.view(state, "red"))
    other = ENGINE.view(state, "green")["waiting"]
    assert other["seats"] == ["red"]
    assert "things" not in other


def test_the_jump_and_the_die_under_way_are_shown():
    state = position(red={"at": "Mink", "hand": [], "stations": []}, quarantines=[])
    ENGINE.play(state, "red", ENGINE.read(state, "red", "jump niven regular"))
    assert ENGINE.view(state, "green")["interval"] == "quarantine"
    ENGINE.close(state)
    ENGINE.happen(state, 4)
    view = ENGINE.view(state, "green")
    assert (view["jump"]["from"], view["jump"]["to"], view["jump"]["needs"]) == ("Mink", "Niven", 2)
    assert view["die"]["value"] == 4
    assert "Red is jumping from Mink to Niven" in ENGINE.board_text(view)


@property_of("engines-star-traders-view")
@given(data=st.data())
@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_positions_that_differ_in_what_is_hidden_look_the_same(seat, data):
    """Hands, money, decks."""
    state, twin = position(), position()
    for trader in twin.traders.values():
        if trader.seat != seat:
            trader.stellors = data.draw(st.integers(0, 10_000))
            pool = data.draw(st.permutations(twin.luck_deck + trader.hand))
            trader.hand, twin.luck_deck = (
                list(pool[: len(trader.hand)]),
                list(pool[len(trader.hand) :]),
            )
    twin.contract_deck = list(data.draw(st.permutations(twin.contract_deck)))
    assert shown(twin, seat) == shown(state, seat)
