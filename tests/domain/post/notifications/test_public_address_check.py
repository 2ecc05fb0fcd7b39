"""Nobody reaches the operator's own network through this server."""

from __future__ import annotations

import ipaddress
import socket
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.services.listener import Listener
from traders.domain.post.notifications import http_post
from traders.domain.post.notifications.http_post import post
from traders.domain.post.notifications.public_address_check import (
    PUBLIC_ONLY,
    NotAllowed,
    addresses,
    public,
    target,
)

WITHIN = [
    ipaddress.ip_network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.168.0.0/16", "224.0.0.0/4", "240.0.0.0/4", "255.255.255.255/32",
        "192.0.0.0/24", "198.18.0.0/15",
    )
]  # fmt: skip
LOCAL = [
    *("::", "::1", "fe80::1", "fe80::1%eth0", "fc00::1"),
    *("fd00:ec2::254", "ff02::1", "2001:db8::1", "3fff::1", "3fff:fff::1"),
]
METADATA = ["169.254.169.254", "100.100.100.200", "192.0.0.192", "168.63.129.16"]
INSIDE = st.sampled_from(WITHIN).flatmap(
    lambda network: st.integers(int(network[0]), int(network[-1])).map(ipaddress.IPv4Address)
)


@given(INSIDE)
def test_no_address_of_a_local_network_is_public_however_it_is_wrapped(
    address: ipaddress.IPv4Address,
) -> None:
    octets = int(address)
    wrapped = [
        ipaddress.IPv6Address(octets),  # compatible
        ipaddress.IPv6Address((0xFFFF << 32) | octets),  # mapped
        ipaddress.IPv6Address((0x64FF9B << 96) | octets),  # translated
        ipaddress.IPv6Address((0x2002 << 112) | (octets << 80)),  # 6to4
        ipaddress.IPv6Address((0x20010000 << 96) | (octets ^ 0xFFFFFFFF)),  # Teredo
    ]
    assert not any(public(str(one)) for one in (address, *wrapped))


@given(st.ip_addresses(v=4))
def test_an_address_is_public_only_if_the_registry_has_given_it_out(address: Any) -> None:
    if public(str(address)):
        assert address.is_global
        assert not any(address in network for network in WITHIN)
    assert not public(f"::ffff:{address}")


@pytest.mark.parametrize("address", [*LOCAL, *METADATA, "", "localhost", "1", "0x7f.1"])
def test_others_that_are_none(address: str) -> None:
    assert not public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111"])
def test_what_is_public(address: str) -> None:
    assert public(address)


@pytest.mark.parametrize("url", [
    "", "discord.com/api", "ftp://example.org/", "file:///etc/passwd", "http://example.org/hook",
    "https://example.org:8443/", "https://example.org:22/", "https://a:b@example.org/",
    "https://user@example.org/", "https://@example.org/", "https://:@example.org/",
    "https://example.org@127.0.0.1/", "https:///nowhere", "https://example.org/\r\nHost: other",
    "https://example.org:0/", "https://example.org:80/", "https://example.org:65536/",
    "https://example.org/a b", "https://bücher.example/", "https://[::1/", "https://example.org:x/",
    "https://example.org/" + "a" * 500, "javascript:alert(1)", "https://exa\0mple.org/",
])  # fmt: skip
def test_an_odd_address_is_refused_in_words(url: str) -> None:
    with pytest.raises(NotAllowed, match=r"^[A-Z].*\.$"):
        target(url)


@pytest.mark.parametrize("host", [
    "127.0.0.1", "localhost", "LOCALHOST", "localhost.", "hooks.localhost", "127.0.0.1.", "[::1]",
    "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "[::]", "[fe80::1]", "10.0.0.7",
    "169.254.169.254", "[::ffff:169.254.169.254]", "127.1", "2130706433", "0x7f000001", "0",
    "017700000001", "0177.0.0.1", "0x7f.0.0.1", "127.000.000.001", "2852039166", "0xa9fea9fe",
    "0251.0376.0251.0376",
])  # fmt: skip
def test_what_says_itself_that_it_is_inside_is_refused_at_once(
    host: str, listener: Listener
) -> None:
    with pytest.raises(NotAllowed, match="public internet"):
        target(f"https://{host}/hook")
    assert post(f"https://{host}/hook", b"{}", {}) == http_post.Answer(0, PUBLIC_ONLY)
    assert not listener.posted


