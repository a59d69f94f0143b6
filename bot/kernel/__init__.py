"""What everything else rests on: the transaction, the database, and the words for ids, errors and promises.

Begin with `context.py`: a verb is given a `Tx` and a query a `Query`, with the time, new ids, the log, the outbox and
who acts. `database.py` runs plain functions on a thread of its own: writes that wait share one commit, a savepoint
each. `database_file.py` keeps the file whole: one process, private, of this version, with backups.

Every promise to speak is a row of the outbox (`outbox.py`), written with the change that it announces; the kinds of
message are classes (`promises.py`). What is due, outages, and gaps in which a card was gone are rows of
`time_store.py`; the pure rules of time are in `outages.py`. `log.py` is the append-only log, `panel_store.py` says
where live messages stand.

`errors.py` has what a person can do wrong, as classes without text; `faults.py` what can go wrong with the file.
`files.py` has the bounds of files that members send, `ids.py` the kinds of id.
"""

from __future__ import annotations
