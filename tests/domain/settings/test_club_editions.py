"""Clubs' own editions: every kind of fault is told, nothing of a faulty one is kept, and games pin
theirs.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests import seated
from traders.domain.history import recording_and_replay
from traders.domain.play import door
from traders.domain.settings import club_editions
from traders.engines.registry import engine
from traders.engines.star_traders import edition_faults as faults
from traders.engines.star_traders.edition import EDITIONS, printed_data
from traders.models import Edition, Game, Player
from traders.web.new_game import GameForm

Change = Callable[[dict[str, Any]], None]


def world(data: dict[str, Any], number: int) -> dict[str, Any]:
    return next(one for one in data["worlds"] if one["number"] == number)


def cut_off(data: dict[str, Any], number: int) -> None:
    data["jumplines"] = [line for line in data["jumplines"] if number not in (line["a"], line["b"])]


FAULTS: list[tuple[Change, str]] = [
    (lambda d: d["jumplines"][0].update(b=99), "Jumpline 1: there is no world 99."),
    (lambda d: d["jumplines"][0].update(colour="pink"), "Jumpline 1: there is no colour pink"),
    (lambda d: d["jumplines"][0].update(b=d["jumplines"][0]["a"]), "to itself"),
    (lambda d: d["jumplines"].append(d["jumplines"][0]), "are joined already"),
    (
        lambda d: cut_off(d, 11),
        "The chart is not connected: no way leads from the rest to Kluge (11).",
    ),
    (lambda d: world(d, 12).update(number=11), "World number 11 is there 2 times."),
    (lambda d: world(d, 12).update(number=17), "World 17: a world's number is two dice"),
    (lambda d: world(d, 12).update(name="Kluge"), "The name of a world, kluge is there 2 times."),
    (lambda d: world(d, 12).update(exports="Robots"), "The export robots is there 2 times."),
    (lambda d: world(d, 12).update(x=1200.0), "x and y are 0 to 1000"),
    (lambda d: world(d, 13).update(start=False), "Arm 1 has 0 starred worlds"),
    (lambda d: d["worlds"].pop(), "There is no world"),
    (lambda d: d["contracts"][0].update(deliver=70), "Contract C01: there is no world 70."),
    (lambda d: d["contracts"][0].update(deliver=56), "Contract C01 goes from 56 to itself."),
    (lambda d: d["contracts"][0].update(cargo="Moonbeams"), "exports Stasis Cubes, not Moonbeams"),
    (lambda d: d["contracts"][1].update(id="C01"), "Contract C01 is there 2 times."),
    (lambda d: d["contracts"][0].update(special="lottery"), "there is no special payoff 'lottery'"),
    (lambda d: d["contracts"][0].update(stellors=-4), "pays less than nothing"),
    (lambda d: d["contracts"].pop(), "There are 71 contracts in place of 72"),
    (lambda d: d["cards"][0].update(count=10), "The deck has 66 cards in place of 65"),
    (lambda d: d["cards"][0].update(count=-1), "-1 cards are less than none"),
    (lambda d: d["cards"][0].update(name="Teleport"), "No rule knows the card Teleport"),
    (lambda d: d["cards"].append(d["cards"][0]), "The card Avoid Calamity is there 2 times."),
    (lambda d: d.update(wolrds=[]), "There is no table 'wolrds'."),
    (lambda d: world(d, 12).update(number="twelve"), "The tables are not as they must be"),
    (lambda d: world(d, 12).pop("exports"), "The tables are not as they must be"),
    (lambda d: d["jumplines"][0].update(a=[11]), "The tables are not as they must be"),
    (lambda d: world(d, 12).update(x=float("nan")), "Table worlds: x is nan"),
    (lambda d: world(d, 12).update(place=10**9), "Table worlds: place is 1e+09"),
    (lambda d: world(d, 12).update(name="Ver\r\nne"), "is no name. It is one line"),
    (lambda d: world(d, 12).update(exports="\u202efur"), "is no name. It is one line"),
    (lambda d: world(d, 12).update(name="V" * 1000), "is no name. It is one line"),
    (lambda d: d["contracts"][0].update(stellors=2**70), "Table contracts: stellors is"),
    (lambda d: d["petition_mission"][3].update(price_stellors=-2), "it is -1 to 100,000"),
    (lambda d: d["by_players"].pop(), "Table by_players has rows for 2, 3, 4, 5 in place of"),
    (lambda d: d["engine_prices"].clear(), "Table engine_prices has rows for nothing"),
    (lambda d: d["line_colours"].append(d["line_colours"][0]), "Table line_colours has rows"),
    (lambda d: d["personalities"][0].update(name="Zork"), "Table personalities has rows"),
    (lambda d: d["prestige_zones"].pop(1), "Table prestige_zones: its rows follow one another"),
    (lambda d: d["petition_station"].clear(), "Table petition_station: its rows follow"),
    (lambda d: d["limits"].pop("prestige_max"), "Table limits lacks prestige_max."),
    (lambda d: d["bonuses"].update(dict.fromkeys(d["bonuses"], "x")), "is written like"),
    *(
        (lambda d, name=name: world(d, 12).update(name=name), told)
        for told, names in {
            "is no name": ("A: B", "12", "1 stellors", "--", "<b>", "# x", "=cmd()", "`x`", " Oz"),
            "no order could name": (
                *("pass", "End", "random", "station", "red", "Zap", "payoff", "not far", "a or b"),
                *("to blue", "x and y", "through x", "oz station"),
            ),
        }.items()
        for name in names
    ),
    (lambda d: world(d, 12).update(exports="Pass"), "no order could name Pass"),
    (lambda d: world(d, 12).update(exports="Robots x2"), "no order could name Robots:"),
    (lambda d: d["contracts"][0].update(id="x y; z"), "an id is 1 to 8 letters and digits"),
    (lambda d: d["line_colours"][0].update(min_roll=7), "no die rolls more than 6"),
    (lambda d: d["special_payoffs"][1].update(min_roll=7), "Special payoff jackpot: its die is 6"),
    (lambda d: d["petition_mission"][3].update(outcome="perhaps"), "outcome is one of denied"),
    *(
        (lambda d, price=price: d["petition_station"][3].update(price_prestige=price), "1/2")
        for price in ("1/0", "-5", "x", "", "3/2")
    ),
    (lambda d: d["cards"][0].update(when="never"), "is played as its rule says"),
    (lambda d: d["engine_prices"][0].update(only="Zork"), "there is no personality 'Zork'"),
    (lambda d: d["personalities"][0].update(start_world=70), "there is no world 70"),
    (lambda d: d["limits"].update(hold_max=0), "hold_max is at least 1"),
    (lambda d: d["limits"].update(imperial_contract_space=9), "one of the contract_spaces"),
    (lambda d: d["start"].update(engines=9), "more engines than engines_max"),
    (lambda d: d["start"].update(luck_cards=30), "cannot have so many cards"),
    (lambda d: d["by_players"][4].update(contracts_basic=12), "so many contracts, or none"),
    (lambda d: d["by_players"][4].update(contracts_advanced=0), "so many contracts, or none"),
]
UNREADABLE = {
    "nested lists": b"a = " + b"[" * 9_000 + b"]" * 9_000,
    "nested tables": b"a = " + b"{a=" * 2_000 + b"1" + b"}" * 2_000,
    "a number without end": b"a = " + b"9" * 5_000,
    "a key without end": b"a." * 400_000 + b"a = 1",
    "a heading without end": b'["a" . ' + b"a ." * 300_000 + b"a]",
    "no text": b"\xff",
    "no TOML": b"a = ",
}


def test_the_standard_edition_has_no_fault():
    assert faults.faults(printed_data()) == []


@pytest.mark.parametrize(("change", "told"), FAULTS, ids=[told[:40] for _, told in FAULTS])
def test_each_fault_is_told(change, told):
    data = copy.deepcopy(printed_data())
    change(data)
    assert any(told in fault for fault in faults.faults(data))


@pytest.mark.parametrize("rest", UNREADABLE.values(), ids=UNREADABLE)
def test_a_file_that_cannot_be_read_is_refused_in_words(rest):
    with pytest.raises(club_editions.BadEdition, match="cannot be read as TOML"):
        club_editions.check("star-traders", b'title = "Ours"\n' + rest)


def test_a_title_is_one_line():
    with pytest.raises(club_editions.BadEdition, match="one line"):
        club_editions.check("star-traders", b'title = "a\\r\\nb"\n')


def test_all_faults_are_told_at_once():
    data = copy.deepcopy(printed_data())
    cut_off(data, 11)
    data["cards"][0]["count"] = 3
    data["contracts"][0]["deliver"] = 70
    assert len(faults.faults(data)) == 3


DECK = b"""
title = "The deck of our club"
cards = [%s]
"""


def deck(**counts: int) -> bytes:
    """A club's file that brings a deck of its own."""
    rows = []
    for card in printed_data()["cards"]:
        count = counts.get(card["name"], card["count"])
        calamity = "true" if card["calamity"] else "false"
        on_table = "true" if card["on_table"] else "false"
        more = "".join(
            f", {key} = {card[key]}"
            for key in ("destination", "size", "prestige", "tax")
            if key in card
        )
        rows.append(
            f'{{ name = "{card["name"]}", count = {count}, calamity = {calamity}, when = '
            f'"{card["when"]}", target = "{card["target"]}", '
            f'on_table = {on_table}, effect = "As printed.", rules = []{more} }}'
        )
    return DECK % ",\n".join(rows).encode()


