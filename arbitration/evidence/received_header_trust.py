"""A letter's transfer lines (`Received`), and which of them the receiving side wrote
(PR-MAIL-02).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from arbitration.evidence.evidence_types import Mail, Stamp
from arbitration.evidence.received_header import Hop, read
from traders.domain.post import trusted_mail_hosts
from traders.domain.post.trusted_mail_hosts import MailHosts, is_loopback
from traders.models import Arrival, ArrivalOutcome

FORGED = (
    "Below the first host of another side stands a line that bears the name of the receiving side."
)


def stamps(received: Sequence[str], peer: str | None = None) -> tuple[tuple[Stamp, ...], bool]:
    """The lines as stamps, from the top, and whether a line below a foreign host carries the
    receiving side's name. The receiving side's are those of hosts that the operator named, as long
    as each verifiably took the letter from the next line's host. Every line below the first other
    host is the sender's, whatever name it carries.

    `peer`: the address from which the letter reached the server over a network; None if a program
    or a provider handed it in.
    """
    hosts = trusted_mail_hosts.named()
    found: list[Stamp] = []
    ours = peer is None or is_loopback(peer) or hosts.holds(peer)
    above: Hop | None = None
    foreign = forged = False
    for line in received:
        hop = read(line)
        if hop is None:
            ours, above = False, None
            continue
        if ours and above is not None:
            ours = _handed_over(above, hop, hosts)
            foreign = not ours and not _from_itself(above)
        elif ours:
            ours = bool(hosts.entry(hop.by)) or hosts.holds(hop.by)
        forged = forged or (foreign and bool(hosts.entry(hop.by)))
        found.append(Stamp(hop.at, above.by if ours and above and hop.filter else hop.by, ours))
        above = hop
    return tuple(found), forged


def _handed_over(above: Hop, hop: Hop, hosts: MailHosts) -> bool:
    """Whether the upper line's server took the letter from the lower line's server, and that one is
    named by the operator.

    A server that hands to itself over a network is not believed: its name then does not show which
    lines are its own.
    """
    if above.inside:
        return above.by == hop.by or (
            bool(hosts.entry(hop.by))
            and (hosts.entry(hop.by) == hosts.entry(above.by) or hosts.holds(above.by))
        )
    if is_loopback(above.address):
        if above.filter:
            return hop.by == above.by_name
        if hop.filter:
            return hop.by_name == above.by
        return bool(hosts.entry(hop.by)) and (
            hosts.holds(above.address) or bool(hosts.entry("localhost"))
        )
    if hop.by == above.by:
        return False
    entry = hosts.entry(above.name)
    if entry:
        return hop.by == above.name or (entry.startswith(".") and hosts.entry(hop.by) == entry)
    return hosts.holds(above.address) and (
        bool(hosts.entry(hop.by)) or hosts.holds(hop.by) or hop.by_address == above.address
    )


def _from_itself(hop: Hop) -> bool:
    return hop.inside or is_loopback(hop.address) or hop.name == hop.by


def mail(arrival: Arrival) -> Mail:
    """A letter as evidence: the lines refused as late, or else all its orders."""
    notes = arrival.notes
    lines = [(text, answer, kind) for text, answer, kind, _ in notes.get("lines", [])]
    late = next((place for place, (_, _, kind) in enumerate(lines) if kind == "late"), None)
    text = (
        "\n".join(text for text, _, _ in lines[late:])
        if late is not None
        else str(notes.get("orders", ""))
    )
    found, forged = stamps(notes.get("received", []), arrival.remote)
    return Mail(
        arrival.pk,
        arrival.counts_from or arrival.taken,
        text,
        _iso(str(notes.get("date", ""))),
        found,
        confirmed=arrival.outcome == ArrivalOutcome.CONFIRMED,
        contradicts=_contradiction(found, arrival.taken) or (FORGED if forged else ""),
    )


def refused_as_late(arrival: Arrival) -> bool:
    """Whether an order in the letter came too late (PR-RECEIPT-07)."""
    return any(kind == "late" for _, _, kind, _ in arrival.notes.get("lines", []))


def reacted(arrival: Arrival) -> bool:
    """Whether a reaction in the letter was accepted (PR-PRIORITY-01)."""
    return any(answer in ("kept", "opened") for _, answer, _, _ in arrival.notes.get("lines", []))


def _contradiction(found: Sequence[Stamp], taken: datetime) -> str:
    """A contradiction among the receiving side's own lines, in words; "" if there is none."""
    ours = [stamp.at for stamp in found if stamp.ours]
    if any(at > taken for at in ours):
        return (
            "A line of the receiving side bears a time after the letter was taken; it proves "
            "nothing earlier."
        )
    if ours != sorted(ours, reverse=True):
        return "The receiving side's lines are not in the order of their times."
    return ""


def _iso(text: str) -> datetime | None:
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
