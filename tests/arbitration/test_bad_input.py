"""What makes no sense is refused in words, by a rule, and changes nothing; evidence that
contradicts itself is said to (issue list of the court).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from arbitration.demonstration_case import CLAIM as DISPUTED
from arbitration.demonstration_case import START
from arbitration.evidence import evidence_file
from arbitration.evidence.evidence_file import OrderCheck
from arbitration.findings import find
from arbitration.models import Claim, ClaimStatus, Ruling
from arbitration.rulings import giving
from arbitration.rulings.giving import RulingRequest
from tests import seated
from tests.arbitration import disputed
from tests.arbitration.test_findings import CLAIM, NOON, notice
from traders.domain.calendar import clock
from traders.domain.history.audit import audit
from traders.domain.letters.addresses import reply_address
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.post import delivery_reports
from traders.domain.post.incoming import intake
from traders.domain.table.change_set import Line
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import (
    Arrival,
    ArrivalOutcome,
    Entry,
    Game,
    Kind,
    Letter,
    Player,
    ReportKind,
    Seat,
)

pytestmark = pytest.mark.django_db


def says(game: Game, seat: str, text: str, hours: float = 3) -> Line:
    return door.orders(game.pk, seat, text, at=disputed.BEGUN + timedelta(hours=hours)).lines[0]


def nothing_changed(game: Game) -> None:
    game.refresh_from_db()
    assert not Claim.objects.filter(game=game).exists()
    assert (game.frozen, game.stayed, audit(game)) == (False, False, None)


FORGED = 'so it was”. "The referee has ruled for Red. "Play goes on. “It is over'


def test_no_words_in_a_case_end_their_own_quotation() -> None:
    game = disputed.jumped()
    says(game, "blue", f"claim rule about jump: {FORGED}")
    says(game, "green", f"answer 1: {FORGED}")
    letters = Letter.objects.filter(game=game, seat="red")
    told = [one for letter in letters for one in decode(letter.facts).notices]
    assert {one.split(" ")[0]: one.count('"') for one in told if "ruled for" in one} == {
        "Blue": 2,
        "Green": 2,
    }
    assert not any(mark in one for one in told for mark in "“”")


# --- claims ---------------------------------------------------------------------------------------


@pytest.mark.sampled
@pytest.mark.parametrize("about", ["move 9999", "move 0", "nothing of the kind"])
@pytest.mark.parametrize("kind", ["missed", "rule", "priority", "mail"])
def test_a_claim_on_a_move_that_does_not_exist(game, kind, about):
    line = says(game, "blue", f"claim {kind} about {about}: play quarantine at kluge")
    assert (line.answer, line.rules[0]) == ("refused", "PR-CLAIM-01")
    assert "nothing named" in line.words
    nothing_changed(game)


@pytest.mark.parametrize(
    "text",
    [
        "claim missed: for green, play quarantine at kluge",
        "claim mail: for green, it bounced",
        "claim mail: green's notice bounced",
        "claim late: green wrote in time",
        "claim late: I know that Green's letter was in time",
    ],
)
def test_a_claim_for_another_stands_by_the_rule_and_freezes_nothing(game, text):
    assert says(game, "blue", text).answer == "done"
    claim = Claim.objects.get(game=game)
    assert (claim.finding.remedy, claim.finding.rules[0], claim.frozen_from) == (
        "stand",
        "PR-CLAIM-01",
        None,
    )


@pytest.mark.parametrize(
    "text",
    [
        "claim mail: green tells me that I was asked",
        "claim mail: my notice came after green's",
        "claim late",
    ],
)
def test_a_claim_that_names_another_is_still_ones_own(game, text):
    # nothing was asked of blue, and nothing was late
    assert says(game, "blue", text).rules[0] == "PR-CLAIM-01"
    nothing_changed(game)


def test_a_spectator_cannot_claim(game):
    onlooker = disputed.player("onlooker")
    seat = Seat.objects.get(game=game, colour="blue")
    to = reply_address(seat.pk, "")
    raw = (
        f"From: {onlooker.email}\r\nTo: {to}\r\nMessage-ID: <o@example.org>\r\n\r\nclaim rule: "
        "that was wrong\r\n"
    )
    clock.set_to(disputed.CLAIMED)
    timeline.read(
        intake.take(raw.encode(), envelope_to=to, envelope_from=onlooker.email, channel="smtp").pk
    )
    # PR-RECEIPT-03
    assert Arrival.objects.get().outcome in (ArrivalOutcome.UNCONFIRMED, ArrivalOutcome.STRANGER)
    nothing_changed(game)


def test_the_same_claim_twice(game):
    assert says(game, "blue", DISPUTED).answer == "done"
    again = says(game, "blue", DISPUTED, 3.5)
    assert (again.answer, again.kind, again.rules) == ("refused", "stale", ("PR-CLAIM-01",))
    assert Claim.objects.filter(game=game).count() == 1


def test_a_claim_after_the_end(game):
    for seat in disputed.COLOURS:
        says(game, seat, "propose end\nyes" if seat == "red" else "vote yes", 1)
    game.refresh_from_db()
    assert game.ended is not None
    late = says(game, "blue", "claim rule: that was wrong", 26)
    assert (late.answer, late.rules) == ("refused", ("PR-CLAIM-02",))
    assert not Claim.objects.filter(game=game).exists()
    assert says(game, "blue", "claim rule: that was wrong", 24.9).answer == "done"  # within the day
    assert Claim.objects.get(game=game).frozen_from is None


def test_what_has_not_passed_is_not_missed(db):
    game = door.create("star-traders", disputed.COLOURS, {}, {"timing": "table"}, start=START)
    seated.begin(game.pk, stops=False, at=disputed.BEGUN)
    says(game, "red", "jump verne regular", 0)
    line = says(game, "blue", "claim missed about quarantine: play quarantine at kluge", 0)
    assert (line.answer, line.rules) == ("refused", ("PR-CLAIM-01",))
    told = "The reaction window 'quarantine' is still open: send the order itself."
    assert told in line.words
    nothing_changed(game)


# --- rulings --------------------------------------------------------------------------------------


def refused(claim: Claim, judge: Player, given: RulingRequest) -> Refusal:
    """The refusal of a ruling, which changes nothing."""
    before = Entry.objects.count(), Ruling.objects.count(), Letter.objects.count()
    with pytest.raises(Refusal) as found:
        giving.give(claim.pk, judge, replace(given, reasons="So it was.", departs="Weighed."))
    assert (Entry.objects.count(), Ruling.objects.count(), Letter.objects.count()) == before
    assert found.value.rules
    return found.value


def test_a_ruling_on_a_claim_already_ruled(claim, judge):
    giving.give(claim.pk, judge, RulingRequest("stand", "So.", "Weighed."))
    assert refused(claim, judge, RulingRequest("admit")).rules == ("PR-APPEAL-01",)
    assert Claim.objects.get(pk=claim.pk).status == ClaimStatus.RULED


def test_nothing_is_admitted_between_an_order_and_its_chance(judge):
    """PR-REMEDY-02: what may be ordered at any time, as to spy, is not slipped in before the card
    that a raid takes has fallen.
    """
    start = {
        "stage": "trade",
        "deck": ["move"] * 9,
        "red": {"hand": {"trade": 1, "attack": 1}},
        "blue": {"hand": {"move": 1, "build": 1}},
    }
    game = door.create("stratastar", ("red", "blue"), start=start)
    seated.begin(game.pk, stops=False, at=disputed.BEGUN)
    raid, fallen = door.orders(game.pk, "red", "raid blue", at=disputed.BEGUN).told[0].number, 3
    assert (raid, Entry.objects.get(game=game, number=fallen).kind) == (2, Kind.CHANCE)
    door.orders(game.pk, "red", "claim rule: that is not so", at=disputed.BEGUN)
    clock.set_to(disputed.HEARD)
    claim = Claim.objects.get(game=game)
    assert refused(
        claim, judge, RulingRequest("admit", move=fallen, order="spy on deck")
    ).rules == ("PR-REMEDY-02",)
    assert (
        giving.give(
            claim.pk,
            judge,
            RulingRequest("admit", "So.", "Weighed.", move=raid, order="spy on deck"),
        ).remedy
        == "admit"
    )


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("given", "rule"),
    [
        (RulingRequest("admit", order="play superzap down"), ""),
        (RulingRequest("admit", order="gibberish"), ""),
        (RulingRequest("admit", move=9_999), "PR-RECORD-02"),
        (RulingRequest("admit", move=4, order="stop at zap"), "PR-REMEDY-02"),
        (RulingRequest("reorder", move=3), "PR-REMEDY-04"),
        (RulingRequest("time"), "PR-REMEDY-06"),
        (RulingRequest("conduct", cost="removal", against="purple"), "PR-REMEDY-07"),
        (RulingRequest("put-right", correction="red = = 3"), "PR-REMEDY-05"),
        (RulingRequest("put-right", correction="purple.stellors = 3"), "PR-REMEDY-05"),
        (RulingRequest("put-right", correction='red.stellors = "many"'), "PR-REMEDY-05"),
        (RulingRequest("put-right", correction='red.at = "Nowhere at all"'), "PR-REMEDY-05"),
        (
            RulingRequest(
                "put-right",
                correction='green.hand = ["Quarantine", "Quarantine", "Quarantine", "Quarantine", '
                '"Quarantine"]',
            ),
            "PR-REMEDY-05",
        ),
    ],
)
def test_a_remedy_that_cannot_be_carried_out(claim, judge, given, rule):
    refusal = refused(claim, judge, given)
    assert rule in refusal.rules or not rule
    assert Claim.objects.get(pk=claim.pk).status == ClaimStatus.OPEN


def test_a_ruling_from_a_stale_page(claim, judge):
    seen = Game.objects.get(pk=claim.game_id).number - 1
    refusal = refused(claim, judge, RulingRequest("stand", seen=seen))
    assert (refusal.kind, refusal.rules) == ("stale", ("PR-RULING-01",))


def test_a_position_is_put_right_by_hand(claim, judge):
    giving.give(
        claim.pk,
        judge,
        RulingRequest(
            "put-right", "So.", "Weighed.", correction="red.stellors = 77\nblue.prestige = 9"
        ),
    )
    board = disputed.board(claim.game)
    assert (board["red"]["stellors"], board["blue"]["prestige"]) == (77, 9)
    assert audit(Game.objects.get(pk=claim.game_id)) is None


@pytest.mark.sampled
@pytest.mark.parametrize(
    "correction",
    [
        "red = " + "[" * 3_900,
        "red = " + "{a=" * 1_300,
        ".".join(["red"] * 900) + " = 1",
        "[" + ".".join(["red"] * 900) + "]",
        "red.stellors = 2026-11-27",
        "red.stellors = 12:00:00",
        "red.stellors = nan",
        "red.stellors = inf",
        "red.stellors = 1e400",
        "red.stellors = " + "9" * 3_000,
        "red.stellors = 9000000000000000000",
        "red.stellors = -1",
        "red.stellors = [1]",
        "red.stellors = true",
        "red = 1",
        "red = []",
        "red.hand = [[[]]]",
        "red.hand = {}",
        'red.at = "<b>"',
        "red.at = 99",
        "mauve.stellors = 7",
        "\u202e = 1",
        "= 1",
    ],
    ids=lambda text: text[:24],
)
def test_a_position_that_cannot_be_is_refused_in_words(claim, judge, correction):  # PR-REMEDY-05
    given = RulingRequest("put-right", "So.", "Weighed.", correction=correction)
    assert "PR-REMEDY-05" in refused(claim, judge, given).rules


# --- evidence -------------------------------------------------------------------------------------


def test_a_delivery_after_a_bounce_settles_nothing_and_says_so(db):
    game = door.create("star-traders", disputed.COLOURS, {}, {"timing": "table"}, start=START)
    for colour in disputed.COLOURS:
        Seat.objects.filter(game=game, colour=colour).update(player=disputed.player(colour))
    seated.begin(game.pk, stops=False, at=disputed.BEGUN)
    says(game, "red", "jump verne regular", 0)
    letter = Letter.objects.filter(game=game, seat="blue", asks=True).latest("pk")
    for minutes, kind in ((5, ReportKind.BOUNCED), (9, ReportKind.DELIVERED)):
        clock.set_to(disputed.BEGUN + timedelta(minutes=minutes))
        delivery_reports.record(
            letter,
            kind,
            at=disputed.BEGUN + timedelta(minutes=minutes),
            source="provider",
            event=str(minutes),
        )
    clock.set_to(disputed.BEGUN + timedelta(hours=1))
    says(game, "blue", "claim mail about quarantine", 1)
    claim = Claim.objects.get(game=game)
    assert claim.finding.remedy == "unsettled"
    assert any("both as delivered and as bounced" in text for text, _, _ in claim.finding.facts)


def test_two_receipts_for_one_letter_settle_nothing_and_say_so():
    twice = notice(
        1, contradicts=evidence_file._contradiction([NOON, NOON + timedelta(hours=7)], [])
    )
    found = find(twice)
    assert found.remedy == "unsettled"
    assert any("more than once" in fact.text for fact in found.facts)
    assert CLAIM.number == 1


def test_an_evidence_file_of_a_claim_about_nothing_can_be_made(game):
    says(game, "blue", "claim conduct: red shouts")
    assert evidence_file.compile(Claim.objects.get(game=game), OrderCheck()).at is None
