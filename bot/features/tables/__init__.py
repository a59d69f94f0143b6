"""Tables of three: decks handed in, results told, players who leave.

A contest of two to four sides is one game; its score marks who won, and everybody's influence stands beside it in the
report and in the result (`Particulars`), so two players who tell the same winner with other numbers do not agree. No
clock decides at a table: being there is noted as everywhere, and the arbiter seats out who is missing
(`bot/features/tables/verbs.py`), which is a fact of the contest (`table_absences`) until the result carries it. After
the rulebook's minutes of a walkover game the arbiter, or where nobody follows the table the organisers, are asked about
it once (`bot/features/tables/verbs.py`). What a result may be, and what only an arbiter may say, is
`bot/features/tables/verbs.py`. Who sits where, the call to the final and its reasons are derived when the message is
said (`bot/features/tables/cards.py`); extra games have rounds of their own and a post of their own.

A deck is a text as it was handed in. Whether it is admitted is asked of the rulebook and of the judges' refusals each
time (`bot/features/decks/verbs.py`), so that a card refused later takes the confirmation back; until the event is over
a deck is shown to its player and to arbiters who do not play.
"""

from __future__ import annotations
