"""A letter sent too late is not admitted by what its sender wrote into it (PR-MAIL-02)."""

from __future__ import annotations

from datetime import datetime, timedelta
from email.utils import format_datetime

import pytest

from arbitration.models import Claim
from tests.arbitration import disputed
from traders.domain.play import door
from traders.domain.timeline import timeline
from traders.models import Game

pytestmark = pytest.mark.django_db

DUE = disputed.BEGUN + timedelta(hours=12)
LATE = DUE + timedelta(minutes=20)


@pytest.fixture
def closed(settings: object) -> Game:
    """An interval that waited for blue has closed at its deadline, and the die has fallen."""
    settings.TRUSTED_MAIL_HOSTS = ["mx.post.test"]  # type: ignore[attr-defined]
    game = disputed.seated("table")
    door.orders(game.pk, "red", "jump verne regular", at=disputed.BEGUN)
    return game


def line(sender: str, at: datetime) -> str:
    return (
        f"from {sender}\r\n\tby mx.post.test (Postfix) with ESMTP id 4ABCDEF; {format_datetime(at)}"
    )


def found(game: Game, *received: str) -> tuple[str, Claim]:
    notice = disputed.asked_letter(game, "blue")
    timeline.catch_up(game.pk, LATE)
    disputed.by_letter(game, "blue", "play quarantine at kluge", LATE, notice, received)
    disputed.by_letter(game, "blue", "claim late", LATE + timedelta(minutes=5))
    claim = Claim.objects.select_related("finding").get(game=game)
    return claim.finding.remedy, claim


def test_an_honest_stamp_admits(closed: Game) -> None:
    """The mail server kept the letter in its queue."""
    assert (
        found(closed, line("home.test (mail.home.test [192.0.2.7])", DUE - timedelta(minutes=1)))[0]
        == "admit"
    )


@pytest.mark.sampled
@pytest.mark.parametrize("below", [timedelta(minutes=-1), timedelta(hours=-1)])
@pytest.mark.parametrize(
    "helo", ["mx.post.test", "home.test", "mx.post.test (mx.post.test [127.0.0.1])"]
)
def test_two_forged_words_admit_nothing(closed: Game, helo: str, below: timedelta) -> None:
    true = line(f"{helo} (mail.home.test [127.0.0.22])", LATE)
    remedy, claim = found(closed, true, line("laptop (laptop [10.0.0.1])", DUE + below))
    assert (remedy, claim.rulings.count()) == ("stand", 0)
    assert not any(
        "receiving side, stamped" in text and "20:5" in text for text, _, _ in claim.finding.facts
    )


def test_a_forged_line_below_a_true_one_in_time_goes_to_the_referee(closed: Game) -> None:
    true = line("home.test (mail.home.test [192.0.2.7])", DUE - timedelta(minutes=1))
    remedy, claim = found(
        closed, true, line("laptop (laptop [10.0.0.1])", DUE - timedelta(minutes=30))
    )
    assert (remedy, claim.rulings.count()) == ("unsettled", 0)
    assert claim.frozen_from is not None


def test_a_line_with_certificate_and_our_long_address_keeps_its_date(closed: Game) -> None:
    """Postfix writes such lines of more than 500 octets."""
    secured = (
        "(using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)"
        + " key-exchange X25519" * 30
        + ")"
    )
    long = line(
        f"home.test (mail.home.test [192.0.2.7])\r\n\t{secured}", DUE - timedelta(minutes=1)
    )
    assert len(long) > 600
    assert found(closed, long)[0] == "admit"


def test_the_club_s_own_stamp_after_the_pass_of_the_claimant_is_late(closed: Game) -> None:
    """All had passed: the interval was over, whatever its deadline would have been
    (PR-INTERVAL-03).
    """
    notice = disputed.asked_letter(closed, "blue")
    for seat, minutes in (("green", 10), ("blue", 20)):
        disputed.by_letter(closed, seat, "pass", disputed.BEGUN + timedelta(minutes=minutes))
    sent = disputed.BEGUN + timedelta(hours=1)
    disputed.by_letter(
        closed,
        "blue",
        "play quarantine at kluge",
        sent,
        notice,
        [line("home.test (mail.home.test [192.0.2.7])", sent)],
    )
    disputed.by_letter(closed, "blue", "claim late", sent + timedelta(minutes=5))
    finding = Claim.objects.get(game=closed).finding
    assert (finding.remedy, finding.rules[0]) == ("stand", "PR-RECEIPT-01")
