"""Claims made after the one that a ruling is about and not ruled on before it: a scenario leaves
them out.
"""

from __future__ import annotations

import re
from datetime import datetime

from arbitration.models import Claim, Ruling
from traders.models import Arrival

_OF_A_CLAIM = re.compile(
    r"(?P<makes>claim )|(?:answer|appeal|withdraw claim)(?: privately)? (?P<number>\d{1,4})\b",
    re.IGNORECASE,
)


def left_out(ruling: Ruling) -> list[Claim]:
    """Claims made after the ruling's own that still waited when it was given: a scenario's court
    rules on the last that waits.
    """
    later = Claim.objects.filter(game=ruling.claim.game_id, number__gt=ruling.claim.number)
    return list(later.exclude(pk__in=Ruling.objects.filter(at__lte=ruling.at).values("claim")))


def leave_out(arrival: Arrival, claims: list[Claim], seat: str, at: datetime) -> None:
    """Leave the lines out of a letter that make these claims or speak of them by number."""
    numbers = {str(claim.number) for claim in claims}
    makes = any((claim.seat, claim.made) == (seat, at) for claim in claims)

    def is_left_out(line: str) -> bool:
        found = _OF_A_CLAIM.match(line)
        return found is not None and (makes if found["makes"] else found["number"] in numbers)

    lines = arrival.notes.get("lines", [])
    written = str(arrival.notes.get("orders", "")).splitlines()
    arrival.notes |= {
        "lines": [line for line in lines if not is_left_out(line[0])],
        "orders": "\n".join(line for line in written if not is_left_out(line)),
    }
