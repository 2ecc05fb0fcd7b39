"""Django's settings, all from the environment. The defaults suit a server on one machine, with
SQLite. docs/operators.md lists them.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import dj_database_url

from traders.installation_paths import HOUSE, VAR
from traders.keys import SECRET, kept_key
from traders.tcp_keepalive import POSTGRES, REDIS

gc.disable()  # what a process loads at its start stays; see worker/apps.py


def _flag(name: str) -> bool:
    """A setting that is on or off; off unless it is given."""
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def _number(name: str, default: int) -> int:
    """A setting that is a whole number."""
    return int(os.environ.get(name) or default)


def _names(name: str) -> list[str]:
    """A setting that is a list, separated by commas."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


# --- the server -----------------------------------------------------------------------------------

DEBUG = _flag("DEBUG")
EMBEDDED = _flag("TRADERS_EMBEDDED")
"""The set-up of `make run`: everything on this machine, with a mailbox page for reading and
answering letters.
"""

BOT_PACE = _number("TRADERS_BOT_PACE", 2)
"""Seconds after which a bot answers a letter, whatever the answer: people can watch bots play, and
the time reveals nothing.
"""

GAMES = dict(name.split("=", 1) for name in _names("TRADERS_GAMES"))
"""The server's own games beside those of `traders/engines`: `name=package`, separated by commas."""

SITE_URL = os.environ.get("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
"""The address of the pages; letters link to it."""
_site = urlsplit(SITE_URL)

ALLOWED_HOSTS = [_site.hostname or "localhost", *_names("ALLOWED_HOSTS")]
if EMBEDDED or DEBUG:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = [SITE_URL, *_names("CSRF_TRUSTED_ORIGINS")]

# --- keys -----------------------------------------------------------------------------------------

_own_keys = not os.environ.get("DATABASE_URL")  # see traders/keys.py

SECRET_KEY = os.environ.get("SECRET_KEY", "") or (
    kept_key(VAR / "secret_key", SECRET) if _own_keys else ""
)
SECRET_KEY_FALLBACKS: list[str] = _names("SECRET_KEY_FALLBACKS")
"""Former keys, whose signatures are still valid."""
TRADERS_VAULT_KEY = os.environ.get("TRADERS_VAULT_KEY", "") or (
    kept_key(VAR / "vault_key") if _own_keys else ""
)
"""The Fernet key that encrypts games' seeds. Never in the database: a copy of the database alone
reveals no future roll.
"""

# --- apps -----------------------------------------------------------------------------------------

INSTALLED_APPS = [
    "unfold",  # before the admin, whose templates it overrides
    "django.contrib.admin.apps.SimpleAdminConfig",  # its pages are loaded by traders/admin_urls.py
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "django_htmx",
    "traders.apps.TradersConfig",
    "arbitration.apps.ArbitrationConfig",
    "worker.apps.WorkerConfig",
]
if (HOUSE / "tools").is_dir():
    INSTALLED_APPS.append("tools")  # in the repository; no server has them
if os.environ.get("EMAIL_BACKEND", "").startswith("anymail."):
    INSTALLED_APPS.append("anymail")  # its checks; it loads a client of HTTP

MIDDLEWARE = [
    "traders.web.security_headers.Headers",
    "traders.api.problem_details.Problems",
    "traders.web.unreadable_requests.OtherHost",
    "django.middleware.security.SecurityMiddleware",
    "traders.api.response_headers.Envelope",
    "traders.web.unreadable_requests.Unreadable",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "traders.web.action_after_sign_in.BackToTheForm",
    "traders.web.reader_time_zone.ReaderZone",
]

ROOT_URLCONF = "traders.urls"
WSGI_APPLICATION = "traders.wsgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "traders.web.template_backend.Templates",
        "DIRS": [HOUSE / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["traders.web.template_tags"],
        },
    }
]

# --- database -------------------------------------------------------------------------------------

