"""The engine: fetches, orders and retries; what is true is decided in core, what is kept in the adapters."""
