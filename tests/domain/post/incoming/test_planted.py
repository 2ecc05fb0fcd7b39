"""Nothing that stands in a quote, a signature or hidden HTML is carried out; no order around a
quote goes unmentioned.

With more letters, and figures: `python -m bench.planted`.
"""

from __future__ import annotations

import pytest

from tests.domain.letters.real import made
from tests.domain.post.incoming import planted
from tests.domain.post.incoming.tried import parts_of, tried

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(game) -> tuple[str, str]:
    """The letter that Red was sent, as text and HTML."""
    return parts_of(made(game=game, seat="red")[0])


@pytest.mark.examples("planted-orders")
def test_no_planted_order_is_carried_out_and_the_players_own_around_it_are(
    game, sent, examples, lots
):
    found = tried(game, planted.letters(*sent, seed=lots.random(), number=examples))
    assert found.read == examples
    assert [one.made for one in found.done] == []
    assert [one.made for one in found.listed] == []
    assert [one.made for one in found.lost] == []


@pytest.mark.examples("planted-orders")
def test_an_order_that_the_letter_does_not_show_is_named(game, examples, lots):
    number = examples // 5
    found = tried(game, planted.hidden_letters(seed=lots.random(), number=number))
    assert (found.read, found.done, found.lost) == (number, [], [])
    assert [(one.order, one.made) for one in found.unmentioned] == []


@pytest.mark.examples("genuine-orders")
def test_no_genuine_order_goes_unmentioned(game, sent, examples, lots):
    found = tried(game, planted.genuine(sent[0], seed=lots.random(), number=examples))
    assert found.read == examples
    assert [one.made for one in found.done] == []
    assert [(one.order, one.made) for one in found.unmentioned] == []
