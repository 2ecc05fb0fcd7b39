"""`manage.py read [--again ID…]`: read what waits, or letters once more from their stored bytes;
orders that counted count once.

Without --again it reads what nobody has read and lists the letters that were set aside, could not
be read, or are held.
"""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import BaseCommand, CommandError

from traders.domain.post.incoming import reading
from traders.domain.post.incoming.mime_parsing import Unreadable
from traders.domain.timeline import timeline
from traders.models import Arrival, ArrivalOutcome, ArrivalStatus

TO_LOOK_AT = (ArrivalOutcome.SET_ASIDE, ArrivalOutcome.UNREADABLE, ArrivalOutcome.UNCONFIRMED)


class Command(BaseCommand):
    """Read letters, and report the outcome of each. No text of a letter is shown, since it contains
    hands and orders.
    """

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--again",
            type=int,
            nargs="+",
            default=[],
            metavar="ID",
            help="letters to read once more",
        )

    def handle(self, *args: object, again: list[int], **options: object) -> None:
        if again:
            for pk in again:
                self._again(pk)
            return
        waiting = reading.waiting_ids()
        for pk in waiting:
            timeline.read(pk)
        read = Arrival.objects.filter(
            pk__in=waiting, status__in=[ArrivalStatus.READ, ArrivalStatus.SET_ASIDE]
        ).count()
        self.stdout.write(f"{read} letters read")
        for arrival in (
            Arrival.objects.filter(outcome__in=TO_LOOK_AT)
            .exclude(status=ArrivalStatus.STORED)
            .defer("raw")[:200]
        ):
            self.stdout.write(
                f"{arrival.pk}  taken {arrival.taken:%Y-%m-%d %H:%M:%S}  {arrival.outcome}  "
                f"game {arrival.game_id or '-'}"
            )

    def _again(self, pk: int) -> None:
        try:
            outcome = timeline.read_again(pk)
        except Arrival.DoesNotExist:
            raise CommandError(f"There is no letter {pk}.") from None
        except Unreadable as why:
            raise CommandError(f"Letter {pk} cannot be read again: {why}.") from None
        self.stdout.write(f"{pk}  {outcome or 'not read: the log says why'}")
