"""Ports: the small protocols by which the engine reaches the world. Each contract stands in its docstring."""
