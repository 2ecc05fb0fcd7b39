"""Questions about what commands of every game do find these commands (PR-RECEIPT-09)."""

from __future__ import annotations

import re

import pytest

from tests.seated import begin
from traders.domain.letters.multiline_text_layout import unwrapped
from traders.domain.play import door
from traders.domain.play.commands import registry
from traders.domain.play.manners import (
    closed_word_classes,
    question_lookup,
    questions_of_the_board,
)
from traders.domain.settings.postal_rules import postal_rules
from traders.engines.kernel.contract.agreed_options import not_played
from traders.engines.kernel.words import figure
from traders.engines.registry import ENGINES, engine

ASKED = (
    ("how do i go on holiday", "away from"),
    ("how do i take a week off", "away from"),
    ("can i pause the game", "propose pause"),
    ("can we agree on a draw", "propose draw"),
    ("how can i give up", "resign"),
    ("how do i write to blue", "to blue: "),
    ("how do i trade with blue", "offer blue: "),
    ("how do i take back my last order", "undo"),
    ("i think blue cheats, what can i do", "claim late"),
    ("how can i complain about a ruling", "appeal 1: "),
    ("how do i stop getting asked about zaps", "no stop at zap"),
    ("could i have more time", "hold"),
)


@pytest.mark.parametrize(("question", "command"), ASKED)
def test_what_a_question_asks_of_is_told(question, command):
    known = registry.known_in(engine("star-traders"))
    told = question_lookup.commands_about(question, known)
    assert any(written.startswith(command) for written, _ in told), told


@pytest.mark.django_db
@pytest.mark.parametrize("system", ENGINES)
def test_what_another_seat_holds_is_told_by_its_lines_of_the_board_alone(system):
    """PR-RECEIPT-09: as the asker sees them; and that there is no more to be told."""
    game = door.create(system, ("red", "blue", "orange"), {}, {"timing": "table"})
    begin(game.pk, stops=False)
    for asked, of in (
        ("What cards does blue hold?", "Blue"),
        ("How many cards does Orange have?", "Orange"),
        ("what is in blue's hand?", "Blue"),
    ):
        told = door.orders(game.pk, "red", asked).lines[0].words
        lines, end = told.rsplit("\n\n", 1)
        assert end == f"That is all that you may see of {of}."
        assert 0 < len(lines.splitlines()) <= 6
        assert lines.count(f"{of}:") == 1
        assert not re.search(r"(Red|Blue|Orange):", lines.replace(f"{of}:", ""))
    asks_else = door.orders(game.pk, "red", "What does blue have to do to win?").lines[0].words
    assert "all that you may see" not in asks_else


def _holding(*cards: str) -> int:
    """A game in which Blue has these cards in hand, and a cargo aboard."""
    seats = {
        "red": {"at": "Oz"},
        "blue": {"at": "Oz", "hand": [*cards], "cargo": ["Autodocs"]},
    }
    game = door.create("star-traders", ("red", "blue"), {}, {"timing": "table"}, start=seats)
    begin(game.pk, stops=False)
    return game.pk


@pytest.mark.django_db
@pytest.mark.parametrize(
    "asks", ["Does Blue hold {}?", "Has blue got a {}?", "Is blue carrying {}?", "Who has {}?"]
)
def test_whether_another_seat_holds_a_thing_is_told_by_what_the_asker_sees_alone(asks):
    """PR-RECEIPT-09: in a line, which is the same whatever is hidden."""
    told = {}
    for name in ("Zap", "Autodocs"):
        lines = [
            door.orders(_holding(*cards), "red", asks.format(name)).lines[0].words
            for cards in (("Zap", "Superjump"), ("Superjump", "Superjump"))
        ]
        assert len(set(lines)) == 1
        told[name] = lines[0]
    assert told["Zap"] == "Nothing that you may see of Blue shows zap."
    assert told["Autodocs"] == "Blue: Aboard: Autodocs."


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("system", "orders", "question", "told"),
    [
        ("stratastar", ["homeworld j1"], "Who holds J1?", "{}: "),
        ("star-traders", [], "Who has Autodocs?", "{}: Aboard: Autodocs."),
    ],
)
def test_who_holds_a_thing_may_be_the_asker(system, orders, question, told):
    """PR-RECEIPT-09."""
    start = {"red": {"at": "Oz", "cargo": ["Autodocs"]}, "blue": {"at": "Oz"}}
    beside = {} if orders else {"start": start}
    game = door.create(system, ("red", "blue"), {}, {"timing": "table"}, **beside)
    begin(game.pk, stops=False)
    game.refresh_from_db()
    asker = game.turn if orders else "red"
    for order in orders:
        door.orders(game.pk, asker, order)
    words = door.orders(game.pk, asker, question).lines[0].words
    assert words.startswith(told.format(asker.title()))
    assert "Nothing that you may see" not in words


@pytest.mark.parametrize("system", ENGINES)
def test_each_line_of_a_board_is_whole_for_an_answer_that_quotes_it(system):
    rules = engine(system)
    state = rules.position(("red", "blue"), {}, {})
    board = unwrapped(rules.board_text(rules.view(state, "red")))
    assert [line for line in board.split("\n") if line.endswith(",")] == []


def test_of_a_long_rule_what_is_asked_is_told_and_how_the_rest_is_read():
    """PR-RECEIPT-09: in its own order, its first sentence always."""
    book = engine("star-traders").rulebook()
    for rule in (*book, *postal_rules()):
        words = question_lookup.asked_about(rule.title.casefold())
        told = question_lookup.bearing_on(words, rule.text)
        if len(rule.text.split()) <= question_lookup.LONG:
            assert told == rule.text
        assert told.startswith(rule.text.split(". ")[0])
        rest = iter(rule.text.split())
        assert all(word in rest for word in told.split() if word != "…")
    ladder = question_lookup.bearing_on(["declin"], postal_rules().rules["PR-SEAT-09"].text)
    assert "A challenge that is declined" in ladder
    assert len(ladder.split()) < 90


