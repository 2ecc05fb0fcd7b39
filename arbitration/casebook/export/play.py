"""The play of a ruling's scenario: what seats said, what became of the mail, what was found and
ruled, each at its own time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from arbitration.casebook.export.beginnings import Beginning
from arbitration.casebook.export.colours import Colours
from arbitration.casebook.export.letters import left_out, letters, mails
from arbitration.casebook.export.position import last_entry, put_right_to
from arbitration.casebook.export.told import ToldStep
from arbitration.models import Claim, Remedy, Ruling
from traders.domain.deadlines import heartbeat
from traders.engines.kernel.seats import COLOURS
from traders.models import Entry, Kind

SECOND = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Recorded:
    """Steps in their order, after which move each stands, and the outcomes of chance."""

    steps: list[dict[str, Any]]
    moves: list[int]
    chance: list[int | str]


def steps(ruling: Ruling, begin: Beginning, *, facts: bool) -> Recorded:
    """All that bears on the ruling from the beginning on. `facts`: the finding's open facts are to
    be found too.
    """
    listed = [
        *letters(ruling, begin),
        *mails(ruling, begin),
        *_outages(ruling, begin),
        *_court(ruling, begin, facts=facts),
    ]
    listed.sort(key=lambda told: (told.at, told.after, told.place))
    colours = Colours(ruling.claim.game)
    done = [{**_said(told, colours), "at": begin.at(told.at)} for told in listed]
    return Recorded(done, [max(told.after, begin.entry) for told in listed], _chance(ruling, begin))


def _said(told: ToldStep, colours: Colours) -> dict[str, Any]:
    """The step, with the players in what seats said, and in the words of cases, as colours."""
    return {
        name: colours.told(value)
        if name in (*COLOURS, "words") and isinstance(value, str)
        else value
        for name, value in told.step
    }


def _outages(ruling: Ruling, begin: Beginning) -> Iterator[ToldStep]:
    """Gaps in the server's heartbeat (PR-MAIL-03)."""
    for gap in heartbeat.outages(ruling.at):
        if begin.clock <= gap.begin <= ruling.at:
            yield ToldStep(gap.begin, 0, 0, (("outage", _span(gap.length)),))


def _span(length: timedelta) -> str:
    return f"{int(length.total_seconds())}s"


def _court(ruling: Ruling, begin: Beginning, *, facts: bool) -> Iterator[ToldStep]:
    """Findings in the second of their claims; rulings when they were given, but not before all had
    the time to answer (PR-CLAIM-04).
    """
    claims = Claim.objects.filter(
        game=ruling.claim.game_id, made__gte=begin.clock, made__lte=ruling.at
    ).exclude(pk__in=[claim.pk for claim in left_out(ruling)])
    for claim in claims.select_related("finding"):
        found: dict[str, Any] = {"rules": claim.finding.rules, "remedy": claim.finding.remedy}
        told = (
            [
                text
                for text, _, to in claim.finding.facts
                if to is None and not re.search(r"\b(entr|move)", text)
            ]
            if facts
            else []
        )
        if told:
            found["facts"] = told
        if claim.opened_by_id:
            yield ToldStep(claim.made, claim.entry, 80, tuple(_opened(claim, begin).items()))
        yield ToldStep(claim.made, claim.entry, 90, (("finding", found),))
        for given in Ruling.objects.filter(claim=claim, referee__isnull=False, at__lte=ruling.at):
            due = claim.appeal.answers_due if given.on_appeal else claim.answers_due
            when = max(given.at, due + SECOND) if _early(given) else given.at
            yield ToldStep(when, given.entry, 99, (("ruling", _ruled(given, begin)),))


def _opened(claim: Claim, begin: Beginning) -> dict[str, Any]:
    """A case that a referee or the organizer opened (PR-CLAIM-06)."""
    words = f"{claim.seat}: {claim.words}" if claim.seat else claim.words
    told: dict[str, Any] = {"case": claim.kind, "by": claim.by.split()[-1], "words": words}
    about = str(claim.moment.get("about", ""))
    if about:
        told["about"] = begin.number(int(about.removeprefix("move ")))
    if claim.frozen_by_id and claim.frozen_from == claim.made:
        told["freeze"] = True
    return told


def _early(given: Ruling) -> bool:
    """Whether somebody at the table had not been heard, being a bot: a scenario's seats are all
    heard.
    """
    return bool(given.claim.game.seats.filter(bot=True).exists())


def _ruled(given: Ruling, begin: Beginning) -> dict[str, Any]:
    ordered = [
        str(Remedy(remedy).value)
        for remedy in ([Remedy.STAND] if given.data.get("upholds") else given.remedies)
    ]
    told: dict[str, Any] = {"remedy": ordered if len(ordered) > 1 else ordered[0]}
    if given.on_appeal:
        told["by"] = "second referee"
    if given.groundless:
        told["groundless"] = True
    if given.data.get("move"):
        told["about"] = begin.number(given.data["move"])
    if given.data.get("give"):
        told["give"] = f"{given.data['give']}s"
    if seat := given.data.get("seat") or given.data.get("against"):
        told["for"] = seat
    if given.remedy == Remedy.PUT_RIGHT and (to := put_right_to(given)):
        told["to"] = to
    return told


def _chance(ruling: Ruling, begin: Beginning) -> list[int | str]:
    """What fell, backed out or not, in the order in which it fell; shuffles keep the order in a
    scenario.
    """
    fell: list[int | str] = []
    rows = Entry.objects.filter(
        game=ruling.claim.game_id,
        kind=Kind.CHANCE,
        number__gt=begin.entry,
        number__lte=last_entry(ruling),
    )
    for entry in rows.order_by("number"):
        public, secret = json.loads(entry.public), json.loads(entry.secret) if entry.secret else {}
        outcome = secret.get("outcome", public.get("outcome"))
        if isinstance(outcome, int):
            fell.append(outcome)
    return fell
