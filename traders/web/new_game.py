"""Making a game: which system, which seats, which options and timing."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from traders.domain.people import club_roles
from traders.domain.settings import game_settings
from traders.domain.timeline.game_making_and_seat_taking import make_game
from traders.engines.kernel.book.game_introduction import first_steps_of
from traders.engines.kernel.contract.agreed_options import suiting
from traders.engines.kernel.contract.bot_level import Level
from traders.engines.kernel.contract.option_declaration import Setting
from traders.engines.kernel.words import capital, listed, sentence
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of
from traders.models import Club, Edition, Game, Player
from traders.web import game_systems
from traders.web.button_press_outcome import made
from traders.web.form_fields import Name, WholeNumber
from traders.web.postal_settings_form import FIELDS, SettingsFields, as_typed
from traders.web.slug_lookup import signed_in


def option_field(setting: Setting) -> forms.Field:
    """A form field for an option of a system, with what suits play by post chosen. Left empty it is
    chosen by the number of seats.
    """
    by_seats = {seats: value for seats, value in setting.presets.items() if seats}
    suits = listed([f"{value} for {seats}" for seats, value in by_seats.items()])
    words = sentence(capital(setting.words))
    told: dict[str, Any] = {
        "label": setting.label or setting.name.replace("_", " ").capitalize(),
        "help_text": f"{words} If you leave it empty: {suits} seats. The rulebook says "
        f"{setting.default}."
        if by_seats
        else words,
        "required": False,
        "initial": None if by_seats else setting.preset(0),
    }
    if isinstance(setting.default, bool):
        return forms.BooleanField(**told)
    if setting.among and not isinstance(setting.default, list | tuple):
        values = {str(one): one for one in setting.among}
        return forms.TypedChoiceField(
            choices=[(one, one) for one in values],
            coerce=values.__getitem__,
            empty_value=setting.default,
            **told,
        )
    if setting.of:
        several = [(one, str(one).replace("_", " ").capitalize()) for one in setting.of]
        widget = forms.CheckboxSelectMultiple
        return forms.TypedMultipleChoiceField(
            choices=several, coerce=str, empty_value=setting.default, widget=widget, **told
        )
    if isinstance(setting.default, int):
        return WholeNumber(min_value=setting.low, max_value=setting.high, **told)
    return forms.CharField(max_length=200, **told)


class GameForm(SettingsFields, forms.Form):
    """A game to be made: the parts that every system shares, then the system's own options and the
    post's settings.
    """

    title = Name(
        max_length=80,
        required=False,
        label="Name",
        help_text="What the game is called in lists and letters.",
    )
    club = forms.ModelChoiceField(
        Club.objects.none(),
        required=False,
        label="Club",
        widget=forms.HiddenInput,
    )
    seats = forms.TypedChoiceField(
        choices=[(n, str(n)) for n in range(1, 9)],
        coerce=int,
        initial=4,
        label="Seats",
        help_text="How many play; one alone only where the game allows it.",
    )
    watches = forms.BooleanField(
        required=False,
        label="I do not play",
        help_text="You get no seat. Send the address of the game's page to those who are to play.",
    )
    bots = forms.TypedChoiceField(
        choices=[(n, str(n)) for n in range(6)],
        coerce=int,
        initial=0,
        label="Bots",
        help_text="Seats that the server plays.",
    )
    level = forms.TypedChoiceField(
        choices=[
            (Level.LEARNER, "Learner: makes mistakes"),
            (Level.PLAYER, "Player: knows the game"),
            (Level.MASTER, "Master: plays to win"),
        ],
        coerce=Level,
        initial=Level.PLAYER,
        required=False,
        empty_value=Level.PLAYER,
        label="How well bots play",
    )

    def __init__(self, system: str, *args: Any, maker: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system = system
        self._offer_seats()
        self.clubs = club_roles.to_make_games_in(maker)
        self.fields["club"].queryset = self.clubs  # type: ignore[attr-defined]
        options = [
            setting
            for setting in engine_of(system).options
            if setting.written and len(setting.among) != 1
        ]  # where there is a choice
        self.option_names = [setting.name for setting in options]
        for setting in options:
            self.fields[f"option.{setting.name}"] = option_field(setting)
        kept = (
            Edition.objects.filter(system=system).order_by("title").values_list("digest", "title")
        )
        if kept:
            self.fields["edition"] = forms.ChoiceField(
                choices=[("", "the standard edition"), *kept],
                required=False,
                label="Edition",
                help_text="The board, as a club typed it in.",
            )
        self.fields |= {name: deepcopy(field) for name, field in FIELDS.items()}
        if club := self.chosen_club():
            self.initial.update(as_typed(club.settings))

    def chosen_club(self) -> Club | None:
        """The club whose game it is to be, whose settings the form shows; None for none."""
        asked = str(self["club"].value() or "")
        return self.clubs.filter(pk=int(asked)).first() if asked.isdecimal() else None

    def edition_(self) -> forms.BoundField:
        return self["edition"]

    def options_(self) -> list[forms.BoundField]:
        return [self[f"option.{name}"] for name in self.option_names]

    def _offer_seats(self) -> None:
        """Only as many seats as the game is for."""
        steps, title = first_steps_of(ENGINES[self.system]), engine_of(self.system).title
        if steps is not None:
            fewest, most = steps.seats
            field = self.fields["seats"]
            field.choices = [(n, str(n)) for n in range(fewest, most + 1)]  # type: ignore[attr-defined]
            field.error_messages["invalid_choice"] = f"{title} is for {fewest} to {most} people."

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        if (
            isinstance(told.get("seats"), int)
            and isinstance(told.get("bots"), int)
            and told["bots"] >= told["seats"]
        ):
            self.add_error("bots", "At least one seat is for a person.")
        club = told.get("club")
        self.check_settings(club.settings if club else {})
        return told

    def options(self) -> dict[str, Any]:
        """Options that differ from the system's defaults; what is left empty is what suits a game
        of so many seats by post.
        """
        told = {
            name: self.cleaned_data[f"option.{name}"]
            for name in self.option_names
            if self.cleaned_data.get(f"option.{name}") not in (None, "")
        }
        return suiting(told, engine_of(self.system).options, self.cleaned_data["seats"])


def _made(form: GameForm, maker: Player) -> Game:
    """The game of a form that is valid; nothing is made where a `Refusal` is raised."""
    told = form.cleaned_data
    club: Club | None = told["club"]
    return make_game(
        form.system,
        told["seats"],
        form.options(),
        form.differing(game_settings.DEFAULTS | (club.settings if club else {})),
        maker=maker,
        title=told["title"],
        club=club,
        edition=told.get("edition", ""),
        bots=told["bots"],
        level=told["level"],
        sits=not told["watches"],
    )


@login_required
def new_game(request: HttpRequest) -> HttpResponse:
    """The form, and the making: the maker takes the first seat or none, bots those that were asked
    for, the rest are free.

    `?system=` chooses the system, the first one if left out; 404 where there is none of that name.
    `?club=` chooses the club, whose settings the form shows.
    """
    reader = signed_in(request)
    system = request.POST.get("system") or request.GET.get("system") or next(iter(ENGINES))
    if system not in ENGINES:
        return game_systems.unknown(request, system)
    club = request.GET.get("club", "")[:9]
    form = GameForm(system, request.POST or None, maker=reader, initial={"club": club})
    if request.method == "POST":
        game = made(form, lambda: _made(form, reader))
        if game is not None:
            return redirect("game", slug=game.slug)
    return render(
        request,
        "web/new_game.html",
        {
            "form": form,
            "system": system,
            "systems": game_systems.titled(),
            "club": form.chosen_club(),
        },
    )
