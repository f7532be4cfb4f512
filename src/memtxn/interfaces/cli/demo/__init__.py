"""`memtxn demo`: what memtxn does, told in five acts on a real file."""

from memtxn.interfaces.cli.demo.command import demo

__all__ = ["demo"]
