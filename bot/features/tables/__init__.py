"""Tables of three: results told, players who leave, and who is missing.

A contest of two to four sides is one game; its score marks who won, and everybody's influence stands beside it in the
report and in the result, so two players who tell the same winner with other numbers do not agree. Begin with
`verbs.py`: what a result may be, what only an arbiter may say, and who leaves while a game is open. No clock decides at
a table: being there is noted as everywhere, and the arbiter seats out who is missing, a fact of the contest until the
result carries it. After the rulebook's minutes of a walkover game the arbiter, or the organisers, are asked about it
once.

Who sits where, the call to the final and its reasons are derived when the message is said (`cards.py`); extra games
have rounds and a post of their own. Decks are a feature of their own, `bot/features/decks`.
"""

from __future__ import annotations
