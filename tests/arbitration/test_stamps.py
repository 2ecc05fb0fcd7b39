"""Transfer lines: the receiving side's are the topmost, through hosts that the operator named,
without a gap (PR-MAIL-02).
"""

from __future__ import annotations

import string
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.test import override_settings
from hypothesis import given
from hypothesis import strategies as st

from arbitration.evidence.received_header_trust import mail, stamps
from traders.domain.post.incoming.repeated_letters import LONGEST_LINE
from traders.models import Arrival

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOSTS = [
    "mx1.house.test",
    "mx2.house.test",
    ".inbound.provider.test",
    "10.20.0.0/24",
    "2001:db8:1::/48",
]
"""What the operator has named, unless a test says otherwise."""


def at(minute: int) -> str:
    return f"Mon, 2 Mar 2026 12:{minute:02}:00 +0000"


def postfix(
    host: str,
    minute: int,
    name: str,
    address: str,
    helo: str = "",
    tls: bool = False,
    more: str = "",
) -> str:
    secured = (
        "\n\t(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)\n\t key-exchange "
        "X25519 server-signature RSA-PSS (2048 bits))"
        '\n\t(Client CN "out.far.test", Issuer "Some CA" (verified OK))'
    )
    first = f"from {helo or name} ({name} [{address}])" + (secured if tls else "")
    return (
        f"{first}\n\tby {host} (Postfix) with ESMTPS id 4B2C1D0A5F{more}\n\tfor "
        f"<play.1.t3.abc@house.test>; {at(minute)} (UTC)"
    )


FAR = postfix("mx1.house.test", 5, "out.far.test", "192.0.2.9", tls=True)
HOME = postfix("out.far.test", 1, "home.far.test", "198.51.100.7")


@pytest.fixture(autouse=True)
def hosts(settings):
    settings.TRUSTED_MAIL_HOSTS = HOSTS


def ours(*lines: str, peer: str | None = None) -> list[int]:
    """The minutes of the stamps that are believed."""
    return [stamp.at.minute for stamp in stamps(lines, peer)[0] if stamp.ours]


def contradicts(*lines: str) -> str:
    taken = NOON + timedelta(hours=1)
    return mail(
        Arrival(pk=1, taken=taken, outcome="orders", notes={"received": list(lines)})
    ).contradicts


CHAINS = {
    chain["name"]: chain
    for chain in tomllib.loads(Path(__file__).with_name("received.toml").read_text())["chain"]
}


@pytest.mark.parametrize("name", CHAINS)
def test_chains_as_mail_servers_write_them(name):
    chain = CHAINS[name]
    assert ours(*chain["lines"]) == chain["minutes"]


# --- what is not believed -------------------------------------------------------------------------


def test_a_host_that_only_calls_itself_ours_is_not_ours():
    """The sender greets with the name of the house and writes a line of it on top of the letter."""
    true = postfix("mx1.house.test", 9, "mail.home.test", "127.0.0.22", helo="mx1.house.test")
    forged = postfix("mx1.house.test", 1, "laptop", "10.0.0.1")
    assert ours(true, forged) == [9]
    assert contradicts(true, forged) != ""
    assert contradicts(true, HOME) == ""


def test_unknown_is_nobody(settings):
    settings.TRUSTED_MAIL_HOSTS = ["mx1.house.test", "mx2.house.test", "unknown"]
    true = postfix("mx1.house.test", 9, "unknown", "192.0.2.9", helo="mx2.house.test")
    for host in ("mx2.house.test", "unknown"):
        assert ours(true, postfix(host, 1, "laptop", "10.0.0.1")) == [9]


def test_a_host_that_hands_to_itself_over_a_network_has_one_line():
    again = postfix("mx1.house.test", 9, "mx1.house.test", "203.0.113.1")
    assert ours(again, FAR) == [9]
    assert contradicts(again, FAR) == ""


def test_loopback_is_believed_where_it_was_named(settings):
    back = postfix("mx1.house.test", 9, "localhost", "127.0.0.1")
    assert ours(back, FAR) == [9]
    for entry in ("localhost", "127.0.0.1"):
        settings.TRUSTED_MAIL_HOSTS = ["mx1.house.test", entry]
        assert ours(back, FAR, HOME) == [9, 5]


def test_a_filter_that_speaks_of_another_host_is_none():
    back = postfix("mx1.house.test", 9, "localhost", "127.0.0.1")
    other = (
        "from far.test ([127.0.0.1]) by localhost (far.test [127.0.0.1]) (amavisd-new, port "
        f"10024) with ESMTP id x; {at(7)}"
    )
    assert ours(back, other, FAR) == [9]


def test_the_name_of_the_house_below_a_foreign_host_proves_nothing():
    forged = postfix("mx2.house.test", 1, "home.far.test", "198.51.100.7")
    assert ours(FAR, HOME, forged) == [5]
    assert contradicts(FAR, HOME, forged) != ""


def test_a_gap_ends_what_is_believed():
    assert ours(
        postfix("mx1.house.test", 9, "mx2.house.test", "10.9.0.2"),
        postfix("mx3.house.test", 1, "a.test", "192.0.2.1"),
    ) == [9]


def test_a_foreign_topmost_line_leaves_nothing():
    assert ours(postfix("other.test", 9, "far.test", "192.0.2.9"), FAR) == []


