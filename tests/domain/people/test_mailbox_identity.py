"""When two addresses are one mailbox (PR-SEAT-01)."""

from __future__ import annotations

import pytest

from traders.domain.people import mailbox_identity


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna@Example.org", "anna@example.org"),
        ("anna+games@example.org", "anna@example.org"),
        ('"an\\na"@example.org', "anna@example.org"),
        ("a.nna@gmail.com", "anna@googlemail.com"),
        ("ju\u0308rgen@example.org", "J\u00dcRGEN@example.org"),
        ("anna@m\u00fcller.example", "anna@xn--mller-kva.example"),
    ],
)
def test_spellings_of_one_mailbox_are_the_same(one: str, other: str) -> None:
    assert mailbox_identity.same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("\uff41nna@example.org", "anna@example.org"),
        ("\u017fam@example.org", "sam@example.org"),
        ("\u212aim@example.org", "kim@example.org"),
        ("jo\ufb01@example.org", "jofi@example.org"),
        ("x\u00b2@example.org", "x2@example.org"),
    ],
)
def test_what_only_looks_alike_is_another_mailbox(one: str, other: str) -> None:
    assert not mailbox_identity.same(one, other)
