"""A player's own page: name, zone, which letters they want; and the pages that undo a change of
address which still waits: from there, and from the old mailbox.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import ClassVar

from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from traders.domain.accounts import account_erasure, address_changes
from traders.domain.calendar import clock
from traders.domain.calendar.zones import known_zones
from traders.domain.deadlines import player_reliability
from traders.domain.feeds import calendar_file
from traders.domain.people import seating, zone_changes
from traders.domain.play.commands import player_name_rules
from traders.domain.post.notifications.web_push import application_key
from traders.engines.kernel.words import whole_number
from traders.models import (
    AddressChange,
    Arrival,
    ArrivalOutcome,
    Browser,
    HookShape,
    Mailbox,
    Membership,
    Player,
    Seat,
    Standing,
    WebHook,
    at_once,
)
from traders.web import reader_time_zone, recent_code_guard
from traders.web.days_away import DaysAwayForm, speaks
from traders.web.slug_lookup import signed_in

LISTED = timedelta(days=14)
MOST_LISTED = 20


class PlayerFields(forms.BaseModelForm):
    """What forms about a player share: a name that is given out (one that is not changed stays),
    and a zone that there is.
    """

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"]
        if "display_name" in self.changed_data and (
            problem := player_name_rules.problem(name, self.instance)
        ):
            raise ValidationError(problem)
        return player_name_rules.plain(name)

    def save(self, commit: bool = True) -> Player:
        """Keep the zone that the player had before, too."""
        player: Player = self.instance
        if player.pk and "zone" in self.changed_data:
            zone, player.zone = player.zone, self.initial["zone"]
            zone_changes.change(player, zone)
        super().save(commit)
        return player

    def clean_zone(self) -> str:
        zone: str = self.cleaned_data["zone"].strip()
        if not reader_time_zone.known(zone):
            raise ValidationError(
                "There is no such zone. Write one as Continent/City, for instance Europe/Berlin."
            )
        if self.instance.pk and (problem := zone_changes.problem(self.instance, zone)):
            raise ValidationError(problem)
        return zone


def hours_of_day(text: str) -> str:
    """Hours as they are stored, `8, 20`, of `8:00 and 20`. Raises `ValidationError`."""
    hours = re.split(r"\s*(?:,|;|\band\b|\s)\s*", text.strip())
    found = {one.removesuffix(":00") for one in hours if one}
    if not all(one.isascii() and one.isdigit() and int(one) < 24 for one in found):
        raise ValidationError("Write full hours from 0 to 23, for instance 8, 20.")
    return ", ".join(map(str, sorted(map(int, found))))


class AccountForm(PlayerFields, forms.ModelForm):
    """What a player may say of themselves."""

    def clean_reminder_hours(self) -> str:
        return hours_of_day(self.cleaned_data["reminder_hours"])

    class Meta:
        model = Player
        fields = (
            "display_name", "zone", "cadence", "reminder_hours", "nudges", "hints", "listed",
        )  # fmt: skip
        labels: ClassVar[dict[str, str]] = {
            "display_name": "Name",
            "zone": "Time zone",
            "cadence": "Letters",
            "reminder_hours": "Remind me at",
            "nudges": "Let other players nudge me in my turn",
            "hints": "Suggest what to order",
            "listed": "Show me to everybody in the list of players",
        }
        help_texts: ClassVar[dict[str, str]] = {
            "display_name": "What the others call you. No colour, world, card or order. Games that "
            "have begun keep the name you had.",
            "zone": "Deadlines in letters and pages are told in it. For instance Europe/Berlin or "
            "America/New_York. Clocks that run keep the nights of the zone in which they began.",
            "cadence": "What waits for you comes at once, with all that happened since your last "
            "letter: turns, reaction windows, choices, offers, votes, rulings.",
            "reminder_hours": "Hours of your day, for instance 8, 20. Left empty, a reminder comes "
            "when half of your time has passed.",
            "nudges": "Once a day a game, in a letter that says by whom.",
            "hints": "Letters that ask for orders, and pages of games, then show a good turn with "
            "its odds; letters of games against bots explain what is new.",
            "listed": "Who shares a club with you finds you there anyway, and so does everybody "
            "while you have a seat in a game that all may watch.",
        }
        widgets: ClassVar[dict[str, object]] = {
            "zone": forms.TextInput(
                attrs={"list": "zones", "autocomplete": "off", "spellcheck": "false"}
            ),
            "cadence": forms.RadioSelect,
        }


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Look at and change one's own account."""
    reader = signed_in(request)
    if "remove" in request.POST:
        Mailbox.objects.filter(player=reader, pk=whole_number(request.POST["remove"])).delete()
        messages.success(request, "Removed: letters from there are held from now on.")
        return redirect("account")
    form = AccountForm(request.POST or None, instance=reader)
    if request.method == "POST" and _saved(form):
        messages.success(request, "Saved.")
        return redirect("account")
    context = {
        "form": form,
        "zones": sorted(known_zones()),
        "shapes": HookShape.choices,
        "application_key": application_key(),
        "fresh": recent_code_guard.is_fresh(request),
        "calendar": calendar_file.address_of(reader),
        **_kept_of(reader, clock.now()),
    }
    return render(request, "web/account.html", context)


