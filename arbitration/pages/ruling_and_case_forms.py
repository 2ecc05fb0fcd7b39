"""Forms of rulings and cases; a ruling's form is filled in from the finding (PR-RULING-01)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django import forms
from django.db.models import QuerySet
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextareaWidget,
    UnfoldAdminTextInputWidget,
    UnfoldBooleanWidget,
)

from arbitration.claims.case_opened_by_officials import CaseRequest
from arbitration.models import Claim, ClaimKind, ClaimStatus, Remedy
from arbitration.remedies.remedy_execution import Penalty
from arbitration.rulings.giving import UPHELD, RulingRequest
from traders.models import Game, Phase
from traders.web.form_fields import Prose

REMEDIES = [(remedy.value, remedy.label) for remedy in Remedy if remedy != Remedy.UNSETTLED]
NEVER_AFTER_THE_END = (Remedy.ADMIT, Remedy.REOPEN, Remedy.REORDER, Remedy.TIME)
"""Remedies that would resume a game, which is impossible once it is over (PR-SEAT-07)."""
COSTS = [
    ("", "a warning"),
    (Penalty.SAVED_TIME.value, "the loss of time in hand"),
    (Penalty.REMOVAL.value, "removal from the game, with a substitute"),
]
"""The penalties for conduct, as choices."""


class RulingForm(forms.Form):
    """The form of a ruling, filled in from the finding; departing from it needs a reason."""

    remedy = forms.ChoiceField(
        choices=[("", "choose a remedy"), *REMEDIES], widget=UnfoldAdminSelectWidget
    )
    beside = forms.MultipleChoiceField(
        choices=[(remedy.value, remedy.label) for remedy in (Remedy.TIME, Remedy.CONDUCT)],
        required=False,
        label="Together with it (PR-REMEDY-09)",
        widget=forms.CheckboxSelectMultiple,
    )
    reasons = Prose(
        max_length=8_000,
        widget=UnfoldAdminTextareaWidget,
        help_text="All seats read them: name no hidden card.",
    )
    departs = Prose(
        max_length=4_000,
        required=False,
        label="Why not what the rules say?",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text="Only if you decide otherwise than what the server found by the rules, or than "
        "was ruled on the same rules before. A ruling that upholds keeps the first one's reason.",
    )
    unfounded = forms.BooleanField(
        required=False,
        widget=UnfoldBooleanWidget,
        label="The claim was unfounded",
        help_text="It counts against its seat (PR-CLAIM-05).",
    )
    order = forms.CharField(
        max_length=500,
        required=False,
        label="The order to be admitted",
        widget=UnfoldAdminTextInputWidget,
    )
    move = forms.IntegerField(
        min_value=1,
        max_value=10**6,
        required=False,
        label="Move it is about",
        widget=UnfoldAdminIntegerFieldWidget,
        help_text="Only where that is not the claim's own moment.",
    )
    hours = forms.IntegerField(
        min_value=1,
        max_value=24 * 60,
        required=False,
        label="Hours given",
        widget=UnfoldAdminIntegerFieldWidget,
        help_text="For `time`.",
    )
    seat = forms.ChoiceField(
        required=False,
        label="Seat that is given time",
        widget=UnfoldAdminSelectWidget,
        help_text="Only where it is not the claimant. Of a case about no seat: whose order is "
        "admitted, or who is asked again.",
    )
    correction = forms.CharField(
        max_length=4_000,
        required=False,
        label="The position as it should be",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 3}),
        help_text="For `put right`, a line each, as in: red.stellors = 77. Left empty, the "
        "position is what the moves lead to.",
    )
    result = forms.CharField(
        max_length=100,
        required=False,
        label="Who should have won",
        widget=UnfoldAdminTextInputWidget,
        help_text="For `put right`, of a game that is over: the seats, or `nobody` (PR-SEAT-07).",
    )
    against = forms.ChoiceField(
        required=False, label="Seat whose conduct it is", widget=UnfoldAdminSelectWidget
    )
    what = forms.ChoiceField(
        choices=COSTS, required=False, label="What it costs", widget=UnfoldAdminSelectWidget
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    COMMON = ("remedy", "beside", "reasons", "departs", "unfounded")
    SPECIAL = ("order", "move", "hours", "seat", "correction", "result", "against", "what")

    def __init__(self, claim: Claim, data: Any = None) -> None:
        super().__init__(data, initial=prefilled(claim))
        if claim.status == ClaimStatus.RULED:
            upheld = (UPHELD, "uphold the ruling: the game stays as it was ruled")
            self._choose("remedy", [upheld, *REMEDIES])
        seats = list(claim.game.seats.order_by("place").values_list("colour", flat=True))
        self.seats = seats
        self._choose("against", [("", "nobody"), *((seat, seat) for seat in seats)])
        self._choose("seat", [("", claim.seat or "none"), *((seat, seat) for seat in seats)])
        if not claim.claimant:
            del self.fields["unfounded"]
        if claim.game.phase != Phase.OVER:
            del self.fields["result"]

    def _choose(self, name: str, choices: Iterable[tuple[str, str]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def clean_result(self) -> tuple[str, ...] | None:
        """The seats named as winners; () for `nobody`, None if the field is empty."""
        words = self.cleaned_data["result"].lower().replace(",", " ").replace(" and ", " ").split()
        if not words:
            return None
        if words == ["nobody"]:
            return ()
        unknown = [word for word in words if word not in self.seats]
        if unknown:
            raise forms.ValidationError(
                f"'{unknown[0]}' is no seat of this game: {', '.join(self.seats)}, or nobody."
            )
        return tuple(dict.fromkeys(words))

    def common_fields(self) -> list[forms.BoundField]:
        """The fields that every ruling has."""
        return [self[name] for name in self.COMMON if name in self.fields]

    def special_fields(self) -> list[forms.BoundField]:
        """The fields that only some remedies need."""
        return [self[name] for name in self.SPECIAL if name in self.fields]

    def request(self) -> RulingRequest:
        """The cleaned form as a request."""
        data = self.cleaned_data
        return RulingRequest(
            remedy=data["remedy"],
            beside=tuple(data["beside"]),
            reasons=data["reasons"],
            departs=data["departs"],
            unfounded=data.get("unfounded", False),
            order=data["order"],
            move=data["move"] or 0,
            give=timedelta(hours=data["hours"]) if data["hours"] else None,
            seat=data["seat"],
            correction=data["correction"],
            winners=data.get("result"),
            against=data["against"],
            cost=data["what"],
            seen=data["seen"],
        )


def prefilled(claim: Claim) -> dict[str, object]:
    """Initial values from the finding; an unsettled one leaves remedy and reasons empty. On appeal
    the first ruling is upheld.
    """
    finding = claim.finding
    if claim.status == ClaimStatus.RULED:  # on appeal
        return {"remedy": UPHELD, "reasons": "", "seen": claim.game.number}
    settled = finding.remedy != Remedy.UNSETTLED and not (
        claim.game.phase == Phase.OVER and finding.remedy in NEVER_AFTER_THE_END
    )
    reasons = f"The finding stands: {', '.join(finding.rules)}." if settled else ""
    return {
        "remedy": finding.remedy if settled else "",
        "reasons": reasons,
        "seen": claim.game.number,
    }


class CaseForm(forms.Form):
    """The form of a case, for a referee or the organizer (PR-CLAIM-06)."""

    game = forms.ModelChoiceField(
        Game.objects.none(), widget=UnfoldAdminSelectWidget, empty_label=None
    )
    kind = forms.ChoiceField(
        choices=ClaimKind.choices, initial=ClaimKind.RULE, widget=UnfoldAdminSelectWidget
    )
    about = forms.IntegerField(
        min_value=1,
        max_value=10**6,
        required=False,
        label="Move that it is about",
        widget=UnfoldAdminIntegerFieldWidget,
    )
    seat = forms.CharField(
        max_length=10,
        required=False,
        label="Seat that it is about",
        widget=UnfoldAdminTextInputWidget,
        help_text="Whose letter, wish or notice it is. Kinds late, missed and mail need it for a "
        "finding.",
    )
    words = Prose(
        max_length=4_000,
        label="What went wrong",
        widget=UnfoldAdminTextareaWidget,
        help_text="All seats read it; of kinds late, missed and mail write the order alone, if "
        "there is one: it is shown to nobody else.",
    )
    freeze = forms.BooleanField(
        required=False,
        label="Stop the game until it is ruled on",
        help_text="Else play goes on.",
        widget=UnfoldBooleanWidget,
    )

    def __init__(self, games: QuerySet[Game], data: Any = None) -> None:
        super().__init__(data)
        self.fields["game"].queryset = games  # type: ignore[attr-defined]

    def request(self) -> CaseRequest:
        """The cleaned form as a request."""
        data = self.cleaned_data
        return CaseRequest(
            data["kind"],
            data["words"],
            data["about"] or 0,
            data["seat"].strip().lower(),
            data["freeze"],
        )
