"""A ruling written as a scenario that runs (SCENARIOS.md): each ruling can become a test of its
club's casebook.

The scenario begins with the turn in which the disputed moment lies, or earlier where that is
needed: what was written is run, and only what comes out as it was ruled is given away.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from arbitration.casebook import precedents
from arbitration.casebook.export.beginnings import Beginning, beginnings
from arbitration.casebook.export.play import Recorded, steps
from arbitration.casebook.export.position import after
from arbitration.casebook.export.toml import document
from arbitration.models import CasebookEntry, Ruling
from traders.domain.settings import game_settings
from traders.domain.settings.postal_rules import postal_settings
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine as engine_of
from traders.models import Game, Phase
from traders.proof.scenarios import vocabulary
from traders.proof.scenarios.database import elsewhere
from traders.proof.scenarios.door import through_the_door
from traders.proof.scenarios.playing import NO_FACT, Result
from traders.proof.scenarios.reading import raw, read
from traders.proof.scenarios.script import ScenarioError


@dataclass(frozen=True, slots=True)
class WrittenScenario:
    """A ruling as a scenario file, and what its keeper must know of it."""

    text: str
    hidden: bool
    """The game is still played: the file tells hands that its seats do not know of each other."""


def scenario_of(ruling: Ruling) -> WrittenScenario:
    """The ruling as a scenario that was run and found ok; `Refusal`, with the move that cannot be
    told and why, where there is none.
    """
    claim = ruling.claim
    seats = {ruling.data[name] for name in ("seat", "against") if ruling.data.get(name)}
    for untold, what in (
        (
            ruling.data.get("order", "") not in ("", claim.order),
            "an order that the claim does not name",
        ),
        (ruling.data.get("what"), "what a seat's conduct costs"),
        (len(seats) > 1, "two seats, one for each remedy"),
    ):
        if untold:
            raise Refusal(f"A scenario cannot say so: the ruling names {what}.", "PR-RULING-01")
    why = "there is no turn with which it could begin."
    for begin in beginnings(ruling):
        for facts in (True, False):
            recorded = steps(ruling, begin, facts=facts)
            text = _written(ruling, begin, recorded)
            found = _run(text)
            if found.ok:
                return WrittenScenario(text, claim.game.phase == Phase.PLAYING)
            why = _why(found, begin, recorded)
            if NO_FACT not in found.difference:
                break  # told without the facts it comes out otherwise in the same place
    raise Refusal(f"The ruling does not come out the same as a scenario: {why}", "PR-RECORD-01")


def _why(found: Result, begin: Beginning, recorded: Recorded) -> str:
    """Which move cannot be told, and why."""
    if found.step:
        return (
            f"what was said or done after move {recorded.moves[found.step - 1]} comes out "
            f"otherwise there. {found.difference}"
        )
    if "start:" in found.difference:
        return (
            f"the position after move {begin.entry}, with which it would begin, cannot be told. "
            f"{found.difference}"
        )
    return f"the end comes out otherwise, told from move {begin.entry} on. {found.difference}"


def differs(text: str) -> str:
    """Run a scenario file's text on a database of its own; "" where it is ok, else what
    differed.
    """
    return _run(text).difference


def _run(text: str) -> Result:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ruling.toml"
        path.write_text(text, encoding="utf-8")
        try:
            scenario = read(path, raw(path)[0])
        except ScenarioError as error:
            return Result("", "", str(error))
    with elsewhere():
        return through_the_door(scenario)


def _written(ruling: Ruling, begin: Beginning, recorded: Recorded) -> str:
    claim = ruling.claim
    game = claim.game
    entry = CasebookEntry.objects.filter(ruling=ruling).first()
    table = {
        "id": f"ruling-{game.slug}-{claim.number}" + ("-on-appeal" if ruling.on_appeal else ""),
        "title": entry.title if entry else precedents.title(ruling),
        "rules": list(ruling.rules),
        "needs": _needs(game),
        "clock": begin.clock.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "seats": begin.seats,
        "options": _options(game),
        **{f"start.{key}": value for key, value in begin.start.items()},
        **({"setup": True} if begin.setup else {}),
        "chance": recorded.chance,
        "play": recorded.steps,
        "after": after(ruling, begin.entry),
    }
    return document(game.system, {key: value for key, value in table.items() if value != {}})


def _needs(game: Game) -> list[str]:
    """What it needs beyond the basic game."""
    told = str(game.options)
    return [name for name in ("personalities", "advanced") if name in told] + ["clock"]


def _options(game: Game) -> dict[str, object]:
    """The options of the game, the settings of its club and its own, and the seats' zones."""
    known = {**postal_settings(), **vocabulary.HOURS}
    held = {name: value for name, value in game_settings.whole(game).items() if name in known}
    settings = {
        name: value
        for name, value in held.items()
        if game_settings.differs(name, value, game_settings.DEFAULTS[name])
    }
    zones = {
        seat.colour: seat.player.zone
        for seat in game.seats.select_related("player")
        if seat.player and seat.player.zone != "UTC"
    }
    options = {option.name for option in engine_of(game.system).options}
    own = {name: value for name, value in game.options.items() if name in options}
    return {
        **own,
        "timing": game_settings.of(game).timing,
        **settings,
        **({"zones": zones} if zones else {}),
    }
