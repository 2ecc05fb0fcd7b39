"""What is named for a line that cannot be read is near to it in letters and in sense; else it is
told what may be done now (PR-RECEIPT-09).
"""

from __future__ import annotations

import pytest

from tests.domain.play.manners.readers import reader
from traders.domain.play.manners.nearest_order_guess import nearest_lines, tell_instead, wanted_ways
from traders.domain.table.change_set import Line
from traders.engines.kernel.contract.contract import Offer
from traders.engines.kernel.refusal import Refusal


def refused(system: str, text: str) -> Line:
    """The refusal of a line, with what is named in its place."""
    one = reader(system)
    with pytest.raises(Refusal) as found:
        one.sight.engine.read(one.sight.state, one.sight.seat, text, {})
    line = Line(text, "refused", found.value.text, "unreadable", (), found.value.instead)
    tell_instead(one, line)
    return line


@pytest.mark.parametrize(
    ("system", "text"),
    [
        ("star-traders", "round"),
        ("star-traders", "move"),
        ("star-traders", "offload"),
        ("star-traders", "banana"),
        ("star-traders", "fire at blue"),
        ("traders-luck", "play"),
        ("traders-luck", "move 1 from a1 to a2"),
        ("traders-luck", "assign"),
        ("imperial-trader", "stargate"),
        ("imperial-trader", "shield"),
        ("stratastar", "reroll"),
        ("stratastar", "play court scandal on blue"),
    ],
)
def test_for_another_games_verb_and_for_nonsense_what_may_be_done_is_told(system, text):
    """Not what shares letters with it: `round` is no slip for `undo`."""
    line = refused(system, text)
    assert "Did you mean" not in line.words
    menu = [offer.order.replace("{", "<").replace("}", ">") for offer in reader(system).offers()]
    assert 0 < len(line.instead) <= 3
    assert set(line.instead) <= set(menu)
    verbs = [one.partition(" ")[0] for one in line.instead]
    assert len(set(verbs)) == min(len(verbs), len({one.partition(" ")[0] for one in menu}))


@pytest.mark.parametrize(
    ("system", "text", "meant"),
    [
        ("star-traders", "buidl", "build"),
        ("star-traders", "stauts", "status"),
        ("star-traders", "hodl", "hold"),
        ("traders-luck", "trvel small", "travel small"),
        ("imperial-trader", "fyl greenholt", "fly greenholt"),
        ("stratastar", "nxet", "next"),
    ],
)
def test_a_slip_of_the_fingers_is_named(system, text, meant):
    assert meant in refused(system, text).words


def test_what_shares_a_seat_or_a_verb_alone_is_no_guess():
    own = reader("star-traders")
    own.menu = lambda: (Offer("play gotcha on blue", "take 2 Prestige from Blue", "ST-LUCK-03"),)
    for words in ("fire everything at blue", "play chess", "play chess against blue"):
        assert nearest_lines(own, words) == []
    assert nearest_lines(own, "take prestige from blue") == ["play gotcha on blue"]


def test_of_an_order_whose_thing_is_unknown_those_that_begin_like_it_are_told():
    line = refused("star-traders", "jump elsewhere soon")
    assert line.instead
    assert all(one.startswith("jump ") for one in line.instead)


def test_the_post_is_named_to_whom_speaks_of_it():
    """Where nothing can be read: what the command would do for this seat, and nothing is done."""
    one = reader("star-traders")
    for text, line in (
        ("I sent my answer in time, look at my mail!", "claim late"),
        ("I need 48 hours more", f"propose 48h more for {one.sight.seat}"),
        ("Green's last message was rude", "report green: please read the last message"),
        ("I really have to leave this game", "resign"),
        ("could we go back to before my last jump", "propose back up to <n>"),
    ):
        assert line in [way for way, _ in wanted_ways(one, text)], text
