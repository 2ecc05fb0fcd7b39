"""What the people of a simulated season do with their letters: orders, claims, vacations, going,
standing in. All of it goes through the one door.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from random import Random

from django.db.models import QuerySet

from tools.season import mail
from tools.season.agenda import Agenda
from tools.season.characters import (
    CLAIMS,
    DAY,
    STANDING_IN,
    Character,
    Going,
    Person,
)
from tools.season.expected_troubles import Books, Place
from tools.simulation.delays import Delay
from traders.club.desk.game_troubles import Trouble
from traders.domain.bots import letter_answering
from traders.domain.calendar import clock, date_parsing
from traders.domain.history.moment_labels import label_of
from traders.domain.letters import seatless_questions
from traders.domain.letters.letter_facts import decode
from traders.domain.play import substitutes
from traders.domain.play.commands import registry
from traders.domain.play.commands.seatless_answer_types import Reply
from traders.domain.table.change_set import Line
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Letter, LetterKind, Phase, Player, Seat
from traders.proof.scenarios.court_interface import Court
from traders.proof.scenarios.scenario_types import Ruling

MOST_TRIES = 12
"""Answers of a seat that move nothing, after which its player leaves play to the clock."""
LOOKS_AGAIN = timedelta(hours=12)
"""After so long somebody looks again whether a game that stands still goes on."""
AFTER_WORDS = timedelta(hours=1)
"""How long after a claim its maker goes on playing."""
RULES_AFTER = Delay(24, 48)
"""Hours after the answering time in which a referee rules."""
QUARRELS = ("claim rule: this move was against the rules", "claim conduct: I was called names")
UNSETTLED, STAND = "unsettled", "stand"
DECLINES = 0.5
"""The probability that a substitute who is not quick says no."""


class Answering:
    """All people of a season, and the letters that they are about to answer."""

    def __init__(
        self,
        agenda: Agenda,
        books: Books,
        people: Mapping[int, Person],
        court: Court,
        random: Random,
    ) -> None:
        self.agenda, self.books, self.people = agenda, books, people
        self.court, self.random = court, random
        self.latest: dict[Place, int] = {}
        """The letter that each seat answers next."""
        self.tries: Counter[tuple[Place, int]] = Counter()
        self.last_letter = 0
        self.dead: set[Player] = set()
        self.lost: set[int] = set()
        """Players who gave up a seat, or whose seat another took."""
        self.claims = self.rulings = self.refused = 0
        for person in people.values():
            if person.goes:
                agenda.enter(person.goes, partial(self._goes, person))
            if person.away:
                agenda.enter(person.away[0] - DAY, partial(self._announces, person))

    # --- letters ------------------------------------------------------------------------------

    def read_new(self, now: datetime, speaker: Place | None = None) -> None:
        """Letters written since go on their way, and their readers' answers are entered. `speaker`:
        the seat whose own letter they follow from.
        """
        letters = mail.written_after(self.last_letter)
        if not letters:
            return
        self.last_letter = letters[-1].pk
        taken = now + timedelta(hours=mail.ON_THE_WAY.draw(self.random))
        ids = [letter.pk for letter in letters]
        self.agenda.enter(taken.replace(microsecond=0), partial(self._taken, ids))
        for letter in letters:
            if person := self.people.get(letter.player_id):
                self._enter_answer(letter, person, speaker)

    def _enter_answer(self, letter: Letter, person: Person, speaker: Place | None) -> None:
        if letter.kind == LetterKind.ASKED and letter.game_id and letter.asks:
            at = letter.written + timedelta(hours=STANDING_IN.draw(self.random))
            deed = partial(self._stands_in, letter.pk, person)
            self.agenda.enter(at.replace(microsecond=0), deed)
        elif letter.seat and letter.asks and letter.kind != LetterKind.REMINDER:
            place = (letter.game_id or 0, letter.seat)
            self.latest[place] = letter.pk
            at = person.answers(letter.written, self.random, at_it=speaker == place)
            self.agenda.enter(at, partial(self._answers, letter.pk, person))

    def _taken(self, ids: list[int], now: datetime) -> None:
        for player in mail.take(ids, now, self.dead):
            self.lost.add(player.pk)
            for place in self._places(player):
                self.books.begins(Trouble.BOUNCED, place, now)

    # --- orders -------------------------------------------------------------------------------

    def _answers(self, letter_id: int, person: Person, now: datetime) -> None:
        letter = Letter.objects.select_related("game").get(pk=letter_id)
        game = letter.game
        assert game is not None
        place = (game.pk, letter.seat)
        if person.gone(now) or self.latest.get(place) != letter_id or game.phase != Phase.PLAYING:
            return
        seat = self._seats(person.player).filter(game=game, colour=letter.seat).first()
        if seat is None:
            return
        if game.frozen:
            self.agenda.enter(now + LOOKS_AGAIN, partial(self._answers, letter_id, person))
            return
        if self._quarrels(person, game):
            self._claims(person, place, now)
            self.agenda.enter(now + AFTER_WORDS, partial(self._answers, letter_id, person))
            return
        self.tries[place, game.number] += 1
        lines = letter_answering.orders_for(
            game, seat, decode(letter.facts), self.random.getrandbits(31)
        )
        if lines and self.tries[place, game.number] <= MOST_TRIES:
            self._says(place, "\n".join(lines), now, moment=label_of(letter))

    def _says(self, place: Place, text: str, now: datetime, moment: str = "") -> list[Line]:
        """Hand in a seat's lines, and have those read who are told of them; what is asked back is
        meant (PR-SEAT-06).
        """
        game, colour = place
        try:
            lines = timeline.orders(game, colour, text, moment=moment, at=now).lines
            if any(line.answer == "asked" for line in lines):
                lines += timeline.orders(game, colour, "yes", at=now).lines
        except Refusal as refusal:
            lines = [Line(text, "refused", refusal.text)]
        self.refused += any(line.answer == "refused" for line in lines)
        self.books.word(place, now)
        if Game.objects.filter(pk=game, phase=Phase.OVER).exists():
            self.books.over(game, now)
        self.read_new(now, place)
        return lines

    # --- claims -------------------------------------------------------------------------------

    def _quarrels(self, person: Person, game: Game) -> bool:
        """Whether they make a claim now: one in each game, after a while."""
        return (
            person.character == Character.QUARRELSOME
            and game.pk not in person.claimed
            and (Trouble.CASE, (game.pk, "")) not in self.books.open
            and self.random.random() < CLAIMS
        )

    def _claims(self, person: Person, place: Place, now: datetime) -> None:
        words = QUARRELS[len(person.claimed) % len(QUARRELS)]
        lines = self._says(place, words, now)
        if any("A referee rules on it" in line.words for line in lines):
            person.claimed.add(place[0])
            self.claims += 1
            game = Game.objects.get(pk=place[0])
            self.books.begins(Trouble.CASE, (game.pk, ""), now)
            self._enter_ruling(game, now)

    def _enter_ruling(self, game: Game, now: datetime) -> None:
        hours = timedelta(hours=RULES_AFTER.draw(self.random))
        at = max(now, self.court.may_rule_from(game)) + hours
        self.agenda.enter(at.replace(microsecond=0), partial(self._rules, game.pk))

    def _rules(self, game_id: int, now: datetime) -> None:
        """The referee rules as the finding says; what it leaves open stands."""
        game = Game.objects.get(pk=game_id)
        found = self.court.found(game)
        remedy = found.remedy if found else STAND
        ruling = Ruling(remedies=(STAND if remedy == UNSETTLED else remedy,))
        self.court.rule(game, ruling, {}, now)
        self.rulings += 1
        self.books.ends((game_id, ""), now, (Trouble.CASE,))
        self.read_new(now)

    # --- going, and being away ----------------------------------------------------------------

    def _goes(self, person: Person, now: datetime) -> None:
        if person.way == Going.BOUNCES:
            self.dead.add(person.player)
        if person.way == Going.RESIGNS:
            self.lost.add(person.player.pk)
            for place in list(self._places(person.player)):
                lines = self._says(place, "resign", now)
                if any(line.answer == "done" for line in lines):
                    self.books.left(place, now)

    def _announces(self, person: Person, now: datetime) -> None:
        assert person.away is not None
        first, last = person.away[0].date(), person.away[1].date() - DAY
        text = f"away from {date_parsing.written(first)} to {date_parsing.written(last)}"
        for place in list(self._places(person.player)):
            self._says(place, text, now)

    # --- standing in --------------------------------------------------------------------------

    def _stands_in(self, letter_id: int, person: Person, now: datetime) -> None:
        letter = Letter.objects.select_related("game", "player").get(pk=letter_id)
        topic, about = seatless_questions.topic_of(letter)
        hesitates = person.character != Character.QUICK
        answer = "no" if hesitates and self.random.random() < DECLINES else "yes"
        row = registry.answer_of(topic, answer) if topic == substitutes.TOPIC else None
        if row is None or letter.game_id is None or person.gone(now):
            return
        place = (letter.game_id, str(about["seat"]))
        before = self._sitter(place)
        try:
            with timeline.in_order(letter.game_id, now), clock.taken_at(now):
                row.deed(Reply(letter.game, about, person.player), "", answer)
        except Refusal:
            self.refused += 1
        if before != person.player.pk and self._sitter(place) == person.player.pk:
            self.lost.add(before or 0)
            self.books.sat(place, now)
        self.read_new(now)

    # --- seats --------------------------------------------------------------------------------

    def _sitter(self, place: Place) -> int | None:
        return Seat.objects.values_list("player_id", flat=True).get(game=place[0], colour=place[1])

    def _seats(self, player: Player) -> QuerySet[Seat]:
        return Seat.objects.filter(player=player, left=None, dropped=False, bot=False)

    def _places(self, player: Player) -> Iterator[Place]:
        """Seats of a player in games that are played."""
        rows = self._seats(player).filter(game__phase=Phase.PLAYING).order_by("pk")
        yield from rows.values_list("game_id", "colour")
