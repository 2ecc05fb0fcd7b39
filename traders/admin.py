"""The operator's pages: what runs and what is stuck. A history cannot be edited here, and nothing
hidden is shown.

Positions, seeds, secret parts of entries, sealed rows and the content of letters are left out: an
operator who plays learns nothing here.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from importlib import import_module
from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import Group
from django.db.models import F, Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from unfold.decorators import action

from traders.admin_base_classes import ListedAdmin, ReadOnlyAdmin
from traders.domain.accounts import account_erasure
from traders.domain.calendar import clock
from traders.domain.letters.addresses import unreachable
from traders.domain.operators.health_figures import LATELY, REFUSING, UNREAD, UNSENT, figures
from traders.domain.people import club_roles
from traders.domain.post import delivery
from traders.domain.timeline import timeline
from traders.models import (
    Arrival,
    ArrivalStatus,
    Club,
    Deadline,
    DeadlineKind,
    Entry,
    Game,
    Heartbeat,
    Letter,
    LetterKind,
    LetterStatus,
    Phase,
    Player,
    Report,
    Role,
    Seat,
)
from traders.models.players import PEOPLE
from traders.web.account import PlayerFields
from traders.web.postal_settings_form import FIELDS, ClubForm

for _theirs in ("django.contrib.auth.admin", "allauth.account.admin"):
    import_module(_theirs)  # they register what is taken away here
admin.site.unregister(Group)
# An address added there would let somebody else sign in; changes are made, and recorded, on the
# player's page.
admin.site.unregister(EmailAddress)


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """The first page's figures, each with a link to its rows for operators who may see them."""
    lists = look(clock.now())
    context["figures"] = [
        (figure, lists[figure.name] if _may_see(request, lists.get(figure.name, "")) else "")
        for figure in figures()
    ]
    return context


def _may_see(request: HttpRequest, path: str) -> bool:
    return bool(path) and request.user.has_perm(f"traders.view_{path.split('/')[1]}")


def look(now: datetime) -> dict[str, str]:
    """The filtered list of the rows that each figure counts."""
    day = (now - timedelta(days=1)).isoformat().replace("+", "%2B")
    unsent = f"traders/letter/?status__in={','.join(UNSENT)}"
    unread = f"traders/arrival/?status__in={','.join(UNREAD)}"
    return {
        "deadline_overdue_seconds": "traders/deadline/?stuck=open",
        "deadlines_failing": "traders/deadline/?stuck=yes",
        "letters_unsent": unsent,
        "letter_unsent_seconds": unsent,
        "letters_given_up": f"traders/letter/?status__exact=failed&problem__gt=&written__gte={day}",
        "provider_failures": f"traders/report/?kind__in={','.join(REFUSING)}&lately=hour",
        "letters_unread": unread,
        "letter_unread_seconds": unread,
        "letters_set_aside": "traders/arrival/?status__exact=set-aside",
        "letters_unreadable": "traders/arrival/?outcome__exact=unreadable&lately=day",
        "mailboxes_dead": "traders/player/?is_active__exact=1&mailbox_dead_since__isnull=False",
        "heartbeat_seconds": "traders/heartbeat/",
    }


@admin.register(Club)
class Clubs(ListedAdmin):
    form = ClubForm
    list_display = ("name", "public", "joining", "closed")
    prepopulated_fields: ClassVar[dict[str, tuple[str, ...]]] = {"slug": ("name",)}
    fieldsets = (
        (None, {"fields": ("name", "slug", "about", "organizer", "public", "joining", "closed")}),
        (
            "Settings of its games",
            {
                "fields": tuple(FIELDS),
                "description": "Defaults of the games that begin from now on.",
            },
        ),
    )

    def save_model(self, request: HttpRequest, obj: Club, form: Any, change: bool) -> None:
        """Save the club; whoever is named runs it from now on."""
        super().save_model(request, obj, form, change)
        if organizer := form.cleaned_data["organizer"]:
            club_roles.admit(obj, organizer, Role.ORGANIZER)


class PlayerForm(PlayerFields, forms.ModelForm):
    """A player's form; name and zone are checked as on the account's own page, and a new address as
    where one is typed.
    """

    def clean_email(self) -> str:
        address: str = self.cleaned_data["email"]
        if "email" in self.changed_data and (problem := unreachable(address)):
            raise forms.ValidationError(problem)
        return address


