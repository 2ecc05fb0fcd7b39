"""A session's letters stored; news of letters that were held, or that could not leave, is told in
the seat's next one (PR-RECEIPT-10).
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q

from traders.domain.letters.letter_facts import EarlierLetter, Facts, decode, encode
from traders.domain.table.change_set import ChangeSet
from traders.models import Game, Letter, LetterKind, LetterStatus, Prepared

UNSENT = (LetterStatus.HELD, LetterStatus.WRITTEN, LetterStatus.PREPARED)
ASKING_OR_TELLING = (
    LetterKind.TURN, LetterKind.INTERVAL, LetterKind.CHOICE, LetterKind.HAPPENED,
)  # fmt: skip
"""Kinds of letters that the next one can stand for. A welcome goes by itself, and so does what
answers a letter (PR-RECEIPT-06).
"""
MOST_FOLDED = 200
"""Held letters that are included in a reader's next one; older ones stay held for the daily
summary.
"""


_HELD = Prepared(
    Letter,
    lambda game, players=list: (
        Letter.objects.filter(
            Q(status=LetterStatus.HELD)
            | Q(
                status__in=(LetterStatus.WRITTEN, LetterStatus.PREPARED),
                kind__in=ASKING_OR_TELLING,
                attempts__gte=1,
            ),
            game=game,
            player__among=players,
        )
        .only("seat", "player", "facts", "status", "asks", "moment")
        .order_by("-id")[:MOST_FOLDED]
    ),
)
"""Letters whose news may wait for the seat's next one: held for it, or tried and not taken by the
mail server.
"""


def _is_told_later(held: Letter, facts: Facts, moment: str) -> bool:
    """Whether a letter's news goes into the seat's next one, now that play waits at that moment: a
    letter that could not leave, where its question is not what is asked now (PR-RECEIPT-10).
    """
    if held.status == LetterStatus.HELD:
        return True
    return not (facts.lines or facts.home or facts.plans) and (
        not held.asks or held.moment != moment
    )


def with_earlier(facts: Facts) -> tuple[EarlierLetter, ...]:
    """A letter's news, and before it that of the letters that it was to tell itself."""
    return (
        *facts.earlier,
        EarlierLetter(
            facts.at, facts.events, facts.notices, facts.press, facts.mixed, facts.mixture
        ),
    )


def store(game: Game, letters: Sequence[Letter], change_set: ChangeSet) -> list[int]:
    """Insert the letters of a session; those held for the same seats are told in those that go.
    Returns the ids of these.
    """
    going = [letter for letter in letters if letter.status == LetterStatus.WRITTEN]
    folded = _fold(game, going, change_set)
    Letter.objects.bulk_create(letters)
    change_set.letters = {letter.seat: letter.pk for letter in letters}
    for letter, held in folded:
        # none that leaves just now
        waiting = Letter.objects.filter(pk__in=held, status__in=UNSENT)
        waiting.update(status=LetterStatus.FOLDED, told_in=letter, next_try=None)
    return [letter.pk for letter in going]


def _fold(
    game: Game, letters: list[Letter], change_set: ChangeSet
) -> list[tuple[Letter, list[int]]]:
    """Include the news of each seat's letters that wait for the next. Returns letters with the ids
    of those included.
    """
    if not letters:
        return []
    # without letters to a former player of the seat
    readers = {letter.seat: letter.player_id for letter in letters}
    waiting: dict[str, list[tuple[int, tuple[EarlierLetter, ...]]]] = {}
    for held in _HELD.rows(game.pk, list(readers.values())):
        if readers.get(held.seat) != held.player_id:
            continue
        facts = decode(held.facts)
        if _is_told_later(held, facts, change_set.moment):
            waiting.setdefault(held.seat, []).append((held.pk, with_earlier(facts)))
    folded = []
    for letter in letters:
        if letter.seat in waiting:
            facts = decode(letter.facts)
            facts.earlier = tuple(
                one for _, before in reversed(waiting[letter.seat]) for one in before
            )
            letter.facts = encode(facts)
            folded.append((letter, [pk for pk, _ in waiting[letter.seat]]))
    return folded
