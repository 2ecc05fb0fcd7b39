"""Players' names: understood where a seat is expected, given out where they mean nothing else, kept
by games (ORDERS.md, "Names").
"""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest

from tests import seated
from tests.examples import drawn
from traders.domain.history import recording_and_replay
from traders.domain.play import door
from traders.domain.play.commands import (
    leaving_and_taking_seats,
    player_name_rules,
    registry,
    standing_orders_stops_plans,
)
from traders.engines.kernel.grammar.order_parts import OneOf, name_key
from traders.engines.kernel.grammar.orders import Grammar, _May, _Slot, _slots
from traders.engines.kernel.refusal import Refusal
from traders.engines.kernel.seats import COLOURS
from traders.engines.kernel.words import CALLED, UNSEEN, harmless, seats_listed, seats_to
from traders.engines.registry import ENGINES, engine
from traders.models import Player, Press, Sealed, Seat

SYSTEMS = sorted(ENGINES)
SEATS = ("red", "blue", "green")


# --- every literal of every order -----------------------------------------------------------------


def literals(system: str) -> set[str]:
    return {
        word
        for grammar in engine(system).grammars()
        for word in grammar.literals()
        if name_key(word)
    }


def of_the_server() -> set[str]:
    return {word for phrase in registry.phrases() for word in re.findall(r"[a-z]+", phrase)} | set(
        standing_orders_stops_plans.JOINING
    )


def candidates(system: str) -> set[str]:
    """Names made of the literals: alone, and before, behind and between a word that is the
    beginning of a colour.
    """
    known = literals(system) | of_the_server()
    return known | {
        made
        for word in known
        for made in (
            f"{word} gry",
            f"gry {word}",
            f"g {word}",
            f"g {word} verne",
            f"g {word}tt vernett",
            f"gina {word} a1",
            f"bly {word}tt a1tt",
        )
    }


def given(name: str) -> bool:
    return not (
        player_name_rules._misshapen(player_name_rules.plain(name))
        or player_name_rules._meaning(player_name_rules.plain(name), frozenset(ENGINES))
    )


def lines(grammar: Grammar) -> list[str]:
    """Every form in which a seat is named, written out with each colour in full and shortened, with
    and without what may be left out.
    """
    fills = {
        "n": "2",
        "some": "2",
        "times": "x2",
        "world": "verne",
        "card": "zap",
        "cargo": "fur",
        "space": "a1",
        "good": "food",
    }
    fills |= {"planet": "cinderfall", "cards": "1 research", "ships": "2"}
    made: set[str] = set()
    for form in grammar.forms:
        if not any(slot.kind == "seat" for slot in _slots(form.parts)):
            continue
        for seat, whole in product(("green", "g", "gr", "red"), (True, False)):
            made.add(" ".join(_filled(grammar, form.parts, fills | {"seat": seat}, whole)))
    return sorted(made)


def _filled(
    grammar: Grammar, parts: tuple[Any, ...], fills: dict[str, str], whole: bool
) -> list[str]:
    found: list[str] = []
    for part in parts:
        if isinstance(part, str):
            found.append(part)
        elif isinstance(part, _Slot):
            kind = grammar.kinds[part.kind]
            found.append(kind.words[0] if isinstance(kind, OneOf) else fills.get(part.kind, "1"))
        elif isinstance(part, _May) and whole:
            for inner in part.parts:
                found += _filled(grammar, inner, fills, whole)
    return found


def meant(grammar: Grammar, line: str, called: dict[str, str]) -> str:
    try:
        return grammar.write(grammar.read(line, called))
    except Refusal as refusal:
        return refusal.kind


@pytest.mark.examples("names-in-orders")
@pytest.mark.parametrize("system", drawn("names-in-orders", list(SYSTEMS)))
def test_a_literal_of_an_order_is_refused_as_a_name_or_changes_no_order_of_a_rival(system):
    given_out = sorted(name for name in candidates(system) if given(name))
    everyone = dict.fromkeys(given_out, "blue")
    read = 0
    for grammar in engine(system).grammars():
        for line in lines(grammar):
            without = meant(grammar, line, {})
            if without in ("unreadable", "ambiguous"):
                continue
            read += 1
            assert meant(grammar, line, everyone) == without, line
            for name in (
                name for name in given_out if not set(name.split()).isdisjoint(line.split())
            ):
                assert meant(grammar, line, {name: "blue"}) == without, (line, name)
    assert read or not any(
        slot.kind == "seat"
        for g in engine(system).grammars()
        for form in g.forms
        for slot in _slots(form.parts)
    )


@pytest.mark.parametrize("system", SYSTEMS)
def test_literals_amounts_things_and_colours_are_no_names(system):
    for word in (
        literals(system)
        | of_the_server()
        | {str(n) for n in range(120)}
        | set(COLOURS)
        | set(engine(system).thing_names())
    ):
        assert not given(word), word


