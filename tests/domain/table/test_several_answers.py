"""A question of several answers: a seat is in when all are given; all of them are opened in one
entry, whoever sent how many (PR-SEALED-01).
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest

from tests import seated
from traders.domain.calendar import clock
from traders.domain.deadlines import interval_answer_status
from traders.domain.history import recording_and_replay
from traders.domain.letters import stored_reminders
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.domain.play.commands.interpreter import CLOSED
from traders.domain.play.game_session import open_session
from traders.engines.kernel.contract.contract import Interval
from traders.engines.registry import engine
from traders.models import Entry, Game, Letter, LetterKind, Player, Seat

pytestmark = pytest.mark.django_db

SEATS = ("red", "blue")
TWO = {"c4": 2, "g7": 2}
START: dict[str, Any] = {
    "stage": "movement",
    "red": {"fleets": TWO, "hand": {"attack": 3, "move": 1}, "abilities": ["spying"]},
    "blue": {"fleets": TWO, "hand": {"attack": 2}},
}


def contested() -> Game:
    """Red and blue face each other at C4 and G7, and nobody has said anything."""
    game = door.create("stratastar", SEATS, {}, {"timing": "sealed"}, start=START)
    for seat in SEATS:
        player = Player.objects.create(
            email=f"{seat}@example.org", display_name=f"Player of {seat}"
        )
        Seat.objects.filter(game=game, colour=seat).update(player=player)
    seated.begin(game.pk)
    door.orders(game.pk, "red", "next")
    return game


def says(game: Game, seat: str, *lines: str) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (line.answer, line.rules) for line in door.orders(game.pk, seat, "\n".join(lines)).lines
    ]


def key(game: Game) -> int:
    game.refresh_from_db()
    pending = engine("stratastar").pending(recording_and_replay.position_now(game))
    return pending.key if isinstance(pending, Interval) else 0


def entries(game: Game) -> list[tuple[str, str, str]]:
    return [
        (e.kind, e.seat, json.loads(e.public).get("text", ""))
        for e in Entry.objects.filter(game=game).order_by("number")
    ][2:]


@pytest.mark.parametrize(
    "lines",
    [
        ["commit nothing at c4", "commit nothing at g7"],
        [
            "fight at c4",
            "peace at c4",
            "commit 2 attack at c4",
            "commit 1 attack at c4",
            "commit 2 attack at g7",
        ],
        ["pass"],
    ],
    ids=["two lines", "five lines", "a pass"],
)
def test_the_history_has_one_entry_whatever_was_sent(lines):
    game = contested()
    assert {answer for answer, _ in says(game, "red", *lines)} <= {"kept", "noted"}
    assert entries(game) == []
    says(game, "blue", "commit nothing at c4", "commit nothing at g7")
    assert entries(game) == [("close", "", "close commit")]
    last = Entry.objects.filter(game=game).latest("number")
    assert [event[0] for event in json.loads(last.public)["told"]] == [
        "Nobody fights at C4.",
        "Nobody fights at G7.",
    ]
    assert last.secret
    game.refresh_from_db()
    rules = engine("stratastar")
    assert rules.encode(recording_and_replay.replayed(game, game.head)) == rules.encode(
        recording_and_replay.position_now(game)
    )


def test_the_same_answer_sent_again_is_kept_once():
    game = contested()
    says(game, "red", "fight at c4", "fight at c4", "fight at c4", "commit 1 attack at c4")
    assert interval_answer_status.sealed(game, "red", key(game)) == [
        "fight at c4",
        "commit 1 attack at c4",
    ]


def test_a_seat_is_in_with_an_answer_for_each_space():
    """(SS-BAT-08); taken back, it is not any more (PR-BACKUP-03)."""
    game = contested()
    at = key(game)
    for lines, is_in in (
        (["fight at c4"], False),
        (["commit 1 attack at c4"], False),
        (["commit nothing at g7"], True),
        (["undo"], False),
        (["commit 1 attack at g7"], True),
    ):
        says(game, "red", *lines)
        assert interval_answer_status.said(game, "red", at) is is_in, lines
        assert Letter.objects.filter(game=game, seat="red").latest("pk").asks is not is_in, lines
    written = Letter.objects.filter(game=game, seat="blue").count()
    says(game, "red", "peace at g7")
    assert Letter.objects.filter(game=game, seat="blue").count() == written
    says(game, "blue", "pass")
    assert not key(game)


def test_what_is_sealed_already_counts():
    """No card is sealed twice (SS-PBM-05); what is said anew replaces what was said
    (PR-SEALED-02).
    """
    game = contested()
    assert says(game, "red", "commit 2 attack at c4", "commit 2 attack at g7")[1] == (
        "refused",
        ("SS-PBM-05", "SS-BAT-10"),
    )
    assert (
        says(game, "red", "commit 1 attack at c4", "commit 2 attack at g7", "fight at g7")
        == [("kept", ())] * 3
    )
    says(game, "blue", "commit nothing at c4", "commit nothing at g7")
    last = json.loads(Entry.objects.filter(game=game).latest("number").public)
    told = [event[0] for event in last["told"]]
    assert told[:2] == ["Nobody fights at C4.", "Red at G7: 2 attack; force 4."]


def test_what_was_opened_unseen_is_not_undone():
    """That nobody wants to fight has been revealed (PR-BACKUP-03)."""
    game = contested()
    says(game, "red", "pass")
    says(game, "blue", "pass")
    assert says(game, "red", "undo") == [("refused", ("PR-BACKUP-03",))]


def test_the_menu_leaves_out_what_is_sealed_elsewhere_and_no_other_seat_is_told():
    """(SS-PBM-05, PR-SEALED-01)"""
    game = contested()
    before = {seat: menus(game, seat) for seat in SEATS}
    assert before["red"] == {"c4": 3, "g7": 3}
    assert before["blue"] == {"c4": 2, "g7": 2}
    says(game, "red", "commit 2 attack at c4")
    assert menus(game, "red") == {"c4": 3, "g7": 1}  # at C4 it may be said anew (PR-SEALED-02)
    assert menus(game, "blue") == before["blue"]
    says(game, "red", "commit 3 attack at c4")
    assert menus(game, "red") == {"c4": 3}
    says(game, "red", "commit nothing at c4")
    assert menus(game, "red") == before["red"]


@pytest.mark.parametrize("shown", ["letter", "reminder", "page", "orders"])
def test_what_is_shown_to_the_seat_leaves_it_out_too(shown, client):
    game = contested()
    says(game, "red", "commit 3 attack at c4")
    found = {"letter": letter_of, "reminder": reminder_of, "page": page_of, "orders": answer_of}[
        shown
    ]
    for seat, at in (("red", ["c4"]), ("blue", ["c4", "g7"])):
        text = found(game, seat, client)
        assert [space for space in ("c4", "g7") if f"attack at {space}" in text] == at, seat
        assert "commit nothing at g7" in text


def test_research_is_committed_as_attack_cards_are():
    """(SS-RES-01)"""
    game = door.create(
        "stratastar",
        SEATS,
        {},
        {"timing": "sealed"},
        start=START | {"blue": {"fleets": TWO, "hand": {"research": 1}}},
    )
    seated.begin(game.pk)
    door.orders(game.pk, "red", "next")
    game.refresh_from_db()
    offers = engine("stratastar").offers(recording_and_replay.position_now(game), "blue")
    assert "commit {n} research at c4" in [offer.order for offer in offers]


def menus(game: Game, seat: str) -> dict[str, int | None]:
    """How many Attack cards the seat's menu lets it commit, by space."""
    game.refresh_from_db()
    with open_session(game.pk) as session:
        offers = session.table.menu(seat)
    return {
        offer.order[-2:]: offer.blanks[0].high
        for offer in offers
        if offer.order.startswith("commit {n} attack")
    }


