"""The order language of Imperial Trader, on the default chart and on one whose names are odd."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.engines.bad_input import read_or_refused
from traders.engines.imperial_trader import ENGINE
from traders.engines.imperial_trader.actions.fly import Fly
from traders.engines.imperial_trader.actions.work import Load
from traders.engines.imperial_trader.orders.order_parts import Course
from traders.engines.imperial_trader.play.order_play import ORDERS
from traders.engines.imperial_trader.sub_sector import chart
from traders.engines.kernel.refusal import Refusal

ODD = ("Base 1", "Base 2", "São 3", "D'Arc", "Ash-Birch", "New Ash", "7th Ring")


def named(
    *names: str,
    exports: tuple[str, ...] = ("Slag", "Timber", "Relics", "Salt", "Fur", "Glass", "Ice"),
) -> dict[str, Any]:
    """A chart of planets in a row."""
    return {
        "planets": [
            {"name": name, "class": "forge", "export": export}
            for name, export in zip(names, exports, strict=False)
        ],
        "lanes": [{"between": list(ends), "spaces": 2} for ends in pairwise(names)],
        "orders": [f"{exports[0]} to {name}" for name in names[1:]]
        + [f"{exports[1]} to {name}" for name in names if name != names[1]],
    }


STATES = [
    ENGINE.setup(("red", "blue"), {"shifting_imperium": True}),
    ENGINE.setup(("red", "blue"), {"chart": named(*ODD)}),
]
PIECES = [
    *sorted(ORDERS.language().literals()),
    "harrowgate",
    "cinderfall 2",
    "base 1",
    "base",
    "alien goods",
    "settlers",
    "ore",
    "two",
    "0",
    "12345678",
    ",",
    ";",
    ":",
    "and",
]
PIECES += [
    "with 5 or more:",
    ", or with three or better",
    "with 5 or more",
    "via base 2 and",
    "then",
]


@given(
    st.sampled_from(STATES),
    st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join),
)
@example(STATES[0], "round: ;")
@example(STATES[1], "fly base 1, with 5 or more: base 2, with 6 or more: base 2 2 via base 1")
def test_no_text_does_anything_but_be_read_or_refused(state, text):
    read_or_refused(ENGINE, state, "red", text)


def courses(names: list[str], least: int = 1) -> st.SearchStrategy[Course]:
    planet = st.sampled_from(names)
    return st.builds(
        Course,
        planet,
        st.integers(0, 9),
        st.lists(planet, max_size=3).map(tuple),
        st.integers(least, 9),
    )


@pytest.mark.parametrize("joined", [" ", " and ", ", ", ", and ", " via ", " then "])
@given(st.data())
def test_a_way_is_read_however_its_planets_are_joined(joined, data):
    """IT-PBM-01"""
    for state in STATES:
        names = st.sampled_from([one.name for one in chart.worlds(state.chart)])
        to, *via = data.draw(st.lists(names, min_size=2, max_size=4))
        line = f"fly {to} via {joined.join(via)}"
        assert ENGINE.read(state, "red", line) == Fly(to, via=tuple(via))


@pytest.mark.sampled
@pytest.mark.parametrize("state", STATES, ids=["harrow", "odd"])
@given(st.data())
def test_every_course_reads_back(state, data):
    """IT-PBM-01, IT-PBM-06"""
    names = [one.name for one in chart.worlds(state.chart)]
    first, by_die = (
        data.draw(courses(names)),
        tuple(data.draw(st.lists(courses(names), max_size=3))),
    )
    order = Fly(first.to, first.n, first.via, by_die)
    assert ENGINE.read(state, "red", ENGINE.write(order)) == order


@pytest.mark.parametrize("state", STATES, ids=["harrow", "odd"])
def test_every_buy_order_reads_back(state):
    """IT-ORD-01"""
    for cargo in state.chart.orders:
        assert ENGINE.read(state, "red", ENGINE.write(Load(cargo))) == Load(cargo)


@pytest.mark.parametrize(
    ("line", "courses"),
    [
        ("fly harrowgate with five or more cinderfall two", (Course("Cinderfall", 2, (), 5),)),
        (
            "fly harrowgate, with 5 or more: cinderfall two via greenholt",
            (Course("Cinderfall", 2, ("Greenholt",), 5),),
        ),
        (
            "fly harrowgate, with 3 or more: fly to greenholt, or with 5 or better cinderfall",
            (Course("Greenholt", least=3), Course("Cinderfall", least=5)),
        ),
    ],
)
def test_what_follows_a_number_of_the_die_is_of_its_course(line, courses):
    """Never of the first one (IT-PBM-06)."""
    assert ENGINE.read(STATES[0], "red", line) == Fly("Harrowgate", by_die=courses)


@pytest.mark.parametrize(
    ("names", "exports"),
    [
        (("Sword and Shield", "Birch", "Cliff"), ("Slag", "Timber", "Relics")),
        (("Via", "Birch", "Cliff"), ("Slag", "Timber", "Relics")),
        (("A_b", "Birch", "Cliff"), ("Slag", "Timber", "Relics")),
        (("½", "Birch", "Cliff"), ("Slag", "Timber", "Relics")),
        (("Ash-1", "Ash 1", "Cliff"), ("Slag", "Timber", "Relics")),
        (("Ash", "Ash 27", "Cliff"), ("Slag", "Timber", "Relics")),
        (("Ash", "New Ash 27", "Cliff"), ("Slag", "Timber", "Relics")),
        (("Ash", "Birch", "Cliff"), ("Ore", "Ore to Ash", "Relics")),
        (("x" * 2_000, "Birch", "Cliff"), ("Slag", "Timber", "Relics")),
    ],
)
def test_a_name_that_no_order_could_name_is_refused(names, exports):
    """Or that an order could not tell from another: IT-MAP-01, IT-MAP-04."""
    with pytest.raises(Refusal) as refused:
        ENGINE.setup(("red", "blue"), {"chart": named(*names, exports=exports)})
    assert refused.value.rules in (("IT-MAP-01",), ("IT-MAP-04",))