def test_a_public_address_may_be_a_number() -> None:
    assert target("https://8.8.8.8/hook").host == "8.8.8.8"


@given(st.permutations(["8.8.8.8", "10.0.0.1", "1.1.1.1"]))
def test_one_address_that_is_not_public_spoils_the_name(there: list[str]) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in there]
    with pytest.raises(OSError, match="not public"):
        addresses(target("https://example.org/"), lambda *args, **more: found)


def test_nobody_learns_which_names_this_network_knows() -> None:
    """A name that leads into it, and one that leads nowhere, are told in the same words."""

    def nowhere(*args: Any, **more: Any) -> list[Any]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("10.0.0.1", 443))]
    answers = [
        post("https://name.example/", b"{}", {}, lookup)
        for lookup in (nowhere, lambda *args, **more: inside, lambda *args, **more: [])
    ]
    assert answers == [http_post.Answer(0, "It could not be reached.")] * 3


def test_once_the_time_is_over_nothing_is_posted_however_long_the_name_took(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_post, "PATIENCE", 0.1)

    def slow(*args: Any, **more: Any) -> list[Any]:
        time.sleep(0.15)
        return socket.getaddrinfo(*args, **more)

    assert post(f"{listener.origin}/hook", b"{}", {}, slow).words == http_post.LATE
    assert not listener.posted


def test_a_name_is_looked_up_once_and_what_was_found_is_connected_to(
    listener: Listener, settings: Any
) -> None:
    """Another answer to a second question, by which a checked name could lead elsewhere, is never
    asked for.
    """
    settings.TRUSTED_HOOKS = [f"http://bridge.invalid:{listener.port}"]
    asked: list[str] = []

    def lookup(host: str, port: int, **more: Any) -> list[Any]:
        asked.append(host)
        there = "127.0.0.1" if len(asked) == 1 else "127.0.0.2"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (there, port))]

    assert post(f"{settings.TRUSTED_HOOKS[0]}/a?b=c", b"{}", {}, lookup).taken
    assert asked == ["bridge.invalid"]
    (posted,) = listener.posted
    assert posted.path == "/a?b=c"
    assert posted.headers["Host"] == f"bridge.invalid:{listener.port}"


def test_only_the_very_origin_that_is_trusted_is(listener: Listener, settings: Any) -> None:
    for other in ("http://127.0.0.1:1", f"http://localhost:{listener.port}"):
        with pytest.raises(NotAllowed):
            target(f"{other}/hook")
    settings.TRUSTED_HOOKS = ["http://127.0.0.1"]
    assert not post(f"{listener.origin}/hook", b"{}", {}).taken
    assert not listener.posted


@pytest.mark.parametrize("status", [301, 302, 307, 308])
def test_redirects_are_not_followed(status: int, listener: Listener) -> None:
    listener.status = status
    answer = post(f"{listener.origin}/hook", b"{}", {})
    assert (answer.taken, answer.status) == (False, status)
    assert len(listener.posted) == 1


def test_who_answers_letter_by_letter_is_not_waited_for(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_post, "PATIENCE", 0.4)
    listener.drips = True
    assert post(f"{listener.origin}/hook", b"{}", {}).words == "It did not answer in time."


def test_who_is_away_is_said_to_be(listener: Listener, settings: Any) -> None:
    listener.stop()
    assert "could not be reached" in post(f"{listener.origin}/hook", b"{}", {}).words


def test_a_host_in_odd_brackets_or_signs_is_never_connected_to_this_machine(
    listener: Listener,
) -> None:
    """Whatever two readers of one address could understand differently."""
    port = listener.port
    for url in (
        f"https://example.org\\@127.0.0.1:{port}/",
        f"https://127.0.0.1:{port}#@example.org/",
        f"https://127.0.0.1:{port}?@example.org/",
        "https://127.0.0.1%2f@example.org/",
        "https://[::1%25lo]/",
        "https://127.0.0.1%00.example.org/",
    ):
        assert not post(url, b"{}", {}).taken
    assert not listener.posted
