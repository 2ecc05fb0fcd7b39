"""The clock of a seat that nobody holds stands still, whoever steps in has the whole time and
answers for nothing that was before; who takes back the own seat has what was left (PR-SEAT-01,
PR-SEAT-02, PR-SEAT-13).
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import count
from random import Random

import pytest

from tests.domain.deadlines.table import START, Table
from tests.domain.deadlines.test_silent_rounds import Rounds
from tests.seated import begin
from traders.domain.accounts import account_erasure
from traders.domain.calendar import clock
from traders.domain.deadlines import deadlines, player_reliability
from traders.domain.people import seating
from traders.domain.play import door, silent_seats
from traders.domain.play.commands import leaving_and_taking_seats
from traders.domain.play.game_session import open_session
from traders.domain.timeline import due_work_sweep
from traders.engines.kernel.contract.contract import Turn
from traders.models import DeadlineKind, Letter, Player, Seat, SittingCause

pytestmark = pytest.mark.django_db
_numbers = count()


def kim() -> Player:
    """Somebody new."""
    number = next(_numbers)
    return Player.objects.create_user(f"kim{number}@x.test", display_name=f"Kim {number}")


def hours(length: timedelta) -> float:
    return length.total_seconds() / 3_600


def resigned(table: Table, seat: str) -> None:
    table.says(seat, "resign\nyes")


def erased(table: Table, seat: str) -> None:
    player = table.seat(seat).player
    assert player is not None
    account_erasure.erase(player)


def deleted(table: Table, seat: str) -> None:
    player = table.seat(seat).player
    assert player is not None
    player.delete()


def removed(table: Table, seat: str) -> None:
    with open_session(table.id) as session:
        leaving_and_taking_seats.leave(session, session.place(seat), SittingCause.REMOVED)


WAYS: list[Callable[[Table, str], None]] = [resigned, erased, deleted, removed]


@pytest.mark.parametrize("way", WAYS)
def test_a_turn_stands_still_however_its_seat_was_emptied(
    way: Callable[[Table, str], None],
) -> None:
    table = Table()
    way(table.at("71h"), "red")
    assert (table.waits, table.deadline) == ("red", "stopped")
    assert table.row(DeadlineKind.SEAT).due == START + timedelta(hours=143)
    assert table.at("100h").waits == "red"
    leaving_and_taking_seats.take(table.id, "red", kim())
    assert (table.waits, table.deadline) == ("red", "172h")
    assert "seat" not in table.open_kinds()


@pytest.mark.parametrize("way", WAYS)
def test_a_seat_that_nobody_takes_drops_out_after_the_substitution_time(
    way: Callable[[Table, str], None],
) -> None:
    table = Table(substitution_time="30h")
    way(table.at("10h"), "red")
    assert table.at("40h").waits == "red"
    assert (table.at("40h1s").waits, table.seat("red").dropped) == ("blue", True)


def test_a_seat_that_never_had_a_player_runs_the_substitution_time_too() -> None:
    """As games once began."""
    table = Table(substitution_time="30h", grace="0h")
    Seat.objects.filter(pk=table.seat("red").pk).update(player=None)
    assert table.at("72h1s").waits == "red"
    assert (table.deadline, "seat" in table.open_kinds()) == ("stopped", True)
    assert (table.at("102h1s").waits, table.seat("red").dropped) == ("blue", True)


@pytest.mark.parametrize(
    ("left", "back", "deadline", "ends"),
    [
        ("71h", "95h", "96h", "120h1s"),  # an hour of the turn, then the grace
        ("80h", "90h", "72h", "106h1s"),  # sixteen hours of the grace
    ],
)
def test_who_takes_back_the_own_seat_has_what_was_left(
    left: str, back: str, deadline: str, ends: str
) -> None:
    table = Table(bank_limit="0h")
    mine = table.seat("red").player
    assert mine is not None
    resigned(table.at(left), "red")
    assert table.deadline == "stopped"
    leaving_and_taking_seats.take(table.at(back).id, "red", mine)
    assert table.deadline == deadline
    before = START + timedelta(hours=float(ends.partition("h")[0]))
    assert table.at(f"{ends.partition('h')[0]}h").waits == "red"
    assert (table.at(ends).waits, before < clock.now()) == ("blue", True)
    assert player_reliability.of(mine).missed == 1


@pytest.mark.parametrize("step", ["73h", "100h"])
def test_a_substitute_has_the_whole_turn_time_after_extra_time_too(step: str) -> None:
    """The turn had come to its time in hand, or its grace; time in hand stays the seat's."""
    table = Table()
    Seat.objects.filter(game=table.id, colour="red").update(bank=10 * 3_600)
    resigned(table.at(step), "red")
    leaving_and_taking_seats.take(table.at("110h").id, "red", kim())
    assert table.deadline == "182h"
    assert table.seat("red").bank == (9 * 3_600 if step == "73h" else 0)


