"""Reading: how a text hangs together. Its sentences, their clauses, the cues in them and what each governs."""
