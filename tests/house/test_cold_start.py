"""A process begins light: what few requests and few commands need is loaded with the first that
does. Held in modules, since seconds depend on the machine.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from traders.installation_paths import HOUSE

HEAVY = {
    "PIL", "anymail.urls", "celery", "django.test", "holidays", "markdown_it", "ninja", "numpy",
    "prometheus_client", "pydantic", "redis", "reportlab", "requests", "resvg_py",
    "traders.admin", "traders.proof.scenarios.scenario_types",
}  # fmt: skip
"""Parts that take long to load, each for something that a process may never do."""
TOLD = """
import gc, json, sys
print(json.dumps([sorted(sys.modules), gc.isenabled(), gc.get_freeze_count()]))
"""


def loaded(program: str) -> tuple[set[str], bool, int]:
    """The modules of a process after its start, whether it looks for garbage, and how many objects
    it never looks at.
    """
    told = subprocess.run(
        [sys.executable, "-c", program + TOLD],
        cwd=HOUSE, check=True, capture_output=True, text=True,
    )  # fmt: skip
    modules, collects, frozen = json.loads(told.stdout.splitlines()[-1])
    return set(modules), collects, frozen


@pytest.mark.parametrize(
    ("program", "most", "allowed"),
    [
        pytest.param("import django\nfrom traders import wsgi", 1_480, set(), id="web"),
        pytest.param(
            "import os, django\n"
            "os.environ['DJANGO_SETTINGS_MODULE'] = 'traders.settings'\n"
            "django.setup()",
            1_170,
            set(),
            id="command",
        ),
        pytest.param(
            "from worker.celery import app, _refuse_unfit_settings\n"
            "app.loader.import_default_modules()\n"
            "app.finalize()\n"
            "_refuse_unfit_settings()",
            1_660,
            {"PIL", "resvg_py", "celery"},
            id="worker",
        ),
    ],
)
def test_a_process_begins_light(program: str, most: int, allowed: set[str]) -> None:
    modules, collects, frozen = loaded(program)
    assert HEAVY & modules == allowed
    assert len(modules) <= most
    assert collects
    assert frozen > 10_000


def test_the_address_of_a_page_loads_no_other() -> None:
    modules, _, _ = loaded(
        "from traders import wsgi\n"
        "from django.urls import resolve, reverse\n"
        "assert resolve(reverse('casebook'))\n"
    )
    assert not {"ninja", "traders.admin"} & modules


def test_pages_that_are_loaded_with_the_first_request_are_whole_for_all_who_ask_at_once() -> None:
    modules, _, _ = loaded(
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from threading import Barrier\n"
        "from traders import wsgi\n"
        "from django.test import Client\n"
        "began = Barrier(8)\n"
        "def status(address):\n"
        "    began.wait()\n"
        "    return Client(SERVER_NAME='127.0.0.1').get(address).status_code\n"
        "with ThreadPoolExecutor(8) as threads:\n"
        "    told = list(threads.map(status, ['/admin/', '/api/openapi.json'] * 4))\n"
        "assert told == [302, 200] * 4, told\n"
    )
    assert {"ninja", "traders.admin"} <= modules


def test_the_checks_of_a_server_load_all_pages() -> None:
    modules, _, _ = loaded(
        "from django.core.management import call_command\n"
        "import traders.wsgi\n"
        "call_command('check')\n"
    )
    assert {"ninja", "traders.admin"} <= modules


def test_the_first_page_of_a_process_that_was_forked_finds_everything_loaded() -> None:
    """And what is forked shares it."""
    modules, _, _ = loaded(
        "import sys\n"
        "from worker import process_supervisor as house\n"
        "house.load_pages()\n"
        "from django.test import Client\n"
        "was = {*sys.modules}\n"
        "page = Client(SERVER_NAME='127.0.0.1').get('/rules/no-such-game/learn')\n"
        "assert b'Stratastar' in page.content\n"
        "assert not [name for name in {*sys.modules} - was if name.startswith('traders')]\n"
    )
    assert "traders.engines.stratastar.play.order_play" in modules
