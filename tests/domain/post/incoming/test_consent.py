"""A consent by letter means what the newest letter proposes, a no means nothing of it
(PR-RECEIPT-09).
"""

from __future__ import annotations

import pytest

from tests.domain.letters.real import gone, made
from traders.domain.letters.letter_facts import Facts, decode
from traders.domain.play import door
from traders.domain.timeline import timeline
from traders.models import Game, Letter, Sealed

pytestmark = pytest.mark.django_db


@pytest.fixture
def write(game: Game, take):
    """Sends a letter of Red's; gives what Red was told of its lines, and the facts of that."""

    def written(text: str, answers: str = "") -> Facts:
        gone(game=game, seat="red")
        headers = f"In-Reply-To: {answers}\r\n" if answers else ""
        arrival = take("red", text, headers=headers)
        timeline.read(arrival.pk)
        arrival.refresh_from_db()
        assert arrival.answered_by_id
        gone(game=game, seat="red")
        return decode(Letter.objects.get(pk=arrival.answered_by_id).facts)

    return written


def sent(facts: Facts) -> list[tuple[str, str]]:
    return [(line.text, line.answer) for line in facts.lines]


CONSENTS = (
    "as you suggest",
    "yes please",
    "Yes, that one",
    "the first",
    "yes do that",
    "ok",
    "OK, sounds good!\n\nAnna\nSent from my iPhone",
    "Hello Traders,\n\nSure thing.\n\nAnna",
    "Right you are.",
)


@pytest.mark.parametrize("asked", ["endd", "end, then hope"])
@pytest.mark.parametrize("text", CONSENTS)
def test_a_consent_means_the_line_that_was_asked_about(write, asked: str, text: str) -> None:
    """Not the good turn: what the letter answered asks goes before what it suggests."""
    assert "end" in str(write(asked).lines)
    assert sent(write(text)) == [("end", "done")]


def test_of_several_lines_one_is_named_or_asked_back(game: Game, write) -> None:
    ways = [line.text for line in write("Niven please").lines if line.text]
    assert ways == ["jump niven", "jump niven regular"]
    before = Game.objects.get(pk=game.pk).number
    [line] = write("yes please").lines
    assert (line.answer, line.instead) == ("refused", ("jump niven",))
    assert "`jump niven regular`" in line.words
    assert Game.objects.get(pk=game.pk).number == before
    assert sent(write("yes"))[0][0] == "jump niven"


def test_the_second_of_several_lines_is_sent(write) -> None:
    write("Niven please")
    assert sent(write("the second one, please"))[0][0] == "jump niven regular"


def test_lines_that_the_letter_did_not_show_are_not_sent(write) -> None:
    """A letter without orders is told the first line of the good turn alone."""
    shown = [line.text for line in write("Jaxin please").lines if line.text]
    assert shown == ["build"]
    assert sent(write("as you suggest")) == [("build", "done")]


@pytest.mark.parametrize(
    "text",
    [
        "Yes please!",
        "Yes.",
        "go ahead",
        "ok do it",
        "OK, sounds good!",
        "ok",
        "as you suggest, thanks\nAnna\nSent from my iPhone",
        "as you suggest\nend",
        "As you suggest, then end.",
        "Go ahead\nBest regards, Anna",
        "Hello\nas you suggest\nBye, Ann",
        "Hi there,\n\nyes please",
        "Dear referee,\n\nas you suggest, thank you.\n\nKind regards,\nTom",
        "Good evening, Anna here.\nYes please",
        "Morning!\n\nWhatever you think best.",
        "I'll follow your advice, thanks",
        "Good plan, do that.",
    ],
)
def test_what_is_suggested_whole_is_sent(write, text: str) -> None:
    suggested = write("status").suggestion
    assert suggested and suggested.orders == ("build", "draw", "end")
    assert sent(write(text)) == [("build", "done"), ("draw", "done"), ("end", "done")]


def test_a_suggestion_is_tried_by_its_name(game: Game, write) -> None:
    write("status")
    before = Game.objects.get(pk=game.pk).number
    assert ("build", "tested") in sent(write("test as you suggest"))
    assert Game.objects.get(pk=game.pk).number == before


@pytest.mark.parametrize("text", ["ok thanks", "the first", "ok…"])
def test_what_is_no_clear_consent_is_asked_back(game: Game, write, text: str) -> None:
    write("status")
    before = Game.objects.get(pk=game.pk).number
    [line] = write(text).lines
    assert (line.answer, line.instead) == ("refused", ("as you suggest",))
    assert Game.objects.get(pk=game.pk).number == before
    assert sent(write("yes"))[0] == ("build", "done")


