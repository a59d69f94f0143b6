"""The record: one file with the facts of one tournament, from which anybody can recompute the rest (docs/record.md).

An event leaves as one JSON file of its facts (`bot/record`, docs/record.md). `parsing` gives each fault of shape its
place, `reading` works out what a file by hand leaves unsaid, `checking` what contradicts itself; `replaying` asks the
same formats as the bot for the table, goes through the event moment by moment, and has each format pair again from
what was known then: results that stood, contests that were void later, who had left. In all of them `formats` says what
a record needs to know of a format. `bot/features/past_events/drafts_verbs.py` gathers the file.
`bot/features/past_events/bringing_verbs.py` has its organiser say whom a file's names mean (kept in `record_names`),
writes it back, asks the formats for its table and undoes everything where that is another one. It keeps what hangs on
the file's draws (a dispute's scene, an order by lot) without claiming their proof.

What a verdict does to a place (`bot/features/cases/store.py: sanctions`) is read with the facts of an event that is
over, and applied in one place, the registry of formats (`bot/play/formats`), so that tables, podium, titles, seats and
records agree.

A file with draws has to be whole (`bot/record/parsing.py`): each thing left out would be taken on trust. So every
single change of a file is refused, named, or follows nothing, which `tests/record/test_mutations.py` holds; beyond the
table it is held that lots between two (`bot/record/replaying.py`), games of a title match (`bot/record/results.py`),
counts (`bot/record/checking.py`) and guesses (`bot/record/checking.py`) follow from what decided them. What no file
proves is which name an id has.
"""

from __future__ import annotations
