"""Letters to people without a seat are answered by mail, as letters to seats are: by their reader
alone, once, told by letter what became of it.
"""

from __future__ import annotations

from datetime import timedelta
from email import message_from_bytes
from email.policy import default

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.domain.letters.table import NOON
from traders.domain.accounts import account_erasure
from traders.domain.calendar import clock
from traders.domain.letters import seatless_questions
from traders.domain.letters.addresses import answer_address, is_mailbox, read_answer_address
from traders.domain.letters.letter_facts import decode
from traders.domain.play.commands import registry
from traders.domain.play.commands.seatless_answer_types import Answer, Reply, Topic
from traders.domain.play.manners.seatless_answer_reading import meanings
from traders.domain.post import preparing
from traders.domain.post.incoming import intake
from traders.domain.table.change_set import Line
from traders.domain.timeline import timeline
from traders.engines.kernel.grammar.order_table import When
from traders.engines.kernel.refusal import Refusal
from traders.models import Arrival, ArrivalOutcome, Game, Letter, LetterStatus, Player

pytestmark = pytest.mark.django_db


def _fetch(reply: Reply, rest: str, raw: str) -> Line:
    if rest == "the moon":
        raise Refusal("The moon is not for sale.", "PR-SEAT-01")
    return Line(raw, "done", f"Fetched {rest or 'it'} for {reply.about['whom']}.")


@pytest.fixture(autouse=True)
def _errands(monkeypatch: pytest.MonkeyPatch) -> None:
    said = {"topic": "errand", "said_by": "an errand boy", "when": When.ASKED, "help": "Fetch it."}
    row = Answer(prefix="fetch", forms=("fetch", "fetch: <what>"), example="fetch",
                 rule="PR-SEAT-01", deed=_fetch, **said)  # fmt: skip
    monkeypatch.setattr(registry, "_ANSWERS", [])
    monkeypatch.setattr(registry, "_TOPICS", {})
    registry.declare_answers(Topic("errand", lambda reply: True), row)


@pytest.fixture
def ida(db) -> Player:
    return Player.objects.create_user("ida@example.org", display_name="Ida")


def ask(player: Player, game: Game | None = None, key: str = "errand.1") -> Letter:
    """A letter that was asked, made ready as it goes out."""
    seatless_questions.ask(
        player, "errand", key, "An errand", ["Would you fetch it?"], at=clock.now(), game=game,
        about={"whom": "Otto"}, answers=[("fetch", "You go and fetch it.")],
    )  # fmt: skip
    letter = Letter.objects.get(player=player, key=key)
    preparing.prepare([letter.pk])
    letter.refresh_from_db()
    assert letter.status == LetterStatus.PREPARED
    return letter


def reply(
    letter: Letter, text: str, sender: str = "", headers: str = "", name: str = ""
) -> Arrival:
    """What the answer to a letter came to, sent to the address that the letter names."""
    to = message_from_bytes(bytes(letter.raw or b""), policy=default)["Reply-To"].addresses[0]
    named = f"Message-ID: {name}\r\n" if name else ""
    head = f"From: {sender or letter.player.email}\r\nTo: {to.addr_spec}\r\nSubject: Re\r\n{named}"
    raw = (head + headers + "\r\n" + text.replace("\n", "\r\n")).encode()
    arrival = intake.take(raw, envelope_to=to.addr_spec, envelope_from="x@y.test", channel="smtp")
    timeline.read(arrival.pk)
    arrival.refresh_from_db()
    return arrival


def told(arrival: Arrival) -> list[tuple[str, str]]:
    """What its answer says of each line."""
    assert arrival.answered_by is not None
    return [(line.answer, line.words) for line in decode(arrival.answered_by.facts).lines]


@given(st.text("abcdefghijklmnopqrstuvwxyz234567", min_size=20, max_size=20), st.integers(0, 47),
       st.sampled_from("abcxyz27.0"))  # fmt: skip
def test_an_address_names_its_letter_and_nobody_else_writes_one(tag, place, letter):
    local = answer_address(tag).partition("@")[0]
    assert len(local) <= 64
    assert local == local.lower()
    assert read_answer_address(local.upper()) == tag
    changed = local[:place] + letter + local[place + 1 :]
    assert changed == local or read_answer_address(changed) is None


