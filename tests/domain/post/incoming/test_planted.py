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


def test_no_planted_order_is_carried_out(game, sent):
    found = tried(game, planted.letters(*sent, seed=1, number=300))
    assert found.read == 300
    assert [one.made for one in found.done] == []
    assert [one.made for one in found.listed] == []


def test_no_genuine_order_goes_unmentioned(game, sent):
    found = tried(game, planted.genuine(sent[0], seed=2, number=150))
    assert found.read == 150
    assert [one.made for one in found.done] == []
    assert [one.made for one in found.unmentioned] == []
