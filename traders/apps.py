"""The Django app of the service."""

from django.apps import AppConfig


class TradersConfig(AppConfig):
    """Traders by Post."""

    name = "traders"
    verbose_name = "Traders by Post"
    default_auto_field = "django.db.models.BigAutoField"