@admin.register(Player)
class Players(ListedAdmin):
    form = PlayerForm
    list_display = ("display_name", "email", "zone", "cadence", "is_active", "mailbox_dead_since")
    list_filter = ("is_active", "is_staff", "cadence")
    search_fields = ("display_name", "email")
    fields = (
        "display_name", "email", "zone", "cadence", "hints", "listed", "is_active",
        "is_staff", "is_superuser", "mailbox_dead_since", "created",
    )  # fmt: skip
    readonly_fields = ("created",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False  # their moves stay (PR-RECORD-02)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """People who have signed in once or were added by somebody. Accounts without a name never
        signed in; bots are listed among the seats.
        """
        found: QuerySet[Player] = super().get_queryset(request)
        return found.filter(PEOPLE).exclude(display_name="")

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        """Inform the old mailbox of an address given by somebody else, and put it on record
        (PR-RULING-02).
        """
        obj.email = obj.email.strip().lower()
        super().save_model(request, obj, form, change)
        if change and "email" in form.changed_data and isinstance(request.user, Player):
            account_erasure.address_given(obj, request.user)


@admin.register(Game)
class Games(ReadOnlyAdmin):
    list_display = ("title", "system", "club", "phase", "waiting_for", "frozen", "number", "moved")
    list_filter = ("phase", "system", "frozen", "club")
    search_fields = ("title", "slug")
    # each secret order is a link; whom a window asks tells its hand
    exclude = ("secret", "position", "course", "start", "links", "asked")
    actions_detail = ("change_settings",)

    @action(description="Change its settings", url_path="change-settings")
    def change_settings(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Redirect to the game's own page for settings, which enters changes in the history and
        informs all seats.
        """
        return redirect(
            "game-settings", slug=Game.objects.values_list("slug", flat=True).get(pk=object_id)
        )


@admin.register(Seat)
class Seats(ReadOnlyAdmin):
    list_display = ("game", "colour", "player", "bot", "left", "dropped")
    list_filter = ("bot", "dropped")
    # time banks and waiting allowances are private to the seat
    fields = ("game", "colour", "place", "player", "bot", "left", "dropped", "vacation_used")


@admin.register(Entry)
class Entries(ReadOnlyAdmin):
    list_display = ("game", "number", "kind", "seat", "source", "at")
    list_filter = ("kind", "source")
    search_fields = ("game__slug",)
    exclude = ("secret", "salt")


class Stuck(admin.SimpleListFilter):
    """Filter: deadlines that could not be carried out and are tried again each hour, or all open
    ones.
    """

    title = "failures"
    parameter_name = "stuck"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("yes", "could not be carried out"), ("open", "open")]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        if self.value() == "yes":
            return queryset.filter(failures__gt=0, done_at=None)
        return queryset.filter(done_at=None) if self.value() == "open" else queryset


class Lately(admin.SimpleListFilter):
    """Filter: rows taken in the last hour or day."""

    title = "taken"
    parameter_name = "lately"

    def lookups(self, request: HttpRequest, model_admin: object) -> list[tuple[str, str]]:
        return [("hour", "in the last hour"), ("day", "in the last day")]

    def queryset(self, request: HttpRequest, queryset: QuerySet) -> QuerySet:
        ages = {"hour": LATELY, "day": timedelta(days=1)}
        age = ages.get(self.value() or "")
        return queryset.filter(taken__gte=clock.now() - age) if age else queryset


@admin.register(Deadline)
class Deadlines(ReadOnlyAdmin):
    list_display = ("game", "kind", "key", "whose", "due", "done_at", "failures")
    list_filter = (Stuck, "kind")
    # the seats that have answered are secret, and those that were not asked (PR-INTERVAL-10)
    exclude = ("data", "seat")
    readonly_fields = ("whose",)
    ordering = ("-failures", "due")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Deadline]:
        found: QuerySet[Deadline] = super().get_queryset(request)
        return found.exclude(kind=DeadlineKind.PASS, failures=0)

    @admin.display(description="seat")
    def whose(self, row: Deadline) -> str:
        return "" if row.kind == DeadlineKind.PASS else row.seat


@admin.register(Heartbeat)
class Heartbeats(ReadOnlyAdmin):
    list_display = ("since", "until")
    ordering = ("-until",)


# --- the post -------------------------------------------------------------------------------------
#
# Orders are secret until play shows them, and so is that a seat has sent any (PR-INTERVAL-05). So
# for games in play these pages hide letters in and out since the last entry, except those that
# report the entry to all; of an open window these too, since they ask some alone (PR-INTERVAL-10).
# Letters that cannot be read or sent are listed, without their content, since the operator must
# act. Reply addresses are seats' keys and never shown.

HIDDEN = "hidden until the next move"
_LETTER_HIDDEN = Q(game__phase=Phase.PLAYING, entry__gte=F("game__number")) & (
    ~Q(key__startswith="e") | Q(moment__startswith="i")
)
_ARRIVAL_HIDDEN = Q(game__phase=Phase.PLAYING, taken__gt=F("game__moved"))
_TO_SEE_TO = Q(status=LetterStatus.FAILED) & ~Q(kind__in=[LetterKind.RECEIPT, LetterKind.REMINDER])
_TO_READ = Q(status__in=[ArrivalStatus.STORED, ArrivalStatus.READING, ArrivalStatus.SET_ASIDE])


