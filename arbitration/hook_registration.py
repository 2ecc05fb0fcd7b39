"""What the court adds to the packages below it: commands, hooks, kinds of deadlines, letters.
Loaded when the app is ready, since it needs the models.
"""

from __future__ import annotations

from arbitration import calendar_entries, commands, demonstration_case, personal_data_export
from arbitration.referees import (
    conflict_of_interest,
    opening_hidden_hands,
    private_statements,
    ruling_requests,
    waiting_cases,
)
from arbitration.remedies import pausing, ruling_and_pause_deadlines
from traders.club.desk import game_facts_query
from traders.domain import hooks
from traders.domain.feeds import calendar_entry
from traders.domain.operators import health_figures
from traders.domain.play.commands import registry
from traders.domain.timeline import deadline_reached
from traders.models import DeadlineKind


def connect() -> None:
    """Register all of it, once a process."""
    registry.declare(*commands.COMMANDS)
    hooks.MAY_SIT.append(conflict_of_interest.may_sit)
    hooks.ALSO_SEES.append(ruling_requests.was_asked)
    hooks.ADDRESS_GIVEN.append(opening_hidden_hands.address_given)
    hooks.KEPT_OF.append(personal_data_export.kept)
    hooks.ENDS_BY.append(pausing.ends_by)
    hooks.REFEREE_OF.append(ruling_requests.referee_of)
    hooks.TOLD_AT_THE_END += [opening_hidden_hands.notices, private_statements.notices]
    hooks.DEMONSTRATED.append(demonstration_case.open_case)
    calendar_entry.PROVIDERS += [calendar_entries.answers, calendar_entries.rulings]
    game_facts_query.CASES.append(waiting_cases.cases)
    health_figures.MEASURES.append(ruling_requests.figures)
    deadline_reached.enter(DeadlineKind.COURT, ruling_and_pause_deadlines.fall_due)
    hooks.COURT_MOVED.append(ruling_and_pause_deadlines.moved)
    hooks.SCENARIO_COURT.append("arbitration.scenario_court.ScenarioCourt")
