"""Notes of a player's own: a text for each seat, which nobody else sees."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from traders.models import Game, Note, Player, Seat
from traders.web.slug_lookup import seat_had, signed_in

MOST = 20_000
"""Characters of one note."""


@login_required
def notes(request: HttpRequest, slug: str) -> HttpResponse:
    """The reader's notes on the seat that they have, and writing them: a form that the game's page
    takes too, when the fold is opened.
    """
    reader, seat = signed_in(request), seat_had(request, slug)
    game = seat.game
    if request.method != "POST":
        found = Note.objects.filter(seat=seat, player=reader).values_list("words", flat=True)
        return _form(request, game, found.first() or "")
    typed, before = (_plain(request.POST.get(name, "")) for name in ("words", "before"))
    kept, told = _written(seat, reader, typed, before)
    if told or "HX-Request" in request.headers:
        return _form(request, game, kept, told or "Saved.", typed if told == TOO_LONG else None)
    return redirect("notes", slug=slug)


TOO_LONG = f"Not saved: notes have at most {MOST} signs. Your text still stands here."
BOTH = "You wrote from another window meanwhile. What you changed in both is saved."


@transaction.atomic
def _written(seat: Seat, reader: Player, typed: str, before: str) -> tuple[str, str]:
    """Keep what was typed over the text that was shown (`before`); where the notes were written
    elsewhere meanwhile, both changes. Returns what is kept, and what is to be told of it.
    """
    Note.objects.get_or_create(seat=seat, player=reader)
    note = Note.objects.select_for_update().get(seat=seat, player=reader)
    both = note.words not in (before, typed)
    words = _both(note.words, before, typed) if both else typed
    if len(words) > MOST:
        return note.words, TOO_LONG
    Note.objects.filter(pk=note.pk).update(words=words)
    return words, BOTH if both else ""


def _both(now: str, before: str, typed: str) -> str:
    """What is kept now, without the lines that were struck out of `before`, and with those below
    that were typed anew.
    """
    shown, wanted, kept = before.split("\n"), typed.split("\n"), now.split("\n")
    struck = {line for line in shown if line and line not in wanted}
    left = "\n".join(line for line in kept if line not in struck).strip()
    added = "\n".join(line for line in wanted if line not in (*shown, *kept)).strip()
    return "\n\n".join(filter(None, (left, added)))


def _plain(text: str) -> str:
    """What was typed, as it is kept: the same however a browser sends its lines."""
    return text.replace("\r\n", "\n").replace("\0", "").strip()


def _form(
    request: HttpRequest, game: Game, kept: str, told: str = "", typed: str | None = None
) -> HttpResponse:
    context = {"game": game, "kept": kept, "told": told, "most": MOST}
    return render(request, "web/notes.html", context | {"typed": kept if typed is None else typed})
