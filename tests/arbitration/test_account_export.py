"""“Download all that is kept of you” is all: each table that names a player, and each field."""

from __future__ import annotations

import json
from copy import copy
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import models, transaction
from django.db.models.fields.reverse_related import ForeignObjectRel

from arbitration.models import Appeal, Asking, CaseLook, Claim, Opening, Recusal, Ruling, Statement
from tests.arbitration import disputed
from traders.domain.accounts.data_export import export
from traders.models import (
    AddressChange,
    ApiToken,
    Arrival,
    Browser,
    Club,
    Complaint,
    Division,
    Entrant,
    Game,
    Invitation,
    Ladder,
    LadderStep,
    Letter,
    Mailbox,
    Membership,
    Note,
    Player,
    Press,
    Season,
    Seat,
    SignInMark,
    Sitting,
    WebHook,
)
from traders.models.triggers import lifted

pytestmark = pytest.mark.django_db

AT, DAY = datetime(2026, 4, 2, 10, tzinfo=UTC), timedelta(days=1)
OTHERS = {
    "django_admin_log.user": "what an operator did is in the operators' log",
    "traders_seat.player": "who sits now is in the sittings; the rest is the game's",
}
"""Columns that name a player and are not the player's own, and why."""
LEFT = {
    Player: {
        "password": "nobody has one: it ends sessions",
    },
    AddressChange: {},
    EmailAddress: {},
    Mailbox: {},
    SignInMark: {"digest": "a digest, which says nothing to anybody"},
    Browser: {"public_key": "a key of the browser's own", "auth": "a secret of the browser's own"},
    WebHook: {
        "secret": "whoever has it could forge messages",
        "club": "a club's hook is the club's",
        "heard_until": "a club's",
        "heard": "a club's",
    },
    ApiToken: {"digest": "of its secret"},
    Game: {},
    Sitting: {},
    Note: {},
    Membership: {},
    Invitation: {"digest": "of its secret"},
    Entrant: {},
    LadderStep: {"other": "somebody else"},
    Press: {
        "number": "the game's place in its history",
        "masked": "the history of the game has it",
        "to_mask": "whose it is stands under `to` when the game is over: tests of masks",
    },
    Complaint: {},
    Arrival: {},
    Letter: {},
    Claim: {},
    Statement: {},
    Appeal: {},
    Asking: {"by": "somebody else"},
    Recusal: {},
    CaseLook: {},
    Opening: {"claim": "the case's"},
    Ruling: {"data": "the game's", "entry": "the game's"},
}
"""Tables whose rows are a player's, with the fields that the export leaves out, and why."""
SHORT: dict[type[models.Model], set[str]] = {
    Game: {"slug"},
    Arrival: {"taken", "outcome", "raw"},
    Letter: {"written", "game", "seat", "kind", "subject", "recipient"},
    Claim: {"game", "number", "seat", "opened_by", "kind", "words", "order", "made"},
    Statement: {"claim", "seat", "words", "private", "at"},
    Appeal: {"claim", "seat", "words", "made"},
}
"""Of these the export has the named fields alone: the rest is what the server needs of them."""


OTHER = "red"
"""The player's other seat, beside the one that claims."""
WORD, NUMBER = "m{:03}", 7_000
"""What stands in a field that nothing else has."""


def put(row: models.Model) -> models.Model:
    """It stands in the database, past all that would look at it."""
    type(row)._base_manager.bulk_create([row])
    return row


def made(table: type[models.Model], **given: Any) -> models.Model:
    """A row, with the least in what is not given."""
    for field in table._meta.concrete_fields:
        if field.name in given or field.has_default() or field.null or field.primary_key:
            continue
        if isinstance(field, models.DateTimeField):
            given[field.name] = AT
        elif isinstance(field, models.IntegerField):
            given[field.name] = 1
        elif isinstance(field, models.BinaryField):
            given[field.name] = b""
        elif not field.blank:
            given[field.name] = [] if isinstance(field, models.JSONField) else "some"
    return put(table(**given))


def another(row: models.Model, **changed: Any) -> models.Model:
    """A row like it but for these fields."""
    found = copy(row)
    found.pk, found._state.adding = None, True
    for name, value in changed.items():
        setattr(found, name, value)
    return put(found)


