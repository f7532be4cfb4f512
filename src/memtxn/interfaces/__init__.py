"""Interfaces: what people and protocols see. Skins over one table; no rule, no SQL, no prompt."""
