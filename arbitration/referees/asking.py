"""Asking a referee to rule, by letter: when a claim or an appeal waits, at half of the ruling time,
and another one after it (PR-RULING-03).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.urls import reverse

from arbitration.models import Appeal, Asking, Claim, ClaimStatus, Recusal, Ruling
from arbitration.referees.appointing import RULES
from traders.domain.calendar import clock
from traders.domain.letters import officials
from traders.domain.operators import health
from traders.domain.people import seating
from traders.models import Game, Player, Seat

NOBODY = "There is no referee who may be asked: the operator has to appoint one, who is asked then."


def ask(claim: Claim, now: datetime, *, on_appeal: bool) -> Player | None:
    """Ask the referee with the fewest open cases who may rule and was not asked before; None where
    there is none, and the operator must appoint one.
    """
    referee = _next(claim, on_appeal)
    if referee is not None:
        ask_one(claim, referee, now, on_appeal=on_appeal)
    return referee


def ask_first(claim: Claim, now: datetime, *, on_appeal: bool) -> None:
    """A claim or an appeal begins to wait: a referee is asked, or the organizer told that there is
    none. The operator is told by the figures.
    """
    if ask(claim, now, on_appeal=on_appeal) is None:
        subject = f"A referee is needed: {_within(what(claim, on_appeal))}"
        told = [f"{what(claim, on_appeal)} waits for a ruling. {NOBODY}"]
        tell_organizer(claim, "unasked", on_appeal, now, subject, told)


def ask_one(
    claim: Claim, referee: Player, now: datetime, *, on_appeal: bool, by: Player | None = None
) -> None:
    """Ask that referee; on record is who asked, which is the server unless it is `by` somebody."""
    Asking.objects.create(claim=claim, referee=referee, by=by, on_appeal=on_appeal, at=now)
    due = claim.appeal.ruling_due if on_appeal else claim.ruling_due
    stands = (
        " The game stands still until it is ruled on." if claim.freezes and not on_appeal else ""
    )
    told = [
        f"{what(claim, on_appeal)} waits for a ruling. You are asked to give it by "
        f"{due:%H:%M UTC on %-d %B}.{stands}",
        *([f"{by.display_name} asks you to."] if by is not None else []),
        f"{claim.finding.sentence} ({', '.join(claim.finding.cited)}).",
        "The case, with everything that bears on it, and the form of the ruling:",
    ]
    _write(
        referee,
        claim,
        "asked",
        on_appeal,
        now,
        f"You are asked to rule: {_within(what(claim, on_appeal))}",
        told,
        page=_case(claim),
    )


def remind(claim: Claim, now: datetime, *, due: datetime, on_appeal: bool) -> None:
    """Half of the ruling time is over: the referee who was asked is reminded, and the organizer is
    told.
    """
    asked = last_asked(claim, on_appeal)
    reminded = asked is not None
    asked = asked or ask(claim, now, on_appeal=on_appeal)
    subject = f"Half of the ruling time is over: {_within(what(claim, on_appeal))}"
    waits = (
        f"{what(claim, on_appeal)} still waits for a ruling, by {due:%H:%M UTC on %-d %B}; then "
        "it is passed to another referee (PR-RULING-03)."
    )
    if asked is not None and reminded:
        _write(asked, claim, "reminded", on_appeal, now, subject, [waits], page=_case(claim))
    who = (
        f"{asked.display_name} {'was asked, and is reminded' if reminded else 'is asked now'}."
        if asked is not None
        else NOBODY
    )
    tell_organizer(claim, "half", on_appeal, now, subject, [waits, who])


def pass_on(claim: Claim, now: datetime, *, on_appeal: bool) -> Player | None:
    """The ruling time is over: another referee is asked, and the organizer is told whom
    (PR-RULING-03).
    """
    before = last_asked(claim, on_appeal)
    if before is not None:
        over = (
            f"{what(claim, on_appeal)} was not ruled on in time, and is passed to another "
            "referee. You may still rule until that is done."
        )
        _write(
            before,
            claim,
            "passed",
            on_appeal,
            now,
            f"Passed on: {_within(what(claim, on_appeal))}",
            [over],
            page=_case(claim),
        )
    asked = ask(claim, now, on_appeal=on_appeal)
    said = f"{what(claim, on_appeal)} was not ruled on in time (PR-RULING-03)."
    who = f"{asked.display_name} is asked now." if asked is not None else NOBODY
    tell_organizer(
        claim,
        "passed",
        on_appeal,
        now,
        f"Not ruled on in time: {_within(what(claim, on_appeal))}",
        [said, who],
    )
    return asked


# --- whom -----------------------------------------------------------------------------------------


def _next(claim: Claim, on_appeal: bool) -> Player | None:
    """Nobody who was asked already."""
    before = Q(pk__in=Asking.objects.filter(claim=claim, on_appeal=on_appeal).values("referee"))
    return may_be_asked(claim).exclude(before).first()


def may_be_asked(claim: Claim) -> QuerySet[Player]:
    """The referees who may rule on the claim, or on the appeal against its ruling, the least busy
    first.
    """
    barred = Q(pk__in=Ruling.objects.filter(claim=claim, referee__isnull=False).values("referee"))
    barred |= Q(pk__in=Recusal.objects.filter(claim=claim).values("referee"))
    return _judges(claim.game).exclude(barred)


def _judges(game: Game) -> QuerySet[Player]:
    """Who may judge the game, the least busy first."""
    busy = Count("askings", filter=Q(askings__claim__status=ClaimStatus.OPEN))
    judges = Player.objects.filter(is_active=True, is_staff=True, user_permissions__codename=RULES)
    return judges.exclude(seating.sitters(game)).annotate(busy=busy).order_by("busy", "pk")


def referee_of(game: Game) -> Player | None:
    """Who is asked where a game needs a referee though nobody claims (PR-TURN-04); None where there
    is none.
    """
    return _judges(game).first()


def last_asked(claim: Claim, on_appeal: bool) -> Player | None:
    """Who was asked last, and has not recused themselves."""
    recused = Recusal.objects.filter(claim=claim).values("referee")
    rows = Asking.objects.filter(claim=claim, on_appeal=on_appeal).exclude(referee__in=recused)
    row = rows.select_related("referee").order_by("pk").last()
    return row.referee if row else None


# --- who was not asked ----------------------------------------------------------------------------


def unasked() -> list[tuple[Claim, bool]]:
    """The claims, and appeals (True), that wait for a ruling while nobody is asked to give it, or
    whose time is over and nobody else could be asked. For a game of bots nobody waits.
    """
    people = Seat.objects.filter(bot=False).values("game")
    now = clock.now()
    claims = Claim.objects.filter(status=ClaimStatus.OPEN, game__in=people).order_by("pk")
    appeals = (
        Appeal.objects.filter(claim__status=ClaimStatus.RULED, claim__game__in=people)
        .exclude(claim__rulings__on_appeal=True)
        .select_related("claim")
        .order_by("pk")
    )
    waiting = [(claim, False, claim.ruling_due) for claim in claims]
    waiting += [(appeal.claim, True, appeal.ruling_due) for appeal in appeals]
    return [
        (claim, on_appeal)
        for claim, on_appeal, due in waiting
        if due < now - health.LATE or last_asked(claim, on_appeal) is None
    ]


def figures(now: datetime) -> Iterator[health.Figure]:
    """For the operator, who appoints referees: how many cases wait for one."""
    count = len(unasked())
    wait = "1 case waits" if count == 1 else f"{count} cases wait"
    yield health.Figure(
        "cases_without_referee",
        count,
        "claims and appeals that nobody is asked to rule on",
        f"{wait} for a ruling, and nobody is left to ask: appoint a referee (manage.py referee)"
        if count
        else "",
    )


# --- the letters ----------------------------------------------------------------------------------


def what(claim: Claim, on_appeal: bool) -> str:
    text = (
        f"{'the appeal against the ruling on ' if on_appeal else ''}{claim.name} ({claim.kind}, "
        f"by {claim.by})"
    )
    return text[0].upper() + text[1:]


def _within(text: str) -> str:
    """A sentence's beginning as it stands within another."""
    return text[0].lower() + text[1:]


def _case(claim: Claim) -> str:
    return settings.SITE_URL + reverse("admin:arbitration_claim_change", args=[claim.pk])


def tell_organizer(
    claim: Claim, name: str, on_appeal: bool, now: datetime, subject: str, told: Sequence[str]
) -> None:
    """The club's organizer is told, unless it ever sat in the game: then only what all seats are
    told.
    """
    club = Game.objects.select_related("club__organizer").get(pk=claim.game_id).club
    organizer = club.organizer if club else None
    if organizer is not None and not seating.ever_sat(organizer, claim.game):
        page = settings.SITE_URL + reverse("claims", args=[claim.game.slug])
        _write(organizer, claim, f"organizer.{name}", on_appeal, now, subject, told, page=page)


def _write(
    player: Player,
    claim: Claim,
    name: str,
    on_appeal: bool,
    now: datetime,
    subject: str,
    told: Sequence[str],
    *,
    page: str,
) -> None:
    """Store one letter to a referee or an organizer; the same occasion again stores nothing."""
    key = f"c{claim.number}{'a' if on_appeal else ''}.{name}.{now:%y%m%d%H%M}"
    officials.write(player, claim.game, key, subject, told, at=now, page=page)
