"""Export of a ruling as a scenario that runs, so that each ruling can become a test
of its club's casebook.

The scenario begins with the turn of the disputed moment, or earlier if it must: each is run
and compared with all that held in the end, and only one that ends as it was ruled is returned.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from arbitration.casebook import precedents_and_publication
from arbitration.casebook.export.position import after
from arbitration.casebook.export.scenario_step_sequence import Recorded, steps
from arbitration.casebook.export.server_pass_times import answers_after
from arbitration.casebook.export.starting_entries import Beginning, beginnings
from arbitration.casebook.export.toml_writer import document
from arbitration.models import CasebookEntry, Ruling
from traders.domain.settings import game_settings
from traders.domain.settings.postal_rules import postal_settings
from traders.engines.kernel.refusal import Refusal
from traders.engines.registry import engine as engine_of
from traders.models import Entry, Game, Kind, Phase, Source
from traders.proof.scenarios import vocabulary
from traders.proof.scenarios.database_game import through_the_door
from traders.proof.scenarios.in_memory_database import elsewhere
from traders.proof.scenarios.scenario_file_reader import raw, read
from traders.proof.scenarios.scenario_runner import NO_FACT, Result
from traders.proof.scenarios.scenario_types import ScenarioError


@dataclass(frozen=True, slots=True)
class WrittenScenario:
    """An exported scenario, and a warning for its keeper."""

    text: str
    hidden: bool
    """Whether the game is still played: the file then reveals hands."""


def scenario_of(ruling: Ruling) -> WrittenScenario:
    """The ruling as a scenario that was run and passed. Raises `Refusal` with the move that cannot
    be expressed, and why.
    """
    claim = ruling.claim
    seats = {ruling.data[name] for name in ("seat", "against") if ruling.data.get(name)}
    for unsupported, part in (
        (
            ruling.data.get("order", "") not in ("", claim.order),
            "an order that the claim does not name",
        ),
        (ruling.data.get("what"), "what a seat's conduct costs"),
        (len(seats) > 1, "two seats, one for each remedy"),
    ):
        if unsupported:
            raise Refusal(f"A scenario cannot say so: the ruling names {part}.", "PR-RULING-01")
    why = "there is no turn with which it could begin."
    for begin in beginnings(ruling):
        for facts in (True, False):
            recorded = steps(ruling, begin, facts=facts)
            result = _run(_scenario_text(ruling, begin, recorded, whole=True))
            if result.ok:
                text = _scenario_text(ruling, begin, recorded)
                return WrittenScenario(text, claim.game.phase == Phase.PLAYING)
            why = _mismatch(result, begin, recorded)
            if NO_FACT not in result.difference:
                break  # without the facts it would fail in the same place
    raise Refusal(f"The ruling does not come out the same as a scenario: {why}", "PR-RECORD-01")


def _mismatch(result: Result, begin: Beginning, recorded: Recorded) -> str:
    """Which move cannot be expressed as a scenario, and why."""
    if result.step:
        return (
            f"what was said or done after move {recorded.moves[result.step - 1]} comes out "
            f"otherwise there. {result.difference}"
        )
    if "start:" in result.difference:
        return (
            f"the position after move {begin.entry}, with which it would begin, cannot be told. "
            f"{result.difference}"
        )
    return f"the end comes out otherwise, told from move {begin.entry} on. {result.difference}"


def differs(text: str) -> str:
    """Run a scenario's text on a database of its own: "" if it passes, else the difference."""
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


def _scenario_text(
    ruling: Ruling, begin: Beginning, recorded: Recorded, *, whole: bool = False
) -> str:
    """The scenario; `whole`: with all that holds in the end, not what has changed alone."""
    claim = ruling.claim
    game = claim.game
    entry = CasebookEntry.objects.filter(ruling=ruling).first()
    table = {
        "id": f"ruling-{game.slug}-{claim.number}" + ("-on-appeal" if ruling.on_appeal else ""),
        "title": entry.title if entry else precedents_and_publication.title(ruling),
        "rules": list(ruling.rules),
        "needs": _needs(game),
        "clock": begin.clock.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "seats": begin.seats,
        **({"bots": list(begin.bots)} if begin.bots else {}),
        "options": _options(game, begin),
        **{f"start.{key}": value for key, value in begin.start.items()},
        **({"setup": True} if begin.setup else {}),
        **({"answers_after": drawn} if (drawn := answers_after(ruling, begin)) else {}),
        "chance": recorded.chance,
        **({"shuffles": recorded.shuffles} if recorded.shuffles else {}),
        "play": recorded.steps,
        "after": after(ruling, begin.entry, whole=whole),
    }
    return document(game.system, {key: value for key, value in table.items() if value != {}})


def _needs(game: Game) -> list[str]:
    """The parts of the game that it needs beyond the basic one."""
    options = str(game.options)
    return [name for name in ("personalities", "advanced") if name in options] + ["clock"]


def _options(game: Game, begin: Beginning) -> dict[str, object]:
    """The game's options, the settings that differ from the defaults, and the seats' zones. Where
    the table votes on them in the scenario, those of its beginning.
    """
    known = {**postal_settings(), **vocabulary.HOURS}
    changed = Entry.objects.filter(game=game, kind=Kind.SETTINGS, number__gt=begin.entry)
    at = begin.entry if changed.filter(source=Source.VOTE).exists() else None
    whole = {name: value for name, value in game_settings.whole(game, at).items() if name in known}
    settings = {
        name: value
        for name, value in whole.items()
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
