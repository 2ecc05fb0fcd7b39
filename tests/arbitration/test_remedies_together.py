"""Several remedies in one ruling (PR-REMEDY-09); rulings on games that are over (PR-SEAT-07)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client

from arbitration.casebook import export
from arbitration.models import CasebookEntry, Claim, Ruling
from arbitration.rulings import conduct_record, giving, remedy_previews
from arbitration.rulings.giving import RulingRequest
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.deadlines import deadlines
from traders.domain.history.audit import audit
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.play.game_session import open_session
from traders.engines.kernel.contract.contract import Over
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Letter, Phase, Player, triggers

pytestmark = pytest.mark.django_db
DAY = timedelta(hours=24)
Edit = Callable[[Game], None]


def given(remedy: str, *beside: str, **more: object) -> RulingRequest:
    return RulingRequest(
        remedy, beside=beside, **{"reasons": "So it was.", "departs": "Weighed.", **more}
    )  # type: ignore[arg-type]


def due(game: Game) -> object:
    with open_session(game.pk, disputed.HEARD) as session:
        return deadlines.shown(session.game, session.table.pending(), disputed.HEARD)


def test_back_up_warn_and_give_time_to_another_seat(claim: Claim, judge: Player) -> None:
    ruling = giving.give(
        claim.pk, judge, given("conduct", "time", "reopen", give=DAY, seat="red", against="green")
    )
    assert ruling.remedies == ["reopen", "time", "conduct"]
    game = Game.objects.get(pk=claim.game_id)
    assert disputed.board(game)["red"]["at"] == "Kluge"  # play has backed up
    assert audit(game) is None
    told = "\n".join(
        decode(Letter.objects.filter(game=game, seat="green").order_by("-pk")[0].facts).notices
    )
    for named in (
        "back up and reopen (PR-REMEDY-03)",
        "time (PR-REMEDY-06)",
        "conduct (PR-REMEDY-07)",
        "green: a warning",
    ):
        assert named in told
    assert CasebookEntry.objects.get().ordered == ruling.ordered
    assert [(one.seat, one.cost) for one in conduct_record.earlier(later(claim))] == [
        ("green", "a warning")
    ]


def later(claim: Claim) -> Claim:
    """The claim as if it had been made after its ruling."""
    claim.made += timedelta(days=30)
    return claim


@pytest.mark.parametrize(("remedy", "seat"), [("stand", "red"), ("reopen", "blue")])
def test_time_is_given_on_the_clocks_as_they_run_after_the_ruling(
    claim: Claim, judge: Player, remedy: str, seat: str
) -> None:
    giving.give(
        claim.pk, judge, given(remedy, at_once := "time", give=DAY, seat=seat), disputed.HEARD
    )
    with_time = due(claim.game)
    assert at_once in Ruling.objects.get().beside
    # of red's 72 hours 3 were used up
    plain = disputed.HEARD + (timedelta(hours=12 if remedy == "reopen" else 69))
    assert with_time == plain + DAY


def test_two_places_to_go_on_from_are_refused(claim: Claim, judge: Player) -> None:
    for remedy, beside in (
        ("stand", "reopen"),
        ("admit", "put-right"),
        ("reorder", "reopen"),
        ("time", "stand"),
        ("as found", "stand"),
    ):
        if (remedy, beside) == ("time", "stand"):
            continue  # one place, and time
        with pytest.raises(Refusal) as found:
            giving.give(claim.pk, judge, given(remedy, beside, give=DAY))
        assert found.value.rules[0] in ("PR-REMEDY-09", "PR-RULING-01")
    assert not Ruling.objects.exists()


def test_a_remedy_that_cannot_be_carried_out_takes_the_others_with_it(
    claim: Claim, judge: Player
) -> None:
    before = disputed.board(claim.game)
    with pytest.raises(Refusal) as found:
        giving.give(claim.pk, judge, given("reopen", "conduct", cost="removal"))
    assert found.value.rules == ("PR-REMEDY-07",)
    assert disputed.board(claim.game) == before and not Ruling.objects.exists()


def test_the_form_takes_several_and_tries_them_on_a_copy(
    claim: Claim, bench: Client, judge: Player
) -> None:
    page = f"/admin/arbitration/claim/{claim.pk}/change/"
    bench.post(page, {"do": "assign", "referee": str(judge.pk)})
    form = {
        "remedy": "reopen",
        "beside": ["time", "conduct"],
        "hours": "24",
        "against": "red",
        "reasons": "So.",
        "departs": "So.",
        "seen": "0",
    }
    tried = bench.post(page, {**form, "do": "try"}).content.decode()
    assert (
        "This ruling on a copy: back up and reopen (PR-REMEDY-03); time (PR-REMEDY-06); conduct "
        "(PR-REMEDY-07)" in tried
    )
    assert not Ruling.objects.exists() and Game.objects.get(pk=claim.game_id).frozen
    wrong = bench.post(
        page, {**form, "do": "try", "beside": ["conduct"], "what": "removal", "against": ""}
    ).content.decode()
    assert "Cannot be carried out: Say which seat it is about." in wrong
    seen = str(Game.objects.get(pk=claim.game_id).number)
    assert bench.post(page, {**form, "do": "rule", "seen": seen}).status_code == 302
    assert Ruling.objects.get().remedies == ["reopen", "time", "conduct"]


def test_several_remedies_become_a_scenario(claim: Claim, judge: Player) -> None:
    ruling = giving.give(
        claim.pk,
        judge,
        given("stand", "time", "conduct", give=DAY, seat="red", against="red"),
        disputed.HEARD,
    )
    text = export.scenario_of(ruling).text
    assert 'remedy = ["stand", "time", "conduct"]' in text and 'for = "red"' in text


# --- after the end --------------------------------------------------------------------------------


@pytest.fixture
def over(game: Game) -> Claim:
    """The table has conceded to blue; red has claimed, and all are heard."""
    at = disputed.CLAIMED
    for seat, text in (
        ("red", "propose concession to blue"),
        ("red", "yes"),
        ("blue", "vote yes"),
        ("green", "vote yes"),
    ):
        door.orders(game.pk, seat, text, at=at)
    game.refresh_from_db()
    assert (game.phase, game.winners) == (Phase.OVER, ["blue"])
    door.orders(game.pk, "red", "claim rule: I was deceived", at=at)
    clock.set_to(disputed.HEARD)
    return Claim.objects.get(game=game)


def test_after_the_end_a_ruling_states_the_result_and_play_is_never_resumed(
    over: Claim, judge: Player, client: Client
) -> None:
    game = over.game
    for remedy, more in (
        ("admit", {"order": "halt"}),
        ("reopen", {}),
        ("reorder", {}),
        ("time", {"give": DAY, "seat": "red"}),
    ):
        with pytest.raises(Refusal) as found:
            giving.give(over.pk, judge, given(remedy, move=3 if remedy != "time" else 0, **more))
        assert "PR-SEAT-07" in found.value.rules
    with pytest.raises(Refusal):
        giving.give(over.pk, judge, given("conduct", against="red", cost="removal"))
    ruling = giving.give(
        over.pk, judge, given("put-right", "conduct", winners=("red", "green"), against="blue")
    )
    game.refresh_from_db()
    assert (game.phase, game.winners, game.ending) == (Phase.OVER, ["red", "green"], "ruling")
    assert not game.deadlines.filter(done_at=None).exclude(kind="court").exists()
    with open_session(game.pk) as session:
        assert isinstance(session.table.pending(), Over)
    assert audit(game) is None
    client.force_login(Player.objects.get(email="red@example.org"))
    assert (
        "By a ruling, Red and Green have won."
        in client.get(f"/games/{game.slug}/").content.decode()
    )
    assert ruling.remedies == ["put-right", "conduct"]
    assert door.orders(game.pk, "red", "undo").lines[0].answer == "refused"


def test_the_form_after_the_end_asks_who_should_have_won(over: Claim, bench: Client) -> None:
    page = f"/admin/arbitration/claim/{over.pk}/change/"
    form = {
        "do": "rule",
        "remedy": "put-right",
        "reasons": "So.",
        "departs": "So.",
        "seen": str(over.game.number),
    }
    assert "Who should have won" in bench.get(page).content.decode()
    assert bench.post(page, {**form, "result": "mauve"}).status_code == 400
    assert bench.post(page, {**form, "result": "nobody"}).status_code == 302
    assert Game.objects.get(pk=over.game_id).winners == []
    bench.force_login(Player.objects.get(email="red@example.org"))
    assert "By a ruling, nobody has won." in bench.get(f"/games/{over.game.slug}/").content.decode()


def test_who_has_won_is_stated_of_no_game_under_way(claim: Claim, judge: Player) -> None:
    with pytest.raises(Refusal) as found:
        giving.give(claim.pk, judge, given("put-right", winners=("blue",)))
    assert found.value.rules == ("PR-SEAT-07",)


def test_a_result_by_ruling_becomes_a_preview(over: Claim) -> None:
    assert not remedy_previews.of_ruling(over, given("put-right", winners=("red",))).refused


STATED = "the phase or the result kept with the game is not what the moves lead to"


def _other_winners(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(winners=["blue"])


def _other_ending(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(ending="concession")


def _played_on(game: Game) -> None:
    Game.objects.filter(pk=game.pk).update(phase=Phase.PLAYING)


@pytest.mark.sampled
@pytest.mark.parametrize("tamper", [_other_winners, _other_ending, _played_on])
@pytest.mark.parametrize("winners", [("red", "green"), ()])
def test_a_result_by_ruling_that_is_tampered_with_is_named(
    over: Claim, judge: Player, winners: tuple[str, ...], tamper: Edit
) -> None:
    giving.give(over.pk, judge, given("put-right", winners=winners))
    game = Game.objects.get(pk=over.game_id)
    assert audit(game) is None
    with triggers.lifted():
        tamper(game)
    assert STATED in str(audit(Game.objects.get(pk=game.pk)))


def test_a_ruling_that_states_no_result_leaves_the_one_there_was(
    over: Claim, judge: Player
) -> None:
    giving.give(over.pk, judge, given("put-right"))
    game = Game.objects.get(pk=over.game_id)
    assert (game.winners, audit(game)) == (["blue"], None)
