"""Power cuts, simulated: what a store holds after any of them.

1. `workload.recorded` lets a store do real work on the file layer of `recorder`, which writes down every
   creation, write, truncation, flush and deletion, between marks of what was begun and what was acknowledged.
2. `disk.Disk` follows that log up to any place and says what may be on the disk if the power fails there: what
   was flushed is there, and of the rest nothing, all, some of it, parts of it, or garbage.
3. `judge.Judge` opens such an image as anybody would open the store: what was acknowledged is there whole, what
   was not is there whole or not at all, every check holds, and the store takes another transaction.
4. `campaign.run` does so for images chosen from all places and treatments, and counts.

A process that is killed leaves to the system what it wrote, flushed or not: no kill tests a flush. This does.
"""
