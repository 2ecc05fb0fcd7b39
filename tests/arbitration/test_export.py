"""A ruling becomes a scenario that runs, and that fails when it is altered; a club's own casebook
directory runs with its tests.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from arbitration import demonstration_case
from arbitration.casebook.export import differs, scenario_of, scenario_step_sequence
from arbitration.models import CasebookEntry, Claim
from arbitration.rulings import giving
from tests.arbitration import disputed
from tests.services.waiting import FAR
from traders.domain.calendar import clock
from traders.domain.deadlines import heartbeat_and_outages
from traders.domain.play import door
from traders.domain.timeline import timeline
from traders.engines.kernel.refusal import Refusal
from traders.models import Game, Heartbeat, Player, Seat, Source
from traders.proof.scenarios.scenario_runner import Result, run

pytestmark = pytest.mark.django_db


def exported(tmp_path: Path, entry: CasebookEntry) -> str:
    file = tmp_path / "ruling.toml"
    call_command("casebook", "export", str(entry.pk), "--to", str(file), verbosity=0)
    return file.read_text(encoding="utf-8")


@pytest.mark.sampled
@pytest.mark.parametrize("remedy", ["stand", "admit", "reopen"])
def test_a_ruling_runs_as_a_scenario(
    tmp_path: Path, claim: Claim, judge: Player, remedy: str
) -> None:
    giving.give(
        claim.pk, judge, giving.RulingRequest(remedy, "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    text = exported(tmp_path, CasebookEntry.objects.get())
    assert differs(text) == ""
    assert f'remedy = "{remedy}"' in text
    for name in ("The blue one", "The judge one"):
        assert name not in text


def test_what_was_asked_back_is_asked_back_in_the_scenario_too(
    tmp_path: Path, claim: Claim, judge: Player
) -> None:
    """PR-SEAT-06"""
    disputed.by_letter(claim.game, "green", "resign", disputed.HEARD - timedelta(hours=2))
    disputed.by_letter(claim.game, "green", "no", disputed.HEARD - timedelta(hours=1))
    clock.set_to(disputed.HEARD)
    giving.give(
        claim.pk, judge, giving.RulingRequest("stand", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    text = exported(tmp_path, CasebookEntry.objects.get())
    assert 'green = "resign"' in text
    assert "confirmed = false" in text
    assert differs(text) == ""


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("said", "told"),
    [("say: one\nsay: two", 'green = "say: one"'), ("status\nnonsense", "status\\nnonsense")],
)
def test_a_line_refused_at_the_end_of_a_letter_changes_nothing(
    tmp_path: Path, claim: Claim, judge: Player, settings: object, said: str, told: str
) -> None:
    settings.QUOTA_PRESS = 1  # type: ignore[attr-defined]  # what is beyond it no rule refuses
    disputed.by_letter(claim.game, "green", said, disputed.HEARD - timedelta(hours=2))
    disputed.by_letter(
        claim.game,
        "green",
        "say: three",
        disputed.HEARD - timedelta(hours=2) + timedelta(minutes=1),
    )
    clock.set_to(disputed.HEARD)
    giving.give(
        claim.pk, judge, giving.RulingRequest("stand", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    text = exported(tmp_path, CasebookEntry.objects.get())
    assert told in text
    assert differs(text) == ""


def test_an_altered_finding_or_ruling_fails(tmp_path: Path, claim: Claim, judge: Player) -> None:
    giving.give(
        claim.pk, judge, giving.RulingRequest("admit", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    text = exported(tmp_path, CasebookEntry.objects.get())
    for before, altered, tells in (
        ('remedy = "unsettled"', 'remedy = "stand"', "finding"),
        ('finding = { rules = ["PR-BACKUP-02"', 'finding = { rules = ["PR-MAIL-02"', "finding"),
        ('ruling = { remedy = "admit"', 'ruling = { remedy = "stand"', ""),
    ):
        assert before in text
        difference = differs(text.replace(before, altered))
        assert difference
        assert tells in difference


def test_the_file_runs_with_the_scenario_command(
    tmp_path: Path, claim: Claim, judge: Player, django_db_blocker: object
) -> None:
    from tools.scenarios.selection import Selection, selected
    from traders.proof.scenarios.scenario_types import Scenario

    giving.give(
        claim.pk, judge, giving.RulingRequest("stand", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    exported(tmp_path, CasebookEntry.objects.get())
    (scenario,) = selected([tmp_path / "ruling.toml"], Selection())
    assert isinstance(scenario, Scenario)
    assert scenario.steps[-1].deed.remedies == ("stand",)


def test_exporting_leaves_no_trace(claim: Claim, judge: Player) -> None:
    ruling = giving.give(
        claim.pk, judge, giving.RulingRequest("admit", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    before = (
        Game.objects.count(),
        sorted(Player.objects.values_list("email", flat=True)),
        Claim.objects.count(),
    )
    assert scenario_of(ruling).hidden
    assert (
        Game.objects.count(),
        sorted(Player.objects.values_list("email", flat=True)),
        Claim.objects.count(),
    ) == before


def test_a_ruling_on_appeal_is_exported_with_the_first(
    tmp_path: Path, claim: Claim, judge: Player
) -> None:
    giving.give(
        claim.pk, judge, giving.RulingRequest("admit", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    disputed.by_letter(
        claim.game,
        "red",
        "appeal 1: the die had fallen, says The red one",
        disputed.HEARD + timedelta(hours=1),
    )
    clock.set_to(disputed.HEARD + timedelta(hours=26))
    giving.give(
        claim.pk, disputed.referee("second"), giving.RulingRequest(giving.UPHELD, "Rightly so.")
    )
    text = exported(tmp_path, CasebookEntry.objects.get(ruling__on_appeal=True))
    assert text.count("ruling = {") == 2
    assert "says The red one" not in text
    assert differs(text) == ""


def test_the_demonstration_case_is_exported(settings: object, tmp_path: Path) -> None:
    call_command("demonstration", verbosity=0)
    claim = Claim.objects.get(game__title=demonstration_case.TITLE)
    giving.give(
        claim.pk,
        demonstration_case.referee(),
        giving.RulingRequest("stand", "The die had fallen.", "It is left to me."),
    )
    assert differs(exported(tmp_path, CasebookEntry.objects.get())) == ""


def test_a_real_game_is_exported_from_the_turn_of_its_dispute(
    tmp_path: Path, judge: Player
) -> None:
    from tests.arbitration.test_rulings import claimed

    clock.set_to(disputed.BEGUN)
    game, claim = claimed(entries=90)
    clock.set_to(disputed.BEGUN + timedelta(hours=25))
    giving.give(claim.pk, judge, giving.RulingRequest("stand", "It was so.", ""))
    text = exported(tmp_path, CasebookEntry.objects.get())
    assert differs(text) == ""
    assert "start.red" in text
    assert game.number > text.count("\n")


def test_what_is_no_ruling_is_said(claim: Claim) -> None:
    with pytest.raises(CommandError, match="no such ruling"):
        call_command("casebook", "export", "999")


def test_what_a_scenario_cannot_say_is_refused(claim: Claim, judge: Player) -> None:
    given = giving.RulingRequest("conduct", "So.", "So.", against="red", cost="time in hand")
    giving.give(claim.pk, judge, given)
    with pytest.raises(CommandError, match="conduct costs"):
        call_command("casebook", "export", str(CasebookEntry.objects.get().pk))


def test_the_move_that_cannot_be_told_is_named(
    claim: Claim, judge: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruling = giving.give(
        claim.pk, judge, giving.RulingRequest("stand", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    # as if the die had not been kept
    monkeypatch.setattr(scenario_step_sequence, "_thrown", lambda ruling, begin: [])
    with pytest.raises(
        Refusal,
        match=r"what was said or done after move \d+ comes out otherwise there\. step 1 \(red",
    ):
        scenario_of(ruling)


def test_the_rulings_are_listed(
    capsys: pytest.CaptureFixture[str], claim: Claim, judge: Player
) -> None:
    giving.give(claim.pk, judge, giving.RulingRequest("stand", "So.", "So."))
    call_command("casebook", "list")
    assert (
        "Claim: play ran past a seat that wished to act, about quarantine"
        in capsys.readouterr().out
    )


def test_a_clubs_own_casebook_runs_with_the_tests() -> None:
    from tests.scenarios import test_scenarios

    assert test_scenarios.CLUBS / "a-disputed-jump.toml" in test_scenarios.FILES
    assert "ruling-a-disputed-jump-1" in [
        one.id for one in test_scenarios.applicable() if not isinstance(one, Exception)
    ]


def test_what_was_said_in_the_rulings_own_second_is_told(
    tmp_path: Path, claim: Claim, judge: Player
) -> None:
    """All have answered, the last of them in the second of the ruling (PR-CLAIM-04)."""
    at = disputed.CLAIMED + timedelta(hours=2)
    disputed.by_letter(claim.game, "red", "answer 1: I was first", at - timedelta(hours=1))
    clock.set_to(at)
    timeline.orders(claim.game_id, "green", "answer 1: I saw nothing", source=Source.PAGE)
    giving.give(
        claim.pk, judge, giving.RulingRequest("stand", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    timeline.orders(claim.game_id, "red", "appeal 1: it was not so", source=Source.PAGE)
    text = exported(tmp_path, CasebookEntry.objects.get())
    assert 'green = "answer 1: heard"' in text
    assert "appeal" not in text
    assert differs(text) == ""


def test_what_was_said_on_the_page_before_the_first_move_is_told(
    tmp_path: Path, judge: Player
) -> None:
    game = disputed.seated("stops")
    clock.set_to(disputed.BEGUN + timedelta(minutes=1))
    timeline.orders(game.pk, "green", "stop at calamity", source=Source.PAGE)
    door.orders(game.pk, "red", "jump verne regular", at=disputed.BEGUN + timedelta(minutes=5))
    claim = disputed.claimed(game)
    clock.set_to(disputed.HEARD)
    giving.give(
        claim.pk, judge, giving.RulingRequest("stand", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    text = exported(tmp_path, CasebookEntry.objects.get())
    assert 'green = "stop at calamity"' in text
    assert differs(text) == ""


@pytest.mark.sampled
@pytest.mark.parametrize("by", ["letter", "page"])
@pytest.mark.parametrize("ruled", ["the first", "both"])
def test_a_claim_made_before_the_ruling_on_another_is_no_part_of_it(
    tmp_path: Path, claim: Claim, judge: Player, by: str, ruled: str
) -> None:
    at = disputed.HEARD - timedelta(hours=1)
    if by == "letter":
        disputed.by_letter(claim.game, "green", "status\nclaim conduct: rude words", at)
    else:
        clock.set_to(at)
        timeline.orders(claim.game_id, "green", "claim conduct: rude", source=Source.PAGE)
    second = Claim.objects.exclude(pk=claim.pk).get()
    clock.set_to(disputed.HEARD + timedelta(days=1))
    given = giving.RulingRequest("stand", "So it was.", "PR-BACKUP-04 leaves it open.")
    giving.give(claim.pk, judge, given)
    if ruled == "both":
        clock.set_to(second.answers_due + timedelta(days=1))
        giving.give(second.pk, judge, given)
    text = exported(tmp_path, CasebookEntry.objects.order_by("pk").first())
    assert "conduct" not in text
    assert differs(text) == ""


def test_players_are_told_as_their_seats(tmp_path: Path, claim: Claim, judge: Player) -> None:
    """Where an order names a seat by its player, and where a letter speaks of one."""
    for colour, name in (("red", "Anna"), ("blue", "Bo Lund"), ("green", "Carla")):
        Seat.objects.filter(game=claim.game, colour=colour).update(name=name)
    at = disputed.HEARD - timedelta(hours=2)
    lines = "to carl: hello Anna\noffer bo lund: 1 stellors for nothing"
    disputed.by_letter(claim.game, "red", lines, at)
    disputed.by_letter(claim.game, "green", "say: I am for Bo  Lund", at + timedelta(minutes=1))
    clock.set_to(disputed.HEARD)
    giving.give(
        claim.pk, judge, giving.RulingRequest("stand", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    text = exported(tmp_path, CasebookEntry.objects.get())
    assert not [name for name in ("Anna", "Lund", "lund", "carl", "Carla") if name in text]
    assert "to green: hello red" in text
    assert "offer blue" in text
    assert differs(text) == ""


@pytest.mark.django_db(transaction=True)
def test_nothing_of_the_house_waits_for_an_export(monkeypatch: pytest.MonkeyPatch) -> None:
    """While an export runs the heart beats, players sign up, games are made and moved."""
    game = disputed.jumped()
    claim = disputed.claimed(game)
    clock.set_to(disputed.HEARD)
    heartbeat_and_outages.beat(disputed.HEARD)
    referee = disputed.referee()
    ruling = giving.give(
        claim.pk, referee, giving.RulingRequest("stand", "So it was.", "It is left open.")
    )
    lived: list[datetime] = []

    def live() -> None:
        try:
            heartbeat_and_outages.beat(disputed.HEARD + timedelta(seconds=30))
            Player.objects.create_user("red@example.net", display_name="Rita")
            door.create("star-traders", disputed.COLOURS)
            Game.objects.update(title="Moved")
            lived.append(Heartbeat.objects.latest("until").until)
        finally:
            connection.close()

    def meanwhile(*args: Any, **options: Any) -> Result:
        thread = Thread(target=live)
        thread.start()
        thread.join(FAR)
        return run(*args, **options)

    monkeypatch.setattr("traders.proof.scenarios.database_game.run", meanwhile)
    assert scenario_of(ruling).text
    assert lived == [disputed.HEARD + timedelta(seconds=30)]


def _says(game: Game, way: str, seat: str, text: str, at: datetime) -> None:
    """A line of a seat's: by letter, or typed on the page."""
    if way == "letter":
        disputed.by_letter(game, seat, text, at)
        return
    clock.set_to(at)
    door.orders(game.pk, seat, text, at=at, source=Source.PAGE)


