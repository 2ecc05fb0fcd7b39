"""Letters that ask somebody without a seat, a substitute or an organizer, and what became of their
answers.

Each can be answered by mail (`addresses.answer_address`). Its topic says who reads the answer: the
rows of `registry.answers` with that topic.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse

from traders.domain.calendar import clock
from traders.domain.letters import seatless_letters
from traders.domain.letters.letter_facts import Facts, decode
from traders.domain.letters.letter_recipient import Reader
from traders.domain.table.change_set import Line
from traders.models import Game, Letter, LetterKind, Player


def ask(
    player: Player,
    topic: str,
    key: str,
    subject: str,
    paragraphs: Sequence[str],
    *,
    at: datetime,
    game: Game | None = None,
    about: Mapping[str, object] | None = None,
    answers: Sequence[tuple[str, str]] = (),
    page: str = "",
    due: datetime | None = None,
) -> Letter | None:
    """Store one letter, to go now; None where one with this `key` (at most 40 characters) was
    stored before.

    `about`: what the readers of the answer need, as JSON; `answers`: what may be answered, each
    with what it does; `page`: the game's own, or the site's, if left out; `due`: by when an answer
    is wanted, for the subject.
    """
    page = page or settings.SITE_URL + (reverse("game", args=[game.slug]) if game else "/")
    extra = {
        "topic": topic,
        "about": dict(about or {}),
        "subject": subject,
        "told": list(paragraphs),
        "answers": [list(answer) for answer in answers],
        "page": page,
    }
    facts = Facts(at=at, number=_number(game), due=due, extra=extra)
    return seatless_letters.stored(player, game, LetterKind.ASKED, key, facts)


def answered(
    asked: Letter, lines: Sequence[Line], *, name: str, event: str = "", in_reply_to: str = ""
) -> int:
    """Store what became of an answer, for who gave it (`event`: of its subject); returns
    the letter's id. It is answered as the one that asked is. A second one of the
    same `name` is not stored.
    """
    before = decode(asked.facts).extra
    extra = before | {"told": [], "answers": [], "event": event}
    facts = Facts(at=clock.now(), number=_number(asked.game), lines=tuple(lines), extra=extra)
    letter = seatless_letters.stored(
        asked.player, asked.game, LetterKind.ASKED, name, facts, in_reply_to
    )
    sent = Letter.objects.filter(player=asked.player, game=asked.game, seat="", key=name)
    return letter.pk if letter else sent.get().pk


def asked_context(facts: Facts, reader: Reader) -> dict[str, object]:
    """The template's data: what may be answered, each with a link that opens such an answer."""
    answers = facts.extra.get("answers", ())
    links = reader.answering(str(facts.extra.get("subject", "")), [line for line, _ in answers])
    return {
        "answers": [
            {"line": line, "words": words, "link": link}
            for (line, words), link in zip(answers, links, strict=True)
        ]
    }


def topic_of(asked: Letter) -> tuple[str, dict[str, object]]:
    """A letter's topic, and what it is about; both empty where its facts were erased."""
    extra = decode(asked.facts).extra
    return str(extra.get("topic", "")), dict(extra.get("about", {}))


def offered(asked: Letter) -> frozenset[str]:
    """The lines that a letter itself offers as answers; none where it only tells."""
    return frozenset(line for line, _ in decode(asked.facts).extra.get("answers", ()))


def _number(game: Game | None) -> int:
    return game.number if game else 0
