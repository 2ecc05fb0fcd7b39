"""Ladders made and kept by organizers, and what happens on them by itself: results of games,
challenges nobody answers, people who do not play.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from traders.club.competition.ladder_rules import LadderRules
from traders.club.fault_isolation import by_itself
from traders.club.ladders import player_actions
from traders.club.ladders.ladder_letters import tell, title_of, where
from traders.club.ladders.ladder_standings import PLAYERS, rules_of, standing_of
from traders.club.ladders.locked_ladder import hold, step
from traders.club.seasons.table_results import ranks_of
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count
from traders.engines.registry import ENGINES, engine
from traders.models import (
    Challenge,
    ChallengeState,
    Club,
    Ladder,
    Membership,
    Phase,
    Player,
    Seat,
    Standing,
    StepKind,
)


@dataclass(frozen=True, kw_only=True)
class LadderPlan:
    """What an organizer wants of a ladder."""

    reach: int = 3
    answer_days: int = 7
    decline_costs: int = 1
    idle_days: int = 60


def make(club: Club, by: Player, system: str, plan: LadderPlan) -> Ladder:
    """Make a club's ladder at a game; each game has one."""
    if not club_roles.organizes(by, club):
        raise Refusal(f"Only an organizer of {club.name} makes its ladders.", "PR-CLUB-01")
    club_roles.not_closed(club)
    if system not in ENGINES:
        raise Refusal(f"There is no game {system}.", kind="unreadable")
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if club.ladders.filter(system=system).exists():
            raise Refusal(
                f"{club.name} has a ladder at {engine(system).title} already.", "PR-SEAT-09"
            )
        return _planned(Ladder(club=club, system=system, made=clock.whole(clock.now())), plan)


def change(ladder_id: int, by: Player, plan: LadderPlan) -> None:
    """Change its rules, for what comes."""
    with hold(ladder_id, by=by) as ladder:
        _planned(ladder, plan)


def _planned(ladder: Ladder, plan: LadderPlan) -> Ladder:
    if ladder.pk and ladder.idle_days != plan.idle_days:
        ladder.counted_from = clock.whole(clock.now())
    for name, value in asdict(plan).items():
        setattr(ladder, name, value)
    ladder.save()
    return ladder


def close(ladder_id: int, by: Player, *, closed: bool) -> None:
    """Close a ladder, or open it again. Games that are being played still count."""
    with hold(ladder_id, by=by) as ladder:
        now = clock.whole(clock.now())
        if ladder.closed is not None and not closed:
            ladder.counted_from = now
        ladder.closed = now if closed else None
        ladder.save(update_fields=["closed", "counted_from"])


def count_from_now(ladders: QuerySet[Ladder]) -> None:
    """Days without a game before now count for nobody: nobody could play, or nobody knew."""
    ladders.update(counted_from=clock.whole(clock.now()))


# --- by itself ------------------------------------------------------------------------------------


def sweep() -> None:
    """Settle games that are over, end challenges that nobody can answer or nobody answered, let
    the idle sink.
    """
    over = Challenge.objects.filter(state=ChallengeState.PLAYING).filter(
        Q(game=None) | Q(game__phase=Phase.OVER)
    )
    for pk, of in list(over.values_list("pk", "ladder").order_by("game__ended", "pk")):
        by_itself(f"the result of challenge {pk}", partial(_settle, of, pk))
    for pk, of in list(_vain().values_list("pk", "ladder")):
        by_itself(f"challenge {pk}", partial(_void, of, pk))
    settled = clock.now() - clock.settling()  # letters taken in its last second may come yet
    late = Challenge.objects.filter(state=ChallengeState.OPEN, due__lt=settled)
    for pk, of in list(late.values_list("pk", "ladder").order_by("due", "pk")):
        by_itself(f"challenge {pk}", partial(_lapse, of, pk))
    for ladder in Ladder.objects.filter(closed=None, club__closed=None).exclude(idle_days=0):
        by_itself(f"ladder {ladder.pk}", partial(_sink, ladder.pk))


def _vain() -> QuerySet[Challenge]:
    """Challenges that wait and can come to no game: one of the two climbs no more in the club, or
    it, or the ladder, is closed.
    """
    climbs = Membership.objects.filter(
        club=OuterRef("ladder__club"),
        standing=Standing.MEMBER,
        role__in=PLAYERS,
        player__is_active=True,
    )
    both = [climbs.filter(player=OuterRef(one)) for one in ("challenger", "challenged")]
    return Challenge.objects.filter(
        ~Exists(both[0])
        | ~Exists(both[1])
        | Q(ladder__closed__isnull=False)
        | Q(ladder__club__closed__isnull=False),
        state=ChallengeState.OPEN,
    )


