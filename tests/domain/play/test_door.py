"""The one door: what an order leaves behind, what is stale, what is taken back, and two orders at
once (PR-RECORD, PR-BACKUP).
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from tests.domain.tollbooth import SEATS, Booth
from tests.seated import begin
from traders.domain.history import recording_and_replay
from traders.domain.history.dice import ScriptedDice, scripted
from traders.domain.play import door
from traders.engines.kernel.refusal import Refusal
from traders.models import BY_HAND, Entry, Kind, Phase, Press, Sealed

pytestmark = pytest.mark.usefixtures("toll")


# --- beginning ------------------------------------------------------------------------------------


def test_a_game_that_gathers_takes_no_orders():
    game = door.create("toll", SEATS)
    with pytest.raises(Refusal) as refused:
        door.orders(game.pk, "red", "roll")
    assert refused.value.kind == "stale"
    assert not Entry.objects.filter(game=game).exists()


def test_a_game_begins_once():
    booth = Booth()
    with pytest.raises(Refusal, match="begun already"):
        begin(booth.id)
    assert booth.entries() == [("start", "")]


def test_what_a_system_or_the_post_does_not_know_makes_no_game():
    for more in ({"colours": ["red"]}, {"colours": SEATS, "settings": {"timing": "never"}}):
        with pytest.raises(Refusal):
            door.create("toll", **more)


def test_titles_may_be_alike_and_slugs_are_not():
    assert [door.create("toll", SEATS, title="Long Road").slug for _ in range(3)] == [
        "long-road",
        "long-road-2",
        "long-road-3",
    ]


@pytest.mark.django_db(transaction=True)
def test_games_of_one_title_made_at_once_are_all_made():
    def make(_: int) -> str:
        try:
            return door.create("toll", SEATS, title="Long Road").slug
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as makers:
        made = list(makers.map(make, range(12)))
    assert len(set(made)) == 12


# --- entries --------------------------------------------------------------------------------------


def test_each_move_is_one_entry_and_each_seals_the_one_before():  # PR-RECORD-03
    booth = Booth()
    booth.says("red", "roll\n")
    assert booth.entries() == [("start", ""), ("order", "red"), ("chance", "")]
    assert list(
        Entry.objects.filter(game_id=booth.id).order_by("number").values_list("parent", flat=True)
    ) == [0, 1, 2]
    assert len(set(Entry.objects.filter(game_id=booth.id).values_list("digest", flat=True))) == 3


def test_a_refused_line_leaves_no_entry_and_those_above_stand():  # PR-RECEIPT-05
    booth = Booth()
    change_set = booth.says("red", "end\nroll\nend")
    assert [line.answer for line in change_set.lines] == ["done", "refused", "returned"]
    assert booth.entries() == [("start", ""), ("order", "red")]


def test_a_pass_leaves_no_trace_in_the_history():  # PR-RECORD-03, PR-INTERVAL-05
    booth = Booth(shoves=1)
    booth.says("red", "roll")
    before = booth.entries()
    change_set = booth.says("blue", "pass")
    assert booth.entries() == before
    assert change_set.last < change_set.first
    assert "blue" not in str(change_set.views["green"]["interval"])


def test_what_is_gathered_is_no_entry_until_it_is_carried_out():  # PR-RECORD-03, PR-PRIORITY-01
    booth = Booth(shoves=1)
    booth.says("red", "roll")
    before = booth.entries()
    booth.says("green", "shove up\npass")
    booth.says("blue", "shove up\npass")
    assert booth.entries() == before
    booth.says("red", "pass")
    booth.says("red", "pass")
    assert booth.entries()[len(before) : len(before) + 2] == [("order", "blue"), ("order", "green")]


def test_a_test_leaves_nothing_behind():
    booth = Booth()
    before, throws = booth.entries(), booth.game.throws
    assert booth.line("red", "test\nroll").answer == "tested"
    assert (
        booth.entries(),
        booth.game.throws,
        Sealed.objects.filter(game_id=booth.id).count(),
    ) == (before, throws, 0)


# PR-RECEIPT-08
def test_a_trial_passes_over_words_that_are_no_moves_and_ends_at_one_that_changes_play():
    booth = Booth()
    lines = booth.says("red", "test\nsay: hello\nstatus\nroll").lines
    assert [line.answer for line in lines] == ["tested"] * 4
    assert "no move" in lines[1].words
    lines = booth.says("red", "test\nresign\nroll").lines
    assert [line.answer for line in lines] == ["tested", "tested", "returned"]
    assert "PR-RECEIPT-08" in lines[1].words


@pytest.mark.parametrize("asked", ["history ²", "history ٣", "history 1e9"])
def test_a_number_that_is_none_is_refused_in_words(asked):
    assert Booth().line("red", asked).answer == "refused"


def test_the_position_is_what_the_moves_lead_to():  # PR-RECORD-01
    booth = Booth(shoves=1)
    booth.says("red", "roll")
    booth.says("blue", "shove up\npass")
    for seat in ("red", "green"):
        booth.says(seat, "pass")
    assert recording_and_replay.position_at(booth.game, booth.game.head) == booth.state


def test_players_names_are_read_as_their_colours():
    booth = Booth(seated=True)
    booth.says("red", "to player of blue: good road")
    assert Press.objects.get(game_id=booth.id).to == "blue"


# --- stale and late -------------------------------------------------------------------------------


def test_the_same_order_for_the_same_moment_counts_once():
    booth = Booth()
    assert booth.line("red", "end", "t1").answer == "done"
    again = booth.line("red", "end", "t1")
    assert (again.answer, again.kind) == ("refused", "stale")
    assert booth.entries() == [("start", ""), ("order", "red")]


def test_a_reaction_too_late_tells_both_times_and_how_to_claim():  # PR-RECEIPT-07
    booth = Booth(shoves=1)
    moment = booth.says("red", "roll").moment
    for seat in SEATS:
        booth.says(seat, "pass", moment)
    late = booth.line("green", "shove up", moment)
    assert (late.kind, late.rules) == ("late", ("PR-RECEIPT-07",))
    assert len(re.findall(r" on \w{3} \d\d:\d\d", late.words)) == 2
    assert "claim late" in late.words


def test_a_deadline_that_has_passed_is_not_carried_out_again():
    booth = Booth(shoves=1)
    key = int(booth.says("red", "roll").moment[1:])
    assert door.fall_due(booth.id, "interval", key) is not None
    before = booth.entries()
    assert door.fall_due(booth.id, "interval", key) is None
    assert door.fall_due(booth.id, "turn", 1, ["red"]) is None
    assert booth.entries() == before


# --- taking back and backing up -------------------------------------------------------------------


def test_a_seat_takes_back_its_latest_order():  # PR-BACKUP-03, PR-RECORD-02
    booth = Booth()
    booth.says("red", "end")
    assert booth.line("red", "undo").words == "You took back `end`."
    assert booth.entries() == [("start", ""), ("order", "red"), ("back-up", "")]
    assert booth.state.turn == 0
    assert booth.line("red", "end").answer == "done"


@pytest.mark.parametrize("form", ["end\nplan\nroll\nend plan", "plan\nend\nroll\nend plan"])
def test_with_an_order_goes_what_was_planned_after_it(form):  # PR-BACKUP-03
    booth = Booth()
    booth.says("red", form)
    assert booth.line("red", "undo").words == "You took back `end`, and with it `roll`."
    assert booth.entries()[-1] == ("back-up", "")
    assert booth.line("red", "roll").answer == "done"


@pytest.mark.parametrize("source", BY_HAND)
def test_the_history_says_by_which_way_an_order_was_taken_back(source):  # PR-RECORD-01
    booth = Booth()
    booth.says("red", "end")
    booth.says("blue", "end")
    for seat in ("blue", "red"):
        door.orders(booth.id, seat, "undo", source=source, moment="t1")
    taken_back = Entry.objects.filter(game_id=booth.id, kind=Kind.BACK_UP)
    assert list(taken_back.values_list("source", flat=True)) == [source, source]
    assert booth.line("red", "end", moment="t1").answer == "done"  # nothing was undone for others


def test_orders_are_taken_back_one_after_another():  # PR-BACKUP-03
    booth = Booth()
    for seat in ("red", "blue"):
        booth.says(seat, "end")
    for seat in ("blue", "red"):
        assert booth.line(seat, "undo").answer == "done"
    assert booth.state.turn == 0
    assert booth.line("red", "undo").rules == ("PR-BACKUP-03",)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ((("red", "roll"),), "random or hidden"),
        ((("red", "end"), ("blue", "end")), "acted since"),
        ((), "no order of yours"),
    ],
    ids=["chance-fell", "another-acted", "nothing-done"],
)
def test_what_was_revealed_or_acted_on_is_not_taken_back(said, why):  # PR-BACKUP-03
    booth = Booth()
    for seat, text in said:
        booth.says(seat, text)
    before = booth.entries()
    line = booth.line("red", "undo")
    assert (line.answer, line.rules) == ("refused", ("PR-BACKUP-03",))
    assert why in line.words
    assert booth.entries() == before


def test_play_backs_up_and_what_was_undone_stays_readable():  # PR-RECORD-02
    booth = Booth()
    for seat in SEATS:
        booth.says(seat, "end")
    undone = [booth.public(n) for n in (3, 4)]
    change_set = door.back_up(booth.id, 2, "the referee ruled so")
    assert change_set.backed_up
    assert booth.public(5)["to"] == 2
    assert [booth.public(n) for n in (3, 4)] == undone
    assert booth.state.turn == 1
    booth.says("blue", "end")
    in_play = {entry.number for entry in recording_and_replay.line(booth.game, booth.game.head)}
    assert {1, 2, 6} <= in_play
    assert not {3, 4} & in_play


@pytest.mark.parametrize("to", [0, 3, 99])
def test_play_backs_up_to_what_is_in_play_only(to):  # PR-RECORD-02
    booth = Booth()
    for seat in ("red", "blue"):
        booth.says(seat, "end")
    door.back_up(booth.id, 2, "once")
    before = booth.entries()
    with pytest.raises(Refusal) as refused:
        door.back_up(booth.id, to, "again")
    assert refused.value.rules == ("PR-RECORD-02",)
    assert booth.entries() == before


def test_what_was_gathered_in_an_interval_that_is_open_again_counts_again():  # PR-BACKUP-04
    booth = Booth(shoves=1)
    booth.says("red", "roll")
    opened = booth.game.head
    booth.says("blue", "shove up\npass")
    door.fall_due(booth.id, "interval", 1)
    assert booth.entries()[opened:][0] == ("order", "blue")
    door.back_up(booth.id, opened, "the interval opens again")
    assert [
        (row.seat, row.text)
        for row in Sealed.objects.filter(game_id=booth.id, kind="reaction", used=None)
    ] == [("blue", "shove up")]
    assert booth.state.die == booth.public(opened)["outcome"]


# --- Star Traders: a plan with its alternative ----------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "orders"),
    [([6], ["jump niven", "halt"]), ([1, 6], ["jump niven", "jump niven", "halt"])],
    ids=["the-jump-succeeds", "it-fails-and-the-alternative-is-made"],
)
def test_a_plan_makes_its_alternative_where_the_jump_fails(dice, orders):  # PR-STANDING-04
    start = {
        "lines": [["Mink", "Niven", "orange"]],
        "red": {"at": "Mink", "stations": [], "hand": []},
    }
    with scripted(ScriptedDice(list(dice))) as box:
        game = door.create(
            "star-traders", ("red", "blue"), {}, {"timing": "sealed"}, start=start, told=True
        )
        begin(game.pk, stops=False)
        door.orders(game.pk, "red", "plan\njump niven\nif failed: jump niven\nhalt\nend plan")
    done = [
        e.public
        for e in Entry.objects.filter(game=game, kind=Kind.ORDER, seat="red").order_by("number")
    ]
    assert [
        next(o for o in ("jump niven", "halt") if o in public.lower()) for public in done
    ] == orders
    assert box.outcomes == []


# --- the end --------------------------------------------------------------------------------------


def test_when_the_game_is_over_moves_are_refused_and_press_is_carried():
    booth = Booth()
    for seat in SEATS:
        booth.says(seat, "propose end\nyes" if seat == "red" else "vote yes")
    assert booth.game.phase == Phase.OVER
    lines = booth.says("red", "roll\nsay: well played").lines
    assert [(line.answer, line.kind) for line in lines] == [("refused", "stale"), ("returned", "")]
    assert booth.line("red", "say: well played").answer == "noted"


# --- two at once ----------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_orders_at_once_make_no_entry_twice():  # PR-RECORD-01
    booth = Booth()

    def order(seat: str) -> str:
        try:
            return booth.line(seat, "end", "t1").answer
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(order, ["red"] * 8))
    assert sorted(answers) == ["done"] + ["refused"] * 7
    assert booth.entries() == [("start", ""), ("order", "red")]


@pytest.mark.django_db(transaction=True)
def test_reactions_at_once_are_all_kept_and_carried_out_in_turn_order():  # PR-PRIORITY-01
    booth = Booth(shoves=1)
    moment = booth.says("red", "roll").moment

    def react(seat: str) -> None:
        try:
            booth.says(seat, "shove up\npass", moment)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(3) as threads:
        list(threads.map(react, reversed(SEATS)))
    assert [seat for kind, seat in booth.entries() if kind == "order"] == [
        "red",
        "red",
        "blue",
        "green",
    ]
    numbers = list(
        Entry.objects.filter(game_id=booth.id).order_by("number").values_list("number", flat=True)
    )
    assert numbers == list(range(1, len(numbers) + 1))
