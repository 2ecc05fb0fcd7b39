"""After a ruling of any kind on a game of bots the game is whole (PR-RECORD, PR-REMEDY,
PR-CHANCE-02).
"""

from __future__ import annotations

import json
import random
import re
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from arbitration.demonstration_case import START
from arbitration.models import CasebookEntry, Claim, ClaimStatus, Ruling
from arbitration.rulings import giving
from arbitration.rulings.giving import RulingRequest
from tests import seated
from tests.arbitration import disputed
from tests.domain.playing import bots_play, game_of_bots
from traders.domain.calendar import clock
from traders.domain.history import recording_and_replay
from traders.domain.history.audit import audit
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.engines.kernel.contract.contract import Turn
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine
from traders.models import (
    Cadence,
    Entry,
    Game,
    Kind,
    Letter,
    LetterKind,
    LetterStatus,
    Player,
    Seat,
)
from traders.proof.scenarios.position_changes import position_with

pytestmark = pytest.mark.django_db
ENGINE = engine("star-traders")


@pytest.fixture
def referee() -> Player:
    return Player.objects.create_user("referee@example.org", display_name="Referee")


def claimed(entries: int = 60, text: str = "claim rule: that is not so") -> tuple[Game, Claim]:
    """A game of bots so far, in which blue has claimed and the answering time is over."""
    game = game_of_bots()
    for place in Seat.objects.filter(game=game):
        place.player = Player.objects.create_user(
            f"{place.colour}@example.org", display_name=f"Player of {place.colour}"
        )
        place.save()
    game = bots_play(game, entries=entries)
    change_set = door.orders(game.pk, "blue", text)
    assert change_set.lines[0].answer == "done", change_set.lines
    claim = Claim.objects.get(game=game)
    Claim.objects.filter(pk=claim.pk).update(answers_due=claim.made - timedelta(seconds=1))
    game.refresh_from_db()
    return game, claim


def given(**more: object) -> RulingRequest:
    return RulingRequest(**{"reasons": "So it was.", "departs": "It was otherwise.", **more})  # type: ignore[arg-type]


def an_order(game: Game, seed: int) -> Entry:
    """Some order of the line in play."""
    orders = [
        entry for entry in recording_and_replay.line(game, game.head) if entry.kind == Kind.ORDER
    ]
    return random.Random(seed).choice(orders)


def whole(game: Game) -> None:
    game.refresh_from_db()
    assert audit(game) is None
    assert bytes(game.position) == ENGINE.encode(recording_and_replay.replayed(game, game.head))
    assert (game.frozen, game.stayed) == (False, False)


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(8))
def test_backed_up_to_any_order_the_game_is_whole_and_no_waiting_letter_tells_of_the_rest(
    referee, seed
):
    game, claim = claimed()
    entry = an_order(game, seed)
    before = ENGINE.encode(recording_and_replay.position_at(game, entry.parent))
    throws, last = game.throws, game.number
    giving.give(claim.pk, referee, given(remedy="reopen", move=entry.number))
    whole(game)
    backed = Entry.objects.get(game=game, kind=Kind.BACK_UP)
    assert json.loads(backed.public)["to"] == entry.parent
    assert ENGINE.encode(recording_and_replay.position_at(game, backed.number)) == before
    assert game.throws >= throws  # the count never goes back (PR-CHANCE-02)
    telling = [LetterKind.TURN, LetterKind.INTERVAL, LetterKind.CHOICE, LetterKind.HAPPENED]
    waiting = Letter.objects.filter(
        game=game, status__in=[LetterStatus.WRITTEN, LetterStatus.HELD], kind__in=telling
    )
    told = {event.number for letter in waiting for event in decode(letter.facts).events}
    assert not told & set(range(entry.parent + 1, last + 1))


def test_a_position_put_right_is_what_the_history_then_leads_to(referee):
    game, claim = claimed()
    state = ENGINE.decode(bytes(game.position))
    seats = list(game.seats.order_by("place").values_list("colour", flat=True))
    position = position_with(ENGINE, state, seats, {}, {}, {"red": {"stellors": 77}})
    giving.give(claim.pk, referee, given(remedy="put-right", position=position))
    whole(game)
    assert ENGINE.written(recording_and_replay.replayed(game, game.head))["red"]["stellors"] == 77


