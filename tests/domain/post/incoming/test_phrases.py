"""Letters as people write them, read by the real way in: what comes of each is what its writer
meant, and nothing is carried out that was not (PR-RECEIPT-09).
"""

from __future__ import annotations

import pytest

from tests.domain.post.incoming import phrases
from tests.examples import drawn

pytestmark = pytest.mark.django_db

LEAST = 0.95
"""The share of letters that are read as meant."""


@pytest.mark.examples("phrases")
def test_nothing_is_carried_out_that_was_not_meant():
    """Some letters of each run: of these none does what its writer did not mean."""
    found = list(phrases.tried(drawn("phrases", phrases.phrases())))
    assert [one.phrase["id"] for one in found if one.wrongly] == [], phrases.told(found)


@pytest.mark.long
def test_letters_are_read_as_they_are_meant():
    """Long: all 400 letters take some 60 seconds of CPU, half of it for the orders with which
    each is compared.
    """
    found = list(phrases.tried(phrases.phrases()))
    print(phrases.told(found))
    assert sum(one.right for one in found) >= LEAST * len(found), phrases.told(found)
    assert [one.phrase["id"] for one in found if one.wrongly] == []
