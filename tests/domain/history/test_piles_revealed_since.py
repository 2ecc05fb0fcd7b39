"""What is known cannot be used: where play backs up over something that was seen of a pile, that
pile is shuffled, as recorded chance (PR-BACKUP-04).
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import seated
from traders.domain.history import piles_revealed_since, recording_and_replay
from traders.domain.history.audit import audit
from traders.domain.play import after_database_restore, door
from traders.domain.play import game_session as session_of_play
from traders.domain.play.game_session import open_session
from traders.engines.registry import engine
from traders.models import Entry, Game, Kind, Phase, Source
from traders.web import history_verifier

pytestmark = pytest.mark.django_db

CARDS = ["Codebreaker", "Takeover", "Piracy", "Superjump", "Zap", "Gotcha", "Velma", "Envoy"]
ORDERS = ["Grain to Ferrum Vale", "Heavy ore to Port Meridian", "Machine parts to Greenholt"]
GALAXY = ["attack", "move", "build", "trade", "research"] * 6
ALONE = {"red": {"fleets": {"a1": 2}, "hand": {"research": 1, "trade": 2}}}
STARTS: dict[str, tuple[dict[str, Any], dict[str, Any], str, str]] = {
    "a card drawn at the end of a turn": (
        {"red": {"hand": []}, "blue": {"hand": []}}, {}, "end", "luck_deck",
    ),
    "orders dealt": ({"red": {"at": "Harrowgate"}}, {}, "deal", "deck"),
    "a card got by research": ({"stage": "trade", "deck": GALAXY, **ALONE}, {}, "research", "deck"),
    "a look into the deck": (
        {"stage": "trade", "deck": GALAXY, **ALONE}, {}, "spy on deck", "deck",
    ),
    "a chit uncovered": (
        {"stage": "movement", "pile": ["world", "nebula", "blank", "supernova"] * 6, **ALONE},
        {"exploration": True},
        "explore b1",
        "pile",
    ),
}  # fmt: skip
SYSTEMS = dict(zip(STARTS, ("star-traders", "imperial-trader", *["stratastar"] * 3), strict=True))


class Undone:
    """A game in which red did something, and the position before it."""

    def __init__(self, what: str) -> None:
        start, options, order, self.pile = STARTS[what]
        self.system = SYSTEMS[what]
        self.rules: Any = engine(self.system)
        seats = ("red", "blue")
        settings = {"timing": "sealed"}
        self.id = door.create(self.system, seats, options, settings, start=start).pk
        seated.begin(self.id, stops=False)
        self.to = self.game.number
        self.before = self.written
        (line,) = door.orders(self.id, "red", order).lines
        assert line.answer == "done", line.words

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.id)

    @property
    def written(self) -> dict[str, Any]:
        """The position whole."""
        found: dict[str, Any] = self.rules.written(recording_and_replay.position_now(self.game))
        return found

    def afresh(self) -> list[str]:
        """The piles that entries say were shuffled afresh."""
        rows = Entry.objects.filter(game=self.id, kind=Kind.CHANCE).order_by("number")
        return [row.parts[0]["afresh"] for row in rows if "afresh" in row.parts[0]]


@pytest.fixture(params=STARTS)
def undone(request: pytest.FixtureRequest) -> Undone:
    return Undone(request.param)


def otherwise(undone: Undone) -> None:
    """The pile lies otherwise than before, with the same cards, and all else is as before."""
    now, pile = undone.written, undone.pile
    assert now[pile] != undone.before[pile]
    assert sorted(now[pile]) == sorted(undone.before[pile])
    assert {**now, pile: ()} == {**undone.before, pile: ()}
    assert audit(undone.game) is None


def test_of_what_something_was_seen_lies_otherwise(undone: Undone) -> None:
    door.back_up(undone.id, undone.to, "a ruling")
    otherwise(undone)
    assert undone.afresh() == [undone.pile]
    (told,) = Entry.objects.get(game=undone.id, number=undone.game.number).parts[0]["told"]
    assert "is shuffled afresh" in told[0] and told[1] == "PR-BACKUP-04"


def test_it_lies_otherwise_each_time(undone: Undone) -> None:
    """Also where play goes back to the back-up itself, before the shuffle that belongs to it."""
    door.back_up(undone.id, undone.to, "a ruling")
    first = undone.written[undone.pile]
    door.back_up(undone.id, undone.to + 2, "to the back-up itself")
    otherwise(undone)
    assert undone.written[undone.pile] != first
    door.back_up(undone.id, undone.to, "once more")
    otherwise(undone)
    assert undone.afresh() == [undone.pile] * 3


def test_the_proof_of_the_dice_holds(undone: Undone, client: Client) -> None:
    door.back_up(undone.id, undone.to, "a ruling")
    Game.objects.filter(pk=undone.id).update(phase=Phase.OVER)  # so that all is opened
    history = json.loads(client.get(reverse("history-json", args=[undone.game.slug])).content)
    faults, entries, throws = history_verifier.faults_of(history)
    assert (faults, entries) == ([], undone.game.number)
    assert throws == Entry.objects.filter(game=undone.id, kind=Kind.CHANCE).count() > 0


def test_what_nobody_saw_of_a_pile_keeps_its_order() -> None:
    undone = Undone("a card drawn at the end of a turn")
    contracts = undone.written["contract_deck"]
    door.back_up(undone.id, undone.to, "a ruling")
    assert undone.written["contract_deck"] == contracts
    assert door.orders(undone.id, "red", "halt").lines[0].answer == "done"
    before = undone.written["luck_deck"]
    door.back_up(undone.id, undone.game.number - 1, "nothing was seen since")
    assert undone.written["luck_deck"] == before
    assert undone.afresh() == ["luck_deck"]


def test_what_a_seat_takes_back_itself_shuffles_nothing() -> None:  # PR-BACKUP-03
    undone = Undone("a card drawn at the end of a turn")
    deck = undone.written["luck_deck"]
    assert door.orders(undone.id, "blue", "halt").lines[0].answer == "done"
    assert door.orders(undone.id, "blue", "undo").lines[0].answer == "done"
    assert (undone.written["luck_deck"], undone.afresh()) == (deck, [])


def test_where_the_hours_after_a_copy_are_lost_all_piles_are_shuffled() -> None:
    undone = Undone("a card drawn at the end of a turn")
    now = undone.written
    after_database_restore.restored()
    assert undone.afresh() == ["luck_deck", "contract_deck"]
    assert undone.written["luck_deck"] != now["luck_deck"]
    assert undone.written["red"] == now["red"]
    assert audit(undone.game) is None


def test_a_back_up_of_an_older_release_shuffled_nothing_and_is_whole(undone: Undone) -> None:
    with open_session(undone.id) as session:
        position = recording_and_replay.position_at(session.game, undone.to)
        session.enter(Kind.BACK_UP, Source.REFEREE, {"to": undone.to, "why": "as it was entered"})
        session.table.state = position
    assert undone.written == undone.before
    assert audit(undone.game) is None
    # what was seen in the line that it undid is known still
    door.back_up(undone.id, undone.to, "a ruling")
    otherwise(undone)


def test_a_shuffle_that_is_missing_is_found(
    undone: Undone, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.setattr(session_of_play, "shuffle_afresh", lambda table, names: None)
    door.back_up(undone.id, undone.to, "a ruling")
    fault = audit(undone.game)
    assert fault is not None and "is to be shuffled afresh" in fault.text
    history = json.loads(client.get(reverse("history-json", args=[undone.game.slug])).content)
    assert "is to be shuffled afresh" in " ".join(history_verifier.faults_of(history)[0])
    door.orders(undone.id, "red", "say: hello")
    door.back_up(undone.id, undone.to, "another")
    fault = audit(undone.game)
    assert fault is not None and fault.number == undone.game.number


def test_what_can_no_longer_be_carried_out_may_have_shown_anything(
    undone: Undone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise RuntimeError("of another release")

    position = recording_and_replay.position_at(undone.game, undone.to)
    every = [pile.name for pile in undone.rules.afresh(position) if len(pile.cards) > 1]
    monkeypatch.setattr(recording_and_replay, "done_again", broken)
    assert piles_revealed_since.since(undone.game, undone.to, position) == every
