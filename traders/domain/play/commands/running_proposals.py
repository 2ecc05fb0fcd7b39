"""Whose votes a proposal waits for, what silence means in it, and until when it waits (PR-SEAT-03,
PR-SEAT-12, PR-BACKUP-05).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Min

from traders.domain.deadlines import deadline_changes
from traders.domain.deadlines.absent_seats_and_vacation_days import is_absent
from traders.domain.letters.plain_text_layout import when, zone_of
from traders.domain.people import mailbox_identity, seating
from traders.domain.play.game_session import GameSession
from traders.domain.settings import game_settings
from traders.domain.settings.game_settings import GameSettings
from traders.engines.kernel.seats import Seat
from traders.models import Ballot, DeadlineKind, Game, Player, Proposal
from traders.models import Seat as Place
from traders.models.players import PEOPLE

OF_PERSONS = ("back up", "pause")
"""Kinds of proposals that every person with a seat must agree to, and to which silence agrees in
the end; so it is with more time for one's own seat (PR-BACKUP-05).
"""


@dataclass(frozen=True)
class Poll:
    """Who is asked about a proposal; it need not be before the table yet. `playing`: seats still in
    the game.
    """

    game: Game
    places: Collection[Place]
    playing: Collection[Seat]
    proposal: Proposal

    @cached_property
    def of_persons(self) -> bool:
        """Whether every person who has a seat is asked, and silence agrees. It is so of more time
        for another's seat, and of the turn time, too where one seat alone would decide.
        """
        asked = self.proposal
        return asked.kind in OF_PERSONS or (
            "hours" in asked.data
            and (asked.data.get("seat") == asked.seat or len(self._present) < 2)
        )

    @cached_property
    def voters(self) -> frozenset[Seat]:
        """Seats whose votes are waited for. Bots have no voice, nor do seats that were left; absent
        ones, and ones that the game has done with, have one where every person is asked.
        """
        return self._persons if self.of_persons else self._present

    @cached_property
    def _persons(self) -> frozenset[Seat]:
        return frozenset(
            place.colour
            for place in self.places
            if not place.bot and place.left is None and not place.dropped
        )

    @cached_property
    def _present(self) -> frozenset[Seat]:
        """Those who play, and are not absent (PR-SEAT-05)."""
        return frozenset(
            place.colour
            for place in self.places
            if place.colour in self.playing and not place.bot and not is_absent(place, self.game)
        )

    @property
    def alone(self) -> bool:
        """Whether one person alone would decide although somebody else has or had a seat: that is
        no agreement (PR-BACKUP-05).
        """
        return len(self.voters) < 2 and others_sat(self.game, self.places, self.voters)


@dataclass(frozen=True)
class Running:
    """A proposal that is before the table, at `now`."""

    poll: Poll
    now: datetime

    @property
    def proposal(self) -> Proposal:
        return self.poll.proposal

    @cached_property
    def _since(self) -> datetime:
        """From when its time is counted: from when that was first set."""
        rows = self.poll.game.deadlines.filter(
            kind=DeadlineKind.VOTE, key=str(self.proposal.number)
        )
        since: datetime | None = rows.aggregate(since=Min("set_at"))["since"]
        return since or self.now

    @cached_property
    def _settings(self) -> GameSettings:
        """Those of then: it keeps the time that it was given."""
        return game_settings.then(self.poll.game, self._since)

    @property
    def asked(self) -> list[Place]:
        """Whose vote counts, and who made the proposal."""
        seats = {*self.poll.voters, self.proposal.seat}
        return [place for place in self.poll.places if place.colour in seats]

    @cached_property
    def votes(self) -> dict[Seat, bool]:
        """What those said who have voted and count."""
        rows = Ballot.objects.filter(proposal=self.proposal, seat__in=self.poll.voters)
        return dict(rows.values_list("seat", "yes"))

    @cached_property
    def silence_agrees(self) -> dict[Seat, datetime]:
        """When each seat agrees if it says nothing: the substitution time after the proposal, in
        which it is not away; {} where silence does not agree.
        """
        length = self._settings.substitution_time
        return (
            {
                place.colour: self._after([place], length)
                for place in self.asked
                if place.colour != self.proposal.seat
            }
            if self.poll.of_persons
            else {}
        )

    @property
    def silent(self) -> datetime | None:
        """When it passes if all say nothing who have not said no; None where silence does not
        agree.
        """
        return max(self.silence_agrees.values(), default=None)

    @cached_property
    def lapses(self) -> datetime:
        """When it lapses unless all agree: each seat asked has had the time of a turn with its
        grace time, and the silence of none can agree any more.
        """
        return max([self._turns(1), *self.silence_agrees.values()])

    @cached_property
    def reminds(self) -> datetime:
        """When who has not voted is reminded: half-way to what comes of their silence."""
        half = self._settings.substitution_time / 2
        silent = [self._after(self.asked, half)] if self.poll.of_persons else []
        return min([self._turns(0.5), *silent])

    def next_look(self, *, reminded: bool) -> datetime:
        """When something of it falls due next."""
        ahead = [*self.silence_agrees.values(), *([] if reminded else [self.reminds])]
        return min([*(at for at in ahead if at > self.now), self.lapses])

    def agreed(self, until: datetime) -> bool:
        """Whether all agree, with those whose silence does by then."""
        silent = [seat for seat in self.poll.voters if seat not in self.votes]
        return (
            bool(self.poll.voters)
            and all(self.votes.values())
            and all(
                seat in self.silence_agrees and self.silence_agrees[seat] <= until
                for seat in silent
            )
        )

    def _turns(self, part: float) -> datetime:
        whole = self._settings.turn_time + self._settings.grace
        return self._after(self.asked, whole * part)

    def _after(self, places: Collection[Place], length: timedelta) -> datetime:
        return deadline_changes.time_of_each(
            self.poll.game, places, self._settings, self._since, length
        )


def others_sat(game: Game, places: Collection[Place], seats: Collection[Seat]) -> bool:
    """Whether anybody has or had a seat of the game beside the persons in these seats, with
    whichever account.
    """
    own = [place.player for place in places if place.colour in seats and place.player]
    sat = Player.objects.filter(PEOPLE, seating.sitters(game)).values_list("pk", "email")
    erased = seating.sittings(game).filter(player=None)
    return erased.exists() or any(
        not any(pk == one.pk or mailbox_identity.same(email, one.email) for one in own)
        for pk, email in sat
    )


# --- in a session ---------------------------------------------------------------------------------


def playing_in(session: GameSession) -> tuple[Seat, ...]:
    """Seats still in the game; absent ones too."""
    return session.engine.seats_in_order(session.table.state)


def tell(session: GameSession, place: Place, words: str) -> None:
    """Have a seat's letter say so."""
    session.change_set.own_notices.setdefault(place.colour, []).append(words)


