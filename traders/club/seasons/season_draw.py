"""The draw of a season: asked for, made by the worker, looked at, made anew with another seed, and
bound. Until then nothing of it counts, and nobody is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta

import msgspec

from traders.club.competition.draws.draw_check import faults
from traders.club.competition.draws.draw_procedure import draw
from traders.club.competition.draws.draw_request_and_result import (
    DrawFailed,
    DrawImpossible,
    DrawWanted,
    Pause,
)
from traders.club.competition.draws.draw_request_and_result import Round as DrawnRound
from traders.club.competition.draws.table_sizes import tables_and_byes
from traders.club.seasons import drawn_rounds, season_letters
from traders.club.seasons.draft_draw import Draft, draft_of, quality
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.locked_season import hold, now
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.playable_table_sizes import sizes_of
from traders.club.seasons.registration import fill_divisions
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count
from traders.models import (
    Division,
    Entrant,
    Player,
    Season,
    SeasonPhase,
    SeasonPlace,
)

MAY_BE_DRAWN = (SeasonPhase.REGISTERING, SeasonPhase.DRAWN, SeasonPhase.RUNNING)
"""Phases in which any kind of season is drawn."""
GIVEN_UP = timedelta(minutes=2)
"""After so long without a word of it a draw under way is begun once more."""
MOST_SEED = 2**31 - 1
STEP = 0.02
"""How much further a draw is when that is kept for its page."""
MOST_TOLD = 8
"""Rounds whose opponents a letter names."""


def _keep(season: Season, draft: Draft | None) -> None:
    season.draft = {} if draft is None else msgspec.to_builtins(draft)
    season.save(update_fields=["draft"])


def ask(season_id: int, by: Player, *, seed: int | None = None, by_rating: bool = False) -> Draft:
    """Ask for a draw of the rounds that have not begun; without a `seed` with the next one.
    `by_rating`: a knock-out's people stand in the order of their ratings.
    """
    with hold(season_id, *MAY_BE_DRAWN, by=by) as season:
        kind = kind_of(season)
        if season.phase not in kind.drawn_in:
            raise Refusal(kind.not_drawn, kind="stale")
        if by_rating and not kind.seeded:
            raise Refusal("Only a knock-out is drawn by rating.", "PR-SEASON-03")
        fill_divisions(season)
        first = season.drawn_rounds.exclude(begun=None).count() + 1
        if season.phase == SeasonPhase.RUNNING and first > season.rounds:
            raise Refusal("All rounds have begun: there is nothing to draw.", kind="stale")
        people = _people(season)
        _enough(people)
        before = draft_of(season)
        if seed is None:
            seed = before.seed + 1 if before else 1
        if not 1 <= seed <= MOST_SEED:
            raise Refusal(f"A seed is a number from 1 to {MOST_SEED}.", "PR-SEASON-03")
        draft = Draft("asked", seed, first, now(), people=people, by_rating=by_rating)
        kind.drafted(season, draft)
        _keep(season, draft)
    return draft


def drop(season_id: int, by: Player) -> None:
    """Give up the draw that was asked for; what binds stays."""
    with hold(season_id, *MAY_BE_DRAWN, by=by) as season:
        _keep(season, None)


def _people(season: Season) -> dict[str, dict[str, int]]:
    """Who is to be drawn in each division, by names that differ."""
    found: dict[str, dict[str, int]] = {str(division.pk): {} for division in season.divisions.all()}
    for entrant in entries(season).taking_part:
        if entrant.division_id:
            names = found[str(entrant.division_id)]
            name = entrant.name if entrant.name not in names else f"{entrant.name} {entrant.pk}"
            names[name] = entrant.pk
    return {division: names for division, names in found.items() if names}


def _enough(people: Mapping[str, Mapping[str, int]]) -> None:
    if not people:
        raise Refusal("Nobody takes part yet: there is nobody to draw.", "PR-SEASON-03")
    for division, names in people.items():
        if len(names) < 2:
            name = Division.objects.get(pk=int(division)).called
            raise Refusal(
                f"{name or 'The season'} has only {', '.join(names)}: at least two people are "
                f"needed. {'Move them to another division, or wait' if name else 'Wait'} until "
                "more have registered.",
                "PR-SEASON-03",
            )


def wanted(season: Season, draft: Draft, division: str) -> DrawWanted:
    """What is to be drawn for one division: who, kept apart from whom, after which rounds."""
    names = {entrant: name for name, entrant in draft.people[division].items()}
    rounds = season.rounds - draft.first + 1
    enters = dict(Entrant.objects.filter(pk__in=names).values_list("pk", "enters"))
    pauses = [
        Pause(names[entrant], coming)
        for entrant, first in enters.items()
        for coming in range(1, min(first - draft.first, rounds) + 1)
    ]
    pairs = season.kept_apart.values_list("one", "other")
    sizes = tuple(size for size in sizes_of(season) if size <= max(season.table_size, 3))
    return DrawWanted(
        people=tuple(names.values()),
        rounds=rounds,
        table=season.table_size,
        sizes=sizes,
        apart=tuple((names[a], names[b]) for a, b in pairs if a in names and b in names),
        pauses=tuple(pauses),
        played=_played(season, draft, int(division), names),
        seed=draft.seed,
    )


def too_few(season: Season, draft: Draft) -> bool:
    """Whether nothing but people is missing: in some round not one table can be filled."""
    asked = [wanted(season, draft, division) for division in draft.people]
    return any(
        tables_and_byes(len(one.present(coming)), one.allowed, one.table) is None
        for one in asked
        for coming in range(1, one.rounds + 1)
    )


def _played(
    season: Season, draft: Draft, division: int, names: Mapping[int, str]
) -> tuple[DrawnRound, ...]:
    """The rounds that have begun, as they were drawn; who has gone is left out."""
    found = []
    for round_ in season.drawn_rounds.filter(number__lt=draft.first):
        seated: dict[int, list[str]] = {}
        places = SeasonPlace.objects.filter(table__round=round_, table__division=division)
        for table, entrant in places.order_by("table", "seat").values_list("table", "entrant"):
            seated.setdefault(table, []).append(names.get(entrant, f"gone {entrant}"))
        playing = {name for table in seated.values() for name in table}
        byes = tuple(name for name in names.values() if name not in playing)
        found.append(DrawnRound(tuple(map(tuple, seated.values())), byes))
    return tuple(found)


# --- by the worker --------------------------------------------------------------------------------


def waiting() -> list[int]:
    """Seasons whose draw nobody is at work on."""
    seasons = Season.objects.filter(draft__state__in=["asked", "drawing"])
    old = now() - GIVEN_UP
    found = [(season.pk, draft_of(season)) for season in seasons]
    return [pk for pk, draft in found if draft and (draft.state == "asked" or draft.at < old)]


def work(season_id: int) -> None:
    """Make the draw that was asked for, division by division."""
    with hold(season_id) as season:
        draft = draft_of(season)
        if draft is None or season_id not in waiting():
            return
        draft.state, draft.at = "drawing", now()
        _keep(season, draft)
        asked = {division: wanted(season, draft, division) for division in draft.people}
    seed, kept = draft.seed, 0.0
    try:
        for number, (division, one) in enumerate(asked.items()):

            def told(share: float, words: str, number: int = number) -> None:
                nonlocal kept
                share = (number + share) / len(asked)
                if share >= kept + STEP:
                    kept = share
                    _progress(season_id, seed, share, words)

            draft.drawn[division] = draw(one, told)
        draft.state, draft.share, draft.words = "ready", 1.0, ""
    except DrawImpossible as impossible:
        draft.state, draft.words, draft.drawn = "impossible", str(impossible), {}
    except DrawFailed as failed:
        told_why = f"What was drawn is no draw: {failed} Draw again."
        draft.state, draft.words, draft.drawn = "impossible", told_why, {}
    draft.at = now()
    with hold(season_id) as season:
        if _same(draft_of(season), seed):
            _keep(season, draft)


def _progress(season_id: int, seed: int, share: float, words: str) -> None:
    with hold(season_id) as season:
        draft = draft_of(season)
        if draft is not None and _same(draft, seed):
            draft.share, draft.words, draft.at = share, words, now()
            _keep(season, draft)


def _same(draft: Draft | None, seed: int) -> bool:
    """Whether it is still the draw that the worker is at."""
    return draft is not None and draft.seed == seed and draft.state == "drawing"


# --- bound ----------------------------------------------------------------------------------------


def bind(season_id: int, by: Player, seed: int) -> None:
    """The draw that was looked at holds: rounds and tables are kept, and all are told."""
    with hold(season_id, *MAY_BE_DRAWN, by=by) as season:
        draft = draft_of(season)
        if draft is None or draft.state != "ready" or draft.seed != seed:
            raise Refusal("This is not the latest draw any more: look at it again.", kind="stale")
        if draft.first != season.drawn_rounds.exclude(begun=None).count() + 1:
            raise Refusal("A round has begun since: draw again.", kind="stale")
        if draft.people != _people(season):
            raise Refusal(
                "Somebody came, went or moved since this was drawn: draw again.", kind="stale"
            )
        for fault in _faults(season, draft):
            raise Refusal(f"This draw cannot hold: {fault} Draw again.", "PR-SEASON-03")
        season.drawn_rounds.filter(begun=None).delete()
        told = {division: quality(one) for division, one in draft.drawn.items()}
        for coming in range(max(len(one.rounds) for one in draft.drawn.values())):
            drawn_rounds.keep(season, draft.first + coming, _seated(draft, coming), told)
        kind_of(season).bound(season, draft)
        if season.phase == SeasonPhase.REGISTERING:
            season.phase = SeasonPhase.DRAWN
            season.save(update_fields=["phase"])
        _keep(season, None)
        _tell(season, draft)


def _faults(season: Season, draft: Draft) -> Iterator[str]:
    """What is wrong with it, by the people and wishes of now."""
    kind = kind_of(season)
    for division, one in draft.drawn.items():
        shapes = kind.shapes(season, len(draft.people[division]))
        try:
            yield from faults(wanted(season, draft, division), one.rounds, shapes)
        except DrawImpossible as impossible:
            yield str(impossible)


def _seated(draft: Draft, coming: int) -> drawn_rounds.Seated:
    return {
        int(division): [
            [draft.people[division][name] for name in table] for table in one.rounds[coming].tables
        ]
        for division, one in draft.drawn.items()
    }


def _tell(season: Season, draft: Draft) -> None:
    """Write to everybody whom they meet, round by round."""
    kind = kind_of(season)
    rounds = list(season.drawn_rounds.filter(number__gte=draft.first))
    meets = [(kind.title(season, one.number), drawn_rounds.opponents(one)) for one in rounds]
    key = f"drawn.{draft.first}.{now():%y%m%d%H%M%S}"
    for entrant in entries(season).taking_part:
        told = [
            f"{title}: you play against {met[entrant.pk]}."
            if entrant.pk in met
            else f"{title}: {kind.bye}."
            for title, met in meets[:MOST_TOLD]
        ]
        if len(meets) > MOST_TOLD:
            told.append(f"{count(len(meets) - MOST_TOLD, 'more round')}: see the season's page.")
        told.append("Each game writes to you when it begins; until then there is nothing to do.")
        season_letters.tell([entrant.player], season, key, f"Whom you play in {season.name}", told)


def undo(season_id: int, by: Player) -> None:
    """Take back a draw before its first round begins: registration is open once more."""
    with hold(season_id, SeasonPhase.DRAWN, by=by) as season:
        season.drawn_rounds.all().delete()
        kind_of(season).undone(season)
        season.phase = SeasonPhase.REGISTERING
        season.save(update_fields=["phase"])
        told = ["The draw was taken back: registration is open again, and a new draw follows."]
        taking_part = [entrant.player for entrant in entries(season).taking_part]
        key = f"back.{now():%y%m%d%H%M%S}"
        season_letters.tell(taking_part, season, key, f"{season.name}: a new draw follows", told)