@admin.register(Letter)
class Letters(ReadOnlyAdmin):
    """Outgoing letters, without their content."""

    list_display = ("about", "player", "status", "written", "accepted", "attempts", "problem")
    list_filter = ("status", "kind", "provider")
    search_fields = ("message_id", "recipient")
    exclude = ("subject", "facts", "raw", "picture", "moment", "in_reply_to")
    actions = ("try_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Letter]:
        found: QuerySet[Letter] = super().get_queryset(request)
        return found.filter(~_LETTER_HIDDEN | _TO_SEE_TO | Q(game=None)).select_related(
            "player", "game"
        )

    @admin.display(description="subject")
    def about(self, letter: Letter) -> str:
        """The subject; for a receipt only its kind, since its subject reveals what was ordered."""
        secret = (
            letter.game is not None
            and letter.game.phase == Phase.PLAYING
            and not letter.key.startswith("e")
        )
        return (
            letter.get_kind_display()
            if secret or letter.kind == LetterKind.RECEIPT
            else letter.subject
        )

    @admin.action(description="Try once more to send what was given up")
    def try_again(self, request: HttpRequest, letters: QuerySet[Letter]) -> None:
        """Send failed letters again, the same bytes."""
        failed = list(letters.filter(status=LetterStatus.FAILED).values_list("pk", flat=True))
        prepared = Letter.objects.filter(pk__in=failed, raw__isnull=False).update(
            status=LetterStatus.PREPARED, next_try=None, attempts=0
        )
        written = Letter.objects.filter(pk__in=failed, raw=None).update(
            status=LetterStatus.WRITTEN, next_try=None, attempts=0
        )
        delivery.prepare_and_send(failed)
        messages.info(request, f"{prepared + written} letters were tried again.")


@admin.register(Report)
class Reports(ReadOnlyAdmin):
    """Delivery reports. One without a letter shows that a provider's ids are not understood."""

    list_display = ("letter", "kind", "at", "recipient", "source", "for_good", "words")
    list_filter = (("letter", admin.EmptyFieldListFilter), "kind", "source", "for_good", Lately)
    exclude = ("raw",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        found: QuerySet[Report] = super().get_queryset(request)
        return found.exclude(letter__in=Letter.objects.filter(_LETTER_HIDDEN)).select_related(
            "letter"
        )


@admin.register(Arrival)
class Arrivals(ReadOnlyAdmin):
    """Incoming letters, without their content."""

    list_display = ("came", "sender", "to", "channel", "octets", "status", "outcome")
    list_filter = ("status", "outcome", "channel", Lately)
    search_fields = ("envelope_from", "message_id")
    fields = ("came", "sender", "to", "channel", "octets", "status", "outcome", "attempts")
    readonly_fields = ("came", "sender", "to", "octets")
    actions = ("read_again",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Arrival]:
        found: QuerySet[Arrival] = super().get_queryset(request)
        return (
            found.filter(~_ARRIVAL_HIDDEN | _TO_READ | Q(game=None))
            .select_related("game")
            .defer("raw")
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Arrival], search_term: str
    ) -> tuple[QuerySet[Arrival], bool]:
        """Leave hidden rows out of search results, which would reveal them."""
        found, double = super().get_search_results(request, queryset, search_term)
        return (found.exclude(_ARRIVAL_HIDDEN) if search_term else found), double

    @admin.display(description="taken", ordering="pk")
    def came(self, arrival: Arrival) -> Any:
        return HIDDEN if _is_hidden(arrival) else arrival.taken

    @admin.display(description="from")
    def sender(self, arrival: Arrival) -> str:
        return HIDDEN if _is_hidden(arrival) else arrival.envelope_from

    @admin.display(description="to")
    def to(self, arrival: Arrival) -> str:
        """The domain, and the game of the address; the rest of a reply address is the seat's
        key.
        """
        if _is_hidden(arrival):
            return HIDDEN
        return f"{arrival.game or 'nobody'} at {arrival.envelope_to.rpartition('@')[2]}"

    @admin.display(description="octets")
    def octets(self, arrival: Arrival) -> str:
        return HIDDEN if _is_hidden(arrival) else str(arrival.size)

    @admin.action(description="Read again what was set aside")
    def read_again(self, request: HttpRequest, arrivals: QuerySet[Arrival]) -> None:
        """Read letters again whose reading died."""
        aside = list(arrivals.filter(status=ArrivalStatus.SET_ASIDE).values_list("pk", flat=True))
        Arrival.objects.filter(pk__in=aside).update(
            status=ArrivalStatus.STORED, outcome="", attempts=0
        )
        for pk in aside:
            timeline.read(pk)
        messages.info(request, f"{len(aside)} letters were read again.")


def _is_hidden(arrival: Arrival) -> bool:
    """Whether the letter came after the last move of a game in play."""
    game = arrival.game
    return (
        game is not None
        and game.phase == Phase.PLAYING
        and game.moved is not None
        and arrival.taken > game.moved
    )
