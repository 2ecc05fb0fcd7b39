"""A club with members, and seasons of it for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tests.services.copied_rows import copied
from traders.club.competition.draws.draw_request_and_result import Draw, Measure, Round
from traders.club.seasons import registration, season_draw, setting_up
from traders.domain.letters.addresses import answer_address
from traders.domain.people import club_roles
from traders.domain.post.incoming import intake
from traders.models import Club, Letter, Player, Season

LUCK = {"system": "traders-luck", "options": {"days": 10}}
"""A game of a few minutes."""


def person(name: str) -> Player:
    """A player of that name."""
    address = f"{name.lower()}@example.org"
    return Player.objects.create_user(address, display_name=name)


@copied
def club_of(names: Sequence[str], organizer: str = "Olga", **fields: Any) -> Club:
    """A club that Olga runs, with these players."""
    club = club_roles.found("Star Club", "star", person(organizer), **fields)
    for name in names:
        club_roles.admit(club, person(name))
    return club


def olga(club: Club) -> Player:
    """The club's organizer."""
    found = club_roles.organizers(club).first()
    assert found is not None
    return found


def called(name: str) -> Player:
    """The player of that name."""
    return Player.objects.get(display_name=name)


@copied
def season_of(club: Club, divisions: Sequence[int], **more: Any) -> Season:
    """A season of Star Trader's Luck that waits for people."""
    told: dict[str, Any] = {"rounds": 1, "table_size": 4, "games": [LUCK], "name": "Spring"}
    plan = setting_up.SeasonPlan(divisions=divisions, **told | more)
    season = setting_up.make(club, olga(club), plan)
    registration.open_registration(season.pk, olga(club))
    season.refresh_from_db()
    return season


@copied
def registered(names: Sequence[str], *divisions: int, **more: Any) -> Season:
    """A season for which these have registered and confirmed."""
    season = season_of(club_of(names), divisions, **more)
    for name in names:
        registration.register(season.pk, called(name))
        registration.confirm(season.pk, called(name))
    return season


@copied
def drawn_by_hand(season: Season, **tables: Sequence[Sequence[Sequence[str]]]) -> Season:
    """Bind a draw that nobody need reckon: of each division (`d1`, `d2`) its rounds, of each round
    its tables, of each table the names.
    """
    draft = season_draw.ask(season.pk, olga(season.club), seed=1)
    exact = Measure(0, 0)
    for division in season.divisions.all():
        rounds = tuple(
            Round(tuple(tuple(table) for table in round_))
            for round_ in tables[f"d{division.order}"]
        )
        draft.drawn[str(division.pk)] = Draw(rounds, exact, 1, exact)
    draft.state = "ready"
    Season.objects.filter(pk=season.pk).update(draft=msgspec.to_builtins(draft))
    season_draw.bind(season.pk, olga(season.club), 1)
    season.refresh_from_db()
    return season


def taken(letter: Letter, line: str) -> int:
    """Answer a letter by mail, which nobody has read yet; the id of what came."""
    assert letter.player is not None
    to = answer_address(letter.tag)
    head = f"From: {letter.player.email}\r\nTo: {to}\r\nSubject: Re\r\n\r\n"
    return intake.take(
        (head + line).encode(), envelope_to=to, envelope_from="x@y.test", channel="smtp"
    ).pk
