"""`traders setup`: what it asks, which files it writes, and that a second run changes nothing. The
walk (`tests/house/test_walk.py`) does it on a real Debian.
"""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.machine.conftest import Stubs
from traders.machine import configuration_file_install, health_request, settings_file
from traders.machine.machine_operations import Refused
from traders.machine.setting_up import set_up
from traders.machine.setup_answers import POSTFIX, PROVIDERS, Answers, arguments, asked, earlier

MINE = Answers(
    "post.club.test", "play.club.test", "mx.club.test", "me@club.test", POSTFIX,
    own_certificate=True,
)  # fmt: skip
READY = (
    ("dpkg", 0, "install ok installed"),
    ("prepare", 0, "/^post@/ there"),
    ("rolname", 0, "postgres\\ntraders"),
    ("datname", 0, "traders"),
)


def by_turns(*said: str) -> tuple[Callable[[str], str], list[str]]:
    """Somebody at the terminal, and what they were asked."""
    left, questions = list(said), list[str]()

    def ask(question: str) -> str:
        questions.append(question)
        return left.pop(0)

    return ask, questions


def test_it_asks_three_things_and_takes_each_by_a_flag() -> None:
    ask, questions = by_turns("Post.Club.Test", "nonsense", "me@club.test", "")
    answers = asked(arguments([]), {}, ask)
    post = "post.club.test"
    assert answers == Answers(post, post, post, "me@club.test", POSTFIX)
    assert [one.split()[0] for one in questions] == ["Which", "Your", "Your", "How"]
    flags = arguments(["post.club.test", "--operator", "me@club.test", "--mail", "postfix"])
    assert asked(flags, {}, None) == answers


def test_a_provider_is_asked_for_by_its_keys() -> None:
    ask, questions = by_turns("post.club.test", "me@club.test", "postmark", "secret")
    answers = asked(arguments([]), {}, ask)
    assert answers.more == {"ANYMAIL_POSTMARK_SERVER_TOKEN": "secret"}
    assert all(name in questions[2] for name in PROVIDERS)
    assert questions[3].startswith("POSTMARK_SERVER_TOKEN")
    ask, _ = by_turns("post.club.test", "me@club.test", "postmark", "$(reboot)")
    with pytest.raises(Refused, match="without quotes"):
        asked(arguments([]), {}, ask)


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        ([], "the domain"),
        (["post.club.test"], "--operator"),
        (["post.club.test", "--operator", "me@club.test"], "--mail"),
        (["post.club.test", "--operator", "me@club.test", "--mail", "brevo"], "ANYMAIL_BREVO"),
        (["post club", "--operator", "me@club.test", "--mail", "postfix"], "the domain"),
        (["a.test", "--operator", "x@a.test", "--mail", "postfix", "--set", "X=a'b"], "--set"),
    ],
)
def test_where_nobody_is_there_the_flag_is_named(words: list[str], missing: str) -> None:
    with pytest.raises(Refused, match=missing):
        asked(arguments(words), {}, None)


@pytest.mark.parametrize("mail", [POSTFIX, "postmark"])
def test_every_file_has_the_servers_own_names(mail: str) -> None:
    answers = Answers("post.club.test", "play.club.test", "mx.club.test", "me@club.test", mail)
    texts = configuration_file_install.written(answers, configuration_file_install.OWN)
    assert not [path for path, text in texts.items() if "example.org" in text]
    assert ("/etc/postfix/main.cf" in texts) is (mail == POSTFIX)
    nginx = texts["/etc/nginx/sites-available/traders"]
    assert "server_name play.club.test;" in nginx
    assert f"{configuration_file_install.OWN}/fullchain.pem" in nginx
    assert not [
        path for path, text in configuration_file_install.brought().items() if "example.org" in text
    ]


