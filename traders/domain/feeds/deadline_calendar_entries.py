"""Deadlines that wait for a player, as the player was told them: turns, reaction windows, choices,
and what is asked back.

Everything is read from rows, and nothing is kept for the calendar: a deadline's row counts how
often what players are told of it has changed (`DeadlineState.tellings`), and an entry's changes are
these, with one for each row of the same deadline that is over, and two for what its own seat said
in a window, which takes the entry away or brings it back. So they never fall, and a change that the
reader cannot see elsewhere does not show in them (PR-INTERVAL-05).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from traders.domain.deadlines import interval_answer_status, turn_clock
from traders.domain.deadlines.game_clocks import Clocks, DeadlineState
from traders.domain.feeds.calendar_entry import SHOWN, CalendarEntry
from traders.domain.play.commands import confirmation_by_yes
from traders.engines.kernel.words import named
from traders.models import Deadline, DeadlineKind, Phase, Player, Sealed, SealedKind, Seat, Sitting

TITLES: dict[str, str] = {
    DeadlineKind.TURN: "Your turn",
    DeadlineKind.INTERVAL: "You may react",
    DeadlineKind.CHOICE: "Your choice",
}
"""What waits, by the kind of its deadline: the clocks that play waits for."""
EXTRA = (turn_clock.BANK, turn_clock.GRACE)
"""Steps of a turn's clock after its own time."""
_SAID = (SealedKind.PASS, SealedKind.ANSWER)


@dataclass
class _Told:
    """All rows of one deadline of one seat, the newest last."""

    seat: Seat
    rows: list[Deadline]
    said: list[Sealed]
    answered: bool = False

    @property
    def row(self) -> Deadline:
        return self.rows[-1]

    def entry(self, now: datetime) -> CalendarEntry | None:
        """The entry; None where there is no time to tell, or it is long over."""
        terms = DeadlineState.read(self.row.data)
        due = terms.told or terms.given or self.row.due
        over = self.row.done_at or now
        if due is None or max(due, over) < now - SHOWN:
            return None
        done = self.row.done_at is not None and self.row.done_at < due
        earlier = sum(DeadlineState.read(row.data).tellings + 2 for row in self.rows[:-1])
        spoken = sum(1 + (said.used is not None) for said in self.said)
        times = [terms.told_at or self.row.set_at, self.row.done_at, *(s.at for s in self.said)]
        return CalendarEntry(
            key=self._key,
            changes=earlier + spoken + terms.tellings + (self.row.done_at is not None),
            changed=max(time for time in times if time),
            gone=done or terms.untold or self.answered,
            begins=due,
            title=f"{TITLES[self.row.kind]} · {self.seat.game.title}",
            words=_words(self.seat),
            page=reverse("game", args=[self.seat.game.slug]),
        )

    def late_end(self, now: datetime) -> CalendarEntry | None:
        """The end of the saved and extra time of a turn that is late (PR-TURN-04, PR-TURN-05); None
        where none of it runs or ran, or where nobody can say.
        """
        row, game = self.row, self.seat.game
        if row.kind != DeadlineKind.TURN or DeadlineState.read(row.data).step not in EXTRA:
            return None
        over = row.done_at
        ends = row.due if over else turn_clock.ends(Clocks(game, now), row)
        if ends is None or max(ends, over or now) < now - SHOWN:
            return None
        return CalendarEntry(
            key=f"{self._key}/extra",
            changes=sum(len(one.moves) + (one.done_at is not None) for one in self.rows),
            changed=over or (datetime.fromisoformat(row.moves[-1][0]) if row.moves else row.set_at),
            gone=over is not None and over < ends,
            begins=ends,
            title=f"Extra time ends · {game.title}",
            words=_words(self.seat),
            page=reverse("game", args=[game.slug]),
        )

    @property
    def _key(self) -> str:
        return f"{self.seat.pk}/{self.row.kind}/{self.row.key}"


def _words(seat: Seat) -> str:
    return f"You are {named(seat.colour)} in {seat.game.title}."


def seats_of(player: Player, now: datetime) -> dict[int, Seat]:
    """The player's seats in games that are played or ended lately, by id."""
    lately = Q(game__phase=Phase.PLAYING) | Q(game__ended__gte=now - SHOWN)
    seats = Seat.objects.filter(lately, player=player, left=None).select_related("game", "player")
    return {seat.pk: seat for seat in seats.defer("game__course", "game__secret")}


