"""Seasons at the organizer's desk: what waits for the organizer in them, and the orders that do it
by letter.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from functools import partial

from traders.club.desk.organizer_lines import TOPIC
from traders.club.desk.organizer_waiting_matters import Waiting
from traders.club.seasons import (
    closing,
    organizer_checklist,
    registration,
    result_approval,
    round_start,
    season_draw,
)
from traders.club.seasons.draft_draw import draft_of
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.replaced_players import replaced_players
from traders.club.seasons.table_results import result_of, results_at
from traders.domain.play.commands.seatless_answer_types import Answer, Reply
from traders.domain.table.change_set import Line
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count, fold, is_number
from traders.models import Club, Phase, Season, SeasonPhase, SeasonTable, Starting

RULE = "PR-SEAT-01"
UNDER_WAY = (SeasonPhase.REGISTERING, SeasonPhase.DRAWN, SeasonPhase.RUNNING)


# --- what waits -----------------------------------------------------------------------------------


def waiting(club: Club, now: datetime) -> Iterator[Waiting]:
    """What the club's seasons wait for, each with the order that does it."""
    for season in club.seasons.filter(phase__in=UNDER_WAY).select_related("club"):
        if season.phase == SeasonPhase.REGISTERING:
            yield from _unconfirmed(season, now)
        draft = draft_of(season)
        if draft is not None and draft.state == "ready":
            yield Waiting(
                f"{season.name}: a draw is ready. Look at it on the season's page; then it can "
                "bind.",
                True,
                ((f"bind {season.slug} {draft.seed}", f"the draw of {season.name} holds"),),
            )
        yield from _without_result(season)
        yield from (Waiting(one.words) for one in replaced_players(season))
        for step in organizer_checklist.steps(season):
            if step.state == organizer_checklist.NEXT:
                yield from _of_step(season, step)


def _unconfirmed(season: Season, now: datetime) -> Iterator[Waiting]:
    people = len(entries(season).unconfirmed)
    if people:
        near = season.closes is not None and season.closes - now <= registration.REMINDED
        have = "has" if people == 1 else "have"
        yield Waiting(
            f"{season.name}: {count(people, 'person', 'people')} {have} not confirmed.",
            near,
            ((f"ask {season.slug}", f"asks them whether they play {season.name}"),),
        )


def _without_result(season: Season) -> Iterator[Waiting]:
    """Games that ended and count for nothing, whose round waits for a result."""
    ended = SeasonTable.objects.filter(
        round__season=season, round__approved=None, game__phase=Phase.OVER
    )
    for one in results_at(ended):
        game = one.table.game
        if game is None or one.settled:
            continue
        names = [place.place.entrant.name for place in one.places]
        yield Waiting(
            f"{season.name}, {one.table}: {game.title} ended without a result. The round waits "
            "for one: write who came where, and why.",
            True,
            (
                (
                    f"result {{n}} {', '.join(names)}: the game was void",
                    f"{names[0]} is first; `{' = '.join(names)}` would share the place",
                ),
            ),
            game.slug,
        )


def _of_step(season: Season, step: organizer_checklist.Step) -> Iterator[Waiting]:
    """What can be done next, where nothing is in its way and it does not come by itself."""
    for deed in step.deeds:
        by_itself = deed.name == "begin" and season.starting != Starting.BY_HAND
        order = _order(season, deed)
        if order and not deed.quiet and not by_itself:
            words = f"{season.name}: {step.title}. {step.words}"
            yield Waiting(words, True, ((order, deed.label[0].lower() + deed.label[1:]),))


def _order(season: Season, deed: organizer_checklist.Deed) -> str:
    """The line that does it; empty where none does."""
    return {
        "approve": f"approve {season.slug} {deed.number}",
        "begin": f"begin {season.slug} {deed.number}",
        "end": f"finish {season.slug}",
    }.get(deed.name, "")


# --- orders by letter -----------------------------------------------------------------------------


def _season(reply: Reply, slug: str) -> Season:
    """The season of the letter's club that the order names."""
    club = int(reply.about.get("club", 0))
    found = Season.objects.filter(club=club, slug=slug).select_related("club").first()
    if found is None:
        raise Refusal(
            "No season of the club is called so. Write the end of its address, as in spring.",
            RULE,
            kind="unreadable",
        )
    return found


def _numbered(reply: Reply, rest: str, form: str) -> tuple[Season, int]:
    slug, _, number = rest.rpartition(" ")
    if not (slug and is_number(number)):
        raise Refusal(f"Write it as in: {form}", RULE, kind="unreadable", instead=[form])
    return _season(reply, slug), int(number)


def _approve(reply: Reply, rest: str, raw: str) -> Line:
    season, number = _numbered(reply, rest, "approve spring 1")
    result_approval.approve(season.pk, number, reply.player)
    return Line(raw, "done", f"The results of round {number} of {season.name} are final.")


