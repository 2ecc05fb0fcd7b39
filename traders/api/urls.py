"""Addresses of the API."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from traders.api.service import service

urlpatterns: list[URLPattern | URLResolver] = [path("", service.urls)]
