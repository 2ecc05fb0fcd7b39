"""Who ever sat in a game does not judge it, does not open its hands, and is not asked to
(PR-SEAT-04, PR-RULING-02).
"""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from arbitration.claims import appeals
from arbitration.models import Claim
from arbitration.pages.game_claims_presenter import Docket
from arbitration.referees import conflict_of_interest, opening_hidden_hands, ruling_requests
from arbitration.referees.appointing import appoint
from arbitration.remedies import right_to_pause
from arbitration.rulings import giving
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Player, Seat

GIVEN = giving.RulingRequest(remedy="stand", reasons="So.", departs="So.")


@pytest.fixture
def once(claim: Claim) -> Player:
    """Green's first player, appointed a referee; somebody else plays green now."""
    place = Seat.objects.select_related("player").get(game=claim.game, colour="green")
    assert place.player is not None
    door.orders(claim.game_id, "green", "resign\nyes", at=disputed.HEARD)
    leaving_and_taking_seats.take(claim.game_id, "green", disputed.player("kim"))
    appoint(place.player)
    return Player.objects.get(pk=place.player.pk)


def test_who_sat_once_neither_rules_nor_opens(claim: Claim, once: Player) -> None:
    for deed in (
        lambda: giving.give(claim.pk, once, GIVEN, disputed.HEARD),
        lambda: opening_hidden_hands.open_hidden(claim, once, "to look"),
        lambda: conflict_of_interest.may_rule(once, claim),
    ):
        with pytest.raises(Refusal) as refused:
            deed()
        assert refused.value.rules == ("PR-RULING-02", "PR-SEAT-04")


def test_nor_is_asked_nor_has_the_case_in_the_queue(
    client: Client, claim: Claim, once: Player
) -> None:
    assert ruling_requests.referee_of(claim.game) is None
    assert ruling_requests.ask(claim, disputed.HEARD, on_appeal=False) is None
    client.force_login(once)
    assert (
        "1 by Blue"
        not in client.get(reverse("admin:arbitration_claim_changelist")).content.decode()
    )
    assert client.get(reverse("admin:arbitration_claim_change", args=[claim.pk])).status_code in (
        302,
        403,
    )


def test_an_organizer_who_sat_once_does_not_act_on_the_games_claims(
    claim: Claim, once: Player
) -> None:
    Game.objects.filter(pk=claim.game_id).update(club=club_roles.found("Spiral", "spiral", once))
    game = Game.objects.select_related("club").get(pk=claim.game_id)
    assert not Docket(game, once).organizes
    for deed in (
        lambda: right_to_pause.give(game, once, "blue"),
        lambda: appeals.freeze(claim.pk, once),
    ):
        with pytest.raises(Refusal) as refused:
            deed()
        assert refused.value.rules == ("PR-RULING-02", "PR-SEAT-04")


# --- removed by a ruling --------------------------------------------------------------------------


@pytest.fixture
def removed(claim: Claim, judge: Player) -> Player:
    """Who was removed from green by a ruling."""
    place = Seat.objects.select_related("player").get(game=claim.game, colour="green")
    assert place.player is not None
    given = giving.RulingRequest(
        remedy="conduct", reasons="So.", departs="So.", against="green", cost="removal"
    )
    giving.give(claim.pk, judge, given, disputed.HEARD)
    return place.player


def test_who_was_removed_changes_nothing_of_play_and_may_appeal(
    claim: Claim, removed: Player
) -> None:
    """PR-REMEDY-07, PR-APPEAL-01"""
    number = Game.objects.get(pk=claim.game_id).number
    for text in (
        "back",
        "pass",
        "stop at zap",
        "end",
        "undo",
        "plan\nend\nend plan",
        "vote yes",
        "resign",
        "yes",
    ):
        line = door.orders(
            claim.game_id, "green", text, at=disputed.HEARD + timedelta(minutes=1)
        ).lines[0]
        assert line.rules == ("PR-REMEDY-07",), text
    assert Game.objects.get(pk=claim.game_id).number == number
    for text in ("status", "say: it was not so", "appeal 1: it was not so"):
        assert (
            door.orders(claim.game_id, "green", text, at=disputed.HEARD + timedelta(minutes=2))
            .lines[0]
            .answer
            != "refused"
        ), text


def test_the_seat_of_who_was_removed_is_free_for_anybody_else(
    claim: Claim, removed: Player
) -> None:
    """PR-REMEDY-07, PR-SEAT-01"""
    clock.set_to(disputed.HEARD + timedelta(minutes=1))
    with pytest.raises(Refusal) as refused:
        leaving_and_taking_seats.take(claim.game_id, "green", removed)
    assert refused.value.rules == ("PR-REMEDY-07",)
    kim = disputed.player("kim")
    leaving_and_taking_seats.take(claim.game_id, "green", kim)
    place = Seat.objects.select_related("player", "game").get(game=claim.game, colour="green")
    assert (place.player, place.left, seating.removed(place)) == (kim, None, False)


# --- while a claim holds play ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "prose",
    [
        "On Monday she wrote",
        "From: somebody",
        "when: nonsense",
        "stop at nowhere",
        "jump atlantis",
    ],
)
def test_an_unreadable_line_ends_the_letter_while_a_claim_holds_play(
    claim: Claim, prose: str
) -> None:
    """PR-CLAIM-03, PR-RECEIPT-05"""
    lines = door.orders(
        claim.game_id, "red", f"status\n\n{prose}\n\nresign\nyes", at=disputed.HEARD
    ).lines
    assert [line.answer for line in lines] == ["told", "refused", "returned", "returned"]
    assert lines[1].kind in ("unreadable", "ambiguous")
    assert Seat.objects.get(game=claim.game, colour="red").left is None


@pytest.mark.parametrize("prose", ["ok", "okay then", "sure"])
def test_a_polite_word_is_no_order_and_answers_nothing_that_its_own_letter_asks(
    claim: Claim, prose: str
) -> None:
    """PR-CLAIM-03, PR-RECEIPT-09, PR-SEAT-06"""
    for text, answers in (
        (f"status\n{prose}", ["told"]),
        (f"status\n{prose}\nresign", ["told", "asked"]),
        (f"status\nresign\n{prose}", ["told", "asked"]),
    ):
        lines = door.orders(claim.game_id, "red", text, at=disputed.HEARD).lines
        assert [line.answer for line in lines] == answers, text
        assert Seat.objects.get(game=claim.game, colour="red").left is None


@pytest.mark.parametrize(
    "order",
    [
        "halt",
        "end",
        "when blue jumps: play zap down",
        "stop at zap",
        "pass",
        "play zap on blue down",
        "jump niven",
    ],
)
def test_what_can_be_read_waits_there(claim: Claim, order: str) -> None:
    """PR-CLAIM-03"""
    assert Game.objects.get(pk=claim.game_id).stayed
    assert [
        line.answer for line in door.orders(claim.game_id, "red", order, at=disputed.HEARD).lines
    ] == ["waits"]