@pytest.mark.django_db
def test_a_club_plays_with_its_own_deck_and_the_game_pins_it():
    own = deck(Zap=7, Superzap=2)
    kept, new = club_editions.add("star-traders", own)
    assert new
    assert club_editions.add("star-traders", own) == (kept, False)
    game = door.create("star-traders", ["red", "blue"], edition=kept.digest)
    seated.begin(game.pk)
    EDITIONS.clear()  # as after a start of the service
    game = Game.objects.get(pk=game.pk)
    state = recording_and_replay.position_at(game, game.number)
    assert state.edition == kept.digest
    assert state.book.cards["Zap"].count == 7
    assert engine("star-traders").view(state, "red")["chart"]["edition"] == kept.digest


@pytest.mark.django_db
def test_a_faulty_edition_is_not_kept(tmp_path: Path, capsys):
    file = tmp_path / "board.toml"
    for text in (deck(Zap=1), b"worlds = [", b"\xff\xfe", deck().replace(b"title", b"# title")):
        file.write_bytes(text)
        for what in ("check", "add"):
            with pytest.raises(CommandError, match="nothing was kept"):
                call_command("edition", what, str(file))
    assert "in place of 65" in capsys.readouterr().out
    assert not Edition.objects.exists()


@pytest.mark.django_db
def test_the_command_checks_adds_and_lists(tmp_path: Path, capsys):
    file = tmp_path / "board.toml"
    file.write_bytes(deck(Zap=5, Superzap=4))
    call_command("edition", "check", str(file))
    assert not Edition.objects.exists()
    call_command("edition", "add", str(file))
    call_command("edition", "list")
    assert "The deck of our club" in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.django_db
def test_a_game_of_an_unknown_edition_is_not_made():
    with pytest.raises(KeyError):
        door.create("star-traders", ["red", "blue"], edition="0123456789abcdef")


@pytest.mark.django_db
def test_an_edition_that_is_kept_can_be_chosen_at_the_making_of_a_game(client):
    kept, _ = club_editions.add("star-traders", deck(Zap=7, Superzap=2))
    client.force_login(
        Player.objects.create(email="red@example.org", display_name="Red", password="!")
    )
    assert "The deck of our club" in client.get("/games/new?system=star-traders").content.decode()
    asked = {
        "system": "star-traders",
        "title": "Ours",
        "seats": "2",
        "bots": "0",
        "edition": kept.digest,
    }
    asked |= {
        name: field.initial
        for name, field in GameForm("star-traders").fields.items()
        if name.startswith(("option.", "setting."))
    }
    client.post("/games/new", {name: value for name, value in asked.items() if value})
    assert Game.objects.get().edition == kept.digest
