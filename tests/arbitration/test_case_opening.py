"""Cases that a referee or the organizer opens (PR-CLAIM-06)."""

from __future__ import annotations

from datetime import timedelta
from itertools import product

import pytest
from django.test import Client

from arbitration.claims import case_opened_by_officials
from arbitration.claims.case_opened_by_officials import CaseRequest
from arbitration.models import CasebookEntry, Claim, ClaimKind
from arbitration.pages.ruling_and_case_forms import CaseForm
from arbitration.remedies import pausing
from arbitration.rulings import giving
from tests.api.program import program_of
from tests.arbitration import disputed
from tests.domain.post.incoming.readers import in_anothers_hands, killed
from tests.examples import drawn
from traders.domain.calendar import clock
from traders.domain.history.audit import audit
from traders.domain.play import door, gathering_and_start
from traders.domain.timeline import timeline
from traders.domain.timeline.game_making_and_seat_taking import sit_down
from traders.engines.kernel.refusal import Refusal
from traders.models import Arrival, ArrivalStatus, Club, Game, Player, Seat

pytestmark = pytest.mark.django_db
LATER = disputed.BEGUN + timedelta(days=20)
"""Long after the claim time."""


def refused(game: Game, player: Player, opened: CaseRequest) -> tuple[str, ...]:
    with pytest.raises(Refusal) as found:
        case_opened_by_officials.open_case(game.pk, player, opened, at=disputed.CLAIMED)
    assert not Claim.objects.filter(game=game).exists()
    return found.value.rules


def test_a_wrong_rule_found_thirty_moves_later_is_put_right_and_play_goes_on(
    game: Game, judge: Player
) -> None:  # PR-REMEDY-05
    at = disputed.BEGUN + timedelta(hours=1)
    for n in range(31):
        game.refresh_from_db()
        seat = game.turn
        at += timedelta(minutes=10)
        door.orders(game.pk, seat, "end", at=at)
        if n == 0:
            about = Game.objects.get(pk=game.pk).number
    game.refresh_from_db()
    assert game.number > about + 29
    at += timedelta(days=3)
    claimed = door.orders(
        game.pk, "blue", f"claim rule about move {about}: a card was not drawn", at=at
    ).lines[0]
    assert claimed.answer == "refused", "the claim time is over for players"
    claim = case_opened_by_officials.open_case(
        game.pk, judge, CaseRequest("rule", "The price was not taken.", about), at=at
    )
    assert (claim.finding.remedy, claim.by, claim.name) == ("stand", "a referee", "case 1")
    assert not Game.objects.get(pk=game.pk).frozen
    before = disputed.board(game)
    given = giving.RulingRequest(
        "put-right",
        "It was wrong all along.",
        "The engine erred, and so does its replay.",
        correction="red.stellors = 77",
    )
    giving.give(claim.pk, judge, given, at=at + timedelta(hours=25))
    after = disputed.board(game)
    assert after["red"]["stellors"] == 77 and after["turn"] in disputed.COLOURS
    assert {
        **after,
        "red": {**after["red"], "stellors": before["red"]["stellors"]},
    }.keys() == before.keys()
    game.refresh_from_db()
    assert audit(game) is None
    line = door.orders(game.pk, game.turn, "end", at=at + timedelta(hours=26)).lines[0]
    assert line.answer == "done", line.words


@pytest.mark.examples("cases")
@pytest.mark.parametrize(
    ("about", "kind", "seat"),
    drawn("cases", list(product([0, 2, 3], ClaimKind.values, ["", "blue"]))),
)
def test_a_case_of_any_kind_about_any_move_is_found_on_or_refused_in_words(
    game: Game, organizer: Player, kind: str, about: int, seat: str
):
    words = "play quarantine at kluge" if kind in ("missed", "mail") else "It went wrong."
    refusal, claim = None, None
    try:
        claim = case_opened_by_officials.open_case(
            game.pk, organizer, CaseRequest(kind, words, about, seat), at=disputed.CLAIMED
        )
    except Refusal as found:
        refusal = found
    game.refresh_from_db()
    assert audit(game) is None
    if claim is None:
        assert refusal is not None and refusal.rules and (seat or kind == "priority"), refusal
        assert not Claim.objects.filter(game=game).exists()
        return
    assert claim.finding.rules
    assert (claim.by, game.frozen) == ("the organizer", False)


