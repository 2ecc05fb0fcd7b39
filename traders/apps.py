"""The play app."""

from __future__ import annotations

from django.apps import AppConfig


class TradersConfig(AppConfig):
    """Models, rules and pages of play."""

    name = "traders"
    verbose_name = "Traders by Post"

    def ready(self) -> None:
        from traders import checks  # noqa: F401 - importing registers them
