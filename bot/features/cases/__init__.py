"""Absence cases and misconduct cases, from the first fact to the last appeal.

Two kinds of case exist: the absence case, which rules open by themselves (`services/cases/absences.py`), and the
misconduct case, which a person opens (`services/cases/misconduct.py`), with statements that are only ever added, a
right of reply, pauses that need a reason, and a verdict. What came of an unjustified absence by itself gives way to
what the committee votes, opened from the card of the case (`services/cases/penalty_votes.py`): a bar, or the games
given away rated at the absent player's cost alone (`services/cases/rating_penalties.py`), a new dated list that the
opposite vote, an appeal or a reopened case turns back.

There is one appeal against each verdict, bar, loss of points, or ruling on a match (`services/cases/contested.py` says
whose and until when, `services/cases/appealing.py` decides), and granting it undoes the decision in the same
transaction. A ruling is undone by the right score, of teams by the right boards and of a table by winner and influence
(`cogs/ruling_appeals.py`), through `services/playing/correcting.py`: while the event runs, matches that hung on the old
one are played anew; once it is over, the bracket stands, and only a result on which nothing hangs is corrected, with
podium and ratings.

A result that was fraudulent is annulled beside itself (`storage/annulments.py`), even after further rounds were paired:
the result, the pairings made since and the bracket stand, and nobody is brought back; it counts for nobody's rating,
and whoever lost it is ranked as out in that contest. What is published already is put right by a new list.

Nobody is charged with an absence for what was refused to them: whoever may not confirm any more at the close is taken
off the list (`services/entering/check_in.py`), whoever moved up from the wait list while confirmation was open is
excused, and a team was away only when nobody sat at any of its boards (`domain/cases/no_shows.py`).
"""

from __future__ import annotations
