"""Letters that ask referees to rule: when a claim or appeal begins to wait, at half of the ruling
time, and to another referee after it (PR-RULING-03).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from django.conf import settings
from django.db.models import Case, Count, Q, QuerySet, When
from django.urls import reverse

from arbitration.models import Appeal, Asking, Claim, ClaimStatus, Recusal, Ruling
from arbitration.referees import awaited_appeals, conflict_of_interest
from arbitration.referees.appointing import RULES
from traders.domain.calendar import clock
from traders.domain.letters import seatless_letters
from traders.domain.operators import health_figures
from traders.domain.people import club_roles, seating
from traders.models import Game, Membership, Player, Role, Seat

NOBODY = "There is no referee who may be asked: the operator has to appoint one, who is asked then."


def ask(claim: Claim, now: datetime, *, on_appeal: bool) -> Player | None:
    """Ask the referee with the fewest open cases among those who may rule and were not asked
    before. None if there is none: the operator has to appoint one.
    """
    referee = _next_referee(claim, on_appeal)
    if referee is not None:
        ask_one(claim, referee, now, on_appeal=on_appeal)
    return referee


def ask_first(claim: Claim, now: datetime, *, on_appeal: bool) -> None:
    """Ask a referee for a new claim or appeal, or tell the organizer that there is none. The
    operator sees it in the figures.
    """
    if ask(claim, now, on_appeal=on_appeal) is None:
        subject = f"A referee is needed: {_mid_sentence(case_name(claim, on_appeal))}"
        paragraphs = [f"{case_name(claim, on_appeal)} waits for a ruling. {NOBODY}"]
        tell_organizers(claim, "unasked", on_appeal, now, subject, paragraphs)


def ask_one(
    claim: Claim, referee: Player, now: datetime, *, on_appeal: bool, by: Player | None = None
) -> None:
    """Ask this referee. The record names who asked: `by`, or the server."""
    Asking.objects.create(claim=claim, referee=referee, by=by, on_appeal=on_appeal, at=now)
    due = claim.appeal.ruling_due if on_appeal else claim.ruling_due
    paused = claim.freezes and not on_appeal
    stands = f" The game is paused {claim.until_when}." if paused else ""
    paragraphs = [
        f"{case_name(claim, on_appeal)} waits for your ruling, until {due:%H:%M UTC on %-d %B}."
        f"{stands} If you do nothing, I remind you at half of the time, and ask another referee "
        "when it is over.",
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
        f"Please rule on {'the appeal' if on_appeal else claim.name}",
        paragraphs,
        page=_case_page(claim),
        due=due,
    )


def remind(claim: Claim, now: datetime, *, due: datetime, on_appeal: bool) -> None:
    """Remind the referee at half of the ruling time, and inform the organizer; ask a referee if
    none was asked.
    """
    referee = last_asked(claim, on_appeal)
    reminded = referee is not None
    referee = referee or ask(claim, now, on_appeal=on_appeal)
    subject = f"Half your time left: {'the appeal' if on_appeal else claim.name}"
    waits = (
        f"{case_name(claim, on_appeal)} still waits for a ruling, by {due:%H:%M UTC on %-d %B}; "
        "then it is passed to another referee (PR-RULING-03)."
    )
    if referee is not None and reminded:
        _write(referee, claim, "reminded", on_appeal, now, subject, [waits], page=_case_page(claim))
    sentence = (
        f"{referee.display_name} {'was asked, and is reminded' if reminded else 'is asked now'}."
        if referee is not None
        else NOBODY
    )
    tell_organizers(claim, "half", on_appeal, now, subject, [waits, sentence])


def pass_on(claim: Claim, now: datetime, *, on_appeal: bool) -> Player | None:
    """Ask another referee when the ruling time is over, and inform the organizer (PR-RULING-03).
    None if nobody is left.
    """
    before = last_asked(claim, on_appeal)
    if before is not None:
        over = (
            f"{case_name(claim, on_appeal)} was not ruled on in time, and is passed to another "
            "referee. You may still rule until that is done."
        )
        _write(
            before,
            claim,
            "passed",
            on_appeal,
            now,
            f"Passed on: {_mid_sentence(case_name(claim, on_appeal))}",
            [over],
            page=_case_page(claim),
        )
    referee = ask(claim, now, on_appeal=on_appeal)
    late = f"{case_name(claim, on_appeal)} was not ruled on in time (PR-RULING-03)."
    sentence = f"{referee.display_name} is asked now." if referee is not None else NOBODY
    tell_organizers(
        claim,
        "passed",
        on_appeal,
        now,
        f"Not ruled on in time: {_mid_sentence(case_name(claim, on_appeal))}",
        [late, sentence],
    )
    return referee


# --- whom -----------------------------------------------------------------------------------------


def _next_referee(claim: Claim, on_appeal: bool) -> Player | None:
    """The least busy referee who was not asked yet."""
    before = Q(pk__in=Asking.objects.filter(claim=claim, on_appeal=on_appeal).values("referee"))
    return may_be_asked(claim).exclude(before).first()


def may_be_asked(claim: Claim) -> QuerySet[Player]:
    """The referees who may rule on the claim or on the appeal, the least busy first."""
    barred = Q(pk__in=Ruling.objects.filter(claim=claim, referee__isnull=False).values("referee"))
    barred |= Q(pk__in=Recusal.objects.filter(claim=claim).values("referee"))
    return _referees(claim.game).exclude(barred)


def _referees(game: Game) -> QuerySet[Player]:
    """The referees who never sat in the game and have no interest in it: those of its club first,
    then the least busy.
    """
    own = club_roles.members(game.club, Role.REFEREE) if game.club else Membership.objects.none()
    busy = Count("askings", filter=Q(askings__claim__status=ClaimStatus.OPEN))
    judges = Player.objects.filter(is_active=True, is_staff=True, user_permissions__codename=RULES)
    free = judges.exclude(seating.sitters(game)).exclude(conflict_of_interest.interested(game))
    strangers = Case(When(pk__in=own.values("player"), then=0), default=1)
    return free.annotate(busy=busy).order_by(strangers, "busy", "pk")


def referee_of(game: Game) -> Player | None:
    """The referee whom a game's letters name where no claim was made (PR-TURN-04); None if there is
    none.
    """
    return _referees(game).first()


def was_asked(player: Player, game: Game) -> bool:
    """Whether the player was asked to judge in the game, and so sees its pages (PR-RECORD-05)."""
    return Asking.objects.filter(claim__game=game, referee=player).exists()


def last_asked(claim: Claim, on_appeal: bool) -> Player | None:
    """The referee who is asked now: the one asked last, if still able to rule; None if there is
    none. Who was asked earlier is asked no more.
    """
    asked = latest(claim.askings.select_related("referee"), on_appeal=on_appeal)
    if asked is None or not may_be_asked(claim).filter(pk=asked.pk).exists():
        return None
    return asked


def latest(askings: Iterable[Asking], *, on_appeal: bool) -> Player | None:
    """Whom the last of a claim's requests asked; None if there is none."""
    asked = [row.referee for row in askings if row.on_appeal == on_appeal]
    return asked[-1] if asked else None


