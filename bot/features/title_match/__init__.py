"""A match for a title: the champion, the games one by one, the pauses.

Who holds the title is the world title last on record, or whom an organiser names (`holder_verbs.py`); the champion's
colours are facts of that name until the draw, and what was not chosen is read from the draw's stream. Games are told
one by one (`verbs.py`): a word on a game is a row, the state of the series is those rows replayed over the colours of
the draw (`bot/play/title_games.py`), and taking a word back leaves it out. A press carries how many words there were
when its card was made, so a second click and an old card are refused. The loser's word ends a game, the winner's waits
for the other's, an arbiter's needs nobody.

Pauses and trouble are rows too; when play goes on follows from them and from the outages, in which no pause runs. The
winner of an official match is crowned in the transaction of the last game, and the title follows every later
correction, annulment or appeal: the line of who loses it stays on record. What else hung on the outcome is put right by
`bot/features/course/ending_verbs.py`.
"""

from __future__ import annotations
