"""Leaving a seat, and taking one that is free (PR-SEAT-01, PR-SEAT-02, PR-SEAT-04)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import nullcontext
from datetime import datetime, timedelta
from itertools import chain, count
from typing import Any

from traders.domain import hooks
from traders.domain.calendar import clock
from traders.domain.deadlines import (
    absent_seats_and_vacation_days,
    deadline_changes,
    player_reliability,
    vacant_seat_clocks,
)
from traders.domain.history.declared_end import ANOTHER_GAME, why_not_waiting
from traders.domain.history.told_event_rows import heard
from traders.domain.letters import seatless_letters
from traders.domain.people import club_roles, quotas, seating
from traders.domain.play.commands import (
    confirmation_by_yes,
    player_name_rules,
    proposals,
    running_proposals,
)
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.settings import game_settings
from traders.domain.settings.game_settings import VacantSeats
from traders.domain.table.change_set import Line
from traders.domain.table.sealed_note_as_typed import as_typed
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import named, sentence
from traders.models import Entry, Game, Phase, Player, SealedKind, SealedOutcome, SittingCause
from traders.models import Seat as Place
from traders.models.players import PEOPLE


def resign(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """`resign`: leave the seat, once that is confirmed (PR-SEAT-06)."""
    if rest:
        return None
    _has_not_left(session.place(seat))
    quotas.leaving(session.place(seat), session.now)
    return confirmation_by_yes.ask(session, seat, raw, "resign", "leave the seat to a substitute")


def _leave(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """The seat is free for a substitute for the substitution time; then the game's own rule applies
    (PR-SEAT-02).
    """
    place = session.place(seat)
    _has_not_left(place)
    leave(session, place, SittingCause.LEFT)
    return Line(
        raw, "done", "You gave up the seat. Until someone takes it, `back` returns it to you."
    )


def leave(session: GameSession, place: Place, cause: SittingCause) -> None:
    """The player leaves the seat: all are told, and votes go on without it."""
    get_up(session, place, cause)
    session.change_set.notices.append(
        f"{named(place.colour)} has left; the seat is free for a substitute."
    )
    proposals.settle(session)


def get_up(session: GameSession, place: Place, cause: SittingCause) -> None:
    """The seat has nobody who plays it: its plan stops, and the organizer is told (PR-SEAT-05)."""
    gone = GONE[cause].format(who=place.called, seat=named(place.colour))
    seating.get_up(place, session.now, cause)
    session.table.stop_plan(place.colour, "you left the seat")
    told = [
        f"{gone} It waits for a substitute, who can take it on the game's page.",
        *filter(None, (asked(session, place) for asked in SEAT_FREE)),
    ]
    seatless_letters.tell_organizers(
        session.game,
        f"left.{place.colour}",
        f"The seat {named(place.colour)} is free",
        told,
        at=session.now,
    )


def _has_not_left(place: Place) -> None:
    if place.left:
        raise Refusal("You have left this seat already.", "PR-SEAT-02", kind="stale")


def come_back(session: GameSession, place: Place) -> None:
    """Who left the seat takes it again while nobody else has it (PR-SEAT-04). Raises `Refusal`
    where the account was closed or removed meanwhile.
    """
    if place.player is not None and not seating.held(place.player).is_active:
        raise Refusal("This account was closed or removed.", "PR-SEAT-01", kind="stale")
    for returned in SEAT_KEPT:
        returned(session, place)
    seating.sit(place, place.player, session.now, SittingCause.RETURNED)
    session.change_set.notices.append(f"{named(place.colour)} is back in the seat.")


MOST_ENTRIES = 40
"""Moves of which a substitute is told: some ten lines, as letters retell them."""
BOT_NAMES = ("Oak", "Elm", "Ash", "Yew", "Rowan", "Alder", "Larch", "Hazel")
KEPT_FOR_REMATCH = timedelta(days=3)
"""How long a rematch's seats are kept for those who are asked."""
GONE = {
    SittingCause.LEFT: "{who} has left the seat {seat}.",
    SittingCause.REMOVED: "{who} was removed from the seat {seat} by a ruling.",
    SittingCause.ERASED: "The account of who played the seat {seat} was removed.",
}
"""What an organizer is told of a seat that became free."""
SEAT_FREE: list[Callable[[GameSession, Place], str]] = []
"""Who else hears of a seat that was left; each returns a sentence for the organizer, or ""."""
SEAT_KEPT: list[Callable[[GameSession, Place], None]] = []
"""Who hears that a player who had left is back in the seat, before it is the player's again."""


