"""The words of the court in letters, pages and the API: `claim`, `answer`, `withdraw claim`,
`appeal` (ORDERS.md, "In every game").
"""

from __future__ import annotations

import re

from arbitration.claims import appeals, making, statements
from arbitration.models import Claim, ClaimStatus
from arbitration.referees import asking
from traders.domain.play.commands.command import Command
from traders.domain.play.session import GameSession
from traders.domain.table.change_set import Line
from traders.engines.kernel.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import fold

_CLAIM = re.compile(
    r"claim\s++(?P<kind>[a-z]++)(?:\s++about\s(?P<about>[^:]+))?\s*+(?::(?P<words>.*))?",
    re.IGNORECASE | re.DOTALL,
)
_SAID = re.compile(
    r"[a-z]+(?P<private>\s+privately)?(?:\s+(?P<number>\d{1,4}))?\s*:\s*(?P<words>.*)",
    re.IGNORECASE | re.DOTALL,
)
_WITHDRAWN = re.compile(r"withdraw claim(?: (\d{1,4}))?")


def claim(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """`claim <kind> [about <what>] [: <order or words>]`."""
    match = _CLAIM.fullmatch(raw.strip())
    if match is None:
        raise Refusal(
            "Write a claim as: claim late, or: claim missed about zap: play zap down",
            kind="unreadable",
        )
    made = making.make(
        session,
        seat,
        match["kind"].lower(),
        fold(match["about"] or ""),
        (match["words"] or "").strip(),
    )
    then = (
        "That was carried out at once."
        if made.status == ClaimStatus.RULED
        else "A referee rules on it."
    )
    paused = " The game is paused until then, and orders are kept." if made.freezes else ""
    cited = ", ".join(made.finding.cited)
    return Line(
        raw,
        "done",
        f"Your claim is number {made.number}. {made.finding.sentence} ({cited}). {then}{paused}"
        + ("" if made.status == ClaimStatus.RULED else _nobody(made, on_appeal=False)),
    )


def answer(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """`answer [<n>]: <words>`, `answer privately [<n>]: <words>`."""
    match = _SAID.fullmatch(raw.strip())
    if match is None:
        return None
    on = statements.answer(
        session,
        seat,
        _number(match["number"]),
        match["words"].strip(),
        private=bool(match["private"]),
    )
    return Line(raw, "done", f"Your answer to claim {on.number} is noted.")


def withdraw(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """`withdraw claim [<n>]`."""
    match = _WITHDRAWN.fullmatch(fold(raw))
    if match is None:
        return None
    back = statements.withdraw(session, seat, _number(match[1]))
    return Line(raw, "done", f"Claim {back.number} is withdrawn.")


def appeal(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """`appeal [<n>]: <words>`."""
    match = _SAID.fullmatch(raw.strip())
    if match is None:
        return None
    made = appeals.appeal(session, seat, _number(match["number"]), match["words"].strip())
    return Line(
        raw,
        "done",
        f"Your appeal against the ruling on claim {made.claim.number} is noted; it goes to "
        f"another referee.{_nobody(made.claim, on_appeal=True)}",
    )


def _nobody(claim: Claim, *, on_appeal: bool) -> str:
    """What is said where nobody could be asked."""
    return "" if asking.last_asked(claim, on_appeal) else f" {asking.NOBODY}"


def _number(text: str | None) -> int | None:
    return int(text) if text else None


COMMANDS = (
    Command(
        prefix="claim",
        forms=("claim <kind> [about move <n>|about <interval or order>] [: <order or words>]",),
        when=When.ALWAYS,
        help="Make a claim of one kind: late, missed, priority, mail, rule or conduct.",
        example="claim missed about zap: play zap down",
        rule="PR-CLAIM-01",
        deed=claim,
    ),
    Command(
        prefix="answer",
        also=("answer:",),
        forms=("answer [<n>]: <words>", "answer privately [<n>]: <words>"),
        when=When.ALWAYS,
        help="Give your side of a claim: the latest, or that number.",
        example="answer 1: I wrote before I saw the die.",
        rule="PR-CLAIM-04",
        deed=answer,
    ),
    Command(
        prefix="withdraw claim",
        forms=("withdraw claim [<n>]",),
        when=When.ALWAYS,
        help="Take back your claim.",
        example="withdraw claim 1",
        rule="PR-CLAIM-04",
        deed=withdraw,
    ),
    Command(
        prefix="appeal",
        also=("appeal:",),
        forms=("appeal [<n>]: <words>",),
        when=When.ALWAYS,
        help="Ask another referee to look at a ruling.",
        example="appeal 1: the die had not fallen yet.",
        rule="PR-APPEAL-01",
        deed=appeal,
    ),
)
