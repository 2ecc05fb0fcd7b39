"""Addresses of the clubs' pages."""

from __future__ import annotations

from django.urls import path

from traders.web.clubs import (
    club_list_and_page,
    desk,
    founding,
    invitation_page,
    members,
    seating_members,
    settings,
)

urlpatterns = [
    path("clubs/", club_list_and_page.clubs, name="clubs"),
    path("clubs/new", founding.new_club, name="new-club"),
    path("clubs/<slug:slug>/", club_list_and_page.club_page, name="club"),
    path("clubs/<slug:slug>/join", club_list_and_page.join, name="join-club"),
    path("clubs/<slug:slug>/leave", club_list_and_page.leave, name="leave-club"),
    path("clubs/<slug:slug>/settings", settings.club_settings, name="club-settings"),
    path("clubs/<slug:slug>/web-hook", settings.web_hook, name="club-web-hook"),
    path("clubs/<slug:slug>/members", members.club_members, name="club-members"),
    path("clubs/<slug:slug>/desk/", desk.desk, name="desk"),
    path("clubs/<slug:slug>/desk/order", desk.order, name="desk-order"),
    path("clubs/<slug:slug>/desk/letter", desk.desk_letter, name="desk-letter"),
    path("clubs/<slug:slug>/desk/games/<slug:game>/", desk.desk_game, name="desk-game"),
    path("clubs/<slug:slug>/invitations", members.invite, name="club-invitations"),
    path("invitations/none/<str:token>", invitation_page.none_wanted, name="no-invitations"),
    path("invitations/<str:secret>", invitation_page.invitation, name="invitation"),
    path("games/<slug:slug>/invite", invitation_page.invite_to_game, name="invite-to-game"),
    path("games/<slug:slug>/seats/<slug:colour>", seating_members.give_seat, name="give-seat"),
    path("games/<slug:slug>/fill", seating_members.fill, name="fill-game"),
]
