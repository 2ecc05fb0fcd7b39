"""What goes on with the order before it: a bare name, what is done on arrival (PR-RECEIPT-09)."""

from __future__ import annotations

import pytest

from tests.domain.play.manners.readers import reader


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("jump niven and then helix", ["jump niven", "jump helix"]),
        ("jump niven, helix and build", ["jump niven", "jump helix", "build"]),
        ("jump niven then superzap", ["jump niven", "play superzap"]),
        ("jump niven; jump mink, then end please", ["jump niven", "jump mink", "end"]),
    ],
)
def test_a_bare_name_goes_on_with_the_order_before_it(line: str, orders: list[str]) -> None:
    """And is no card that is called by the world to which it goes: an Envoy is never played so."""
    assert [said.line for said in reader("star-traders").hear([line])] == orders


def test_a_seat_goes_on_with_the_order_before_it_where_it_is_one_more_and_not_spoken_to() -> None:
    strata = reader("stratastar")
    assert [said.line for said in strata.hear(["raid green and then blue pls"])] == [
        "raid green", "raid blue",
    ]  # fmt: skip
    assert strata.units("raid green, blue") is None


def test_a_line_below_says_what_is_done_on_arrival() -> None:
    """And what works without going anywhere has come to nothing."""
    lines = ["jump verne", "and if I get there build"]
    assert [one.line for one in reader("star-traders").hear(lines)] == [
        "jump verne", "build if at verne",
    ]  # fmt: skip
    assert reader("imperial-trader").units("repair 2, and if that works deal") is None


def test_a_worlds_name_alone_plays_no_card() -> None:
    assert reader("star-traders").units("Helix") is None
    assert [unit.text for unit in reader("star-traders").units("Superzap") or ()] == [
        "play superzap"
    ]


@pytest.mark.parametrize(
    ("system", "line", "orders"),
    [
        ("star-traders", "jump verne, and if I get there, build. Then end", [
            "jump verne", "build if at verne", "end",
        ]),
        ("star-traders", "jump mink and jump verne if I make it", [
            "jump mink", "jump verne if at mink",
        ]),
        ("star-traders", "jump verne and then kluge and build there if I get there", [
            "jump verne", "jump kluge", "build if at kluge",
        ]),
        ("imperial-trader", "fly to greenholt, then load grain to harrowgate when I arrive", [
            "fly to greenholt", "if arrived: load grain to harrowgate",
        ]),
        ("imperial-trader", "fly to greenholt, and if that works load grain to harrowgate", [
            "fly to greenholt", "if arrived: load grain to harrowgate",
        ]),
        ("imperial-trader", "unload grain to harrowgate and if it works deal", [
            "unload grain to harrowgate", "if delivered: deal",
        ]),
    ],
)  # fmt: skip
def test_what_is_done_on_arrival_hangs_on_the_order_before_it(
    system: str, line: str, orders: list[str]
) -> None:
    assert [said.line for said in reader(system).hear([line])] == orders


@pytest.mark.parametrize(
    "line",
    [
        "build if I get there",
        "If I get there I will build",
        "halt and build if I get there",
        "jump random and build if I get there",
        "jump verne and Blue should build if he gets there",
        "jump verne. I hope to build if I get there",
    ],
)
def test_on_arrival_nowhere_nothing_is_an_order(line: str) -> None:
    assert reader("star-traders").units(line) is None


def test_the_part_that_cannot_be_read_is_named_and_none_that_goes_on_with_another() -> None:
    line = "jump verne, then kluge, then whistle"
    assert reader("star-traders").failing(line) == "whistle"


@pytest.mark.parametrize("part", ["keep spice", "sing", "round: fly greenholt"])
def test_what_an_order_heads_is_refused_as_its_own(part: str) -> None:
    """And not its first word, which is written as it should be."""
    line = f"round: deal; {part}"
    assert reader("imperial-trader").failing(line) == part
    [said] = reader("imperial-trader").hear([line])
    assert (said.line, said.how, said.instead) == (line, "unclear", ())


@pytest.mark.parametrize(
    "line",
    [
        "round: deal - finally, let's go!; fly greenholt",
        "round: deal, finally; fly greenholt",
        "round: deal, then fly greenholt please",
        "round: deal. Fly greenholt",
    ],
)
def test_chat_and_other_signs_part_nothing_from_the_order_that_heads_it(line: str) -> None:
    """Or half of a round would be sealed, and the rest refused."""
    said = [one.line for one in reader("imperial-trader").hear([line])]
    assert said == ["round: deal; fly greenholt"]


def test_of_a_round_in_a_round_nothing_is_read() -> None:
    imperial = reader("imperial-trader")
    line = "round: deal, finally; round: fly greenholt"
    assert imperial.units(line) is None
    [said] = imperial.hear([line])
    assert (said.line, said.how, said.instead) == (line, "unclear", ())
    assert said.words == "I cannot read “round: fly greenholt”; nothing of the line was done."
