"""A real web server that keeps what is posted to it, and answers as it is told."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Posted:
    """One request: its path, its headers, its body."""

    path: str
    headers: Message
    body: bytes


class Listener:
    """The server, on a free port of loopback. `status`: what it answers; with `drips` it sends its
    answer's head one letter at a time and never ends it.
    """

    def __init__(self) -> None:
        self.status = 204
        self.drips = False
        self.posted: list[Posted] = []
        self._stopped = threading.Event()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    @property
    def port(self) -> int:
        return self._server.server_address[1]

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self._stopped.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _handler(listener) -> type[BaseHTTPRequestHandler]:  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                listener.posted.append(Posted(self.path, self.headers, body))
                while listener.drips and not listener._stopped.wait(0.05):
                    try:
                        self.wfile.write(b"H")
                    except OSError:  # whoever asked has gone
                        return
                self.send_response(listener.status)
                self.send_header("Location", f"{listener.origin}/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *args: Any) -> None:
                pass

        return Handler
