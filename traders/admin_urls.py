"""Addresses of the operators' and the referees' pages."""

from __future__ import annotations

from allauth.account.decorators import secure_admin_login
from django.contrib import admin

admin.autodiscover()
# Operators sign in by a mailed code too.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = admin.site.get_urls()
