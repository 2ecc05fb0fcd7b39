"""The web process for asynchronous servers."""

from __future__ import annotations

import os

from django.core.asgi import get_asgi_application

from traders.checks import refuse_if_unfit

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "traders.settings")

application = get_asgi_application()
refuse_if_unfit()

from traders.domain.deadlines import heartbeat  # noqa: E402 - the apps are ready now

heartbeat.keep()
