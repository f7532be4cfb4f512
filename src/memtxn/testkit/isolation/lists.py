"""Anomalies that single lists show: values that should not be there, or not yet, or no longer."""

from __future__ import annotations

from collections import defaultdict

from memtxn.testkit.isolation.anomaly import Kind, Notebook
from memtxn.testkit.isolation.footprint import Footprint
from memtxn.testkit.isolation.history import Values
from memtxn.testkit.isolation.versions import NOBODY, Line, Versions


class Lists:
    """Looks at the lists of a history, once key by key and once transaction by transaction."""

    def __init__(self, versions: Versions, notebook: Notebook) -> None:
        self._versions, self._notebook = versions, notebook
        self._updated: dict[str, dict[int, int]] = defaultdict(dict)

    def judge_keys(self) -> None:
        """Every value is somebody's, is committed, and stands there once; all lists agree."""
        for key, line in self._versions.lines.items():
            if line.strays or NOBODY in line.order or len({*line.longest}) < len(line.longest):
                self._judge_key(key, line)

    def _judge_key(self, key: str, line: Line) -> None:
        for number, values in [(line.witness, line.longest), *line.strays]:
            self._judge_list(key, line, number, values)
        other = self._id(line.witness)
        for number, values in line.strays:
            reader = self._id(number)
            seen = f"{reader} read {key} {list(values)}, and {other} read {list(line.longest)}"
            text = f"{seen}: neither is the beginning of the other"
            self._notebook.note(Kind.INCOMPATIBLE_ORDER, (reader, other), text)

    def _judge_list(self, key: str, line: Line, number: int, values: Values) -> None:
        note, reader, known = self._notebook.note, self._id(number), set[int]()
        dirty: list[str] = []
        for value in values:
            writer = line.writer.get(value, NOBODY)
            if value in known:
                note(Kind.DUPLICATE, (reader,), f"{reader} read {key} {list(values)}, with {value} twice")
            elif writer == NOBODY:
                note(Kind.GARBAGE, (reader,), f"{reader} read {value} in {key}, and nobody appended it")
            elif not self._versions.committed[writer]:
                dirty.append(self._id(writer))
                text = f"{reader} read {value} in {key}, which {dirty[-1]} appended, and that never committed"
                note(Kind.G1A, (dirty[-1], reader), text)
            elif dirty:
                other = self._id(writer)
                text = f"{other} appended {value} to {key} after a value of {dirty[-1]}, which never committed"
                note(Kind.DIRTY_UPDATE, (dirty[-1], other), text)
                dirty.clear()
            known.add(value)

    def judge_txn(self, number: int, footprint: Footprint) -> None:
        """It contradicts neither itself nor, with what it read just before it wrote, another one."""
        for key, values, due in footprint.contradictions:
            text = f"{self._id(number)} read {key} {list(values)}, which for itself had to be {list(due)}"
            self._notebook.note(Kind.INTERNAL, (self._id(number),), text)
        for key, values in footprint.outside.items():
            if values and values[-1] in self._versions.lines[key].unfinished:
                self._unfinished(number, key, values[-1])
            if key in footprint.appended and self._versions.committed[number]:
                self._update(number, key, len(values))

    def _unfinished(self, number: int, key: str, value: int) -> None:
        reader, writer = self._id(number), self._id(self._versions.lines[key].writer[value])
        text = f"{reader} read {key} up to {value}, after which {writer} appended more in the same transaction"
        self._notebook.note(Kind.G1B, (writer, reader), text)

    def _update(self, number: int, key: str, base: int) -> None:
        first = self._updated[key].setdefault(base, number)
        if first != number:
            one, other = self._id(first), self._id(number)
            text = f"{one} and {other} both read {key} with {base} values, and both appended to it and committed"
            self._notebook.note(Kind.LOST_UPDATE, (one, other), text)

    def _id(self, number: int) -> str:
        return self._versions.history[number].id
