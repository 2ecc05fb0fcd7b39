"""No letter of the house is larger than its bound, and no seat's day: whatever is asked, in however
long a game, by letter, on the page or by a program.
"""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from tests.domain.playing import bots_play, game_of_bots
from tests.domain.post.incoming.conftest import letter
from tests.services.copied_rows import copied
from traders.api.order_line_execution import line_out
from traders.domain.calendar import clock
from traders.domain.letters.mime_message import MOST_OCTETS
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.domain.play.commands.command import Group
from traders.domain.play.commands.interpreter import MOST_LINE, MOST_LINES
from traders.domain.post.incoming import intake
from traders.domain.post.preparing import prepare
from traders.domain.table.answer_size_limit import REST
from traders.domain.timeline import timeline
from traders.models import ArrivalOutcome, Game, Letter, LetterStatus, Player, Seat

pytestmark = pytest.mark.django_db
ODD = ("'\"<&>=" * 300, "中" * 600, "🚀 `a` " * 200, "x" * MOST_LINE, "x" * (MOST_LINE + 1))
"""Lines that weigh more in a letter than as they were typed."""


@pytest.fixture
def game() -> Game:
    return played()


@copied
def played() -> Game:
    """A game of bots, with people at its seats."""
    found = game_of_bots()
    for seat in Seat.objects.filter(game=found):
        seat.player = Player.objects.create_user(
            f"{seat.colour}@example.org", display_name=seat.colour.title()
        )
        seat.save()
    return bots_play(found, entries=90)


def questions() -> list[str]:
    """All that can be asked, and what of it is long."""
    asked = [one.example for one in registry.declared() if one.group is Group.QUESTIONS]
    asked += [f"history {number}" for number in (20, 60, 199, 200, 999)]
    return [*asked, "rules a", "rules the", "rules station", "status", "orders", "help", "claims"]


def answered(game: Game, text: str) -> list[Letter]:
    """The letters that answer it, made ready."""
    before = set(Letter.objects.values_list("pk", flat=True))
    door.orders(game.pk, "red", text)
    made = Letter.objects.exclude(pk__in=before).filter(status=LetterStatus.WRITTEN)
    prepare([one.pk for one in made])
    return list(Letter.objects.exclude(pk__in=before).exclude(raw=None))


@pytest.mark.examples("letter-size")
def test_any_mixture_of_questions_gives_a_letter_within_the_bound(game, examples, lots):
    asked = [*questions(), *ODD]
    for _ in range(examples):
        lines = lots.choices(asked, k=lots.choice((1, MOST_LINES // 2, MOST_LINES, MOST_LINES + 9)))
        if lots.random() < 0.2:
            lines.insert(0, "test")
        found = answered(game, "\n".join(lines))
        assert found
        for one in found:
            assert len(one.raw) <= MOST_OCTETS
            assert len(one.facts) <= MOST_OCTETS


def test_sixty_long_histories_are_no_letter_of_a_megabyte(game):
    """The letter of 931 octets, in other spellings too."""
    for lines in (["history 200"] * 60, [f"history {30 + number}" for number in range(60)]):
        (found,) = answered(game, "\n".join(lines))
        assert len(found.raw) <= MOST_OCTETS
    assert REST.removesuffix(".") in found.facts
    assert f"/games/{game.slug}/history".encode() in bytes(found.raw).replace(b"=\r\n", b"")


def test_a_program_is_answered_within_the_bound(game):
    lines = door.orders(game.pk, "red", "\n".join([*ODD, *["history 200"] * 40])).lines
    assert len(json.dumps([line_out(line) for line in lines])) <= MOST_OCTETS


def test_a_trial_holds_no_more_lines_than_any_letter(game):
    lines = door.orders(game.pk, "red", "\n".join(["test", *["pass"] * 5_000])).lines
    assert len(lines) == MOST_LINES + 1
    assert lines[0].answer == "refused"


def test_a_seats_letters_of_a_day_are_answered_up_to_their_octets(game, settings):
    settings.QUOTA_OCTETS = 300_000
    begin = clock.now() + timedelta(minutes=1)
    outcomes = []
    for number in range(20):
        clock.set_to(begin + timedelta(minutes=number))
        text = "\n".join(f"history {90 - number - place}" for place in range(6))
        raw, to = letter(game, "red", text, name=f"<{number}@example.org>")
        taken = intake.take(raw, envelope_to=to, envelope_from="red@example.org", channel="smtp")
        outcomes.append(timeline.read(taken.pk))
    clock.set_to(None)
    prepare(list(Letter.objects.filter(status=LetterStatus.WRITTEN).values_list("pk", flat=True)))
    assert outcomes[0] == ArrivalOutcome.ORDERS
    assert outcomes[-1] == ArrivalOutcome.TOO_MANY
    day = Letter.objects.filter(seat="red", written__gte=begin - timedelta(seconds=1))
    octets = [len(bytes(one.raw or b"")) for one in day]
    assert sum(octets) <= 2 * settings.QUOTA_OCTETS
    assert [one.kind for one in day].count("note") == 1


def test_a_letter_with_too_much_news_is_shortened_and_leads_to_its_page(game):
    (found,) = answered(game, "status")
    facts = json.loads(found.facts)
    facts["notices"] = ["It <happened> 'again'. " * 30] * 300
    Letter.objects.filter(pk=found.pk).update(
        facts=json.dumps(facts), raw=None, status=LetterStatus.WRITTEN
    )
    prepare([found.pk])
    found.refresh_from_db()
    assert 50_000 < len(found.raw) <= MOST_OCTETS
    text = bytes(found.raw).replace(b"=\r\n", b"").decode()
    assert "The rest is on the page:\r\n" in text
    assert text.count(f"/games/{game.slug}/") >= 3
