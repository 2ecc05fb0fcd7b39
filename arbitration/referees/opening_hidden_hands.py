"""Opening hidden hands: with a reason, on record, and announced when the game is over
(PR-RULING-02).
"""

from __future__ import annotations

from arbitration.models import Claim, Opening
from arbitration.referees import private_statements
from traders.domain.calendar import clock
from traders.domain.play.game_session import open_session
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import in_quotes
from traders.models import Game, Phase, Player

MOST_WORDS = 500


def is_open(claim: Claim, player: Player) -> bool:
    """Whether the player has opened the hidden hands for this claim."""
    return Opening.objects.filter(claim=claim, player=player).exists()


def open_hidden(claim: Claim, player: Player, reason: str) -> Opening:
    """Open the hidden hands for the referee who is asked to rule on the claim, or, where nobody is
    asked, for one who may. Raises `Refusal` without a reason, and for anybody else.
    """
    private_statements.may_open(player, claim)
    reason = " ".join(reason.split())[:MOST_WORDS]
    if not reason:
        raise Refusal(
            "Say why you must look at what is hidden: the reason is told to all when the game "
            "is over.",
            "PR-RULING-02",
        )
    if is_open(claim, player):
        raise Refusal("You have opened it already.", kind="stale")
    opening = Opening.objects.create(
        game=claim.game, claim=claim, player=player, reason=reason, at=clock.whole(clock.now())
    )
    if claim.game.phase == Phase.OVER:  # announced at once
        with open_session(claim.game_id) as session:
            session.change_set.notices.append(_sentence(opening))
    return opening


def address_given(player: Player, by: Player) -> None:
    """Record that an administrator changed a player's address: whoever reads that mailbox sees the
    player's hands (PR-RULING-02).
    """
    for game in Game.objects.filter(
        seats__player=player, seats__left=None, phase=Phase.PLAYING
    ).distinct():
        reason = f"the address of {player}'s account was changed in the administration"
        Opening.objects.create(game=game, player=by, reason=reason, at=clock.whole(clock.now()))


def notices(game: Game) -> list[str]:
    """The announcements at the end of a game: who looked at hidden hands, when, and why."""
    return [
        _sentence(opening)
        for opening in Opening.objects.filter(game=game).select_related("claim", "player")
    ]


def _sentence(opening: Opening) -> str:
    about = f" for claim {opening.claim.number}" if opening.claim else ""
    return (
        f"{opening.player} opened the hidden hands at {opening.at:%H:%M UTC on %-d %B}{about}: "
        f"{in_quotes(opening.reason)} (PR-RULING-02)."
    )
