"""What a seat was told of an entry of the history."""

from __future__ import annotations

from traders.engines.kernel.seats import Seat
from traders.models import Entry


def told(entry: Entry, seat: Seat) -> list[str]:
    """The sentences of one entry, as the seat may read them."""
    public, secret = entry.parts
    own = [text for text, _, to in secret.get("told", []) if seat in to]
    return [*(text for text, _, but in public.get("told", []) if seat not in but), *own]