def test_each_line_that_is_asked_for_is_a_command():
    known = {command.prefix.strip(" :") for command in registry.known_in(engine("star-traders"))}
    lines = closed_word_classes.words().asked
    assert [line for line in lines if not {line, line.partition(" ")[0]} & known] == []


CAPTAINS = """CAPTAINS (the first to have 100 credits wins)
Blue: 25 credits, 2 spaces out from Harrowgate
  towards Ferrum Vale
  order: Machine parts to Greenholt, to be loaded at Ferrum
    Vale
Green: 25 credits, at Ferrum Vale
  order: Heavy ore to Port Meridian, aboard"""
CARDS = """YOUR HAND
- Superjump: one attempt, any world, no roll.
  `play superjump at <world>`
- Avoid Calamity: cancels a Calamity, or lets you leave a
  Quarantine.
  `avoid`
Any card also buys a re-roll of your own jump: `reroll
with <card>`."""
CONTRACTS = """CONTRACTS
In per cent: the odds to get so far without a failed jump.
1. Dragon Eggs to Drachir, from Hench
   9 Stellors, 4 Prestige.
   Way: Capital 67 %, Oz 56 %.
2. Cybertanks to Telzey, from Jaxin
   16 Stellors."""
PRICES = """  good      shown  price   1   2
  Food          3     3     5   4
  Ore           0     –     7   6
  (–: not shown, so illegal here: sold at twice what was paid,
   if the police die shows none)"""


def _lines(board: str, *places: int) -> list[str]:
    return [board.split("\n")[place] for place in places]


@pytest.mark.parametrize(
    ("question", "board", "places"),
    [
        ("who has machine parts", CAPTAINS, (0, 1, 2, 3, 4)),
        ("what is in greenholt", CAPTAINS, (0, 1, 2, 3, 4)),
        ("who carries ore", CAPTAINS, (0, 5, 6)),
        ("what is superjump", CARDS, (0, 1, 2)),
        ("what is a quarantine", CARDS, (0, 3, 4, 5)),
        ("what is a reroll", CARDS, (0, 6, 7)),
        ("how far is it to oz", CONTRACTS, (0, 2, 3, 4)),
        ("what are the odds", CONTRACTS, range(7)),
        ("what does ore cost", PRICES, (0, 2)),
        ("is it illegal", PRICES, (0, 3, 4)),
    ],
)
def test_a_thing_of_the_board_is_told_whole(question, board, places):
    told = questions_of_the_board.board_lines(question_lookup.asked_about(question), board)
    assert told == _lines(board, *places)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("who is winning", False),
        ("who has zap", False),
        ("whose turn is it", True),
        ("who is on turn", True),
        ("who plays next", True),
        ("who do we wait for", True),
    ],
)
def test_whom_play_waits_for_is_told_who_asks_that(question, told):
    assert bool(closed_word_classes.topic("turn").search(question)) is told


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("who has the most money", True),
        ("am i richer than blue", True),
        ("how do i make the most of it", False),
    ],
)
def test_who_is_ahead_is_told_who_asks_who_has_most(question, told):
    assert bool(closed_word_classes.topic("score").search(question)) is told


def test_a_count_of_one_is_of_one():
    told = [figure(n, name) for name in ("days spent", "Prestige") for n in (1, 2)]
    assert told == ["1 day spent", "2 days spent", "1 Prestige", "2 Prestige"]


NAMED_OTHERWISE = {
    "zap": "ST-CARD-53",
    "superzap": "ST-CARD-53",
    "emperor proclaims jubilee": "ST-CARD-16",
    "avoid calamity": "ST-CALAMITY-03",
    "police": "TL-SET-02",
    "research": "SS-RES-01",
}
"""Things of which another title tells what they do."""


@pytest.mark.parametrize("system", ENGINES)
def test_what_a_thing_does_is_told_first(system):
    game = engine(system)
    book = game.rulebook()
    effects = {rule.title.removesuffix(": effect").casefold(): rule.id for rule in book}
    for thing in sorted(game.thing_names()):
        name = thing.casefold()
        rule = NAMED_OTHERWISE.get(name) or effects.get(name)
        if rule is None or rule.partition("-")[0] != book.prefix:
            continue
        for asked in (f"what does {name} do", f"what is {name}", f"explain {name}"):
            words = question_lookup.asked_about(asked)
            things = [question_lookup.stem(word) for word in name.split()]
            found, defined = question_lookup.rules_about(words, (book,), things)
            assert found[0].id == rule, (asked, [one.id for one in found])
            assert defined or rule in NAMED_OTHERWISE.values()


def test_rules_of_what_is_left_out_of_a_game_are_not_told():
    games = {system: engine(system) for system in ENGINES}
    out = {name: not_played(one.rulebook(), {}, one.options) for name, one in games.items()}
    assert {"BH-", "TL-FBS-"} <= set(out["traders-luck"])
    assert "IT-SHF-" in out["imperial-trader"]
    luck = games["traders-luck"]
    with_pirates = not_played(luck.rulebook(), {"bounty_hunters": True}, luck.options)
    assert "BH-" not in with_pirates
    for system, without in out.items():
        book = engine(system).rulebook()
        for rule in (one for one in book if one.id.startswith(without)):
            words = question_lookup.asked_about(rule.title.casefold())
            found, _ = question_lookup.rules_about(words, (book,), (), without)
            assert not [one.id for one in found if one.id.startswith(without)]
