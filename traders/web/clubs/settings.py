"""A club's settings, for its organizers: what it is, and the defaults of its games."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST

from traders.club import chat_room_hook
from traders.club.ladders import ladder_maintenance
from traders.club.membership.locked_club import locked
from traders.domain.calendar import clock
from traders.engines.kernel.refusal import Refusal
from traders.models import Club, HookShape, WebHook
from traders.web.club_fields import TAKEN
from traders.web.clubs.club_list_and_page import refused
from traders.web.clubs.founding import HELP, LABELS
from traders.web.notification_settings import keep_web_hook
from traders.web.postal_settings_form import OfAClub
from traders.web.slug_lookup import club_run

CLOSING = (
    "No game begins in it any more, and nobody joins. Games that run are played to their end. You "
    "can open it again."
)


class ClubSettings(OfAClub):
    """A club as its organizers see it."""

    is_closed = forms.BooleanField(required=False, label="Closed", help_text=CLOSING)

    class Meta:
        model = Club
        fields = ("name", "about", "public", "joining")
        labels: ClassVar[dict[str, str]] = {name: LABELS[name] for name in fields}
        help_texts: ClassVar[dict[str, str]] = HELP
        widgets: ClassVar[dict[str, Any]] = {"about": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["is_closed"] = self.instance.closed is not None

    def club_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in (*self.Meta.fields, "is_closed")]

    def save(self, commit: bool = True) -> Any:
        club = self.instance
        if not self.cleaned_data["is_closed"]:
            if club.closed is not None:
                ladder_maintenance.count_from_now(club.ladders.all())
            club.closed = None
        elif club.closed is None:
            club.closed = clock.whole(clock.now())
        return super().save(commit)


@login_required
def club_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The form, and keeping it."""
    club, reader = club_run(request, slug)
    form = ClubSettings(request.POST or None, instance=club)
    if request.method == "POST":
        try:
            with transaction.atomic(), locked(club.pk, reader):
                saved = form.is_valid()
                if saved:
                    form.save()
        except Refusal as refusal:
            return refused(request, club, refusal)
        except IntegrityError:  # another club of this name was made public at the same time
            form.add_error("name", TAKEN)
            saved = False
        if saved:
            messages.success(request, "Saved. It holds for games that begin from now on.")
            return redirect("club-settings", slug=slug)
    shown = Club.objects.get(pk=club.pk)  # what was typed is not its name yet
    context = {
        "club": shown,
        "form": form,
        "hook": WebHook.objects.filter(club=club).first(),
        "shapes": HookShape.choices,
    }
    return render(request, "web/clubs/settings.html", context)


@login_required
@require_POST
def web_hook(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the web hook of the club's chat room, or remove it."""
    club, _ = club_run(request, slug)
    keep_web_hook(request, club, chat_room_hook.save)
    return redirect("club-settings", slug=slug)
