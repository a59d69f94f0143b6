"""The record: one file with the facts of one tournament, from which anybody can recompute the rest (docs/record.md).

An event leaves as one JSON file of its facts (`bot/record`, docs/record.md). `parsing` gives each fault of shape its
place, `arranging` works out what a file by hand leaves unsaid, `checking` what contradicts itself; `deriving` asks the
same formats as the bot for the table. In all of them `formats` says what a record needs to know of a format.
`pairings` goes through the event moment by moment and has each format pair again from what was known then: results
that stood, contests that were void later, who had left.
`services/events/record_reading.py` gathers the file. `record_people.py` has its organiser say whom a file's names mean
(kept in `record_names`), `record_bringing.py` writes it back, asks the formats for its table and undoes everything
where that is another one. `record_carrier.py` keeps what hangs on the file's draws (a dispute's scene, an order by lot)
without claiming their proof.

What a verdict does to a place (`storage/misconduct_cases.py: sanctions`) is read with the facts of an event that is
over, and applied in one place, the registry of formats (`domain/formats`), so that tables, podium, titles, seats and
records agree.

A file with draws has to be whole (`record/completeness.py`): each thing left out would be taken on trust. So every
single change of a file is refused, named, or follows nothing, which `tests/record/test_mutations.py` holds; beyond the
table it is held that lots between two (`lots.py`), games of a title match (`game_by_game.py`), counts (`counts.py`) and
guesses (`guesses.py`) follow from what decided them. What no file proves is which name an id has.
"""

from __future__ import annotations
