"""Statements that a page takes, looked at by who plays and who rules."""

from __future__ import annotations

from datetime import timedelta

from bench.measuring import Row, report, set_up

GAMES = 8
PAGES = {
    "a game": "",
    "its history": "history",
    "its history as data": "history.json",
    "its claims": "claims",
}


def main() -> None:
    """Print the rows of this database."""
    name = set_up()
    from django.conf import settings
    from django.test import Client

    from bench.turn import Spent
    from tests.arbitration import disputed
    from tests.domain.playing import bots_play
    from traders.domain.calendar import clock
    from traders.domain.people import seating
    from traders.domain.play import door
    from traders.models import Player, Seat, SittingCause

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES["staticfiles"]["BACKEND"] = (
        "django.contrib.staticfiles.storage.StaticFilesStorage"
    )
    readers: dict[str, Player] = {}

    def reads(what: str, page: str, reader: Player, most: float) -> Row:
        client = Client()
        client.force_login(reader)
        for _ in range(2):  # the first look at a position is noted
            spent = Spent()
            with spent.running():
                answer = client.get(page, secure=True)
            assert answer.status_code == 200, f"{page}: {answer.status_code}"
        return Row(f"{what}, {name}", spent.statements, "statements", "", None, f"<= {most}")

    for number in range(GAMES):
        game = door.create("star-traders", ("red", "blue", "green"), {}, {"timing": "table"})
        for seat in Seat.objects.filter(game=game):
            if seat.colour not in readers:
                readers[seat.colour] = disputed.player(f"{seat.colour}.pages")
            seating.sit(seat, readers[seat.colour], clock.now(), SittingCause.GATHERED)
        game = bots_play(game, entries=300 if number == 0 else 20, seed=number)
        if number == 0:
            first = game
    red = readers["red"]
    rows = [reads("the list of games", "/games/", red, 8)]
    rows += [reads(what, f"/games/{first.slug}/{page}", red, 8) for what, page in PAGES.items()]
    judged = disputed.jumped()
    claim = disputed.claimed(judged)
    with clock.at(disputed.HEARD + timedelta(minutes=1)):
        judge = disputed.referee()
        rows.append(reads("a case", f"/admin/arbitration/claim/{claim.pk}/change/", judge, 30))
    clock.set_to(None)
    report(rows)


if __name__ == "__main__":
    main()
