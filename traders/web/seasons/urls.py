"""Addresses of the pages of seasons and players."""

from __future__ import annotations

from django.urls import path

from traders.web import player_pages
from traders.web.seasons import member_pages, organizer_pages, report, season_actions

SEASONS = "clubs/<slug:club>/seasons"
SEASON = f"{SEASONS}/<slug:slug>"

urlpatterns = [
    path(f"{SEASONS}/", member_pages.seasons, name="seasons"),
    path(f"{SEASONS}/new", organizer_pages.new_season, name="new-season"),
    path(f"{SEASON}/", member_pages.season, name="season"),
    path(f"{SEASON}/entry", season_actions.entry, name="season-entry"),
    path(f"{SEASON}/run", season_actions.run, name="season-run"),
    path(f"{SEASON}/change", organizer_pages.change_season, name="season-change"),
    path(f"{SEASON}/people", organizer_pages.people, name="season-people"),
    path(f"{SEASON}/draw", organizer_pages.draw, name="season-draw"),
    path(f"{SEASON}/tables/<int:table>", organizer_pages.correct, name="season-table"),
    path(f"{SEASON}/report", report.report, name="season-report"),
    path(f"{SEASON}/report.csv", report.report_csv, name="season-report-csv"),
    path(f"{SEASON}/report.pdf", report.report_pdf, name="season-report-pdf"),
    path("players/", player_pages.players, name="players"),
    path("players/<int:number>/", player_pages.player, name="player"),
]
