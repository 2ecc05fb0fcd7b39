"""The Django app of arbitration; at start it connects its commands, deadlines and letters to the
play app.
"""

from __future__ import annotations

from django.apps import AppConfig


class ArbitrationConfig(AppConfig):
    """The app of claims, findings and rulings."""

    name = "arbitration"
    verbose_name = "Arbitration"

    def ready(self) -> None:
        """Register commands, hooks and deadline kinds with the packages below."""
        from arbitration import commands, demonstration
        from arbitration.referees import asking, conflict, openings
        from arbitration.remedies import due_dates, freezing
        from arbitration.scenarios import ScenarioCourt
        from traders.club import demonstration as club
        from traders.club.seasons import interest
        from traders.domain.accounts import accounts
        from traders.domain.operators import health
        from traders.domain.people import visibility
        from traders.domain.play import holding, session, timeouts
        from traders.domain.play.commands import leaving, registry
        from traders.domain.timeline import reached
        from traders.models import DeadlineKind
        from traders.proof.scenarios import court

        registry.declare(*commands.COMMANDS)
        leaving.MAY_SIT.append(conflict.may_sit)
        conflict.INTERESTED.append(conflict.Interest(interest.same_division, interest.WORDS))
        visibility.ALSO_SEES.append(asking.was_asked)
        accounts.ADDRESS_GIVEN.append(openings.address_given)
        holding.ENDS_BY.append(freezing.ends_by)
        timeouts.REFEREE_OF.append(asking.referee_of)
        session.TOLD_AT_THE_END.append(openings.notices)
        club.ADDITIONS.append(demonstration.open_case)
        health.MEASURES.append(asking.figures)
        reached.enter(DeadlineKind.COURT, due_dates.fall_due)
        court.seat(ScenarioCourt())
