"""Who takes part: registration, confirmation, the waiting list, withdrawal, late entry.

The waiting list is no list of its own: who registered beyond the room of the divisions waits, and
moves up by itself when somebody before them withdraws.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Max

from traders.club.fault_isolation import by_itself
from traders.club.seasons import season_letters
from traders.club.seasons.kinds import kind_of
from traders.club.seasons.locked_season import BEFORE_A_ROUND, BEFORE_THE_END, hold, now
from traders.club.seasons.participants_and_waiting_list import entries
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine
from traders.models import Division, Entrant, Player, Role, Season, SeasonPhase

REMINDED = timedelta(days=3)
"""How long before registration closes people are asked to confirm."""
SAID = (
    ("confirm", "you play"),
    ("withdraw", "you do not; your place becomes free"),
)
"""What may be answered to a letter that asks whether one plays."""


def open_registration(season_id: int, by: Player) -> None:
    """From now on members register."""
    with hold(season_id, SeasonPhase.DRAFT, by=by) as season:
        season.phase = SeasonPhase.REGISTERING
        season.opened = season.opened or now()
        season.save(update_fields=["phase", "opened"])


def close_again(season_id: int, by: Player) -> None:
    """Back to the draft: who has registered stays registered."""
    with hold(season_id, SeasonPhase.REGISTERING, by=by) as season:
        season.phase = SeasonPhase.DRAFT
        season.save(update_fields=["phase"])


def register(season_id: int, player: Player) -> Entrant:
    """A member registers; the waiting list takes who comes when all places are taken."""
    with hold(season_id, SeasonPhase.REGISTERING) as season:
        club_roles.not_closed(season.club)
        if season.by_invitation:
            raise Refusal(
                "An organizer enters the people of this season; ask one of them.", "PR-SEASON-02"
            )
        if season.closes is not None and now() > season.closes:
            raise Refusal(
                "Registration is closed. Ask an organizer to enter you late.", "PR-SEASON-02"
            )
        if (
            not club_roles.members(season.club, Role.ORGANIZER, Role.REFEREE, Role.PLAYER)
            .filter(player=player)
            .exists()
        ):
            raise Refusal(
                f"Only members of {season.club.name} register. Join the club first.", "PR-SEASON-02"
            )
        return _entered(season, player)


def enter(season_id: int, player: Player, by: Player, *, round_: int = 1) -> Entrant:
    """An organizer enters a member or a guest of the club, late too: from a coming round on."""
    with hold(season_id, *BEFORE_THE_END, by=by) as season:
        if not club_roles.members(season.club).filter(player=player).exists():
            raise Refusal(
                f"{player.display_name} is no member of {season.club.name}.", "PR-SEASON-02"
            )
        if season.entrants.exclude(seed=None).exists():
            raise Refusal(
                "The bracket is drawn: nobody enters it late. Before its first round you can take "
                "the draw back.",
                kind="stale",
            )
        begun = season.drawn_rounds.exclude(begun=None).count()
        entrant = _entered(season, player)
        entrant.enters = max(round_, begun + 1)
        if entrant.enters > season.rounds:
            raise Refusal(
                "The last round has begun: nobody can enter this season any more.", "PR-SEASON-02"
            )
        entrant.save(update_fields=["enters"])
        return entrant


def _after_all(season: Season) -> datetime:
    """When who is entered now counts as registered: by the time of the taking, and of one second
    after all who were entered before. Letters have whole seconds.
    """
    at = clock.taken_exactly()
    of_the_second = Entrant.objects.filter(
        season=season, registered__gte=at, registered__lt=clock.whole(at) + timedelta(seconds=1)
    )
    latest = of_the_second.aggregate(Max("registered"))["registered__max"]
    return latest + timedelta(microseconds=1) if latest else at


def _entered(season: Season, player: Player) -> Entrant:
    entrant = Entrant.objects.filter(season=season, player=player).first()
    if entrant is None:
        return Entrant.objects.create(season=season, player=player, registered=_after_all(season))
    if entrant.withdrawn is None:
        raise Refusal(f"{player.display_name} is registered already.", kind="stale")
    entrant.registered, entrant.withdrawn, entrant.confirmed = _after_all(season), None, None
    if not entrant.places.exists():
        entrant.division = None
    entrant.save()
    return entrant


def confirm(season_id: int, player: Player) -> None:
    """The player is still there, and plays."""
    with hold(season_id, *BEFORE_THE_END) as season:
        entrant = _own(season, player)
        if entrant.confirmed is None:
            entrant.confirmed = now()
            entrant.save(update_fields=["confirmed"])


def _own(season: Season, player: Player) -> Entrant:
    entrant = Entrant.objects.filter(season=season, player=player, withdrawn=None).first()
    if entrant is None:
        raise Refusal("You are not registered for this season.", kind="stale")
    return entrant


def withdraw(season_id: int, player: Player) -> None:
    """Take part no more, from the next round on: the first of the waiting list moves up. Seats in
    games that have begun are kept; `resign` leaves them.
    """
    with hold(season_id, *BEFORE_THE_END) as season:
        _out(season, [_own(season, player)])
        if season.phase == SeasonPhase.RUNNING:
            told = f"{player.display_name} has withdrawn. Draw the coming rounds anew."
            subject = f"{player.display_name} withdraws"
            season_letters.tell_organizers(season, f"out.{player.pk}", subject, [told], but=player)


def leave_out_unconfirmed(season_id: int, by: Player) -> int:
    """Withdraw all who have not confirmed, so that the others can be drawn; returns how many. What
    they have written by now is read first.
    """
    asked = entries(Season.objects.get(pk=season_id)).unconfirmed
    timeline.read_before([one.player_id for one in asked if one.player_id], clock.now())
    with hold(season_id, *BEFORE_A_ROUND, by=by) as season:
        silent = entries(season).unconfirmed
        _out(season, silent)
        _tell_out(season, silent, "You have not confirmed that you play, so an organizer has left")
        return len(silent)


def take_out(season_id: int, entrant_id: int, by: Player) -> None:
    """An organizer withdraws somebody."""
    with hold(season_id, *BEFORE_THE_END, by=by) as season:
        gone = list(season.entrants.filter(pk=entrant_id, withdrawn=None))
        _out(season, gone)
        _tell_out(season, gone, "An organizer has taken")


def _tell_out(season: Season, gone: Iterable[Entrant], who: str) -> None:
    """Tell people that an organizer has withdrawn them; `who`: the beginning of the sentence."""
    if season.phase == SeasonPhase.DRAFT:
        return
    running = season.phase == SeasonPhase.RUNNING
    kept = " Seats in games that have begun stay yours." if running else ""
    told = [
        f"{who} you out of {season.name}.{kept}",
        "If that is a mistake, write to an organizer: the club's page names them.",
    ]
    people = [one.player for one in gone]
    season_letters.tell(
        people, season, f"out.{now():%y%m%d%H%M%S}", f"You are out of {season.name}", told
    )


def _out(season: Season, gone: Iterable[Entrant]) -> None:
    waiting = {entrant.pk for entrant in entries(season).waiting}
    for entrant in gone:
        entrant.withdrawn = now()
        if season.phase in BEFORE_A_ROUND:
            entrant.division = None
        entrant.save(update_fields=["withdrawn", "division"])
    if season.phase == SeasonPhase.DRAFT:
        return  # nobody else knows of the season yet
    moved_up = [one for one in entries(season).taking_part if one.pk in waiting]
    told = [
        f"A place in {season.name} became free, and it is yours. Do you play? If you do nothing, "
        "an organizer may give the place to somebody else."
    ]
    stamp = f"{now():%y%m%d%H%M%S}"
    subject = f"You have a place in {season.name}"
    people = [one.player for one in moved_up]
    season_letters.tell(people, season, f"up.{stamp}", subject, told, answers=SAID)


def ask_to_confirm(season_id: int, by: Player | None = None) -> int:
    """Ask all who have not confirmed, by letter; returns how many letters are new. Nobody is asked
    twice on one day, nor twice by the calendar alone.
    """
    with hold(season_id, SeasonPhase.REGISTERING, SeasonPhase.DRAWN, by=by) as season:
        until = f" by {season.closes:%H:%M UTC on %-d %B}" if season.closes else ""
        played = " and ".join(dict.fromkeys(engine(one["system"]).title for one in season.games))
        there, how = entries(season), kind_of(season).words(season)
        then = ": the next on the waiting list has your place" if there.waiting else ""
        told = [
            f"{season.name}, a season of {season.club}, begins soon: {played}, {how}.",
            f"Do you play? Answer{until}: write `confirm`, or press Confirm on the page.",
            f"If you cannot play, write `withdraw`{then}. If you do nothing, an organizer may give "
            "your place to somebody else.",
        ]
        asked = [entrant.player for entrant in there.unconfirmed]
        key = f"sure.{now():%y%m%d}" if by else "sure"
        subject = f"Do you play in {season.name}?"
        return season_letters.tell(asked, season, key, subject, told, season.closes, SAID)


def is_asked(season: Season, entrant: Entrant) -> bool:
    """Whether somebody who has not confirmed is to: a letter has asked them since they registered,
    or the draw holds and the first round waits for them.
    """
    if season.phase == SeasonPhase.DRAWN:
        return True
    since = clock.whole(entrant.registered)
    return season.phase in BEFORE_A_ROUND and season_letters.is_asked(season, entrant.player, since)


def remind() -> int:
    """Ask who has not confirmed in the last days before registration closes, once each."""
    closing = Season.objects.filter(
        phase=SeasonPhase.REGISTERING,
        closes__gt=now(),
        closes__lte=now() + REMINDED,
        club__closed=None,
    )
    asked = [by_itself(f"season {one.pk}", partial(ask_to_confirm, one.pk)) for one in closing]
    return sum(one or 0 for one in asked)


def assign(season_id: int, entrant_id: int, division_id: int | None, by: Player) -> None:
    """Put somebody into a division, or into none."""
    with hold(season_id, *BEFORE_A_ROUND, by=by) as season:
        entrant = season.entrants.filter(pk=entrant_id, withdrawn=None).first()
        if entrant is None:
            raise Refusal("They have withdrawn meanwhile.", kind="stale")
        division = Division.objects.filter(season=season, pk=division_id or 0).first()
        there = division.entrants.filter(withdrawn=None).count() if division else 0
        if division and there >= division.size and entrant.division != division:
            raise Refusal(
                f"{division.called or 'The season'} is full: move somebody out of it first.",
                "PR-SEASON-02",
            )
        entrant.division = division
        entrant.save(update_fields=["division"])


def fill_divisions(season: Season) -> None:
    """Give everybody without a division the highest that has room, in the order of registration."""
    for entrant in entries(season).taking_part:
        if entrant.division_id is None:
            for division in season.divisions.all():
                if division.entrants.filter(withdrawn=None).count() < division.size:
                    entrant.division = division
                    entrant.save(update_fields=["division"])
                    break


def keep_apart(season_id: int, one: int, other: int, by: Player) -> None:
    """Two never sit at one table."""
    with hold(season_id, *BEFORE_THE_END, by=by) as season:
        pair = sorted({one, other})
        if len(pair) != 2 or season.entrants.filter(pk__in=pair).count() != 2:
            raise Refusal("Choose two different people of this season.", "PR-SEASON-03")
        season.kept_apart.get_or_create(one_id=pair[0], other_id=pair[1])


def let_meet(season_id: int, pk: int, by: Player) -> None:
    """Two who were kept apart may meet again."""
    with hold(season_id, *BEFORE_THE_END, by=by) as season:
        season.kept_apart.filter(pk=pk).delete()
