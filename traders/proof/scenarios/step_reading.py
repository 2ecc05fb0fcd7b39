"""Reader of the steps of a scenario's play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta

from traders.proof.scenarios import vocabulary
from traders.proof.scenarios.scenario_types import (
    RESULT,
    Asked,
    Case,
    Close,
    Confirm,
    Deed,
    Desk,
    Envelope,
    Expire,
    Finding,
    Letter,
    Look,
    Outage,
    Post,
    Report,
    Ruling,
    See,
    SeeCase,
    Slip,
    Step,
    Take,
    Then,
)
from traders.proof.scenarios.strict_table_reader import Keys, facts

_DEEDS = (
    "close", "expire", "then", "see", "look", "post", "report", "outage", "confirm", "take", "desk",
    "slip", "case", "finding", "ruling",
)  # fmt: skip


def read_steps(keys: Keys, system: str, seats: Sequence[str], timed: bool) -> tuple[Step, ...]:
    """The steps of `play`. `timed`: whether the scenario has a clock."""
    steps: list[Step] = []
    before = timedelta()
    for number, data in enumerate(keys.take("play", (list,)) or [], 1):
        if not isinstance(data, dict):
            keys.fail("play", f"step {number} is no table")
        step = keys.inner(data, f"step {number}")
        at = _at(step, timed, before)
        steps.append(Step(number, _deed(step, system, seats, timed), at))
        step.end()
        before = at or before
    return tuple(steps)


def _at(step: Keys, timed: bool, before: timedelta) -> timedelta | None:
    at = step.span("at", "+")
    if at is not None and not timed:
        step.fail("at", "a time needs a `clock` on the scenario")
    if at is not None and at < before:
        step.fail("at", "earlier than the step before")
    return at


def _deed(step: Keys, system: str, seats: Sequence[str], timed: bool) -> Deed:
    kinds = [key for key in step.data if key in _DEEDS or key in vocabulary.COLOURS]
    if len(kinds) != 1:
        step.fail(
            "",
            "exactly one deed a step: "
            + (" and ".join(kinds) if kinds else "none of those that are known"),
        )
    kind = kinds[0]
    if kind in vocabulary.COLOURS:
        if kind not in seats:
            step.fail(kind, "not a seat of this scenario")
        return _letter(step, kind)
    if kind in ("close", "expire") and timed:
        step.fail(kind, "only in a scenario without a clock")
    if kind in ("post", "report", "outage", "confirm", "desk") and not timed:
        step.fail(kind, "only in a scenario with a `clock`")
    readers: dict[str, Callable[[], Deed]] = {
        "close": lambda: Close(_interval(step, "close", system, ("all", "choice"))),
        "expire": lambda: Expire(step.word("expire", ("turn", "seat"))),
        "then": lambda: Then(facts(step, "then", step.table("then"), system, seats)),
        "see": lambda: _see(step, system, seats),
        "look": lambda: Look(step.text("look"), step.rules("refused")),
        "post": lambda: Post(step.word("post", ("stopped", "goes")) == "goes"),
        "report": lambda: _report(step, system, seats),
        "outage": lambda: Outage(step.span("outage") or timedelta()),
        "confirm": lambda: Confirm(step.word("confirm", seats), step.rules("refused")),
        "take": lambda: Take(step.word("take", seats), step.text("player"), step.rules("refused")),
        "desk": lambda: Desk(step.text("desk"), step.rules("refused")),
        "slip": lambda: Slip(
            facts(step, "slip", step.table("slip"), system, seats, beginning=True)
        ),
        "case": lambda: _case(step),
        "finding": lambda: read_finding(step.inner(step.table("finding"), "finding")),
        "ruling": lambda: _ruling(step, system, seats),
    }
    return readers[kind]()


def _letter(step: Keys, seat: str) -> Letter:
    text = step.text(seat)
    refused = step.rules("refused")
    envelope = step.take("letter", (dict,))
    confirmed = step.take("confirmed", (bool,))
    parsed = Envelope() if envelope is None else _envelope(step.inner(envelope, "letter"))
    return Letter(seat, text, refused, parsed, confirmed is not False)


def _envelope(keys: Keys) -> Envelope:
    envelope = Envelope(
        dated=keys.span("dated", "+"),
        stamped=keys.span("stamped", "+"),
        relayed=keys.span("relayed", "+"),
        forged=keys.span("forged", "+"),
        id=keys.text("id", ""),
        sender=keys.word("from", ("stranger",), ""),
        answers=keys.text("answers", ""),
    )
    keys.end()
    return envelope


def _interval(step: Keys, key: str, system: str, also: Sequence[str] = ()) -> str:
    name = step.text(key)
    if name not in vocabulary.of(system).intervals and name not in also:
        step.fail(key, f"{name!r} is no interval of {system}")
    return name


def _see(step: Keys, system: str, seats: Sequence[str]) -> See | SeeCase | Asked:
    """What a seat is shown, or, of any other name than a colour, what that referee's case page
    shows.
    """
    for key in ("asked", "unasked"):
        if key in step.data:
            seat = step.word("see", seats)
            return Asked(seat, _interval(step, key, system, ("turn",)), key == "asked")
    referee = step.data["see"] not in (*seats, *vocabulary.COLOURS)
    who = step.text("see") if referee else step.word("see", seats)
    seen = (SeeCase if referee else See)(who, step.text("shows", ""), step.text("hides", ""))
    if bool(seen.shows) == bool(seen.hides):
        step.fail("see", "one of `shows`, `hides`, `asked`, `unasked`")
    return seen


def _report(step: Keys, system: str, seats: Sequence[str]) -> Report:
    kind = step.word("report", vocabulary.REPORTS)
    to = step.word("to", seats)
    by_mail, for_good = step.word("by", ("mail",), "") == "mail", step.flag("for_good")
    if by_mail and kind == "accepted":
        step.fail("by", "what our own mail server took does not come by mail")
    if for_good and kind != "bounced":
        step.fail("for_good", "only beside `bounced`")
    return Report(
        kind, to, _interval(step, "of", system) if "of" in step.data else "", by_mail, for_good
    )


def _case(step: Keys) -> Case:
    return Case(
        kind=step.word("case", vocabulary.CASES),
        by=step.text("by"),
        words=step.text("words", "The case is opened."),
        about=step.take("about", (int,)) or 0,
        freeze=step.flag("freeze"),
        refused=step.rules("refused"),
    )


def _ruling(step: Keys, system: str, seats: Sequence[str]) -> Ruling:
    refused = step.rules("refused")
    data = step.table("ruling")
    if refused is not None:
        data["refused"] = list(refused)
    return read_ruling(step.inner(data, "ruling"), system, seats)


def read_finding(keys: Keys) -> Finding:
    """An expected finding; parts that are not named are not compared."""
    earlier = tuple(keys.texts("earlier")) if "earlier" in keys.data else None
    finding = Finding(
        tuple(keys.texts("rules")),
        keys.word("remedy", vocabulary.REMEDIES, ""),
        tuple(keys.texts("facts")),
        earlier,
    )
    keys.end()
    return finding


def read_ruling(keys: Keys, system: str, seats: Sequence[str]) -> Ruling:
    """A ruling from its table."""
    to = keys.table("to")
    result = {key: to.pop(key) for key in RESULT if key in to}
    ruling = Ruling(
        remedies=_remedies(keys),
        about=keys.take("about", (int,)),
        by=keys.text("by", ""),
        unfounded=keys.flag("unfounded") | keys.flag("groundless"),  # in exports up to 0.2
        to=facts(keys, "to", to, system, seats, beginning=True)
        | facts(keys, "to", result, system, seats),
        give=keys.span("give"),
        seat=keys.word("for", seats, ""),
        refused=keys.rules("refused"),
    )
    keys.end()
    return ruling


def _remedies(keys: Keys) -> tuple[str, ...]:
    """One remedy, or a list of several."""
    known = (*vocabulary.REMEDIES, "as found")
    if not isinstance(keys.data.get("remedy"), list):
        return (keys.word("remedy", known),)
    remedies = keys.texts("remedy", known)
    if not remedies:
        keys.fail("remedy", "at least one is needed")
    return tuple(remedies)
