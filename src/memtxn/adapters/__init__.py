"""Adapters: what speaks SQL, a wire format or to the operating system. Named in `app.open` alone."""
