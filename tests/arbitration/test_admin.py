"""The referees' pages: the queue, the case, the ruling, what is refused there, and who is shown
nothing (PR-RULING).
"""

from __future__ import annotations

import math
import re
from datetime import timedelta
from itertools import combinations
from xml.dom.minidom import parseString

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from arbitration import demonstration_case
from arbitration.evidence import evidence_file
from arbitration.evidence.evidence_types import EvidenceItem, Weight
from arbitration.models import Claim, ClaimStatus, Finding, Opening, Remedy, Ruling
from arbitration.pages import timeline_drawing
from arbitration.rulings import giving, remedy_previews
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.settings.postal_rules import postal_rules
from traders.models import Club, Entry, Game, Letter, Phase, Player, Seat

pytestmark = pytest.mark.django_db

QUEUE = "/admin/arbitration/claim/"


def page_of(claim: Claim) -> str:
    return f"{QUEUE}{claim.pk}/change/"


def form(claim: Claim, **over: object) -> dict[str, object]:
    claim.game.refresh_from_db()
    return {
        "do": "rule",
        "remedy": "stand",
        "reasons": "The die had fallen.",
        "departs": "Blue knew it.",
        "seen": claim.game.number,
        **over,
    }


def test_no_two_cases_of_the_queue_are_called_alike(bench: Client, claim: Claim) -> None:
    """The first claims of one seat in games of one name."""
    for n in (1, 2):
        game = door.create(claim.game.system, disputed.COLOURS, title=claim.game.title)
        finding = Finding.objects.get(claim=claim)
        again = Claim.objects.get(pk=claim.pk)
        again.pk, again.game, again.made = None, game, claim.made + timedelta(seconds=n)
        again.save()
        finding.pk, finding.claim = None, again
        finding.save()
    queue = bench.get(QUEUE, {"due": "all"}).content.decode()
    named = re.findall(rf'href="{QUEUE}\d+/change/[^>]*>([^<]* by [^<]*)</a>', queue)
    assert len(named) == len(set(named)) == 3, named


def test_the_queue_shows_what_is_due(bench: Client, claim: Claim) -> None:
    page = bench.get(QUEUE).content.decode()
    assert "1 by Blue" in page
    assert "paused" in page and ">frozen" not in page, "one word for one thing"
    assert "the rules do not settle it" in page
    giving.give(
        claim.pk, disputed.referee("other"), giving.RulingRequest("stand", "So.", "Weighed.")
    )
    empty = bench.get(QUEUE).content.decode()
    assert "1 by Blue" not in empty
    assert "No claim is to be ruled on. When one waits for you, a letter asks you to rule." in empty
    assert "Create a new item" not in empty
    assert "1 by Blue" in bench.get(QUEUE, {"due": "all"}).content.decode()


def test_the_case_shows_time_line_rules_and_boards(bench: Client, claim: Claim) -> None:
    page = bench.get(page_of(claim)).content.decode()
    assert 'class="time-line"' in page
    assert f">{claim.game.title}</a>" in page
    drawn = re.search(r'<svg class="time-line".*?</svg>', page, re.DOTALL)
    assert drawn is not None
    # every item is drawn and listed
    assert drawn[0].count("<circle") == page.count('<tr id="item-') > 4
    for rule in ("PR-BACKUP-02", "PR-BACKUP-04"):
        assert escape(postal_rules()[rule].text) in page
    assert page.count("<figure") == 6
    assert "12:00:00" in page  # the claim's own second


def test_a_remedy_that_cannot_be_carried_out_says_why_beside_the_others(
    bench: Client, game: Game
) -> None:
    disputed.by_letter(game, "blue", "claim rule: it was wrong", disputed.CLAIMED)
    page = bench.get(page_of(Claim.objects.get(game=game))).content.decode()
    assert page.count("Cannot be carried out: ") >= 3


def test_times_are_drawn_to_scale() -> None:
    begun = disputed.BEGUN
    items = [
        EvidenceItem(begun + timedelta(hours=hours), "", "", Weight.SERVER) for hours in (0, 1, 4)
    ]
    one, two, three = map(
        float, re.findall(r'cx="([\d.]+)"', timeline_drawing.time_line(items, None))
    )
    assert (three - two) == pytest.approx(3 * (two - one), abs=0.5)


