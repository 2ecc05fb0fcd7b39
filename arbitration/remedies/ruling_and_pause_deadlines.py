"""Deadlines of a claim or appeal: a reminder after half of the ruling time; at its end, or when its
seat's pausing time is used up, the pause ends; at its end another referee is asked (PR-CLAIM-03,
PR-RULING-03, PR-APPEAL-01).
"""

from __future__ import annotations

from datetime import datetime

from arbitration.models import Appeal, Claim, ClaimStatus, Remedy
from arbitration.models.claims import PAUSE
from arbitration.referees import awaited_appeals, ruling_requests
from arbitration.remedies import pausing, remedy_execution
from traders.domain.calendar import clock
from traders.domain.deadlines import deadline_changes
from traders.domain.deadlines.game_clocks import Clocks
from traders.domain.play import claim_pause
from traders.domain.play.game_session import GameSession, open_session
from traders.domain.settings import game_settings
from traders.domain.table import game_progression
from traders.engines.kernel.words import named
from traders.models import Deadline, DeadlineKind, Game

HALF, APPEAL = "half", "appeal"
"""Suffixes of a deadline's key, after the claim's number: `3`, `3:half`, `3:appeal`,
`3:appeal:half`.
"""


def open_for(claim: Claim, appeal: Appeal | None = None) -> None:
    """Ask a referee, and set the deadlines of a claim or of its appeal. They run while play is
    paused. A claim that waits for an appeal has neither yet (PR-APPEAL-01).
    """
    now = appeal.made if appeal else claim.made
    if appeal is None and (awaited := awaited_appeals.awaited(claim)):
        _set_back(claim, awaited)
        return
    ruling_requests.ask_first(claim, now, on_appeal=appeal is not None)
    _set_deadlines(claim, appeal, appeal.ruling_due if appeal else claim.ruling_due, now)


def close_for(claim: Claim, now: datetime) -> None:
    """End all deadlines of the claim and of its appeal."""
    deadline_changes.due_no_more(
        claim.game,
        DeadlineKind.COURT,
        [
            claim.pause_key,
            *(
                _key(claim, on_appeal, half)
                for on_appeal in (False, True)
                for half in (False, True)
            ),
        ],
        now,
    )


def _set_back(claim: Claim, appeal: Appeal) -> None:
    """Have the ruling time of a claim begin with the end of an appeal, wherever that is."""
    claim.ruling_due = appeal.ruling_due + game_settings.of(claim.game).ruling_time
    claim.save()
    deadline_changes.due_no_more(
        claim.game,
        DeadlineKind.COURT,
        [_key(claim, False, False), _key(claim, False, True)],
        appeal.made,
    )


def suspend(session: GameSession, appeal: Appeal) -> None:
    """Have the open claims about the moment of an appeal that is made wait for it, and tell all
    (PR-APPEAL-01).
    """
    for claim in awaited_appeals.waiting_for(appeal.claim):
        claim.game = session.game
        _set_back(claim, appeal)
        pausing.bound(session, claim)
        session.change_set.notices.append(
            f"{claim.name.capitalize()} is ruled on when it is over, being about the same moment "
            "(PR-APPEAL-01)."
        )


def begin(session: GameSession, appealed: Claim) -> None:
    """Begin the ruling time of the claims that waited for an appeal, now that it is ruled on: ask a
    referee, and tell all (PR-APPEAL-01).
    """
    for claim in awaited_appeals.waiting_for(appealed):
        claim.game, now = session.game, session.now
        claim.ruling_due = now + game_settings.of(session.game).ruling_time
        claim.save()
        referee = ruling_requests.last_asked(claim, on_appeal=False)
        if referee is None:
            ruling_requests.ask_first(claim, now, on_appeal=False)
        else:
            ruling_requests.ask_one(claim, referee, now, on_appeal=False)
        _set_deadlines(claim, None, claim.ruling_due, now)
        session.change_set.notices.append(
            f"{claim.name.capitalize()}, which waited for it, is ruled on by "
            f"{claim.ruling_due:%H:%M UTC on %-d %B} (PR-APPEAL-01)."
        )


def _set_deadlines(claim: Claim, appeal: Appeal | None, due: datetime, now: datetime) -> None:
    for half, then in ((False, due), (True, now + (due - now) / 2)):
        key = _key(claim, appeal is not None, half)
        deadline_changes.due_then(claim.game, DeadlineKind.COURT, key, then, now)


def _key(claim: Claim, on_appeal: bool, half: bool) -> str:
    return str(claim.number) + (f":{APPEAL}" if on_appeal else "") + (f":{HALF}" if half else "")


# --- what happens then ----------------------------------------------------------------------------


def fall_due(clocks: Clocks, row: Deadline) -> None:
    """Handle a deadline of a claim or appeal: half of the ruling time, or all of it, is over."""
    number, *rest = row.key.split(":")
    claim = Claim.objects.select_related("finding", "game__club").get(
        game=clocks.game, number=int(number)
    )
    appeal = Appeal.objects.filter(claim=claim).first() if APPEAL in rest else None
    if not _awaits_ruling(claim, appeal):
        return
    if PAUSE in rest:
        _pausing_time_over(claim, clocks.now)
        return
    if HALF in rest:
        ruling_requests.remind(
            claim,
            clocks.now,
            due=appeal.ruling_due if appeal else claim.ruling_due,
            on_appeal=appeal is not None,
        )
    elif appeal is not None:
        _appeal_time_over(claim, appeal, clocks.now)
    else:
        _ruling_time_over(claim, clocks.now)


