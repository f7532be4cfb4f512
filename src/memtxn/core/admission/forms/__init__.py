"""Normal forms: the other ways in which a text may say a value."""