def test_the_picture_says_its_times_to_the_second_by_the_readers_clock() -> None:
    begun = disputed.BEGUN
    items = [
        EvidenceItem(begun + timedelta(hours=hours), "It came", "", Weight.SERVER)
        for hours in (0, 4)
    ]
    with timezone.override("Asia/Tokyo"):
        drawn = timeline_drawing.time_line(items, None)
    assert "Time line from 2 Mar 17:54:00 to 2 Mar 22:06:00" in drawn
    assert "1. 2 Mar 18:00:00: It came" in drawn
    assert "2 Mar 22:00:00 · It came" in drawn


def test_no_dot_covers_another() -> None:
    """Also where a jump's seven moves are of one second, and many are the last: each dot leads to
    its line, and stands within the picture.
    """
    hours = [0, *[1] * 7, 1.01, *[3] * 40]
    items = [
        EvidenceItem(disputed.BEGUN + timedelta(hours=hour), "", "", Weight.SERVER)
        for hour in hours
    ]
    drawn = timeline_drawing.time_line(items, None)
    dots = re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', drawn)
    assert len(dots) == len(hours)
    for one, two in combinations([(float(x), float(y)) for x, y in dots], 2):
        assert math.dist(one, two) >= 10  # as wide as a dot
    assert max(float(x) for x, _ in dots) <= timeline_drawing.WIDTH - 5


def test_words_of_players_are_no_markup_in_the_picture() -> None:
    drawn = timeline_drawing.time_line(
        [EvidenceItem(disputed.BEGUN, '"><script>alert(1)</script>', "", Weight.WORD)], None
    )
    assert "<script" not in drawn
    parseString(drawn)


def test_hidden_things_are_not_on_the_page_until_they_are_opened(
    bench: Client, game: Game, judge: Player
) -> None:
    door.orders(game.pk, "green", "stop at calamity", at=disputed.BEGUN + timedelta(hours=1))
    claim = disputed.claimed(game)
    clock.set_to(disputed.HEARD)
    before = bench.get(page_of(claim)).content.decode()
    assert "hidden: green alone knows what it says" in before
    assert "calamity" not in before.lower()
    assert "Hidden hands, opened" not in before
    assert bench.post(page_of(claim), {"do": "open", "reason": "  "}).status_code == 302
    assert not Opening.objects.exists()
    bench.post(page_of(claim), {"do": "open", "reason": "Whether blue held the card"})
    opening = Opening.objects.get()
    assert (opening.player, opening.claim, opening.reason) == (
        judge,
        claim,
        "Whether blue held the card",
    )
    after = bench.get(page_of(claim)).content.decode()
    assert "Hidden hands, opened" in after
    assert "calamity" in after.lower()


def test_an_opening_is_told_to_all_when_the_game_is_over(bench: Client, claim: Claim) -> None:
    bench.post(page_of(claim), {"do": "open", "reason": "Whether blue held the card"})
    told = Letter.objects.filter(game=claim.game, facts__icontains="Whether blue held the card")
    assert not told.exists()
    bench.post(page_of(claim), form(claim))
    for colour in disputed.COLOURS:
        door.orders(claim.game_id, colour, "propose end\nyes" if colour == "red" else "agree")
    claim.game.refresh_from_db()
    if claim.game.phase != Phase.OVER:
        for colour in ("red", "blue"):
            door.leave(claim.game_id, colour)
    claim.game.refresh_from_db()
    assert claim.game.phase == Phase.OVER
    assert {letter.seat for letter in told} == set(disputed.COLOURS)


def test_a_ruling_is_given_and_told(bench: Client, claim: Claim, judge: Player) -> None:
    answer = bench.post(page_of(claim), form(claim, remedy="admit"))
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    ruling = Ruling.objects.get(claim=claim)
    assert (ruling.referee, ruling.remedy, ruling.departs) == (judge, "admit", "")
    assert [one["world"] for one in disputed.board(claim.game)["quarantines"]] == ["Kluge"]
    told = Letter.objects.filter(game=claim.game, facts__icontains="ruling on claim 1")
    assert told.count() >= 3
    assert "There is nothing to rule on" in bench.get(page_of(claim)).content.decode()