def test_who_is_waited_for_in_an_interval_that_is_put_right_away_pays_nothing(referee):
    """PR-REMEDY-05, PR-INTERVAL-09: the ruling ended it, and no answer of theirs."""
    game = door.create(
        "star-traders",
        disputed.COLOURS,
        {},
        {"timing": "table", "interval_time": "48h"},
        start=START,
    )
    seated.begin(game.pk, stops=False, at=disputed.BEGUN)
    door.orders(game.pk, "red", "jump verne regular", at=disputed.CLAIMED)
    door.orders(game.pk, "blue", "claim conduct: red shouts", at=disputed.CLAIMED)
    full = {seat.colour: seat.purse for seat in Seat.objects.filter(game=game)}
    position = recording_and_replay.position_at(game, 1)
    giving.give(
        Claim.objects.get(game=game).pk,
        referee,
        given(remedy="put-right", position=position),
        disputed.HEARD,
    )
    game.refresh_from_db()
    assert isinstance(ENGINE.pending(ENGINE.decode(bytes(game.position))), Turn)
    assert {seat.colour: seat.purse for seat in Seat.objects.filter(game=game)} == full
    assert full["blue"] > 0


def test_a_wrong_cache_is_found_and_put_right(referee):
    game = bots_play(game_of_bots(), entries=40)
    right = bytes(game.position)
    seats = list(game.seats.order_by("place").values_list("colour", flat=True))
    wrong = position_with(ENGINE, ENGINE.decode(right), seats, {}, {}, {"blue": {"prestige": 20}})
    Game.objects.filter(pk=game.pk).update(position=ENGINE.encode(wrong))
    door.orders(game.pk, "blue", "claim rule: my Prestige is wrong")
    claim = Claim.objects.get(game=game)
    assert claim.finding.remedy == "put-right"
    assert any("prestige is 20" in text for text, _, _ in claim.finding.facts)
    Claim.objects.filter(pk=claim.pk).update(answers_due=claim.made - timedelta(seconds=1))
    giving.give(claim.pk, referee, RulingRequest(reasons="As found."))
    whole(game)
    assert bytes(game.position) == right


def test_time_in_hand_lost_for_conduct(referee):
    game, claim = claimed(text="claim conduct: red shouts")
    Seat.objects.filter(game=game, colour="red").update(bank=900)
    giving.give(claim.pk, referee, given(remedy="conduct", against="red", cost="time in hand"))
    assert Seat.objects.get(game=game, colour="red").bank == 0


def test_a_ruling_and_an_appeal_are_told_at_once_whatever_cadence_a_player_chose(referee):
    game, claim = claimed()
    Player.objects.filter(seats__game=game).update(cadence=Cadence.DAILY)
    giving.give(claim.pk, referee, given(remedy="stand"))
    told = Letter.objects.filter(game=game, facts__contains="This is the ruling on claim 1")
    assert {letter.seat for letter in told} == {"red", "blue", "green"}
    assert {letter.status for letter in told} == {LetterStatus.WRITTEN}
    assert all(
        re.search(
            r"write `appeal 1: your reasons` until \d\d:\d\d UTC on \d+ \w+",
            letter.facts,
        )
        for letter in told
    )
    door.orders(game.pk, "blue", "appeal 1: I wrote before")
    told = Letter.objects.filter(game=game, facts__contains="`answer 1: your words` until ")
    assert {letter.seat for letter in told} >= {"red", "green"}  # who may answer it (PR-CLAIM-04)
    assert {letter.status for letter in told} == {LetterStatus.WRITTEN}


# --- refused --------------------------------------------------------------------------------------


def refused(claim: Claim, referee: Player, form: RulingRequest) -> tuple[str, ...]:
    number = Game.objects.get(pk=claim.game_id).number
    with pytest.raises(Refusal) as found:
        giving.give(claim.pk, referee, form)
    claim.refresh_from_db()
    assert (claim.status, Ruling.objects.count()) == (ClaimStatus.OPEN, 0)
    assert Game.objects.get(pk=claim.game_id).number == number
    return found.value.rules


