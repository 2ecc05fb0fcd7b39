"""Making a club."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from traders.club.membership import founding
from traders.models import Club
from traders.web.button_press_outcome import made
from traders.web.club_fields import ClubFields
from traders.web.slug_lookup import signed_in

LABELS = {"name": "Name", "slug": "Address", "about": "About", "joining": "Joining"} | {
    "public": "Public"
}
HELP = {
    "slug": "Small letters, digits and hyphens: the last part of the address of its page. Left "
    "empty it is made from the name; a private club's ends in signs that nobody guesses. It stays.",
    "about": "A few sentences for those who look at its page: who you are, what you play.",
    "public": "Everybody finds the club and reads its pages. If not, its members alone do, and "
    "nobody else learns that there is such a club.",
    "joining": "A private club is joined by invitation only.",
}


class NewClub(ClubFields, forms.ModelForm):
    """A club to be made."""

    class Meta:
        model = Club
        fields = ("name", "slug", "about", "public", "joining")
        labels: ClassVar[dict[str, str]] = LABELS
        help_texts: ClassVar[dict[str, str]] = HELP
        widgets: ClassVar[dict[str, Any]] = {"about": forms.Textarea(attrs={"rows": 4})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["slug"].required = False

    def clean(self) -> dict[str, Any]:
        told = super().clean()
        slug = founding.slug_of(told.get("slug") or told.get("name", ""))
        if not slug:
            self.add_error(
                "slug", "Choose an address with letters or digits that is not the server's own."
            )
        elif not told.get("public"):
            slug = founding.hidden(slug)
        elif Club.objects.filter(slug=slug).exists():
            self.add_error("slug", "This address cannot be had. Choose another.")
        return told | {"slug": slug}


@login_required
def new_club(request: HttpRequest) -> HttpResponse:
    """The form, and the making: the maker runs the club."""
    reader = signed_in(request)
    form = NewClub(request.POST or None)
    if request.method == "POST":
        club = made(form, lambda: founding.found(reader, **form.cleaned_data))
        if club is not None:
            return redirect("club", slug=club.slug)
    return render(request, "web/clubs/new.html", {"form": form})
