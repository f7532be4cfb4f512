"""A server that sends a byte now and then, or a little that unpacks to very much, holds nobody up."""

from __future__ import annotations

import gzip
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime

import pytest

from memtxn import VerifierFailed, VerifierUnavailable
from memtxn.adapters.verifier.openai import OpenAIVerifier
from memtxn.model.key import Key
from memtxn.model.opinion import Claim
from tests.unit.verifier.endpoint import completion

CLAIM = Claim(
    key=Key.of("Meeting/client", "start_time"),
    value="4pm",
    type="fact",
    source="at 4pm",
    quote="4pm",
    speaker="ann",
    channel="user",
    subject=b"s",
    at=datetime(2026, 1, 1, tzinfo=UTC),
)
GOOD = completion('{"label": "entailed", "score": 0.9}')
OK = b"HTTP/1.1 200 OK\r\n"
Piece = Callable[[int], bytes]

TRICKLES: dict[str, tuple[bytes, Piece]] = {
    "headers": (OK, lambda number: b"X-%d: a\r\n" % number),
    "a header": (OK + b"X: ", lambda _: b"a"),
    "not yet": (b"", lambda _: b"HTTP/1.1 100 Continue\r\n\r\n"),
    "body": (OK + b"Content-Length: 999\r\n\r\n", lambda _: b" "),
    "a body without a length": (OK + b"\r\n" + GOOD, lambda _: b" "),
    "chunks": (OK + b"Transfer-Encoding: chunked\r\n\r\n", lambda _: b"1\r\n \r\n"),
}


@contextmanager
def serving(first: bytes, piece: Piece | None) -> Iterator[str]:
    """A server that answers one request with this, and then with a piece ten times a second."""
    over = threading.Event()
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def run() -> None:
            connection, _ = server.accept()
            with connection, suppress(OSError):
                while b'"entity_id' not in connection.recv(65536):
                    pass
                connection.sendall(first)
                for number in range(10_000 if piece else 0):
                    if over.wait(0.1) or piece is None:
                        return
                    connection.sendall(piece(number))

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        over.set()
        thread.join(10)


@pytest.mark.parametrize("name", TRICKLES)
def test_a_trickle_ends_in_time(name: str) -> None:
    with serving(*TRICKLES[name]) as url, OpenAIVerifier(url, "m", timeout=0.5) as verifier:
        begun = time.monotonic()
        with pytest.raises(VerifierUnavailable, match=r"no answer within 0.5 s"):
            verifier.verify(CLAIM)
        assert time.monotonic() - begun < 5


@pytest.mark.parametrize("times", [1, 2])
def test_nothing_is_unpacked(times: int) -> None:
    body, how = b" " * 2**20, ", ".join(["gzip"] * times)
    for _ in range(times):
        body = gzip.compress(body)
    head = OK + b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (how.encode(), len(body))
    with (
        serving(head + body, None) as url,
        OpenAIVerifier(url, "m", timeout=30) as verifier,
        pytest.raises(VerifierFailed, match="compressed"),
    ):
        verifier.verify(CLAIM)


def test_a_watch_leaves_no_thread() -> None:
    before = threading.active_count()
    head = OK + b"Content-Length: %d\r\n\r\n" % len(GOOD)
    with serving(head + GOOD, None) as url, OpenAIVerifier(url, "m", timeout=600) as verifier:
        assert verifier.verify(CLAIM).label == "entailed"
    deadline = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < deadline:
        threading.Event().wait(0.01)
    assert threading.active_count() <= before
