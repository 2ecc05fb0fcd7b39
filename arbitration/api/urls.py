"""Addresses of the API, the court's among them."""

from __future__ import annotations

from arbitration.api import casebook, claims
from traders.api.api_service import service

for part in (claims, casebook):
    service.add_router("", part.router)

urlpatterns, _app, _namespace = service.urls
