"""Watch: cuts a connection when an answer takes too long, however slowly it keeps coming.

A time-out of a socket begins anew with every byte that comes, and a server may send one now and then, for ever.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import Any

_CONNECTED = {"connection.connect_tcp.complete", "connection.start_tls.complete"}
"""What httpcore calls the steps whose result is the stream that is read from."""


class Watch:
    """For one request, as a block. ``cut``: the time is over, and the connection was cut."""

    def __init__(self, seconds: float) -> None:
        self.cut = False
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._stream: Any = None

    def seen(self, step: str, info: Mapping[str, Any]) -> None:
        """The ``trace`` of httpcore. The time begins when the connection is there."""
        if step in _CONNECTED:
            with self._lock:
                first, self._stream = self._stream is None, info["return_value"]
            if first:
                self._timer.start()

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()

    def _cut(self) -> None:
        with self._lock:
            self.cut = True
            connection = self._stream.get_extra_info("socket")
        if connection is not None:
            with suppress(OSError):  # it is closed already
                connection.shutdown(socket.SHUT_RDWR)
