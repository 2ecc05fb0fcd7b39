"""A page as it is looked at, and its buttons pressed, by a person."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.services.axe import BY_DARK, faults


def looked_at(page: Page) -> None:
    """Axe finds nothing on the page, wide and on a telephone, by light and by dark."""
    for width, scheme in ((1280, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert faults(page, BY_DARK if scheme == "dark" else None) == [], f"{width} {scheme}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1280, "height": 900})


def press(page: Page, name: str) -> None:
    """Press the first button of that name."""
    page.get_by_role("button", name=name, exact=True).first.click()
