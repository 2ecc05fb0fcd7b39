"""Who belongs to a club, and who runs it."""

from __future__ import annotations

import pytest

from traders.domain.people import club_roles
from traders.models import Game, Membership, Player, Role, Standing

pytestmark = pytest.mark.django_db


def test_several_run_a_club_and_nobody_else_does() -> None:
    ann, bob, cat = (
        Player.objects.create_user(f"{name}@example.org", display_name=name)
        for name in ("Ann", "Bob", "Cat")
    )
    club = club_roles.found("Lantern", "lantern", ann)
    other = club_roles.found("Spiral", "spiral", cat)
    club_roles.admit(club, bob)
    assert [row.player for row in club_roles.members(club)] == [ann, bob]
    assert list(club_roles.organizers(club)) == [ann]
    club_roles.admit(club, bob, Role.ORGANIZER)
    assert list(club_roles.organizers(club)) == [ann, bob]
    assert [club_roles.organizes(one, club) for one in (ann, bob, cat, None)] == [
        True, True, False, False,
    ]  # fmt: skip
    game = Game(club=other)
    assert [club_roles.organizes(one, game) for one in (ann, cat)] == [False, True]
    assert not club_roles.organizes(ann, Game(club=None)) and not club_roles.organizes(ann, None)
    Membership.objects.filter(club=club, player=ann).update(standing=Standing.LEFT)
    Player.objects.filter(pk=bob.pk).update(is_active=False)
    assert list(club_roles.organizers(club)) == []
