"""Entries of a history in words, as one seat was told them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from traders.domain.history.told_event_rows import heard
from traders.domain.settings import game_settings
from traders.engines.kernel.words import in_quotes
from traders.models import Entry, Game, Kind, Source

_SOURCES = {
    Source.LETTER: "by letter",
    Source.PAGE: "on the page",
    Source.API: "by the API",
    Source.BOT: "by the bot",
    Source.STANDING: "by a standing order",
    Source.PLAN: "by a plan",
    Source.INTERVAL: "collected in the window",
    Source.TIMING: "at once",
    Source.PASSES: "all passed",
    Source.DEADLINE: "at the deadline",
    Source.REFEREE: "by the referee",
    Source.VOTE: "by vote",
    Source.ORGANIZER: "by the organizer",
    Source.BOX: "the dice",
}

_BESIDE = (Kind.SETTINGS, Kind.DECISION)
"""What stands beside the board: it holds, also where play has backed out of the moves around it."""


@dataclass(frozen=True)
class StoryEntry:
    """One entry as a seat may read it."""

    number: int
    kind: str
    seat: str
    order: str
    source: str
    at: datetime
    sentences: tuple[tuple[str, str], ...]
    """What it told, each with the rule by which it happened, or ""."""
    rest: str = ""
    """What else the entry says, where it told nothing: the throw's purpose, why play backed up."""
    backed_out: bool = False


def tell(entries: Iterable[Entry], seat: str | None) -> list[StoryEntry]:
    """Entries, newest first, as `seat` (None: the gallery) was told them; those that play backed
    out of are marked (PR-RECORD-02).
    """
    told = []
    resumes: int | None = None
    for entry in entries:
        gone = resumes is not None and entry.number > resumes
        if not gone:
            resumes = None
            if entry.kind == Kind.BACK_UP:
                resumes = entry.before
        told.append(told_to(entry, seat, gone=gone))
    return told


PORTION = 500
"""Entries that are read at a time."""


def told_in_order(
    game: Game, seat: str | None, first: int, last: int, shown: int
) -> Iterator[StoryEntry]:
    """The entries from `first` to `last`, oldest first, as `seat` (None: the gallery) was told
    them; those that play has backed out of after entry `shown`, the last that the reader sees, are
    marked.
    """
    entries = Entry.objects.filter(game=game, number__lte=shown)
    gaps: list[tuple[int, int]] = []
    for back_up in entries.filter(kind=Kind.BACK_UP).order_by("-number"):
        if not _lies_in(gaps, back_up.number):
            gaps.append((back_up.before, back_up.number))
    for begin in range(first, min(last, shown) + 1, PORTION):
        end = min(last, begin + PORTION - 1)
        for entry in entries.filter(number__range=(begin, end)).order_by("number"):
            yield told_to(entry, seat, gone=_lies_in(gaps, entry.number))


def _lies_in(gaps: Iterable[tuple[int, int]], number: int) -> bool:
    return any(low < number < high for low, high in gaps)


def told_to(entry: Entry, seat: str | None, *, gone: bool = False) -> StoryEntry:
    """An entry as `seat` (None: the gallery) was told it; `gone`: play has backed out of it."""
    public, secret = entry.parts
    sentences = tuple((one.text, one.rule) for one in heard(entry, seat))
    own = secret.get("text") if entry.seat and entry.seat == seat else None
    order = (own or public.get("text", "")) if entry.kind == Kind.ORDER else ""
    return StoryEntry(
        entry.number,
        entry.kind,
        entry.seat,
        order,
        _SOURCES.get(Source(entry.source), entry.source),
        entry.at,
        sentences,
        "" if sentences else _rest(entry, public, secret),
        gone and entry.kind not in _BESIDE,
    )


def _rest(entry: Entry, public: dict[str, Any], secret: dict[str, Any]) -> str:
    match entry.kind:
        case Kind.START:
            return "The game begins."
        case Kind.CHANCE:
            outcome = public.get("outcome")
            if (public.get("of") or secret.get("of") or [""])[0] == "shuffle":
                return f"Shuffled: {public['text']}."
            return (
                f"{public['text']}: {outcome}" if isinstance(outcome, int) else str(public["text"])
            )
        case Kind.CLOSE:
            return f"The {str(public.get('text', '')).removeprefix('close ')} window closes."
        case Kind.BACK_UP:
            return f"Play goes back to move {public['to']}: {public['why']}"
        case Kind.HAGGLE:
            return f"A bargainer asks for time: {public['text']}."
        case Kind.LEAVE:
            return f"{entry.seat.capitalize()} drops out."
        case Kind.SETTINGS:
            names = ", ".join(game_settings.label(name) for name in public["settings"])
            why = f": {in_quotes(public['why'])}" if public["why"] else ""
            return f"Settings were changed ({names or 'time zones'}){why}"
        case Kind.PUT_RIGHT:
            return str(public.get("why") or "The position is put right by a ruling.")
        case Kind.ORDER:
            return ""
    return str(public.get("text", public.get("why", "")))
