"""The form of a ruling, prefilled from the finding (PR-RULING-01)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from arbitration.models import Claim, ClaimStatus, Remedy
from arbitration.remedies import IN_HAND, REMOVAL
from arbitration.rulings import UPHELD, Given

REMEDIES = [(remedy.value, remedy.label) for remedy in Remedy if remedy != Remedy.UNSETTLED]
COSTS = [("", "a warning"), (IN_HAND, "the loss of time in hand"), (REMOVAL, "removal from the game, with a substitute")]


class RulingForm(forms.Form):
    """What a referee decides. What the finding says is there already; whoever departs from it says why."""

    remedy = forms.ChoiceField(choices=[("", "choose a remedy"), *REMEDIES], widget=UnfoldAdminSelectWidget)
    reasons = forms.CharField(max_length=8_000, widget=UnfoldAdminTextareaWidget, help_text="All seats read them: name no hidden card.")
    departs = forms.CharField(
        max_length=4_000,
        required=False,
        label="Why it departs from the finding, or from like cases",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text="Only where the remedy is not the finding's, or not what was ruled on the same rules before; one that upholds keeps the first reason.",
    )
    groundless = forms.BooleanField(
        required=False, widget=UnfoldBooleanWidget, label="The claim was groundless", help_text="It counts against its seat (PR-CLAIM-05)."
    )
    order = forms.CharField(max_length=500, required=False, label="The order to be admitted", widget=UnfoldAdminTextInputWidget)
    move = forms.IntegerField(
        min_value=1,
        max_value=10**6,
        required=False,
        label="Move it is about",
        widget=UnfoldAdminIntegerFieldWidget,
        help_text="Only where that is not the claim's own moment.",
    )
    hours = forms.IntegerField(
        min_value=1, max_value=24 * 60, required=False, label="Hours given", widget=UnfoldAdminIntegerFieldWidget, help_text="For `time`."
    )
    correction = forms.CharField(
        max_length=4_000,
        required=False,
        label="The position as it should be",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text="For `put right`, a line each, as in: red.stellors = 77. Left empty, the position is what the moves lead to.",
    )
    against = forms.ChoiceField(required=False, label="Seat whose conduct it is", widget=UnfoldAdminSelectWidget)
    what = forms.ChoiceField(choices=COSTS, required=False, label="What it costs", widget=UnfoldAdminSelectWidget)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    PLAIN = ("remedy", "reasons", "departs", "groundless")
    MORE = ("order", "move", "hours", "correction", "against", "what")

    def __init__(self, claim: Claim, data: Any = None) -> None:
        super().__init__(data, initial=prefilled(claim))
        if claim.status == ClaimStatus.RULED:
            self.fields["remedy"].choices = [(UPHELD, "uphold the ruling: the game stays as it was ruled"), *REMEDIES]  # type: ignore[attr-defined]
        seats = list(claim.game.seats.order_by("place").values_list("colour", flat=True))
        self.fields["against"].choices = [("", "nobody"), *((seat, seat) for seat in seats)]  # type: ignore[attr-defined]

    def plain(self) -> list[forms.BoundField]:
        """What every ruling has."""
        return [self[name] for name in self.PLAIN]

    def more(self) -> list[forms.BoundField]:
        """What some remedies need."""
        return [self[name] for name in self.MORE]

    def given(self) -> Given:
        """The ruling as it was written."""
        data = self.cleaned_data
        return Given(
            remedy=data["remedy"],
            reasons=data["reasons"],
            departs=data["departs"],
            groundless=data["groundless"],
            order=data["order"],
            move=data["move"] or 0,
            give=timedelta(hours=data["hours"]) if data["hours"] else None,
            correction=data["correction"],
            against=data["against"],
            what=data["what"],
            seen=data["seen"],
        )


def prefilled(claim: Claim) -> dict[str, Any]:
    """The finding as a ruling; an unsettled one leaves remedy and reasons to the referee. On appeal the ruling is upheld, unless it is not."""
    finding = claim.finding
    if claim.status == ClaimStatus.RULED:  # an appeal is heard
        return {"remedy": UPHELD, "reasons": "", "seen": claim.game.number}
    settled = finding.remedy != Remedy.UNSETTLED
    again = f"The finding stands: {', '.join(finding.rules)}." if settled else ""
    return {"remedy": finding.remedy if settled else "", "reasons": again, "seen": claim.game.number}
