"""The web process: `gunicorn traders.wsgi`."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application
from django.template.loader import get_template
from django.urls import reverse

from traders.web.unreadable_requests import guarded

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "traders.settings")

application = guarded(get_wsgi_application())

from traders.checks import refuse_if_unfit  # noqa: E402 - the apps are ready now
from traders.domain.deadlines import heartbeat_and_outages  # noqa: E402

refuse_if_unfit()
# else the first page of each process would import all views and the templates' tags, and list the
# views' names
reverse("casebook")
get_template("base.html")
heartbeat_and_outages.keep()
