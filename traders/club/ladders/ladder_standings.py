"""Who stands where on a ladder: reckoned from its steps, by the rules of
`traders.club.competition.ladder_rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from traders.club.competition import ladder_rules as rungs
from traders.club.competition.ladder_rules import LadderRules
from traders.domain.calendar import clock
from traders.domain.people import club_roles, visibility
from traders.engines.kernel.words import fold, harmless
from traders.models import (
    Challenge,
    ChallengeState,
    Game,
    Ladder,
    LadderStep,
    Player,
    Role,
    StepKind,
)

PLAYERS = (Role.ORGANIZER, Role.REFEREE, Role.PLAYER)
"""Members who climb: a guest is seated by an organizer alone."""


def spoken(name: str) -> str:
    """A name as it is read in an order: without the signs at which a line is cut."""
    return fold(harmless(name)).strip(" .,:;!…")


def rules_of(ladder: Ladder) -> LadderRules:
    """How it is climbed."""
    return LadderRules(ladder.reach, ladder.idle_days)


def _moved(now: rungs.Ladder, step: LadderStep) -> rungs.Ladder:
    """The ladder after one step."""
    one, other = str(step.player_id), str(step.other_id)
    match StepKind(step.kind):
        case StepKind.JOINED:
            return rungs.joined(now, one)
        case StepKind.LEFT | StepKind.TAKEN_OFF:
            return rungs.left(now, one)
        case StepKind.WON:
            return rungs.after_game(now, [[one], [other]])
        case StepKind.LEVEL:
            return rungs.after_game(now, [[one, other]])
        case StepKind.DECLINED | StepKind.IDLE:
            return rungs.dropped(now, one, step.costs)


BETWEEN_TWO = (StepKind.WON, StepKind.LEVEL)
MET = (*BETWEEN_TWO, StepKind.DECLINED)
"""Steps after which the two rest from each other (PR-SEAT-09)."""
AGAIN = timedelta(days=1)
"""How long a challenge that came to no game keeps its challenger from the next of the same player,
and leaving from joining.
"""


def after(steps: Iterable[LadderStep]) -> rungs.Ladder:
    """The ladder after these steps, people by the number of their accounts. A step of somebody who
    is not on it any more moves nobody.
    """
    now: rungs.Ladder = ()
    for step in steps:
        kind = StepKind(step.kind)
        needed = {str(step.player_id)} if kind != StepKind.JOINED else set()
        if kind in BETWEEN_TWO:
            needed.add(str(step.other_id))
        if needed <= set(now):
            now = _moved(now, step)
    return now


@dataclass(frozen=True)
class Standing:
    """A ladder as it stands: its people, the highest first."""

    people: tuple[Player, ...]
    active: Mapping[int, datetime]
    """Since when each has not played, by account: since they joined, played or sank last."""
    resting: Mapping[frozenset[int | None], datetime]
    """Two who played, or of whom one declined the other: from when they challenge each other again,
    by their accounts (PR-SEAT-09).
    """
    vain: Mapping[tuple[int, int], datetime]
    """A challenge that was taken back or void: from when its challenger can repeat it."""

    @property
    def names(self) -> tuple[str, ...]:
        """Names that differ, in the same order."""
        own = {spoken(one.display_name) for one in self.people}
        found: dict[str, str] = {}
        for one in self.people:
            name, number = one.display_name, one.pk
            if spoken(name) in found:
                while spoken(name := f"{one.display_name} {number}") in {*found, *own}:
                    number += 1  # somebody else calls themselves so
            found[spoken(name)] = name
        return tuple(found.values())

    def name(self, player: Player) -> str:
        """The name by which somebody on the ladder is challenged."""
        return self.names[self.people.index(player)]

    def rung(self, player: Player | None) -> int:
        """Somebody's rung, from 1; 0 for who is not on it."""
        return self.people.index(player) + 1 if player and player in self.people else 0

    def why_not(self, rules: LadderRules, challenger: Player, challenged: Player) -> str:
        """Why one cannot challenge the other; empty where they can."""
        for one in (challenger, challenged):
            if one not in self.people:
                return f"{one.display_name} is not on the ladder."
        return rungs.why_not(self.names, rules, self.name(challenger), self.name(challenged))

    def within_reach(self, rules: LadderRules, player: Player | None) -> list[Player]:
        """Whom somebody can challenge, the nearest first."""
        if player is None:
            return []
        return [one for one in self._near(rules, player) if self.rests(player, one) is None]

    def later(self, rules: LadderRules, player: Player | None) -> list[tuple[Player, datetime]]:
        """Whom somebody could challenge but for a challenge of late, the nearest first, and from
        when they can.
        """
        if player is None:
            return []
        near = [(one, self.rests(player, one)) for one in self._near(rules, player)]
        return [(one, free) for one, free in near if free is not None]

    def rests(self, one: Player, other: Player) -> datetime | None:
        """From when one can challenge the other again; None where they can now (PR-SEAT-09)."""
        both, own = (
            self.resting.get(frozenset((one.pk, other.pk))),
            self.vain.get((one.pk, other.pk)),
        )
        return max(filter(None, (both, own)), default=None)

    def _near(self, rules: LadderRules, player: Player) -> list[Player]:
        if player not in self.people:
            return []
        people = {str(one.pk): one for one in self.people}
        return [people[one] for one in rungs.within_reach(tuple(people), rules, str(player.pk))]


def standing_of(ladder: Ladder) -> Standing:
    """The ladder now. Who left the club, is its guest, or closed the account stands on no rung
    meanwhile.
    """
    steps = list(ladder.steps.select_related("player"))
    order = after(steps)
    members = set(club_roles.members(ladder.club, *PLAYERS).values_list("player", flat=True))
    players = {str(step.player_id): step.player for step in steps}
    there = tuple(
        players[one] for one in order if players[one].pk in members and players[one].is_active
    )
    active: dict[int, datetime] = {}
    met: dict[frozenset[int | None], datetime] = {}
    for step in steps:
        if step.kind in MET:
            met[frozenset((step.player_id, step.other_id))] = step.at
        if step.kind == StepKind.DECLINED:
            continue
        active[step.player_id] = step.at
        if step.kind in BETWEEN_TWO and step.other_id:
            active[step.other_id] = step.at
    pause, now = timedelta(days=ladder.answer_days), clock.taken()
    resting = {two: at + pause for two, at in met.items() if at + pause > now}
    nothing = (ChallengeState.WITHDRAWN, ChallengeState.VOID)
    lately = ladder.challenges.filter(state__in=nothing, game=None, made__gt=now - AGAIN)
    made = lately.order_by("made").values_list("challenger", "challenged", "made")
    vain = {(one, other): at + AGAIN for one, other, at in made}
    return Standing(there, active, resting, vain)


def games_seen(challenges: Iterable[Challenge], reader: Player | None) -> dict[int, Game]:
    """The games of these challenges that the reader finds in lists, by id."""
    games = Game.objects.filter(pk__in=[one.game_id for one in challenges if one.game_id])
    listed = visibility.games_listed(games, reader)
    return listed.defer("position", "course", "secret", "start").in_bulk()
