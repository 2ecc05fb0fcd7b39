"""Addresses. Each layer's own stand in its own module."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

admin.autodiscover()
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # the operator too signs in by a mailed code

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("", include("arbitration.urls")),
    path("api/", include("traders.api.urls")),
    path("hooks/", include("traders.web.hooks")),
    path("", include("traders.web.urls")),
]
