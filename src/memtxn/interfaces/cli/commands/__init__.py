"""The commands, each made from its operation."""