def take(
    game_id: int, seat: Seat, player: Player, at: datetime | None = None, *, seated: bool = False
) -> Place:
    """Seat a player: on a free place before the game, or as a substitute who takes the seat as it
    is (PR-SEAT-01). `seated`: an organizer of the club seats them, before the game; later that is
    a decision (`organizer.seat_orders`).

    The table is told of a substitute, who gets the notice of what play waits for, written anew;
    whoever still had the seat is told, and the organizer. `at`: when it was wished, as it was
    taken if left out.
    """
    with open_session(game_id, clock.whole(at or clock.taken())) as session:
        return take_within(session, seat, player, seated=seated)


def take_within(session: GameSession, seat: Seat, player: Player, *, seated: bool = False) -> Place:
    """`take` in a session that is open: whether the seat may be taken is looked at under the lock
    under which it is taken.
    """
    place = session.place(seat)
    if seated and session.game.phase == Phase.PLAYING:
        raise Refusal(
            "The game has begun. The club's desk seats members in it, and all are told.",
            "PR-RULING-02",
            kind="stale",
        )
    player = seating.held(player)
    may_take(session.game, place, player)
    before = place.player
    if not seated and player != before:
        club_roles.may_sit_down(session.game, player)
    seat_in(session, place, player)
    if session.game.phase == Phase.PLAYING and before != player:
        known = player_reliability.of(player, session.now).words
        seatless_letters.tell_organizers(
            session.game,
            f"taken.{seat}",
            f"{named(seat)} is played again",
            [
                f"{place.called} has taken {named(seat)}; {sentence(known)}",
                *of_who_went(session, before),
            ],
            at=session.now,
        )
    return place


def of_who_went(session: GameSession, before: Player | None) -> list[str]:
    """What the organizer has to know of the player whose seat somebody else has taken."""
    told = (tells(session.game, before) for tells in hooks.SEAT_TAKEN) if before is not None else ()
    return list(filter(None, told))


def seat_in(session: GameSession, place: Place, player: Player) -> None:
    """Seat a player who may have the seat, or a bot, in a session that is open; `take` says who is
    told.
    """
    game, seat = session.game, place.colour
    before, running = place.player, game.phase == Phase.PLAYING
    own = before == player
    cause = (
        SittingCause.GATHERED
        if not running
        else SittingCause.RETURNED
        if own
        else SittingCause.SUBSTITUTE
    )
    ended = not own and absent_seats_and_vacation_days.end_all(place, session.now)
    with deadline_changes.hours_changing(game, session.now) if running else nullcontext():
        seating.sit(place, player, session.now, cause)
    if running:
        for asked in [] if own else list(session.table.open(SealedKind.UNCONFIRMED, seat)):
            session.table.use(asked, SealedOutcome.OVER)
        place.name = player_name_rules.kept(game.system, place, session.seats)
        place.save(update_fields=["name"])
    if running:
        if not own:
            vacant_seat_clocks.taken(game, seat, session.now)
        if ended:
            running_proposals.days_away_changed(session)
        session.change_set.at_once = True
        session.change_set.anew.add(seat)
        if not own and not place.bot:
            session.change_set.handed[seat] = _handed(session, seat)
        session.change_set.notices.append(
            f"{named(seat)} is back in the seat."
            if own
            else f"{place.called} has taken the seat {named(seat)}, as it is."
        )
    if running and before is not None and not own:
        _thank(session, place, before)


def _thank(session: GameSession, place: Place, before: Player) -> None:
    """Tell who had the seat that somebody else has taken it."""
    seat = named(place.colour)
    told = f"{place.called} has taken {seat}, the seat that was yours. Thank you for playing."
    seatless_letters.write(
        before,
        session.game,
        f"seat.{place.colour}.{session.game.number}",
        f"You play {seat} no more",
        [told],
        at=session.now,
    )


def _handed(session: GameSession, seat: Seat) -> dict[str, list[Any]]:
    """What a substitute is told: the last moves as the seat was told of them, and what was left
    behind and still counts.
    """
    entries = Entry.objects.filter(game=session.game, number__lte=session.number_before)
    last = [heard(entry, seat) for entry in entries.order_by("-number")[:MOST_ENTRIES]]
    table = session.table
    return {
        "history": [
            {"number": 0, "text": one.text, "kind": one.kind, "data": one.data}
            for told in reversed(last)
            for one in told
        ],
        "standing": [
            *map(as_typed, table.open(SealedKind.STANDING, seat)),
            *map(as_typed, table.open(SealedKind.STOP, seat)),
            *(f"plan: {as_typed(said)}" for said in table.open(SealedKind.PLAN, seat)),
        ],
    }


def why_not(game: Game, place: Place, player: Player | None) -> str:
    """Why the player may not sit down there, in words; "" where they may."""
    try:
        if player is not None:
            may_take(game, place, player)
    except Refusal as refusal:
        return refusal.text
    return ""


