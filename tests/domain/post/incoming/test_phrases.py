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
def test_letters_are_read_as_they_are_meant():
    """Some letters of each run: of these none does what its writer did not mean, and nearly all
    what they did.
    """
    found = list(phrases.tried(drawn("phrases", phrases.phrases())))
    told = phrases.told(found)
    print(told)
    assert [one.phrase["id"] for one in found if one.wrongly] == [], told
    assert len(found) - sum(one.right for one in found) <= max(1, (1 - LEAST) * len(found)), told