def test_a_preview_is_the_board_that_the_ruling_makes_and_leaves_no_trace(
    bench: Client, claim: Claim
) -> None:
    game = claim.game
    game.refresh_from_db()
    before = (
        Entry.objects.filter(game=game).count(),
        game.digest,
        game.throws,
        game.frozen,
        Letter.objects.count(),
    )
    drawn = {one.remedy: one for one in remedy_previews.of(claim, evidence_file.at_of(claim))}
    game.refresh_from_db()
    assert before == (
        Entry.objects.filter(game=game).count(),
        game.digest,
        game.throws,
        game.frozen,
        Letter.objects.count(),
    )
    assert Claim.objects.get(pk=claim.pk).frozen_to is None
    assert drawn["stand"].board == remedy_previews.today(game)
    assert drawn["admit"].board != remedy_previews.today(game)
    bench.post(page_of(claim), form(claim, remedy="admit"))
    game.refresh_from_db()
    assert remedy_previews.today(game) == drawn["admit"].board


def test_a_claim_already_ruled_on_is_not_ruled_on_again(bench: Client, claim: Claim) -> None:
    bench.post(page_of(claim), form(claim))
    again = bench.post(page_of(claim), form(claim, remedy="admit"))
    assert again.status_code == 400
    assert (
        "has been ruled on" in again.content.decode()
        or "nothing to rule on" in again.content.decode()
    )
    assert Ruling.objects.count() == 1


def test_a_remedy_that_cannot_be_carried_out_is_refused_and_nothing_is_lost(
    bench: Client, claim: Claim
) -> None:
    answer = bench.post(
        page_of(claim),
        form(claim, remedy="admit", order="play zap down", reasons="My long reasons."),
    )
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "cannot be carried out there" in page
    assert "My long reasons." in page
    claim.refresh_from_db()
    claim.game.refresh_from_db()
    assert (claim.status, claim.game.frozen, Ruling.objects.count()) == (ClaimStatus.OPEN, True, 0)


def test_a_stale_page_is_refused_and_shows_the_case_as_it_stands(
    bench: Client, claim: Claim
) -> None:
    answer = bench.post(page_of(claim), form(claim, seen=claim.game.number - 1))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Play has gone on since that page was made" in page
    assert "The die had fallen." in page
    assert f'name="seen" value="{claim.game.number}"' in page
    assert not Ruling.objects.exists()


@pytest.mark.sampled
@pytest.mark.parametrize(
    "over",
    [
        {"remedy": "unsettled"},
        {"remedy": "burn"},
        {"reasons": ""},
        {"seen": "x"},
        {"hours": "-1"},
    ],
)
def test_a_form_with_a_part_missing_is_refused(
    bench: Client, claim: Claim, over: dict[str, object]
) -> None:
    assert bench.post(page_of(claim), form(claim, **over)).status_code == 400
    assert not Ruling.objects.exists()


def test_a_ruling_before_the_others_are_heard_is_refused(bench: Client, claim: Claim) -> None:
    clock.set_to(disputed.HEARD - timedelta(hours=1))
    assert "The others are heard until" in bench.post(page_of(claim), form(claim)).content.decode()
    assert not Ruling.objects.exists()


def test_whoever_sits_in_the_game_is_shown_nothing_and_does_nothing(
    bench: Client, claim: Claim, judge: Player
) -> None:
    Seat.objects.filter(game=claim.game, colour="green").update(player=judge)
    assert "1 by Blue" not in bench.get(QUEUE, {"due": "all"}).content.decode()
    assert bench.get(page_of(claim)).status_code == 403
    assert bench.post(page_of(claim), form(claim)).status_code == 403
    assert bench.post(page_of(claim), {"do": "open", "reason": "Curious"}).status_code == 403
    assert not Ruling.objects.exists()
    assert not Opening.objects.exists()