NOT_COUNTED = (
    "The clock ended your last turns, so you do not count in this vote. Write anything, or vote, "
    "and it waits for you (PR-SEAT-05)."
)


def if_silent(session: GameSession, place: Place, running: Running) -> str:
    """What comes of it for a seat that says nothing."""
    number = running.proposal.number
    if running.poll.of_persons:
        hour = hour_of(session, place, running.silence_agrees[place.colour])
        return f"If you do nothing, you agree to proposal {number} on {hour} (PR-BACKUP-05)."
    hour = hour_of(session, place, running.lapses)
    return f"If you do nothing, proposal {number} lapses on {hour}."


def running_now(session: GameSession, proposal: Proposal) -> Running:
    """A proposal of the session's game that waits for votes."""
    return running(session.game, session.seats, playing_in(session), proposal, session.now)


def running(
    game: Game,
    places: Collection[Place],
    playing: Collection[Seat],
    proposal: Proposal,
    now: datetime,
) -> Running:
    """A proposal that waits for votes: whose, and until when; `playing`: seats still in the
    game.
    """
    return Running(Poll(game, places, playing, proposal), now)


def has_time(session: GameSession, proposal: Proposal) -> None:
    """The proposal waits: one from before proposals lapsed is given its time now (PR-SEAT-12)."""
    rows = session.game.deadlines.filter(kind=DeadlineKind.VOTE, key=str(proposal.number))
    if not rows.exists():
        look_again(session, proposal, running_now(session, proposal).reminds)


def look_again(session: GameSession, proposal: Proposal, due: datetime) -> None:
    """The proposal is looked at again then (PR-SEAT-12)."""
    key = str(proposal.number)
    deadline_changes.due_then(session.game, DeadlineKind.VOTE, key, due, session.now)


def days_away_changed(session: GameSession) -> None:
    """A seat is away, or back: what falls due of a vote falls due at other times (PR-TURN-06)."""
    rows = session.game.deadlines.filter(kind=DeadlineKind.VOTE, done_at=None)
    for row in list(rows):
        proposal = Proposal.objects.get(game=session.game, number=int(row.key))
        due = running_now(session, proposal).next_look(reminded=False)
        look_again(session, proposal, due)


def hour_of(session: GameSession, place: Place, moment: datetime) -> str:
    """An hour as the seat's player reads it."""
    return when(moment, session.now, zone_of(place.player.zone if place.player else "UTC"))
