"""A dossier comes out the same whenever it is made: before the freeze, during it, after the ruling,
after a back-up (PR-EVIDENCE-01).
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from arbitration import findings
from arbitration.demonstration import CLAIM as DISPUTED
from arbitration.evidence import dossier
from arbitration.evidence.dossier import Possible
from arbitration.evidence.items import Dossier, Weight
from arbitration.models import Claim
from arbitration.remedies import freezing
from arbitration.rulings import giving
from arbitration.rulings.giving import Given
from tests.arbitration import disputed
from tests.arbitration.test_rulings import claimed
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.post import delivery
from traders.models import Deadline, DeadlineKind, Game, Letter, LetterStatus, Player
from traders.web import story

pytestmark = pytest.mark.django_db


def known(made: Dossier) -> list[Any]:
    """All of a dossier but what players said."""
    pieces = [piece for piece in made.pieces if piece.weight != Weight.WORD]
    facts = (made.at, made.told, made.limit, made.undone, made.notice, made.letters, made.carried)
    return [*facts, *pieces]


@pytest.fixture
def firsts(monkeypatch: pytest.MonkeyPatch) -> list[Dossier]:
    """The dossiers from which findings are made, as they are in the second of the claim."""
    kept: list[Dossier] = []
    real = findings.find

    def find(made: Dossier) -> object:
        kept.append(made)
        return real(made)

    monkeypatch.setattr(findings, "find", find)
    return kept


@pytest.mark.parametrize("remedy", ["stand", "admit", "time"])
@pytest.mark.parametrize("text", [DISPUTED, "claim rule: it was wrong"])
def test_it_is_the_same_before_the_freeze_after_it_and_after_the_ruling(
    game: Game, judge: Player, firsts: list[Dossier], remedy: str, text: str
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
        freezing.stop_for(claim.pk, judge)
    first = known(firsts[0])
    assert any(
        "A deadline was set: turn" in getattr(piece, "text", "") and "due" in piece.text
        for piece in first[7:]
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
    assert known(dossier.compile(Claim.objects.get(pk=claim.pk), Possible())) == first

    clock.set_to(disputed.HEARD)
    given = Given(
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
    assert known(dossier.compile(Claim.objects.get(pk=claim.pk), Possible())) == first


def test_what_players_say_is_added(game: Game, claim: Claim) -> None:
    before = dossier.compile(claim, Possible()).pieces
    clock.set_to(disputed.CLAIMED + timedelta(hours=1))
    door.orders(game.pk, "green", "answer: not so")
    added = set(dossier.compile(claim, Possible()).pieces) - set(before)
    assert [piece.text for piece in added] == ["Green answers: not so"]


def test_moves_of_one_second_stand_in_their_order_and_read_as_in_the_history() -> None:
    clock.set_to(disputed.BEGUN)
    game, claim = claimed(entries=14)
    moves = [
        piece
        for piece in dossier.compile(claim, Possible()).pieces
        if piece.weight is Weight.HISTORY
    ]
    assert {piece.at for piece in moves} == {disputed.BEGUN}
    assert [piece.text.partition(":")[0] for piece in moves] == [
        f"Move {number}" for number in range(1, claim.entry + 1)
    ]
    assert claim.entry > 10  # "10" sorts before "9"
    told = story.tell(game.entries.order_by("-number").filter(number__lte=claim.entry), None)
    said = [" ".join(text for text, _ in one.sentences) or one.rest for one in reversed(told)]
    assert [piece.text.partition(": ")[2] for piece in moves] == said
    assert {piece.source for piece in moves} >= {"history, the dice"}