def test_rulings_that_lack_a_part_or_cannot_be_carried_out_change_nothing(referee):
    game, claim = claimed()
    assert refused(claim, referee, RulingRequest(remedy="stand")) == ("PR-RULING-01",)  # no reasons
    # departs, and does not say why
    assert refused(claim, referee, RulingRequest(remedy="time", reasons="so")) == ("PR-RULING-01",)
    assert refused(claim, referee, given(remedy="unsettled")) == ("PR-RULING-01",)
    assert refused(claim, referee, given(remedy="nonsense")) == ("PR-RULING-01",)
    assert refused(claim, referee, given(remedy="admit")) == ("PR-REMEDY-02",)  # names no moment
    assert refused(claim, referee, given(remedy="reopen", move=9_999)) == ("PR-RECORD-02",)
    # a stale page
    assert refused(claim, referee, given(remedy="stand", seen=game.number - 1)) == ("PR-RULING-01",)
    player = Seat.objects.get(game=game, colour="red").player
    assert refused(claim, player, given(remedy="stand")) == ("PR-RULING-02",)


def test_a_ruling_that_departs_from_the_finding_says_why_to_all(referee):  # PR-RULING-01
    _, claim = claimed()
    giving.give(claim.pk, referee, given(remedy="time", give=timedelta(hours=1)))
    told = Letter.objects.filter(
        game=claim.game,
        facts__contains="The referee decided otherwise than what the server found by the rules",
    ).filter(facts__contains="because: “It was otherwise.")
    assert {letter.seat for letter in told} == {"red", "blue", "green"}


def test_what_a_claim_wishes_is_admitted_and_not_slipped_in_by_reordering(db):
    """PR-REMEDY-04: an interval's reactions are carried out again, and nothing is that was no
    reaction in it.
    """
    game = disputed.jumped()
    claim = disputed.claimed(game)
    assert claim.order == "play quarantine at kluge"
    giving.give(claim.pk, disputed.referee(), given(remedy="reorder"), disputed.HEARD)
    assert disputed.board(game)["quarantines"] == []
    assert disputed.board(game)["blue"]["hand"] == ["Quarantine"]


def earlier(title: str, remedy: str, *rules: str) -> None:
    CasebookEntry.objects.create(
        title=title, remedy=remedy, rules=list(rules), published=clock.now()
    )


def test_who_departs_from_what_was_ruled_in_like_cases_says_why(referee):
    """PR-PRECEDENT-01: like cases rest on just the same deciding rules; the finding's own remedy
    may be the departure.
    """
    earlier("A position that was put right", "put-right", "PR-RECORD-01", "PR-REMEDY-05")
    earlier("Another matter", "time", "PR-MAIL-01")
    _, claim = claimed()
    assert claim.finding.remedy == "stand"
    with pytest.raises(Refusal, match="'A position that was put right'") as found:
        giving.give(claim.pk, referee, given(remedy="stand", departs=""))
    assert found.value.rules == ("PR-PRECEDENT-01",)
    ruling = giving.give(
        claim.pk, referee, given(remedy="stand", departs="There the position was wrong.")
    )
    assert (ruling.departs, ruling.departed_from) == (
        "There the position was wrong.",
        "what was ruled in like cases before",
    )
    told = Letter.objects.filter(
        game=claim.game,
        facts__contains="otherwise than what was ruled in like cases before, because: “There the",
    )
    assert {letter.seat for letter in told} == {"red", "blue", "green"}


def test_who_rules_as_one_of_the_like_cases_departs_from_none(referee):
    """PR-PRECEDENT-01: earlier rulings that differ among themselves bind to neither; those on
    further rules are no like cases.
    """
    earlier("One", "stand", "PR-RECORD-01", "PR-REMEDY-01")
    earlier("The other", "put-right", "PR-RECORD-01")
    earlier("More was at stake", "reopen", "PR-RECORD-01", "PR-MAIL-01")
    _, claim = claimed()
    assert len(claim.finding.earlier) == 3
    assert giving.give(claim.pk, referee, given(remedy="stand", departs="")).departs == ""


def test_the_database_keeps_the_form_of_a_ruling(referee):
    _, claim = claimed(entries=10)
    parts = {
        "claim": claim,
        "referee": referee,
        "found": "stand",
        "remedy": "stand",
        "facts": "f",
        "rules": ["PR-RECORD-01"],
        "reasons": "r",
    }
    for lacking in (
        {"facts": ""},
        {"reasons": ""},
        {"rules": []},
        {"remedy": "time"},
        {"remedy": "unsettled", "departs": "d"},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Ruling.objects.create(**{**parts, **lacking}, at=clock.now(), entry=1)
