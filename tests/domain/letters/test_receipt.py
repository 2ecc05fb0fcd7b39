"""A receipt says each thing once."""

from __future__ import annotations

from dataclasses import replace

from tests.domain.letters.table import NOON
from traders.domain.letters.facts import Facts, Happening, Message
from traders.domain.letters.parts import news, news_within, stopped
from traders.domain.letters.plain_text import zone_of
from traders.domain.letters.reader import Reader
from traders.domain.letters.receipt import receipts
from traders.domain.letters.render import unwrapped
from traders.domain.table.change_set import Line

READER = Reader("Ann", zone_of("UTC"), "every", "red", "First voyage", "first-voyage")
PLAN = "Kept as a plan: it is carried out when play comes to it."


def told(*lines: Line) -> list[tuple[tuple[str, ...], str, tuple[str, ...]]]:
    """The lines' outcomes: the orders of each, its sentence, what is possible."""
    _, found = receipts(Facts(at=NOON, number=6, lines=lines), READER)
    return [(one.orders, one.told, one.instead) for one in found]


def test_lines_with_the_same_outcome_are_told_as_one() -> None:
    plans = [Line(order, "planned", PLAN) for order in ("jump niven", "load autodocs")]
    assert told(*plans) == [(("jump niven", "load autodocs"), PLAN, ())]


def test_a_line_that_stands_above_is_not_repeated() -> None:
    wishes = [
        Line(f"keep {good} until 5", "planned", f"Followed from here on: keep {good} until 5.")
        for good in ("food", "robots")
    ]
    orders = ("keep food until 5", "keep robots until 5")
    assert told(*wishes) == [(orders, "Followed from here on.", ())]


def test_what_is_possible_is_not_said_twice() -> None:
    words = 'There is no world "nivn". Did you mean Niven?'
    [(_, _, instead)] = told(Line("jump nivn", "refused", words, instead=("Niven",)))
    assert instead == ()
    [(_, _, instead)] = told(Line("jump oz", "refused", "No line leads there.", instead=("Niven",)))
    assert instead == ("Niven",)


def test_why_a_plan_stopped_is_no_line_of_it() -> None:
    plans = ("no jumpline leads from Hench (65) to Niven (13) (ST-JUMP-04)", "jump niven")
    assert stopped("star-traders", "red", plans, ()) == (
        "No jumpline leads from Hench to Niven.",
        ["jump niven"],
    )
    assert stopped("star-traders", "red", (), ()) == ("", [])


def test_what_stopped_a_plan_is_told_to_its_reader() -> None:
    did = "Blue plays Court Scandal on Red."
    reader = replace(READER, seat="red", system="star-traders")
    facts = Facts(at=NOON, number=6, plans=(did, "end"), events=(Happening(6, did),))
    told = stopped("star-traders", "red", facts.plans, [did])
    assert told == ("Blue played Court Scandal on Red.", ["end"])
    assert news(facts, reader) == []


def test_what_bots_say_to_all_gives_way_first() -> None:
    press = (Message("blue", "Good luck to you all.", bot=True), Message("green", "Well met."))
    facts = Facts(at=NOON, number=6, press=press)
    assert news_within(facts, READER, 40)[0] == [
        "Blue to all: Good luck to you all.",
        "Green to all: Well met.",
    ]
    assert news_within(facts, READER, 6) == (["Green to all: Well met."], False)


def test_a_board_in_words_is_wrapped_once() -> None:
    full = "The next turn goes to whoever has spent the fewest days; of equals, to the"
    board = f"LEDGERS\n{full}\nfirst going left from Red.\n- a hold\n 1   .   .   o\n 2   ~   .   ."
    assert unwrapped(board) == board.replace("to the\nfirst", "to the first")
    lanes = "  Cinderfall (mining): Heavy ore; lanes to Ferrum Vale 2, and Greenholt 3"
    assert unwrapped(f"{lanes}\n  Greenholt (agri): Grain") == f"{lanes}\n  Greenholt (agri): Grain"
    assert unwrapped(f"{lanes},\n  Saint Ovane 3") == f"{lanes}, Saint Ovane 3"
