"""Informing the worker of new letters after the commit; a sweep finds them too."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.dispatch import Signal

from traders.models import Game

letters_written = Signal()
"""Signal with the `ids` of letters to prepare. The worker listens."""


def wake(ids: Sequence[int]) -> None:
    """Inform the worker of these letters when the transaction is committed."""
    transaction.on_commit(lambda: letters_written.send(sender=Game, ids=list(ids)))
