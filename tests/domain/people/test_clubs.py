"""Who belongs to a club, and who runs it."""

from __future__ import annotations

import pytest

from traders.domain.people import clubs
from traders.models import Game, Membership, Player, Role, Standing

pytestmark = pytest.mark.django_db


def test_several_run_a_club_and_nobody_else_does() -> None:
    ann, bob, cat = (
        Player.objects.create_user(f"{name}@example.org", display_name=name)
        for name in ("Ann", "Bob", "Cat")
    )
    club = clubs.found("Lantern", "lantern", ann)
    other = clubs.found("Spiral", "spiral", cat)
    clubs.admit(club, bob)
    assert [row.player for row in clubs.members(club)] == [ann, bob]
    assert list(clubs.organizers(club)) == [ann]
    clubs.admit(club, bob, Role.ORGANIZER)
    assert list(clubs.organizers(club)) == [ann, bob]
    assert [clubs.organizes(one, club) for one in (ann, bob, cat, None)] == [
        True, True, False, False,
    ]  # fmt: skip
    game = Game(club=other)
    assert [clubs.organizes(one, game) for one in (ann, cat)] == [False, True]
    assert not clubs.organizes(ann, Game(club=None)) and not clubs.organizes(ann, None)
    Membership.objects.filter(club=club, player=ann).update(standing=Standing.LEFT)
    Player.objects.filter(pk=bob.pk).update(is_active=False)
    assert list(clubs.organizers(club)) == []
