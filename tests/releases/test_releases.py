"""A house of each release is upgraded: nothing that was played would be played otherwise, every
game is whole, and goes on.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from uuid import uuid4

import psycopg
import pytest

from tests.services.postgres import create, restore
from tests.services.processes import House
from tests.services.stored import MIGRATED, house_on
from traders.engines.registry import ENGINES

RELEASES = sorted(file.parent for file in Path(__file__).parent.glob("*/house.json"))
PLAY_ON = "from tests.releases import standing; print(standing.play_on())"
SEAT_ALL = "from tests.releases import standing; standing.seat_everybody()"

pytestmark = pytest.mark.postgres


MEMBERS = "SELECT player_id, role FROM traders_membership WHERE club_id = {}"


class OldClub(NamedTuple):
    """A club as release 0.1 had it, and who its members are to be."""

    pk: int
    people: set[tuple[int, str]]


LAID_OUT = (
    "SELECT table_name, column_name, udt_name, character_maximum_length, is_nullable, is_identity, "
    "column_default FROM information_schema.columns WHERE table_schema = 'public'",
    # a cast in a condition reads otherwise once it was dumped
    "SELECT tablename, regexp_replace(indexdef, '::[a-z ]+(\\[])?|[()]', '', 'g') FROM pg_indexes "
    "WHERE schemaname = 'public'",
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint "
    "WHERE connamespace = 'public'::regnamespace AND contype <> 'n'",  # a column's, told above
    "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "SELECT proname, pg_get_functiondef(oid) FROM pg_proc "
    "WHERE pronamespace = 'public'::regnamespace",
)


def laid_out(house: House) -> list[set[tuple[object, ...]]]:
    """Its columns, indexes, constraints, triggers and functions."""
    return [set(house.rows(query)) for query in LAID_OUT]


def with_a_club(house: House) -> OldClub:
    """The house with a club to which a game that has begun belongs, and its one organizer."""
    seated = "FROM traders_seat WHERE NOT bot AND player_id IS NOT NULL"
    begun = "game_id IN (SELECT id FROM traders_game WHERE number > 0)"
    game = house.rows(f"SELECT min(game_id) {seated} AND {begun}")[0][0]
    players = {one for (one,) in house.rows(f"SELECT player_id {seated} AND game_id = {game}")}
    organizer = house.rows("SELECT max(id) FROM traders_player")[0][0]
    columns = "name, slug, about, settings, organizer_id"
    values = f"'Lantern', 'lantern', '', '{{}}', {organizer}"
    made = f"INSERT INTO traders_club ({columns}) VALUES ({values}) RETURNING id"
    club = house.rows(made)[0][0]
    house.rows(f"UPDATE traders_game SET club_id = {club} WHERE id = {game} RETURNING id")
    assert players
    members = {(player, "player") for player in players - {organizer}}
    return OldClub(club, members | {(organizer, "organizer")})


@pytest.fixture
def house(release: Path) -> Iterator[House]:
    """The house as it was left."""
    url = create(os.environ["DATABASE_URL"], f"release_{uuid4().hex}")
    dump = gzip.decompress((release / "house.sql.gz").read_bytes()).decode()
    with psycopg.connect(url, autocommit=True) as connection:
        restore(connection, dump)
    keys = json.loads((release / "house.json").read_text())["keys"]
    with house_on(url, keys=keys) as house:
        yield house


@pytest.mark.long
@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_its_house_is_upgraded_whole_and_played_on(release: Path, house: House) -> None:
    """Long: every game of it is audited, and played on in every window."""
    games = house.rows("SELECT count(*) FROM traders_game")[0][0]
    club = with_a_club(house) if release.name == "0.1" else None
    house.manage("migrate")
    with MIGRATED.house(server=os.environ["DATABASE_URL"]) as empty:
        assert laid_out(house) == laid_out(empty)
    if club is not None:
        assert set(house.rows(MEMBERS.format(club.pk))) == club.people
    house.manage("shell", "--no-imports", "-c", SEAT_ALL)
    assert f"{games} of {games} games whole" in house.manage("audit", "--all")
    going_on = house.rows("SELECT count(*) FROM traders_game WHERE phase != 'over'")[0][0]
    assert int(house.manage("shell", "--no-imports", "-c", PLAY_ON).split()[-1]) == going_on
    assert f"{games} of {games} games whole" in house.manage("audit", "--all")


@pytest.mark.parametrize("release", RELEASES, ids=lambda release: release.name)
def test_games_of_every_system_stand_in_its_windows(release: Path) -> None:
    stands = json.loads((release / "house.json").read_text())["stands"]
    assert set(stands) <= set(ENGINES)
    assert all("turn" in windows and len(windows) > 3 for windows in stands.values())


def test_there_is_a_release() -> None:
    assert RELEASES