@pytest.mark.parametrize("name", [
    "10", "seven", "x2", "Red", "blu", "on red", "red jumps", "Player of blue",
    "will not attack you", "take that", "End of Days", "a\u200bnn", "ann\nbob", "a\u202enna",
    "Ann Ву", "my turn", "My Cargo", "then",
    "ann\u3164", "a\uffa0nn", "an\u115fn", "a\u2800n", "a\u034fnn",
    "none", "original", "-ann", "A", "x" * 41, "a" + "\u0301" * 5, "ann:", "#ann", "!!", "12 34",
    "www.example.com", "Win at a.co", "1.example",
])  # fmt: skip
@pytest.mark.django_db
def test_names_that_are_not_given_out(name):
    assert player_name_rules.problem(name).endswith((".", "name."))


@pytest.mark.parametrize("name", [
    "Mark", "Will", "May", "Rose", "Ed", "Zoë", "Łukasz", "太郎", "Anna-Lena", "O'Brien", "J.R.",
    "J.R. Smith", "St. John",
    "Владимир", "रमेश", "محمد", "Big Jim", "Agent 47", "山田 Taro", "José García", "Nguyễn Văn An",
])  # fmt: skip
@pytest.mark.django_db
def test_names_that_are(name):
    assert player_name_rules.problem(name) == ""


@pytest.mark.django_db
@pytest.mark.parametrize("name", [
    "The Referee", "Referee Bob", "Traders by Post", "Trаders by Роst", "0rganizer", "Star Traders",
    "rеd", "Nobody", "ΤrɑdersByPost", "Reƒeree", "ʀeferee", "Ƭraders by Post", "ᴀdmin", "Ɽed",
])  # fmt: skip
def test_nobody_is_called_what_speaks_for_the_server(name):
    assert player_name_rules.problem(name)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Red", "“Red” is a seat; take another name."),
        ("Red Ann", "“Red Ann” contains red, which is a seat; take another name."),
        ("All", "“All” is a word in orders; take another name."),
        ("Zap", "“Zap” is the name of a thing in one of the games; take another name."),
        ("Everybody", "“Everybody” means all players in letters and orders; take another name."),
        (
            "the server",
            "“the server” means the program that runs the games in letters and orders; take "
            "another name.",
        ),
        ("Star Traders", "“Star Traders” means a game in letters and orders; take another name."),
        ("Аll", "A name is written in one script: letters of several look alike."),
        ("A1l", "“A1l” looks like all, which means all players; take another name."),
        (
            "N0body",
            "“N0body” looks like nobody, which means none of the players; take another name.",
        ),
        ("rеd", "A name is written in one script: letters of several look alike."),
    ],
)
def test_what_is_reserved_is_told_from_what_only_looks_so(name, why):
    assert player_name_rules.problem(name) == why


@pytest.mark.django_db
def test_nobody_is_called_what_texts_call_those_whom_they_do_not_name():
    words = {*CALLED, seats_to("red", ["red"]), seats_to("red", []), seats_listed([])}
    for word in words:
        for name in (word, word.title(), f"the {word}", f"The {word.upper()}"):
            assert player_name_rules.problem(name), name


@pytest.mark.django_db
def test_a_game_calls_nobody_so_whatever_name_an_account_bears(db):
    game = door.create("star-traders", SEATS)
    for seat, name in zip(
        Seat.objects.filter(game=game), ("You", "The others", "Ann"), strict=True
    ):
        seat.player = Player.objects.create_user(f"{seat.colour}@example.org", display_name=name)
        seat.save()
    seated.begin(game.pk)
    assert [seat.called for seat in game.seats.all()] == ["Red", "Blue", "Ann"]


@pytest.mark.parametrize("unseen", UNSEEN)
def test_what_nobody_sees_stands_in_no_text(unseen):
    assert harmless(f"say: a{unseen}b") == "say: ab"


@pytest.mark.django_db
def test_a_name_that_looks_like_somebody_elses_is_refused_and_ones_own_is_not():
    alice = Player.objects.create_user("alice@example.org", display_name="Alice")
    Player.objects.create_user("sor@example.org", display_name="Cop")
    for alike in (
        "alice",
        "ALICE",
        "Alicé",
        "A lice",
        "AIice",
        "Αlice",
        "Ａlice",
        "ᴀlice",
        "Ałice",
        "Alɪce",
        "Aliƈe",
    ):
        assert player_name_rules.problem(alike), alike
        assert player_name_rules.problem("Сор")
    assert player_name_rules.problem("ALICE", alice) == ""


# --- where a name is understood -------------------------------------------------------------------


