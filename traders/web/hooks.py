"""Web hooks of mail providers: what became of our letters. anymail checks and reads them, `domain/reports.py` keeps what they say.

They are there only where the operator has set a secret (`ANYMAIL_WEBHOOK_SECRET`): without one anybody could report a letter bounced.
A report that is told again is the same row, so neither a provider's retries nor a recorded request change anything.
"""

from __future__ import annotations

from anymail.urls import urlpatterns as anymails
from django.conf import settings
from django.urls import URLPattern

urlpatterns: list[URLPattern] = [
    pattern
    for pattern in anymails
    if isinstance(pattern, URLPattern) and (pattern.name or "").endswith("_tracking_webhook") and settings.ANYMAIL.get("WEBHOOK_SECRET")
]
