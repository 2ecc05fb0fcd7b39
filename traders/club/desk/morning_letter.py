"""The desk as a letter: one a morning to each organizer who wants it, where something needs them or
has changed since the morning before. It can be answered with the orders of the desk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q
from django.urls import reverse

from traders.club.desk import game_facts_query, game_list_by_trouble, organizer_waiting_matters
from traders.club.desk.game_list_by_trouble import DeskLine
from traders.club.desk.game_troubles import Found, Trouble
from traders.club.desk.organizer_lines import TOPIC
from traders.club.desk.organizer_waiting_matters import Waiting
from traders.domain.calendar import clock
from traders.domain.letters import seatless_questions
from traders.domain.letters.plain_text_layout import when, zone_of
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.words import count, named, sentence
from traders.models import (
    Club,
    Game,
    Ladder,
    Letter,
    Membership,
    Phase,
    Player,
    Role,
    Season,
    Standing,
)

MORNING, NOON = 7, 12
"""The hours of the reader's day between which the letter is written."""
DAY = timedelta(days=1)
MOST = 20
"""Games told in each part of a letter; the page has all."""


def desk_letters(at: datetime | None = None) -> list[int]:
    """Write the letters that are due; their ids. Idempotent: one a club, organizer and day."""
    now = at or clock.now()
    written = Letter.objects.filter(
        player=OuterRef("player"), game=None, key__startswith="desk.", written__gt=now - DAY
    )
    something = (of.objects.filter(club=OuterRef("club")) for of in (Game, Season, Ladder))
    wanted = Membership.objects.filter(
        reduce(or_, (Q(Exists(rows)) for rows in something)),
        role=Role.ORGANIZER,
        standing=Standing.MEMBER,
        desk_letter=True,
        player__is_active=True,
    ).annotate(lately=Exists(written))
    found = []
    for member in wanted.select_related("club", "player"):
        there = now.astimezone(zone_of(member.player.zone))
        key = f"desk.{member.club_id}.{there.date()}"
        if not MORNING <= there.hour < NOON or (member.lately and _written(member.player, key)):
            continue
        letter = _write(member, key, now)
        found += [letter.pk] if letter else []
    return found


def _written(player: Player, key: str) -> bool:
    return Letter.objects.filter(player=player, game=None, key=key).exists()


def _write(member: Membership, key: str, now: datetime) -> Letter | None:
    """Write one, if there is anything to tell."""
    club, player = member.club, member.player
    desk = game_list_by_trouble.lines(game_facts_query.games_of(club, player, now), now)
    needing = [line for line in desk if line.needs_you]
    changed = list(_changed(club, player, now))
    asking = club.memberships.filter(standing=Standing.ASKED).count()
    beside = organizer_waiting_matters.waiting(club, now)
    urgent = [one for one in beside if one.needs_you]
    if not (needing or changed or asking or urgent):
        return None
    zone = zone_of(player.zone)
    needs = len(needing) + bool(asking) + len(urgent)
    things = f"{count(needs, 'thing')} {'needs' if needs == 1 else 'need'} you"
    well = sum(not line.found for line in desk)
    told = [_how_many(len(desk), well)]
    games = [line.game.slug for line in needing[:MOST]]
    if needs:
        told.append("NEEDS YOU")
        told += [_told(n, line, zone) for n, line in enumerate(needing[:MOST], 1)]
        told += [f"{count(len(needing) - MOST, 'more game')}."] if len(needing) > MOST else []
        for one in urgent:
            games += [one.game] if one.game else []
            told.append(f"{len(games)}. {one.words}" if one.game else one.words)
        told += [f"{count(asking, 'person', 'people')} would like to join."] if asking else []
    minor = [line for line in desk if line.found and not line.needs_you]
    other = [one.words for one in beside if not one.needs_you]
    if minor or changed or other:
        told.append("FOR YOUR INFORMATION")
        told += [_told(0, line, zone) for line in minor[:MOST]] + other + changed
    return seatless_questions.ask(
        player,
        TOPIC,
        key,
        f"{club}: {things if needs else 'what is new'}",
        told,
        at=now,
        about={"club": club.pk, "games": games},
        answers=[
            *(answer for n, line in enumerate(needing[:3], 1) for answer in _answers(n, line)),
            *(answer for one in beside[:4] for answer in _numbered(one, games)),
        ],
        page=settings.SITE_URL + reverse("desk", args=[club.slug]),
    )


