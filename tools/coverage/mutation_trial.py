"""What came of breaking a rule at a place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Trial:
    """The result of breaking one rule at one place."""

    rule: str
    place: str = ""
    broken: str = ""
    """What was broken in the form that was noticed; in each form that was not."""
    noticed: str = ""
    """The scenario or test that failed; "" if none did."""
    how: str = ""
    tried: int = 0
    """Broken forms that were tried; none where the place cannot be broken in a running process."""
    reached: int = -1
    """How many of the rule's proofs run the place; -1 where that is not known."""

    @property
    def words(self) -> str:
        """The result as the command prints it."""
        if self.noticed:
            return f"{self.place} ({self.broken}): {self.noticed} fails: {self.how}"
        if not self.reached:
            return f"{self.place}: NO PROOF RUNS IT"
        if not self.tried:
            return f"{self.place}: cannot be broken in a running process"
        return f"{self.place}: NOTHING FAILED, broken in {self.tried} forms ({self.broken})"
