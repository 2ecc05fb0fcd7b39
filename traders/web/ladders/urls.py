"""Addresses of the pages of ladders."""

from __future__ import annotations

from django.urls import path

from traders.web.ladders import pages

LADDERS = "clubs/<slug:club>/ladders"
LADDER = f"{LADDERS}/<slug:system>"

urlpatterns = [
    path(f"{LADDERS}/", pages.ladders, name="ladders"),
    path(f"{LADDERS}/new", pages.new_ladder, name="new-ladder"),
    path(f"{LADDER}/", pages.ladder, name="ladder"),
    path(f"{LADDER}/climb", pages.climb, name="ladder-climb"),
    path(f"{LADDER}/keep", pages.keep, name="ladder-keep"),
]
