"""The record: one file with the facts of one tournament, from which anybody can recompute the rest (docs/record.md).

`parsing.py` gives each fault of shape its place, `reading.py` works out what a file by hand leaves unsaid,
`checking.py` finds what contradicts itself, and `replaying.py` asks the same formats as the bot for the table. It also
goes through the event moment by moment and has each format pair again from what was known then: results that stood,
contests that were void later, who had left. What a record needs to know of a format is in `formats`. `writing.py` makes
the file, and CSV and TRF for other programs; `trf_reading.py` reads reports of other programs.

What a verdict does to a place is read with the facts of an event that is over, and applied in one place, the registry
of formats (`bot/play/formats`), so that tables, podium, titles, seats and records agree.

A file with draws has to be whole: each thing left out would be taken on trust. So every single change of a file is
refused, named, or follows nothing, as `tests/record/test_mutations.py` holds. What no file proves is which name an id
has. Gathering a record from the database and bringing one in is `bot/features/past_events`.
"""

from __future__ import annotations
