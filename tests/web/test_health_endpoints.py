"""What monitors and operators are shown: /health, /metrics, the admin's first page, the letter to
the operator.
"""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core import mail
from django.core.management import call_command
from django.db import connection
from django.test import Client

from traders.admin import look
from traders.domain.calendar import clock
from traders.domain.operators import alerts, health_figures
from traders.models import (
    Arrival,
    ArrivalStatus,
    Heartbeat,
    Letter,
    LetterStatus,
    OperatorNotice,
    Player,
)
from traders.version import VERSION
from worker.tasks.operators import tell

pytestmark = pytest.mark.django_db


def set_aside() -> Arrival:
    return Arrival.objects.create(
        raw=b"x",
        sha256="0" * 64,
        size=1,
        taken=clock.now(),
        channel="smtp",
        status=ArrivalStatus.SET_ASIDE,
    )


def unread(age: timedelta) -> Arrival:
    return Arrival.objects.create(
        raw=b"x", sha256="0" * 64, size=1, taken=clock.now() - age, channel="smtp"
    )


class TestHealth:
    def test_all_is_well(self, client):
        response = client.get("/health")
        assert response.status_code == 200
        assert response.json() == {"ok": True, "problems": [], "version": VERSION}

    @pytest.mark.parametrize(
        ("fault", "words"),
        [
            (set_aside, "set aside"),
            (lambda: unread(health_figures.LATE * 2), "not read"),
            (
                lambda: Heartbeat.objects.create(
                    since=clock.now() - timedelta(days=1),
                    until=clock.now() - health_figures.SILENT * 2,
                ),
                "no process",
            ),
        ],
    )
    def test_each_fault_is_told_in_words(self, client, fault, words):
        fault()
        response = client.get("/health")
        assert response.status_code == 503
        assert any(words in problem for problem in response.json()["problems"])

    def test_a_letter_just_come_is_no_fault(self, client):
        unread(timedelta(seconds=3))
        assert client.get("/health").status_code == 200

    def test_a_letter_that_is_left_for_a_report_is_no_fault_until_it_is_due_again(
        self, client, red
    ):
        long_ago = clock.now() - health_figures.LATE * 2
        letter = Letter.objects.create(
            player=red,
            kind="notice",
            key="x",
            message_id="<x@post.test>",
            written=long_ago,
            next_try=clock.now(),
        )
        assert client.get("/health").status_code == 503
        Letter.objects.filter(pk=letter.pk).update(
            status=LetterStatus.UNKNOWN, next_try=clock.now() + timedelta(minutes=3)
        )
        assert client.get("/health").status_code == 200
        Letter.objects.filter(pk=letter.pk).update(next_try=clock.now() - timedelta(seconds=1))
        assert client.get("/health").status_code == 503

    def test_what_waited_while_the_server_was_down_is_late_only_when_it_waits_on(self, client):
        unread(timedelta(hours=1))
        now = clock.now()
        Heartbeat.objects.create(since=now - timedelta(minutes=1), until=now)
        assert client.get("/health").json()["ok"]
        with clock.at(now + health_figures.UNREAD_LATE):
            problems = client.get("/health").json()["problems"]
        assert any("not read" in problem for problem in problems)

    def test_a_redis_that_is_away_is_told(self, client, settings):
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        response = client.get("/health")
        assert response.status_code == 503
        assert any("Redis does not answer" in problem for problem in response.json()["problems"])

    def test_a_fault_is_logged_once_and_once_when_it_is_over(self, client, caplog):
        health_figures.log_changes(health_figures.figures())
        caplog.clear()
        letter = set_aside()
        assert [client.get("/health").status_code for _ in range(3)] == [503] * 3
        alerts.send()
        assert [(one.levelname, one.getMessage()[:20]) for one in caplog.records] == [
            ("ERROR", "letters_set_aside: 1")
        ]
        caplog.clear()
        Arrival.objects.filter(pk=letter.pk).update(status=ArrivalStatus.READ)
        assert [client.get("/health").status_code for _ in range(2)] == [200] * 2
        assert [one.getMessage() for one in caplog.records] == [
            "letters_set_aside: all is well again"
        ]

    def test_of_cases_it_tells_the_operator_alone(self, client, settings, monkeypatch):
        case = health_figures.Figure("cases", 1, "cases", "1 case waits for a ruling", inside=True)
        monkeypatch.setattr(health_figures, "MEASURES", [lambda now: iter([case])])
        settings.METRICS_TOKEN = "a-token"
        told = client.get("/health")
        assert (told.status_code, told.json()) == (
            200,
            {"ok": True, "problems": [], "version": VERSION},
        )
        told = client.get("/health", headers={"Authorization": "Bearer another"})
        assert told.status_code == 200
        told = client.get("/health", headers={"Authorization": "Bearer a-token"})
        assert (told.status_code, told.json()["problems"]) == (503, [case.problem])
        client.force_login(Player.objects.create_user("red@example.org", display_name="Red Sea"))
        assert client.get("/health").status_code == 200
        client.force_login(
            Player.objects.create_superuser("operator@example.org", display_name="Operator")
        )
        assert client.get("/health").json()["problems"] == [case.problem]
        assert health_figures.problems(health_figures.figures()) == {"cases": case.problem}

    def test_what_cannot_be_counted_is_not_called_well(self, caplog):
        health_figures.log_changes([health_figures.Figure("redis", 0, "", "Redis does not answer")])
        caplog.clear()
        health_figures.log_changes(
            [health_figures.Figure("database", 0, "", "the database does not answer")]
        )
        assert [one.getMessage() for one in caplog.records] == [
            "database: the database does not answer"
        ]

    def test_the_lengths_of_the_queues(self, client, settings, redis_server):
        settings.REDIS_URL = redis_server.url
        settings.METRICS_TOKEN = "a-token"
        shown = client.get("/metrics", headers={"Authorization": "Bearer a-token"}).content.decode()
        assert "traders_redis 1.0" in shown


