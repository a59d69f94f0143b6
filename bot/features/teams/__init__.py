"""Teams: entering one, naming its line-ups, telling its boards.

A team is an entrant whose person is its captain (`verbs.py`, `roster_verbs.py`); its members are rows with the boards
that the ranking published at the close gave them, and a place counts once that person has accepted it. Faults of a team
or a line-up are pure (`bot/play/teams.py`), each with its person and board; `errors_model.py` says them. A captain
writes the boards, and they travel as particulars of the report (`matches_verbs.py`, `boards_verbs.py`). Which scene a
school dispute plays is derived from the seed of the draw that paired it. A match of teams has all its boards wherever
it is played.

Whom a bar reaches while the team plays is out of the matches that are called from then on, and leads it no more
(`staff_verbs.py`): a substitute takes the seat, or nobody does. Staff may write any team down for people who cannot,
and give it another captain while the event runs.

Lateness is each player's (`absences_verbs.py`): a team that is away pays on all its boards, a single player is waited
for on the own.

In a challenge the winner stays on (`stay_on_verbs.py`). Two sealed orders and the words on its games are the facts; who
plays whom next, who is out and the score are replayed from them. A word that puts an earlier game right takes its
place, and the words after it are taken back.

Where somebody has to win, level teams are separated by the rulebook's `level_match`, in order (`matches_verbs.py`): the
boards, ratings, one game more on board 1, or a lot. That touches the bracket alone: the match stays drawn.
"""

from __future__ import annotations