def deadlines(player: Player, now: datetime) -> Iterator[CalendarEntry]:
    """Turns, reaction windows and choices that wait for the player, or did lately."""
    seats = seats_of(player, now)
    told = _told(player, list(seats.values()), now)
    words = interval_answer_status.kept({one.seat.game for one in told}) if told else {}
    for one in told:
        if one.row.kind == DeadlineKind.INTERVAL and one.row.done_at is None:
            key = int(one.row.key)
            one.answered = interval_answer_status.said(one.seat.game, one.seat.colour, key, words)
        yield from filter(None, (one.entry(now), one.late_end(now)))


def _told(player: Player, seats: list[Seat], now: datetime) -> list[_Told]:
    """The deadlines of these seats, since the player has them."""
    games = {seat.game_id for seat in seats}
    rows = Deadline.objects.filter(game__in=games, kind__in=TITLES).order_by("pk")
    lately = rows.filter(Q(done_at=None) | Q(done_at__gte=now - SHOWN))
    keys = set(lately.values_list("game_id", "kind", "key"))
    of_game: dict[int, list[Deadline]] = defaultdict(list)
    for row in rows.filter(key__in={key for _, _, key in keys}):
        if (row.game_id, row.kind, row.key) in keys:
            of_game[row.game_id].append(row)
    since = _since(player)
    said = _said(seats, keys)
    found: list[_Told] = []
    for seat in seats:
        by_key: dict[tuple[str, str], list[Deadline]] = defaultdict(list)
        for row in of_game[seat.game_id]:
            sat_down = since.get(seat.pk)
            before = sat_down is not None and row.done_at is not None and row.done_at < sat_down
            if not before and _asks(row, seat.colour):
                by_key[row.kind, row.key].append(row)
        for (kind, key), own in by_key.items():
            spoken = said[seat.pk, key] if kind == DeadlineKind.INTERVAL else []
            found.append(_Told(seat, own, spoken))
    return found


def _since(player: Player) -> dict[int, datetime]:
    """Since when the player has each seat, by its id: what came before was a predecessor's."""
    return dict(Sitting.objects.filter(player=player, until=None).values_list("seat_id", "since"))


def _asks(row: Deadline, colour: str) -> bool:
    """Whether the row waits for that seat among others, and asks it (PR-INTERVAL-10)."""
    if row.kind == DeadlineKind.INTERVAL:
        terms = DeadlineState.read(row.data)
        return colour in terms.clocks and colour not in terms.unasked
    return row.seat == colour


def _said(
    seats: Iterable[Seat], keys: Iterable[tuple[int, str, str]]
) -> defaultdict[tuple[int, str], list[Sealed]]:
    """What the seats themselves said in windows, by seat and key."""
    seat_of = {(seat.game_id, seat.colour): seat.pk for seat in seats}
    windows = {int(key) for _, kind, key in keys if kind == DeadlineKind.INTERVAL}
    rows = Sealed.objects.filter(
        game__in={game for game, _ in seat_of}, kind__in=_SAID, interval__in=windows
    )
    found: defaultdict[tuple[int, str], list[Sealed]] = defaultdict(list)
    for row in rows if windows else ():
        if (row.game_id, row.seat) in seat_of:
            found[seat_of[row.game_id, row.seat], str(row.interval)].append(row)
    return found


def confirmations(player: Player, now: datetime) -> Iterator[CalendarEntry]:
    """What the player was asked back and has not confirmed yet (PR-SEAT-06)."""
    seats = {(seat.game_id, seat.colour): seat for seat in seats_of(player, now).values()}
    rows = Sealed.objects.filter(
        game__in={game for game, _ in seats},
        kind=SealedKind.UNCONFIRMED,
        at__gte=now - 2 * SHOWN,
    ).order_by("pk")
    since = _since(player)
    for row in rows:
        seat = seats.get((row.game_id, row.seat))
        if seat is None or row.at < since.get(seat.pk, row.at):
            continue
        due = confirmation_by_yes.waits_until(row)
        if due >= now - SHOWN:
            yield CalendarEntry(
                key=f"{seat.pk}/unconfirmed/{row.pk}",
                changes=int(row.used is not None),
                changed=row.at,
                gone=row.used is not None,
                begins=due,
                title=f"Confirm with yes · {seat.game.title}",
                words=_words(seat),
                page=reverse("game", args=[seat.game.slug]),
            )