def test_an_operator_who_sits_in_the_game_is_no_better_off(client: Client, claim: Claim) -> None:
    boss = Player.objects.create_superuser("boss@example.org", display_name="Boss")
    Seat.objects.filter(game=claim.game, colour="green").update(player=boss)
    client.force_login(boss)
    assert client.get(page_of(claim)).status_code == 403


def test_a_player_gets_no_further_than_the_door(client: Client, claim: Claim) -> None:
    client.force_login(Player.objects.get(email="red@example.org"))
    assert client.get(QUEUE).status_code == 302
    assert client.post(page_of(claim), form(claim)).status_code == 302
    assert not Ruling.objects.exists()


def test_an_appeal_is_due_again_and_not_for_the_first_referee(bench: Client, claim: Claim) -> None:
    bench.post(page_of(claim), form(claim))
    door.orders(claim.game_id, "blue", "appeal 1: I had told the table")
    queue = bench.get(QUEUE).content.decode()
    assert "1 by Blue" not in queue
    assert "1 other case waits on which you may not rule" in queue
    for number in ("", " 1"):
        change_set = door.orders(
            claim.game_id, "red", f"answer{number}: I heard of nothing{number}"
        )
        assert [line.answer for line in change_set.lines] == ["done"]
    assert "did not give the ruling" in bench.get(page_of(claim)).content.decode()
    clock.set_to(disputed.HEARD + timedelta(hours=25))
    bench.force_login(disputed.referee("second"))
    assert "I had told the table" in bench.get(page_of(claim)).content.decode()
    assert bench.post(page_of(claim), form(claim, reasons="Upheld.")).status_code == 302
    assert Ruling.objects.filter(claim=claim, on_appeal=True, remedy=Remedy.STAND).count() == 1
    late = door.orders(claim.game_id, "red", "answer 1: one word more")
    assert [line.answer for line in late.lines] == ["refused"]


def test_pages_of_no_case(bench: Client) -> None:
    assert bench.get(f"{QUEUE}999/change/").status_code == 404
    assert bench.get(f"{QUEUE}abc/change/").status_code == 302


def test_the_demonstration_club_has_an_open_case_that_its_referee_rules_on(
    client: Client, settings
) -> None:
    settings.EMBEDDED = True
    call_command("demonstration", verbosity=0)
    call_command("demonstration", verbosity=0)
    game = Game.objects.get(
        club=Club.objects.get(slug="demonstration"), title=demonstration_case.TITLE
    )
    claim = Claim.objects.get(game=game)
    assert "Judge the open case" in client.get("/begin").content.decode()
    assert client.post("/begin/referee").headers["Location"] == QUEUE
    assert "1 by Blue" in client.get(QUEUE).content.decode()
    assert client.post(page_of(claim), form(claim)).status_code == 302
    assert Ruling.objects.get(claim=claim).referee == demonstration_case.referee()
    settings.EMBEDDED = False
    assert client.post("/begin/referee").status_code == 404


def test_the_operator_appoints_a_referee(client: Client) -> None:
    made = disputed.player("new")
    call_command("referee", made.email)
    client.force_login(Player.objects.get(pk=made.pk))
    assert client.get(QUEUE).status_code == 200
    assert client.get("/admin/traders/letter/").status_code == 403


@pytest.mark.sampled
@pytest.mark.parametrize("did", ["rule", "open"])
def test_who_ruled_or_looked_takes_no_seat_in_the_game(
    bench: Client, claim: Claim, judge: Player, did: str
) -> None:
    game = claim.game
    Seat.objects.filter(game=game, colour="green").update(left=clock.now())
    bench.post(
        page_of(claim),
        form(claim) if did == "rule" else {"do": "open", "reason": "Whether blue held the card"},
    )
    refused = bench.post(f"/games/{game.slug}/take/green")
    assert (refused.status_code, "PR-RULING-02" in refused.content.decode()) == (409, True)
    assert Seat.objects.get(game=game, colour="green").player != judge
    other = disputed.player("substitute")
    bench.force_login(other)
    assert bench.post(f"/games/{game.slug}/take/green").status_code == 302
