"""An answer to what was asked before play backed up: its moves are stale, its wishes never
(PR-RECORD-02, PR-REMEDY-03).

Keys recur when play backs up, so that an old letter and a new one may name the same interval.
"""

from __future__ import annotations

from email import message_from_bytes, policy

import pytest

from tests.domain.letters.real import made
from tests.domain.post.incoming.conftest import moment_of
from tests.domain.post.incoming.test_reading import answer, jumps, read
from traders.domain.bots import letter_answering
from traders.domain.history.moment_labels import label_of
from traders.domain.letters.letter_facts import decode
from traders.domain.play import door
from traders.models import Arrival, Game, Letter, Sealed, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def old(take, game) -> str:
    """What Blue's letter asked before play backed up over Red's jump; Red has jumped again since,
    and the same key is asked.
    """
    read(take("red", "jump niven\n"))
    asked = moment_of(game, "blue")
    door.back_up(game.pk, 1, "the table agrees")
    read(take("red", "jump niven\n"))
    assert moment_of(game, "blue") == f"{asked}b1"
    return asked


def passes(seat: str = "blue") -> int:
    return Sealed.objects.filter(seat=seat, kind="pass", used=None).count()


def lines(arrival: Arrival) -> list[tuple[str, str, tuple[str, ...]]]:
    assert arrival.answered_by is not None
    return [
        (line.answer, line.kind, tuple(line.rules))
        for line in decode(arrival.answered_by.facts).lines
    ]


STALE = ("refused", "stale", ("PR-RECORD-02",))


@pytest.mark.sampled
@pytest.mark.parametrize(
    "move", ["pass", "hold", "undo", "play gotcha", "agree blue, green", "plan\nhalt"]
)
def test_a_move_that_answers_the_older_letter_is_stale_and_the_interval_stays_open(
    take, game, old, move
):
    came = read(take("blue", f"{move}\n", moment=old, minutes=30))
    assert lines(came) == [STALE]
    told = " ".join(answer(came).split())
    assert (
        "Your letter came on Mon 13:30. Play went back to an earlier move on Mon 13:10, after "
        "what it answers" in told
    )
    assert "You may react in the Quarantine window. Answer the newest letter of this game." in told
    assert not Sealed.objects.filter(
        kind__in=["pass", "hold", "reaction", "agree", "plan"]
    ).exists()
    assert "may react" in Game.objects.get(pk=game.pk).waiting_for


def test_a_deal_is_not_accepted_by_an_answer_to_the_older_letter(take, game, old):
    """The position for which it was meant is backed out."""
    read(take("green", "offer blue: 3 stellors for nothing\n"))
    assert lines(read(take("blue", "accept 1\n", moment=old))) == [STALE]
    assert Sealed.objects.get(kind="offer").used is None
    assert lines(read(take("blue", "accept 1\n", name="<anew@phone.test>")))[0][0] == "done"


def test_an_offer_made_in_play_that_is_backed_out_is_open_no_more(take, game):
    """(PR-RECORD-02, PR-BACKUP-04)"""
    read(take("green", "offer blue: 1 stellors for nothing\n"))
    head = Game.objects.get(pk=game.pk).head
    read(take("red", "jump niven\n"))
    read(take("green", "offer blue: 3 stellors for nothing\n", name="<two@phone.test>"))
    door.back_up(game.pk, head, "the table agrees")
    for place in ("blue", "green"):
        told = decode(Letter.objects.filter(game=game, seat=place).latest("id").facts)
        assert "Offer 2 was made in play that is undone; it is open no more." in [
            event.text for event in told.events
        ]
    assert "Offer 2" not in " ".join(
        e.text
        for e in decode(Letter.objects.filter(game=game, seat="red").latest("id").facts).events
    )
    assert lines(read(take("blue", "accept 2\n")))[0][:2] == ("refused", "stale")
    assert lines(read(take("blue", "accept 1\n", name="<one@phone.test>")))[0][0] == "done"


def test_an_offer_outlives_a_seat_taking_back_its_own_order(take, game):
    """(PR-BACKUP-03)"""
    read(take("red", "jump niven\n"))
    read(take("green", "offer blue: 3 stellors for nothing\n"))
    read(take("red", "undo\n", name="<undo@phone.test>"))
    assert Sealed.objects.get(kind="offer").used is None


