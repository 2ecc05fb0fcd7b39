"""Nothing that stands in a quote, a signature or hidden HTML is carried out; no order around a
quote goes unmentioned.

The full run, with its figures: `python -m bench.planted`.
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
def test_no_planted_order_is_carried_out(game, sent, examples, lots):
    found = tried(game, planted.letters(*sent, seed=lots.randrange(10**6), number=examples))
    assert found.read == examples
    assert [one.made for one in found.done] == []
    assert [one.made for one in found.listed] == []


@pytest.mark.examples("genuine-orders")
def test_no_genuine_order_goes_unmentioned(game, sent, examples, lots):
    found = tried(game, planted.genuine(sent[0], seed=lots.randrange(10**6), number=examples))
    assert found.read == examples
    assert [one.made for one in found.done] == []
    assert [one.made for one in found.unmentioned] == []
