"""Reply addresses name seat and moment, and nobody else can write one."""

from __future__ import annotations

from itertools import pairwise

import pytest
from django.conf import settings
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from traders.domain.letters.addresses import (
    base36,
    is_ours,
    message_id,
    read_address,
    reply_address,
    unreachable,
)


@given(
    st.integers(0, 2**63 - 1),
    st.sampled_from("tic"),
    st.integers(0, 10**12 - 1),
    st.sampled_from(["", "b1", "b999999"]),
)
def test_an_address_reads_back_in_any_case_and_fits(seat, kind, number, back_ups):
    label = f"{kind}{number}{back_ups}"
    local, _, domain = reply_address(seat, label).partition("@")
    assert len(local) <= 64
    assert local == local.lower()
    assert domain == settings.POST_DOMAIN
    assert read_address(local.upper()) == (seat, label)


def test_no_moment_is_a_moment_of_its_own():
    assert read_address(reply_address(7, "").partition("@")[0]) == (7, "")


@given(st.integers(0, 63), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567.0189"))
def test_a_changed_address_is_nobodys(place, letter):
    local = reply_address(41, "i57").partition("@")[0]
    changed = local[:place] + letter + local[place + 1 :]
    assert changed == local or read_address(changed) is None


@pytest.mark.parametrize(
    "text",
    ["", "play", "play.1.t1", "post", "play.1.t1." + "a" * 20, "x" * 5000, "play.é.t1." + "a" * 20],
)
def test_what_this_house_never_wrote(text):
    assert read_address(text) is None


def test_an_old_key_still_reads(settings):
    local = reply_address(3, "t2").partition("@")[0]
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, long enough for a house of cards 123"
    assert read_address(local) == (3, "t2")
    settings.SECRET_KEY_FALLBACKS = []
    assert read_address(local) is None


def test_a_moment_that_no_address_can_carry_is_an_error():
    with pytest.raises(ValueError, match="moment"):
        reply_address(1, "i1 or so")


def test_message_ids_are_safe_and_their_own():
    name = message_id("Spiral Arm\r\nBcc: x", "red", "e1")
    assert "\n" not in name
    assert " " not in name
    assert message_id("a", "b", "c") != message_id("a", "b", "d")


def test_what_is_numbered_in_the_house_is_read_out_of_no_address():
    """Neighbours look as strange to each other as others do: all digits of a seat's part change,
    and nothing of a name is in a Message-ID.
    """
    seats = [reply_address(number, "t1").split(".")[1] for number in range(1, 200)]
    assert len(set(seats)) == 199
    assert seats != sorted(seats)
    assert min(map(len, seats)) > 8
    assert all(
        sum(one == other for one, other in zip(*pair, strict=False)) < 7 for pair in pairwise(seats)
    )
    local = message_id("spiral", "red", "a4711")
    assert not any(name in local for name in ("spiral", "red", "4711"))


def test_a_number_that_no_seat_has_is_nobodys():
    assert read_address("play." + "z" * 13 + ".t1." + "a" * 20) is None


def test_ours():
    assert is_ours(f"anything@{settings.POST_DOMAIN.upper()}")
    assert not is_ours("a@example.org")
    assert base36(35) == "z"
    assert base36(36) == "10"


@pytest.mark.parametrize(
    "held", [{"EMBEDDED": True}, {"DEBUG": True}, {"POST_DOMAIN": "post.localhost"}]
)
def test_a_server_at_home_writes_to_mailboxes_of_its_own_machine(
    settings: Settings, held: dict[str, object]
) -> None:
    """On trial, or where letters come to it by such a name; no number is one there either."""
    for name, value in {"EMBEDDED": False, "DEBUG": False, **held}.items():
        setattr(settings, name, value)
    assert not unreachable("ann@localhost") and not unreachable("ann@mail.localhost")
    assert unreachable("ann@[127.0.0.1]")
    assert unreachable(f"ann@{settings.POST_DOMAIN}")
