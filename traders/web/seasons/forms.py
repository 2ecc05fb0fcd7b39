"""The form of a season."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import deepcopy
from datetime import date, datetime, time
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundWidget
from django.utils import timezone

from traders.club.competition.tiebreaks import USUAL
from traders.club.seasons import scoring_rules
from traders.club.seasons.setting_up import MOST_DIVISIONS, SeasonPlan
from traders.domain.calendar.durations import TWO_YEARS
from traders.domain.settings import game_settings
from traders.engines.registry import ENGINES
from traders.engines.registry import engine as engine_of
from traders.models import Club, Season, SeasonKind, Starting
from traders.web import game_systems as systems
from traders.web.form_fields import Name, Prose, WholeNumber
from traders.web.new_game import option_field
from traders.web.postal_settings_form import FIELDS, PREFIX, SettingsFields, as_typed
from traders.web.seasons.season_kind_pages import PAGES

MORNING, EVENING = time(8), time(23, 59, 59)
"""Hours of the day at which a round begins, and registration closes."""
PLAINLY = (
    "name", "about", "systems", "table_size", "going_on", "rounds", "divisions", "moving",
    "starting", "closes",
)  # fmt: skip
"""Fields of the season that everybody fills in; the others stand behind a fold."""
AS_KEPT = ("name", "about", "table_size", "starting", "every", "days", "by_invitation")
"""Fields that a season keeps as they are typed."""


class SeasonForm(SettingsFields, forms.Form):
    """A season to be prepared, or changed before it is drawn."""

    name = Name(max_length=80, label="Name", help_text="For instance Spring 2027.")
    about = Prose(
        required=False, max_length=2000, label="About", help_text="Who is it for, what is special?"
    )
    systems = forms.MultipleChoiceField(
        label="Games",
        widget=forms.CheckboxSelectMultiple,
        help_text="If you choose several, the rounds take them in turn.",
        error_messages={"required": "Choose at least one game."},
    )
    rounds = WholeNumber(min_value=1, max_value=30, initial=3, label="Rounds")
    table_size = WholeNumber(
        min_value=2, max_value=6, initial=4, label="People at a table",
        help_text="Where the number does not fit, tables of one more or less are made, or byes.",
    )  # fmt: skip
    going_on = WholeNumber(
        min_value=1, max_value=3, initial=1, label="Go on from each table",
        help_text="Tables must be filled again: at tables of four, 1 or 2.",
    )  # fmt: skip
    divisions = forms.CharField(
        max_length=80, initial="12", label="Places in each division",
        help_text="The highest division first, for instance 8, 8. One number: one division.",
    )  # fmt: skip
    moving = WholeNumber(
        min_value=0, max_value=20, initial=0, label="Up and down",
        help_text="How many change places between two divisions after the season.",
    )  # fmt: skip
    starting = forms.ChoiceField(choices=Starting.choices, label="What begins a round")
    closes = forms.DateField(
        required=False, label="Registration closes",
        help_text="At the end of that day, in your time zone. Empty: when you draw.",
        widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"),
    )  # fmt: skip
    begins = forms.DateField(
        required=False, label="First round", widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    every = WholeNumber(
        min_value=1, max_value=365, initial=30, label="Days between rounds",
        help_text="Counts where rounds begin on a date.",
    )  # fmt: skip
    days = WholeNumber(
        required=False, min_value=1, max_value=730, label="Days a game may take",
        help_text="Shown beside the round; a game that is not over then waits for your word.",
    )  # fmt: skip
    points = forms.CharField(
        required=False, max_length=200, label="Points",
        help_text="Of each size of table the points of its places: 3: 3 1 0, 4: 4 2 1 0. Empty: a "
        "point for each opponent left behind, and one more for winning.",
    )  # fmt: skip
    ties = forms.ChoiceField(
        choices=scoring_rules.TIES, label="Who share a place", initial="share", required=False
    )
    bye = forms.CharField(
        max_length=7, required=False, label="Points for a bye",
        help_text="A number, or `average`: what the person gets a game. Empty: 0.",
    )  # fmt: skip
    tie_breaks = forms.CharField(
        max_length=200, required=False, label="Tie-breaks",
        help_text=f"In their order, with commas. Empty: {', '.join(USUAL)}.",
    )  # fmt: skip
    by_invitation = forms.BooleanField(
        required=False, label="By invitation", help_text="Only those take part whom you enter."
    )

    def __init__(
        self,
        club: Club,
        *args: Any,
        kind: SeasonKind = SeasonKind.LEAGUE,
        season: Season | None = None,
        **more: Any,
    ) -> None:
        more.setdefault("initial", _initial(season) if season else {})
        super().__init__(*args, **more)
        self.club, self.season, self.kind = club, season, kind
        for name in PAGES[kind].left_out:
            del self.fields[name]
        for name, told in PAGES[kind].told.items():
            for part, words in told.items():
                setattr(self.fields[name], part, words)
        self.fields["systems"].choices = systems.titled()  # type: ignore[attr-defined]
        self.options: dict[str, list[str]] = {}
        for name in ENGINES:
            chosen = [one for one in engine_of(name).options if one.written and len(one.among) != 1]
            self.options[name] = [f"option.{name}.{one.name}" for one in chosen]
            for one in chosen:
                self.fields[f"option.{name}.{one.name}"] = option_field(one)
        self.fields |= {name: deepcopy(field) for name, field in FIELDS.items()}
        self.initial = {**as_typed(club.settings), **self.initial}

    def clean_closes(self) -> date | None:
        return self._not_far(self.cleaned_data["closes"])

    def clean_begins(self) -> date | None:
        return self._not_far(self.cleaned_data["begins"])

    def _not_far(self, day: date | None) -> date | None:
        today = timezone.localdate()
        if day is not None and abs(day - today) > TWO_YEARS:
            raise ValidationError(
                f"It is more than two years away. Choose a day until {today + TWO_YEARS:%-d %B %Y}."
            )
        return day

    def clean_divisions(self) -> list[int]:
        parts = self.cleaned_data["divisions"].replace(",", " ").split()
        if not all(one.isascii() and one.isdigit() and len(one) < 4 for one in parts):
            raise ValidationError("Write numbers with commas between them: 8, 8.")
        if not 1 <= len(parts) <= MOST_DIVISIONS:
            raise ValidationError(f"A season has 1 to {MOST_DIVISIONS} divisions.")
        return [int(one) for one in parts]

    def clean(self) -> dict[str, Any]:
        told = super().clean() or {}
        for name, fields in self.options.items():
            if name not in told.get("systems", ()):  # nobody sees them
                for field in fields:
                    self.errors.pop(field, None)
        self.check_settings(self.club.settings)
        self._counts("points", lambda: scoring_rules.points_of(told.get("points", ""), "", ""))
        self._counts("bye", lambda: scoring_rules.points_of("", "", told.get("bye", "")))
        self._counts("tie_breaks", lambda: scoring_rules.tie_breaks_in(told.get("tie_breaks", "")))
        return told

    def _counts(self, field: str, read: Callable[[], object]) -> None:
        try:
            read()
        except ValueError as wrong:
            self.add_error(field, str(wrong))

    def plan(self) -> SeasonPlan:
        """What the form asks for; only of one that is valid."""
        told = self.cleaned_data
        return SeasonPlan(
            kind=self.kind,
            going_on=told.get("going_on", 1),
            rounds=told.get("rounds", 1),
            moving=told.get("moving", 0),
            games=[{"system": name, "options": self._options(name)} for name in told["systems"]],
            settings=self.differing(game_settings.DEFAULTS | self.club.settings),
            begins=_at(told["begins"], MORNING),
            closes=_at(told["closes"], EVENING),
            points=scoring_rules.points_of(told["points"], told["ties"], told["bye"]),
            tie_breaks=scoring_rules.tie_breaks_in(told["tie_breaks"]),
            divisions=told["divisions"],
            **{name: told[name] for name in AS_KEPT},
        )

    def _options(self, system: str) -> dict[str, Any]:
        seats = self.cleaned_data["table_size"]
        chosen: dict[str, Any] = {}
        for setting in engine_of(system).options:
            value = self.cleaned_data.get(f"option.{system}.{setting.name}")
            value = setting.preset(seats) if value in (None, "") else value
            if value != setting.default:
                chosen[setting.name] = value
        return chosen

    def beginning(self) -> list[forms.BoundField]:
        """Fields of the season that everybody fills in."""
        return [self[name] for name in PLAINLY if name in self.fields]

    def more(self) -> list[forms.BoundField]:
        """The others, which have a good preset."""
        return [self[name] for name in self.fields if "." not in name and name not in PLAINLY]

    def folds(self) -> dict[str, bool]:
        """Whether each fold stands open: where something in it is wrong."""
        return {
            "more": any(field.errors for field in self.more()),
            "post": any(name.startswith(PREFIX) for name in self.errors),
        }

    def games(self) -> list[tuple[BoundWidget, list[forms.BoundField], bool]]:
        """Each system: the tick that chooses it, its options, and whether one of them is wrong."""
        found = []
        for tick in self["systems"]:
            fields = [self[one] for one in self.options[str(tick.data["value"])]]
            found.append((tick, fields, any(field.errors for field in fields)))
        return found


def _at(day: date | None, hour: time) -> datetime | None:
    """That hour of the day, in the reader's zone."""
    return datetime.combine(day, hour, timezone.get_current_timezone()) if day else None


def _initial(season: Season) -> dict[str, Any]:
    divisions = list(season.divisions.all())
    told: dict[str, Any] = {
        name: getattr(season, name) for name in (*AS_KEPT, "going_on", "rounds")
    }
    told |= {
        "systems": [game["system"] for game in season.games],
        "divisions": ", ".join(str(division.size) for division in divisions),
        "moving": divisions[0].down if divisions else 0,
        "begins": timezone.localdate(season.begins) if season.begins else None,
        "closes": timezone.localdate(season.closes) if season.closes else None,
        "tie_breaks": ", ".join(season.tie_breaks),
    }
    told |= scoring_rules.typed(season)
    for game in season.games:
        told |= _options_of(game)
    return told | as_typed(season.settings)


def _options_of(game: Mapping[str, Any]) -> dict[str, Any]:
    chosen = game.get("options", {})
    return {
        f"option.{game['system']}.{setting.name}": chosen.get(setting.name, setting.default)
        for setting in engine_of(game["system"]).options
    }
