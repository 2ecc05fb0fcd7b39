"""Turns and deals of Star Traders as their readers are told of them, by its rows."""

from __future__ import annotations

from typing import Any

from traders.engines.kernel.telling.past_tense_telling import Happened, headline, retold, under_way
from traders.engines.kernel.telling.rows import book_of
from traders.engines.kernel.telling.teller import Teller
from traders.engines.registry import ENGINES

STAR = ENGINES["star-traders"]


def star(kind: str, **data: Any) -> Happened:
    event = Teller(STAR)(kind, **data)
    return Happened(event.text, event.kind, event.data)


FROM_NIVEN = {"seat": "blue", "jump": "a regular jump", "deed": "jump", "start": "Niven (13)"}
JUMP = [
    star("turn", seat="blue"),
    star("jumps", **FROM_NIVEN, goal="Hench (21)"),
    star("rolls", seat="blue", value=4),
    star("moves", seat="blue", world="Hench (21)"),
    star("arrives", seat="blue", world="Hench (21)"),
    star("builds", seat="blue", world="Hench (21)"),
]


def test_a_turn_of_star_traders_is_one_sentence() -> None:
    told = book_of(STAR)
    assert JUMP[1].text == "Blue declares a regular jump from Niven (13) to Hench (21)."
    assert retold(told, JUMP, "red") == ["Blue jumped to Hench and built a station."]
    assert retold(told, JUMP, "blue") == ["You rolled 4, jumped to Hench and built a station."]
    failed = star("fails", seat="blue", goal="Hench (21)")
    assert retold(told, [failed, failed, JUMP[4]]) == [
        "Blue failed to jump to Hench twice and jumped to Hench."
    ]
    assert retold(told, [star("fails", seat="blue", goal="")]) == ["Blue failed to jump."]
    assert under_way(told, JUMP[1], "red") == "Blue is jumping from Niven to Hench."
    assert under_way(told, JUMP[1], "blue") == "You are jumping from Niven to Hench."
    assert headline(told, JUMP[1], "blue") == "Your jump"


def test_like_deeds_in_a_row_have_one_verb() -> None:
    told = book_of("traders.engines.star_traders")
    jumps = [star("arrives", seat="blue", world=f"{name} (4)") for name in ("Niven", "Oz", "Mink")]
    assert retold(told, [*jumps, JUMP[-1]]) == [
        "Blue jumped to Niven, Oz and Mink and built a station."
    ]
    assert retold(told, jumps[:2], "blue") == ["You jumped to Niven and Oz."]


def test_the_same_sentence_in_a_row_is_told_once() -> None:
    told = book_of(STAR)
    aborted = star("aborted", seat="blue", why="Capital is under Quarantine")
    assert retold(told, [aborted] * 3, "blue") == [
        "Your jump was aborted: Capital is under Quarantine."
    ]


def test_a_deal_is_told_once_to_each_of_the_two() -> None:
    told, permission = book_of(STAR), "permission at Hexworld (53)"
    terms = [{"seat": "blue", "things": [permission]}]
    deal = star("deal", both=["red", "blue"], terms=terms)
    own = star(
        "deal-own",
        seat="red",
        whom="blue",
        gives=["8 Stellors"],
        gets=[permission],
        held=32,
        stellors=-8,
    )
    assert deal.text == f"Red and Blue make a deal: Blue gives {permission}."
    assert retold(told, [deal, own], "red") == [
        "You gave Blue 8 Stellors for permission at Hexworld (now 32 Stellors)."
    ]
    assert retold(told, [deal], "blue") == []
    assert retold(told, [deal], "green") == [
        "Red and Blue made a deal: Blue gives permission at Hexworld."
    ]


def test_what_the_reader_has_under_way_is_told_in_the_second_person() -> None:
    told = book_of(STAR)
    rolled = star(
        "rolled-for", seat="red", die=3, needs=4, goal="Niven (13)", stands="the jump fails"
    )
    played = star(
        "calamity", seat="green", card="Gotcha", standing="", on="red", threat="takes 2 Prestige"
    )
    for one, own in (
        (star("petition", seat="red"), "You petition the Emperor."),
        (
            rolled,
            "You are jumping to Niven, need a 4 and rolled a 3. As it stands, the jump fails.",
        ),
        (played, "Green plays Gotcha on you: it takes 2 Prestige."),
    ):
        assert under_way(told, one, "red") == own
        assert "You" not in under_way(told, one, "blue")


def test_a_jubilee_is_drawn_once_where_its_drawer_is_told_of_it() -> None:
    """ST-CARD-14."""
    card = "Emperor Proclaims Jubilee"
    drawn = [star("draws-own", seat="red", cards=[card]), star("jubilee", seat="red", card=card)]
    own = " ".join(retold(book_of(STAR), drawn, "red"))
    assert own == f"You drew {card}. {card}: every Trader pays for each station."
    [others] = retold(book_of(STAR), drawn[1:], "blue")
    assert others == f"Red drew {card}. Every Trader pays for each station."
