"""Hands behind the house: kinds of tampering, each with what the audit says of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

from django.apps import apps
from django.db import connection

from traders.domain.history import recording_and_replay, seed_encryption
from traders.engines.registry import engine
from traders.models import Club, Entry, EvidenceLink, Game, Kind, Seat

Edit = Callable[[int], object]


def sql(statement: str) -> Edit:
    """An edit in SQL, with the game's id for `{game}`."""

    def edit(game: int) -> None:
        with connection.cursor() as cursor:
            for one in statement.replace("{game}", str(game)).split("; "):
                cursor.execute(
                    one.replace("BLOB", "bytea") if connection.vendor == "postgresql" else one
                )
            assert cursor.rowcount, "nothing was edited"

    return edit


def _rewritten(entry: Entry, **changes: object) -> None:
    """The entry changed, in its columns and what is digested, and the chain made anew behind it."""
    public = json.loads(entry.public) | changes
    Entry.objects.filter(pk=entry.pk).update(public=recording_and_replay.canonical(public))
    digest = ""
    for row in Entry.objects.filter(game=entry.game_id).order_by("number"):
        digest = recording_and_replay.link(digest, row.public, row.secret, row.salt)
        Entry.objects.filter(pk=row.pk).update(digest=digest)
    Game.objects.filter(pk=entry.game_id).update(digest=digest)


def entry_of(game: int, kind: str) -> Entry:
    return Entry.objects.filter(game=game, kind=kind).order_by("number").first()  # type: ignore[return-value]


def last_link_gone(game: int) -> None:
    link = EvidenceLink.objects.filter(game=game).latest("number")
    for label, pk in (name.split(":") for name in json.loads(link.rows)):
        apps.get_model(label).objects.filter(pk=pk).delete()
    link.delete()


def outcome(game: int) -> None:
    entry = Entry.objects.filter(game=game, kind=Kind.CHANCE, public__contains='"outcome"').first()
    assert entry is not None
    public = json.loads(entry.public)
    Entry.objects.filter(pk=entry.pk).update(
        public=recording_and_replay.canonical(public | {"outcome": public["outcome"] % 6 + 1})
    )


def outcome_and_digests(game: int) -> None:
    entry = Entry.objects.filter(game=game, kind=Kind.CHANCE, public__contains='"outcome"').first()
    assert entry is not None
    _rewritten(entry, outcome=json.loads(entry.public)["outcome"] % 6 + 1)


def time_and_digests(game: int) -> None:
    entry = entry_of(game, Kind.ORDER)
    Entry.objects.filter(pk=entry.pk).update(at=entry.at - timedelta(hours=1))
    _rewritten(entry, at=recording_and_replay.stamp(entry.at - timedelta(hours=1)))


def told_and_digests(game: int) -> None:
    entry = next(
        entry
        for entry in Entry.objects.filter(game=game).order_by("number")
        if "told" in json.loads(entry.public)
    )
    _rewritten(entry, told=[["Nothing happened.", "", []]])


def last_five_gone(game: int) -> None:
    """The dice would fall again."""
    row = Game.objects.get(pk=game)
    Entry.objects.filter(game=game, number__gt=row.number - 5).delete()
    last = Entry.objects.filter(game=game).order_by("-number")[0]
    thrown = Entry.objects.filter(game=game, kind=Kind.CHANCE).count()
    rules = engine(row.system)
    position = rules.encode(recording_and_replay.replayed(row, last.number))
    Game.objects.filter(pk=game).update(
        number=last.number, head=last.number, digest=last.digest, throws=thrown, position=position
    )


def swapped(game: int) -> None:
    first, second = Entry.objects.filter(game=game, number__in=(3, 4)).order_by("number")
    for pk, number in ((first.pk, 10_001), (second.pk, 3), (first.pk, 4)):
        Entry.objects.filter(pk=pk).update(number=number, parent=number - 1)


def replaced(game: int) -> None:
    """As `INSERT OR REPLACE` would."""
    entry = entry_of(game, Kind.ORDER)
    Entry.objects.filter(pk=entry.pk).delete()
    entry.public = entry.public.replace("jump", "wait")
    Entry.objects.bulk_create([entry])


def promise(game: int) -> None:
    secret = b"z" * 32
    Game.objects.filter(pk=game).update(
        secret=seed_encryption.lock(secret), secret_digest=seed_encryption.digest(secret)
    )


def in_another_club(game: int) -> None:
    """The game, moved to a club of which it is not."""
    club = Club.objects.create(name="Elsewhere", slug="elsewhere")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE traders_game SET club_id = %s WHERE id = %s", [club.pk, game])