def test_a_letter_that_tells_how_an_order_is_written_is_no_clear_suggestion(write) -> None:
    assert write("draw nothing please").lines[0].instead == ("draw",)
    [line] = write("yes").lines
    assert (line.answer, line.instead) == ("refused", ("as you suggest",))


@pytest.mark.parametrize("text", ["no", "No thanks!", "Nope.", "no thank you"])
def test_a_no_does_nothing_of_what_was_proposed(game: Game, write, text: str) -> None:
    write("status")
    before = Game.objects.get(pk=game.pk).number
    told = write(text)
    assert [line.answer for line in told.lines] == ["told"] or told.lines[0].answer == "noted"
    assert "`orders`" in told.lines[0].words
    assert told.asked is not None
    assert Game.objects.get(pk=game.pk).number == before


def test_a_no_above_other_lines_is_no_order(write) -> None:
    write("status")
    assert sent(write("no thanks, I'd rather keep my card.\nend"))[-1] == ("end", "done")


def test_a_bare_yes_answers_what_cannot_be_taken_back_alone(game: Game, write) -> None:
    """Neither before the answer, nor once its time is over."""
    assert sent(write("Good game! I give up")) == [("resign", "asked")]
    assert sent(write("no"))[0] == ("no", "done")
    assert not Game.objects.get(pk=game.pk).seats.get(colour="red").left


@pytest.mark.parametrize(
    "text", ["don't pass", "Please don't end my turn yet", "I'd rather not build"]
)
def test_what_is_not_wanted_is_never_proposed(write, text: str) -> None:
    told = write(text)
    for line in told.lines:
        assert not line.instead
        assert "Did you mean" not in line.words
        assert line.text in ("", text)


def test_a_letter_that_is_answered_by_its_name_is_meant_and_not_a_newer_one(
    game: Game, write
) -> None:
    write("endd")
    asked = Letter.objects.filter(game=game, seat="red").latest("pk").message_id
    assert write("status").suggestion
    assert sent(write("yes please", asked)) == [("end", "done")]


def test_a_letter_before_an_order_is_not_answered_after_it(game: Game, write) -> None:
    write("bild")
    asked = Letter.objects.filter(game=game, seat="red").latest("pk").message_id
    assert sent(write("jump niven"))[0][1] == "done"
    [line] = write("yes please", asked).lines
    assert (line.answer, line.kind) in (("refused", "unreadable"), ("refused", "stale"))
    assert "Play has gone on" in line.words


def test_words_that_are_taken_back_by_others_are_asked_about(game: Game, write) -> None:
    """`If you mean it, write … alone`: a yes means that line, not the good turn."""
    [line, *_] = [one for one in write("jump niven\nI'd rather not").lines if one.words]
    assert "If you mean it, write `jump niven` alone" in line.words
    came = write("yes, do it")
    assert sent(came)[0][0] == "jump niven", (line, came.lines)


def test_the_end_that_a_question_named_is_meant_by_a_yes(write) -> None:
    assert "if you mean it, write `end`" in write("End? No, wait!").lines[-1].words
    [line] = write("Yes please").lines
    assert (line.answer, line.instead) == ("refused", ("end",))
    assert sent(write("Yes.")) == [("end", "done")]


@pytest.mark.parametrize("question", ["What if I end now?", "How do I win?"])
def test_after_a_question_a_consent_is_asked_back_which_is_meant(
    game: Game, write, question: str
) -> None:
    """The letter tells of what was asked, and suggests something else."""
    write(question)
    before = Game.objects.get(pk=game.pk).number
    [line] = write("yes please").lines
    assert line.answer == "refused"
    assert line.words.endswith("`as you suggest`?" if "win" in question else "`as you suggest`.")
    assert Game.objects.get(pk=game.pk).number == before
    assert sent(write("as you suggest"))[-1] == ("end", "done")


def test_ok_above_an_order_is_no_consent_to_something_else(write) -> None:
    write("status")
    assert sent(write("OK\nend")) == [("end", "done")]


def test_what_was_asked_about_is_meant_once(game: Game, take, write) -> None:
    """Two consents that are read before the first is answered."""
    asked = write("buildd")
    assert asked.lines
    letters = [take("red", text, name=f"<{text[:2]}@x>") for text in ("yes please", "ok do it")]
    timeline.read_all([arrival.pk for arrival in letters])
    told = []
    for arrival in letters:
        arrival.refresh_from_db()
        told += [answer for _, answer, *_ in arrival.notes["lines"]]
    assert told == ["done", "refused"]


def newest(game: Game, seat: str) -> Letter:
    gone(game=game, seat=seat)
    return Letter.objects.filter(game=game, seat=seat).latest("pk")