def moved(row: Deadline) -> None:
    """An outage has moved a time of a claim or appeal (PR-MAIL-03): its end is told so too."""
    number, *rest = row.key.split(":")
    if HALF in rest or PAUSE in rest:
        return
    about = Claim.objects.filter(game=row.game_id, number=int(number))
    if APPEAL in rest:
        Appeal.objects.filter(claim__in=about).update(ruling_due=row.due)
    else:
        about.update(ruling_due=row.due)


def _awaits_ruling(claim: Claim, appeal: Appeal | None) -> bool:
    """Whether a ruling is still to be given: on the appeal if there is one, else on the claim."""
    if appeal is not None:
        return (
            claim.status == ClaimStatus.RULED and not claim.rulings.filter(on_appeal=True).exists()
        )
    return claim.status == ClaimStatus.OPEN


def _pausing_time_over(claim: Claim, now: datetime) -> None:
    """End a claim's pause: its seat's claims have paused the game for as long as they may."""
    with open_session(claim.game_id, now) as session:
        claim.game = session.game
        if claim.freezes:
            pausing.thaw(session, claim)
            why = (
                f"{named(claim.seat)} has used up its pausing time"
                if claim.frozen_by_id is None
                else "The time for a ruling is over"
            )
            session.change_set.notices.append(
                f"{why}: {claim.name} is heard while play goes on (PR-CLAIM-03)."
            )
            game_progression.go_on(session.table)
    if not pausing.still_frozen(claim.game_id):
        claim_pause.make_what_waited(claim.game_id, now)


def _ruling_time_over(claim: Claim, now: datetime) -> None:
    """End the ruling time of a claim: a pause ends with the finding carried out, or with play going
    on, and another referee is asked.
    """
    with open_session(claim.game_id, now) as session:
        claim.game = session.game
        claim.passed_on = True
        claim.save()
        if claim.freezes:
            settled = claim.finding.remedy != Remedy.UNSETTLED
            pausing.thaw(session, claim)
            if settled:
                remedy_execution.carry_out_finding(
                    session,
                    claim,
                    claim.finding,
                    "The ruling time is over: the finding is carried out (PR-CLAIM-03).",
                )
                pausing.account(session, claim)
            else:
                session.change_set.notices.append(
                    "Play goes on, and the claim is heard beside it (PR-CLAIM-03)."
                )
                game_progression.go_on(session.table)
        if claim.status == ClaimStatus.OPEN:
            sequel = _pass_on(claim, None, now)
            session.change_set.notices.append(
                f"Claim {claim.number} was not ruled on in time; {sequel}"
            )
    if not pausing.still_frozen(claim.game_id):
        claim_pause.make_what_waited(claim.game_id, now)


def _appeal_time_over(claim: Claim, appeal: Appeal, now: datetime) -> None:
    """End the ruling time of an appeal: the pause ends, the first ruling stands for now, and
    another referee is asked.
    """
    with open_session(claim.game_id, now) as session:
        claim.game = session.game
        sequel = _pass_on(claim, appeal, now)
        sentence = (
            f"The appeal against the ruling on claim {claim.number} was not ruled on in time; "
        )
        session.change_set.notices.append(sentence + sequel)
        if pausing.thaw_appeal(session, appeal):
            game_progression.go_on(session.table)
    if not pausing.still_frozen(claim.game_id):
        claim_pause.make_what_waited(claim.game_id, now)


def _pass_on(claim: Claim, appeal: Appeal | None, now: datetime) -> str:
    """Ask another referee, with a whole ruling time, and inform the organizer. Returns the end of
    the sentence for the players, also where no referee is left.
    """
    referee = ruling_requests.pass_on(claim, now, on_appeal=appeal is not None)
    if referee is None:
        return "it waits for another referee, whom the operator has to appoint (PR-RULING-03)."
    _restart_ruling_time(claim, appeal, now)
    return "it is passed to another referee (PR-RULING-03)."


def ask_for_unasked() -> list[Claim]:
    """Ask a referee for each case that has none, after somebody was appointed. A case whose ruling
    time is over gets a whole one. Returns the claims.
    """
    taken = []
    for waiting, on_appeal in ruling_requests.unasked():
        with open_session(waiting.game_id, clock.whole(clock.now())) as session:
            claim = Claim.objects.select_related("finding", "game__club").get(pk=waiting.pk)
            appeal = Appeal.objects.get(claim=claim) if on_appeal else None
            if not _awaits_ruling(claim, appeal) or not ruling_requests.ask(
                claim, session.now, on_appeal=on_appeal
            ):
                continue
            if (appeal.ruling_due if appeal else claim.ruling_due) < session.now:
                claim.game = session.game
                _restart_ruling_time(claim, appeal, session.now)
            taken.append(claim)
    return taken


def _restart_ruling_time(claim: Claim, appeal: Appeal | None, now: datetime) -> None:
    """Give the referee who is asked now a whole ruling time."""
    due = (
        now
        + game_settings.of(Game.objects.select_related("club").get(pk=claim.game_id)).ruling_time
    )
    if appeal is not None:
        appeal.ruling_due = due
        appeal.save()
    else:
        claim.ruling_due = due
        claim.save()
    _set_deadlines(claim, appeal, due, now)
