"""The casebook: what comes into it without names, and is found by rule, card, kind, game and words
(PR-PRECEDENT-01).
"""

from __future__ import annotations

import pytest
from django.test import Client

from arbitration.casebook import precedents_and_publication
from arbitration.casebook.search import CasebookQuery, search
from arbitration.models import CasebookEntry, Claim, Finding
from arbitration.rulings import giving
from tests.arbitration import disputed
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def entry(claim: Claim, judge: Player) -> CasebookEntry:
    reasons = "Blue had seen the die; The red one ordered well. The card is Quarantine."
    giving.give(
        claim.pk, judge, giving.RulingRequest("stand", reasons, "PR-BACKUP-04 leaves it open.")
    )
    return CasebookEntry.objects.get()


def test_names_are_left_out_and_words_stay_whole(entry: CasebookEntry) -> None:
    assert "Seat 2 had seen the die; seat 1 ordered well." in entry.text
    for name in ("Blue", "red one", "The judge one"):
        assert name not in entry.text
    assert "blue" not in entry.title


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({}, True),
        ({"rule": "pr-backup-04"}, True),
        ({"rule": "PR-BACKUP"}, True),
        ({"rule": "PR-MAIL-01"}, False),
        ({"card": "quarantine"}, True),
        ({"card": "Zap"}, False),
        ({"kind": "missed"}, True),
        ({"kind": "mail"}, False),
        ({"game": "star-traders"}, True),
        ({"game": "stratastar"}, False),
        ({"words": "SEEN die"}, True),
        ({"words": "seen nothing"}, False),
        ({"rule": "PR-BACKUP-04", "kind": "mail"}, False),
        ({"club": "none"}, False),
    ],
)
def test_rulings_are_found_by_what_they_are_about(
    client: Client, entry: CasebookEntry, asked: dict[str, str], found: bool
) -> None:
    assert search(CasebookQuery.of(asked)) == ([entry] if found else [])
    assert (entry.title in client.get("/casebook/", asked).content.decode()) is found
    assert len(client.get("/api/casebook", asked).json()["rulings"]) == int(found)


def test_one_page_a_ruling_has_its_rules_unfolded(client: Client, entry: CasebookEntry) -> None:
    text = client.get(f"/casebook/{entry.pk}").content.decode()
    for rule in entry.rules:
        assert f'#{rule}"' in text
    assert "the referee lets the result stand unless the claimant shows" in text
    assert client.get("/casebook/999").status_code == 404
    assert client.get(f"/api/casebook/{entry.pk}").json()["remedy"] == "stand"
    assert client.get("/api/casebook/999").status_code == 404
    assert (
        client.head("/api/casebook").status_code
        == client.head(f"/api/casebook/{entry.pk}").status_code
        == 200
    )


def test_a_ruling_on_appeal_stands_beside_the_first(client: Client, entry: CasebookEntry) -> None:
    claim = entry.ruling.claim
    door.orders(claim.game_id, "blue", "appeal 1: I had told the table")
    for colour in ("red", "green"):
        door.orders(claim.game_id, colour, "answer 1: no")
    giving.give(
        claim.pk, disputed.referee("second"), giving.RulingRequest(giving.UPHELD, "Rightly so.")
    )
    second = CasebookEntry.objects.exclude(pk=entry.pk).get()
    assert f'href="/casebook/{second.pk}"' in client.get(f"/casebook/{entry.pk}").content.decode()
    text = client.get(f"/casebook/{second.pk}").content.decode()
    assert f'href="/casebook/{entry.pk}"' in text
    assert "upheld" in text
    told = client.get("/api/casebook").json()["rulings"]
    assert [(one["number"], one["on_appeal"]) for one in told] == [
        (second.pk, True),
        (entry.pk, False),
    ]


def test_an_empty_casebook_tells_how_a_ruling_comes_there(client: Client) -> None:
    text = client.get("/casebook/").content.decode()
    assert "No ruling yet." in text
    assert "claim missed about zap" in text


def test_an_order_that_was_not_carried_out_is_not_named(claim: Claim, judge: Player) -> None:
    clock.set_to(disputed.HEARD)
    giving.give(
        claim.pk, judge, giving.RulingRequest("stand", "The die had fallen.", "It was weighed.")
    )
    entry = CasebookEntry.objects.get()
    assert "kluge" not in f"{entry.text} {entry.things}".lower() or "kluge" in claim.moment["name"]
    assert precedents_and_publication.things("star-traders", "", claim.moment["name"]) == [
        thing for thing in entry.things if thing in claim.moment["name"]
    ]


def test_rules_stand_in_one_bracket_each_once() -> None:
    found = Finding(remedy="stand", rules=["PR-RECORD-01", "PR-REMEDY-01"])
    assert found.with_rules == "the move stands (PR-RECORD-01, PR-REMEDY-01)"
    ruled = CasebookEntry(remedy="reopen", beside=["time"], rules=["PR-BACKUP-02"])
    assert ruled.with_rules == "back up and reopen; time (PR-BACKUP-02, PR-REMEDY-03, PR-REMEDY-06)"
    assert found.sentence == "The rules say: the move stands"
    assert (
        Finding(remedy="unsettled", rules=["PR-BACKUP-02"]).sentence == "The rules do not settle it"
    )
