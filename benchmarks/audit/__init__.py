"""The audit: how well the gate tells what a text supports from what it does not, beside what others use."""
