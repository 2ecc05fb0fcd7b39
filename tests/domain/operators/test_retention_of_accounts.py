"""What is kept of accounts for a while goes when its time is over, also by `manage.py prune`."""

from __future__ import annotations

from datetime import timedelta

import pytest

from traders.domain.accounts import sign_in_limits, sign_in_marks
from traders.domain.calendar import clock
from traders.domain.operators.retention import LEAST, prune
from traders.models import AttemptCount, Player, SignInMark


@pytest.mark.django_db
def test_counts_and_marks_go_when_their_time_is_over():
    player = Player.objects.create_user("red@example.org", display_name="Red Sea")
    now = clock.now()
    for before in (timedelta(days=31), timedelta(0)):
        with clock.at(now - before):
            sign_in_marks.note(player, browser=f"b{before}", network=f"n{before}")
            sign_in_limits.may_ask(f"client {before}")
    prune(LEAST)
    assert AttemptCount.objects.count() == 1
    assert SignInMark.objects.count() == 2
