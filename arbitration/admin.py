"""The referees' pages in the admin: the queue of claims, and the page of a case. Nothing of a
history can be edited here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Case as When
from django.db.models import Count, F, QuerySet, Value
from django.db.models import When as If
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from unfold.decorators import action, display

from arbitration.claims import case_opened_by_officials
from arbitration.models import CasebookEntry, Claim, ClaimStatus
from arbitration.pages.case_presenter import Case
from arbitration.pages.ruling_and_case_forms import CaseForm, RulingForm
from arbitration.referees import (
    conflict_of_interest,
    opening_hidden_hands,
    private_statements,
    reassignment,
    ruling_requests,
)
from arbitration.referees.appointing import RULES
from arbitration.remedies import pausing
from arbitration.rulings import giving, remedy_previews
from traders.admin_base_classes import ReadOnlyAdmin
from traders.domain.calendar import clock
from traders.engines.kernel.refusal import Refusal
from traders.models import Game
from traders.web.button_press_outcome import made
from traders.web.template_tags import relative


class CaseAction(StrEnum):
    """An action of the case page's buttons, as its forms post it; `RULE` is the ruling itself."""

    RULE = "rule"
    PREVIEW = "try"
    OPEN = "open"
    STOP = "stop"
    RECUSE = "recuse"
    ASSIGN = "assign"


class ToDo(admin.SimpleListFilter):
    """Filter of the queue: what waits for a ruling, unless all are chosen."""

    title = "what is due"
    parameter_name = "due"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("all", "all claims"), ("frozen", "games that are paused")]

    def choices(self, changelist: Any) -> Any:
        yield {
            "selected": self.value() is None,
            "query_string": changelist.get_query_string(remove=["due"]),
            "display": "to be ruled on",
        }
        for value, title in self.lookup_choices:
            yield {
                "selected": self.value() == value,
                "query_string": changelist.get_query_string({"due": value}),
                "display": title,
            }

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        if self.value() == "all":
            return queryset
        due = queryset.filter(pk__in=ruling_requests.waiting())
        return (
            due.filter(status=ClaimStatus.OPEN, frozen_to=None).exclude(frozen_from=None)
            if self.value() == "frozen"
            else due
        )


