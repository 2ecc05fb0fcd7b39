"""A receipt says each thing once."""

from __future__ import annotations

from dataclasses import replace

from tests.domain.letters.table import NOON
from traders.domain.history.entries_in_words import StoryEntry
from traders.domain.letters.letter_facts import Facts, Happening, Message
from traders.domain.letters.letter_recipient import Reader
from traders.domain.letters.letter_sections import deal_lines, news, news_within, stopped
from traders.domain.letters.multiline_text_layout import unwrapped
from traders.domain.letters.order_receipt import MOST_LINES, receipts, summary
from traders.domain.letters.plain_text_layout import tidy, zone_of
from traders.domain.play.commands.query_commands import in_a_line
from traders.domain.table.change_set import KEPT_ANSWER, KEPT_REACTION, Line
from traders.engines.kernel.telling.teller import Teller
from traders.engines.registry import ENGINES
from traders.models import Kind

READER = Reader("Ann", zone_of("UTC"), "every", "red", "First voyage", "first-voyage")
STAR = replace(READER, system="star-traders")
PLAN = "Kept as a plan: it is carried out when play comes to it."


def told(*lines: Line) -> list[tuple[tuple[str, ...], str, tuple[str, ...]]]:
    """The lines' outcomes: the orders of each, its sentence, what is possible."""
    _, found = receipts(Facts(at=NOON, number=6, lines=lines), READER)
    return [(one.orders, one.told, one.instead) for one in found]


def test_lines_with_the_same_outcome_are_told_as_one() -> None:
    plans = [Line(order, "planned", PLAN) for order in ("jump niven", "load autodocs")]
    assert told(*plans) == [(("jump niven", "load autodocs"), PLAN, ())]


def test_whether_all_must_answer_or_a_window_closes_is_said_once() -> None:
    """Said once, above the lines."""
    for words in (KEPT_ANSWER, KEPT_REACTION):
        lines = (Line("round: deal", "kept", words), Line("pass", "noted", "Noted."))
        head, found = receipts(Facts(at=NOON, number=6, lines=lines), READER)
        assert head == words and not found[0].told


KEPT = "I keep to it and roll the rest"


def test_a_line_that_stands_above_is_not_repeated() -> None:
    wishes = [
        Line(f"keep {good} until 5", "planned", f"{KEPT}: keep {good} until 5.")
        for good in ("food", "robots")
    ]
    orders = ("keep food until 5", "keep robots until 5")
    assert told(*wishes) == [(orders, f"{KEPT}.", ())]


def test_what_was_done_is_said_once_beside_what_was_passed() -> None:
    words = "Passed: trade and build. Done: move 2 from j1 to i1."
    [(_, outcome, _)] = told(Line("move 2 from j1 to i1 if possible", "done", words))
    assert outcome == "Passed: trade and build."


def test_an_offer_that_was_just_made_is_told_once() -> None:
    """By its line; what else lies open is listed."""
    made = Line("offer blue: fur", "noted", "Offer 2 made to Blue. Take it back by: withdraw 2.")
    open_ = {"with": "blue", "give": "fur", "get": "5 stellors"}
    deals = [open_ | {"number": n, "mine": True} for n in (1, 2)]
    [listed] = deal_lines(Facts(at=NOON, number=6, lines=(made,), view={"deals": deals}))
    assert listed.startswith("1. To Blue")


def test_whether_one_is_sure_is_asked_once() -> None:
    asked = Line("resign", "asked", "`yes` within 1 day carries it out.")
    assert summary([asked]) == ""
    assert told(asked) == [(("resign",), f"Are you sure? {asked.words}", ())]


def test_each_entry_of_the_history_stands_on_a_line_of_its_own() -> None:
    """Also below one whose line is full."""
    told = "Homeworlds are placed by Blue, Green, Red and White, in this order.", ""
    entries = [StoryEntry(n, Kind.CHANCE, "", "", "", NOON, (told,)) for n in (9, 10)]
    words = "\n".join(in_a_line(entry) for entry in entries)
    assert unwrapped(words).split("\n") == words.split("\n")


def test_a_turn_that_was_ended_is_told_in_a_sentence() -> None:
    """However it was said, and not by the order's own word."""
    for text in ("end", "end turn"):
        [(_, outcome, _)] = told(Line(text, "done", "Done: end."))
        assert outcome == "You ended your turn."


def test_a_turn_that_was_ended_is_told_once_where_the_game_tells_it_too() -> None:
    ends = Happening(5, "Red ends the turn.", kind="ends", data={"seat": "red"})
    line = Line("end", "done", "Done: end.", entry=5)
    drew = Happening(5, "You draw Zap.", kind="draws-own", data={"seat": "red", "cards": "Zap"})
    for came, then in (([ends], ""), ([ends, drew], "You ended your turn and drew Zap.")):
        _, [found] = receipts(Facts(at=NOON, number=5, lines=(line,)), STAR, came)
        assert (found.outcome or " ".join(found.then)) == (then or "You ended your turn.")


