"""Addresses of the pages."""

from __future__ import annotations

from django.urls import path

from traders.web import (
    account,
    chronicle,
    game,
    game_settings,
    games,
    health,
    mailbox,
    making,
    own_data,
    reading,
    rules,
    seats,
    unsubscribe,
    welcome,
)

urlpatterns = [
    path("", games.games, name="home"),
    path("games/", games.games, name="games"),
    path("games/new", making.new_game, name="new-game"),
    path("games/<slug:slug>/", game.game_page, name="game"),
    path("games/<slug:slug>/live", game.live, name="live"),
    path("games/<slug:slug>/orders", game.orders, name="order"),
    path("games/<slug:slug>/take/<slug:colour>", seats.take_seat, name="take-seat"),
    path("games/<slug:slug>/leave", seats.leave_seat, name="leave-seat"),
    path("games/<slug:slug>/cancel", seats.cancel_game, name="cancel-game"),
    path("games/<slug:slug>/history", chronicle.chronicle, name="history"),
    path("games/<slug:slug>/history.json", chronicle.history_json, name="history-json"),
    path("games/<slug:slug>/settings", game_settings.game_settings, name="game-settings"),
    path("games/<slug:slug>/proof", chronicle.proof, name="proof"),
    path("verify.py", chronicle.checker, name="verify"),
    path("rules/", rules.shelf, name="rules"),
    path("rules/<slug:name>", rules.rulebook_page, name="rulebook"),
    path("credits", rules.credits_page, name="credits"),
    path("orders", reading.guide, {"name": "orders"}, name="orders-guide"),
    path("guides/<slug:name>", reading.guide, name="guide"),
    path("guides/decisions/<slug:name>", reading.decision, name="decision"),
    path("guides/pictures/<slug:name>.png", reading.picture, name="guide-picture"),
    path("begin", welcome.begin, name="begin"),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<slug:tag>", mailbox.letter, name="letter"),
    path("mailbox/<slug:tag>/html", mailbox.letter_html, name="letter-html"),
    path("mailbox/<slug:tag>/raw", mailbox.letter_raw, name="letter-raw"),
    path("mailbox/<slug:tag>/reply", mailbox.reply, name="reply"),
    path("account", account.account, name="account"),
    path("account/export", own_data.export, name="export-account"),
    path("account/remove", own_data.remove, name="remove-account"),
    path("unsubscribe/<str:token>", unsubscribe.unsubscribe, name="unsubscribe"),
    path("health", health.health, name="health"),
    path("metrics", health.metrics, name="metrics"),
]
