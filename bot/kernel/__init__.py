"""Strangers' files are read apart: in a process that has nothing of the bot's and is killed beyond its limits.

What members send as files goes by `Press.read`: `bot/kernel/files.py` has the bytes, depth and counts of each kind,
which the readers count before they parse, and `bot/living/apart.py` reads in a spawned process that has neither token
nor database, ended by a thread or by the system after 5 s of computing (30 s for an event worked out anew) or beyond
256 MiB, by that thread after eight times as long by the clock, and by the end of the bot. Of a person one file is read,
of a server one at a time, of all two; decks are text and are only bounded. Rulebooks are rehearsed apart as well
(`bot/features/tournaments/rehearsing_worker.py`): one at a time, with a folder of their own and nothing beyond it.

The rules of tournaments as pure functions of facts: no I/O, no clock, no Discord.

Whatever Discord makes anew each time it is asked: messages, threads, channels, roles, entries of the calendar.

What members see: safe text, sentences, message layouts and pictures, made of domain objects without I/O.

What people and rules can do: one plain, synchronous function a verb, one transaction each.

The first argument is `tx`: the transaction, its time, new ids, and who acts (`bot/kernel/context.py`). A verb checks
who asks and whether it may be done, writes the facts, rewrites what is due and promises what is to be said.

All SQL of the house: the database itself, its migrations and backups, and a repository for each aggregate.
"""

from __future__ import annotations
