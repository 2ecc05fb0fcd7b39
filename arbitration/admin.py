"""The referees' pages: the queue of claims with what is due, and the page of a case. Nothing of a
history can be edited here.
"""

from __future__ import annotations

import re
from datetime import datetime
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

from arbitration.claims import cases
from arbitration.models import CasebookEntry, Claim, ClaimStatus
from arbitration.pages import hours
from arbitration.pages.case import Case
from arbitration.pages.forms import CaseForm, RulingForm
from arbitration.referees import assigning, conflict, openings
from arbitration.referees.appointing import RULES
from arbitration.remedies import freezing
from arbitration.rulings import giving, previews
from traders.admin import ReadOnlyAdmin
from traders.domain.calendar import clock
from traders.domain.people import seating
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Phase
from traders.web.tags import relative

RULE, TRY, OPEN, STOP, RECUSE, ASSIGN = "rule", "try", "open", "stop", "recuse", "assign"
"""What can be done on the page of a case."""


class ToDo(admin.SimpleListFilter):
    """What waits for a ruling, unless all are asked for."""

    title = "what is due"
    parameter_name = "due"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("all", "all claims"), ("frozen", "games that stand still")]

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
        due = queryset.filter(status=ClaimStatus.OPEN) | queryset.filter(
            status=ClaimStatus.RULED, appeal__isnull=False, given__lt=2
        )
        return (
            due.filter(status=ClaimStatus.OPEN, frozen_to=None).exclude(frozen_from=None)
            if self.value() == "frozen"
            else due
        )


