"""`python -m bench.planted [--planted N] [--genuine N] [--seed N]`: letters with orders planted in
quotes, signatures and hidden HTML, and with genuine orders around quotes, read by the real way in;
exit status 1 if one was carried out, or one went unmentioned.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator

from bench.measuring import house_of_its_own


def main() -> None:
    """Read them, in a house of its own, and say what came."""
    parser = argparse.ArgumentParser(prog="bench.planted", description=__doc__)
    parser.add_argument("--planted", type=int, default=5_000, metavar="N")
    parser.add_argument("--genuine", type=int, default=2_000, metavar="N")
    parser.add_argument("--seed", type=int, default=11)
    asked = parser.parse_args()
    with house_of_its_own():
        sys.exit(_tried(asked.planted, asked.genuine, asked.seed))


def _tried(number: int, others: int, seed: int) -> int:
    from django.db import transaction
    from rich.console import Console

    from tests.domain.letters.real import begun, made
    from tests.domain.letters.table import NOON
    from tests.domain.post.incoming import planted
    from tests.domain.post.incoming.tried import parts_of, tried
    from traders.domain.calendar import clock

    console = Console()
    begin = time.monotonic()

    def told(letters: Iterator[planted.Planted]) -> Iterator[planted.Planted]:
        for n, letter in enumerate(letters, 1):
            if n % 500 == 0:
                console.print(f"{n:,} letters, {time.monotonic() - begin:.0f} s")
            yield letter

    with clock.at(NOON), transaction.atomic():
        game = begun()
        sent, page = parts_of(made(game=game, seat="red")[0])
        quoted = tried(game, told(planted.letters(sent, page, seed=seed, number=number)))
        around = tried(game, told(planted.genuine(sent, seed=seed + 1, number=others)))
        transaction.set_rollback(True)
    for wrong in [*quoted.done, *quoted.listed, *around.done, *around.unmentioned]:
        console.print(f"{wrong.order}: {wrong.made}", markup=False)
    console.print(
        f"{quoted.read:,} with a planted order: {len(quoted.done)} carried out, "
        f"{len(quoted.listed)} in the list of orders."
    )
    console.print(
        f"{around.read:,} with a genuine one around the quote: {len(around.done)} carried out, "
        f"{len(around.unmentioned)} unmentioned."
    )
    return 1 if quoted.done or quoted.listed or around.done or around.unmentioned else 0


if __name__ == "__main__":
    main()