VAR.mkdir(parents=True, exist_ok=True)
_database: dict[str, Any] = dict(
    dj_database_url.parse(os.environ.get("DATABASE_URL") or f"sqlite:///{VAR / 'traders.sqlite3'}")
)
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["OPTIONS"] = {
        # a transaction that reads first could fail to get the write lock later, so each takes it
        # at its start
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    # A file, not memory: a test's threads and processes share it as a real server's do.
    _database["TEST"] = {"NAME": str(VAR / "test.sqlite3")}
else:
    _database["CONN_MAX_AGE"] = _number("DATABASE_CONN_MAX_AGE", 60)
    _database["CONN_HEALTH_CHECKS"] = True
    # by what PostgreSQL names a session: the program and its command
    _name = " ".join([Path(sys.argv[0]).name, *sys.argv[1:2]])[:63]
    # statements that it keeps are planned once, not for each value (models/statement_sending.py)
    _keeping = f"{POSTGRES['options']} -c plan_cache_mode=force_generic_plan"
    _options = POSTGRES | {"options": _keeping, "application_name": _name}
    _database["OPTIONS"] = _options | _database.get("OPTIONS", {})
DATABASES = {"default": _database}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- people ---------------------------------------------------------------------------------------

AUTH_USER_MODEL = "traders.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
ACCOUNT_ADAPTER = "traders.web.mailed_code_sign_in.Adapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
# as long as the code that proves an address: mail can take more than three minutes
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""  # the sender's name is Traders by Post already
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_SIGNUP_FORM_CLASS = "traders.web.signup_form.NameForm"
ACCOUNT_LOGOUT_ON_GET = False
# traders/domain/accounts/sign_in_limits.py counts for all processes together
ACCOUNT_RATE_LIMITS = False
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _site.scheme

CSRF_FAILURE_VIEW = "traders.web.action_after_sign_in.stale_form"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _site.scheme == "https"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # a game takes months, with days between visits
SECURE_REFERRER_POLICY = "same-origin"
SECURE_HSTS_SECONDS = _number("SECURE_HSTS_SECONDS", 0)
X_FRAME_OPTIONS = "DENY"
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = _flag("SECURE_HSTS_ALL_SUBDOMAINS")
SECURE_SSL_REDIRECT = _flag("SECURE_SSL_REDIRECT")
BEHIND_PROXY = _flag("BEHIND_PROXY")
ALLAUTH_TRUSTED_PROXY_COUNT = _number("TRUSTED_PROXIES", 0)
"""The operator's own proxies between visitors and this process, each of which adds the address that
it sees to X-Forwarded-For.
"""
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
# the largest letter that a provider's inbound hook hands in, with its attachments
DATA_UPLOAD_MAX_MEMORY_SIZE = 40 * 1024 * 1024

# --- the post -------------------------------------------------------------------------------------

POST_DOMAIN = os.environ.get("POST_DOMAIN", "post.test" if _own_keys else "")
"""The domain of the reply addresses; its mail comes to this server."""
POST_OFFICE_PORT = _number("POST_OFFICE_PORT", 2525)
"""The loopback port of the local mail server."""
TRUSTED_MAIL_HOSTS = _names("TRUSTED_MAIL_HOSTS")
"""Mail servers that receive for this server, by name, `.suffix`, address or network: their
Authentication-Results (PR-RECEIPT-03) and transfer lines (PR-MAIL-02) are trusted.
"""
EMAIL_BACKEND = os.environ.get("EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
EMAIL_HOST = os.environ.get("EMAIL_HOST", "127.0.0.1")
EMAIL_PORT = _number("EMAIL_PORT", POST_OFFICE_PORT)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = _flag("EMAIL_USE_TLS")
EMAIL_USE_SSL = _flag("EMAIL_USE_SSL")
# seconds: the longest that a hanging server holds a sender
EMAIL_TIMEOUT = _number("EMAIL_TIMEOUT", 30)
DEFAULT_FROM_EMAIL = os.environ.get(
    "DEFAULT_FROM_EMAIL", f"Traders by Post <post@{POST_DOMAIN or 'localhost'}>"
)
SERVER_EMAIL = os.environ.get("SERVER_EMAIL", DEFAULT_FROM_EMAIL)


def _anymail() -> dict[str, Any]:
    """anymail's settings: `ANYMAIL_MAILGUN_API_KEY=x` in the environment is
    `ANYMAIL["MAILGUN_API_KEY"]`; flags, lists and objects are parsed as JSON.
    """
    found: dict[str, Any] = {}
    for name, text in os.environ.items():
        if name.startswith("ANYMAIL_"):
            try:
                value = json.loads(text)
            except ValueError:
                value = text
            # a key may consist of digits, so numbers stay text
            found[name.removeprefix("ANYMAIL_")] = (
                value if isinstance(value, bool | list | dict) else text
            )
    return found


ANYMAIL = _anymail()

# --- web hooks (traders/domain/post/telling) ------------------------------------------------------

TRUSTED_HOOKS = _names("TRUSTED_HOOKS")
"""Origins such as `http://127.0.0.1:9000` to which players' web hooks may lead though they are not
public: a bridge of the operator's own. To all others only https and public addresses are reached.
"""

# --- quotas (traders/domain/people/quotas.py) -----------------------------------------------------

QUOTA_LETTERS = _number("QUOTA_LETTERS", 120)
"""Letters with orders that a seat may send in an hour."""
QUOTA_OCTETS = _number("QUOTA_OCTETS", 8_000_000)
"""Octets of the answers to a seat's letters in a day."""
QUOTA_PRESS = _number("QUOTA_PRESS", 30)
"""Messages that a seat may send in an hour."""
QUOTA_REPORTS = _number("QUOTA_REPORTS", 5)
"""Reports of messages that a seat may make in a day."""
QUOTA_ANNOUNCEMENTS = _number("QUOTA_ANNOUNCEMENTS", 5)
"""Announcements of organizers to a club, and to a table, in a day."""
QUOTA_DECISIONS = _number("QUOTA_DECISIONS", 40)
"""Decisions of organizers that anybody is written to about in a game, club or season in a day."""
QUOTA_PROPOSALS = _number("QUOTA_PROPOSALS", 20)
"""Proposals that a seat may make in a day."""
QUOTA_GAMES = _number("QUOTA_GAMES", 20)
"""Games that a player may make in a day."""
QUOTA_CLUBS = _number("QUOTA_CLUBS", 3)
"""Clubs that a player may make in a day."""
QUOTA_INVITATIONS = _number("QUOTA_INVITATIONS", 30)
"""Invitations to clubs and games that a player may send by letter in a day."""
QUOTA_OFFERS = _number("QUOTA_OFFERS", 3)
"""Free seats that a substitute is offered by letter in a day."""

QUOTA_API = _number("QUOTA_API", 300)
"""Requests of one API token in a minute, in each web process."""

QUOTA_TRIALS = _number("QUOTA_TRIALS", 20)
"""Times that a player may try lines (*What if*) in a minute, in each web process."""

# --- tasks ----------------------------------------------------------------------------------------

REDIS_URL = os.environ.get("REDIS_URL", "")
"""Redis only wakes workers: whatever it loses, the sweeps find in the database. Without it, tasks
wait for a worker's next sweep.
"""

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "visibility_timeout": 600,
        "socket_timeout": 10,
        "socket_connect_timeout": 2,
        **REDIS,
    }
    if REDIS_URL
    else {}
)
# a page does not wait for a Redis that is away: the sweeps find the work in the database
CELERY_TASK_PUBLISH_RETRY = False
# a lost wake-up does no harm, since a sweep finds the work; with late acknowledgement Celery would
# end when Redis goes away
CELERY_TASK_ACKS_LATE = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
# no soft limit: it would be raised in the middle of a row and counted as that row's fault
CELERY_TASK_TIME_LIMIT = 300
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True

