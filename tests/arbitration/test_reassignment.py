"""Which referee judges is chosen, handed on and declined by a button, and stands on record
(PR-RULING-02, PR-RULING-03).
"""

from __future__ import annotations

import pytest
from django.test import Client

from arbitration.models import Asking, Claim, Recusal
from arbitration.referees import opening_hidden_hands, reassignment
from arbitration.rulings import giving
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Letter, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def second(judge: Player) -> Player:
    return disputed.referee("second")


@pytest.fixture
def asked(judge: Player, second: Player, game: Game) -> Claim:
    """A claim on which the first referee was asked to rule."""
    made = disputed.claimed(game)
    clock.set_to(disputed.HEARD)
    assert [row.referee for row in made.askings.all()] == [judge]
    return made


def page(claim: Claim) -> str:
    return f"/admin/arbitration/claim/{claim.pk}/change/"


def letters_to(player: Player) -> list[str]:
    return list(Letter.objects.filter(player=player, seat="").values_list("key", flat=True))


def test_a_referee_recuses_and_another_is_asked(
    asked: Claim, bench: Client, judge: Player, second: Player
) -> None:
    assert "I cannot judge it" in bench.get(page(asked)).content.decode()
    bench.post(page(asked), {"do": "recuse", "why": "I coach green."})
    assert Recusal.objects.get().why == "I coach green."
    assert [row.referee for row in asked.askings.all()] == [judge, second]
    assert letters_to(second)
    shown = bench.get(page(asked)).content.decode()
    assert "I coach green." in shown and "Give the ruling" not in shown
    for deed in (
        lambda: giving.give(asked.pk, judge, giving.RulingRequest("stand", "So.", "So.")),
        lambda: opening_hidden_hands.open_hidden(asked, judge, "x"),
    ):
        with pytest.raises(Refusal) as found:
            deed()
        assert found.value.rules == ("PR-RULING-02",)
    giving.give(asked.pk, second, giving.RulingRequest("stand", "So.", "So."))


def test_a_referee_hands_on_and_who_asked_whom_is_on_record(
    asked: Claim, bench: Client, judge: Player, second: Player
) -> None:
    bench.post(page(asked), {"do": "assign", "referee": str(second.pk)})
    assert [(row.referee, row.by) for row in Asking.objects.all()] == [
        (judge, None),
        (second, judge),
    ]
    assert f"{second} was asked" in bench.get(page(asked)).content.decode()
    for nobody in (
        "",
        "x",
        "0",
        "999999",
        "9" * 40,
        "9" * 5_000,
        str(Player.objects.get(email="red@example.org").pk),
    ):
        assert bench.post(page(asked), {"do": "assign", "referee": nobody}).status_code == 302
    assert Asking.objects.count() == 2


def test_the_organizer_assigns(asked: Claim, client: Client, second: Player) -> None:
    game = asked.game
    organizer = disputed.player("organizer")
    game.club = club_roles.found("Club", "club", organizer)
    game.save()
    client.force_login(organizer)
    own = f"/games/{game.slug}/claims"
    assert "Assign" in client.get(own).content.decode()
    form = {"do": "assign", "number": "1", "referee": str(second.pk)}
    assert client.post(own, form).status_code == 302
    assert client.post(own, form).status_code == 409
    assert client.post(own, {**form, "number": "7"}).status_code == 409
    assert client.post(own, {**form, "referee": "x"}).status_code == 409
    assert Asking.objects.get(referee=second).by == organizer
    client.force_login(Player.objects.get(email="red@example.org"))
    assert client.post(own, form).status_code in (403, 409)
    assert Asking.objects.count() == 2


def test_nobody_is_assigned_who_sat_in_the_game_or_recused(
    asked: Claim, judge: Player, second: Player
) -> None:
    reassignment.recuse(asked.pk, judge, "")
    with pytest.raises(Refusal) as found:
        reassignment.assign(asked.pk, judge.pk, second)
    assert "PR-RULING-02" in found.value.rules
    with pytest.raises(Refusal):
        reassignment.assign(asked.pk, second.pk, judge)
    giving.give(asked.pk, second, giving.RulingRequest("stand", "So.", "So."))
    with pytest.raises(Refusal) as found:
        reassignment.recuse(asked.pk, second, "")
    assert found.value.rules == ("PR-RULING-03",)