@admin.register(Claim)
class Claims(ReadOnlyAdmin):
    """The queue; a claim of a game in which the referee sits or ever sat is not in it
    (PR-RULING-02, PR-SEAT-04).
    """

    list_display = ("about", "kind", "where", "found", "state", "heard", "due")
    list_filter = (ToDo, "kind")
    list_select_related = ("game", "game__club", "finding", "appeal")
    search_fields = ("game__title", "game__slug", "seat")
    actions_list = ("open_case",)
    nothing = "No claim is to be ruled on. When one waits for you, a letter asks you to rule."

    def get_queryset(self, request: HttpRequest) -> QuerySet:
        own = seating.games_of(request.user.pk)
        claims: QuerySet[Claim] = (
            super().get_queryset(request).exclude(game__in=own).annotate(given=Count("rulings"))
        )
        opened_first = When(If(status=ClaimStatus.OPEN, then=Value(0)), default=Value(1))
        return claims.order_by(opened_first, F("ruling_due").asc())

    # --- the queue's columns ----------------------------------------------------------------------

    @display(description="Claim")
    def about(self, claim: Claim) -> str:
        return f"{claim.number} by {claim.by}"

    @display(description="Game")
    def where(self, claim: Claim) -> str:
        return claim.game.title + (f", {claim.game.club}" if claim.game.club else "")

    @display(description="The rules say")
    def found(self, claim: Claim) -> str:
        return str(claim.finding.get_remedy_display())

    @display(
        description="State",
        label={
            "frozen": "danger",
            "open": "warning",
            "passed on": "danger",
            "appealed": "warning",
            "ruled": "success",
        },
    )
    def state(self, claim: Claim) -> str:
        if claim.status == ClaimStatus.RULED:
            return "appealed" if hasattr(claim, "appeal") and claim.given < 2 else "ruled"  # type: ignore[attr-defined]
        if claim.passed_on:
            return "passed on"
        return "frozen" if claim.freezes else str(claim.status)

    @display(description="Answers until")
    def heard(self, claim: Claim) -> str:
        return _till(claim.appeal.answers_due if hasattr(claim, "appeal") else claim.answers_due)

    @display(description="Ruling due", ordering="ruling_due")
    def due(self, claim: Claim) -> str:
        if claim.status == ClaimStatus.OPEN:
            return _till(claim.ruling_due)
        return _till(claim.appeal.ruling_due) if self.state(claim) == "appealed" else ""

    # --- the case ---------------------------------------------------------------------------------

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """The page of one case; what is sent from it is a ruling, or a reason for opening what is
        hidden.
        """
        if not self.has_view_permission(request):
            raise PermissionDenied
        if not object_id.isascii() or not object_id.isdigit():
            return redirect("admin:arbitration_claim_changelist")
        claim = get_object_or_404(
            Claim.objects.select_related("game", "game__club", "finding"), pk=object_id
        )
        try:
            conflict.may_judge(request.user, claim.game)  # type: ignore[arg-type]
        except Refusal as refusal:
            raise PermissionDenied(refusal.text) from None
        if request.method == "POST":
            if not request.user.has_perm("arbitration.add_ruling"):
                raise PermissionDenied
            return self._done(request, claim)
        return self._page(request, claim, RulingForm(claim))

    def _done(self, request: HttpRequest, claim: Claim) -> HttpResponse:
        """What was sent from the page of a case."""
        do = request.POST.get("do")
        if do in (OPEN, STOP, RECUSE, ASSIGN):
            return self._ordered(request, claim, do)
        form = RulingForm(claim, request.POST)
        if not form.is_valid():
            return self._page(request, claim, form, 400)
        return (
            self._page(request, claim, form, tried=form.given())
            if do == TRY
            else self._ruled(request, claim, form)
        )

    def _page(
        self,
        request: HttpRequest,
        claim: Claim,
        form: RulingForm,
        status: int = 200,
        *,
        tried: giving.Given | None = None,
    ) -> HttpResponse:
        context = {
            **self.admin_site.each_context(request),
            "title": f"{claim.name.capitalize()} of {claim.game.title}",
            "opts": self.opts,
            "case": Case(claim, request.user),  # type: ignore[arg-type]
            "claim": claim,
            "zone": hours.zone_name(),
            "form": form,
            "tried": previews.of_ruling(claim, tried)
            if tried and tried.remedy != giving.UPHELD
            else None,
            "may_rule": request.user.has_perm("arbitration.add_ruling"),
        }
        return TemplateResponse(request, "arbitration/case.html", context, status=status)

    def _ruled(self, request: HttpRequest, claim: Claim, form: RulingForm) -> HttpResponse:
        try:
            ruling = giving.give(claim.pk, request.user, form.given())  # type: ignore[arg-type]
        except Refusal as refusal:
            # what was written stays in the form, which is now of the case as it stands
            claim = Claim.objects.select_related("game", "game__club", "finding").get(pk=claim.pk)
            again = request.POST.copy()
            again["seen"] = str(claim.game.number)
            form = RulingForm(claim, again)
            form.is_valid()
            form.add_error(None, f"{refusal.text} {' '.join(refusal.rules)}".strip())
            return self._page(request, claim, form, 409 if refusal.kind == "stale" else 400)
        messages.success(request, f"Ruled: {ruling.ordered}. All seats are told.")
        # where that is said, not where the form was
        return redirect(f"{reverse('admin:arbitration_claim_change', args=[claim.pk])}#top")

    def _ordered(self, request: HttpRequest, claim: Claim, do: str) -> HttpResponse:
        """Hidden hands are opened, the game is stopped, the claim goes to another referee; or why
        that is refused.
        """
        referee: Any = request.user
        try:
            match do:
                case "open":
                    openings.open_hidden(claim, referee, request.POST.get("reason", ""))
                case "stop":
                    freezing.stop_for(claim.pk, referee)
                    messages.success(
                        request, "The game stands still until this is ruled on. All seats are told."
                    )
                case "recuse":
                    other = assigning.recuse(claim.pk, referee, request.POST.get("why", ""))
                    messages.success(
                        request,
                        f"You do not judge it. {f'{other} is asked now.' if other else ''}".strip(),
                    )
                case "assign":
                    chosen = request.POST.get("referee", "")
                    asked = assigning.assign(
                        claim.pk,
                        int(chosen) if re.fullmatch("[0-9]{1,9}", chosen) else 0,
                        referee,
                    )
                    messages.success(request, f"{asked} is asked to rule.")
        except Refusal as refusal:
            messages.error(request, f"{refusal.text} {' '.join(refusal.rules)}".strip())
        return redirect("admin:arbitration_claim_change", claim.pk)

    # --- a case of one's own ----------------------------------------------------------------------

    @action(description="Open a case", url_path="open-case", permissions=["rule"])
    def open_case(self, request: HttpRequest) -> HttpResponse:
        """A referee opens a case of their own, in a game in which they never sat (PR-CLAIM-06)."""
        referee: Any = request.user
        if not self.has_rule_permission(request):
            raise PermissionDenied
        games = (
            Game.objects.exclude(phase=Phase.GATHERING)
            .exclude(pk__in=seating.games_of(referee.pk))
            .order_by("-moved", "-pk")
        )
        form = CaseForm(games, request.POST if request.method == "POST" else None)
        if form.is_valid():
            try:
                claim = cases.open_case(form.cleaned_data["game"].pk, referee, form.opened())
            except Refusal as refusal:
                form.add_error(None, f"{refusal.text} {' '.join(refusal.rules)}".strip())
            else:
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


def _till(moment: datetime) -> str:
    """A time in the queue, and how long it is till then or since."""
    return f"{timezone.localtime(moment):%-d %b %H:%M}, {relative(moment, clock.now())}"


@admin.register(CasebookEntry)
class Casebook(ReadOnlyAdmin):
    """Earlier rulings, without names."""

    list_display = ("title", "kind", "remedy", "system", "club", "published")
    list_filter = ("kind", "remedy", "system")
    search_fields = ("title", "text", "rules")
    nothing = (
        "No ruling is published here. Every ruling that a referee gives comes in by itself, "
        "names left out."
    )
