"""The receipt's summary: the outcome of the reader's letter in one sentence, above the outcomes
line by line (PR-RECEIPT-05, PR-RECEIPT-06).
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.domain.table.change_set import Line


def summary(lines: Sequence[Line]) -> str:
    """The outcome in a sentence or two, for the letter's head."""
    bad = _first_bad(lines)
    answers = {line.answer for line in lines}
    if "tested" in answers:
        return "Your letter was tried out. Nothing of it counts."
    if bad:
        above = " What stands above it counts." if bad > 1 else ""
        below = " What stands below it came back unplayed." if bad < len(lines) else ""
        return (
            f"Your letter was taken, but {f'line {bad}' if len(lines) > 1 else 'your order'} "
            f"was refused.{above}{below}"
        )
    if "asked" in answers:
        return "Your letter was taken. What cannot be taken back waits for your `yes`."
    if answers == {"told"}:
        return "Here is what you asked for."
    if answers <= {"noted", "told"}:
        return "Your letter was taken and noted."
    if answers <= {"kept", "noted", "told"}:
        return "Your letter was taken. What you sent is kept unseen until the interval closes."
    if answers <= {"waits", "noted", "told"}:
        return (
            "Your letter was taken. A claim has stopped the game; what you sent is made when "
            "play goes on, if it still fits."
        )
    return "Your letter was taken and carried out."


def _first_bad(lines: Sequence[Line]) -> int:
    """The number of the first refused line, from 1; 0 for none."""
    return next((place for place, line in enumerate(lines, 1) if line.answer == "refused"), 0)
