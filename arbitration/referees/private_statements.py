"""What is said to the referee alone: shown to the referee who is asked now and may rule, and to
nobody else. Each look is on record, and announced when the game is over (PR-CLAIM-04,
PR-RULING-02).
"""

from __future__ import annotations

from arbitration.models import CaseLook, Claim
from arbitration.referees import conflict_of_interest, ruling_requests
from traders.domain.calendar import clock
from traders.domain.play.game_session import open_session
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Phase, Player


def may_read(player: Player, claim: Claim) -> None:
    """Raise `Refusal` for anybody but the referee who is asked now and may rule: for who sat in the
    game, has an interest in it, recused, gave the case back, or was asked earlier (PR-CLAIM-04).
    """
    conflict_of_interest.may_rule(player, claim)
    if ruling_requests.asked_now(claim) != player:
        raise Refusal(
            "What is said to the referee alone is shown to the referee who is asked now.",
            "PR-CLAIM-04",
            "PR-RULING-02",
        )


def may_open(player: Player, claim: Claim) -> None:
    """Raise `Refusal` for anybody but the referee who is asked now, or, where nobody is, a referee
    who may rule: for opening hidden hands (PR-RULING-02).
    """
    conflict_of_interest.may_rule(player, claim)
    asked = ruling_requests.asked_now(claim)
    if asked not in (None, player):
        raise Refusal(f"{asked} is asked to rule, and alone opens what is hidden.", "PR-RULING-02")


def note_look(claim: Claim, player: Player) -> None:
    """Put on record that the player was shown what was said to the referee alone: the first time,
    and again when more was said since. Nothing is kept where nothing was said so.
    """
    said = claim.statements.filter(private=True).order_by("-at").first()
    if said is None:
        return
    if CaseLook.objects.filter(claim=claim, player=player, at__gte=said.at).exists():
        return
    look = CaseLook.objects.create(claim=claim, player=player, at=clock.whole(clock.now()))
    if claim.game.phase == Phase.OVER:  # announced at once
        with open_session(claim.game_id) as session:
            session.change_set.notices.append(_sentence(look))


def notices(game: Game) -> list[str]:
    """The announcements at the end of a game: who looked, and when."""
    looks = CaseLook.objects.filter(claim__game=game).select_related("claim", "player")
    return [_sentence(look) for look in looks]


def _sentence(look: CaseLook) -> str:
    return (
        f"{look.player} read at {look.at:%H:%M UTC on %-d %B} what was said to the referee alone "
        f"in {look.claim.name} (PR-CLAIM-04)."
    )
