"""An evidence file comes out the same whenever it is made: before the pause, during it, after
the ruling, after a back-up (PR-EVIDENCE-01).
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from arbitration import findings
from arbitration.demonstration_case import CLAIM as DISPUTED
from arbitration.evidence import evidence_file, evidence_timeline
from arbitration.evidence.evidence_file import OrderCheck
from arbitration.evidence.evidence_types import EvidenceFile, EvidenceItem, Weight, hour
from arbitration.models import Claim
from arbitration.remedies import pausing
from arbitration.rulings import giving
from arbitration.rulings.giving import RulingRequest
from tests.arbitration import disputed
from tests.arbitration.test_rulings import claimed
from traders.domain.calendar import clock
from traders.domain.deadlines import deadline_changes
from traders.domain.history import entries_in_words
from traders.domain.play import door
from traders.domain.post import delivery
from traders.models import Deadline, DeadlineKind, Game, Letter, LetterStatus, Player

pytestmark = pytest.mark.django_db


def items_of(made: EvidenceFile) -> tuple[EvidenceItem, ...]:
    """The time line of the claim of an evidence file, as it stands now."""
    return evidence_timeline.items(Claim.objects.get(game=made.game, number=made.number), made.at)


def known(made: EvidenceFile) -> list[Any]:
    """All of the evidence but what players said."""
    items = [item for item in items_of(made) if item.weight != Weight.WORD]
    facts = (
        made.at,
        made.notified_at,
        made.claim_until,
        made.undone,
        made.notice,
        made.letters,
        made.carried,
    )
    return [*facts, *items]


@pytest.fixture
def firsts(monkeypatch: pytest.MonkeyPatch) -> list[list[Any]]:
    """The evidence from which findings are made, as it is in the second of the claim."""
    kept: list[list[Any]] = []
    real = findings.find

    def find(made: EvidenceFile) -> object:
        kept.append(known(made))
        return real(made)

    monkeypatch.setattr(findings, "find", find)
    return kept


@pytest.mark.sampled
@pytest.mark.parametrize("remedy", ["stand", "admit", "time"])
@pytest.mark.parametrize("text", [DISPUTED, "claim rule: it was wrong"])
def test_it_is_the_same_before_the_freeze_after_it_and_after_the_ruling(
    game: Game, judge: Player, firsts: list[list[Any]], remedy: str, text: str
) -> None:
    door.orders(
        game.pk,
        "green",
        "stop at zap\nwhen red lands: play gotcha on red",
        at=disputed.BEGUN + timedelta(hours=1),
    )
    disputed.by_letter(game, "blue", text, disputed.CLAIMED)
    claim = Claim.objects.get(game=game)
    if claim.frozen_from is None:
        pausing.stop_for(claim.pk, judge)
    first = firsts[0]
    assert any(
        "A deadline was set: turn" in getattr(item, "text", "") and "due" in item.text
        for item in first[7:]
    )

    clock.set_to(disputed.CLAIMED + timedelta(hours=2))
    assert Deadline.objects.filter(
        game=game, kind=DeadlineKind.TURN, done_at=None, due=None
    ).exists()  # it stands still
    door.orders(game.pk, "green", "no stop\nanswer: not so")
    delivery.prepare(list(Letter.objects.filter(game=game).values_list("pk", flat=True)))
    Letter.objects.filter(game=game, status=LetterStatus.PREPARED).update(
        status=LetterStatus.SENT, accepted=clock.now()
    )
    assert known(evidence_file.compile(Claim.objects.get(pk=claim.pk), OrderCheck())) == first

    clock.set_to(disputed.HEARD)
    given = RulingRequest(
        remedy,
        "So it was.",
        "Weighed.",
        give=timedelta(hours=5),
        order="play quarantine at kluge",
        move=3 if remedy == "admit" else 0,
    )
    giving.give(claim.pk, judge, given)
    assert (
        Deadline.objects.get(game=game, kind=DeadlineKind.TURN, done_at=None).moves[0][0]
        < disputed.CLAIMED.isoformat()
    )
    assert known(evidence_file.compile(Claim.objects.get(pk=claim.pk), OrderCheck())) == first


def test_what_players_say_is_added(game: Game, claim: Claim) -> None:
    before = items_of(evidence_file.compile(claim, OrderCheck()))
    clock.set_to(disputed.CLAIMED + timedelta(hours=1))
    door.orders(game.pk, "green", "answer: not so")
    added = set(items_of(evidence_file.compile(claim, OrderCheck()))) - set(before)
    assert [item.text for item in added] == ["Green answers: not so"]


def test_moves_of_one_second_stand_in_their_order_and_read_as_in_the_history() -> None:
    clock.set_to(disputed.BEGUN)
    game, claim = claimed(entries=14)
    moves = [
        item
        for item in items_of(evidence_file.compile(claim, OrderCheck()))
        if item.weight is Weight.HISTORY
    ]
    assert {item.at for item in moves} == {disputed.BEGUN}
    assert [item.text.partition(":")[0] for item in moves] == [
        f"Move {number}" for number in range(1, claim.entry + 1)
    ]
    assert claim.entry > 10  # "10" sorts before "9"
    told = entries_in_words.tell(
        game.entries.order_by("-number").filter(number__lte=claim.entry), None
    )
    said = [" ".join(text for text, _ in one.sentences) or one.rest for one in reversed(told)]
    assert [item.text.partition(": ")[2] for item in moves] == said
    assert {item.source for item in moves} >= {"history, the dice"}


def test_a_deadline_stands_at_each_hour_as_it_was_told_then(game: Game) -> None:
    """PR-EVIDENCE-01: each step is a line of its own, with what moved it; no later one is told of
    an earlier hour.
    """
    begun = disputed.BEGUN + timedelta(hours=1)
    deadline_changes.give(game, "red", timedelta(hours=5), begun)
    claim = disputed.claimed(game)  # it freezes the game
    clock.set_to(disputed.HEARD)
    giving.give(claim.pk, disputed.referee("late"), giving.RulingRequest("stand", "So.", "So."))
    row = Deadline.objects.filter(game=game, kind="turn").order_by("pk")[0]
    later = [at for at, _ in row.moves if datetime.fromisoformat(at) >= claim.made]
    assert later, "the freeze and the ruling have moved it since"
    told = [
        item
        for item in evidence_timeline.items(claim, evidence_file.at_of(claim))
        if item.source == "deadline" and item.text.split(": ")[1].startswith(f"turn {row.key} ")
    ]
    steps = [(at, due) for at, due in row.moves if datetime.fromisoformat(at) < claim.made]
    assert len(steps) > 1
    assert [item.at for item in told] == [datetime.fromisoformat(at) for at, _ in steps]
    for item, (_, due) in zip(told, steps, strict=True):
        assert hour(datetime.fromisoformat(due)) in item.text
    assert told[0].text.startswith("A deadline was set")
    assert all(item.text.startswith("A deadline moved") for item in told[1:])
