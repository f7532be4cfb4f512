"""A small server of chat completions on this machine: a judge that goes by a few words, and many ways to fail."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = tuple[int, bytes]


def judge(document: dict[str, Any]) -> dict[str, Any]:
    """A deterministic judge: a value that stands after a negation is denied, one that is nowhere is unknown."""
    words, value = document["source"].lower().split(), str(document["value"]).lower()
    if value not in document["source"].lower():
        return {"label": "unknown", "score": 0.6}
    if "not" in words or "never" in words:
        return {"label": "contradicted", "score": 0.97}
    return {"label": "entailed", "score": 0.95}


def completion(content: object, **choice: object) -> bytes:
    """A chat completion that says this."""
    made = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
    return json.dumps({"id": "c1", "object": "chat.completion", "choices": [made | choice]}).encode()


def judged(request: dict[str, Any]) -> Reply:
    """Answer as the judge does, after reading the document out of the message."""
    system, user = request["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    return 200, completion(json.dumps(judge(json.loads(user["content"]))))


def says(content: object, status: int = 200, **choice: object) -> Callable[[dict[str, Any]], Reply]:
    """Always answer this."""
    return lambda request: (status, completion(content, **choice))


def raw(body: bytes, status: int = 200) -> Callable[[dict[str, Any]], Reply]:
    """Always answer these bytes."""
    return lambda request: (status, body)


class Endpoint:
    """What the server does, and what it was asked. ``pause`` is waited before the answer and after each byte."""

    def __init__(self) -> None:
        self.answer: Callable[[dict[str, Any]], Reply] = judged
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.before = self.between = 0.0
        self.hang_up = False
        self.over = threading.Event()
        self.url = ""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever asked and has given up is no news."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


@contextmanager
def endpoint() -> Iterator[Endpoint]:
    """A running server."""
    state = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            state.requests.append(request)
            state.headers.append(dict(self.headers) | {"path": self.path})
            state.over.wait(state.before)
            if state.hang_up:
                self.close_connection = True
                return
            self._send(*state.answer(request))

        def _send(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            try:
                for start in range(0, len(body), 1 if state.between else len(body) or 1):
                    self.wfile.write(body[start : start + 1] if state.between else body)
                    state.over.wait(state.between)
            except OSError:  # whoever asked has given up
                self.close_connection = True

        def log_message(self, *args: object) -> None:
            """Say nothing."""

    server = _Server(("127.0.0.1", 0), Handler)
    state.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield state
    finally:
        state.over.set()
        server.shutdown()
        server.server_close()
        thread.join()
