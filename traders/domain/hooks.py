"""What packages above add to those below.

The lists of functions are filled when the apps are ready. One whose functions take or give what
belongs to one room stands there, beside its type: `leaving.SEAT_FREE` and `SEAT_KEPT`,
`calendar_entry.PROVIDERS`, `health.MEASURES`, `deadline_reached.enter`; the desk's `CASES`,
`KNOWN_BY` and `AUDIENCES` in `traders.club.desk`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from traders.models import Club, Deadline, Game, Player

TOLD_AT_THE_END: list[Callable[[Game], list[str]]] = []
"""What else is told to all seats when a game is over."""
MAY_SIT: list[Callable[[Game, Player], None]] = []
"""What speaks against a player's sitting down in a game: each raises a `Refusal` where something
does.
"""
SEAT_TAKEN: list[Callable[[Game, Player], str]] = []
"""What the organizer is told of a player whose seat a substitute has taken; "" for nothing."""
ENDS_BY: list[Callable[[int], datetime | None]] = []
"""When those who hold the game with that id let it go at the latest; None where they do not."""
REFEREE_OF: list[Callable[[Game], Player | None]] = []
"""Who is asked to look at a game; at most one of them is entered."""
ALSO_SEES: list[Callable[[Player, Game], bool]] = []
"""Who may see one game beside those who may by their seat or club: whom the court asked to judge in
it.
"""
ADDRESS_GIVEN: list[Callable[[Player, Player], None]] = []
"""Who hears that a player's account was given another address by somebody else (the second), who
could then sign in as the player.
"""
KEPT_OF: list[Callable[[Player], dict[str, object]]] = []
"""What else is kept of a player, for the export of the account, as JSON."""
COURT_MOVED: list[Callable[[Deadline], None]] = []
"""Who hears that an outage has moved a time of a claim; they keep it too."""
DEMONSTRATED: list[Callable[[Club], None]] = []
"""What else is shown in the demonstration club; each makes only what is missing."""
SCENARIO_COURT: list[str] = []
"""What finds and rules in scenarios, by its name: loaded with the first. At most one is
entered."""
