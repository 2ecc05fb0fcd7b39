"""Changing a case's referee: the organizer assigns one, a referee hands the case on, or recuses
themselves (PR-RULING-02, PR-RULING-03).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from arbitration.models import Claim, Recusal
from arbitration.referees import conflict_of_interest, ruling_requests
from arbitration.referees.appointing import may_rule_at_all
from traders.domain.calendar import clock
from traders.domain.people import club_roles
from traders.domain.play.game_session import open_session
from traders.engines.kernel.refusal import Refusal
from traders.models import Player

MOST_WORDS = 500


def assign(claim_id: int, referee_id: int, by: Player) -> Player:
    """Ask a certain referee to rule, for the club's organizer or for a referee who hands the case
    on. Raises `Refusal`.
    """
    with _waiting(claim_id) as (claim, on_appeal, now):
        _may_assign(claim, by, ruling_requests.last_asked(claim, on_appeal))
        referee = ruling_requests.may_be_asked(claim).filter(pk=referee_id).first()
        if referee is None:
            raise Refusal(
                "Nobody of that name may rule on it.", "PR-RULING-02", "PR-RULING-03", kind="stale"
            )
        if ruling_requests.last_asked(claim, on_appeal) == referee:
            raise Refusal(f"{referee.display_name} is asked already.", "PR-RULING-03", kind="stale")
        ruling_requests.ask_one(claim, referee, now, on_appeal=on_appeal, by=by)
    return referee


def recuse(claim_id: int, referee: Player, why: str) -> Player | None:
    """Recuse a referee from a claim. If it was the referee asked last, another is asked and
    returned. Raises `Refusal`.
    """
    with _waiting(claim_id) as (claim, on_appeal, now):
        _is_referee(referee)
        conflict_of_interest.may_rule(referee, claim)
        was_asked = ruling_requests.last_asked(claim, on_appeal) == referee
        Recusal.objects.create(
            claim=claim, referee=referee, why=" ".join(why.split())[:MOST_WORDS], at=now
        )
        if not was_asked:
            return None
        other = ruling_requests.ask(claim, now, on_appeal=on_appeal)
        name = ruling_requests.case_name(claim, on_appeal)
        sentence = f"{other.display_name} is asked now." if other else ruling_requests.NOBODY
        paragraphs = [f"{referee.display_name} does not judge it (PR-RULING-02): {name}.", sentence]
        ruling_requests.tell_organizers(
            claim,
            f"recused.{referee.pk}",
            on_appeal,
            now,
            f"Another referee is needed: {name}",
            paragraphs,
        )
    return other


@contextmanager
def _waiting(claim_id: int) -> Iterator[tuple[Claim, bool, datetime]]:
    """Lock the claim's game; yields the claim, whether its appeal waits for the ruling, and the
    time. Raises `Refusal` if nothing waits.
    """
    game_id = Claim.objects.values_list("game_id", flat=True).get(pk=claim_id)
    with open_session(game_id, clock.whole(clock.now())) as session:
        claim = Claim.objects.select_related("finding", "game__club").get(pk=claim_id)
        on_appeal = ruling_requests.waits_on_appeal(claim)
        if on_appeal is None:
            raise Refusal("It waits for no ruling.", "PR-RULING-03", kind="stale")
        yield claim, on_appeal, session.now


def _may_assign(claim: Claim, player: Player, asked: Player | None) -> None:
    """Raise `Refusal` for anybody but the club's organizer, the referee who is asked now, and,
    where nobody is, referees who may rule on the claim.
    """
    if club_roles.organizes(player, claim.game):
        conflict_of_interest.may_organize(player, claim.game)
        return
    _is_referee(player)
    conflict_of_interest.may_rule(player, claim)
    if asked not in (None, player):
        raise Refusal(
            f"{asked.display_name} is asked to rule, and alone hands the case on.", "PR-RULING-03"
        )


def _is_referee(player: Player) -> None:
    if not may_rule_at_all(player):
        raise Refusal(
            "The club's organizer assigns referees, and a referee hands a case on.", "PR-RULING-03"
        )