def test_a_name_that_ends_like_a_suffix_is_not_of_it():
    assert ours(postfix("inbound.provider.test", 5, "far.test", "192.0.2.9")) == []
    assert ours(postfix("evilinbound.provider.test", 5, "far.test", "192.0.2.9")) == []


def test_what_came_over_a_network_from_a_host_that_was_not_named_bears_no_stamp_of_ours():
    """Whoever can speak to the server himself writes its topmost line himself."""
    assert ours(FAR, peer="192.0.2.66") == []
    assert (
        ours(FAR, peer="10.20.0.3") == ours(FAR, peer="127.0.0.1") == ours(FAR, peer="::1") == [5]
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "by mx1.house.test",
        "from a by mx1.house.test; no date",
        "from a by mx1.house.test; Mon, 99 Foo 2026 99:99:99",
        f"from a by mx1.house.test (x) by mx1.house.test; {at(1)}",
        f"from a (qmail 12 invoked); {at(1)}",
    ],
)
def test_a_line_that_cannot_be_read_is_no_stamp_and_a_gap(text):
    assert stamps([text])[0] == ()
    assert ours(text, FAR) == []


def test_zones_are_taken_into_account():
    ((stamp,), _) = stamps(["from a by mx1.house.test; Mon, 2 Mar 2026 14:00:00 +0200"])
    assert (stamp.at, stamp.ours) == (NOON, True)


def test_a_line_with_a_certificate_keeps_its_date():
    long = FAR.replace("(Client CN", "(" + "x" * 600 + ")\n\t(Client CN")
    assert 500 < len(long) < LONGEST_LINE
    assert ours(long[:LONGEST_LINE]) == [5]


# --- whatever the sender writes -------------------------------------------------------------------

NAMES = st.sampled_from(
    [
        "mx1.house.test",
        "mx2.house.test",
        "localhost",
        "a.inbound.provider.test",
        "out.far.test",
        "unknown",
        "x",
    ]
)
ADDRESSES = st.sampled_from(["127.0.0.1", "10.20.0.5", "192.0.2.9", "IPv6:::1", "2001:db8:1::1"])
FORGED = st.lists(
    st.one_of(
        st.builds(postfix, NAMES, st.integers(0, 59), NAMES, ADDRESSES, NAMES, st.booleans()),
        st.builds(
            lambda host, minute: f"by {host} (Postfix, from userid 0) id 1; {at(minute)}",
            NAMES,
            st.integers(0, 59),
        ),
        st.builds(
            lambda host, minute: (
                f"from {host} ([127.0.0.1]) by localhost ({host} [127.0.0.1]) (amavis, port "
                f"10024) with LMTP id 1; {at(minute)}"
            ),
            NAMES,
            st.integers(0, 59),
        ),
        st.text(string.printable, max_size=80),
    ),
    max_size=6,
)
TRUE = st.sampled_from([chain["lines"][: len(chain["minutes"])] for chain in CHAINS.values()])


@given(TRUE, FORGED)
def test_no_line_below_a_foreign_host_makes_a_stamp_earlier(true, forged):
    with override_settings(TRUSTED_MAIL_HOSTS=HOSTS):
        before = [stamp for stamp in stamps(true)[0] if stamp.ours]
        assert [stamp for stamp in stamps([*true, *forged])[0] if stamp.ours] == before


PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            ["mx1.house.test", "mx2.house.test", "(mx2.house.test [10.20.0.5])", "([127.0.0.1])",
             "(localhost [127.0.0.1])", "by", "by mx2.house.test", "with LMTP",
             "(Postfix, from userid 0)", "(", ")", "[", "]", "(10.20.0.5)", ";",
             "Microsoft SMTP Server", "(Exim 4.96)", "helo=x", f"; {at(0)}"]
        ),
        st.text(string.ascii_letters + string.punctuation, min_size=1, max_size=6),
    ),
    min_size=1,
    max_size=6,
)  # fmt: skip


GREETED = (
    "from {} (out.far.test [192.0.2.9]) by mx1.house.test (Postfix) with ESMTP id 4B2C",
    "from {} (out.far.test [192.0.2.9] (may be forged)) by mx1.house.test (8.17.1/8.17.1) with "
    "ESMTP id 62C9",
    "from {} (192.0.2.9) by mx1.house.test (10.20.0.12) with Microsoft SMTP Server id 15.1 via "
    "Frontend Transport",
    "from out.far.test ([192.0.2.9] helo={}) by mx1.house.test with esmtp (Exim 4.96) "
    "(envelope-from <a@far.test>) id 1pY",
    "from [192.0.2.9] (helo={}) by mx1.house.test with esmtp (Exim 4.96) (envelope-from "
    "<a@far.test>) id 1pY",
)
"""Lines of our own mail server on what somebody outside has greeted with."""


@given(st.sampled_from(GREETED), PIECES, FORGED)
def test_whatever_a_sender_calls_himself_he_is_not_ours(line, items, forged):
    """A word of greeting may hold blanks and brackets."""
    with override_settings(TRUSTED_MAIL_HOSTS=HOSTS):
        true = f"{line.format(' '.join(items))}; {at(40)}"
        believed = [stamp.at.minute for stamp in stamps([true, *forged])[0] if stamp.ours]
        assert believed in ([40], [])