def _void(ladder_id: int, pk: int) -> None:
    with hold(ladder_id) as ladder:
        found = Challenge.objects.select_related("challenger", "challenged").get(pk=pk)
        why = player_actions.cannot_be_played(ladder, found, standing_of(ladder))
        if found.state == ChallengeState.OPEN and why:
            player_actions.void(ladder, found, why)


def _settle(ladder_id: int, pk: int) -> None:
    """The game's result moves its two: who stood lower and won has the rung of the other."""
    with hold(ladder_id) as ladder:
        found = Challenge.objects.select_related("game", "challenger", "challenged").get(pk=pk)
        if found.state != ChallengeState.PLAYING:
            return
        ranks = _ranks(found)
        found.state = ChallengeState.PLAYED if ranks else ChallengeState.VOID
        found.save(update_fields=["state"])
        if ranks:
            first, second = ranks[0], ranks[1]
            people = (found.challenger, found.challenged)
            winner, loser = people if first <= second else reversed(people)
            kind = StepKind.LEVEL if first == second else StepKind.WON
            step(ladder, kind, winner, loser)
        _tell_result(ladder, found)


def _ranks(found: Challenge) -> dict[int, int]:
    """The ranks of the two, the challenger's first. Who gave the seat up, whoever has it since,
    comes after who did not; nothing where the game counts for nothing, or both did.
    """
    ranks = ranks_of(found.game) if found.game else {}
    if not ranks:
        return {}
    seats = Seat.objects.filter(game=found.game).order_by("place")
    people = (found.challenger_id, found.challenged_id)
    kept = [
        seat.player_id == player and seat.left is None and not seat.dropped
        for seat, player in zip(seats, people, strict=True)
    ]
    if all(kept):
        return ranks
    return {place: 1 if here else 2 for place, here in enumerate(kept)} if any(kept) else {}


def _tell_result(ladder: Ladder, found: Challenge) -> None:
    for player in (found.challenger, found.challenged):
        now = standing_of(ladder)
        if not now.rung(player):
            continue
        told, answers = where(ladder, player)
        if found.state == ChallengeState.VOID:
            told.insert(0, "The game came to no result: nobody moves.")
        tell(ladder, player, f"over.{found.pk}", "Your rung after the game", told, answers=answers)


def _lapse(ladder_id: int, pk: int) -> None:
    """What the two wrote in time is read first, whoever noticed first that the time is over
    (PR-RECEIPT-01); where it cannot be yet, the challenge waits on.
    """
    found = Challenge.objects.get(pk=pk)
    over = player_actions.due(found)
    told = timeline.read_before([found.challenger_id, found.challenged_id], over)
    if over >= clock.now() - clock.settling() or not told:
        return
    with hold(ladder_id) as ladder:
        found = Challenge.objects.select_related("challenger", "challenged").get(pk=pk)
        if found.state == ChallengeState.OPEN:
            player_actions.declined(ladder, found, ChallengeState.LAPSED)


def _idle(ladder: Ladder, rules: LadderRules) -> list[Player]:
    """Who has not played for too long, the lowest first. Who plays, challenges or is challenged is
    not idle.
    """
    now, at, first = standing_of(ladder), clock.now(), ladder.counted_from or ladder.made
    busy: set[int] = set()
    for one in ladder.challenges.filter(state__in=[ChallengeState.OPEN, ChallengeState.PLAYING]):
        busy |= {one.challenger_id, one.challenged_id}
    return [
        one
        for one in reversed(now.people)
        if one.pk not in busy and (at - max(first, now.active[one.pk])).days >= rules.idle_days
    ]


def _sink(ladder_id: int) -> None:
    """Each who is idle goes down; who cannot, being the lowest, leaves the ladder."""
    found = Ladder.objects.select_related("club").get(pk=ladder_id)
    sinking = _idle(found, rules_of(found))
    # most often there are none, and no row is locked
    if not (sinking and timeline.read_before([one.pk for one in sinking], clock.now())):
        return
    with hold(ladder_id) as ladder:
        rules = rules_of(ladder)
        for player in _idle(ladder, rules):
            now = standing_of(ladder)
            idle = count(ladder.idle_days, "day")
            days = f"You have not played on the {title_of(ladder)} for {idle}"
            key = f"idle.{clock.now():%y%m%d%H%M%S}"
            if now.rung(player) == len(now.people):
                player_actions.leaves(ladder, player)
                told = [f"{days}, and stood on the lowest rung: you have left it. Join again on "
                        "its page when you like."]  # fmt: skip
                tell(ladder, player, key, "You have left the ladder", told)
                continue
            step(ladder, StepKind.IDLE, player, costs=rules.idle_costs)
            told, answers = where(ladder, player)
            told.insert(0, f"{days}: you go down {count(rules.idle_costs, 'rung')}.")
            tell(ladder, player, key, "You went down the ladder", told, answers=answers)