def test_an_answer_to_the_new_letter_counts_and_so_does_one_to_the_refusal(take, game, old):
    read(take("green", "pass\n"))
    assert passes("green") == 1
    refused = read(take("blue", "pass\n", moment=old))
    [letter] = made(pk=refused.answered_by_id)
    to = (
        message_from_bytes(bytes(letter.raw), policy=policy.default)["Reply-To"]
        .addresses[0]
        .addr_spec
    )
    assert f".{old}b1." in to
    read(take("blue", "pass\n", moment=f"{old}b1"))
    assert "Quarantine window" not in Game.objects.get(pk=game.pk).waiting_for


def test_what_is_no_move_is_taken_from_the_older_letter(take, old):
    came = read(
        take(
            "blue",
            "status\nstop at zap\npass until my turn\nclaim rule: the jump was not as the rules "
            "say\n",
            moment=old,
        )
    )
    assert "refused" not in {said for said, _, _ in lines(came)}
    assert Sealed.objects.filter(seat="blue", kind="stop", text="zap").exists()


def test_an_interval_into_which_play_backs_up_is_asked_anew(take, game):
    """(PR-REMEDY-03)"""
    read(take("red", "jump niven\n"))
    asked, opened = moment_of(game, "blue"), Game.objects.get(pk=game.pk).head
    late = take("blue", "pass\n", moment=asked)
    door.back_up(game.pk, opened, "the table agrees")
    assert Letter.objects.filter(game=game, seat="blue").latest("id").kind == "interval"
    assert lines(read(late)) == [STALE]
    assert passes() == 0
    read(take("blue", "pass\n"))
    assert passes() == 1


def test_an_older_turn_is_stale_after_a_back_up_but_not_after_ones_own_undo(take, game):
    """(PR-BACKUP-03)"""
    read(take("red", "jump niven\n", moment="t1"))
    asked = moment_of(game, "blue")
    read(take("red", "undo\n", moment="t1"))
    read(take("red", "jump niven\n", moment="t1", name="<second@phone.test>"))
    assert jumps() == 2
    assert lines(read(take("blue", "pass\n", moment=asked))) == [STALE]
    door.back_up(game.pk, 1, "the table agrees")
    assert lines(read(take("red", "jump niven\n", moment="t1", name="<third@phone.test>"))) == [
        STALE
    ]
    assert jumps() == 2


def test_an_order_below_an_undo_in_the_same_letter_is_carried_out(take, game):
    read(take("red", "jump niven\n"))
    came = read(
        take("red", "undo\njump niven\n", moment=moment_of(game, "red"), name="<again@phone.test>")
    )
    assert lines(came)[0][0] == "done"
    assert "PR-RECORD-02" not in answer(came)


def test_what_waited_for_a_ruling_is_stale_where_play_backed_up_meanwhile(take, game):
    """(PR-CLAIM-03)"""
    from traders.domain.play import claim_pause
    from traders.domain.play.game_session import open_session

    read(take("red", "jump niven\n"))
    asked, opened = moment_of(game, "blue"), Game.objects.get(pk=game.pk).head
    with open_session(game.pk) as session:
        claim_pause.hold(session)
    read(take("blue", "pass\n", moment=asked))
    with open_session(game.pk) as session:
        session.back_up(opened, "ruled", "referee")
        claim_pause.release(session)
    claim_pause.make_what_waited(game.pk, Game.objects.get(pk=game.pk).moved)
    assert passes() == 0


def test_a_bot_whose_answer_a_back_up_overtook_answers_what_is_asked_now(take, game, old):
    came = read(take("blue", "pass\n", moment=old))
    assert came.answered_by is not None
    seat = Seat.objects.get(game=game, colour="blue")
    facts = decode(came.answered_by.facts)
    asked = letter_answering.orders_for(game, seat, facts, seed=1)
    facts.lines = ()
    assert asked == letter_answering.orders_for(game, seat, facts, seed=1)
    assert label_of(came.answered_by) == f"{old}b1"


def test_what_has_passed_and_is_not_asked_again_is_late_as_ever(take, game):
    """(PR-RECEIPT-07)"""
    read(take("red", "jump niven\n"))
    asked = moment_of(game, "blue")
    door.back_up(game.pk, 1, "the table agrees")
    came = read(take("blue", "play gotcha\n", moment=asked))
    assert lines(came) == [("refused", "late", ("PR-RECEIPT-07",))]
    assert "claim late" in " ".join(answer(came).split())
