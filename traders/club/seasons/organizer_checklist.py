"""An organizer's checklist: the steps of a season in order, which are done, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.timezone import localtime

from traders.club.seasons import closing
from traders.club.seasons.draft_draw import draft_of
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.participants_and_waiting_list import entries
from traders.club.seasons.round_start import is_played
from traders.club.seasons.table_results import results_at
from traders.engines.kernel.words import count
from traders.models import Club, Phase, Round, Season, SeasonPhase, SeasonTable, Starting

DONE, NEXT, LATER = "done", "next", "later"


@dataclass(frozen=True)
class Deed:
    """A button of a step: what it does, as addresses and pages have it."""

    name: str
    label: str
    number: int = 0
    """The round that it is about."""
    quiet: bool = False


@dataclass(frozen=True)
class Step:
    """One step."""

    title: str
    state: str
    words: str = ""
    deeds: tuple[Deed, ...] = ()


def steps(season: Season) -> list[Step]:
    """All steps of a season."""
    return [*_before(season), *_played(season), *_at_the_end(season)]


def coming(club: Club) -> list[tuple[Season, Step]]:
    """The next step of each season of a club that is open or under way."""
    phases = (SeasonPhase.REGISTERING, SeasonPhase.DRAWN, SeasonPhase.RUNNING)
    found = []
    for season in club.seasons.filter(phase__in=phases).select_related("club"):
        step = next((one for one in steps(season) if one.state == NEXT), None)
        if step is not None:
            found.append((season, step))
    return found


def _before(season: Season) -> Iterator[Step]:
    phase, there = season.phase, entries(season)
    draft, registering = phase == SeasonPhase.DRAFT, phase == SeasonPhase.REGISTERING
    yield Step(
        "Prepare the season",
        NEXT if draft else DONE,
        "Check its games, rounds and divisions; then let members register." if draft else "",
        (Deed("open", "Open registration"),) if draft else (),
    )
    waiting = f", {len(there.waiting)} on the waiting list" if there.waiting else ""
    silent = count(len(there.unconfirmed), "has", "have")
    words = f"{count(len(there.taking_part), 'person', 'people')}{waiting}"
    if there.unconfirmed:
        words += f". {silent} not confirmed."
    else:
        words += (
            ", all confirmed." if there.taking_part else ". Send members the address of this page."
        )
    deeds = [Deed("ask", "Ask everybody to confirm")] if there.unconfirmed else []
    if there.unconfirmed and any(one.confirmed for one in there.taking_part):
        deeds.append(Deed("silent", "Leave out who has not confirmed", quiet=True))
    undo = Deed("close", "Back to preparing", quiet=True)
    yield Step(
        "Register",
        LATER if draft else NEXT if registering else DONE,
        words if registering else "",
        (*deeds, undo) if registering else (),
    )
    drawn = season.drawn_rounds.exists()
    yield Step(
        "Draw",
        DONE if drawn else NEXT if registering and there.taking_part else LATER,
        "Look at the draw before it binds; draw again as often as you like." if registering else "",
        (Deed("undraw", "Take the draw back", quiet=True),) if phase == SeasonPhase.DRAWN else (),
    )


def _played(season: Season) -> Iterator[Step]:
    begun, settled = True, True
    for round_ in season.drawn_rounds.all():
        step = _round(season, round_, begun, settled)
        yield step
        begun = round_.begun is not None
        settled = step.state == DONE or any(deed.name == "approve" for deed in step.deeds)
    for title in kind_of(season).titles_to_come(season):
        yield Step(title, LATER, "It is made of who goes on, when the round before is approved.")


def _round(season: Season, round_: Round, before: bool, settled: bool) -> Step:
    """The step of a round. `before`: the one before has begun; `settled`: and has its results."""
    number = round_.number
    title = kind_of(season).title(season, number)
    if round_.approved is not None:
        again = (Deed("reopen", "Make it provisional again", number, quiet=True),)
        return Step(title, DONE, "Final.", again if season.phase != SeasonPhase.OVER else ())
    if round_.begun is None:
        how = {
            Starting.BY_HAND: "Begin it when you like.",
            Starting.ON_DATE: f"It begins by itself on {localtime(round_.begins):%a %-d %b}."
            if round_.begins
            else "",
            Starting.READY: "It begins by itself when all have confirmed."
            if round_.number == 1
            else "It begins by itself when all games before are over.",
        }[Starting(season.starting)]
        deeds = (
            (Deed("begin", f"Begin {title.lower()}", number, quiet=not settled),) if before else ()
        )
        return Step(title, NEXT if before and settled else LATER, how, deeds)
    return Step(title, NEXT, *_begun(round_, f"Approve {title.lower()}"))


def _begun(round_: Round, approving: str) -> tuple[str, tuple[Deed, ...]]:
    """What is known of a round that is not approved, and what can be done."""
    tables, played = round_.tables.count(), is_played(round_)
    over = sum(one.settled for one in results_at(round_.tables.all()))
    if over == tables:
        there = "All games are over. Look at the results"
        words = there if played else "Every table has a result. Look at them"
        return f"{words}; approved, they are final.", (Deed("approve", approving, round_.number),)
    missing = "ended without one" if played else "does not end"
    return (
        f"{over} of {count(tables, 'table')} {'has' if 1 in (over, tables) else 'have'} a result. "
        f"State one where a game {missing}."
    ), _ending_games(round_.season)


def _ending_games(season: Season) -> tuple[Deed, ...]:
    """The button that ends all games whose tables have a result."""
    if not closing.going_on(season):
        return ()
    return (Deed("finish", "End the games that have a result", quiet=True),)


def _at_the_end(season: Season) -> Iterator[Step]:
    rounds = list(season.drawn_rounds.all())
    approved = len(rounds) >= season.rounds and all(one.approved is not None for one in rounds)
    over = season.phase == SeasonPhase.OVER
    tables = SeasonTable.objects.filter(round__season=season, game__isnull=False)
    running = tables.exclude(game__phase=Phase.OVER).count() if approved else 0
    going = (
        f" {count(running, 'game goes', 'games go')} on, though the table is decided."
        if running
        else ""
    )
    ending = _ending_games(season) if running and not over else ()
    several = season.divisions.count() > 1
    moving = " who moves up and down" if several else ""
    yield Step(
        "End the season",
        DONE if over else NEXT if approved else LATER,
        f"The table is final, and all are told{moving}.{going}" if approved else "",
        (*([Deed("end", "End the season")] if approved and not over else []), *ending),
    )
    divisions = ", with the divisions that follow from this table" if several else ""
    following = season.following.exists()
    yield Step(
        "Next season",
        DONE if following else NEXT if over else LATER,
        f"The same games and rules{divisions}." if over else "",
        (Deed("next", "Prepare the next season"),) if over and not following else (),
    )


def under_way(season: Season) -> bool:
    """Whether a draw is being made."""
    draft = draft_of(season)
    return draft is not None and draft.state in ("asked", "drawing")
