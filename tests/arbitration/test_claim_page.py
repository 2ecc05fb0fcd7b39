"""Claims by page and through the API: the same verb as by letter, the same refusals, and what a
seat is shown before it claims.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from arbitration.models import Claim, Ruling, Statement
from arbitration.rulings import giving
from tests.api.program import Program, program_of
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.letters.letter_facts import decode
from traders.domain.people import club_roles
from traders.domain.play import door
from traders.models import Game, Letter, Player, Source

pytestmark = pytest.mark.django_db
ORDER = "play quarantine at kluge"


def page(game: Game) -> str:
    return f"/games/{game.slug}/claims"


def seated(client: Client, colour: str) -> Client:
    client.force_login(Player.objects.get(email=f"{colour}@example.org"))
    return client


@pytest.fixture
def at_table(client: Client, game: Game) -> Client:
    """A client signed in as blue, at the hour of the dispute."""
    clock.set_to(disputed.CLAIMED)
    return seated(client, "blue")


def test_a_claim_by_page_is_the_claim_that_a_letter_makes(at_table: Client, game: Game) -> None:
    with transaction.atomic():
        disputed.by_letter(
            game, "blue", f"claim missed about quarantine: {ORDER}", disputed.CLAIMED
        )
        by_letter = Claim.objects.select_related("finding").get(game=game)
        transaction.set_rollback(True)
    form = {"do": "claim", "kind": "missed", "about": "quarantine", "words": ORDER}
    assert at_table.post(page(game), form).status_code == 302
    by_page = Claim.objects.get(game=game)
    for name in ("seat", "kind", "words", "order", "moment", "made", "answers_due", "ruling_due"):
        assert getattr(by_page, name) == getattr(by_letter, name), name
    assert by_page.finding.rules == by_letter.finding.rules
    shown = at_table.get(page(game)).content.decode()
    assert re.search(
        r"Your claim is number 1. The rules do not settle it \(.*?\). "
        r"There is no referee who may be asked: .*? The game is paused until .*? at the latest",
        shown,
    )


def test_a_claim_with_several_lines_is_one_claim(at_table: Client, game: Game) -> None:
    at_table.post(page(game), {"do": "claim", "kind": "conduct", "words": "He shouts.\npass\nend"})
    assert Claim.objects.get(game=game).words == "He shouts. pass end"


@pytest.mark.parametrize(
    ("form", "rule", "status"),
    [
        ({"kind": "missed", "words": ""}, "PR-CLAIM-01", 400),
        ({"kind": "missed", "words": "play zap down"}, "PR-CLAIM-01", 400),
        ({"kind": "missed", "about": "move 999", "words": ORDER}, "PR-CLAIM-01", 400),
        ({"kind": "late"}, "PR-CLAIM-01", 400),
        ({"kind": "burn"}, "", 400),
        ({}, "", 400),
    ],
)
def test_a_claim_without_sense_is_refused_with_its_reason_and_stays_in_the_form(
    at_table: Client, game: Game, form: dict[str, str], rule: str, status: int
) -> None:
    answer = at_table.post(page(game), {"do": "claim", **form})
    text = answer.content.decode()
    assert answer.status_code == status
    assert "Refused." in text
    assert rule in text
    assert form.get("words", "") in text
    assert not Claim.objects.exists()


def test_what_was_typed_is_on_the_page_that_refuses_it(client: Client, claim: Claim) -> None:
    """In its form, where that is there still; else as what the reader had written."""
    green, game = seated(client, "green"), claim.game
    clock.set_to(claim.made)
    words = "So long that a letter of it is refused. " * 200
    for form in (
        {"do": "answer", "number": "1", "private": "1"},
        {"do": "answer", "number": "7"},
        {"do": "appeal", "number": "1"},
        {"do": "claim", "kind": "burn"},
    ):
        answer = green.post(page(game), {**form, "words": words})
        text = answer.content.decode()
        assert answer.status_code in (400, 409), form
        assert text.count(words.strip()) == 1, form
    assert 'value="1" checked' in green.post(page(game), {
        "do": "answer", "number": "1", "private": "1", "words": words,
    }).content.decode()  # fmt: skip


def test_the_same_claim_twice_and_a_claim_out_of_time_are_refused(
    at_table: Client, game: Game
) -> None:
    form = {"do": "claim", "kind": "missed", "about": "quarantine", "words": ORDER}
    at_table.post(page(game), form)
    again = at_table.post(page(game), form)
    assert (again.status_code, "claimed this already" in again.content.decode()) == (409, True)
    Claim.objects.update(status="withdrawn")
    clock.set_to(disputed.BEGUN + timedelta(hours=49))
    late = at_table.post(page(game), form)
    assert (late.status_code, "PR-CLAIM-02" in late.content.decode()) == (400, True)


def test_who_has_no_seat_is_shown_no_claims(client: Client, claim: Claim) -> None:
    assert client.get(page(claim.game)).status_code == 302
    client.force_login(disputed.player("stranger"))
    assert client.get(page(claim.game)).status_code == 403
    assert (
        client.post(page(claim.game), {"do": "claim", "kind": "conduct", "words": "x"}).status_code
        == 403
    )
    assert Claim.objects.count() == 1


def test_an_order_in_a_claim_is_not_shown_to_the_others(client: Client, claim: Claim) -> None:
    for colour, shown in (("blue", True), ("red", False), ("green", False)):
        text = seated(client, colour).get(page(claim.game)).content.decode()
        assert (ORDER in text, "Claim 1" in text) == (shown, True)


def test_who_is_about_to_claim_is_shown_the_earlier_rulings(
    client: Client, claim: Claim, judge: Player
) -> None:
    giving.give(
        claim.pk,
        judge,
        giving.RulingRequest("stand", "The die had fallen.", "PR-BACKUP-04 leaves it open."),
    )
    seated(client, "green")
    assert (
        "The die had fallen." in client.get(page(claim.game), {"kind": "missed"}).content.decode()
    )
    assert "casebook has none" in client.get(page(claim.game), {"kind": "mail"}).content.decode()


def test_answers_appeals_and_withdrawals_by_page(
    client: Client, claim: Claim, judge: Player
) -> None:
    clock.set_to(disputed.CLAIMED + timedelta(hours=1))
    game = claim.game
    seated(client, "red").post(
        page(game), {"do": "answer", "number": "1", "words": "I had jumped."}
    )
    seated(client, "green").post(
        page(game), {"do": "answer", "number": "1", "words": "I hold a Zap.", "private": "1"}
    )
    assert [(said.seat, said.private) for said in Statement.objects.all()] == [
        ("red", False),
        ("green", True),
    ]
    text = seated(client, "blue").get(page(game)).content.decode()
    assert ("I had jumped." in text, "I hold a Zap." in text) == (True, False)
    assert client.post(page(game), {"do": "withdraw", "number": "1"}).status_code == 302
    claim.refresh_from_db()
    assert claim.status == "withdrawn"
    client.post(
        page(game), {"do": "claim", "kind": "missed", "about": "quarantine", "words": ORDER}
    )
    clock.set_to(disputed.HEARD + timedelta(hours=2))
    giving.give(
        Claim.objects.get(number=2).pk, judge, giving.RulingRequest("stand", "So.", "Weighed.")
    )
    assert (
        client.post(
            page(game), {"do": "appeal", "number": "2", "words": "I had told the table"}
        ).status_code
        == 302
    )
    assert Claim.objects.get(number=2).appeal.words == "I had told the table"
    assert (
        client.post(page(game), {"do": "appeal", "number": "2", "words": "Once more"}).status_code
        == 400
    )


def judged_unfounded(game: Game, judge: Player, times: int, seat: str = "blue") -> None:
    """Claims of the seat, ruled on as unfounded one after the other."""
    for _ in range(times):
        door.orders(game.pk, seat, "claim rule: that is not so")
        claim = Claim.objects.filter(game=game).order_by("number").last()
        assert claim is not None
        clock.set_to(claim.answers_due + timedelta(seconds=1))
        giving.give(claim.pk, judge, giving.RulingRequest("stand", "So.", unfounded=True))


def test_after_groundless_claims_conduct_is_free_and_the_organizer_gives_the_freeze_back(
    client: Client, game: Game, judge: Player
) -> None:
    clock.set_to(disputed.CLAIMED)
    organizer = disputed.player("organizer")
    game.club = club_roles.found("Club", "club", organizer)
    game.save()
    judged_unfounded(game, judge, 2)
    form = {"do": "claim", "kind": "conduct", "words": "He shouts."}
    assert seated(client, "blue").post(page(game), form).status_code == 302
    assert client.post(page(game), {"do": "leave", "seat": "blue"}).status_code == 403
    client.force_login(organizer)
    assert "Give Blue that right back" in client.get(page(game)).content.decode()
    assert client.post(page(game), {"do": "leave", "seat": "red"}).status_code == 409
    assert client.post(page(game), {"do": "leave", "seat": "blue"}).status_code == 302
    assert client.post(page(game), {"do": "leave", "seat": "blue"}).status_code == 409
    assert "Give Blue" not in client.get(page(game)).content.decode()


# --- the API --------------------------------------------------------------------------------------


def sent(colour: str, game: Game, body: object) -> Any:
    return program_of(colour).post(f"games/{game.slug}/claims", body)


def listed(colour: str, game: Game) -> Any:
    return program_of(colour).get(f"games/{game.slug}/claims")


def test_a_seat_claims_and_lists_its_own_claims_through_the_api(
    at_table: Client, game: Game
) -> None:
    made = sent("blue", game, {"kind": "missed", "about": "quarantine", "words": ORDER})
    assert made.status_code == 201
    assert made.json()["claim"]["finding"]["remedy"] == "unsettled"
    own = listed("blue", game).json()["claims"]
    assert [(one["number"], one["kind"], one["freezes"]) for one in own] == [(1, "missed", True)]
    assert own[0]["about"] == made.json()["claim"]["about"] == "quarantine"
    assert listed("red", game).json()["claims"] == []


def test_a_claim_through_the_api_says_where_it_came_from(
    at_table: Client, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = []
    real = door.orders
    monkeypatch.setattr(
        door,
        "orders",
        lambda *args, **named: (sources.append(named["source"]), real(*args, **named))[1],
    )
    sent("blue", game, {"kind": "conduct", "words": "He shouts."})
    at_table.post(page(game), {"do": "claim", "kind": "conduct", "words": "He still shouts."})
    assert sources == [Source.API, Source.PAGE]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"kind": "missed"}, 409),
        ({"kind": "burn"}, 409),
        ({"about": "zap"}, 422),
        ({"kind": "conduct", "words": "x", "seat": "red"}, 422),
        ({"kind": 3}, 422),
        ([], 422),
        ({"kind": "conduct", "words": "x" * 30_000}, 422),
        ({"kind": "conduct", "words": "x" * 100_000}, 413),
    ],
)
def test_what_is_no_claim_is_refused_in_words(
    at_table: Client, game: Game, body: object, status: int
) -> None:
    answer = sent("blue", game, body)
    assert answer.status_code == status
    assert (answer.json()["status"], bool(answer.json()["detail"])) == (status, True)
    assert not Claim.objects.exists()


def test_the_api_tells_nobody_what_is_a_seats_own(client: Client, claim: Claim) -> None:
    path = f"/api/games/{claim.game.slug}/claims"
    assert client.get(path).status_code == 401
    assert client.post(path, {"kind": "conduct"}, "application/json").status_code == 401
    stranger = Program(disputed.player("stranger"))
    assert stranger.get(f"games/{claim.game.slug}/claims").status_code == 403
    assert stranger.get("games/none/claims").status_code == 404
    assert client.put(path).status_code == 405


def test_a_forged_form_of_another_site_makes_no_claim(game: Game) -> None:
    clock.set_to(disputed.CLAIMED)
    careful = seated(Client(enforce_csrf_checks=True), "blue")
    assert (
        careful.post(page(game), {"do": "claim", "kind": "conduct", "words": "x"}).status_code
        == 403
    )
    assert not Claim.objects.exists()
    assert not Ruling.objects.exists()


def test_a_ruling_on_what_the_rules_do_not_settle_departs_from_nothing(
    at_table: Client, game: Game, claim: Claim, judge: Player
) -> None:
    """PR-RULING-01: no second reason is asked of the referee, and none is shown."""
    assert claim.finding.remedy == "unsettled"
    ruling = giving.give(claim.pk, judge, giving.RulingRequest("stand", "So it was."))
    shown = at_table.get(page(game)).content.decode()
    assert (ruling.departs, "So it was." in shown) == ("", True)
    assert "decided otherwise" not in shown


def test_seats_are_written_large_in_what_all_are_told(game: Game, judge: Player) -> None:
    """ORDERS.md: in orders alone a seat's colour is written small."""
    claim = disputed.claimed(game)
    disputed.by_letter(game, "green", "answer: not so", disputed.CLAIMED + timedelta(hours=1))
    clock.set_to(disputed.HEARD)
    giving.give(claim.pk, judge, giving.RulingRequest("stand", "So it was.", "It is left open."))
    disputed.by_letter(game, "blue", "appeal: not fair", disputed.HEARD + timedelta(hours=1))
    notices = [
        notice
        for letter in Letter.objects.filter(game=game, seat="red")
        for notice in decode(letter.facts).notices
    ]
    assert len(notices) >= 4
    assert not re.search(r"\b(red|blue|green)\b", " ".join(notices))


def test_windows_of_one_name_are_told_apart_by_their_time(at_table: Client, game: Game) -> None:
    later = disputed.CLAIMED - timedelta(hours=1)
    # by the die of its first jump Red is at Verne, or still at Kluge
    first = door.orders(game.pk, "red", "jump kluge regular", at=later)
    if first.lines[0].answer != "done":
        door.orders(game.pk, "red", "jump verne regular", at=later)
    shown = at_table.get(page(game), {"kind": "missed"}).content.decode()
    windows = re.findall(r'<option value="(quarantine[^"]*)">([^<]*)</option>', shown)
    assert len(windows) == len(set(windows)) == 2
    assert len({label for _, label in windows}) == 2
    (_, its_label), (earlier, label) = windows
    assert "11:00" in its_label and "09:05" in label
    form = {"do": "claim", "kind": "missed", "about": earlier, "words": ORDER}
    assert at_table.post(page(game), form).status_code == 302
    claim = Claim.objects.get(game=game)
    begun = datetime.fromisoformat(claim.moment["begun"])
    assert (claim.moment["name"], begun) == ("quarantine", disputed.BEGUN + timedelta(minutes=5))
