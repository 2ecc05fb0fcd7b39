"""Commands about claims, by letter, page or API: `claim`, `answer`, `withdraw claim`, `appeal`
(ORDERS.md, "In every game").
"""

from __future__ import annotations

import re

from arbitration.claims import answers_and_withdrawal, appeals, making
from arbitration.models import Claim, ClaimKind, ClaimStatus
from arbitration.referees import awaited_appeals, ruling_requests
from traders.domain.people import quotas
from traders.domain.play.commands.command import Command, Group
from traders.domain.play.game_session import GameSession
from traders.domain.table.change_set import Line
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import Seat
from traders.engines.kernel.words import fold

_CLAIM = re.compile(
    r"claim\s++(?P<kind>[a-z]++)(?:\s++about\s(?P<about>[^:]+))?\s*+(?::(?P<words>.*))?",
    re.IGNORECASE | re.DOTALL,
)
_STATEMENT = re.compile(
    r"[a-z]+(?P<private>\s+privately)?(?:\s+(?P<number>\d{1,4}))?\s*:\s*(?P<words>.*)",
    re.IGNORECASE | re.DOTALL,
)
_WITHDRAWN = re.compile(r"withdraw claim(?: (\d{1,4}))?")


def claim(session: GameSession, seat: Seat, rest: str, raw: str) -> Line:
    """Make a claim: `claim <kind> [about <what>] [: <order or words>]`."""
    match = _CLAIM.fullmatch(raw.strip())
    if match is None:
        raise Refusal(
            "Write a claim as: claim late, or: claim missed about zap: play zap down",
            kind="unreadable",
        )
    own = Claim.objects.filter(game=session.game, seat=seat, opened_by=None)
    quotas.put_to_others(session.place(seat), own, session.now, "You have made {} claims")
    new = making.make(
        session,
        seat,
        match["kind"].lower(),
        fold(match["about"] or ""),
        (match["words"] or "").strip(),
    )
    awaited = awaited_appeals.awaited(new)
    nobody = "" if awaited else ruling_requests.nobody(new)
    sequel = (
        "That was carried out at once."
        if new.status == ClaimStatus.RULED
        else f"A referee rules on it when {awaited_appeals.words(awaited)}, is over (PR-APPEAL-01)."
        if awaited
        else nobody or "A referee rules on it."
    )
    until = new.until_latest if nobody else new.until_when
    paused = f" The game is paused {until}, and orders are kept." if new.freezes else ""
    cited = ", ".join(new.finding.cited)
    return Line(
        raw,
        "done",
        f"Your claim is number {new.number}. {new.finding.sentence} ({cited}). {sequel}{paused}",
    )


def answer(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """Answer a claim: `answer [<n>]: <words>`, `answer privately [<n>]: <words>`."""
    match = _STATEMENT.fullmatch(raw.strip())
    if match is None:
        return None
    answered = answers_and_withdrawal.answer(
        session,
        seat,
        _number(match["number"]),
        match["words"].strip(),
        private=bool(match["private"]),
    )
    return Line(raw, "done", f"Your answer to claim {answered.number} is noted.")


def withdraw(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """Withdraw one's own claim: `withdraw claim [<n>]`."""
    match = _WITHDRAWN.fullmatch(fold(raw))
    if match is None:
        return None
    withdrawn = answers_and_withdrawal.withdraw(session, seat, _number(match[1]))
    return Line(raw, "done", f"Claim {withdrawn.number} is withdrawn.")


def appeal(session: GameSession, seat: Seat, rest: str, raw: str) -> Line | None:
    """Appeal against a ruling: `appeal [<n>]: <words>`."""
    match = _STATEMENT.fullmatch(raw.strip())
    if match is None:
        return None
    new = appeals.appeal(session, seat, _number(match["number"]), match["words"].strip())
    goes = ruling_requests.nobody(new.claim) or "It goes to another referee."
    noted = f"Your appeal against the ruling on claim {new.claim.number} is noted."
    return Line(raw, "done", f"{noted} {goes}")


def _number(text: str | None) -> int | None:
    return int(text) if text else None


COMMANDS = (
    Command(
        prefix="claim",
        group=Group.CLAIMS,
        forms=(
            f"claim {'|'.join(ClaimKind.values)} [about <move, window or order>] "
            "[: <order or words>]",
        ),
        when=When.ALWAYS,
        help="Say what went wrong, and about what; left out it is the latest that fits.",
        example="claim late",
        brief="a referee decides: `rules PR-CLAIM-01`",
        rule="PR-CLAIM-01",
        deed=claim,
    ),
    Command(
        prefix="answer",
        group=Group.CLAIMS,
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
        group=Group.CLAIMS,
        forms=("withdraw claim [<n>]",),
        when=When.ALWAYS,
        help="Take back your claim.",
        example="withdraw claim 1",
        rule="PR-CLAIM-04",
        deed=withdraw,
    ),
    Command(
        prefix="appeal",
        group=Group.CLAIMS,
        also=("appeal:",),
        forms=("appeal [<n>]: <words>",),
        when=When.ALWAYS,
        help="Ask another referee to look at a ruling.",
        example="appeal 1: the die had not fallen yet.",
        rule="PR-APPEAL-01",
        deed=appeal,
    ),
)