def test_whoever_is_offered_a_seat_that_its_player_still_has_gets_the_whole_time_too() -> None:
    table = Table()
    with open_session(table.at("60h").id) as session:
        silent_seats.offer(session, session.place("red"), "Red says nothing.")
    assert table.deadline == "72h"  # its player may end the turn still
    leaving_and_taking_seats.take(table.id, "red", kim())
    assert table.deadline == "132h"


def test_a_bot_has_it_as_well_and_more_time_that_was_given_is_not_lost() -> None:
    table = Table(vacant_seats="bots", substitution_time="10h")
    resigned(table, "red")
    assert table.at("10h1s").seat("red").bot
    assert table.deadline == "82h"
    table = Table()
    table.says("red", "propose 100h more for red\nyes")
    for seat in ("blue", "green"):
        table.says(seat, "vote yes")
    given = table.deadline
    assert given == "172h"
    resigned(table.at("10h"), "red")
    leaving_and_taking_seats.take(table.at("11h").id, "red", kim())
    assert table.deadline == "173h"


# --- windows and rounds ---------------------------------------------------------------------------


def _in_a_window(passes: bool, taken: str) -> tuple[str, str, list[str]]:
    """Blue leaves while a window is open, having passed or not: the deadline before somebody takes
    the seat and after, and all that green reads.
    """
    table = Table()
    table.says("red", "jump")
    if passes:
        table.at("1h").says("blue", "pass")
    resigned(table.at("2h"), "blue")
    before = table.deadline
    if taken == "back":
        mine = table.seat("blue").player
        assert mine is not None
        leaving_and_taking_seats.take(table.at("6h").id, "blue", mine)
    else:
        leaving_and_taking_seats.take(table.at("6h").id, "blue", kim())
    read = Letter.objects.filter(game=table.id, seat="green").order_by("pk")
    words = [letter.facts.replace(table.seat("blue").name, "Kim") for letter in read]
    return before, table.deadline, words


@pytest.mark.parametrize(("taken", "until"), [("kim", "18h"), ("back", "12h")])
def test_a_substitute_has_the_whole_time_of_a_window_and_nobody_learns_what_the_seat_had_said(
    taken: str, until: str
) -> None:
    """PR-INTERVAL-05"""
    said, silent = _in_a_window(True, taken), _in_a_window(False, taken)
    assert said[:2] == silent[:2] == ("12h", until)
    assert len(said[2]) == len(silent[2])


def test_a_window_goes_on_without_the_seat_that_nobody_takes() -> None:
    table = Table()
    table.says("red", "jump")
    resigned(table.at("2h"), "blue")
    assert table.at("12h").waits == "quarantine"
    assert table.at("12h1s").waits == "zap"


def test_nobody_pays_for_a_window_that_waited_for_an_empty_seat() -> None:  # PR-INTERVAL-09
    table = Table()
    full = table.seat("blue").purse
    table.says("red", "jump")
    resigned(table.at("2h"), "blue")
    table.at("12h1s")
    assert table.seat("blue").purse == full > table.seat("green").purse


@pytest.mark.parametrize("ordered", [True, False])
def test_a_round_stands_still_for_an_empty_seat_whether_it_had_ordered_or_not(
    ordered: bool,
) -> None:
    table = Rounds(substitution_time="40h")
    table.at("13h")
    if ordered:
        table.says("blue", "round: end")
    resigned(table.at("14h"), "blue")
    assert table.deadline == "stopped"
    key = table.pending.key
    assert table.at("50h").pending.key == key
    leaving_and_taking_seats.take(table.id, "blue", kim())
    assert table.deadline == "74h"
    assert table.at("74h1s").pending.key != key


def test_a_round_goes_on_without_a_seat_that_has_dropped_out() -> None:
    table = Rounds(substitution_time="40h")
    resigned(table.at("13h"), "blue")
    key = table.pending.key
    assert table.at("53h").pending.key == key
    assert table.at("53h2s").pending.key != key
    assert [table.seat(seat).timeouts for seat in ("red", "green")] == [1, 1]


# --- other things that stop clocks ----------------------------------------------------------------


@pytest.mark.parametrize("order", ["left first", "paused first"])
def test_a_pause_and_an_empty_seat_stop_the_clock_each_by_itself(order: str) -> None:
    table = Table()

    def paused() -> None:
        table.says("blue", "propose pause\nyes")
        table.says("green", "vote yes")

    table.at("10h")
    if order == "paused first":
        table.says("red", "propose pause\nyes")
        for seat in ("blue", "green"):
            table.says(seat, "vote yes")
        resigned(table, "red")
    else:
        resigned(table, "red")
        paused()
    paused_then = table.game.frozen
    table.at("20h")
    paused()
    assert (paused_then, table.game.frozen, table.deadline) == (True, False, "stopped")
    leaving_and_taking_seats.take(table.at("30h").id, "red", kim())
    assert table.deadline == "102h"


