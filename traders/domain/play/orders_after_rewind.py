"""What seats had said, when play backs up: said again where it counted at that point, withdrawn
where it came after it.

A back-up restores the position; beside it stand the sealed rows. Their `made` and `used` are
numbers of entries, so that what counted after any entry can be told again: reactions gathered in an
interval that is open again, standing orders that were not used up yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import Q

from traders.domain.history.sealed_notes import note_of
from traders.domain.table import asked_seats, deals, game_progression
from traders.domain.table.sealed_note_as_typed import as_typed
from traders.domain.table.table import Table
from traders.domain.table.table_data_types import GATHERED, OFFER_OVER, Round, SealedNote
from traders.engines.kernel.contract.contract import Interval
from traders.engines.kernel.refusal import Refusal
from traders.models import BY_HAND, Entry, Game, Kind, Sealed, SealedKind, SealedOutcome

IN_AN_INTERVAL = (
    SealedKind.REACTION,
    SealedKind.ANSWER,
    SealedKind.AGREE,
    SealedKind.PASS,
    SealedKind.AHEAD,
)
AHEAD = (SealedKind.STANDING, SealedKind.STANDING_PASS)
COUNTS_AGAIN = (*IN_AN_INTERVAL, *AHEAD, SealedKind.OFFER)
"""What was used by play that is undone counts again; what its seat took back itself does not, nor a
hold, of which each seat has one.
"""
AGAIN = "again"
"""Under this name stands in a row's data what back-ups made of it: from which entry on it was used,
and at which it counted again.
"""
OF_ITSELF = (SealedOutcome.DONE, SealedOutcome.RETURNED, SealedOutcome.OVER)


def rows_since(game: Game, to: int, windows: Iterable[int]) -> list[Sealed]:
    """What was said or used after entry `to`, and what was said in these windows, which are open
    there.
    """
    rows = Sealed.objects.filter(game=game).filter(
        Q(made__gt=to)
        | Q(used__gt=to)
        | Q(used=to, outcome=SealedOutcome.RETURNED)
        | Q(interval__in=list(windows))
    )
    return list(rows.order_by("serial"))


def say_again(rows: Iterable[Sealed], table: Table, to: int, *, afresh: bool) -> None:
    """Set right what was said (`rows_since`), after the position was taken back to entry `to`. Call
    it once the back-up's own entry is made.

    `afresh`: something may have been learned by what is undone, so that standing orders made since
    are withdrawn and plans stop.
    """
    known = {said.serial: said for said in table.said}
    for row in rows:
        if row.serial not in known:
            known[row.serial] = note_of(row)
            table.said.append(known[row.serial])
    table.said.sort(key=lambda said: said.serial)
    alive = table.engine.standing(table.state)
    for said in table.said:
        if said.made > to:
            _disown(table, said, afresh)
        elif _counts_again(said, to, alive):
            _not_used(table, said)
    if afresh:
        for seat in {
            said.seat
            for said in table.open(SealedKind.PLAN)
            if said.made > to or not said.data.get("ahead")
        }:
            table.stop_plan(seat, "play went back to an earlier move")
        _ask_again(table)
    _rounds(table, alive, to)


def used_by(row: Sealed, number: int) -> bool:
    """Whether what was said was used up before entry `number` was the last, whatever back-ups have
    made of it since.
    """
    spans = [*row.data.get(AGAIN, []), *([[row.used, number + 1]] if row.used is not None else [])]
    return any(used < number < again for used, again in spans)


def _not_used(table: Table, said: SealedNote) -> None:
    """By what is in play from now on it was not used."""
    if said.used is not None:
        again = [*said.data.get(AGAIN, []), [said.used, table.number]]
        said.data = {**said.data, AGAIN: again}
        said.count_again()


def _ask_again(table: Table) -> None:
    """The interval that is open again asks all its seats again: who had passed there did so before
    what is undone was known (PR-REMEDY-03).

    Answers to a question stay as they were sealed, passes among them: what was revealed since
    cannot be used (PR-BACKUP-04).
    """
    pending = table.pending()
    if isinstance(pending, Interval) and not pending.question:
        for said in list(table.open(SealedKind.PASS, interval=pending.key)):
            table.use(said, SealedOutcome.UNDONE)


def _counts_again(said: SealedNote, to: int, alive: frozenset[int]) -> bool:
    if (
        said.kind not in COUNTS_AGAIN
        or said.used is None
        or said.outcome not in OF_ITSELF
        or (said.interval and said.interval not in alive)
    ):
        return False
    return said.used > to or (said.used == to and said.outcome == SealedOutcome.RETURNED)


def _disown(table: Table, said: SealedNote, afresh: bool) -> None:
    """Said after the point: in an interval it belongs to one that is not any more; a standing order
    or pass is withdrawn where something was learned, so that none said later speaks in an interval
    that is open again, and so is an offer, made of a position that is not any more. Whose it was is
    told.
    """
    if said.interval:
        said.data = {**said.data, "interval": said.interval}
        said.interval = 0  # keys of intervals come again in the new line of play
        table.progress.occasions.pop(said.data.get("standing", 0), None)
        if said.used is None:
            table.use(said, SealedOutcome.UNDONE)
    elif said.kind in AHEAD and afresh and said.outcome in (SealedOutcome.OPEN, SealedOutcome.DONE):
        _not_used(table, said)
        table.use(said, SealedOutcome.UNDONE)
        was = f"`{as_typed(said)}` was written in play that is undone"
        deals.whisper(table, said.seat, f"Your {was}; it is dropped.", OFFER_OVER)
    elif said.used is None and said.kind == SealedKind.OFFER and afresh:
        table.use(said, SealedOutcome.UNDONE)
        for seat in said.data["numbers"]:
            was = f"Offer {deals.number(said, seat)} was made in play that is undone"
            deals.whisper(table, seat, f"{was}; it is open no more.")


def _rounds(table: Table, alive: frozenset[int], to: int) -> None:
    """The open interval waits again; one around it, whose reactions were being carried out, goes on
    with those that are left. Nobody is out of time any more.
    """
    pending = table.pending()
    table.progress.rounds, table.progress.out = {}, {}
    for key in alive:
        there = [said for said in table.said if said.interval == key and said.kind in GATHERED]
        carried = any(
            said.used is not None and said.used <= to and said.outcome == SealedOutcome.DONE
            for said in there
        )
        if isinstance(pending, Interval) and key == pending.key:
            open_now = Round(key, number=2 if carried else 1, held=True)
            asked_seats.open_to(table, pending, open_now)
            table.progress.rounds[key] = open_now
        elif carried:
            queue = [said.serial for said in game_progression.in_order(table, key)]
            table.progress.rounds[key] = Round(
                key, held=True, carrying=True, changed=True, queue=queue
            )


# --- what a seat takes back itself ----------------------------------------------------------------


def latest_order(game: Game, seat: str, known: Iterable[Entry] = ()) -> Entry:
    """The seat's order that can be taken back, which is the latest of all; `Refusal` where there is
    none, or where something was revealed or somebody acted since (PR-BACKUP-03). `known`: entries
    that have been read already.
    """
    for entry in _backwards(game, known):
        if entry.kind == Kind.CHANCE or entry.parts[0].get("reveals"):
            raise Refusal(
                "Something random or hidden has been revealed since; it cannot be taken back.",
                "PR-BACKUP-03",
            )
        if entry.kind == Kind.ORDER and entry.seat != seat:
            raise Refusal("Somebody has acted since; it cannot be taken back.", "PR-BACKUP-03")
        if entry.kind == Kind.ORDER:
            return entry
        # by an undo: nothing was revealed in what it undid
        taken_back = entry.kind == Kind.BACK_UP and entry.source in BY_HAND
        if entry.kind not in (Kind.CLOSE, Kind.SETTINGS, Kind.DECISION) and not taken_back:
            break
    raise _nothing_to_take_back()


def must_have_ordered(game: Game, seat: str) -> None:
    """Refuses to take back where the seat has given no order, so that nothing came since."""
    if not Entry.objects.filter(game=game, seat=seat, kind=Kind.ORDER).exists():
        raise _nothing_to_take_back()


def _nothing_to_take_back() -> Refusal:
    return Refusal("There is no order of yours to take back.", "PR-BACKUP-03")


def is_latest(game: Game, seat: str) -> bool:
    """Whether the latest order of all is the seat's."""
    latest = next((entry for entry in _backwards(game) if entry.kind == Kind.ORDER), None)
    return latest is not None and latest.seat == seat


def may_take_back(game: Game, seat: str, known: Iterable[Entry]) -> bool:
    """Whether the seat has an order that can be taken back (PR-BACKUP-03)."""
    try:
        latest_order(game, seat, known)
    except Refusal:
        return False
    return True


def _backwards(game: Game, known: Iterable[Entry] = ()) -> Iterator[Entry]:
    """The entries in play, newest first."""
    there = {entry.number: entry for entry in known}
    wanted = game.head
    while wanted:
        entry = there.get(wanted) or Entry.objects.get(game=game, number=wanted)
        yield entry
        wanted = entry.before