def waiting() -> QuerySet[Claim]:
    """The claims that wait for a ruling: open ones, and those whose ruling was appealed against."""
    appealed = Appeal.objects.filter(claim__status=ClaimStatus.RULED).exclude(
        claim__rulings__on_appeal=True
    )
    return Claim.objects.filter(Q(status=ClaimStatus.OPEN) | Q(pk__in=appealed.values("claim")))


def asked_now(claim: Claim) -> Player | None:
    """The referee for whose ruling the claim waits, or the appeal on it; None if none does."""
    on_appeal = waits_on_appeal(claim)
    return None if on_appeal is None else last_asked(claim, on_appeal)


def nobody(claim: Claim) -> str:
    """A sentence where the claim, or the appeal on it, waits for a ruling and no referee is asked;
    "" otherwise.
    """
    waits = waits_on_appeal(claim) is not None
    return NOBODY if waits and asked_now(claim) is None else ""


def waits_on_appeal(claim: Claim) -> bool | None:
    """Whether the ruling that is waited for is that on the appeal; None if none is."""
    if claim.status == ClaimStatus.OPEN:
        return False
    appealed = claim.status == ClaimStatus.RULED and Appeal.objects.filter(claim=claim).exists()
    return True if appealed and not claim.rulings.filter(on_appeal=True).exists() else None


# --- who was not asked ----------------------------------------------------------------------------


def unasked() -> list[tuple[Claim, bool]]:
    """Claims, and appeals (True), without a referee: nobody was asked, or the time is over and
    nobody else could be asked. Games with bots alone, and claims that wait for an appeal, are left
    out.
    """
    people = Seat.objects.filter(bot=False).values("game")
    now = clock.now()
    claims = [
        claim
        for claim in Claim.objects.filter(status=ClaimStatus.OPEN, game__in=people).order_by("pk")
        if awaited_appeals.awaited(claim) is None
    ]
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
        if due < now - health_figures.LATE or last_asked(claim, on_appeal) is None
    ]


def figures(now: datetime) -> Iterator[health_figures.Figure]:
    """The operator's figure: how many cases wait for a referee."""
    count = len(unasked())
    wait = "1 case waits" if count == 1 else f"{count} cases wait"
    yield health_figures.Figure(
        "cases_without_referee",
        count,
        "claims and appeals that nobody is asked to rule on",
        f"{wait} for a ruling, and nobody is left to ask: appoint a referee (manage.py referee)"
        if count
        else "",
        inside=True,
    )


# --- the letters ----------------------------------------------------------------------------------


def case_name(claim: Claim, on_appeal: bool) -> str:
    """A claim or appeal as the beginning of a sentence, with its kind, claimant and game."""
    text = (
        f"{'the appeal against the ruling on ' if on_appeal else ''}{claim.name} by {claim.by} in "
        f"{claim.game.title} ({claim.says})"
    )
    return text[0].upper() + text[1:]


def _mid_sentence(text: str) -> str:
    """A sentence's beginning with a small letter, for use within another."""
    return text[0].lower() + text[1:]


def _case_page(claim: Claim) -> str:
    return settings.SITE_URL + reverse("admin:arbitration_claim_change", args=[claim.pk])


def tell_organizers(
    claim: Claim, name: str, on_appeal: bool, now: datetime, subject: str, paragraphs: Sequence[str]
) -> None:
    """Write to the club's organizers. Who ever sat in the game gets only what all seats get."""
    page = settings.SITE_URL + reverse("claims", args=[claim.game.slug])
    name = f"organizer.{name}"
    for organizer in club_roles.organizers(claim.game.club).exclude(seating.sitters(claim.game)):
        if not seating.ever_sat(organizer, claim.game):
            _write(organizer, claim, name, on_appeal, now, subject, paragraphs, page=page)


def _write(
    player: Player,
    claim: Claim,
    name: str,
    on_appeal: bool,
    now: datetime,
    subject: str,
    paragraphs: Sequence[str],
    *,
    page: str,
    due: datetime | None = None,
) -> None:
    """Store one letter to a referee or an organizer; the same occasion again stores nothing."""
    key = f"c{claim.number}{'a' if on_appeal else ''}.{name}.{now:%y%m%d%H%M}"
    seatless_letters.write(player, claim.game, key, subject, paragraphs, at=now, page=page, due=due)