class TestMetrics:
    def test_there_is_none_without_the_setting(self, client):
        assert client.get("/metrics").status_code == 404

    def test_it_is_for_who_bears_the_token(self, client, settings):
        settings.METRICS_TOKEN = "a-token"
        assert client.get("/metrics").status_code == 403
        assert (
            client.get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 403
        )
        shown = client.get("/metrics", headers={"Authorization": "Bearer a-token"})
        assert shown.status_code == 200
        assert "traders_letters_set_aside 0.0" in shown.content.decode()
        assert "# TYPE traders_deadline_overdue_seconds gauge" in shown.content.decode()


class TestTheAdminsFirstPage:
    def test_it_shows_the_figures_with_their_lists(self):
        operator = Player.objects.create_superuser("operator@example.org", display_name="Operator")
        client = Client()
        client.force_login(operator)
        set_aside()
        shown = client.get("/admin/").content.decode()
        assert "1 letter is set aside" in shown
        assert "traders/arrival/?status__exact=set-aside" in shown

    def test_each_list_that_it_leads_to_opens(self):
        client = Client()
        client.force_login(
            Player.objects.create_superuser("operator@example.org", display_name="Operator")
        )
        lists = look(clock.now())
        assert {
            path: client.get(f"/admin/{path}").status_code for path in lists.values()
        } == dict.fromkeys(lists.values(), 200)

    def test_each_list_shows_what_the_figure_counts(self):
        now = clock.now()
        sick = Player.objects.create_user(
            "sick@example.org", display_name="Sick", mailbox_dead_since=now
        )
        for status in LetterStatus:
            for problem in ("", "refused"):
                for age in (1, 30):
                    Letter.objects.create(
                        player=sick, kind="note", status=status, problem=problem,
                        message_id=f"{status}{problem}{age}", key=f"{status}{problem}{age}",
                        written=now - timedelta(hours=age), facts="{}",
                    )  # fmt: skip
        for came in ArrivalStatus:
            for outcome in ("", "unreadable"):
                for age in (1, 30):
                    Arrival.objects.create(
                        raw=b"x", sha256="0" * 64, size=1, taken=now - timedelta(hours=age),
                        channel="smtp", status=came, outcome=outcome,
                    )  # fmt: skip
        client = Client()
        client.force_login(
            Player.objects.create_superuser("operator@example.org", display_name="Operator")
        )
        lists, counted = look(clock.now()), 0
        for figure in health_figures.figures():
            if figure.name in lists and not figure.name.endswith("_seconds"):
                shown = client.get(f"/admin/{lists[figure.name]}").context["cl"].result_count
                assert shown == figure.value, figure.name
                counted += bool(shown)
        assert counted >= 5

    def test_who_may_not_see_a_list_gets_no_link_to_it(self):
        referee = Player.objects.create_user("r@example.org", display_name="R", is_staff=True)
        client = Client()
        client.force_login(referee)
        shown = client.get("/admin/")
        assert shown.status_code == 200
        assert 'href="traders/' not in shown.content.decode()