def test_a_seat_taken_in_a_pause_has_the_whole_time_when_play_goes_on() -> None:
    table = Table()
    resigned(table.at("10h"), "red")
    table.says("blue", "propose pause\nyes")
    table.says("green", "vote yes")
    leaving_and_taking_seats.take(table.at("20h").id, "red", kim())
    assert (table.game.frozen, table.deadline) == (True, "stopped")
    table.at("30h").says("red", "propose pause\nyes")
    for seat in ("blue", "green"):
        table.says(seat, "vote yes")
    assert (table.game.frozen, table.deadline) == (False, "102h")


# --- reliability ----------------------------------------------------------------------------------


def test_what_befell_the_seat_before_counts_for_nobody_and_for_who_came_back() -> None:
    table = Rounds(substitution_time="100h")
    mine = table.seat("blue").player
    assert mine is not None
    resigned(table.at("13h"), "blue")
    ida = kim()
    leaving_and_taking_seats.take(table.at("20h").id, "blue", ida)
    for seat in ("red", "green"):
        table.says(seat, "round: end")
    assert player_reliability.of(ida).missed == player_reliability.of(mine).missed == 0
    key = table.pending.key
    table.at("44h1s")
    assert table.pending.key != key
    assert (player_reliability.of(ida).missed, player_reliability.of(mine).missed) == (1, 0)


# --- any course of it -----------------------------------------------------------------------------


@pytest.mark.examples("courses-of-empty-seats")
def test_however_seats_change_hands_time_is_nobodys_while_nobody_could_play(
    examples: int, lots: Random
) -> None:
    """Players leave, come back and are replaced at random, while turns pass and windows open: a
    turn of an empty seat stands still, a substitute has the whole time, who comes back what was
    left, and the game is never waiting without an end.
    """
    for _ in range(examples):
        _course(lots)
        clock.set_to(None)


def _course(lots: Random) -> None:
    table, now = Table(substitution_time="50h", absent_limit=9), 0
    left: dict[str, float] = {}
    for _ in range(14):
        table.at(f"{now}h")
        if table.waits == "" or table.game.phase == "over":
            return
        seat = lots.choice(("red", "blue", "green"))
        place, mine = table.seat(seat), _turn_of(table) == seat
        if place.dropped:
            continue
        if not seating.is_vacant(place):
            if lots.random() < 0.5:
                left[seat] = _left(table) if mine else 0.0
                resigned(table, seat)
            elif mine:
                table.says(seat, lots.choice(("jump", "end")))
            else:
                table.line(seat, "pass")
        elif lots.random() < 0.5:
            assert place.player is not None
            leaving_and_taking_seats.take(table.id, seat, place.player)
            if mine and left.get(seat):
                assert _left(table) == pytest.approx(left[seat], abs=0.01)
        else:
            leaving_and_taking_seats.take(table.id, seat, kim())
            if mine:
                assert _left(table) >= 72
        _holds(table)
        now += lots.choice((0, 1, 5, 20))


def _turn_of(table: Table) -> str:
    pending = table.pending
    return pending.seats[0] if isinstance(pending, Turn) else ""


def _left(table: Table) -> float:
    """Hours that the seat on turn has, of whatever its clock runs on."""
    row = table.row(DeadlineKind.TURN)
    return hours(row.due - clock.now()) if row.due else 0.0


def _holds(table: Table) -> None:
    for colour in ("red", "blue", "green"):
        place = table.seat(colour)
        waits = table.game.deadlines.filter(kind=DeadlineKind.SEAT, seat=colour, done_at=None)
        over = table.game.phase == "over"
        assert waits.exists() == (seating.is_vacant(place) and not over)
    on_turn = _turn_of(table)
    if on_turn:
        stands = seating.is_vacant(table.seat(on_turn))
        assert (table.row(DeadlineKind.TURN).due is None) == stands
        assert (deadlines.shown(table.game, table.pending, clock.now()) is None) == stands


def test_nobody_else_is_sped_up_or_held_up_by_what_an_empty_seat_holds() -> None:
    """The times of two games that differ in a hand alone are the same (PR-INTERVAL-05)."""
    told = []
    for hand in ([], ["zap"]):
        start = {"lines": [["Mink", "Niven", "orange"]], "red": {"at": "Mink", "hand": ["Zap"]}}
        start["blue"] = {"hand": [card.title() for card in hand] or ["Gotcha"]}
        game = door.create("star-traders", ("red", "blue", "green"), {}, {}, start=start)
        with clock.at(START):
            begin(game.pk, stops=False)
            door.orders(game.pk, "blue", "resign\nyes")
            door.orders(game.pk, "red", "jump niven regular")
        with clock.at(START + timedelta(hours=3)):
            leaving_and_taking_seats.take(game.pk, "blue", kim())
            rows = game.deadlines.order_by("pk").values_list("kind", "seat", "due", "done_at")
            told.append(list(rows))
            due_work_sweep.sweep()
    assert told[0] == told[1]
