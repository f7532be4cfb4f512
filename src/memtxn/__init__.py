"""memtxn: the transaction boundary for the memory of AI agents.

It decides what an agent may come to believe, makes each change all-or-nothing, shows only the version that
holds, and can say why.
"""
