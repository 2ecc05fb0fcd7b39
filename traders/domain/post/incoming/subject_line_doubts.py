"""The subject of a letter: what its sender wrote there, and whether it keeps the orders from being
done (PR-RECEIPT-09).
"""

from __future__ import annotations

import re
from dataclasses import replace

from traders.domain.letters.order_receipt import ANSWER_WORDS
from traders.domain.play.manners.courtesy_and_doubt_detection import turns_from_below
from traders.domain.post.incoming.reply_line_sorting import SortedReply
from traders.models import Letter, Seat

_OURS = "|".join(map(re.escape, dict.fromkeys(ANSWER_WORDS.values())))
_ANSWERS = re.compile(
    rf"^(?:\s*(?!(?:{_OURS}):)[\w-]{{2,4}}(?:\[\d+\])?\s?[:：])+\s*", re.IGNORECASE
)
_OUR_SUBJECT = re.compile(rf"(?:{_OURS}):", re.IGNORECASE)


def bare(subject: str) -> str:
    """A subject without the marks of an answer."""
    return _ANSWERS.sub("", subject).strip()


def is_ours(subject: str) -> bool:
    """Whether a bare subject begins as those of our receipts."""
    return bool(_OUR_SUBJECT.match(subject))


def with_doubts_of(subject: str, found: SortedReply, seat: Seat | None) -> SortedReply:
    """The lines of a letter, with what its sender wrote into the subject below the orders where
    that may keep them from being done. What stands in a subject of ours is not the sender's.
    """
    words = bare(subject)
    if not words or seat is None or not found.orders:
        return found
    if is_ours(words) or not turns_from_below(words):
        return found
    sent = Letter.objects.filter(game=seat.game_id, seat=seat.colour).values_list("subject")
    own = " ".join(words.split())
    for (one,) in sent.distinct():
        ours = " ".join(one.split()).lower()
        while ours and (at := own.lower().find(ours)) >= 0:
            own = f"{own[:at]} {own[at + len(ours) :]}"
    own = own.strip(" -–—:,")
    if not own or not turns_from_below(own):
        return found
    return replace(found, orders=(*found.orders, "", own), subject=own)
