"""The pictures of docs/referees.md: one case from claim to ruling. `PICTURES=docs/pictures pytest
tests/arbitration/test_pictures.py` makes them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from arbitration.models import CasebookEntry
from tests.arbitration import disputed
from tests.arbitration.browsing import QUEUE, SignIn, sign_in
from traders.domain.calendar import clock
from traders.domain.history import seed_encryption
from traders.models import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
__all__ = ["sign_in"]
DOCS = Path(__file__).resolve().parents[2] / "docs"
LARGEST = 150_000
"""Octets of one picture."""


def test_one_case_in_pictures(
    sign_in: SignIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(os.environ.get("PICTURES") or tmp_path)
    monkeypatch.setattr(
        seed_encryption, "new_secret", lambda: bytes(32)
    )  # the same die in every picture

    def keep(place: Locator, name: str) -> None:
        expect(place).to_be_visible()
        place.screenshot(path=str(folder / f"{name}.png"))

    game, judge = disputed.jumped(), disputed.referee()
    clock.set_to(disputed.CLAIMED)
    page = sign_in(
        Player.objects.get(email="blue@example.org"),
        f"/games/{game.slug}/claims?kind=missed",
        width=1000,
    )
    page.get_by_label("What it is about").select_option("quarantine")
    page.get_by_label("The order that you would have made").fill("play quarantine at kluge")
    keep(page.locator("#claim"), "claim")
    page.get_by_role("button", name="Make the claim").click()
    expect(page.get_by_text("Your claim is number 1")).to_be_visible()
    clock.set_to(disputed.HEARD)
    bench = sign_in(judge, QUEUE, width=1090, height=360)
    keep(bench.locator("#result_list, #changelist").first, "queue")
    bench.get_by_role("link", name="1 by Blue").click()
    keep(bench.locator("#time .scrolls").first, "time-line")
    keep(bench.locator("#finding"), "finding")
    for name, shown in (("the move stands", "board-stand"), ("back up and admit", "board-admit")):
        figure = bench.locator("figure", has_text=name)
        figure.evaluate("figure => figure.style.width = '22rem'")
        keep(figure, shown)
    bench.get_by_label(re.compile("^Remedy")).select_option("stand")
    bench.get_by_label("Reasons").fill("Blue set no stop, and claims after it has seen the die.")
    bench.get_by_label("Why not what the rules say?").fill("PR-BACKUP-04 leaves it to the referee.")
    keep(bench.locator("#ruling"), "ruling")
    bench.get_by_role("button", name="Give the ruling").click()
    expect(bench.get_by_text("All seats are told.")).to_be_visible()
    page.goto(page.url.split("/games")[0] + f"/casebook/{CasebookEntry.objects.get().pk}")
    keep(page.locator("article.card"), "casebook")
    made = {path.stem: path.stat().st_size for path in folder.glob("*.png")}
    assert set(made) >= pictures()
    assert {name for name in pictures() if made[name] > LARGEST} == set()


def pictures() -> set[str]:
    """The pictures that the guide shows."""
    return set(
        re.findall(
            r"\(pictures/([a-z-]+)\.png\)", (DOCS / "referees.md").read_text(encoding="utf-8")
        )
    )


def test_the_guide_has_its_pictures() -> None:
    assert pictures()
    for name in pictures():
        assert 0 < (DOCS / "pictures" / f"{name}.png").stat().st_size <= LARGEST, name
