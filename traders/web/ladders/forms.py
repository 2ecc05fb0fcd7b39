"""The form of a ladder: few rules, each with a good preset."""

from __future__ import annotations

from dataclasses import fields

from django import forms

from traders.club.ladders.ladder_maintenance import LadderPlan
from traders.models import Club, Ladder
from traders.web import game_systems
from traders.web.form_fields import WholeNumber

RULES = tuple(field.name for field in fields(LadderPlan))


class LadderForm(forms.Form):
    """A ladder's rules."""

    reach = WholeNumber(
        min_value=1, max_value=20, initial=3, label="Reach",
        help_text="How many rungs above one's own can be challenged.",
    )  # fmt: skip
    answer_days = WholeNumber(
        min_value=1, max_value=60, initial=7, label="Days to answer",
        help_text="A challenge that nobody answers by then counts as declined.",
    )  # fmt: skip
    decline_costs = WholeNumber(
        min_value=0, max_value=10, initial=1, label="Rungs for declining",
        help_text="How many rungs one goes down for a challenge that is not taken up.",
    )  # fmt: skip
    idle_days = WholeNumber(
        min_value=0, max_value=730, initial=60, label="Idle days",
        help_text="Who has not played for so long goes down a rung, from the lowest off the "
        "ladder. 0: never.",
    )  # fmt: skip

    def plan(self) -> LadderPlan:
        """What the form asks for; only of one that is valid."""
        return LadderPlan(**{name: self.cleaned_data[name] for name in RULES})


class NewLadderForm(LadderForm):
    """A ladder to be made."""

    system = forms.ChoiceField(label="Game")
    field_order = ("system",)

    def __init__(self, club: Club, *args: object, **more: object) -> None:
        super().__init__(*args, **more)  # type: ignore[arg-type]
        there = set(club.ladders.values_list("system", flat=True))
        free = [one for one in game_systems.titled() if one[0] not in there]
        self.fields["system"].choices = free  # type: ignore[attr-defined]


def rules_form(ladder: Ladder, data: object = None) -> LadderForm:
    """The form of a ladder that there is."""
    initial = {name: getattr(ladder, name) for name in RULES}
    return LadderForm(data, initial=initial)  # type: ignore[arg-type]
