"""What a button or a form does, and how the page after it says so, done or refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse

from traders.engines.kernel.refusal import Refusal
from traders.models import Player

T = TypeVar("T")


Deed = Callable[[Any, Player, int], str]
"""What a button does with a row, for who presses it, with the number of its form; what is said
then.
"""


def plainly(act: Callable[[int, Player], object], words: str) -> Deed:
    """A button that does one thing, of which always the same is said."""

    def deed(row: Any, by: Player, number: int) -> str:
        act(row.pk, by)
        return words

    return deed


def deed_of(request: HttpRequest, deeds: Mapping[str, T]) -> T:
    """What the button that was pressed does: 400 where the page has none of that name."""
    deed = deeds.get(request.POST.get("do", ""))
    if deed is None:
        raise BadRequest("There is no such button.")
    return deed


def pressed(request: HttpRequest, then: HttpResponse, deed: Callable[[], str]) -> HttpResponse:
    """Carry out what a button says, and lead to the page `then`, which says what was done, or why
    it was not.
    """
    try:
        messages.success(request, deed())
    except Refusal as refusal:
        refused(request, refusal)
    return then


def refused(request: HttpRequest, refusal: Refusal) -> None:
    """Say on the next page why something was not done."""
    messages.error(request, refusal.with_rules)


def made(form: forms.BaseForm, make: Callable[[], T]) -> T | None:
    """What is made of a form; None where that is not valid or is refused, as the form then says."""
    if not form.is_valid():
        return None
    try:
        return make()
    except Refusal as refusal:
        form.add_error(None, refusal.with_rules)
        return None
