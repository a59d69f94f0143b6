"""A match from its call to its final result, and those who watch over it.

`presence_verbs.py` starts the clocks once the call is delivered and says what absence costs, `reporting_verbs.py` takes
a score from its report to its settling, `ruling_verbs.py` and `correcting_verbs.py` are the arbiter's word,
`arbiters_verbs.py` has arbiters on duty and the chief arbiter. `verbs.py` is what every verb about a match needs.
`outage_verbs.py` stops clocks while nobody could press, and `card_worker.py` looks whether a card still stands before a
step that costs somebody something.

What an offence costs, when lateness loses a game and who decides on a disturbed position is the table `[discipline]` of
a rulebook; without it an event has none of that. A warning (`warnings_verbs.py`) is a fact with its price and stays on
record when it is taken back. What loses a game is shown first, and refused as out of date when by then it would do
something else. The limit of lateness is no second clock: it is the walkover clock's time for a game.

A game is adjourned by its arbiter or at the rulebook's time (`adjourning_verbs.py`), until a moment at which it goes on
by itself. What each side had used is a note that both confirm; when a clock fails it is set by the note, and without
one the time is split equally.

Where games are told by a count, one number is told, the first colour's; compensation and the warnings of that game give
winner and margin. When both sides lose and somebody has to be paired, a lot between the two is a draw of its own.
"""

from __future__ import annotations
