"""Undo and revoke: a record of effects that takes back what another one did, or what should never have been."""
