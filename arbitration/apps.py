"""The Django app of arbitration; at start it connects its commands, deadlines and letters to the
play app.
"""

from __future__ import annotations

from django.apps import AppConfig


class ArbitrationConfig(AppConfig):
    """The app of claims, findings and rulings."""

    name = "arbitration"
    verbose_name = "Arbitration"

    def ready(self) -> None:
        """Register commands, hooks and deadline kinds with the packages below."""
        from arbitration import hook_registration

        hook_registration.connect()