@pytest.mark.parametrize("in_a_game", [True, False])
def test_an_answer_is_carried_out_and_told_by_a_letter_that_can_be_answered(game, ida, in_a_game):
    letter = ask(ida, game if in_a_game else None)
    text = (
        "Hi,\nfetch\n\nOn Mon, 2 Mar 2026 Traders by Post wrote:\n> Would you fetch it?\n> fetch\n"
    )
    came = reply(letter, text, name="<1@phone.test>")
    assert (came.outcome, came.game_id) == (ArrivalOutcome.ORDERS, game.pk if in_a_game else None)
    assert told(came) == [("done", "Fetched it for Otto.")]
    receipt = came.answered_by
    assert (receipt.player, receipt.seat) == (ida, "")
    preparing.prepare([receipt.pk])
    receipt.refresh_from_db()
    sent = message_from_bytes(bytes(receipt.raw), policy=default)
    assert sent["In-Reply-To"] == "<1@phone.test>"
    assert "Fetched it for Otto." in sent.get_body(("plain",)).get_content()
    again = reply(receipt, "fetch: the moon\nfetch\n")
    assert [answer for answer, _ in told(again)] == ["refused", "done"]


def test_a_polite_request_is_carried_out_and_a_question_is_not(ida):  # PR-RECEIPT-09
    letter = ask(ida)
    assert told(reply(letter, "Could I please fetch?\n"))[0][0] == "done"
    assert told(reply(letter, "Fetch?\nhelp\n"))[0][0] == "refused"


def test_an_answer_in_full_width_letters_is_read_and_told_as_typed(ida):
    plain = "Content-Type: text/plain; charset=utf-8\r\n"
    came = reply(ask(ida), "ｆｅｔｃｈ　the moon\n", headers=plain)
    assert came.outcome == ArrivalOutcome.ORDERS
    (line,) = decode(came.answered_by.facts).lines
    assert (line.text, line.answer) == ("ｆｅｔｃｈ　the moon", "refused")
    assert line.words == "The moon is not for sale."


def test_the_same_letter_come_again_counts_once(ida):
    letter = ask(ida)
    first = reply(letter, "fetch\n", name="<1@phone.test>")
    assert first.outcome == ArrivalOutcome.ORDERS
    for _ in range(2):
        again = reply(letter, "fetch\n", name="<1@phone.test>")
        assert (again.outcome, again.answered_by) == (ArrivalOutcome.DUPLICATE, first.answered_by)


def test_from_another_mailbox_it_is_held_until_its_own_confirms(ida):
    letter = ask(ida)
    strange = reply(letter, "fetch\n", sender="eve@example.org")
    assert (strange.outcome, strange.held_as) == (ArrivalOutcome.UNCONFIRMED, 1)
    assert "eve@example.org, which is not your mailbox" in told(strange)[0][1]
    assert reply(letter, "confirm 1\n", sender="eve@example.org").outcome == "unconfirmed"
    clock.set_to(NOON + timedelta(hours=1))
    assert told(reply(letter, "confirm 1\n"))[0][0] == "done"
    timeline.read(strange.pk)
    strange.refresh_from_db()
    assert strange.outcome == ArrivalOutcome.CONFIRMED
    assert told(strange) == [("done", "Fetched it for Otto.")]
    assert reply(letter, "confirm 9\n").notes["lines"][0][1] == "refused"


@pytest.mark.parametrize(
    ("text", "headers", "outcome"),
    [
        ("fetch\n", "Auto-Submitted: auto-replied\r\n", ArrivalOutcome.UNCONFIRMED),
        ("I am away.\n", "Auto-Submitted: auto-replied\r\n", ArrivalOutcome.AUTOMATIC),
        ("I am away.\n", "X-Autoreply: yes\r\n", ArrivalOutcome.AUTOMATIC),
        ("What is this about?\n", "", ArrivalOutcome.EMPTY),
        ("", "", ArrivalOutcome.EMPTY),
        ("I could not possibly fetch it for the next three weeks, since I am away.\n", "",
         ArrivalOutcome.EMPTY),
        ("help\n", "", ArrivalOutcome.ORDERS),
    ],
)  # fmt: skip
def test_whatever_is_written_it_ends_in_an_outcome(ida, text, headers, outcome):
    assert reply(ask(ida), text, headers=headers).outcome == outcome


def test_more_than_the_quota_is_not_carried_out(ida, settings):
    settings.QUOTA_LETTERS = 2
    letter = ask(ida)
    came = [reply(letter, f"fetch: {n}\n").outcome for n in range(3)]
    assert came == [ArrivalOutcome.ORDERS] * 2 + [ArrivalOutcome.TOO_MANY]


