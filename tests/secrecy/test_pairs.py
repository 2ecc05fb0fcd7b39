"""What a seat cannot see changes nothing that any other seat or the gallery is sent, shown,
answered, nor when.

Two games are played by the same letters at the same hours. They differ in one thing that only the
keeper may know. Then all that every other reader could get hold of is compared byte for byte:
letters, pages, history, answers and refusals, deadlines, times.
"""

from __future__ import annotations

from contextlib import suppress

import pytest

from tests.examples import drawn
from tests.secrecy.differing import NotAllSaid, differ, differences
from tests.secrecy.leaks import LEAKS
from tests.secrecy.pairs import OTHERS, PAIRS
from tests.secrecy.table import PNG
from traders.domain.letters import board_picture
from traders.engines.kernel.positions.position_cache import Lately
from traders.engines.star_traders import view

pytestmark = pytest.mark.django_db

SEED = 1
LOOKED_AT = 11
GAMES = [
    *((pair, SEED) for pair in (*PAIRS, *OTHERS)),
    # of the others no other run was looked at yet
    *((pair, LOOKED_AT) for pair in (*PAIRS, *OTHERS) if pair.opens or pair.wanting),
]


@pytest.fixture(autouse=True)
def _boards_as_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture is made of its SVG alone, whose digest is compared: nothing is drawn, slowly."""
    monkeypatch.setattr(board_picture, "draw", lambda svg, part: PNG)


@pytest.fixture(autouse=True)
def _views_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """No view that an earlier test made is shown again: a leak may have been planted since."""
    monkeypatch.setattr(view, "_table", Lately(view._laid))


@pytest.mark.examples("secrecy-pairs")
@pytest.mark.parametrize(
    ("pair", "seed"), drawn("secrecy-pairs", GAMES), ids=lambda of: getattr(of, "what", of)
)
def test_no_secret_reaches_others(pair, seed):
    for draw in range(5):
        with suppress(NotAllSaid):
            assert differences(pair, seed + 1_000 * draw) == []
            return
    pytest.fail("the keeper never comes to say it all")


@pytest.mark.examples("secrecy-leaks")
@pytest.mark.parametrize("leak", drawn("secrecy-leaks", LEAKS), ids=lambda leak: leak.what)
def test_a_leak_planted_is_found(leak, monkeypatch):
    pair = next(pair for pair in [*PAIRS, *OTHERS] if pair.what == leak.pair)
    leak.plant(monkeypatch)
    assert differ(pair, leak.seed)


@pytest.mark.long
def test_where_nothing_leaks_the_other_game_is_played_to_its_end():
    """Long: both games are."""
    assert not differ(OTHERS[-1], SEED)


def test_a_dozen_leaks_and_more():
    assert len(LEAKS) >= 12