def _how_many(games: int, well: int) -> str:
    """How many games there are, and how many of them run well."""
    if not games:
        return "No game is on."
    fine = f"; {well} {'runs' if well == 1 else 'run'} well" if well else ""
    return f"{count(games, 'game')} {'is' if games == 1 else 'are'} on{fine}."


def _told(number: int, line: DeskLine, zone: ZoneInfo) -> str:
    """A game in a few sentences: what is wrong, and what play waits for."""
    told = [_sentence(found, line.now, zone) for found in line.found]
    clock_ = line.clock
    if clock_ is not None and clock_.due is not None and line.game.asked:
        told.append(f"Play waits for {line.whom} until {when(clock_.due, line.now, zone)}.")
    return f"{f'{number}. ' if number else ''}{line.game.title}: {' '.join(told)}"


def _numbered(one: Waiting, games: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What may be answered to it, with the number that the letter gives its game."""
    for order, does in one.answers:
        number = str(games.index(one.game) + 1) if one.game in games else one.game
        yield order.replace("{n}", number), does


def _sentence(found: Found, now: datetime, zone: ZoneInfo) -> str:
    until = f", until {when(found.until, now, zone)}" if found.until else ""
    return sentence(found.words + until)


def _changed(club: Club, reader: Player, now: datetime) -> Iterator[str]:
    """What is new since the morning before, a sentence each."""
    since = now - DAY
    games = club.games.aggregate(
        begun=Count("pk", filter=Q(started__gt=since)),
        ended=Count("pk", filter=Q(ended__gt=since, phase=Phase.OVER, number__gt=0)),
    )
    joined = club.memberships.filter(standing=Standing.MEMBER, since__gt=since)
    people = joined.exclude(player=reader).count()
    if games["begun"]:
        yield f"{count(games['begun'], 'game')} began."
    if games["ended"]:
        yield f"{count(games['ended'], 'game')} ended."
    if people:
        yield f"{count(people, 'new member')} joined."


def _answers(number: int, line: DeskLine) -> Sequence[tuple[str, str]]:
    """What could be done about the gravest trouble of the game that the letter gives this number,
    as lines that can be sent as they are.
    """
    grave = line.grave
    assert grave is not None, "a line that needs somebody has trouble"
    if line.game.own:
        return ()
    gone = next((seat.colour for seat in line.game.seats if seat.free or seat.offered), "")
    kept = [seat for seat in line.game.seats if not (seat.free or seat.offered or seat.bot)]
    silent = next((seat.colour for seat in kept if seat.timeouts), "")
    waited = next(iter(line.game.asked), "")
    if grave.trouble is Trouble.SILENT and silent:
        return [
            (
                f"offer {number} {silent}: no answer",
                f"asks for a substitute for {named(silent)}",
            ),
            _a_day(number, silent),
        ]
    if grave.trouble in (Trouble.EMPTY, Trouble.SILENT, Trouble.OFFERED) and gone:
        told = f"a bot plays {named(gone)}; levels: {', '.join(Level)}"
        return [(f"bot for {number} {gone} {Level.PLAYER}: no substitute", told)]
    if waited:
        return [_a_day(number, waited)]
    return ()


def _a_day(number: int, seat: str) -> tuple[str, str]:
    """A day more for the seat, as an order, and what it does."""
    order = f"more time {number} {seat} 24h: to answer"
    return order, f"gives {named(seat)} 24 hours more; everyone reads the words behind the colon"
