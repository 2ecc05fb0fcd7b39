"""`python -m traders.club.competition.draws`: a `DrawWanted` comes in as JSON, lines of `Said` go
out.
"""

from __future__ import annotations

import sys

import msgspec

from traders.club.competition.draws.draw_process import Said
from traders.club.competition.draws.draw_request import DrawImpossible, DrawWanted
from traders.club.competition.draws.drawing import draw


def main() -> None:
    """Draw, and say how far it is."""
    wanted = msgspec.json.decode(sys.stdin.buffer.read(), type=DrawWanted)
    try:
        found = draw(wanted, lambda share, words: _say(Said(share, words)))
    except DrawImpossible as why:
        _say(Said(impossible=str(why)))
    else:
        _say(Said(1.0, draw=found))


def _say(said: Said) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(said) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