def letter_of(game: Game, seat: str, client: Any) -> str:
    """The newest letter that asks the seat; for the sender its receipt."""
    letter = Letter.objects.filter(game=game, seat=seat, asks=True).latest("pk")
    return "\n".join(offer.order for offer in decode(letter.facts).offers)


def reminder_of(game: Game, seat: str, client: Any) -> str:
    stored_reminders.remind(
        game, [seat], f"i{key(game)}", clock.now() + timedelta(days=1), clock.now()
    )
    letter = Letter.objects.filter(game=game, seat=seat, kind=LetterKind.REMINDER).latest("pk")
    return "\n".join(offer.order for offer in stored_reminders.filled(letter).offers)


def page_of(game: Game, seat: str, client: Any) -> str:
    client.force_login(Player.objects.get(email=f"{seat}@example.org"))
    return client.get(f"/games/{game.slug}/").content.decode()


def answer_of(game: Game, seat: str, client: Any) -> str:
    return door.orders(game.pk, seat, "orders").lines[0].words


def test_a_pass_below_the_line_that_closed_the_window_is_no_mistake():
    game = contested()
    says(game, "blue", "pass")
    moment = f"i{key(game)}"
    answers = ["commit nothing at c4", "commit 2 attack at g7", "pass"]
    lines = door.orders(game.pk, "red", "\n".join(answers), moment=moment).lines
    assert [line.answer for line in lines] == ["opened", "opened", "noted"]
    assert lines[-1].words == CLOSED