def exchanged(game: int) -> None:
    """Two seats' players, in the seats and in their sittings."""
    red, blue = (
        Seat.objects.filter(game=game, colour__in=("red", "blue"))
        .order_by("colour")
        .values_list("pk", "player_id")
    )
    for (seat, _), (_, player) in ((red, blue), (blue, red)):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE traders_seat SET player_id = %s WHERE id = %s", [player, seat])
            cursor.execute(
                "UPDATE traders_sitting SET player_id = %s WHERE seat_id = %s", [player, seat]
            )


ENTRY, GAME = (
    "UPDATE traders_entry SET {0} WHERE game_id = {{game}} AND kind = 'order'",
    "UPDATE traders_game SET {0} WHERE id = {{game}}",
)


THEIRS = "claim_id IN (SELECT id FROM arbitration_claim WHERE game_id = {game})"


JSON = '\'{"clock": "hourly"}\''


KINDS: dict[str, tuple[Edit, str]] = {
    # the history
    "an outcome": (outcome, "its digest does not follow"),
    "an outcome, and all digests made anew": (
        outcome_and_digests,
        "the outcome is not the one that follows from the secret",
    ),
    "an order's seat": (sql(ENTRY.format("seat = 'green'")), "its seat reads"),
    "an order's time": (sql(ENTRY.format("at = '2026-03-02 08:00:00+00:00'")), "its at reads"),
    "parts of a second of a time": (
        sql(ENTRY.format("at = '2026-03-02 09:05:00.250000+00:00'")),
        "parts of a second",
    ),
    "an order's time, and all digests made anew": (
        time_and_digests,
        "is not the one that was there",
    ),
    "what an entry told, and all digests made anew": (
        told_and_digests,
        "is not the one that was there",
    ),
    "a digest": (sql(ENTRY.format("digest = 'ab'")), "its digest does not follow"),
    "an order's text": (
        sql(ENTRY.format("public = replace(public, 'jump', 'wait')")),
        "its digest does not follow",
    ),
    "two entries swapped": (swapped, "its digest does not follow"),
    "the last entry gone": (
        sql(
            "DELETE FROM traders_entry WHERE game_id = {game} AND number = (SELECT number FROM "
            "traders_game WHERE id = {game})"
        ),
        "it is missing",
    ),
    "an entry replaced": (replaced, "its digest does not follow"),
    "the last five entries gone, the game's row and its throws set back": (
        last_five_gone,
        "is missing: link",
    ),
    # the game's row
    "the promise": (promise, "the promise in it is not the one kept"),
    "throws set back": (
        sql(GAME.format("throws = throws - 1")),
        "throws have fallen, and the game's row says",
    ),
    "throws set forward": (
        sql(GAME.format("throws = throws + 3")),
        "throws have fallen, and the game's row says",
    ),
    "the head set back": (sql(GAME.format("head = head - 1")), "the game's row says after entry"),
    "the phase": (sql(GAME.format("phase = 'over'")), "the phase or the result"),
    "the winners": (sql(GAME.format("winners = '[\"red\"]'")), "the phase or the result"),
    "the ending": (sql(GAME.format("ending = 'draw'")), "the phase or the result"),
    "the settings": (sql(GAME.format(f"settings = {JSON}")), "the settings kept with the game"),
    "the options": (
        sql(GAME.format("options = '{\"missions\": true}'")),
        "the options kept with the game",
    ),
    "the stored position": (
        sql(GAME.format("position = CAST('{}' AS {blob})".replace("{blob}", "BLOB"))),
        "the stored position",
    ),
    "a checkpoint's position": (
        sql("UPDATE traders_checkpoint SET position = CAST('{}' AS BLOB) WHERE game_id = {game}"),
        "the checkpoint after it",
    ),
    "a checkpoint under another schema": (
        sql("UPDATE traders_checkpoint SET schema = 'x' WHERE game_id = {game}"),
        "checkpoint ",
    ),
    # the evidence
    "letters gone": (
        sql(
            "DELETE FROM traders_report; DELETE FROM traders_letter WHERE game_id = {game} AND "
            "seat = 'red'"
        ),
        "letter ",
    ),
    "a letter's bytes": (
        sql("UPDATE traders_letter SET raw = CAST('x' AS BLOB) WHERE game_id = {game}"),
        "letter ",
    ),
    "what a letter asks": (
        sql(
            "UPDATE traders_letter SET moment = 'i9' WHERE game_id = {game} AND accepted IS NOT "
            "NULL"
        ),
        "letter ",
    ),
    "what the game calls a player": (
        sql("UPDATE traders_seat SET name = 'Mallory' WHERE game_id = {game}"),
        "seat ",
    ),
    "the hour at which a letter was accepted": (
        sql(
            "UPDATE traders_letter SET accepted = '2026-03-02 08:00:00+00:00' WHERE game_id = "
            "{game} AND accepted IS NOT NULL"
        ),
        "letter ",
    ),
    "arrivals gone": (
        sql(
            "UPDATE arbitration_claim SET letter_id = NULL; DELETE FROM traders_arrival WHERE "
            "game_id = {game}"
        ),
        "arrival ",
    ),
    "an arrival's bytes": (
        sql("UPDATE traders_arrival SET raw = CAST('x' AS BLOB), size = 1 WHERE game_id = {game}"),
        "arrival ",
    ),
    "the hour at which an arrival was taken": (
        sql(
            "UPDATE traders_arrival SET taken = '2026-03-02 08:00:00+00:00' WHERE game_id = {game}"
        ),
        "arrival ",
    ),
    "an arrival's notes": (
        sql("UPDATE traders_arrival SET notes = '{}' WHERE game_id = {game}"),
        "arrival ",
    ),
    "a claim changed": (
        sql("UPDATE arbitration_claim SET kind = 'conduct' WHERE game_id = {game}"),
        "claim ",
    ),
    "an answer to a claim gone": (
        sql(f"DELETE FROM arbitration_statement WHERE {THEIRS}"),
        "statement ",
    ),
    "a finding changed": (
        sql(f"UPDATE arbitration_finding SET remedy = 'time' WHERE {THEIRS}"),
        "finding ",
    ),
    "a ruling gone": (
        sql(
            f"DELETE FROM arbitration_casebookentry; DELETE FROM arbitration_ruling WHERE {THEIRS}"
        ),
        "ruling ",
    ),
    "an appeal changed": (
        sql(f"UPDATE arbitration_appeal SET seat = 'red' WHERE {THEIRS}"),
        "appeal ",
    ),
    "an opening gone": (sql("DELETE FROM arbitration_opening WHERE game_id = {game}"), "opening "),
    "a sealed row": (
        sql("UPDATE traders_sealed SET text = 'play zap on red' WHERE game_id = {game}"),
        "sealed ",
    ),
    "press": (sql("UPDATE traders_press SET words = 'hallo' WHERE game_id = {game}"), "press "),
    "a proposal": (
        sql("UPDATE traders_proposal SET seat = 'red' WHERE game_id = {game}"),
        "proposal ",
    ),
    "a vote": (sql("UPDATE traders_ballot SET yes = NOT yes"), "ballot "),
    "a vacation": (sql("UPDATE traders_absence SET play_on = NOT play_on"), "absence "),
    "a delivery report gone": (sql("DELETE FROM traders_report"), "report "),
    "a deadline": (
        sql("UPDATE traders_deadline SET due = '2027-01-01 00:00:00+00:00' WHERE game_id = {game}"),
        "deadline ",
    ),
    "a seat's time in hand": (
        sql("UPDATE traders_seat SET bank = bank + 3600 WHERE game_id = {game}"),
        "seat ",
    ),
    "two seats' players exchanged": (exchanged, "sitting "),
    "the club": (in_another_club, "the game's own row"),
    "a link of the evidence": (
        sql("UPDATE traders_evidencelink SET rows = '{}' WHERE game_id = {game}"),
        "does not follow from the one before",
    ),
    "the last message and its link gone": (last_link_gone, "of the evidence is missing, and what"),
    "what is being carried out": (
        sql(GAME.format("course = CAST('{}' AS BLOB)")),
        "the game's own row",
    ),
    "the deadline that a letter tells": (
        sql(
            "UPDATE traders_letter SET due = '2027-01-01 00:00:00+00:00' WHERE game_id = {game} "
            "AND accepted IS NOT NULL"
        ),
        "letter ",
    ),
    "what a letter told": (
        sql(
            "UPDATE traders_letter SET facts = '{}' WHERE game_id = {game} AND accepted IS NOT NULL"
        ),
        "letter ",
    ),
    "turns that the clock ended": (
        sql("UPDATE traders_seat SET timeouts = 2 WHERE game_id = {game}"),
        "seat ",
    ),
    "when a page was looked at": (
        sql("UPDATE traders_look SET at = '2026-03-02 08:00:00+00:00'"),
        "look ",
    ),
    "a look gone": (sql("DELETE FROM traders_look"), "look "),
    "a ruling as the casebook has it": (
        sql("UPDATE arbitration_casebookentry SET remedy = 'reopen'"),
        "casebook entry ",
    ),
    "a link of the evidence gone": (
        sql("DELETE FROM traders_evidencelink WHERE game_id = {game} AND number = 3"),
        "link 3 of the evidence is missing",
    ),
}
