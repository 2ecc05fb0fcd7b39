"""Findings are worked out from an evidence file alone, and cite what decides (PR-FINDING-01)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from arbitration.evidence.evidence_types import (
    DisputedMoment,
    EvidenceFile,
    Mail,
    Notice,
    Stamp,
    Undone,
)
from arbitration.findings import find

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)
ZAP = DisputedMoment(
    "interval", "zap", 7, 30, NOON, NOON + 12 * HOUR, NOON + 12 * HOUR, seats=("red", "blue")
)
LATE = Mail(1, NOON + 13 * HOUR, "play zap down", NOON + 11 * HOUR)
CLAIM = EvidenceFile(1, 1, "late", "blue", "blue", "", "", NOON + 14 * HOUR, ("red", "blue"), ZAP)


def stamped(hours: float, *, ours: bool = True, contradicts: str = "") -> EvidenceFile:
    return replace(
        CLAIM,
        mail=replace(
            LATE,
            stamps=(Stamp(NOON + hours * HOUR, "mx.house.test", ours),),
            contradicts=contradicts,
        ),
    )


def test_a_stamp_on_the_stroke_is_in_time():
    assert find(stamped(12)).remedy == "admit"  # PR-RECEIPT-02


def test_a_stamp_a_second_later_is_not():
    assert find(stamped(12 + 1 / 3600)).remedy == "stand"


def test_where_all_had_passed_a_stamp_before_the_last_pass_is_in_time():
    passed = replace(ZAP, passed=NOON + 4 * HOUR)  # PR-INTERVAL-03
    assert find(replace(stamped(4 - 1 / 3600), at=passed)).remedy == "admit"
    for hours in (4, 5, 12):
        found = find(replace(stamped(hours), at=passed))
        assert (found.remedy, found.rules[0]) == ("stand", "PR-RECEIPT-01")
        assert any(
            "16:00:00" in fact.text and "all had passed" in fact.text for fact in found.facts
        )


def test_stamps_that_contradict_each_other_settle_nothing():
    found = find(stamped(11, contradicts="They cannot both be true."))
    assert (found.remedy, found.is_automatic, found.freezes) == ("unsettled", False, True)
    assert find(stamped(13, contradicts="They cannot both be true.")).remedy == "stand"


def test_a_stamp_of_the_senders_side_proves_nothing():
    found = find(stamped(11, ours=False))
    assert (found.remedy, found.rules[:2]) == ("stand", ("PR-RECEIPT-01", "PR-MAIL-02"))


def test_a_confirmed_letter_counts_from_its_confirmation():
    assert find(replace(CLAIM, mail=replace(LATE, confirmed=True))).rules[0] == "PR-RECEIPT-03"


def test_what_undoes_nothing_revealed_is_done_by_itself_and_freezes_nothing():
    found = find(stamped(11))
    assert (found.is_automatic, found.freezes) == (True, False)


def test_what_undoes_a_die_or_an_order_waits_for_a_referee():
    for gone in (Undone(chance=(31,)), Undone(reveals=(32,)), Undone(orders=(33,))):
        found = find(replace(stamped(11), undone=gone))
        assert (found.remedy, found.is_automatic, found.freezes) == ("admit", False, True)


def missed(**changes: object) -> EvidenceFile:
    claim = replace(
        CLAIM,
        kind="missed",
        order="play zap down",
        notified_at=NOON,
        claim_until=NOON + 12 * HOUR,
        made=NOON + 12 * HOUR,
    )
    return replace(claim, **changes)


def test_a_wish_on_the_last_second_is_heard():
    assert find(missed()).remedy == "admit"  # PR-BACKUP-01


def test_a_wish_a_second_later_stands_and_freezes_nothing():
    found = find(missed(made=NOON + 12 * HOUR + timedelta(seconds=1)))
    assert (found.remedy, found.rules[0], found.freezes) == ("stand", "PR-BACKUP-01", False)


def test_an_interval_that_waited_is_not_claimed():
    found = find(missed(at=replace(ZAP, waited=True)))
    assert (found.remedy, found.rules[0], found.freezes) == ("stand", "PR-INTERVAL-03", False)


def test_what_was_revealed_is_for_the_referee_to_weigh():
    found = find(missed(undone=Undone(chance=(31,))))
    assert (found.remedy, found.rules) == ("unsettled", ("PR-BACKUP-02", "PR-BACKUP-04"))


def notice(delivered: float | None, **changes: object) -> EvidenceFile:
    told = Notice(
        NOON,
        NOON + 6 * HOUR,
        accepted=NOON,
        delivered=NOON + delivered * HOUR if delivered is not None else None,
    )
    return replace(CLAIM, kind="mail", notice=replace(told, **changes))


def test_a_notice_at_half_time_was_in_time():
    assert find(notice(6)).remedy == "stand"  # PR-MAIL-01


def test_a_notice_after_half_time_reopens_what_has_closed():
    assert find(notice(6 + 1 / 3600)).remedy == "reopen"


def test_a_notice_after_half_time_moves_what_is_open():
    assert find(replace(notice(7), at=replace(ZAP, passed=None))).remedy == "time"


def test_a_notice_that_bounced_reopens():
    assert find(notice(None, bounced=NOON + HOUR)).remedy == "reopen"


def test_a_notice_that_had_not_left_at_half_time_reopens():
    assert find(notice(None, accepted=None)).remedy == "reopen"
    assert find(notice(None, accepted=NOON + 7 * HOUR)).remedy == "reopen"


def test_accepted_by_our_own_mail_server_is_not_delivered():
    found = find(notice(None))
    assert (found.remedy, found.rules, found.is_automatic) == (
        "unsettled",
        ("PR-EVIDENCE-02", "PR-MAIL-01"),
        False,
    )
    assert "Nothing is known of its delivery." in [fact.text for fact in found.facts]
    assert not any("delivered at" in fact.text for fact in found.facts)


def test_a_report_by_mail_changes_no_finding_and_is_named_as_what_a_player_says():
    for kind in ("refused for good", "deferred", "delivered"):
        for known in (
            notice(3),
            notice(7),
            notice(None),
            notice(None, knew=NOON),
            notice(None, bounced=NOON),
        ):
            for at in (ZAP, replace(ZAP, passed=None)):
                honest = replace(known, at=at)
                assert honest.notice is not None
                forged = replace(
                    honest, notice=replace(honest.notice, by_mail=((NOON + HOUR, kind),))
                )
                assert find(forged).remedy == find(honest).remedy
                assert "PR-EVIDENCE-01" in find(forged).rules
                assert [
                    fact.source for fact in set(find(forged).facts) - set(find(honest).facts)
                ] == ["what a player says"]


def test_who_knew_is_not_given_it_again():
    assert find(notice(None, bounced=NOON, knew=NOON + 7 * HOUR)).remedy == "stand"


def test_who_had_looked_at_the_page_by_half_time_is_not_given_it_again():
    assert find(notice(None, looked=NOON + 6 * HOUR)).remedy == "stand"
    assert find(notice(None, bounced=NOON, looked=NOON + 6 * HOUR)).remedy == "stand"
    assert find(notice(None, looked=NOON + 7 * HOUR)).remedy == "unsettled"
    assert find(notice(None, bounced=NOON, looked=NOON + 7 * HOUR)).remedy == "reopen"


def test_reports_that_contradict_each_other_settle_nothing():
    assert find(notice(1, contradicts="both")).remedy == "unsettled"


def test_reactions_in_the_order_of_the_rules_stand():
    assert (
        find(
            replace(CLAIM, kind="priority", carried=("red", "blue"), by_rule=("red", "blue"))
        ).remedy
        == "stand"
    )


def test_reactions_in_another_order_are_done_again():
    found = find(replace(CLAIM, kind="priority", carried=("blue", "red"), by_rule=("red", "blue")))
    assert (found.remedy, found.rules[0]) == ("reorder", "PR-PRIORITY-01")


def test_conduct_is_unsettled_and_freezes_nothing():
    found = find(replace(CLAIM, kind="conduct", words="red shouts"))
    assert (found.remedy, found.freezes) == ("unsettled", False)  # PR-CLAIM-03


def test_the_first_fact_says_when_the_disputed_moment_was():
    order = replace(ZAP, kind="order", name="jump verne", begun=NOON - HOUR)
    opened = "The reaction window 'zap' opened at 12:00:00 UTC on 2 March and"
    for at, said in (
        (ZAP, f"{opened} closed at 00:00:00 UTC on 3 March."),
        (replace(ZAP, passed=None), f"{opened} is open."),
        (order, "'jump verne' was carried out at 00:00:00 UTC on 3 March."),
        (replace(order, passed=None), "'jump verne' was carried out at 11:00:00 UTC on 2 March."),
    ):
        assert find(missed(at=at)).facts[0].text == said


def test_what_is_hidden_is_told_to_its_seat_alone():
    hidden = [fact for fact in find(missed()).facts if fact.to is not None]
    assert [fact.to for fact in hidden] == [("blue",)]
