"""The play of a ruling's scenario: lines, mail reports, findings and rulings, each at its own
time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from arbitration.casebook.export.name_anonymization import Colours
from arbitration.casebook.export.omitted_claims import left_out
from arbitration.casebook.export.position import last_entry, put_right_to
from arbitration.casebook.export.scenario_step import ScenarioStep
from arbitration.casebook.export.seat_letters import letters, mails
from arbitration.casebook.export.starting_entries import Beginning
from arbitration.casebook.export.steps_without_a_seat import steps_without_a_seat
from arbitration.models import Claim, Remedy, Ruling
from traders.domain.deadlines import heartbeat_and_outages
from traders.engines.kernel.seats import COLOURS
from traders.models import Entry, Kind


@dataclass(frozen=True, slots=True)
class Recorded:
    """The steps in order, the entry before each, and the outcomes of chance."""

    steps: list[dict[str, object]]
    moves: list[int]
    chance: list[int | str]
    shuffles: list[list[int]]


def steps(ruling: Ruling, begin: Beginning, *, facts: bool) -> Recorded:
    """All steps from the beginning to the ruling. `facts`: whether the finding's open facts are to
    be compared too.
    """
    timed = [
        *letters(ruling, begin),
        *mails(ruling, begin),
        *steps_without_a_seat(ruling, begin),
        *_outages(ruling, begin),
        *_court_steps(ruling, begin, facts=facts),
    ]
    timed.sort(key=lambda step: (step.at, step.after, step.place))
    colours = Colours(ruling.claim.game)
    written = [{**_with_colours(step, colours), "at": begin.at(step.at)} for step in timed]
    thrown = _thrown(ruling, begin)
    return Recorded(
        written,
        [max(step.after, begin.entry) for step in timed],
        [outcome for outcome in thrown if isinstance(outcome, int)],
        [outcome for outcome in thrown if isinstance(outcome, list)],
    )


def _with_colours(step: ScenarioStep, colours: Colours) -> dict[str, object]:
    """The step with players' names in lines and in words of cases replaced by colours."""
    return {
        name: colours.with_colours(value)
        if name in (*COLOURS, "words") and isinstance(value, str)
        else value
        for name, value in step.step
    }


def _outages(ruling: Ruling, begin: Beginning) -> Iterator[ScenarioStep]:
    """Outages of the server, from gaps in its heartbeat (PR-MAIL-03)."""
    for gap in heartbeat_and_outages.outages(ruling.at):
        if begin.clock <= gap.begin <= ruling.at:
            yield ScenarioStep(gap.begin, 0, 0, (("outage", _span(gap.length)),))


def _span(length: timedelta) -> str:
    return f"{int(length.total_seconds())}s"


def _court_steps(ruling: Ruling, begin: Beginning, *, facts: bool) -> Iterator[ScenarioStep]:
    """Findings in the second of their claims, and rulings at their time."""
    claims = Claim.objects.filter(
        game=ruling.claim.game_id, made__gte=begin.clock, made__lte=ruling.at
    ).exclude(pk__in=[claim.pk for claim in left_out(ruling)])
    for claim in claims.select_related("finding"):
        found: dict[str, object] = {"rules": claim.finding.rules, "remedy": claim.finding.remedy}
        facts_found = (
            [
                text
                for text, _, to in claim.finding.facts
                if to is None and not re.search(r"\b(entr|move)", text)
            ]
            if facts
            else []
        )
        if facts_found:
            found["facts"] = facts_found
        if claim.opened_by_id:
            yield ScenarioStep(claim.made, claim.entry, 80, tuple(_case_step(claim, begin).items()))
        yield ScenarioStep(claim.made, claim.entry, 90, (("finding", found),))
        for ruling_row in Ruling.objects.filter(
            claim=claim, referee__isnull=False, at__lte=ruling.at
        ):
            step = (("ruling", _ruling_step(ruling_row, begin)),)
            yield ScenarioStep(ruling_row.at, ruling_row.entry, 99, step)


def _case_step(claim: Claim, begin: Beginning) -> dict[str, object]:
    """The opening of a case by a referee or the organizer (PR-CLAIM-06)."""
    words = f"{claim.seat}: {claim.words}" if claim.seat else claim.words
    step: dict[str, object] = {"case": claim.kind, "by": claim.by.split()[-1], "words": words}
    about = str(claim.moment.get("about", ""))
    if about:
        step["about"] = begin.number(int(about.removeprefix("move ")))
    if claim.frozen_by_id and claim.frozen_from == claim.made:
        step["freeze"] = True
    return step


def _ruling_step(ruling: Ruling, begin: Beginning) -> dict[str, object]:
    """A ruling as a step's table."""
    ordered = [
        str(Remedy(remedy).value)
        for remedy in ([Remedy.STAND] if ruling.data.get("upholds") else ruling.remedies)
    ]
    step: dict[str, object] = {"remedy": ordered if len(ordered) > 1 else ordered[0]}
    if ruling.on_appeal:
        step["by"] = "second referee"
    if ruling.unfounded:
        step["unfounded"] = True
    if ruling.data.get("move"):
        step["about"] = begin.number(ruling.data["move"])
    if ruling.data.get("give"):
        step["give"] = f"{ruling.data['give']}s"
    if seat := ruling.data.get("seat") or ruling.data.get("against"):
        step["for"] = seat
    if ruling.remedy == Remedy.PUT_RIGHT and (to := put_right_to(ruling)):
        step["to"] = to
    return step


def _thrown(ruling: Ruling, begin: Beginning) -> list[int | list[int]]:
    """Outcomes of chance in order, undone ones included: sides and places, and the places of each
    shuffle.
    """
    rows = Entry.objects.filter(
        game=ruling.claim.game_id,
        kind=Kind.CHANCE,
        number__gt=begin.entry,
        number__lte=last_entry(ruling),
    )
    parts = [entry.parts for entry in rows.order_by("number")]
    outcomes = [secret.get("outcome", public.get("outcome")) for public, secret in parts]
    return [outcome for outcome in outcomes if outcome is not None]