def _begin(reply: Reply, rest: str, raw: str) -> Line:
    season, number = _numbered(reply, rest, "begin spring 1")
    round_start.begin(season.pk, reply.player, number)
    return Line(raw, "done", f"Round {number} of {season.name} has begun.")


def _draw(reply: Reply, rest: str, raw: str) -> Line:
    slug = rest.removesuffix(" by rating")
    season = _season(reply, slug)
    asked = season_draw.ask(season.pk, reply.player, by_rating=slug != rest)
    return Line(
        raw,
        "done",
        f"Draw {asked.seed} of {season.name} is made. Look at it on the season's page, then write "
        f"`bind {season.slug} {asked.seed}`.",
    )


def _bind(reply: Reply, rest: str, raw: str) -> Line:
    season, seed = _numbered(reply, rest, "bind spring 1")
    season_draw.bind(season.pk, reply.player, seed)
    return Line(raw, "done", f"The draw of {season.name} holds, and all are told whom they meet.")


def _result(reply: Reply, rest: str, raw: str) -> Line:
    head, colon, why = raw.partition(":")
    name, _, places = " ".join(head.split()[1:]).partition(" ")
    if not (colon and places):
        form = "result spring-1-1 Ann, Ash: Ash had to stop"
        raise Refusal(f"Write it as in: {form}", RULE, kind="unreadable", instead=[form])
    table = _table(reply, fold(name))
    result_approval.correct(
        table.round.season_id, table.pk, _ranks(table, places), why.strip(), reply.player
    )
    return Line(
        raw, "done", f"{table}: {result_approval.in_words(result_of(table.pk))}. All are told."
    )


def _table(reply: Reply, name: str) -> SeasonTable:
    """The table of the game that is so called: the letter's number, or the end of its address."""
    games = [str(game) for game in reply.about.get("games", ())]
    if is_number(name) and 0 < int(name) <= len(games):
        name = games[int(name) - 1]
    club = int(reply.about.get("club", 0))
    tables = SeasonTable.objects.filter(round__season__club=club, game__slug=name)
    found = tables.select_related("round").first()
    if found is None:
        raise Refusal(f"No game of a season is called “{name}”.", RULE, kind="unreadable")
    return found


def _ranks(table: SeasonTable, places: str) -> dict[int, int]:
    """The rank of each entrant, from names in their order: `Ann, Ash = Mia, Tom`."""
    sat = [(fold(one.entrant.name), one.entrant_id) for one in table.places.all()]
    ranks: dict[int, int] = {}
    for together in places.split(","):
        rank = len(ranks) + 1
        for name in map(str.strip, together.split("=")):
            found = [entrant for called, entrant in sat if called == fold(name)]
            if len(found) != 1 or found[0] in ranks:
                there = ", ".join(one.entrant.name for one in table.places.all())
                raise Refusal(
                    f"Name each player once, as in: {there}. I cannot place “{name}”.",
                    RULE,
                    kind="unreadable",
                )
            ranks[found[0]] = rank
    return ranks


def _ask(reply: Reply, rest: str, raw: str) -> Line:
    season = _season(reply, rest)
    asked = registration.ask_to_confirm(season.pk, reply.player)
    return Line(raw, "done", f"{count(asked, 'person was', 'people were')} asked.")


def _finish(reply: Reply, rest: str, raw: str) -> Line:
    season = _season(reply, rest)
    closing.end(season.pk, reply.player)
    return Line(raw, "done", f"{season.name} is over, and all are told.")


_answer = partial(Answer, when=When.ANY, rule=RULE, topic=TOPIC, said_by="an organizer")

ANSWERS = (
    _answer(
        prefix="approve",
        forms=("approve <season> <round>",),
        help="The results of a round are final.",
        example="approve spring 1",
        deed=_approve,
    ),
    _answer(
        prefix="begin",
        forms=("begin <season> <round>",),
        help="The next round begins now.",
        example="begin spring 1",
        deed=_begin,
    ),
    _answer(
        prefix="draw",
        forms=("draw <season> [by rating]",),
        help="Make a draw, or another one; a knock-out's by rating.",
        example="draw spring",
        deed=_draw,
    ),
    _answer(
        prefix="bind",
        forms=("bind <season> <draw>",),
        help="The draw that you looked at holds.",
        example="bind spring 4711",
        deed=_bind,
    ),
    _answer(
        prefix="result",
        forms=("result <game> <players>: <why>",),
        help="State who came where in a season's game, the first first; `Ann = Ash` share a place.",
        example="result spring-1-1 Ann, Ash: Ash had to stop",
        deed=_result,
    ),
    _answer(
        prefix="ask",
        forms=("ask <season>",),
        help="Ask who has not confirmed to do so.",
        example="ask spring",
        deed=_ask,
    ),
    _answer(
        prefix="finish",
        forms=("finish <season>",),
        help="End a season.",
        example="finish spring",
        deed=_finish,
    ),
)
