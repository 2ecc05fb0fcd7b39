"""What the die that lies there comes to, as all may know it."""

from __future__ import annotations

from traders.engines.star_traders import events
from traders.engines.star_traders.court import petition_table
from traders.engines.star_traders.jump import dice
from traders.engines.star_traders.position.state import Position

NO_DIFFERENCE = "no difference"


def result(state: Position, value: int) -> str:
    """What it comes to if it counts as so much; "" where it decides nothing by itself."""
    die, jump = state.die, state.jump
    if die is None:
        return ""
    book = state.book
    match die.use:
        case "jump" if jump is not None and jump.needs:
            return f"the jump {_ends(value + dice.added(state) >= jump.needs)}"
        case "petition":
            return petition_table.shown(state, die.seat, value)
        case "jackpot":
            paid = value >= book.specials["jackpot"].min_roll
            return "the delivery is paid" if paid else "nothing is paid"
        case "raid":
            return f"the raid {_ends(value >= book.prices['pete_raid_min_roll'])}"
    return ""


def changed(state: Position, value: int) -> str:
    """What becomes of the die that lies there if it counts as so much."""
    assert state.die is not None
    faces = {"was": state.die.value, "value": value}
    words = events.told().filled("the {was} becomes {value:face}", faces)
    then = result(state, value)
    if not then:
        return words
    return f"{words}: {NO_DIFFERENCE if then == result(state, state.die.value) else then}"


def _ends(well: bool) -> str:
    return "succeeds" if well else "fails"
