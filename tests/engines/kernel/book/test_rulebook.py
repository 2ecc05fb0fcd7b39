"""Rules by id: looking up, sections, words, near misses, settings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from traders.engines.kernel.book.rulebook import Rule, Rulebook, cited, parse, rulebook

BOOK = rulebook("traders.engines.star_traders")


def test_the_book_of_star_traders_is_whole() -> None:
    assert len(BOOK) == 490
    assert len(BOOK.sections) == 25
    assert {rule.status for rule in BOOK} == {"stated", "inferred", "reconstructed"}
    assert sum(rule.reconstructed for rule in BOOK) == 42
    assert all(
        rule.title
        and rule.text
        and rule.kind
        and rule.game in ("basic", "advanced", "both", "optional")
        for rule in BOOK
    )


@pytest.mark.parametrize(
    "asked", ["ST-JUMP-04", "st-jump-4", "st jump 04", "jump 4", " ST-JUMP-004 "]
)
def test_an_id_is_found_however_it_is_written(asked: str) -> None:
    rule = BOOK.get(asked)
    assert rule is not None and rule.id == "ST-JUMP-04"
    assert rule.section == "JUMP"


@pytest.mark.parametrize(
    "asked", ["", "ST-JUMP-99", "PR-JUMP-04", "jump", "st-jump-٤", "st-jump-1-2"]
)
def test_what_is_no_id_finds_nothing(asked: str) -> None:
    assert BOOK.get(asked) is None


def test_a_section_is_found_by_short_name_and_by_heading() -> None:
    assert BOOK.section("race") == BOOK.section("Races")
    assert [rule.id for rule in BOOK.section("race")][:2] == ["ST-RACE-01", "ST-RACE-02"]
    assert BOOK.section("nothing") == []


def test_words_in_the_title_come_first() -> None:
    found = BOOK.about("race presti")
    assert found[0].id == "ST-RACE-04"
    assert all("race" in f"{rule.title} {rule.text} {rule.note}".lower() for rule in found)
    assert BOOK.about("quarantine xyzzy") == []


def test_look_up_takes_id_section_or_word() -> None:
    assert [rule.id for rule in BOOK.look_up("st-race-02")] == ["ST-RACE-02"]
    assert BOOK.look_up("mission")[0].id == "ST-MISSION-01"
    assert BOOK.look_up("abandon")[0].section in ("CARGO", "DELIVER")


def test_near_ids_are_named() -> None:
    assert "ST-JUMP-04" in BOOK.nearest("ST-JMP-04")


@given(st.text(max_size=300))
def test_looking_up_never_fails(asked: str) -> None:
    BOOK.look_up(asked)
    BOOK.nearest(asked)


def test_two_rules_of_one_id_make_no_book() -> None:
    rule = Rule("XX-A-01", "One", "One.")
    with pytest.raises(ValueError, match="XX-A-01"):
        Rulebook("Book", "XX", [rule, rule])
    with pytest.raises(ValueError, match="XX-A-01"):
        Rulebook("Book", "YY", [rule])


def test_a_setting_has_the_first_of_its_forms_as_default() -> None:
    book = parse(
        """
        book = { title = "B", prefix = "XX" }
        [[rule]]
        id = "XX-A-01"
        title = "T"
        text = "W"
        from = ["table: x"]
        setting = { timing = "stops | table", days = 21 }
        """
    )
    assert book.settings() == {"timing": "stops", "days": 21}
    assert book["XX-A-01"].carried == ("table: x",)
    assert book.sections == {"A": "A"}


def test_citations_are_found_in_text() -> None:
    assert cited("as ST-JUMP-04 and PR-TURN-01 say; ST-JUMP-04 again, st-x-1 not") == (
        "ST-JUMP-04",
        "PR-TURN-01",
    )