class Rows:
    """A row of each table that is a player's, who sits at two seats and in two games. `own`: each;
    `others`: another row of each table that they name.
    """

    def __init__(self) -> None:
        game = disputed.jumped()
        case: Any = disputed.claimed(game)
        seat, second = (Seat.objects.get(game=game, colour=it) for it in (case.seat, OTHER))
        one = self.player = seat.player
        again = another(game, slug="again", maker=one)
        club = made(Club, name="One", slug="one")
        season, ladder = made(Season, club=club), made(Ladder, club=club)
        clubs = another(club, name="Two", slug="two")
        Sitting.objects.all().delete()
        for place in (seat, second, another(seat, game=again)):
            made(Sitting, seat=place, player=one, since=AT - DAY)
        self.others: dict[type[models.Model], models.Model] = {
            Game: again,
            Seat: second,
            Claim: another(case, number=9),
            Club: clubs,
            Season: another(season, club=clubs),
            Ladder: another(ladder, club=clubs),
            Division: made(Division, season=season, name="Second", order=2),
        }
        self.own = [
            one,
            made(Membership, club=club, player=one),
            made(Invitation, club=club, game=game, by=one),
            made(Entrant, season=season, player=one),
            made(LadderStep, ladder=ladder, player=one),
            *self._of_the_account(one),
            *self._of_a_seat(one, seat),
            *self._of_the_court(one, case),
        ]

    def _of_the_account(self, one: Any) -> list[models.Model]:
        of = {"player": one}
        return [
            made(AddressChange, **of),
            made(EmailAddress, user=one),
            made(Mailbox, **of),
            made(SignInMark, **of),
            made(Browser, **of),
            made(WebHook, **of),
            made(ApiToken, **of),
        ]

    def _of_a_seat(self, one: Any, seat: Seat) -> list[models.Model]:
        of, at_seat = {"player": one}, {"game": seat.game, "seat": seat.colour}
        return [
            made(Sitting, seat=seat, until=AT, **of),
            made(Game, slug="made", maker=one),
            made(Note, seat=seat, **of),
            made(Press, **at_seat),
            made(Complaint, **at_seat),
            made(Arrival, game=seat.game, seat=seat),
            made(Letter, **at_seat, **of),
        ]

    def _of_the_court(self, one: Any, case: Any) -> list[models.Model]:
        of, in_case = {"player": one}, {"claim": case}
        said = in_case | {"seat": case.seat}
        return [
            case,
            another(case, number=8, seat="green", opened_by=one),
            made(Statement, **said),
            made(Appeal, **said),
            made(Asking, referee=one, **in_case),
            made(Recusal, referee=one, **in_case),
            made(CaseLook, **in_case, **of),
            made(Opening, game=case.game, **of),
            made(Ruling, referee=one, rules=["X"], departs="so", **in_case),
        ]

    def told(self) -> str:
        """The export of the player's account."""
        return json.dumps(export(Player.objects.get(pk=self.player.pk)))


def fields(table: type[models.Model]) -> list[models.Field[Any, Any]]:
    """What the export is to have of a table's rows."""
    return [
        field
        for field in table._meta.concrete_fields
        if not field.primary_key
        and field.related_model is not Player
        and field.name not in LEFT[table]
        and (table not in SHORT or field.name in SHORT[table])
    ]


def unlike_all(field: models.Field[Any, Any], number: int) -> tuple[Any, str] | None:
    """What nothing else in the export is, and how the export has it; None where its kind has no
    such thing.
    """
    word = WORD.format(number)
    if isinstance(field, models.ForeignKey | models.BooleanField) or field.name == "seat":
        return None
    if isinstance(field, models.DateTimeField):
        at = AT + timedelta(seconds=number)
        return at, at.isoformat()
    if isinstance(field, models.IntegerField):
        return NUMBER + number, str(NUMBER + number)
    if isinstance(field, models.JSONField):
        return [word], word
    if isinstance(field, models.BinaryField):
        return word.encode(), word
    return word, word


def test_every_field_of_what_is_kept_of_a_player_is_in_the_export() -> None:
    missing, numbers = [], count(1)
    with lifted():
        rows = Rows()
        assert {type(row) for row in rows.own} == set(LEFT)
        wanted, turned = dict[str, str](), list[tuple[models.Model, str, Any]]()
        for row in rows.own:
            new = {}
            for field in fields(type(row)):
                if found := unlike_all(field, next(numbers)):
                    new[field.name], wanted[f"{type(row).__name__}.{field.name}"] = found
                elif isinstance(field, models.ForeignKey):
                    turned.append((row, field.name, rows.others[field.related_model]))
                else:
                    was = getattr(row, field.name)
                    turned.append((row, field.name, OTHER if field.name == "seat" else not was))
            type(row)._base_manager.filter(pk=row.pk).update(**new)
        told = rows.told()
        missing += [name for name, shown in wanted.items() if shown not in told]
        for row, name, other in turned:
            with transaction.atomic():
                type(row)._base_manager.filter(pk=row.pk).update(**{name: other})
                if rows.told() == told:
                    missing.append(f"{type(row).__name__}.{name}")
                type(row)._base_manager.filter(pk=row.pk).update(**{name: getattr(row, name)})
    assert not missing, "\n".join(missing)


def test_every_column_that_names_a_player_is_in_the_export() -> None:
    named = {
        f"{relation.related_model._meta.db_table}.{relation.field.name}"
        for relation in Player._meta.related_objects
        if isinstance(relation, ForeignObjectRel) and relation.related_model not in LEFT
    }
    assert named == set(OTHERS)
