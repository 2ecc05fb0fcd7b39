"""axe-core, run on a page that is open in a real browser."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

from playwright.sync_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
BY_DARK = {"runOnly": ["color-contrast"]}
"""Only colours differ between light and dark."""


def faults(page: Page, options: dict[str, Any] | None = None, within: str = "html") -> list[str]:
    """What axe finds within a part of the page: the rule, and the first place that breaks it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(
        "([within, options]) => axe.run(within, {resultTypes: ['violations'], ...options})",
        [within, options or {}],
    )
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found["violations"]]
