"""Letters that the server writes by itself, as specimens: of claims, seats, mailboxes, clubs and
seasons. What comes before is played as a scenario in a database in memory, which is rolled back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from functools import cache
from io import StringIO
from pathlib import Path

from django.core.management import call_command
from django.db.models import QuerySet
from django.test.utils import override_settings

from tools.specimens import sample_club_and_season
from traders.club.desk.morning_letter import desk_letters
from traders.domain.calendar import clock
from traders.domain.letters.daily_summary import daily_summaries
from traders.domain.letters.letter_facts import decode
from traders.domain.letters.letter_recipient import reader_of
from traders.domain.letters.plain_text_layout import zone_of
from traders.domain.letters.render import Rendered, render
from traders.models import Game, Letter, LetterKind, Player
from traders.proof.scenarios import mail, people
from traders.proof.scenarios.database_game import DoorTable
from traders.proof.scenarios.in_memory_database import elsewhere, rolled_back
from traders.proof.scenarios.scenario_file_reader import raw, read
from traders.proof.scenarios.scenario_runner import run
from traders.proof.scenarios.scenario_types import Scenario
from traders.proof.scenarios.table_interface import Table

FILE = Path(__file__).with_name("service_letters.toml")
SYSTEM = "star-traders"
"""The game of all scenarios."""
SITE = "https://example.org"
ZONE = "Europe/London"
"""The zone of whom every specimen is written to."""
NAMES = {"red": "Ann", "blue": "Ash", "green": "Mia"}
SUMMARY = timedelta(hours=11)
"""From a scenario's beginning to the hour of its daily summary."""


@dataclass(frozen=True, slots=True)
class Story:
    """What the club does before the scenario's steps, and the letter that is read after them."""

    letter: Callable[[DoorTable], Letter]
    before: Callable[[Game], None] = lambda game: None


def kinds() -> tuple[str, ...]:
    """The kinds of letters that are written here."""
    return (*STORIES, *sample_club_and_season.ALONE, *sample_club_and_season.SEASONS)


def written(kind: str) -> Rendered:
    """The letter of that kind. Raises `LookupError` if its scenario cannot be played."""
    with _database():
        if kind in sample_club_and_season.ALONE:
            return sample_club_and_season.ALONE[kind]()
        if kind in sample_club_and_season.SEASONS:
            reader = sample_club_and_season.at_the_hour(sample_club_and_season.SEASONS[kind])
            return _read(_latest(Letter.objects.filter(player=reader)))
        return _read(_played(kind, STORIES[kind]))


@contextmanager
def _database() -> Iterator[None]:
    """An empty database, and the site's settings as all specimens have them."""
    settings = {"SITE_URL": SITE, "TRUSTED_MAIL_HOSTS": [mail.OWN]}
    with elsewhere(), rolled_back(), override_settings(**settings):
        yield


def _played(kind: str, story: Story) -> Letter:
    """The letter, after the steps of the kind's scenario."""
    tables: list[DoorTable] = []

    def table(scenario: Scenario) -> Table:
        tables.append(_named(DoorTable(scenario)))
        story.before(tables[0].game)
        return tables[0]

    result = run(_scenarios()[kind], table)
    if not result.ok:
        raise LookupError(result.difference)
    return story.letter(tables[0])


@cache
def _scenarios() -> dict[str, Scenario]:
    return {one["id"]: read(FILE, one) for one in raw(FILE)}


def _named(table: DoorTable) -> DoorTable:
    """The table, whose game and people have the names of all specimens."""
    Game.objects.filter(pk=table.game.pk).update(title="First game", slug="first-game")
    table.game.refresh_from_db()
    for colour, name in NAMES.items():
        Player.objects.filter(seats__game=table.game, seats__colour=colour).update(
            display_name=name
        )
    return table


def _read(letter: Letter) -> Rendered:
    """The letter as it goes out, but for what is drawn at random."""
    reader = reader_of(letter)
    answer_to = "play@post.example.org" if reader.answer_to else ""
    reader = replace(
        reader,
        zone=zone_of(ZONE),
        secret_digest="8fd6a6a7" * 8,
        answer_to=answer_to,
        cid="board",
    )
    return render(letter.kind, decode(letter.facts), reader)


# --- who is there, and gets which letters --------------------------------------------------------


def _with_a_club(game: Game) -> None:
    sample_club_and_season.club(game)


def _with_a_referee(game: Game) -> None:
    call_command("referee", people.account("Rhea").email, stdout=StringIO())


def _green_reads_daily(game: Game) -> None:
    Player.objects.filter(seats__game=game, seats__colour="green").update(cadence="daily")


# --- which letter ---------------------------------------------------------------------------------


def _to(seat: str) -> Callable[[DoorTable], Letter]:
    """The latest letter to that seat."""
    return lambda table: _latest(Letter.objects.filter(game=table.game, seat=seat))


def _of(kind: LetterKind) -> Callable[[DoorTable], Letter]:
    """The latest letter of that kind."""
    return lambda table: _latest(Letter.objects.filter(kind=kind))


def _latest(letters: QuerySet[Letter]) -> Letter:
    letter = letters.select_related("game", "player").order_by("pk").last()
    if letter is None:
        raise LookupError("no such letter was written")
    return letter


def _summary(table: DoorTable) -> Letter:
    daily_summaries(table.now + SUMMARY)
    return _of(LetterKind.DIGEST)(table)


def _desk(table: DoorTable) -> Letter:
    morning = (table.now + timedelta(days=1)).replace(hour=7, minute=15)
    with clock.at(morning):
        desk_letters()
    return _of(LetterKind.ASKED)(table)


STORIES = {
    "claim": Story(_to("red"), _with_a_referee),
    "ruling": Story(_to("red")),
    "referee": Story(_of(LetterKind.RULING), _with_a_referee),
    "mailbox": Story(_of(LetterKind.MAILBOX), _with_a_club),
    "summary": Story(_summary, _green_reads_daily),
    "note": Story(_of(LetterKind.NOTE)),
    "stand-in": Story(_of(LetterKind.ASKED), sample_club_and_season.with_a_stand_in),
    "hand-over": Story(_to("red"), sample_club_and_season.with_a_stand_in),
    "desk": Story(_desk, _with_a_club),
}
