"""A ruling in a game that bots play is exported, and runs as a scenario (PR-RULING-01)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from arbitration.casebook.export import differs, scenario_of
from arbitration.demonstration_case import START
from arbitration.models import Claim, Ruling
from arbitration.rulings import giving
from tests import seated
from tests.arbitration import disputed
from tests.examples import drawn
from traders.domain.bots import letter_answering
from traders.domain.calendar import clock
from traders.domain.history import seed_encryption
from traders.domain.history.dice import ScriptedDice, scripted
from traders.domain.letters.letter_facts import decode
from traders.domain.people import seating
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.timeline import timeline
from traders.models import Game, Letter, Phase, Sealed, Seat, SittingCause, Source

pytestmark = pytest.mark.django_db

SYSTEMS = ("star-traders", "traders-luck", "imperial-trader", "stratastar")
TIMINGS = ("stops", "table", "sealed")
SEATS = ("red", "blue", "green")
BEGUN = datetime(2026, 3, 2, 9, tzinfo=UTC)
ENTRIES = 60
_JUMPING = {**START, "blue": {"at": "Oz", "stations": [], "hand": ["Avoid Calamity"]}}


@pytest.fixture(autouse=True)
def _told_time(settings: object) -> Iterator[None]:
    settings.BOT_PACE = 0  # type: ignore[attr-defined]
    yield
    clock.set_to(None)


def played(system: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Bots play red and green, and blue writes by letter what a bot would, up to so many entries.
    The same seed plays the same game.
    """
    monkeypatch.setattr(
        seed_encryption, "new_secret", lambda: hashlib.sha256(f"{system} {seed}".encode()).digest()
    )
    meant = letter_answering.orders_for
    monkeypatch.setattr(
        letter_answering,
        "orders_for",
        lambda game, seat, facts, seed: meant(game, seat, facts, seed=game.number),
    )
    clock.set_to(BEGUN)
    game = door.create(system, SEATS, {}, {"timing": TIMINGS[seed % 3]}, title=f"Exported {seed}")
    leaving_and_taking_seats.give_to_bots(game, ["red", "green"])
    seating.sit(
        Seat.objects.get(game=game, colour="blue"),
        disputed.player("blue"),
        BEGUN,
        SittingCause.GATHERED,
    )
    seated.begin(game.pk)
    at = BEGUN
    while (
        Game.objects.get(pk=game.pk).number < ENTRIES
        and Game.objects.get(pk=game.pk).phase == Phase.PLAYING
    ):
        at += timedelta(minutes=7)
        clock.set_to(at)
        timeline.catch_up(game.pk, at)
        if not sum(letter_answering.answer(pk) for pk in letter_answering.due()):
            _blue_writes(game, at)
    game.refresh_from_db()
    return game


def _blue_writes(game: Game, at: datetime) -> None:
    letter = Letter.objects.filter(game=game, seat="blue").order_by("-pk")[0]
    lines = letter_answering.orders_for(
        game, Seat.objects.get(game=game, colour="blue"), decode(letter.facts), seed=0
    )
    if lines:
        disputed.by_letter(game, "blue", "\n".join(lines), at, disputed.asked_letter(game, "blue"))


def ruled(game: Game) -> Ruling:
    """Blue has claimed that a rule was broken, in a letter whose second line is refused."""
    at = clock.now() + timedelta(minutes=1)
    disputed.by_letter(game, "blue", "claim rule: that is not so\nclaim nonsense: and that", at)
    clock.set_to(at + timedelta(hours=25))
    return giving.give(
        Claim.objects.get(game=game).pk,
        disputed.referee(),
        giving.RulingRequest("stand", "So it was.", "So."),
    )


@pytest.mark.examples("rulings-exported")
@pytest.mark.parametrize(
    ("system", "seed"), drawn("rulings-exported", list(product(SYSTEMS, range(100))))
)
def test_a_ruling_in_a_game_of_bots_runs_as_a_scenario(
    system: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruling = ruled(played(system, seed, monkeypatch))
    assert differs(scenario_of(ruling).text) == ""


@pytest.mark.sampled
@pytest.mark.parametrize("left", [False, True])
def test_where_the_server_passed_at_once_it_does_in_the_scenario(*, left: bool) -> None:
    """Blue holds nothing for it, and plays with bots; or green has left, which nobody plays."""
    clock.set_to(BEGUN)
    with scripted(ScriptedDice([6, 6])):
        ruling = _ruled_after_two_jumps(left=left)
    text = scenario_of(ruling).text
    assert "jump kluge" in text
    assert differs(text) == ""


def _ruled_after_two_jumps(*, left: bool) -> Ruling:
    game = door.create("star-traders", SEATS, {}, {"timing": "table"}, start=_JUMPING, told=True)
    leaving_and_taking_seats.give_to_bots(game, ["red"] if left else ["red", "green"])
    for place in Seat.objects.filter(game=game, player=None):
        seating.sit(place, disputed.player(place.colour), BEGUN, SittingCause.GATHERED)
    seated.begin(game.pk, stops=False)
    if left:
        timeline.orders(game.pk, "green", "resign")
        timeline.orders(game.pk, "green", "yes")
    clock.set_to(BEGUN + timedelta(minutes=5))
    for goal in ("verne", "kluge"):
        timeline.orders(game.pk, "red", f"jump {goal} regular", source=Source.BOT)
    assert Sealed.objects.filter(game=game, seat="blue", source=Source.SERVER).exists()
    disputed.by_letter(game, "blue", "claim rule: not so", clock.now() + timedelta(minutes=5))
    clock.set_to(clock.now() + timedelta(hours=25))
    request = giving.RulingRequest("stand", "So it was.", "So.")
    return giving.give(Claim.objects.get(game=game).pk, disputed.referee(), request)


@pytest.mark.sampled
@pytest.mark.parametrize(("system", "seed"), [("stratastar", 4), ("imperial-trader", 21)])
def test_so_it_does_where_lots_set_the_turn_order_and_where_a_deck_was_shuffled(
    system: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    test_a_ruling_in_a_game_of_bots_runs_as_a_scenario(system, seed, monkeypatch)
