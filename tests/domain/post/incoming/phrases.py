"""Letters as people write them, each read by the real way in from its position, and whether what
came of it is what its writer meant (PR-RECEIPT-09). `phrases.toml`, `more_phrases.toml` and
`phrases_of_the_post.toml` have them.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from django.db import transaction

from traders.domain.history.dice import ScriptedDice
from traders.domain.letters.addresses import reply_address
from traders.domain.post.incoming import intake
from traders.domain.timeline import timeline
from traders.models import Absence, Ballot, Entry, Letter, Press, Sealed, Seat
from traders.proof.scenarios import mail
from traders.proof.scenarios.database_game import DoorTable
from traders.proof.scenarios.in_memory_database import rolled_back
from traders.proof.scenarios.scenario_file_reader import read
from traders.proof.scenarios.scenario_types import Envelope

FILE = Path(__file__).with_name("phrases.toml")
MORE = [FILE.with_name(f"{name}.toml") for name in ("more_phrases", "phrases_of_the_post")]
Phrase = Mapping[str, Any]
_UNANSWERED = {"unconfirmed"}
"""Kinds of sealed rows of which it is not looked at whether they stand still: a question may stay
open or lapse.
"""
_EXPECTED = ("answered", "nothing", "refused", "yes", "no")


class _OverAndOver(ScriptedDice):
    """The same outcomes again and again."""

    def __init__(self, faces: Sequence[Any]) -> None:
        super().__init__(list(faces))
        self._faces = list(faces)

    def throw(self, chance: Any) -> Any:
        if not self.outcomes:
            self.outcomes = list(self._faces)
        if chance.kind == "pick":
            return 1
        return super().throw(chance)


@dataclass(slots=True)
class Found:
    """What came of one letter. `right`: it was read as meant. `wrongly`: something was carried out,
    kept or sent that was not meant. `refused_beside`: right, but a line of it was refused.
    """

    phrase: Phrase
    right: bool
    wrongly: bool
    refused_beside: bool
    lines: list[list[Any]] = field(default_factory=list)
    answer: str = ""


@dataclass(frozen=True, slots=True)
class _Came:
    """The game after a letter and the orders that follow it, and what the writer was told."""

    happened: Any
    questions: Any
    lines: tuple[Any, ...]
    answer: str

    @property
    def refused(self) -> bool:
        return any(answer == "refused" for _, answer, *_ in self.lines)


@cache
def corpus() -> dict[str, Any]:
    """All files: what they hold one after the other, at the hour of the first."""
    first, *others = (tomllib.loads(one.read_text(encoding="utf-8")) for one in (FILE, *MORE))
    return first | {key: sum((one[key] for one in others), first[key]) for key in others[0]}


def phrases() -> list[Phrase]:
    """All letters."""
    return list(corpus()["phrase"])


def tried(letters: Sequence[Phrase], data: Mapping[str, Any] | None = None) -> Iterator[Found]:
    """Read each of these letters in its position: positions are made once, in the order in which
    they stand in the file.
    """
    data = data or corpus()
    for position in data["position"]:
        own = [one for one in letters if one["position"] == position["name"]]
        if not own:
            continue
        with rolled_back():
            trial = _Trial(position, data["clock"])
            for one in own:
                yield trial.found(one)


class _Trial:
    """A position, to which each letter in turn is sent."""

    def __init__(self, position: Mapping[str, Any], clock: str) -> None:
        self.position = position
        scenario = {
            "id": position["name"],
            "title": position["about"],
            "system": position["system"],
            "rules": ["PR-RECEIPT-09"],
            "seats": position.get("seats", ["red", "blue", "green"]),
            "options": {**position.get("options", {}), **position.get("settings", {})},
            "start": position.get("start", {}),
            "clock": clock,
            "play": [{"then": {}}],
        }
        self.table = DoorTable(read(FILE, scenario))
        before = position.get("before_dice", position.get("dice", [6]))
        self.table.dice = _OverAndOver(before)
        for step in position.get("before", []):
            for seat, order in step.items():
                self._say(seat, order)
        self._came = dict[tuple[str, str, str], _Came]()

    def found(self, phrase: Phrase) -> Found:
        seat = phrase.get("seat", "red")
        came = self._after(seat, phrase["text"], phrase.get("subject", "orders"))
        idle = self._after(seat, "")
        orders = [
            self._after(seat, "\n".join(one))
            for one in ([phrase["orders"]] if "orders" in phrase else []) + phrase.get("or", [])
        ]
        for one in orders:
            assert not one.refused, (phrase["id"], one.lines)
        if phrase.get("yes") or phrase.get("no"):
            word = "yes" if phrase.get("yes") else "no"
            orders.append(self._after(seat, word))
        still = came.happened == idle.happened
        done = any(
            came.happened == one.happened and came.questions == one.questions for one in orders
        )
        if done and phrase.get("no"):  # a question that lapses is told
            done = not came.refused
        right = done or (still and self._right_without(phrase, came))
        return Found(
            phrase,
            right,
            not done and not still,
            right and done and came.refused,
            [list(line) for line in came.lines],
            came.answer,
        )

    @staticmethod
    def _right_without(phrase: Phrase, came: _Came) -> bool:
        """Whether a letter by which nothing was done is answered as it should be."""
        if phrase.get("nothing"):
            return True
        told = _plain(_without_echo(came.answer, phrase))
        if phrase.get("answered"):
            return not came.refused and all(
                any(_plain(one) in told for one in text.split("|")) for text in phrase["holds"]
            )
        hints = phrase["hint"].split("|") if "hint" in phrase else []
        return any(_plain(one) in told for one in hints)

    def _after(self, seat: str, text: str, subject: str = "orders") -> _Came:
        """What the game is after that letter of a seat and the orders of `after`."""
        key = (seat, text, subject)
        if key not in self._came:
            with _put_back(self.table):
                dice = self.position.get("dice", [6])
                self.table.dice = _OverAndOver(dice)
                lines, answer = self._mailed(seat, text, subject) if text else ((), "")
                questions, at_once = self._questions(), self._happened()
                for step in self.position.get("after", []):
                    for other, order in step.items():
                        self._say(other, order)
                self._came[key] = _Came((at_once, self._happened()), questions, lines, answer)
        return self._came[key]

    def _say(self, seat: str, order: str) -> None:
        table = self.table
        with table._at_hour():
            table._hand_in(seat, order, "")

    def _mailed(self, seat: str, text: str, subject: str) -> tuple[tuple[Any, ...], str]:
        table = self.table
        row = table._seat_row(seat)
        moment = table._latest_moment(seat)
        raw = mail._message_bytes(row, text, Envelope(), table.now, table.now, 1)
        raw = raw.replace(b"Subject: orders", f"Subject: {subject}".encode(), 1)
        with table._at_hour():
            arrival = intake.take(
                raw,
                envelope_to=reply_address(row.pk, moment),
                envelope_from=row.player.email,
                channel="smtp",
            )
            timeline.read(arrival.pk)
        arrival.refresh_from_db()
        own = Letter.objects.filter(pk=arrival.answered_by_id or 0).first()
        answer = mail.read_out(own)[1] if own else ""
        return tuple(map(tuple, arrival.notes.get("lines", []))), answer

    def _happened(self) -> Any:
        """All that shows that something was carried out, kept or sent."""
        game = self.table.game
        facts = {k: v for k, v in self.table.written().items() if k != "deadline"}
        kept = Sealed.objects.filter(game=game).exclude(kind__in=_UNANSWERED).order_by("pk")
        return copy.deepcopy(
            (
                facts,
                [
                    *Entry.objects.filter(game=game)
                    .order_by("number")
                    .values_list("kind", "seat", "public", "secret")
                ],
                [*kept.values_list("seat", "kind", "text", "condition", "outcome")],
                [*Press.objects.filter(game=game).order_by("pk").values_list("words", flat=True)],
                [
                    *Absence.objects.filter(seat__game=game)
                    .order_by("pk")
                    .values_list("begins", "ends", "play_on")
                ],
                [
                    *Seat.objects.filter(game=game)
                    .order_by("place")
                    .values_list("colour", "left", "dropped")
                ],
                [*Ballot.objects.filter(proposal__game=game).order_by("pk").values_list("yes")],
                [*game.deadlines.order_by("pk").values_list("kind", "key", "due", "done_at")],
            )
        )

    def _questions(self) -> Any:
        kept = Sealed.objects.filter(game=self.table.game, kind__in=_UNANSWERED).order_by("pk")
        return [*kept.values_list("seat", "text", "outcome")]


@contextmanager
def _put_back(table: DoorTable) -> Iterator[None]:
    """What is written within it is not kept."""
    dice = copy.deepcopy(table.dice)
    with transaction.atomic():
        try:
            yield
        finally:
            transaction.set_rollback(True)
    table.dice, table._session = dice, None


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[*`]", "", text)).casefold().replace("’", "'")


def _without_echo(answer: str, phrase: Phrase) -> str:
    """The answer without what merely repeats the letter in quotation marks, unless that is exactly
    the hint.
    """
    text, hint = _plain(phrase["text"]), _plain(phrase.get("hint", ""))

    def kept(piece: re.Match[str]) -> str:
        words = _plain(piece[1]).rstrip("… ").strip()
        return " " if words in text and words != hint else piece[0]

    return re.sub(r"[\"“]([^\"“”]{1,400})[\"”]", kept, answer)


def told(found: Sequence[Found]) -> str:
    """The figures by kind, and each letter that was not read as meant."""
    kinds = dict.fromkeys(one.phrase["kind"] for one in found)
    rows, wrong = [], []
    for kind in kinds:
        own = [one for one in found if one.phrase["kind"] == kind]
        rows.append(
            f"{kind:32} {sum(o.right for o in own):3} of {len(own):3}; "
            f"not meant {sum(o.wrongly for o in own)}; "
            f"a line refused beside {sum(o.refused_beside for o in own)}"
        )
    for one in found:
        if not one.right:
            lines = [(line[0], line[1]) for line in one.lines]
            mark = "NOT MEANT " if one.wrongly else ""
            wrong.append(f"{mark}{one.phrase['id']} {one.phrase['text']!r}: {lines}")
    total = f"{sum(o.right for o in found)} of {len(found)} read as meant"
    return "\n".join([*rows, total, *wrong])