# Only what each process can work out again, in its own memory: not in Redis, so that nobody who can
# write to it gets code run here.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

# --- pages ----------------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT", VAR / "static"))
# before `collectstatic` has run it is empty, which is no error
STATIC_ROOT.mkdir(parents=True, exist_ok=True)
# django-ninja's folder holds the script and style of the API's pages; as an app it would be loaded
# in every process
_ninja = find_spec("ninja")
STATICFILES_DIRS = [
    Path(__file__).resolve().parent / "web" / "static",
    *(Path(folder) / "static" for folder in (_ninja and _ninja.submodule_search_locations) or ()),
]
STORAGES = {
    # nothing is uploaded: all state is in the database
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedStaticFilesStorage"},
}
LANGUAGE_CODE = "en-gb"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"
UNFOLD = {
    "SITE_TITLE": "Traders by Post",
    "SITE_HEADER": "Traders by Post",
    "SITE_URL": "/",
    "DASHBOARD_CALLBACK": "traders.admin.dashboard",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": "/static/mark.svg"}],
}

# --- the operator ---------------------------------------------------------------------------------

OPERATORS = _names("OPERATORS")
"""Mail addresses of the operators, who are informed when something is stuck."""
OPERATORS_WAY = os.environ.get("OPERATORS_WAY", "")
"""A second way to the operators, by which they hear of mail that does not leave: `smtp://…`,
`smtps://…` or `https://…` (traders/domain/operators/alternative_alert_channel.py).
"""
PARTS = os.environ.get("PARTS") or "web:2,mail,clock,in,out,rest"
"""What runs on this machine as parts of one unit (worker/process_supervisor.py)."""
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")
"""The token with which a monitor reads /metrics; without one there is no such page."""
LOG_FORMAT = os.environ.get("LOG_FORMAT", "line")
"""`json`: an object a line; `line`: text."""
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"chosen": {"()": "traders.log_formats.formatter", "name": LOG_FORMAT}},
    "filters": {"refused": {"()": "traders.log_formats.NoFaultInOneLine"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "chosen", "filters": ["refused"]}
    },
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": [], "propagate": True},
        "django.server": {"handlers": [], "propagate": True},
        # aiosmtpd logs every address there, and a reply address is half a key
        "mail.log": {"level": "WARNING"},
    },
}
