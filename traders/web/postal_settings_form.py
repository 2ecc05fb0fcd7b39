"""Settings of the postal rules as fields of a form, made from the rules' own table: a new setting
needs no form of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db.models import Q

from traders.domain.people import club_roles
from traders.domain.settings import game_settings
from traders.engines.kernel.words import capital
from traders.models import Club, Player
from traders.models.players import PEOPLE
from traders.web.club_fields import ClubFields
from traders.web.form_fields import Prose

PREFIX = "setting."


def field_of(name: str) -> forms.Field:
    """The field for a setting, which reads its default."""
    default = game_settings.DEFAULTS[name]
    told: dict[str, Any] = {
        "label": game_settings.label(name),
        "required": False,
        "initial": game_settings.typed(name, default),
        "help_text": f"{game_settings.help_of(name)} Unless set: "
        f"{game_settings.in_words(name, default)} ({game_settings.RULES[name]}).",
    }
    known = game_settings.forms_of(name) or (
        {"yes": "yes", "no": "no"} if isinstance(default, bool) else {}
    )
    if known:
        return forms.ChoiceField(choices=list(known.items()), **told)
    if name in game_settings.TALK:
        return Prose(max_length=1000, widget=forms.Textarea(attrs={"rows": 3}), **told)
    return forms.CharField(max_length=1000, **told)


FIELDS = {f"{PREFIX}{name}": field_of(name) for name in game_settings.names()}


def as_typed(settings: Mapping[str, Any]) -> dict[str, str]:
    """What the fields of these settings read."""
    return {
        f"{PREFIX}{name}": game_settings.typed(name, value)
        for name, value in settings.items()
        if name in game_settings.READERS
    }


FIRST = ("timing", "turn_time", "interval_time", "grace", "out_of_time")
"""Settings that one thinks of first; the others stand behind a fold."""


class SettingsFields(forms.BaseForm):
    """What forms with settings share: showing and reading them, and saying what cannot be at its
    field.
    """

    def settings_first(self) -> list[forms.BoundField]:
        """Settings that one thinks of first."""
        return [self[f"{PREFIX}{name}"] for name in FIRST]

    def settings_more(self) -> list[forms.BoundField]:
        """The others."""
        return [self[name] for name in FIELDS if name.removeprefix(PREFIX) not in FIRST]

    def settings_wrong(self) -> bool:
        """Whether something in the fold is wrong."""
        return any(field.errors for field in self.settings_more())

    def typed(self) -> dict[str, Any]:
        """The settings that were typed, by name, as `settings.read` knows them; a field left empty
        has none, unless it is prose, which is empty then.
        """
        said = {name: self.cleaned_data.get(f"{PREFIX}{name}") for name in game_settings.READERS}
        return {
            name: game_settings.from_typed(name, text or "")
            for name, text in said.items()
            if text or (name in game_settings.TALK and f"{PREFIX}{name}" in self.data)
        }

    def check_settings(self, before: Mapping[str, object]) -> None:
        """Say at each field what is wrong with it, over the settings that hold where nothing was
        typed.
        """
        try:
            game_settings.read(before, self.typed())
        except game_settings.BadSettings as bad:
            for name, wrong in bad.faults.items():
                rule = f" ({game_settings.RULES[name]})" if name in game_settings.RULES else ""
                words = f"{capital(wrong)}{rule}."
                field = f"{PREFIX}{name}"
                self.add_error(field if field in self.fields else None, words)

    def differing(self, before: Mapping[str, object]) -> dict[str, Any]:
        """Of the settings that were typed those that are not as before. Only after they were found
        to be possible.
        """
        return {
            name: value
            for name, value in self.typed().items()
            if game_settings.differs(name, value, before[name])
        }


class ChangeForm(SettingsFields, forms.Form):
    """Settings of one game, to be changed, and why."""

    locals().update(FIELDS)
    why = Prose(max_length=300, label="Why", help_text="All players of the game read it.")

    def __init__(self, held: Mapping[str, Any], data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=as_typed(held))
        self.held = held

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.check_settings(self.held)
        return cleaned


class OfAClub(SettingsFields, ClubFields, forms.ModelForm):
    """A club with its settings: what differs from the postal rules is kept, and is the default of
    the games that begin from now on.
    """

    locals().update(FIELDS)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(as_typed(self.instance.settings))

    def clean(self) -> dict[str, Any]:
        told = super().clean()
        self.check_settings({})
        return told

    def save(self, commit: bool = True) -> Any:
        self.instance.settings = self.differing(game_settings.DEFAULTS)
        return super().save(commit)


class ClubForm(OfAClub):
    """A club as the operator sees it."""

    organizer = forms.ModelChoiceField(
        Player.objects.none(),
        required=False,
        help_text="Who runs the club. It stays an organizer when you name another one.",
    )

    class Meta:
        model = Club
        fields = ("name", "slug", "about", "public", "joining", "closed")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        may = PEOPLE & Q(is_active=True) & ~Q(display_name="")
        people = Player.objects.filter(may).order_by("display_name")
        self.fields["organizer"].queryset = people  # type: ignore[attr-defined]
        if self.instance.pk:
            self.initial["organizer"] = club_roles.organizers(self.instance).first()
