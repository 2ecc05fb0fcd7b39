"""Every system says who made it, and from what sources."""

from __future__ import annotations

import msgspec
import pytest

from traders.engines.kernel.book.authorship import Credits, credits_of
from traders.engines.registry import ENGINES, engine


@pytest.mark.parametrize("system", ENGINES)
def test_each_system_names_its_authors_sources_and_licence(system: str) -> None:
    works = credits_of(ENGINES[system]).work
    assert works[0].title == engine(system).title
    for work in works:
        assert work.licence.endswith(".")
        assert work.design or work.source, f"{work.title} names neither an author nor a source"


def test_a_slip_in_the_file_is_found() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(
            {"work": [{"title": "A", "design": [], "licence": "B.", "desing": ["C"]}]}, Credits
        )
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"work": [{"title": "A", "design": []}]}, Credits)
