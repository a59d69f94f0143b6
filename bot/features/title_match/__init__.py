"""A match for a title: the champion, the games one by one, the pauses.

Who holds the title is the world title last on record, or whom an organiser names; the champion's colours are facts of
that name until the draw, and what was not chosen is read from the draw's stream, as often as anybody asks. Games are
told one by one (`bot/features/title_match/verbs.py`): a word on a game is a row, the state of the series is those rows
replayed over the colours of the draw (`bot/play/title_games.py`), and taking a word back leaves it out. A press carries
how many words there were when its card was made, so a second click and an old card are refused. The loser's word ends a
game, the winner's waits for the other's, an arbiter's needs nobody; annulled and awarded games have their reason.
Pauses and trouble are rows too; when play goes on follows from them and from the outages, in which no pause runs. The
winner of an official match is crowned in the transaction of the last game, and the title follows every later
correction, annulment or appeal (`bot/features/title_match/holder_verbs.py`): the line of who loses it stays on record.
What hung on an event's outcome is put right in one place, `bot/features/course/ending_verbs.py`: the title, matches to
come that named the champion, master titles to propose, invitations and seats; what only people can decide is named to
the committee. How a game ended is said after its word and kept with it.
"""

from __future__ import annotations
