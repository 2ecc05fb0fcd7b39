"""What an organizer wrote counts before what was done on a page after it, whoever reads it
(PR-RECEIPT-01, PR-RECEIPT-02).
"""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.club.desk.silent import silent
from tests.club.seasons.league import taken
from tests.domain.deadlines.table import Table
from tests.domain.post.incoming.readers import in_anothers_hands
from traders.club.desk.morning_letter import desk_letters
from traders.domain.calendar import clock
from traders.domain.timeline import timeline
from traders.models import Arrival, Entry, Letter, Source

pytestmark = pytest.mark.django_db


def asked(table: Table, line: str) -> Arrival:
    """The organizer has answered the desk's letter so, and nobody has read it; a minute later."""
    silent(table)
    letter = Letter.objects.get(pk=desk_letters()[0])
    clock.set_to(clock.now() + timedelta(minutes=5))
    arrival = taken(letter, line)
    clock.set_to(clock.now() + timedelta(minutes=1))
    return Arrival.objects.get(pk=arrival)


def on_the_page(table: Table, line: str) -> str:
    """What becomes of a line of Red's on the game's page."""
    return timeline.orders(table.id, "red", line, source=Source.PAGE).lines[-1].answer


def test_a_page_reads_first_what_its_organizer_wrote_before(table: Table) -> None:
    arrival = asked(table, "pause first-voyage for 24h: a storm")
    assert on_the_page(table, "end") == "done"
    kinds = Entry.objects.filter(game=table.id).order_by("number").values_list("kind", "source")
    assert list(kinds)[-2:] == [("decision", "organizer"), ("order", "page")]
    arrival.refresh_from_db()
    assert arrival.status == "read"


def test_while_another_reads_it_the_page_is_busy(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrival = asked(table, "pause first-voyage for 24h: a storm")
    with monkeypatch.context() as haste, in_anothers_hands(arrival):
        haste.setattr(timeline, "PATIENCE", 0.2)
        with pytest.raises(timeline.Busy):
            on_the_page(table, "end")
    assert not Entry.objects.filter(game=table.id, source="page").exists()
    assert timeline.read(arrival.pk)
    assert on_the_page(table, "end") == "done"
