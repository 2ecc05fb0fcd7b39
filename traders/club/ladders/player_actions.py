"""What people do on a ladder: join, leave, challenge, answer, take a challenge back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from traders.club.ladders.ladder_letters import tell, title_of, where
from traders.club.ladders.ladder_standings import AGAIN, PLAYERS, Standing, rules_of, standing_of
from traders.club.ladders.locked_ladder import RULE, hold, is_closed, rung, step
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.letters.plain_text_layout import short_hour, zone_of
from traders.domain.people import club_roles, seating
from traders.domain.play import door
from traders.domain.settings import game_settings
from traders.engines.kernel.contract.agreed_options import suiting
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import count
from traders.engines.registry import engine
from traders.models import (
    Challenge,
    ChallengeState,
    Ladder,
    Player,
    Seat,
    SittingCause,
    StepKind,
)

SEATS = 2
MOST_LEFT = 3
"""How often somebody leaves within that time and joins once more."""
TAKEN_OFF = timedelta(days=30)
"""How long who was taken off by an organizer does not join again."""


def join(ladder_id: int, player: Player) -> None:
    """A member stands on the lowest rung from now on."""
    with hold(ladder_id, open_=True) as ladder:
        if not club_roles.members(ladder.club, *PLAYERS).filter(player=player).exists():
            raise Refusal(f"Only members of {ladder.club.name} join. Join the club first.", RULE)
        if rung(ladder, player):
            raise Refusal("You stand on this ladder already.", RULE, kind="stale")
        left = ladder.steps.filter(kind=StepKind.LEFT, player=player, at__gt=clock.taken() - AGAIN)
        if left.count() >= MOST_LEFT:
            raise Refusal(
                f"You have left this ladder {MOST_LEFT} times within a day. Join it tomorrow.", RULE
            )
        _not_taken_off(ladder, player)
        step(ladder, StepKind.JOINED, player)
        told, answers = where(ladder, player)
        tell(ladder, player, _stamp("in"), "You stand on the ladder", told, answers=answers)


def _not_taken_off(ladder: Ladder, player: Player) -> None:
    """Refuse who was taken off a while ago; who left joins again at once, on the lowest rung."""
    now = clock.taken()
    steps = ladder.steps.filter(kind=StepKind.TAKEN_OFF, player=player, at__gt=now - TAKEN_OFF)
    if taken := steps.last():
        free = short_hour(taken.at + TAKEN_OFF, now, zone_of(player.zone))
        raise Refusal(
            f"An organizer took you off this ladder. You can join again from {free}.", RULE
        )


def leave(ladder_id: int, player: Player) -> None:
    """The player's rung goes to the next below. A game that is being played goes on, and moves
    nobody; a challenge that waits is void.
    """
    with hold(ladder_id) as ladder:
        if not rung(ladder, player):
            raise Refusal("You stand on no rung of this ladder.", RULE, kind="stale")
        leaves(ladder, player)


def leaves(ladder: Ladder, player: Player, how: StepKind = StepKind.LEFT) -> None:
    """Somebody stands on a ladder that is held no more."""
    waiting = ladder.challenges.filter(state=ChallengeState.OPEN)
    step(ladder, how, player)
    for one in waiting.filter(Q(challenger=player) | Q(challenged=player)):
        void(ladder, one, f"{player.display_name} has left the {title_of(ladder)}.")


def void(ladder: Ladder, found: Challenge, why: str) -> None:
    """A challenge on a ladder that is held comes to nothing, and moves nobody. Who still stands on
    the ladder is told.
    """
    found.state = ChallengeState.VOID
    found.save(update_fields=["state"])
    there = standing_of(ladder).people
    for player in (found.challenger, found.challenged):
        if player in there:
            told = [f"{why} The challenge is void: nobody moves."]
            tell(ladder, player, f"void.{found.pk}", "The challenge is void", told)


def cannot_be_played(ladder: Ladder, found: Challenge, now: Standing) -> str:
    """Why a challenge that waits can come to no game; empty where it can."""
    if is_closed(ladder):
        return f"The {title_of(ladder)} is closed."
    gone = [one for one in (found.challenger, found.challenged) if one not in now.people]
    return f"{gone[0].display_name} is not on the {title_of(ladder)} any more." if gone else ""


def take_off(ladder_id: int, player: Player, by: Player) -> None:
    """An organizer takes somebody off, who is told."""
    with hold(ladder_id, by=by) as ladder:
        if rung(ladder, player):
            leaves(ladder, player, StepKind.TAKEN_OFF)
            days = count(TAKEN_OFF.days, "day")
            told = [
                f"An organizer of {ladder.club.name} took you off the {title_of(ladder)}. You can "
                f"join again in {days}, on the lowest rung."
            ]
            tell(ladder, player, _stamp("off"), "You were taken off the ladder", told)


def challenge(ladder_id: int, challenger: Player, challenged: Player) -> Challenge:
    """Challenge somebody at most some rungs above; they have some days to answer. Each has one
    challenge of their own at a time, and one to answer.
    """
    with hold(ladder_id, open_=True) as ladder:
        now = standing_of(ladder)
        if why := now.why_not(rules_of(ladder), challenger, challenged):
            raise Refusal(why, RULE)
        busy = ladder.challenges.filter(state__in=[ChallengeState.OPEN, ChallengeState.PLAYING])
        if own := busy.filter(challenger=challenger).first():
            raise Refusal(
                f"Your challenge of {own.challenged.display_name} {own.get_state_display()}: you "
                "have one at a time.",
                RULE,
            )
        if busy.filter(Q(challenged=challenged) | Q(challenger=challenged, challenged=challenger)):
            others = [
                one.display_name
                for one in now.within_reach(rules_of(ladder), challenger)
                if one != challenged and not busy.filter(challenged=one)
            ]
            free = f" You can challenge {', '.join(others)}." if others else ""
            raise Refusal(f"{challenged.display_name} is challenged already.{free}", RULE)
        made = clock.taken()
        if (again := now.rests(challenger, challenged)) is not None:
            free = short_hour(again, made, zone_of(challenger.zone))
            raise Refusal(
                f"You and {challenged.display_name} had a challenge of late. You can challenge "
                f"them again from {free}; others you can at once.",
                RULE,
            )
        due = clock.whole(clock.now()) + timedelta(days=ladder.answer_days)
        found = Challenge.objects.create(
            ladder=ladder, challenger=challenger, challenged=challenged, made=made, due=due
        )
        _ask(ladder, found)
        return found


def _ask(ladder: Ladder, made: Challenge) -> None:
    now, who = standing_of(ladder), made.challenger
    until = short_hour(made.due, made.made, zone_of(made.challenged.zone))
    costs = count(ladder.decline_costs, "rung")
    told = [
        f"{who.display_name}, on rung {now.rung(who)}, challenges you for rung "
        f"{now.rung(made.challenged)} of the {title_of(ladder)}: a game of two.",
        f"Answer by {until}. If you decline, or do nothing, you go down {costs}.",
    ]
    answers = [
        ("accept", "the game begins at once, and its first letter comes"),
        ("decline", f"no game; you go down {costs}"),
    ]
    subject = f"{who.display_name[:20]} challenges you"
    key = f"ask.{made.pk}"
    tell(ladder, made.challenged, key, subject, told, answers=answers, about=made)


def due(found: Challenge) -> datetime:
    """The second until which a challenge may be answered; outages move it (PR-MAIL-03)."""
    return heartbeat_and_outages.moved(found.made, found.due, game_settings.read({}).interval_time)


def _in_time(found: Challenge | None, player: Player) -> None:
    """Refuse what was taken after a challenge's time, whether anybody has noticed that it is over
    or not (PR-RECEIPT-01, PR-RECEIPT-07).
    """
    at = clock.taken()
    if found is not None and found.due < at and (over := due(found)) < at:
        zone = zone_of(player.zone)
        raise Refusal(
            f"This was taken {short_hour(at, at, zone)}; that challenge could be answered until "
            f"{short_hour(over, at, zone)}.",
            RULE,
            "PR-RECEIPT-07",
            kind="stale",
        )


def open_to(ladder: Ladder, player: Player, number: int | None) -> Challenge:
    """The challenge that waits for the player's answer. Refused where none does, or did when it was
    taken, where it is not the one of this `number`, if given, and where it can come to no game.
    """
    asked = ladder.challenges.filter(challenged=player)
    found = asked.filter(state=ChallengeState.OPEN).first()
    lapsed = asked.filter(state=ChallengeState.LAPSED, pk=number or 0).first()
    _in_time(lapsed or found, player)
    if found is None:
        raise Refusal("No challenge waits for your answer.", RULE, kind="stale")
    if number not in (None, found.pk):
        raise Refusal(
            f"That challenge waits no more. Now {found.challenger.display_name} challenges you: "
            "answer the letter about it, or on the ladder's page.",
            RULE,
            kind="stale",
        )
    if why := cannot_be_played(ladder, found, standing_of(ladder)):
        raise Refusal(f"{why} The challenge is void: nobody moves.", RULE, kind="stale")
    return found


def accept(ladder_id: int, player: Player, number: int | None = None) -> Challenge:
    """Take up the challenge, of this `number` if given: its game is made, and begins; the
    challenger is first in turn.
    """
    with hold(ladder_id) as ladder:
        found = open_to(ladder, player, number)
        system = engine(ladder.system)
        game = door.create(
            ladder.system,
            COLOURS[:SEATS],
            suiting({}, system.options, SEATS),
            {},
            title=f"{found.challenger.display_name[:30]} – {player.display_name[:30]}, ladder",
            club=ladder.club,
        )
        seats = Seat.objects.filter(game=game).order_by("place")
        people = (found.challenger, found.challenged)
        seated: dict[Seat, Player | None] = dict(zip(seats, people, strict=True))
        seating.seat_all(seated, clock.whole(clock.now()), SittingCause.GATHERED)
        found.game, found.state = game, ChallengeState.PLAYING
        found.save(update_fields=["game", "state"])
        door.begin(game.pk)
        return found


def decline(ladder_id: int, player: Player, number: int | None = None) -> None:
    """Do not take up the challenge, as `accept` does: it costs rungs."""
    with hold(ladder_id) as ladder:
        found = open_to(ladder, player, number)
        declined(ladder, found, ChallengeState.DECLINED)


def declined(ladder: Ladder, found: Challenge, state: ChallengeState) -> None:
    """A challenge on a ladder that is held was not taken up; both are told."""
    found.state = state
    found.save(update_fields=["state"])
    step(ladder, StepKind.DECLINED, found.challenged, found.challenger, ladder.decline_costs)
    said = found.get_state_display()
    for player, whose in ((found.challenger, "Your"), (found.challenged, "The")):
        told, answers = where(ladder, player)
        of = found.challenged if player == found.challenger else found.challenger
        told.insert(0, f"{whose} challenge {_of(whose)} {of.display_name} {said}.")
        tell(ladder, player, f"no.{found.pk}", "No game for the rung", told, answers=answers)


def _of(whose: str) -> str:
    return "of" if whose == "Your" else "by"


def take_back(ladder_id: int, player: Player) -> None:
    """Take back one's own challenge that waits."""
    with hold(ladder_id) as ladder:
        found = ladder.challenges.filter(state=ChallengeState.OPEN, challenger=player).first()
        _in_time(found, player)
        if found is None:
            raise Refusal("No challenge of yours waits for an answer.", RULE, kind="stale")
        found.state = ChallengeState.WITHDRAWN
        found.save(update_fields=["state"])
        told = [f"{player.display_name} has taken the challenge back. Nobody moves."]
        tell(ladder, found.challenged, f"back.{found.pk}", "The challenge is taken back", told)


def _stamp(key: str) -> str:
    return f"{key}.{clock.now():%y%m%d%H%M%S}"