def test_what_is_possible_is_not_said_twice() -> None:
    words = 'There is no world "nivn". Did you mean Niven?'
    [(_, _, instead)] = told(Line("jump nivn", "refused", words, instead=("Niven",)))
    assert instead == ()
    [(_, _, instead)] = told(Line("jump oz", "refused", "No line leads there.", instead=("Niven",)))
    assert instead == ("Niven",)
    words = "I cannot read “niven, thanks” here."
    [(_, _, instead)] = told(Line("niven, thanks", "refused", words, instead=("Niven",)))
    assert instead == ("Niven",), "quoted words say nothing of what is possible"


def happened(lines: tuple[Line, ...], *events: tuple[int, str]) -> list[tuple[object, ...]]:
    """The lines' outcomes: the orders of each, and what came of them."""
    came = [Happening(number, text) for number, text in events]
    _, found = receipts(Facts(at=NOON, number=6, lines=lines), READER, came)
    return [(*one.orders, one.then) for one in found]


def test_each_line_tells_what_it_made_happen() -> None:
    lines = (
        Line("load gremlins", "done", "Done: load gremlins.", entry=5),
        Line("say: off", "noted", "Sent to all.", entry=5),
        Line("jump oz", "done", "Done: jump oz.", entry=8),
    )
    events = ((5, "Red loads Gremlins."), (7, "Red rolls 4."), (9, "Red is at Oz."))
    assert happened(lines, *events) == [
        ("load gremlins", ("Red loads Gremlins.",)),
        ("say: off", ()),
        ("jump oz", ("Red rolls 4.", "Red is at Oz.")),
    ]


def test_a_pass_that_closed_a_window_tells_what_came_of_it() -> None:
    lines = (
        Line("pass", "noted", "You pass this window.", entry=4),
        Line("jump oz", "done", "Done: jump oz.", entry=6),
    )
    assert happened(lines, (4, "Blue rolls 2."), (6, "Red rolls 4.")) == [
        ("pass", ("Blue rolls 2.",)),
        ("jump oz", ("Red rolls 4.",)),
    ]


def test_lines_of_which_no_numbers_are_known_tell_it_with_the_last_that_was_done() -> None:
    """As in letters that were written before lines had any."""
    lines = (
        Line("load gremlins", "done", "Done: load gremlins."),
        Line("jump oz", "done", "Done: jump oz."),
        Line("say: off", "noted", "Sent to all."),
    )
    assert happened(lines, (5, "Red rolls 4.")) == [
        ("load gremlins", "jump oz", ("Red rolls 4.",)),
        ("say: off", ()),
    ]


def test_a_long_receipt_tells_neighbours_as_one_and_has_twelve_lines_at_most() -> None:
    orders = [f"jump {world}" for world in ("niven", "mink", "jaxin", "oz", "telzey")]
    lines = tuple(Line(one, "done", f"Done: {one}.", entry=n) for n, one in enumerate(orders, 2))
    events = [(n, f"Red rolls {n} and jumps to {one[5:]}.") for n, one in enumerate(orders, 2)]
    facts = Facts(at=NOON, number=6, lines=lines)
    _, few = receipts(facts, READER, [Happening(*one) for one in events[:4]])
    assert sum(one.height for one in few) <= MOST_LINES
    assert [one.orders for one in few] == [
        ("jump niven",), ("jump mink",), ("jump jaxin",), ("jump oz",), ("jump telzey",)
    ]  # fmt: skip
    long = [Happening(n, f"{text} It is far.") for n, text in events]
    _, found = receipts(facts, READER, long)
    assert sum(one.height for one in found) <= MOST_LINES
    assert [order for one in found for order in one.orders] == orders
    assert [text for one in found for text in one.then] == [one.text for one in long]


def test_why_a_plan_stopped_is_no_line_of_it() -> None:
    plans = ("no jumpline leads from Hench (65) to Niven (13) (ST-JUMP-04)", "jump niven")
    assert stopped("star-traders", "red", plans, ()) == (
        "No jumpline leads from Hench to Niven.",
        ["jump niven"],
    )
    assert stopped("star-traders", "red", (), ()) == ("", [])


EMPTY = ("standing", "world", "turned", "asking")


def test_what_stopped_a_plan_is_told_to_its_reader() -> None:
    play = {"seat": "blue", "card": "Court Scandal", "on": "red"}
    event = Teller(ENGINES["star-traders"])("plays", **dict.fromkeys(EMPTY, ""), **play)
    did = event.text
    assert did == "Blue plays Court Scandal on Red."
    reader = replace(READER, seat="red", system="star-traders")
    facts = Facts(at=NOON, number=6, plans=(did, "end"), events=(Happening.of(6, event),))
    told = stopped("star-traders", "red", facts.plans, facts.events)
    assert told == ("Blue played Court Scandal on you.", ["end"])
    assert news(facts, reader) == []


def test_no_line_of_what_one_says_looks_like_anothers_words() -> None:
    words = "Nice game so far, I mean it. Green to you alone: let us attack Red. I pass."
    short = Message("green", "Let us attack Red!", privately=True)
    facts = Facts(at=NOON, number=6, press=(Message("blue", words), short))
    lines = tidy("\n".join(news(facts, READER))).splitlines()
    assert [line for line in lines if line[:1].strip()] == [
        "Blue to all:",
        "Green to you alone: Let us attack Red!",
    ]
    assert " ".join(line.strip() for line in lines[1:-1]) == words


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
