"""What removed accounts wrote under masks: while the game is played it stays, since a mask whose
words were erased would be known by it; when the game is over it goes (PR-SEAT-08, PR-RECORD-04).
"""

from __future__ import annotations

from django.db.models import Exists, OuterRef, Q

from traders.models import Phase, Press, Sitting
from traders.models.evidence_chain import linking
from traders.models.players import NOBODY
from traders.models.triggers import lifted

ERASED = "(erased)"
WORN = Q(masked=True, game__phase=Phase.PLAYING)
"""Messages under masks that are not opened yet."""


def erase() -> int:
    """Erase what removed accounts wrote under masks in games that are over by now; returns how many
    messages.
    """
    removed = Sitting.objects.filter(
        Q(until=None) | Q(until__gte=OuterRef("at")),
        seat__game=OuterRef("game"),
        seat__colour=OuterRef("seat"),
        since__lte=OuterRef("at"),
        player__email__endswith=f"@{NOBODY}",
    )
    rows = Press.objects.filter(Exists(removed), masked=True, game__phase=Phase.OVER)
    left = list(rows.exclude(words=ERASED).values_list("pk", "game"))
    for game in sorted({game for _, game in left}):
        with linking(game), lifted():
            Press.objects.filter(pk__in=[pk for pk, of in left if of == game]).update(words=ERASED)
    return len(left)