@pytest.mark.sampled
@pytest.mark.parametrize("ways", ["page page", "letter page", "page letter"])
@pytest.mark.parametrize(
    ("proposal", "tells"),
    [
        ("concession to blue", 'over = true, winner = "blue"'),
        ("turn time 24h", 'red = "propose turn time 24h"'),
    ],
)
def test_what_the_table_voted_on_is_voted_on_in_the_scenario_too(
    tmp_path: Path, game: Game, judge: Player, ways: str, proposal: str, tells: str
) -> None:
    """PR-SEAT-03: a game that a vote has ended, and a claim after it; without the proposal, or with
    another vote, it comes out otherwise.
    """
    proposes, votes = ways.split()
    hour = timedelta(hours=1)
    _says(game, proposes, "red", f"propose {proposal}", disputed.BEGUN + hour)
    _says(game, votes, "green", "vote yes", disputed.BEGUN + 1.5 * hour)
    _says(game, votes, "blue", "vote yes 1", disputed.BEGUN + 2 * hour)
    claim = disputed.claimed(game)
    clock.set_to(disputed.HEARD)
    giving.give(
        claim.pk, judge, giving.RulingRequest("stand", "So it was.", "PR-BACKUP-04 leaves it open.")
    )
    text = exported(tmp_path, CasebookEntry.objects.get())
    assert differs(text) == ""
    assert f'red = "propose {proposal}"' in text
    assert tells in text
    assert text.count('"vote yes') == 2
    if "over" in tells:
        assert "over" in differs(text.replace("vote yes", "vote no"))
