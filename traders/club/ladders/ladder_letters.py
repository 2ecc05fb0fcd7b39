"""Letters of a ladder, which can be answered with its orders."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from django.urls import reverse

from traders.club.ladders.ladder_standings import rules_of, standing_of
from traders.domain.calendar import clock
from traders.domain.letters import seatless_questions
from traders.domain.letters.plain_text_layout import short_hour, zone_of
from traders.engines.registry import engine
from traders.models import Challenge, Ladder, Player
from traders.models.players import is_bots

TOPIC = "ladder"
"""Of the letters that can be answered with these orders."""


def title_of(ladder: Ladder) -> str:
    """`Star Traders ladder`."""
    return f"{engine(ladder.system).title} ladder"


def joined(ladder: Ladder, player: Player) -> str:
    """What somebody is told who has just joined."""
    if standing_of(ladder).rung(player) == 1:
        return "You stand on the ladder, as the first. Who joins later can challenge you."
    return "You stand on the lowest rung. Challenge somebody above you."


def page_of(ladder: Ladder) -> str:
    """The web address of the ladder's page."""
    path = reverse("ladder", args=[ladder.club.slug, ladder.system])
    return f"{settings.SITE_URL}{path}"


def found_by(player: Player) -> str:
    """Where a player finds ladders, in a sentence."""
    rows = Ladder.objects.filter(closed=None, club__closed=None, club__memberships__player=player)
    there = [f"{title_of(one)} of {one.club}: {page_of(one)}" for one in rows]
    return "\n".join(there) or "No club of yours has a ladder."


def tell(
    ladder: Ladder,
    player: Player,
    key: str,
    subject: str,
    told: Sequence[str],
    *,
    answers: Sequence[tuple[str, str]] = (),
    about: Challenge | None = None,
) -> None:
    """Write to one player, once for each key. Bots and closed accounts get no letter."""
    if is_bots(player.email) or not player.is_active:
        return
    seatless_questions.ask(
        player,
        TOPIC,
        f"ladder{ladder.pk}.{key}",
        subject,
        told,
        at=clock.whole(clock.now()),
        due=about.due if about else None,
        about={"ladder": ladder.pk, "challenge": about.pk if about else 0},
        answers=answers,
        page=page_of(ladder),
    )


def where(ladder: Ladder, player: Player) -> tuple[list[str], list[tuple[str, str]]]:
    """Where a player stands and whom they can challenge, in words and as orders."""
    now = standing_of(ladder)
    rung, above = now.rung(player), now.within_reach(rules_of(ladder), player)
    told = [f"You stand on rung {rung} of {len(now.people)} of the {title_of(ladder)}."]
    if rung == 1:
        told.append("Nobody stands above you: those below can challenge you.")
    at, zone = clock.whole(clock.now()), zone_of(player.zone)
    told += [
        f"You can challenge {now.name(one)} again from {short_hour(free, at, zone)}."
        for one, free in now.later(rules_of(ladder), player)
    ]
    return told, [
        (f"challenge {now.name(one)}", f"a game of two for rung {now.rung(one)}") for one in above
    ]
