"""What is asked of games and seats in queries, and what their indexes are made of."""

from __future__ import annotations

from django.db import models
from django.db.models import Case, F, Q, TextField, Value, When
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact

_WATCH_DELAY = Coalesce(
    KeyTextTransform("watch_delay", "settings"), Value("0h"), output_field=TextField()
)
MOVED_AS_SEEN = Case(
    When(Q(Exact(_WATCH_DELAY, Value("0h"))) | ~Q(phase="playing"), then=F("moved")),
    default=F("started"),
)
"""When a game moved last, as far as watchers may learn that: of one that they see later than it is
played, when it began (PR-RECORD-05).
"""
OF_LATE = Coalesce(MOVED_AS_SEEN, F("created"))
"""The same, of one that has not begun when it was made: never null, since SQLite's indexes know one
place for nulls.
"""

FREE = Q(bot=False, dropped=False) & (
    Q(player=None) | Q(left__isnull=False) | Q(offered__isnull=False)
)
"""Of seats: those in which somebody may sit down."""


def as_set(setting: str, *default: models.Expression) -> Coalesce:
    """A setting of a game in a query, as it is written: a game that has begun took its settings
    with it; before, its own stand over its club's. Null without a default where neither says.
    """
    clubs = Case(
        When(number=0, then=KeyTextTransform(setting, F("club__settings"))),
        output_field=TextField(),
    )
    own = KeyTextTransform(setting, "settings")
    return Coalesce(own, clubs, *default, output_field=TextField())