def may_take(game: Game, place: Place, player: Player) -> None:
    """Raises `Refusal` where the player may not sit down there (PR-SEAT-01, PR-SEAT-04). It holds
    for as long as the game's row is locked and the player's is held (`seating.held`).
    """
    if game.phase == Phase.OVER:
        raise Refusal(f"{why_not_waiting(game)} {ANOTHER_GAME}", "PR-SEAT-07", kind="stale")
    if not player.is_active:
        raise Refusal("The operator has closed this account.", "PR-SEAT-01")
    if game.phase == Phase.GATHERING:
        club_roles.not_closed(game.club)
    if Place.objects.filter(game=game, player=player, left=None).exclude(pk=place.pk).exists():
        raise Refusal("You sit in this game already.", "PR-SEAT-01", "PR-SEAT-04")
    if seating.sat_elsewhere(player, place):
        raise Refusal("You had another seat of this game, and have seen its hand.", "PR-SEAT-04")
    if seating.accounts_in(game, player) - {player.pk}:
        raise Refusal(
            "Another account with your mailbox has or had a seat of this game, and one person "
            "has one seat.",
            "PR-SEAT-01",
            "PR-SEAT-04",
        )
    if seating.was_removed(player, place):
        raise Refusal("A ruling has removed you from this seat.", "PR-REMEDY-07")
    for may_sit in hooks.MAY_SIT:
        may_sit(game, player)
    if player != place.player:
        _is_reliable(game, player)
    _kept_for_others(game, player)
    if not is_free(place) or (place.player == player and place.left is None):
        raise Refusal(f"The seat {named(place.colour)} is not free.", "PR-SEAT-01")


def _is_reliable(game: Game, player: Player) -> None:
    """Refuse who answers fewer turns than the club asks for; who is little known may sit."""
    least = game_settings.of(game).least_reliability
    known = player_reliability.of(player) if least else None
    if known is not None and known.known and 100 * known.share < least:
        raise Refusal(
            f"This game asks for players who answer at least {least} of 100 turns. You answer "
            f"{round(100 * known.share)}; turns of late count most, so that changes as you play.",
            "PR-SEAT-01",
        )


def _kept_for_others(game: Game, player: Player) -> None:
    """Refuse a stranger a seat of a rematch while those who played before are asked for it."""
    before = Game.objects.filter(rematch=game).first()
    until = game.created + KEPT_FOR_REMATCH
    asked = Place.objects.filter(game=before, player=player, left=None)
    if before is not None and clock.now() < until and not asked.exists():
        raise Refusal(
            f"Until {until:%-d %B} the seats are kept for those who played {before.title}.",
            "PR-SEAT-01",
        )


BOTS: dict[VacantSeats, Level] = {
    "bots": Level.PLAYER,
    "learner-bots": Level.LEARNER,
    "master-bots": Level.MASTER,
}
"""The level of the bot that takes a seat which nobody took in time, by the setting."""


def give_to_bots(
    game: Game,
    seats: Collection[Seat],
    at: datetime | None = None,
    level: Level = Level.PLAYER,
) -> None:
    """Bots of the level take these free places of a game that has not begun, each under a name that
    no person has. Call it with the game's row locked, or in the transaction that made the game.
    """
    free = Place.objects.filter(
        game=game, colour__in=seats, player=None, game__phase=Phase.GATHERING
    ).order_by("place")
    unused = _unused_names(game)
    seated = {place: Player.objects.bot(name) for place, name in zip(free, unused, strict=False)}
    for place in seated:
        place.bot, place.level = True, level
    seating.seat_all(seated, at or clock.now(), SittingCause.GATHERED)


def give_to_bot(session: GameSession, place: Place, level: Level) -> None:
    """A bot takes a free seat of a game that is being played, as a substitute does."""
    place.bot, place.level = True, level
    seat_in(session, place, Player.objects.bot(next(_unused_names(session.game))))


def _unused_names(game: Game) -> Iterator[str]:
    """Names for bots that neither a bot of the game nor any person has."""
    taken = set(
        Place.objects.filter(game=game, bot=True).values_list("player__display_name", flat=True)
    )
    people = Player.objects.filter(PEOPLE)
    known = chain(BOT_NAMES, (f"Bot {number}" for number in count(1)))
    return (
        name
        for name in known
        if name not in taken and not people.filter(display_name__iexact=name).exists()
    )


def is_free(place: Place) -> bool:
    """Whether somebody may sit down there, as `FREE` says."""
    offered = not place.bot and not place.dropped and place.offered is not None
    return seating.is_vacant(place) or offered


COMMANDS = (
    Command(
        prefix="resign",
        group=Group.SEAT,
        help="Leave your seat; I ask first whether you are sure.",
        brief="leave the seat; I ask once more",
        rule="PR-SEAT-02",
        deed=resign,
        grave=True,
        confirmed=_leave,
    ),
)
