"""The receipt's summary: the outcome of the reader's letter in a sentence or two, above the
outcomes line by line (PR-RECEIPT-05, PR-RECEIPT-06).
"""

from __future__ import annotations

from collections.abc import Sequence

from traders.domain.table.change_set import Line


def summary(lines: Sequence[Line]) -> str:
    """The outcome in a sentence or two, for the letter's head."""
    bad = next((place for place, line in enumerate(lines, 1) if line.answer == "refused"), 0)
    answers = {line.answer for line in lines}
    if "tested" in answers:
        return "I only tried your letter: nothing of it counts."
    if bad and len(lines) == 1:
        return "Nothing was done."
    if bad:
        above = " The lines above it count." if bad > 1 else ""
        below = " The lines below it came back to you." if bad < len(lines) else ""
        return f"I could not carry out line {bad}.{above}{below}"
    if "asked" in answers:
        return "What cannot be taken back waits for your `yes`."
    if answers == {"told"}:
        return "Here is what you asked for."
    if answers <= {"kept", "noted", "told"} and "kept" in answers:
        return "Kept secret until the window closes."
    if answers <= {"waits", "noted", "told"} and "waits" in answers:
        return "The game is paused. I carry out your orders when play goes on, if they still fit."
    return ""
