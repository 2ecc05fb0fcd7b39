"""Gunicorn's own log in the form of all others: `gunicorn traders.wsgi --logger-class
traders.gunicorn_log.WebLog`.
"""

from __future__ import annotations

import os

from gunicorn.glogging import Logger

from traders.log_formats import formatter


class WebLog(Logger):
    """Starts, ends and faults of the web server's processes, in the format of LOG_FORMAT."""

    def setup(self, cfg: object) -> None:
        """Set Gunicorn's handlers up with our formatter; Django's settings are not read yet."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(formatter(os.environ.get("LOG_FORMAT", "")))
