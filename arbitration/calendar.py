"""What falls due in a claim: the ruling time, after which a freeze ends and another referee is asked (PR-CLAIM-03, PR-RULING-03)."""

from __future__ import annotations

from arbitration import freezing, remedies
from arbitration.models import Claim, ClaimStatus, Remedy
from traders.domain import staying
from traders.domain.clocks import Clocks
from traders.domain.desk import at_desk
from traders.domain.terms import Terms
from traders.models import Deadline, DeadlineKind


def open_for(claim: Claim) -> None:
    """Set the claim's deadline; it runs on while play is frozen."""
    Deadline.objects.create(
        game=claim.game,
        kind=DeadlineKind.COURT,
        key=str(claim.number),
        due=claim.ruling_due,
        set_at=claim.made,
        data=Terms(opened=claim.made).write(),
    )


def close_for(claim: Claim) -> None:
    """The claim waits for nothing more."""
    rows = Deadline.objects.filter(game=claim.game, kind=DeadlineKind.COURT, key=str(claim.number), done_at=None)
    rows.update(done_at=claim.frozen_to or claim.ruling_due)


def ruling_time_over(clocks: Clocks, row: Deadline) -> None:
    """A claim was not ruled on in time: a freeze ends with its finding carried out, or with play going on; another referee is asked."""
    claim = Claim.objects.select_related("finding").get(game=clocks.game, number=int(row.key))
    if claim.status != ClaimStatus.OPEN:
        return
    with at_desk(claim.game_id, clocks.now) as desk:
        claim.game = desk.game
        claim.passed_on = True
        claim.save()
        desk.passage.notices.append(f"Claim {claim.number} was not ruled on in time; it is passed to another referee (PR-RULING-03).")
        if freezing.frozen_since(claim):
            if claim.finding.remedy == Remedy.UNSETTLED:
                freezing.thaw(desk, claim, upheld=False)
                desk.passage.notices.append("Play goes on, and the claim is heard beside it (PR-CLAIM-03).")
                desk.course.go_on()
            else:
                freezing.thaw(desk, claim, upheld=claim.finding.remedy not in (Remedy.STAND, Remedy.CONDUCT))
                remedies.by_itself(desk, claim, claim.finding, "The ruling time is over: the finding is carried out (PR-CLAIM-03).")
    if not freezing.still_frozen(claim.game_id):
        staying.make_what_waited(claim.game_id, clocks.now)