def test_a_forged_address_is_nobodys_and_a_letter_to_a_seat_has_none(game, ida):
    letter = ask(ida)
    address = answer_address(letter.tag)
    assert is_mailbox(address)
    forged = f"answer.{letter.tag}.{'a' * 20}@{address.partition('@')[2]}"
    assert not is_mailbox(forged)
    came = intake.take(
        b"From: ida@example.org\r\n\r\nfetch\r\n", envelope_to=forged, channel="smtp"
    )
    assert (timeline.read(came.pk), came.asked_by) == ("stranger", None)
    to_seat = Letter.objects.filter(game=game, seat="red").first()
    came = intake.take(b"From: ida@example.org\r\n\r\nfetch\r\n", channel="smtp",
                       envelope_to=answer_address(to_seat.tag))  # fmt: skip
    assert timeline.read(came.pk) == "stranger"


def test_an_account_that_was_removed_answers_nothing_more(ida):
    letter = ask(ida)
    came = reply(letter, "fetch\n")
    account_erasure.erase(ida)
    came.refresh_from_db()
    assert (bytes(came.raw), came.envelope_to) == (b"", "")
    assert reply(letter, "fetch\n", sender="ida@example.org").outcome != ArrivalOutcome.ORDERS


AS_WRITTEN = {
    "season": {
        "confirm": "Yes, I confirm, thanks!|Confirm|I confirm my place|Yes please|Sure!|OK|👍"
        "|Count me in|I'd love to|Yes, I do. Thanks for organising!|I'll play"
        "|Hi all, confirm. See you there!|Yes!! Can't wait|Count me in for the season",
        "register": "Please register me|Could I please register?",
        "withdraw": "I'd like to withdraw|No, thanks|Withdraw, please. Sorry!"
        "|Sorry, I can't this time|I have to pull out, sorry|Yes, withdraw me"
        "|Afraid I can't, sorry",
        "": "I confirm only if Dan plays|no problem|withdraw?|Can I withdraw?|confirm nonsense"
        "|yes but not before Monday|confirm, withdraw|Please don't withdraw me!"
        "|No, don't withdraw me|No, let me ask my wife first|No, I confirm|Can't wait!",
    },
    "ladder": {
        "accept": "Accept. See you there!|I accept the challenge|Challenge accepted|yes|Gladly!"
        "|You're on!|I'd be happy to accept this challenge",
        "decline": "I decline, sorry mate|No thanks, not now|I'd rather not play, thanks",
        "challenge": "challenge bob|Challenge Bob, please!|I'd like to challenge Bob. Cheers"
        "|Could I please challenge Bob?|I'd like to challenge Bob please"
        "|Would you be so kind as to challenge Bob?",
        "join ladder": "I'd like to join the ladder please|May I please join the ladder?",
        "take back": "Please take back my challenge",
        "": "I accept if I win|no way you beat me|Could I please see who stands above me?"
        "|Should I challenge Bob?|No, I won't decline|No, wait until I am back",
    },
    "stand-in": {
        "yes": "Yes, gladly!|Yes. With pleasure|sure, happy to|Yes, I will"
        "|Yes, I'll take over the seat|I'll take it",
        "no": "No, sorry|no thank you",
        "stand down": "Please stand down|stand down.",
        "": "no problem, as soon as I am back|stand down the fleet|I can't take the seat",
    },
    "desk": {
        "pause": "Please pause 1: Ann is in hospital",
        "": "pause 1 until Monday? Let me ask Ann first.|Should I pause 1: Ann is ill"
        "|Please do not pause 1: they play",
    },
}  # fmt: skip
"""By topic and the answer that is meant, "" for none: lines as people write them."""
RESTS = {"challenge": "bob", "pause": "1: ann is in hospital"}
"""What stands behind such an answer."""


@pytest.mark.parametrize("topic", AS_WRITTEN)
def test_an_answer_is_read_as_people_write(topic, monkeypatch):
    """PR-RECEIPT-09: manners are left out, nothing is guessed, and what is refused is told each
    answer that is possible, also those that the line names.
    """
    monkeypatch.undo()
    rows = registry.answers_to(topic)
    offered = [row.prefix for row in rows]
    for meant, lines in AS_WRITTEN[topic].items():
        for line in lines.split("|"):
            found = [(one.answer.prefix, one.rest) for one in meanings(line, rows, offered)]
            last = found[-1] if meant == "challenge" else next(iter(found), ("", ""))
            assert last == (meant, RESTS.get(meant, "")), line
    assert not list(meanings("OK, thanks!", rows, ())), "the answer to a letter that asks nothing"