def test_the_game_freezes_only_if_who_opens_it_says_so(game: Game, organizer: Player) -> None:
    case_opened_by_officials.open_case(
        game.pk, organizer, CaseRequest("conduct", "Two seats quarrel."), at=disputed.CLAIMED
    )
    assert not Game.objects.get(pk=game.pk).frozen
    case = case_opened_by_officials.open_case(
        game.pk, organizer, CaseRequest("rule", "The die.", 3, freeze=True), at=disputed.CLAIMED
    )
    assert Game.objects.get(pk=game.pk).frozen and case.freezes


def test_every_seat_answers_and_a_ruling_waits_for_all(
    game: Game, organizer: Player, judge: Player
) -> None:  # PR-CLAIM-04
    case = case_opened_by_officials.open_case(
        game.pk, organizer, CaseRequest("conduct", "Two seats quarrel."), at=disputed.CLAIMED
    )
    for seat in ("red", "green"):
        door.orders(game.pk, seat, "answer 1: not I", at=disputed.CLAIMED)
    given = giving.RulingRequest("conduct", "Be kind.", "So it is.")
    with pytest.raises(Refusal) as found:
        giving.give(case.pk, judge, given, at=disputed.CLAIMED)
    assert found.value.rules == ("PR-CLAIM-04",)
    door.orders(game.pk, "blue", "answer 1: not I", at=disputed.CLAIMED)
    giving.give(case.pk, judge, given, at=disputed.CLAIMED)
    assert CasebookEntry.objects.get().title.startswith("Case: how somebody behaves")


def test_only_referees_and_the_organizer_open_one_and_never_in_their_own_game(
    game: Game, organizer: Player, judge: Player
) -> None:
    stranger, red = disputed.player("stranger"), Player.objects.get(email="red@example.org")
    opened = CaseRequest("conduct", "Somebody shouts.")
    assert refused(game, stranger, opened) == ("PR-CLAIM-06",)
    assert refused(game, red, opened) == ("PR-RULING-02",)
    assert refused(game, judge, CaseRequest("rule", "So.", 999)) == ("PR-CLAIM-06", "PR-RECORD-02")
    assert refused(game, judge, CaseRequest("rule", "So.", 1)) == ("PR-CLAIM-06", "PR-RECORD-02")
    assert refused(game, judge, CaseRequest("nonsense", "So.")) == ("PR-CLAIM-06",)
    assert refused(game, judge, CaseRequest("rule", "  ")) == ("PR-CLAIM-06",)
    assert refused(game, judge, CaseRequest("missed", "So.", seat="mauve")) == ("PR-CLAIM-06",)


def test_a_seat_neither_withdraws_a_case_about_it_nor_reads_the_order_in_it(
    game: Game, judge: Player, client: Client
) -> None:
    opened = CaseRequest("missed", "play quarantine at kluge", seat="blue")
    case_opened_by_officials.open_case(game.pk, judge, opened, at=disputed.CLAIMED)
    line = door.orders(game.pk, "blue", "withdraw claim 1", at=disputed.CLAIMED).lines[0]
    assert (line.answer, line.rules) == ("refused", ("PR-CLAIM-01",))
    clock.set_to(disputed.CLAIMED)
    for colour in disputed.COLOURS:
        client.force_login(Player.objects.get(email=f"{colour}@example.org"))
        shown = client.get(f"/games/{game.slug}/claims").content.decode()
        assert "by a referee" in shown and "play quarantine at kluge" not in shown
    assert program_of("green").get(f"games/{game.slug}/claims").json()["claims"] == []


def test_a_case_does_not_show_its_referee_the_letters_of_the_seat_that_it_is_about(
    game: Game, judge: Player, bench: Client
) -> None:
    clock.set_to(disputed.CLAIMED)
    disputed.by_letter(game, "blue", "stop at quarantine", disputed.CLAIMED)
    case = case_opened_by_officials.open_case(
        game.pk,
        judge,
        CaseRequest("missed", "play quarantine at kluge", seat="blue"),
        at=disputed.CLAIMED + timedelta(minutes=1),
    )
    page = f"/admin/arbitration/claim/{case.pk}/change/"
    assert "stop at quarantine" not in bench.get(page).content.decode()  # PR-RULING-02
    bench.post(page, {"do": "open", "reason": "I must see it."})
    assert "stop at quarantine" in bench.get(page).content.decode()


