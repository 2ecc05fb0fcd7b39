"""The court's app."""

from __future__ import annotations

from django.apps import AppConfig


class ArbitrationConfig(AppConfig):
    """Claims, findings, rulings."""

    name = "arbitration"
    verbose_name = "Arbitration"

    def ready(self) -> None:
        from arbitration import asking, calendar, conflict, demonstration, freezing, openings, words
        from arbitration.scenarios import ScenarioCourt
        from traders.domain import accounts, desk, leaving, reached, staying, timeouts
        from traders.domain import demonstration as club
        from traders.domain.scenarios import court
        from traders.models import DeadlineKind

        words.enter()
        leaving.MAY_SIT.append(conflict.may_sit)
        accounts.ADDRESS_GIVEN.append(openings.address_given)
        staying.ENDS_BY.append(freezing.ends_by)
        timeouts.REFEREE_OF.append(asking.referee_of)
        desk.TOLD_AT_THE_END.append(openings.told)
        club.MORE.append(demonstration.open_case)
        reached.enter(DeadlineKind.COURT, calendar.fall_due)
        court.seat(ScenarioCourt())
