"""What the court adds to the packages below it: commands, hooks, kinds of deadlines, letters.
Loaded when the app is ready, since it needs the models.
"""

from __future__ import annotations

from arbitration import calendar_entries, cases_of_a_person, commands, demonstration_case
from arbitration.referees import (
    asking,
    conflict,
    opening_hidden_hands,
    private_words,
    waiting_cases,
)
from arbitration.remedies import due_dates, pausing
from arbitration.scenario_court import ScenarioCourt
from traders.club.desk import game_facts_query
from traders.domain import hooks
from traders.domain.feeds import calendar_entry
from traders.domain.operators import health
from traders.domain.play.commands import registry
from traders.domain.timeline import deadline_reached
from traders.models import DeadlineKind
from traders.proof.scenarios import court_interface


def connect() -> None:
    """Register all of it, once a process."""
    registry.declare(*commands.COMMANDS)
    hooks.MAY_SIT.append(conflict.may_sit)
    hooks.ALSO_SEES.append(asking.was_asked)
    hooks.ADDRESS_GIVEN.append(opening_hidden_hands.address_given)
    hooks.KEPT_OF.append(cases_of_a_person.kept)
    hooks.ENDS_BY.append(pausing.ends_by)
    hooks.REFEREE_OF.append(asking.referee_of)
    hooks.TOLD_AT_THE_END += [opening_hidden_hands.notices, private_words.notices]
    hooks.DEMONSTRATED.append(demonstration_case.open_case)
    calendar_entry.PROVIDERS += [calendar_entries.answers, calendar_entries.rulings]
    game_facts_query.CASES.append(waiting_cases.cases)
    health.MEASURES.append(asking.figures)
    deadline_reached.enter(DeadlineKind.COURT, due_dates.fall_due)
    hooks.COURT_MOVED.append(due_dates.moved)
    court_interface.seat(ScenarioCourt())
