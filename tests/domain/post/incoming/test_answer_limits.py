"""Letters in which nothing can be read are answered seldom, and told what may be sent now."""

from __future__ import annotations

from tests.domain.post.incoming.test_reading import answer, read


def test_a_few_letters_of_a_day_without_an_order_are_answered_each_text_twice(take):
    """A person who mistypes again or asks once more is answered; two machines do not answer each
    other for ever (PR-RECEIPT-06).
    """

    def is_answered(text: str) -> bool:
        return read(take("red", text)).answered_by is not None

    assert [is_answered(f"my cat sleeps\n{n} hours") for n in (1, 2, 3)] == [True, True, False]
    slept = [f"my cat slept {n} hours" for n in range(5)]
    assert [is_answered(text) for text in slept] == [True, True, True, False, False]
    assert is_answered("status\n")
    assert is_answered("my cat sleeps again\n")


def test_the_answer_to_it_names_what_may_be_answered_now(take):
    asked = answer(read(take("red", "my cat sleeps\n")))
    assert "build This would answer what I asked you." in " ".join(asked.split())
    assert "This would answer" not in answer(read(take("blue", "my cat sleeps\n")))