def _kept_of(reader: Player, now: datetime) -> dict[str, object]:
    """What is stored of the player, read at once."""
    seats, mailboxes, unread, clubs, hooks, browsers = at_once(
        Seat.objects.filter(player=reader, left=None)
        .select_related("game")
        .defer("game__position", "game__course")
        .order_by("-game__moved", "-game__pk"),
        Mailbox.objects.filter(player=reader),
        _not_carried_out(reader, now),
        Membership.objects.filter(
            player=reader, standing=Standing.MEMBER, club__closed=None
        ).select_related("club"),
        WebHook.objects.filter(player=reader),
        Browser.objects.filter(player=reader),
    )
    return {
        "seats": seats,
        "mailboxes": mailboxes,
        "unread": unread,
        "clubs": clubs,
        "reliability": player_reliability.of(reader, now),
        "hook": next(iter(hooks), None),
        "browsers": browsers,
        "away": DaysAwayForm() if any(map(speaks, seats)) else None,
    }


def _saved(form: AccountForm) -> bool:
    with account_erasure.one_at_a_time():
        if form.is_valid():
            form.save()
    return form.is_valid()


def _not_carried_out(reader: Player, now: datetime) -> QuerySet[Arrival]:
    """The player's letters of two weeks that brought no order to a game, newest first: held, a
    machine's, too large, too many, not to be read, or without an order.
    """
    outcomes = (
        ArrivalOutcome.UNCONFIRMED,
        ArrivalOutcome.AUTOMATIC,
        ArrivalOutcome.EMPTY,
        ArrivalOutcome.UNREADABLE,
        ArrivalOutcome.TOO_MANY,
        ArrivalOutcome.TOO_LARGE,
        ArrivalOutcome.SET_ASIDE,
    )
    mine = Arrival.objects.filter(
        ~seating.of_a_predecessor(),
        seat__player=reader,
        outcome__in=outcomes,
        taken__gt=now - LISTED,
    )
    return mine.select_related("seat", "game").defer("raw").order_by("-pk")[:MOST_LISTED]


# --- a change of address that waits --------------------------------------------------------------


@login_required
@require_POST
def keep_own_address(request: HttpRequest) -> HttpResponse:
    """The player changes nothing after all. Sessions end, this one too: whoever asked for the
    change may be somebody else.
    """
    player = signed_in(request)
    if address_changes.undo(player):
        messages.success(request, f"Kept: your address is {player.email}.")
    update_session_auth_hash(request, player)
    return redirect("account_email")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def keep_address(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows a button, since programs look at links too; POST undoes the change of address that
    waits, for whoever has the old mailbox.
    """
    player = address_changes.owner(token)
    if player is None:
        raise Http404("This address is no letter's.")
    done = request.method == "POST" and address_changes.undo(player)
    waits = AddressChange.objects.filter(player=player).exists()
    context = {"done": done, "waits": waits, "address": player.email}
    return render(request, "web/keep_address.html", context)