@admin.register(Claim)
class Claims(ReadOnlyAdmin):
    """The queue of claims on which the referee may rule; the others are counted, without words
    (PR-RULING-02, PR-SEAT-04).
    """

    list_display = ("about", "kind", "where", "found", "state", "heard", "due")
    list_filter = (ToDo, "kind")
    list_select_related = ("game", "game__club", "finding", "appeal", "opened_by")
    list_before_template = "arbitration/other_cases.html"
    search_fields = ("game__title", "game__slug", "seat")
    actions_list = ("open_case",)
    nothing = "No claim is to be ruled on. When one waits for you, a letter asks you to rule."

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        claims: QuerySet[Claim] = (
            super()
            .get_queryset(request)
            .exclude(conflict_of_interest.barred(request.user))  # type: ignore[arg-type]
            .annotate(ruling_count=Count("rulings"))
        )
        opened_first = When(If(status=ClaimStatus.OPEN, then=Value(0)), default=Value(1))
        return claims.order_by(opened_first, F("ruling_due").asc())

    def changelist_view(
        self, request: HttpRequest, extra_context: Mapping[str, object] | None = None
    ) -> HttpResponse:
        """The queue, and how many cases wait on which this referee may not rule."""
        waiting = ruling_requests.waiting()
        others = waiting.filter(conflict_of_interest.barred(request.user)).count()  # type: ignore[arg-type]
        page: HttpResponse = super().changelist_view(
            request, {**(extra_context or {}), "others": others}
        )
        return page

    # --- the queue's columns ----------------------------------------------------------------------

    @display(description="Claim")
    def about(self, claim: Claim) -> str:
        made = timezone.localtime(claim.made)
        return f"{claim.number} by {claim.by}, {claim.game.title}, made {made:%-d %b %H:%M:%S}"

    @display(description="Club")
    def where(self, claim: Claim) -> str:
        return str(claim.game.club or "")

    @display(description="The rules say")
    def found(self, claim: Claim) -> str:
        return str(claim.finding.get_remedy_display())

    @display(
        description="State",
        label={
            "paused": "danger",
            "open": "warning",
            "passed on": "danger",
            "appealed": "warning",
            "ruled": "success",
        },
    )
    def state(self, claim: Claim) -> str:
        if claim.status == ClaimStatus.RULED:
            return "appealed" if hasattr(claim, "appeal") and claim.ruling_count < 2 else "ruled"  # type: ignore[attr-defined]
        if claim.passed_on:
            return "passed on"
        return "paused" if claim.freezes else str(claim.status)

    @display(description="Answers until")
    def heard(self, claim: Claim) -> str:
        return _with_distance(
            claim.appeal.answers_due if hasattr(claim, "appeal") else claim.answers_due
        )

    @display(description="Ruling due", ordering="ruling_due")
    def due(self, claim: Claim) -> str:
        if claim.status == ClaimStatus.OPEN:
            return _with_distance(claim.ruling_due)
        return _with_distance(claim.appeal.ruling_due) if self.state(claim) == "appealed" else ""

    # --- the case ---------------------------------------------------------------------------------

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: Mapping[str, object] | None = None,
    ) -> HttpResponse:
        """The page of one case. A POST gives a ruling, previews it, or carries out another
        action.
        """
        if not self.has_view_permission(request):
            raise PermissionDenied
        if not object_id.isascii() or not object_id.isdigit():
            return redirect("admin:arbitration_claim_changelist")
        claim = get_object_or_404(
            Claim.objects.select_related("game", "game__club", "finding"), pk=object_id
        )
        case = Case(claim, request.user)  # type: ignore[arg-type]
        if case.interest:
            raise PermissionDenied(case.interest)
        if request.method == "POST":
            if not request.user.has_perm("arbitration.add_ruling"):
                raise PermissionDenied
            return self._handle_post(request, case)
        return self._page(request, case, RulingForm(claim))

    def _handle_post(self, request: HttpRequest, case: Case) -> HttpResponse:
        """Handle a POST from the page of a case."""
        claim = case.claim
        action = request.POST.get("do", "")
        if action in (CaseAction.OPEN, CaseAction.STOP, CaseAction.RECUSE, CaseAction.ASSIGN):
            return self._act(request, claim, action)
        form = RulingForm(claim, request.POST)
        if not form.is_valid():
            return self._page(request, case, form, 400)
        return (
            self._page(request, case, form, previewed=form.request())
            if action == CaseAction.PREVIEW
            else self._rule(request, claim, form)
        )

    def _page(
        self,
        request: HttpRequest,
        case: Case,
        form: RulingForm,
        status: int = 200,
        *,
        previewed: giving.RulingRequest | None = None,
    ) -> HttpResponse:
        claim = case.claim
        if case.reads and case.private:
            private_statements.note_look(claim, case.referee)
        context = {
            **self.admin_site.each_context(request),
            "title": f"{claim.name.capitalize()} of {claim.game.title}",
            "opts": self.opts,
            "case": case,
            "claim": claim,
            "zone": timezone.get_current_timezone_name(),
            "form": form,
            "previewed": remedy_previews.of_ruling(claim, previewed)
            if previewed and previewed.remedy != giving.UPHELD and case.reads
            else None,
            "may_rule": request.user.has_perm("arbitration.add_ruling"),
        }
        return TemplateResponse(request, "arbitration/case.html", context, status=status)

    def _rule(self, request: HttpRequest, claim: Claim, form: RulingForm) -> HttpResponse:
        try:
            ruling = giving.give(claim.pk, request.user, form.request())  # type: ignore[arg-type]
        except Refusal as refusal:
            # the text stays in the form, which now belongs to the current state of the case
            claim = Claim.objects.select_related("game", "game__club", "finding").get(pk=claim.pk)
            again = request.POST.copy()
            again["seen"] = str(claim.game.number)
            form = RulingForm(claim, again)
            form.is_valid()
            form.add_error(None, refusal.with_rules)
            case = Case(claim, request.user)  # type: ignore[arg-type]
            return self._page(request, case, form, 409 if refusal.kind == "stale" else 400)
        messages.success(request, f"Ruled: {ruling.ordered}. All seats are told.")
        # to the message at the top, not to the place of the form
        return redirect(f"{reverse('admin:arbitration_claim_change', args=[claim.pk])}#top")

    def _act(self, request: HttpRequest, claim: Claim, action: str) -> HttpResponse:
        """Open hidden hands, stop the game, or change the referee; a refusal becomes a message."""
        referee: Any = request.user
        try:
            match action:
                case CaseAction.OPEN:
                    opening_hidden_hands.open_hidden(claim, referee, request.POST.get("reason", ""))
                case CaseAction.STOP:
                    pausing.stop_for(claim.pk, referee)
                    messages.success(
                        request, "The game stands still until this is ruled on. All seats are told."
                    )
                case CaseAction.RECUSE:
                    other = reassignment.recuse(claim.pk, referee, request.POST.get("why", ""))
                    messages.success(
                        request,
                        f"You do not judge it. {f'{other} is asked now.' if other else ''}".strip(),
                    )
                case CaseAction.ASSIGN:
                    chosen = request.POST.get("referee", "")
                    assigned = reassignment.assign(
                        claim.pk,
                        int(chosen) if re.fullmatch("[0-9]{1,9}", chosen) else 0,
                        referee,
                    )
                    messages.success(request, f"{assigned} is asked to rule.")
        except Refusal as refusal:
            messages.error(request, refusal.with_rules)
        return redirect("admin:arbitration_claim_change", claim.pk)

    # --- a case of one's own ----------------------------------------------------------------------

    @action(description="Open a case", url_path="open-case", permissions=["rule"])
    def open_case(self, request: HttpRequest) -> HttpResponse:
        """Open a case of one's own, in a game on which the referee may rule (PR-CLAIM-06)."""
        referee: Any = request.user
        if not self.has_rule_permission(request):
            raise PermissionDenied
        games = (
            Game.objects.exclude(number=0)
            .exclude(conflict_of_interest.barred_games(referee))
            .order_by("-moved", "-pk")
        )
        form = CaseForm(games, request.POST if request.method == "POST" else None)
        claim = made(
            form,
            lambda: case_opened_by_officials.open_case(
                form.cleaned_data["game"].pk, referee, form.request()
            ),
        )
        if claim is not None:
            messages.success(request, "The case is open. All seats are told, and may answer.")
            return redirect("admin:arbitration_claim_change", claim.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": "Open a case",
            "opts": self.opts,
            "form": form,
        }
        return TemplateResponse(
            request, "arbitration/open_case.html", context, status=400 if form.errors else 200
        )

    def has_rule_permission(self, request: HttpRequest) -> bool:
        """Whether the reader is a referee."""
        return request.user.has_perm(f"arbitration.{RULES}")


def _with_distance(moment: datetime) -> str:
    """A time in the queue, with the distance from now."""
    return f"{timezone.localtime(moment):%-d %b %H:%M}, {relative(moment, clock.now())}"


@admin.register(CasebookEntry)
class Casebook(ReadOnlyAdmin):
    """Published rulings, without names."""

    list_display = ("title", "kind", "remedy", "system", "club", "published")
    list_filter = ("kind", "remedy", "system")
    search_fields = ("title", "text", "rules")
    nothing = (
        "No ruling is published here. Every ruling that a referee gives comes in by itself, "
        "names left out."
    )
