"""The court's app."""

from __future__ import annotations

from django.apps import AppConfig


class ArbitrationConfig(AppConfig):
    """Claims, findings, rulings."""

    name = "arbitration"
    verbose_name = "Arbitration"