@pytest.mark.parametrize("said", ["to red: shall we be friends?", "say: A draw?"])
def test_a_yes_may_answer_what_another_player_wrote(game: Game, write, said: str) -> None:
    """Below what the letter suggests, or asks about: it is asked back which is meant."""
    for before, meant in (("status", "as you suggest"), ("endd", "end")):
        write(before)
        door.orders(game.pk, "blue", said)
        number = Game.objects.get(pk=game.pk).number
        [line] = write("yes please", newest(game, "red").message_id).lines
        assert (line.answer, line.kind) == ("refused", "unreadable")
        assert Game.objects.get(pk=game.pk).number == number
        assert before != "status" or line.instead == (meant,)
    assert "end" in str(sent(write("as you suggest")))


def test_a_yes_to_another_player_does_not_carry_out_what_waits_for_one(game: Game, write) -> None:
    """Nor in answer to a letter to somebody else; in answer to the question it does."""
    assert sent(write("resign")) == [("resign", "asked")]
    blues = newest(game, "blue").message_id
    door.orders(game.pk, "blue", "to red: shall we be friends?")
    for name in (newest(game, "red").message_id, "", blues):
        [line] = write("Yes, sure!", name).lines
        assert (line.answer, line.kind) == ("refused", "unreadable")
        assert "`resign`" in line.words
        door.orders(game.pk, "blue", "to red: well?")
    assert not game.seats.get(colour="red").left
    asked = Letter.objects.filter(game=game, seat="red", kind="receipt").earliest("pk")
    assert sent(write("Yes, sure!", asked.message_id))[0][1] == "done"


def test_a_letter_to_another_seat_proposes_nothing(game: Game, write) -> None:
    """Whoever names it; a name that is none of ours says nothing."""
    write("status")
    blues = newest(game, "blue").message_id
    [line] = write("yes please", blues).lines
    assert "I suggest nothing here" in line.words
    write("orders")
    assert sent(write("yes please", "<made.by@a.relay>"))[-1] == ("end", "done")


@pytest.mark.parametrize("names", ["{} <a@mail.program>", "Your message of Monday {}"])
def test_a_letter_is_named_among_others_and_words(game: Game, write, names: str) -> None:
    write("endd")
    asked = newest(game, "red").message_id
    assert write("status").suggestion
    assert sent(write("yes please", names.format(asked))) == [("end", "done")]


@pytest.mark.parametrize("between", ["say: hello", "stop at zap", "letters daily"])
def test_what_is_no_move_leaves_a_suggestion_as_it_was(game: Game, write, between: str) -> None:
    """It is sent in answer to its letter, though another came since."""
    write("status")
    suggested = newest(game, "red").message_id
    assert [answer for _, answer in sent(write(between))] == ["noted"]
    assert sent(write("yes please", suggested))[-1] == ("end", "done")


def test_what_is_kept_sealed_is_meant_once(game: Game, take, write) -> None:
    """Though nothing is entered by it, and the first letter is answered by its name twice."""
    write("jump niven")

    def answer(text: str, asked: str = "") -> str:
        gone(game=game, seat="blue")
        arrival = take("blue", text, headers=f"In-Reply-To: {asked}\r\n" if asked else "")
        timeline.read(arrival.pk)
        arrival.refresh_from_db()
        return str(arrival.notes["lines"][0][1])

    assert answer("play gotchaa on red") == "refused"
    asked = newest(game, "blue").message_id
    assert [answer("yes please", asked), answer("ok do it", asked)] == ["kept", "refused"]
    assert Sealed.objects.filter(game=game, seat="blue", kind="reaction").count() == 1


@pytest.mark.parametrize(
    "text",
    [
        "OK. But do not build.",
        "As you suggest, except for the build.",
        "Please, no build today.",
        "As you suggest without building.",
    ],
)
def test_what_is_left_out_is_never_proposed(game: Game, write, text: str) -> None:
    write("status")
    before = Game.objects.get(pk=game.pk).number
    told = write(text)
    assert Game.objects.get(pk=game.pk).number == before
    assert not any("build" in (line.text, *line.instead) for line in told.lines)


def test_a_yes_means_nothing_of_a_letter_that_has_not_left(game: Game, take, write) -> None:
    """The way out is stuck: its writer never saw what it proposes, nor what it asks."""

    def answer(text: str) -> list[tuple[str, str]]:
        made(game=game, seat="red")
        arrival = take("red", text)
        timeline.read(arrival.pk)
        arrival.refresh_from_db()
        return sent(decode(Letter.objects.get(pk=arrival.answered_by_id).facts))

    write("status")
    assert "end" in str(answer("endd"))
    assert answer("yes please")[0] == ("build", "done")
    assert answer("Good game! I give up") == [("resign", "asked")]
    assert answer("yes")[0][1] == "refused"
    assert not game.seats.get(colour="red").left
    assert sent(write("Yes, sure!"))[0][1] == "done"
    assert game.seats.get(colour="red").left
