"""The pages of a club's ladders: the list, and one with its rungs, challenges and history."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from traders.club.ladders import ladder_maintenance, player_actions
from traders.club.ladders.ladder_letters import joined, title_of
from traders.club.ladders.ladder_standings import PLAYERS, games_seen, rules_of, standing_of
from traders.domain.people import club_roles
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.words import count
from traders.models import ChallengeState, Club, Ladder, Player
from traders.web.button_press_outcome import Deed, deed_of, made, plainly, pressed
from traders.web.game_page import number_in
from traders.web.ladders.forms import NewLadderForm, rules_form
from traders.web.slug_lookup import club_called, club_run, organizer, reader_of, signed_in

MOST_STEPS, MOST_CHALLENGES = 60, 30
"""Rows of the history that the page shows."""


def ladder_called(request: HttpRequest, club: str, system: str) -> Ladder:
    """The ladder of that address; 404 where the reader may not see the club."""
    there = club_called(club, reader_of(request))
    return get_object_or_404(Ladder.objects.select_related("club"), club=there, system=system)


@require_safe
def ladders(request: HttpRequest, club: str) -> HttpResponse:
    """All ladders of a club, and the form of another for its organizers."""
    there = club_called(club, reader_of(request))
    return _listed(request, there, NewLadderForm(there))


def _listed(request: HttpRequest, club: Club, form: NewLadderForm) -> HttpResponse:
    found = [
        (one, title_of(one), standing_of(one).people) for one in club.ladders.select_related("club")
    ]
    runs = club_roles.organizes(reader_of(request), club)
    context = {"club": club, "ladders": found, "runs": runs, "form": form}
    return render(request, "web/ladders/list.html", context)


@login_required
@require_POST
def new_ladder(request: HttpRequest, club: str) -> HttpResponse:
    """Make a ladder."""
    there, by = club_run(request, club)
    form = NewLadderForm(there, request.POST)
    new = made(
        form, lambda: ladder_maintenance.make(there, by, form.cleaned_data["system"], form.plan())
    )
    return redirect("ladder", club, new.system) if new else _listed(request, there, form)


@require_safe
def ladder(request: HttpRequest, club: str, system: str) -> HttpResponse:
    """One ladder: the reader's own part, the rungs, what is played, what came before."""
    found, reader = ladder_called(request, club, system), reader_of(request)
    now = standing_of(found)
    challenges = found.challenges.select_related("challenger", "challenged")
    going = [ChallengeState.OPEN, ChallengeState.PLAYING]
    under_way = list(challenges.filter(state__in=going))
    seen = games_seen(under_way, reader)
    context = {
        "club": found.club,
        "ladder": found,
        "title": title_of(found),
        "rungs": list(enumerate(now.people, 1)),
        "own": now.rung(reader),
        "above": [(one, now.rung(one)) for one in now.within_reach(rules_of(found), reader)],
        "later": now.later(rules_of(found), reader),
        "under_way": [(one, seen.get(one.game_id or 0)) for one in under_way],
        "past": challenges.exclude(state__in=going)[:MOST_CHALLENGES],
        "to_answer": [
            one for one in under_way
            if one.state == ChallengeState.OPEN and one.challenged == reader
        ],
        "asked": [one for one in under_way if one.challenger == reader],
        "steps": found.steps.select_related("player", "other").order_by("-pk")[:MOST_STEPS],
        "member": reader
        and club_roles.members(found.club, *PLAYERS).filter(player=reader).exists(),
        "runs": club_roles.organizes(reader, found.club),
        "form": rules_form(found),
    }  # fmt: skip
    return render(request, "web/ladders/ladder.html", context)


# --- done by a button -----------------------------------------------------------------------------


def _join(found: Ladder, reader: Player, number: int) -> str:
    player_actions.join(found.pk, reader)
    return joined(found, reader)


def _challenge(found: Ladder, reader: Player, number: int) -> str:
    other = Player.objects.filter(pk=number).first()
    if other is None:
        raise Refusal("Choose whom you challenge.")
    player_actions.challenge(found.pk, reader, other)
    days = count(found.answer_days, "day")
    return f"{other.display_name} is asked by letter, and has {days} to answer."


def _accept(found: Ladder, reader: Player, number: int) -> str:
    made = player_actions.accept(found.pk, reader, number or None)
    return f"{made.challenger.display_name} and you play: good luck."


def _decline(found: Ladder, reader: Player, number: int) -> str:
    player_actions.decline(found.pk, reader, number or None)
    return "Declined; both are told."


OWN: dict[str, Deed] = {
    "join": _join,
    "leave": plainly(player_actions.leave, "You have left the ladder."),
    "challenge": _challenge,
    "accept": _accept,
    "decline": _decline,
    "take-back": plainly(player_actions.take_back, "The challenge is taken back."),
}


@login_required
@require_POST
def climb(request: HttpRequest, club: str, system: str) -> HttpResponse:
    """What somebody does on the ladder themselves."""
    found, reader = ladder_called(request, club, system), signed_in(request)
    deed = deed_of(request, OWN)
    number = number_in(request.POST.get("player") or request.POST.get("challenge")) or 0
    return pressed(request, redirect("ladder", club, system), lambda: deed(found, reader, number))


@login_required
@require_POST
def keep(request: HttpRequest, club: str, system: str) -> HttpResponse:
    """What an organizer does: change the rules, take somebody off, close it or open it again."""
    found = ladder_called(request, club, system)
    by, then = organizer(request, found.club), redirect("ladder", club, system)
    return pressed(request, then, lambda: _kept(found, by, request.POST))


def _kept(found: Ladder, by: Player, asked: QueryDict) -> str:
    deed = asked.get("do", "")
    if deed == "rules":
        form = rules_form(found, asked)
        if not form.is_valid():
            words = "Write whole numbers, as small or large as the form says."
            raise Refusal(words, kind="unreadable")
        ladder_maintenance.change(found.pk, by, form.plan())
        return "Saved."
    if deed in ("close", "open"):
        ladder_maintenance.close(found.pk, by, closed=deed == "close")
        return "Closed." if deed == "close" else "Open again."
    if deed == "off":
        player = Player.objects.filter(pk=number_in(asked.get("player")) or 0).first()
        if player is None:
            raise Http404("There is no such player.")
        player_actions.take_off(found.pk, player, by)
        return f"{player.display_name} is off the ladder."
    raise BadRequest("There is no such button.")
