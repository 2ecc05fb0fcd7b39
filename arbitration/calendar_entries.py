"""What the court asks of a player, in that player's calendar: answers to claims, and rulings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q
from django.urls import reverse

from arbitration.models import Appeal, Asking, Claim, ClaimStatus, Statement
from arbitration.referees import ruling_requests
from traders.domain.feeds.calendar_entry import SHOWN, CalendarEntry
from traders.domain.feeds.deadline_calendar_entries import seats_of
from traders.models import Player, Seat


def answers(player: Player, now: datetime) -> Iterator[CalendarEntry]:
    """Claims and appeals of others that the player's seats may answer (PR-CLAIM-04)."""
    seats = list(seats_of(player, now).values())
    games = {seat.game_id for seat in seats}
    lately = {"answers_due__gte": now - SHOWN}
    claims = Claim.objects.filter(game__in=games, **lately).prefetch_related("statements")
    appeals = Appeal.objects.filter(claim__game__in=games, **lately).select_related("claim")
    heard: list[tuple[Claim, Claim | Appeal, str]] = [(one, one, one.claimant) for one in claims]
    heard += [(one.claim, one, one.seat) for one in appeals.prefetch_related("claim__statements")]
    for claim, about, party in heard:
        for seat in seats:
            if seat.game_id == claim.game_id and seat.colour != party:
                yield _answer(claim, about, seat)


def _answer(claim: Claim, about: Claim | Appeal, seat: Seat) -> CalendarEntry:
    own: list[Statement] = [
        said
        for said in claim.statements.all()
        if said.seat == seat.colour and said.at >= about.made
    ]
    closed = isinstance(about, Claim) and claim.status != ClaimStatus.OPEN
    times = [about.made, *(said.at for said in own)]
    times += [ruling.at for ruling in claim.rulings.all()] if closed else []
    game = seat.game
    what = f"the appeal on {claim.name}" if isinstance(about, Appeal) else claim.name
    return CalendarEntry(
        key=f"{seat.pk}/answer/{about._meta.label}/{about.pk}",
        title=f"Answer to {claim.name} · {game.title}",
        words=f"You may say something to {what}: answer {claim.number}: your words",
        page=reverse("claims", args=[game.slug]),
        begins=about.answers_due,
        changes=bool(own) + closed,
        changed=max(times),
        gone=bool(own) or closed,
    )


def rulings(player: Player, now: datetime) -> Iterator[CalendarEntry]:
    """Claims and appeals on which the player is asked to rule (PR-RULING-03)."""
    lately = Q(on_appeal=False, claim__ruling_due__gte=now - SHOWN)
    lately |= Q(on_appeal=True, claim__appeal__ruling_due__gte=now - SHOWN)
    asked = Asking.objects.filter(lately, referee=player)
    for one in asked.select_related("claim__game", "claim__appeal"):
        claim = one.claim
        ruled = [ruling.at for ruling in claim.rulings.all() if ruling.on_appeal == one.on_appeal]
        closed = bool(ruled) or (not one.on_appeal and claim.status != ClaimStatus.OPEN)
        later = claim.askings.filter(pk__gt=one.pk, on_appeal=one.on_appeal)
        passed = [other.at for other in later]
        passed += [other.at for other in claim.recusals.filter(referee=player)]
        yield CalendarEntry(
            key=f"{player.pk}/ruling/{one.pk}",
            title=f"Your ruling · {ruling_requests.case_name(claim, one.on_appeal)}",
            words=f"You are asked to rule in {claim.game.title}.",
            page=reverse("admin:arbitration_claim_change", args=[claim.pk]),
            begins=claim.appeal.ruling_due if one.on_appeal else claim.ruling_due,
            changes=closed + len(passed),
            changed=max([one.at, *ruled, *passed]),
            gone=closed or bool(passed),
        )
