"""`manage.py architecture --count`: an order's walk from the mail server to the next letters."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from tools.order_trace import Call, changes, report, walk

ROOMS = (
    "post/incoming/intake.py",
    "timeline/timeline.py",
    "post/incoming/reading.py",
    "post/incoming/mime_parsing.py",
    "post/incoming/outcome_decision.py",
    "play/door.py",
    "play/game_session.py",
    "play/commands/interpreter.py",
    "table/table.py",
    "table/game_progression.py",
    "history/recording_and_replay.py",
    "deadlines/deadlines.py",
    "letters/game_play_letters.py",
    "post/delivery.py",
    "post/preparing.py",
    "letters/render.py",
)
"""As docs/architecture.md has them, one after another."""
MOST = 223
"""Changes of file: a ratchet."""


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def calls(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> list[Call]:
    with django_db_blocker.unblock():
        return walk()


def test_the_walk_is_as_the_documentation_tells_it(calls):
    files = iter(call.file.removeprefix("traders/domain/") for call in calls)
    assert [room for room in ROOMS if room not in files] == []


def test_it_changes_file_no_more_often_than_it_did(calls):
    assert changes(calls).total() <= MOST, "\n".join(report(calls))


def test_the_same_order_goes_the_same_way_again(calls):
    assert walk() == calls


def test_a_change_is_a_call_in_another_file_than_the_call_before():
    way = [Call("a", "f"), Call("a", "g"), Call("b", "f"), Call("a", "f"), Call("b", "f")]
    assert changes(way) == {("a", "b"): 2, ("b", "a"): 1}


def test_the_command_prints_figures_and_pairs():
    out = StringIO()
    call_command("architecture", "--count", "--pairs", "2", stdout=out)
    head, pair, _ = out.getvalue().splitlines()
    assert head.endswith("changes of file")
    assert " → " in pair