@pytest.fixture
def well(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that answers."""
    monkeypatch.setattr(health_request, "asked", lambda settings: health_request.Health(True, []))


@pytest.mark.usefixtures("well")
def test_a_second_run_changes_nothing(stubs: Stubs) -> None:
    set_up(stubs.machine(), MINE)
    first = stubs.calls()
    for part in ("apt-get", "createdb", "traders prepare me@club.test", "opendkim-genkey"):
        assert any(part in call for call in first), part
    (stubs.folder / "root/etc/dkimkeys/traders.txt").write_text('"v=DKIM1; k=rsa; p=x"')
    stubs.says(*READY)
    set_up(stubs.machine(), MINE)  # Postfix's map is there now
    again = stubs.machine()
    kept = settings_file.kept(again)
    set_up(again, asked(arguments(["--own-certificate"]), kept, None))
    assert (again.changed, settings_file.kept(again)) == (set(), kept)
    changing = (
        "apt-get",
        "createdb",
        "genkey",
        " restart ",
        "reload-",
        " stop ",
    )
    assert not [call for call in stubs.calls() if any(one in call for one in changing)]
    assert "me@club.test" in "\n".join(stubs.said)


@pytest.mark.usefixtures("well")
def test_what_is_left_to_do_is_told_ready_to_paste(stubs: Stubs) -> None:
    (stubs.folder / "root/etc/dkimkeys/traders.txt").write_text('( "v=DKIM1; " "p=x" )')
    stubs.says(*READY)
    set_up(stubs.machine(), MINE)
    told = "\n".join(stubs.said)
    for name in ("post", "_dmarc.post", "traders._domainkey.post", "mx", "play"):
        assert f"\n{name}.club.test. " in told
    assert '"v=DKIM1; " "p=x"' in told
    assert "browsers warn" in told
    assert "SECRET_KEY" in told


@pytest.mark.usefixtures("well")
def test_settings_are_roots_alone_and_stay_as_somebody_changed_them(stubs: Stubs) -> None:
    stubs.says(*READY)
    machine = stubs.machine()
    set_up(machine, MINE)
    file = machine.at(settings_file.PATH)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    made = settings_file.kept(machine)
    assert made["DEFAULT_FROM_EMAIL"] == "Traders by Post <post@post.club.test>"
    assert earlier(made) == Answers(MINE.post, MINE.site, MINE.mail_host, MINE.operator, POSTFIX)
    file.write_text(file.read_text().replace("LOG_FORMAT=json", "LOG_FORMAT=line\n# mine"))
    settings_file.write(machine, MINE)
    assert settings_file.kept(machine) == made | {"LOG_FORMAT": "line"}
    post, quota = "post.other.test", {"QUOTA_API": "9"}
    moved = Answers(post, post, post, "me@club.test", "postmark", quota)
    settings_file.write(machine, moved)
    now = settings_file.kept(machine)
    assert now["SITE_URL"] == "https://post.other.test"
    assert "EMAIL_HOST" not in now
    assert now["EMAIL_BACKEND"] == "anymail.backends.postmark.EmailBackend"
    for name in ("SECRET_KEY", "TRADERS_VAULT_KEY", "DATABASE_URL"):
        assert now[name] == made[name]
    assert now["QUOTA_API"] == "9"


@pytest.mark.usefixtures("well")
def test_what_has_no_password_by_the_settings_gets_none(stubs: Stubs) -> None:
    stubs.says(("PASSWORD", 1, "it was given one"), *READY)
    more = {
        "DATABASE_URL": "postgresql://traders@localhost/traders",
        "REDIS_URL": "redis://localhost",
    }
    set_up(stubs.machine(), replace(MINE, more=more))
    assert "requirepass" not in stubs.machine().text("/etc/redis/redis.conf")


@pytest.mark.usefixtures("well")
def test_redis_has_a_password_and_needs_no_disk(stubs: Stubs) -> None:
    """One that cannot write its copy takes no task more."""
    stubs.says(*READY)
    path = "/etc/redis/redis.conf"
    stubs.machine().write(path, "port 6379\nsave 60 10000\n")
    for _ in range(2):
        set_up(stubs.machine(), MINE)
    first, second, third = stubs.machine().text(path).splitlines()
    assert (first, third) == ("port 6379", 'save ""')
    assert second.startswith("requirepass ")


@pytest.mark.usefixtures("well")
def test_a_file_that_the_operator_changed_stays(stubs: Stubs) -> None:
    stubs.says(*READY)
    path = "/etc/postfix/main.cf"
    machine = stubs.machine()
    machine.write(path, "as Debian has it\n")
    set_up(machine, MINE)
    assert machine.text(f"{path}.before") == "as Debian has it\n"
    mine = machine.text(path) + "# mine\n"
    machine.write(path, mine)
    set_up(machine, MINE)
    assert machine.text(path) == mine
    assert machine.text(f"{path}.traders") in mine
    assert any(f"{path} is as you changed it" in line for line in stubs.said)


@pytest.mark.usefixtures("well")
def test_it_stops_at_the_first_failure_and_says_what_was_said(stubs: Stubs) -> None:
    stubs.says(("prepare", 3, "this release would play 1 stored game another way"), *READY)
    with pytest.raises(Refused, match="another way"):
        set_up(stubs.machine(), MINE)
    assert not [call for call in stubs.calls() if "systemctl start" in call]