@pytest.fixture
def named(db):
    """A game of Star Traders in which Ann is red, Bob Smith blue and Will green."""
    called = dict(zip(SEATS, ("Ann", "Bob Smith", "Will"), strict=True))
    game = door.create("star-traders", SEATS, settings={"timing": "table"})
    for seat in Seat.objects.filter(game=game):
        seat.player = Player.objects.create_user(
            f"{seat.colour}@example.org", display_name=called[seat.colour]
        )
        seat.save()
    seated.begin(game.pk)
    game.refresh_from_db()
    return game


def answered(game, seat: str, text: str):
    return door.orders(game.pk, seat, text).lines[-1]


def test_a_game_keeps_the_names_with_which_it_began(named):
    bob = Player.objects.get(display_name="Bob Smith")
    bob.display_name = "10"
    bob.save()
    assert [seat.called for seat in named.seats.all()] == ["Ann", "Bob Smith", "Will"]
    assert answered(named, "red", "to bob smith: hello").words == "Sent to Blue."
    assert answered(named, "red", "to 10: hello").kind == "unreadable"


def test_words_stay_as_they_were_typed(named):
    said = "I will not attack you, Ann and Bob Smith; WILL\u00a0too…"
    answered(named, "red", f"to Will: {said}")
    answered(named, "red", f"say: {said}")
    assert list(Press.objects.values_list("to", "words").order_by("pk")) == [
        ("green", said),
        ("", said),
    ]


@pytest.mark.parametrize(
    ("line", "kind", "text"),
    [
        ("when ann jumps: play zap down", "standing", "when red jumps: play zap down"),
        (
            "when bob smith jumps and not will petitions: play zap down",
            "standing",
            "when blue jumps and not green petitions: play zap down",
        ),
        (
            "when bob jumps: play quarantine on will at verne",
            "standing",
            "when blue jumps: play quarantine on green at verne",
        ),
        ("stop at zap when will jumps", "stop", "when green jumps: zap"),
        ("pass until bob smith jumps", "standing-pass", "when blue jumps: until blue jumps"),
        ("offer will: 1 stellors for nothing", "offer", "1 stellor for nothing"),
        ("offer Bob Smith: 1 stellors for nothing", "offer", "1 stellor for nothing"),
        ("plan\npermit bob smith at verne\nend plan", "plan", "permit blue at verne"),
    ],
)
def test_a_name_is_understood_wherever_a_seat_is_expected_and_kept_as_its_colour(
    named, line, kind, text
):
    mover = recording_and_replay.position_at(named, named.head).in_order()[0]
    sender = next(seat for seat in SEATS if seat != mover)
    found = door.orders(named.pk, "red" if kind == "offer" else sender, line).lines
    assert all(answer.answer != "refused" for answer in found), found
    kept = Sealed.objects.filter(game=named, kind=kind).latest("serial")
    assert (f"when {kept.condition}: {kept.text}" if kept.condition else kept.text) == text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("propose concession to bob smith", "a concession to Blue"),
        ("propose 3h more for Will", "3 hours more for Green"),
        ("propose 3h more for nobody there", "There is no seat"),
        ("propose concession to 2", "There is no seat"),
    ],
)
def test_proposals_name_seats_too(named, line, words):
    assert words in answered(named, "red", line).words


def test_ambiguous_beginnings_are_refused_and_a_colour_comes_first(named):
    Seat.objects.filter(game=named, colour="green").update(name="Bobby")
    line = answered(named, "red", "to bob: hello")
    assert (line.kind, line.words) == (
        "ambiguous",
        '"bob" fits more than one seat: Bob Smith, Bobby.',
    )
    assert "Did you mean Bob Smith" in answered(named, "red", "to bob smyth: hello").words
    assert answered(named, "red", "to bobby: hello").words == "Sent to Green."
    assert answered(named, "red", "to b: hello").words == "Sent to Blue."
    assert answered(named, "red", "to ann: hello").words == "That is your own seat."


def test_a_name_that_a_game_cannot_understand_falls_back_to_the_colour(db):
    game = door.create("star-traders", SEATS)
    for seat, name in zip(Seat.objects.filter(game=game), ("regular", "Ann", "Аnn"), strict=True):
        seat.player = Player.objects.create_user(f"{seat.colour}@example.org", display_name=name)
        seat.save()
    seated.begin(game.pk)
    assert [seat.called for seat in game.seats.all()] == ["Red", "Ann", "Green"]


def test_a_substitute_brings_a_name_of_their_own(named):
    door.orders(named.pk, "blue", "resign")
    newcomer = Player.objects.create_user("new@example.org", display_name="Zoë")
    try:
        leaving_and_taking_seats.take(named.pk, "blue", newcomer)
    except Refusal:
        door.orders(named.pk, "blue", "yes")
        leaving_and_taking_seats.take(named.pk, "blue", newcomer)
    assert answered(named, "red", "to zoë: hello").words == "Sent to Blue."
    assert answered(named, "red", "to bob smith: hello").kind == "unreadable"
