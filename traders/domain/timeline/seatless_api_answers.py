"""Answers of people without a seat that come by no letter: to a letter that asked, or about a club,
a season, a ladder.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from django.db import transaction

from traders.domain.calendar import clock
from traders.domain.letters import seatless_questions
from traders.domain.play.commands import registry
from traders.domain.play.commands.seatless_answer_types import Reply, Topic
from traders.domain.post.incoming import seatless_replies
from traders.domain.table.change_set import Line
from traders.domain.timeline import timeline
from traders.models import Game, Letter, Player


class Question(NamedTuple):
    """What somebody is asked, or may speak about: its topic, its game if it has one, and what else
    it is about, as `Reply` has it.
    """

    topic: Topic
    game: Game | None
    about: dict[str, Any]

    def waits(self, player: Player) -> bool:
        """Whether the player has still to answer it."""
        return self.topic.waits(self.reply(player))

    def reply(self, player: Player) -> Reply:
        """The player's answer."""
        return Reply(self.game, self.about, player)


def question_of(letter: Letter) -> Question | None:
    """What a letter asks its reader; None where its facts were erased."""
    name, about = seatless_questions.topic_of(letter)
    topic = registry.topic_called(name)
    return Question(topic, letter.game, about) if topic else None


def answer(
    question: Question,
    player: Player,
    lines: Sequence[str],
    kept: Callable[[list[Line]], None],
) -> None:
    """Carry out a player's lines as a letter's are, after all that came before in the question's
    game; raises `Busy`. `kept`: called with what became of them, in the same transaction.
    """
    at = clock.exact()
    game = question.game
    with timeline.in_order(game.pk, at) if game else transaction.atomic():
        kept(seatless_replies.said(question.topic.name, question.reply(player), lines, at))
