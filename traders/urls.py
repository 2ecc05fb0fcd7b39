"""The site's addresses; each package lists its own in its `urls`."""

from __future__ import annotations

from allauth.account import views as account
from django.urls import URLResolver, include, path
from django.urls.resolvers import RoutePattern

from traders.web import recent_code_guard
from traders.web.code_request_limits import limited
from traders.web.mailed_code_sign_in import evenly, within

ACCOUNTS = [
    path("login/", within(limited(evenly(account.login))), name="account_login"),
    path(
        "login/code/",
        within(limited(evenly(account.request_login_code))),
        name="account_request_login_code",
    ),
    path(
        "login/code/confirm/",
        within(limited(evenly(account.confirm_login_code))),
        name="account_confirm_login_code",
    ),
    path("logout/", within(account.logout), name="account_logout"),
    path("inactive/", within(account.account_inactive), name="account_inactive"),
    path("signup/", within(limited(evenly(account.signup))), name="account_signup"),
    path(
        "confirm-email/",
        within(limited(evenly(account.email_verification_sent))),
        name="account_email_verification_sent",
    ),
    path("email/", within(limited(account.email)), name="account_email"),
    path(
        "reauthenticate/",
        within(limited(recent_code_guard.fresh_code)),
        name="account_reauthenticate",
    ),
]
"""allauth's pages, without those about passwords: there are none here."""


class _Later(URLResolver):
    """Addresses that are loaded with the first request to one of them, or its name: operators,
    referees, programs and providers send those, where there are any.
    """

    def __init__(self, route: str, addresses: str, namespace: str) -> None:
        super().__init__(RoutePattern(route), addresses, app_name=namespace, namespace=namespace)

    def _populate(self) -> None:
        """Django asks for all names, those in another namespace too, at the first one."""


handler500 = "traders.web.security_headers.failed"

urlpatterns = [
    _Later("admin/", "traders.admin_urls", "admin"),
    path("accounts/", include(ACCOUNTS)),
    path("", include("arbitration.urls")),
    _Later("api/", "arbitration.api.urls", "api"),
    _Later("hooks/", "traders.web.mail_provider_hooks", "hooks"),
    path("", include("traders.web.urls")),
]