class TestTheLetterToTheOperator:
    def test_each_kind_is_told_once_an_hour(self, settings):
        settings.OPERATORS = ["operator@example.org"]
        set_aside()
        assert alerts.send() == ["letters_set_aside"]
        assert alerts.send() == []
        OperatorNotice.objects.update(told=clock.now() - alerts.AGAIN)
        assert alerts.send() == ["letters_set_aside"]
        assert [letter.to for letter in mail.outbox] == [["operator@example.org"]] * 2
        assert "1 letter is set aside" in mail.outbox[0].body
        assert mail.outbox[0].message()["Message-ID"].endswith("@post.test>")

    def test_nobody_is_written_to_where_nothing_is_wrong_or_nobody_is_named(self, settings):
        settings.OPERATORS = ["operator@example.org"]
        assert alerts.send() == []
        settings.OPERATORS = []
        set_aside()
        assert alerts.send() == []
        assert mail.outbox == []

    def test_it_is_written_too_where_no_row_can_be(self, settings, monkeypatch):
        """On a full disk, or without its database; once an hour, and of nothing that is over at
        the next look.
        """
        settings.OPERATORS = ["operator@example.org"]
        monkeypatch.setattr(alerts, "_without_rows", {})
        monkeypatch.setattr(health_figures, "LEAST_FREE", 2**60)
        read_only = {"postgresql": "SET TRANSACTION READ ONLY", "sqlite": "PRAGMA query_only = ON"}
        with connection.cursor() as cursor:
            cursor.execute(read_only[connection.vendor])
        now = clock.now()
        told = []
        for seconds in (0, 30, 60, 3590, 3640):
            with clock.at(now + timedelta(seconds=seconds)):
                told.append(alerts.send())
        if connection.vendor == "sqlite":
            connection.cursor().execute("PRAGMA query_only = OFF")
        assert told == [[], ["disk_free_octets"], [], [], ["disk_free_octets"]]
        assert "The disk is almost full: " in mail.outbox[0].body

    def test_a_letter_that_could_not_be_sent_is_tried_again(self, settings, caplog):
        settings.OPERATORS = ["operator@example.org"]
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_PORT = 1
        set_aside()
        with pytest.raises(OSError, match="refused"):
            alerts.send()
        caplog.clear()
        tell()
        told = [one for one in caplog.records if "written to" in one.getMessage()]
        assert [one.exc_info for one in told] == [None]
        assert "refused" in told[0].getMessage()
        settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
        assert alerts.send() == ["letters_set_aside"]

    def test_a_failed_night_tells_what_it_said(self, settings, monkeypatch):
        settings.OPERATORS = ["operator@example.org"]
        monkeypatch.setattr("sys.stdin", StringIO("first-voyage: entry 7 is not as it was\n"))
        call_command("tell", "The work of the night failed")
        assert mail.outbox[0].subject == "Traders by Post: The work of the night failed"
        assert "entry 7" in mail.outbox[0].body