def test_the_referee_opens_one_by_a_button_and_the_organizer_on_the_games_page(
    bench: Client, game: Game, organizer: Player
) -> None:
    clock.set_to(LATER)
    form = {"kind": "rule", "words": "The die.", "about": "3", "game": str(game.pk)}
    assert "Open a case" in bench.get("/admin/arbitration/claim/").content.decode()
    page = "/admin/arbitration/claim/open-case/"
    assert bench.get(page).status_code == 200
    assert bench.post(page, {**form, "about": "99999"}).status_code == 400
    assert bench.post(page, {**form, "game": "x"}).status_code == 400
    case = bench.post(page, form, follow=True)
    assert (case.status_code, Claim.objects.get().by) == (200, "a referee")
    bench.force_login(organizer)
    own = f"/games/{game.slug}/claims"
    assert "Open a case" in bench.get(own).content.decode()
    assert bench.post(own, {**form, "do": "case", "kind": "no such"}).status_code == 400
    assert bench.post(own, {**form, "do": "case", "about": "x"}).status_code == 400
    assert bench.post(own, {**form, "do": "case", "freeze": "1"}).status_code == 302
    assert Claim.objects.get(number=2).by == "the organizer" and Game.objects.get(pk=game.pk).frozen
    bench.force_login(Player.objects.get(email="red@example.org"))
    assert bench.post(own, {**form, "do": "case"}).status_code == 403
    assert bench.post(page, form).status_code in (302, 403)
    assert Claim.objects.count() == 2


def test_words_of_claims_and_cases_hide_nothing(game: Game) -> None:
    door.orders(game.pk, "blue", "claim conduct: he\u202e is\x07 rude\u2069", at=disputed.CLAIMED)
    assert Claim.objects.get(game=game).words == "he is rude"
    typed = {"game": game.pk, "kind": "rule", "about": 2, "words": "It\u202e went\x07 wrong."}
    form = CaseForm(Game.objects.filter(pk=game.pk), typed)
    assert form.is_valid(), form.errors
    assert form.request().words == "It went wrong."


@pytest.mark.parametrize("what", ["case", "ruling", "stop", "seat"])
def test_a_letter_taken_before_a_case_a_ruling_or_a_new_player_counts_before_it(
    game: Game, claim: Claim, judge: Player, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:  # PR-RECEIPT-02
    seat = Seat.objects.get(game=game, colour="blue")
    letter = Arrival.objects.create(game=game, seat=seat, raw=b"x", size=1, taken=clock.now())

    substitute = disputed.player("substitute")

    def done() -> object:
        if what == "stop":
            Claim.objects.update(frozen_from=None)
            return pausing.stop_for(claim.pk, judge)
        if what == "seat":
            Seat.objects.filter(game=game, colour="green").update(left=clock.now())
            return sit_down(game, "green", substitute)
        if what == "case":
            return case_opened_by_officials.open_case(
                game.pk, judge, CaseRequest("rule", "Was that right?", 2)
            )
        return giving.give(
            claim.pk, judge, giving.RulingRequest("stand", "So be it.", "It was so.")
        )

    with monkeypatch.context() as short, in_anothers_hands(letter):
        short.setattr(timeline, "PATIENCE", 0.2)  # what is read by nobody else takes its time
        with pytest.raises(timeline.Busy):
            done()
    killed(letter)
    done()
    assert Arrival.objects.get(pk=letter.pk).status == ArrivalStatus.READ


def test_there_is_nothing_to_judge_in_a_game_that_was_cancelled_before_it_began(
    client: Client, judge: Player, organizer: Player
) -> None:
    club = Club.objects.get()
    cancelled = door.create("star-traders", ["red", "blue"], title="Never", club=club)
    gathering_and_start.cancel(cancelled.pk, organizer)
    for player in (judge, organizer):
        assert refused(cancelled, player, CaseRequest("rule", "x")) == ("PR-CLAIM-06",)
    client.force_login(judge)
    offered = client.get("/admin/arbitration/claim/open-case/").content.decode()
    assert f'value="{cancelled.pk}"' not in offered
    client.force_login(organizer)
    case = {"do": "case", "game": cancelled.pk, "kind": "rule", "words": "x"}
    assert client.post(f"/games/{cancelled.slug}/claims", case).status_code < 500
