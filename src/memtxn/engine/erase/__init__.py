"""Erasure: texts go for good, with a record that names their places, and every trace of them in files follows."""
