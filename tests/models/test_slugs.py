"""Names in addresses keep whole words."""

from __future__ import annotations

import pytest

from traders.models.slugs import slug_of


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Long Road", "long-road"),
        ("Round 1, table 1, division 1, Spring", "round-1-table-1-division-1-spring"),
        ("Round 1, table 12, division 1, Spring", "round-1-table-12-division-1"),
        ("Donaudampfschifffahrtsgesellschaftskapitän", "donaudampfschifffahrtsgesellschaf"),
        ("— ?! —", ""),
    ],
)
def test_a_title_is_cut_between_words(title: str, slug: str) -> None:
    assert slug_of(title, 33) == slug
