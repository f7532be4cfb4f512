"""Guards: a block after which the complete state that was there before can be brought back.

A guard begins with a record of A₀, where the memory stands, and ends with another one. In between nobody else
writes, unless it is shared: every commit asks in its own block whether it is its turn (`turn`), so that whoever
was put out of the guard is told there and then. Its holder gives a sign of life for as long as it holds. Whoever
comes to write and sees none takes the memory back to A₀ first (`restore`).
"""
