"""Strangers' files are read apart: in a process that has nothing of the bot's and is killed beyond its limits.

What members send as files goes by `Press.read`: `domain/file_bounds.py` has the bytes, depth and counts of each kind,
which the readers count before they parse, and `bot/apart` reads in a spawned process that has neither token nor
database, ended by a thread or by the system after 5 s of computing (30 s for an event worked out anew) or beyond
256 MiB, by that thread after eight times as long by the clock, and by the end of the bot. Of a person one file is
read, of a server one at a time, of all two; decks are text and are only bounded. Rulebooks are rehearsed apart as well
(`rehearsals.py`): one at a time, with a folder of their own and nothing beyond it.
"""
