"""Fields: what a target takes, read from the bytes that the fuzzer makes.

Fields are separated by the byte 0xff, which no UTF-8 text holds, so that an input of the corpus can be read and
written by hand.
"""

from __future__ import annotations

SEPARATOR = b"\xff"


class Fields:
    """One field after the other; empty when there are no more."""

    def __init__(self, data: bytes) -> None:
        self._parts = iter(data.split(SEPARATOR))

    def raw(self) -> bytes:
        """The bytes of the next field."""
        return next(self._parts, b"")

    def text(self) -> str:
        """The next field as a text; it may hold lone surrogates."""
        data = self.raw()
        try:
            return data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            return data.decode("latin-1")

    def whole(self) -> int:
        """The next field as a whole number, written as a decimal or else taken byte by byte."""
        data = self.raw()
        try:
            return int(data[:600])
        except ValueError:
            return int.from_bytes(data[:600], "big", signed=True)

    def rest(self) -> list[bytes]:
        """All other fields."""
        return list(self._parts)
