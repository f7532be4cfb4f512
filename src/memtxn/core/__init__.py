"""The pure rules: what is true or false about beliefs. No clock, no chance, no I/O, no threads."""
