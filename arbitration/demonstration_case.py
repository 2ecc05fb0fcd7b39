"""The open case of the demonstration club, for a newcomer to judge: Blue claims, after the die was
rolled, that it wished to play Quarantine.
"""

from __future__ import annotations

from datetime import timedelta

from arbitration.models import Claim, ClaimStatus
from arbitration.referees import ruling_requests
from arbitration.referees.appointing import appoint
from traders.domain.calendar import clock
from traders.domain.play import door
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import open_session
from traders.domain.timeline import timeline
from traders.models import Club, Game, Player

TITLE = "A disputed jump"
START = {
    "lines": [["Kluge", "Verne", "red"]],
    "red": {"at": "Kluge", "stations": []},
    "blue": {"at": "Oz", "stations": [], "hand": ["Quarantine"]},
    "green": {"at": "Oz", "stations": []},
}
CLAIM = "claim missed about quarantine: play quarantine at kluge"
REFEREE = "referee@referees.test"


def open_case(club: Club) -> None:
    """Create the game with its claim, unless the club has it already."""
    if Game.objects.filter(club=club, title=TITLE).exists():
        return
    begun = clock.whole(clock.now()) - timedelta(hours=4)
    game = door.create(
        "star-traders",
        ["red", "blue", "green"],
        {},
        {"timing": "stops"},
        title=TITLE,
        club=club,
        start=START,
    )
    leaving_and_taking_seats.give_to_bots(game, ["red", "blue", "green"], at=begun)
    door.begin(game.pk, stops=False, at=begun)
    timeline.orders(game.pk, "red", "jump verne regular", at=begun + timedelta(minutes=50))
    timeline.orders(game.pk, "blue", CLAIM, at=begun + timedelta(hours=3, minutes=40))


def referee() -> Player:
    """The referee's account in the embedded set-up; it sits in no game, and is asked to rule on the
    open case.
    """
    account = Player.objects.filter(email=REFEREE).first() or Player.objects.create_user(
        REFEREE, display_name="Referee"
    )
    appoint(account)
    account = Player.objects.get(pk=account.pk)
    for claim in Claim.objects.filter(game__title=TITLE, status=ClaimStatus.OPEN):
        with open_session(claim.game_id, clock.whole(clock.now())) as session:
            if ruling_requests.last_asked(claim, on_appeal=False) is None:
                ruling_requests.ask_one(claim, account, session.now, on_appeal=False)
    return account
