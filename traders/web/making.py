"""Making a game: which system, which seats, which options and timing."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from traders.domain import leaving, play, settings
from traders.engines.contract import COLOURS, Refusal, Setting
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of
from traders.engines.words import listed
from traders.models import Club, Edition
from traders.web.game import reader_of
from traders.web.seats import sit_down
from traders.web.settings_form import FIELDS, PREFIX, SettingsFields

FIRST = ("timing", "turn_time", "interval_time", "grace", "out_of_time")
"""Settings that a maker of games thinks of first; the others stand behind a fold."""


def option_field(setting: Setting) -> forms.Field:
    """A form field for an option of a system, with what suits play by post chosen. Left empty it is chosen by the number of seats."""
    by_seats = {seats: value for seats, value in setting.presets.items() if seats}
    suits = listed([f"{value} for {seats}" for seats, value in by_seats.items()])
    told: dict[str, Any] = {
        "label": setting.name.replace("_", " ").capitalize(),
        "help_text": f"{setting.words}; left empty {suits} seats, for {setting.default} say so" if by_seats else setting.words,
        "required": False,
        "initial": None if by_seats else setting.preset(0),
    }
    if isinstance(setting.default, bool):
        return forms.BooleanField(**told)
    if setting.among and not isinstance(setting.default, list | tuple):
        values = {str(one): one for one in setting.among}
        return forms.TypedChoiceField(
            choices=[(one, one) for one in values], coerce=values.__getitem__, empty_value=setting.default, **told
        )
    if setting.of:
        several = [(one, str(one).replace("_", " ")) for one in setting.of]
        widget = forms.CheckboxSelectMultiple
        return forms.TypedMultipleChoiceField(choices=several, coerce=str, empty_value=setting.default, widget=widget, **told)
    if isinstance(setting.default, int):
        return forms.IntegerField(min_value=setting.low, max_value=setting.high, **told)
    return forms.CharField(max_length=200, **told)


class GameForm(SettingsFields, forms.Form):
    """A game to be made: the parts that every system shares, then the system's own options and the post's settings."""

    title = forms.CharField(max_length=80, required=False, label="Name", help_text="What the game is called in lists and letters.")
    club = forms.ModelChoiceField(
        Club.objects.order_by("name"),
        required=False,
        label="Club",
        empty_label="no club",
        help_text="Its settings are the game's defaults.",
    )
    seats = forms.TypedChoiceField(
        choices=[(n, str(n)) for n in range(1, 9)],
        coerce=int,
        initial=4,
        label="Seats",
        help_text="How many play; one alone only where the game allows it.",
    )
    bots = forms.TypedChoiceField(
        choices=[(n, str(n)) for n in range(6)],
        coerce=int,
        initial=0,
        label="Bots",
        help_text="Seats that the server plays.",
    )

    def __init__(self, system: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        options = [
            setting for setting in engine_of(system).options if setting.written and len(setting.among) != 1
        ]  # where there is a choice
        self.option_names = [setting.name for setting in options]
        for setting in options:
            self.fields[f"option.{setting.name}"] = option_field(setting)
        kept = Edition.objects.filter(system=system).order_by("title").values_list("digest", "title")
        if kept:
            self.fields["edition"] = forms.ChoiceField(
                choices=[("", "the standard edition"), *kept],
                required=False,
                label="Edition",
                help_text="The board, as a club typed it in.",
            )
        self.fields |= {name: deepcopy(field) for name, field in FIELDS.items()}

    def edition_(self) -> forms.BoundField:
        return self["edition"]

    def options_(self) -> list[forms.BoundField]:
        return [self[f"option.{name}"] for name in self.option_names]

    def settings_first(self) -> list[forms.BoundField]:
        return [self[f"{PREFIX}{name}"] for name in FIRST]

    def settings_more(self) -> list[forms.BoundField]:
        return [self[name] for name in FIELDS if name.removeprefix(PREFIX) not in FIRST]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if isinstance(told.get("seats"), int) and isinstance(told.get("bots"), int) and told["bots"] >= told["seats"]:
            self.add_error("bots", "At least one seat is for a person.")
        club = told.get("club")
        self.check_settings(club.settings if club else {})
        return told

    def options(self) -> dict[str, Any]:
        """Options that differ from the system's defaults; what is left empty is what suits a game of so many seats by post."""
        chosen: dict[str, Any] = {}
        for setting in engine_of(self.system).options:
            value = self.cleaned_data.get(f"option.{setting.name}")
            chosen[setting.name] = setting.preset(self.cleaned_data["seats"]) if value in (None, "") else value
        defaults = {setting.name: setting.default for setting in engine_of(self.system).options}
        return {name: value for name, value in chosen.items() if value != defaults[name]}


@login_required
def new_game(request: HttpRequest) -> HttpResponse:
    """The form, and the making: the maker takes the first seat, bots those that were asked for, the rest are free."""
    reader = reader_of(request)
    assert reader is not None
    system = request.POST.get("system") or request.GET.get("system") or next(iter(ENGINES))
    if system not in ENGINES:
        system = next(iter(ENGINES))
    form = GameForm(system, request.POST or None)
    if request.method == "POST" and form.is_valid():
        told = form.cleaned_data
        colours = COLOURS[: told["seats"]]
        try:
            game = play.create(
                system,
                colours,
                form.options(),
                form.differing(settings.DEFAULTS),
                title=told["title"].strip(),
                club=told["club"],
                edition=told.get("edition", ""),
                maker=reader,
            )
            leaving.give_to_bots(game, colours[len(colours) - told["bots"] :] if told["bots"] else ())
            sit_down(game, colours[0], reader)
        except Refusal as refusal:
            form.add_error(None, f"{refusal.text} {' '.join(refusal.rules)}")
        else:
            return redirect("game", slug=game.slug)
    systems = [(name, engine_of(name).title) for name in ENGINES]
    return render(request, "web/new_game.html", {"form": form, "system": system, "systems": systems})
